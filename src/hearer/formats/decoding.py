"""From the bytes of a file to text and lines: one way for all formats.

content_of   the bytes of an open file, if there are not too many
decoded      the text of a file without its byte order mark; what is not UTF-8 is reported
report_bytes the bytes that are not UTF-8, as problems
lines_of     the lines of a text with their numbers, whether LF, CRLF or CR ends them
sniffable    the bytes of a file as those look at them who tell its format
refuse_wide  a file of UTF-16 or UTF-32 is refused, with what to do
refuse_binary
             and so is one that is no text at all: a picture, an archive

CoNLL-U keeps every byte and raw text every code point, so they split lines on their own.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator
from typing import BinaryIO

from hearer.errors import InputError
from hearer.formats.format import Problems
from hearer.formats.line_places import Lines
from hearer.limits import MOST_BYTES, MOST_PROBLEMS

IN_LATIN_1 = "If it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE > NEW makes it so."
BOM = "\ufeff"
_PIECE = 1 << 20  # bytes that are read at once: Python makes room for all of them
# The marks of UTF-32 come first: one of them begins with one of UTF-16.
_WIDE = {
    BOM_UTF32_LE: "UTF-32",
    BOM_UTF32_BE: "UTF-32",
    BOM_UTF16_LE: "UTF-16",
    BOM_UTF16_BE: "UTF-16",
}
_LOOKED_AT = 4096  # bytes that tell whether a file is a text
_CONTROLS = re.compile("[\\x00-\\x08\\x0e-\\x1a\\x1c-\\x1f\\x7f]")
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


def content_of(file: BinaryIO, path: str) -> bytes:
    """The bytes of an open file; beyond the limit they are not read: some devices never end."""
    pieces, size = [], 0
    while piece := file.read(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise InputError(f"{path!r} has more than {MOST_BYTES:,} bytes: cut it in pieces.")
    return b"".join(pieces)


def decoded(content: bytes, problems: Problems) -> str:
    r"""The text of a file; a byte that is not UTF-8 is reported, and read as U+FFFD.

    >>> problems = Problems("a.tsv")
    >>> decoded(b"\xef\xbb\xbfcaf\xe9", problems), str(problems[0])
    ('caf�', 'a.tsv:1:4: file-utf8 byte 0xe9 is not UTF-8; read as U+FFFD')
    """
    try:
        return content.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError:
        text = content.decode("utf-8", "surrogateescape").removeprefix(BOM)
    report_bytes(text, problems, code="file-utf8", done="read as U+FFFD")
    return _NOT_UTF8.sub("\ufffd", text)


def report_bytes(text: str, problems: Problems, *, code: str, done: str) -> None:
    """Report the bytes that are not UTF-8, which stand as surrogates in `text`."""
    lines = Lines(text)
    for told, bad in enumerate(_NOT_UTF8.finditer(text)):
        line, column = lines.place(bad.start())
        if told == MOST_PROBLEMS:
            message = f"more bytes are not UTF-8 from here on; {done}"
            problems.add(line, code, message, column=column)
            return
        byte = ord(bad.group()) - 0xDC00
        message = f"byte 0x{byte:02x} is not UTF-8; {done}"
        problems.add(line, code, message, column=column)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    r"""The lines of a text with their numbers, without what ends them.

    >>> list(lines_of("a\rb\r\n")), list(lines_of("a\nb\n"))
    ([(1, 'a'), (2, 'b'), (3, '')], [(1, 'a'), (2, 'b'), (3, '')])
    """
    return enumerate(with_plain_ends(text).split("\n"), start=1)


def with_plain_ends(text: str) -> str:
    """The text with LF at the end of every line."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def sniffable(content: bytes) -> bytes:
    """The bytes of a file without its byte order mark, and with LF at the end of every line."""
    content = content.removeprefix(BOM_UTF8)
    if b"\r" not in content:
        return content
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def refuse_wide(content: bytes, path: str) -> None:
    """Raise if a file begins with the byte order mark of UTF-16 or UTF-32."""
    for mark, name in _WIDE.items():
        if content.startswith(mark):
            raise InputError(
                f"{path!r} is {name}, and only UTF-8 is read: "
                f"iconv -f {name} -t UTF-8 FILE > NEW makes it so."
            )


def refuse_binary(content: bytes, path: str, *, is_raw: bool = True) -> None:
    r"""Raise if a file is no text, whatever its name is: it is full of control characters.

    Other formats than raw text have them, and bytes that are not UTF-8, but not both.

    >>> refuse_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.json", is_raw=False)
    Traceback (most recent call last):
    hearer.errors.InputError: 'a.json' is no text, ...
    """
    begins = content[:_LOOKED_AT].decode("utf-8", "replace")
    others = begins.count("\ufffd")
    if len(_CONTROLS.findall(begins)) * 20 > len(begins) and (is_raw or others):
        raise InputError(
            f"{path!r} is no text, and of no other format that is read: see `hearer formats`."
        )
    if is_raw and others * 10 > len(begins):
        raise InputError(f"{path!r} is not UTF-8. {IN_LATIN_1}")
