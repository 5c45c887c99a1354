"""Bytes to text and lines, and positions in a text as line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, NamedTuple

from hearer.errors import InputError
from hearer.formats.format import Problems

MOST_BYTES = 500_000_000  # of a file
MOST_PROBLEMS = 100  # of one kind that are reported one by one
IN_LATIN_1 = "If it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE > NEW makes it so."
BOM = "\ufeff"
NOT_UTF8 = re.compile("[\udc80-\udcff]")
_PIECE = 1 << 20  # bytes per read: Python allocates all of them at once
_LOOKED_AT = 4096  # bytes that show whether a file is a text
_CONTROLS = re.compile("[\\x00-\\x08\\x0e-\\x1a\\x1c-\\x1f\\x7f]")
_LINE_END = re.compile(r"\r\n|\n|\r")


def content_of(file: BinaryIO, path: str) -> bytes:
    """Read an open file; raise beyond the size limit, since some devices never end."""
    pieces, size = [], 0
    while piece := file.read(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise InputError(f"{path!r} has more than {MOST_BYTES:,} bytes: cut it in pieces.")
    return b"".join(pieces)


def decoded(content: bytes, problems: Problems) -> str:
    r"""Decode a file; report bytes that are not UTF-8, and read them as U+FFFD.

    >>> problems = Problems("a.tsv")
    >>> decoded(b"\xef\xbb\xbfcaf\xe9", problems), str(problems[0])
    ('caf�', 'a.tsv:1:4: file-utf8 byte 0xe9 is not UTF-8; read as U+FFFD')
    """
    try:
        return content.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError:
        text = content.decode("utf-8", "surrogateescape").removeprefix(BOM)
    report_bytes(text, problems, code="file-utf8", done="read as U+FFFD")
    return NOT_UTF8.sub("\ufffd", text)


def report_bytes(text: str, problems: Problems, *, code: str, done: str) -> None:
    """Report the bytes that are not UTF-8, which are surrogates in `text`."""
    lines = Lines(text)
    for number, bad in enumerate(islice(NOT_UTF8.finditer(text), MOST_PROBLEMS + 1)):
        line, column = lines.place(bad.start())
        byte = f"byte 0x{ord(bad[0]) - 0xDC00:02x} is not UTF-8"
        what = byte if number < MOST_PROBLEMS else "more bytes are not UTF-8 from here on"
        problems.add(line, code, f"{what}; {done}", column=column)


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    r"""Number the lines of a text, which LF, CRLF or CR end.

    >>> list(lines_of("a\rb\r\n")), list(lines_of("a\nb\n"))
    ([(1, 'a'), (2, 'b'), (3, '')], [(1, 'a'), (2, 'b'), (3, '')])
    """
    return enumerate(_LINE_END.sub("\n", text).split("\n"), start=1)


def sniffable(content: bytes) -> bytes:
    """Remove the byte order mark, and end every line with LF."""
    content = content.removeprefix(BOM_UTF8)
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content


def refuse_wide(content: bytes, path: str) -> None:
    """Raise if a file begins with the byte order mark of UTF-16 or UTF-32."""
    is_32 = content.startswith((BOM_UTF32_LE, BOM_UTF32_BE))  # one begins as one of UTF-16 does
    if is_32 or content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        name = "UTF-32" if is_32 else "UTF-16"
        raise InputError(
            f"{path!r} is {name}, and only UTF-8 is read: "
            f"iconv -f {name} -t UTF-8 FILE > NEW makes it so."
        )


def refuse_binary(content: bytes, path: str, *, is_raw: bool = True) -> None:
    r"""Raise if a file is no text: more than one character in twenty is a control character.

    A file of another format than raw text is refused only if it also has bytes that are not UTF-8.

    >>> refuse_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.json", is_raw=False)
    Traceback (most recent call last):
    hearer.errors.InputError: 'a.json' is not a text, ...
    """
    if content.startswith(b"%PDF"):
        message = f"{path!r} is a PDF, not a text: pdftotext FILE.pdf FILE.txt makes it one."
        raise InputError(message)
    begins = content[:_LOOKED_AT].decode("utf-8", "replace")
    others = begins.count("\ufffd")
    if len(_CONTROLS.findall(begins)) * 20 > len(begins) and (is_raw or others):
        raise InputError(
            f"{path!r} is not a text, nor of another format that is read: see hearer list formats."
        )
    if is_raw and others * 10 > len(begins):
        raise InputError(f"{path!r} is not UTF-8. {IN_LATIN_1}")


# Lines and columns ------------------------------------------------------------------------------


class Place(NamedTuple):
    """A line and a column, in code points, both from 1; 0:0 is no position.

    >>> print(Place(3, 62))
    3:62
    """

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class Lines:
    r"""The offsets at which the lines of a text begin; the text may grow.

    >>> lines = Lines("Anna slept.\nShe ")
    >>> lines.add("snored.\n")
    >>> print(lines.place(12), lines.offset(Place(2, 5)))
    2:1 16
    """

    def __init__(self, text: str = "") -> None:
        self._starts, self._end = [0], 0
        self._had_return = False
        self.add(text)

    def add(self, text: str) -> None:
        """Append to the text; a CRLF may be split between two calls."""
        is_half = self._had_return and text.startswith("\n")
        if is_half:
            self._starts[-1] += 1
        ends = _LINE_END.finditer(text, int(is_half))
        self._starts += [self._end + end.end() for end in ends]
        self._had_return = text.endswith("\r") if text else self._had_return
        self._end += len(text)

    def place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    def offset(self, place: Place) -> int | None:
        """Return the offset of a position; None beyond the end of its line or of the text."""
        if not 0 < place.line <= len(self._starts) or place.column < 1:
            return None
        found = self._starts[place.line - 1] + place.column - 1
        end = self._starts[place.line] if place.line < len(self._starts) else self._end + 1
        return found if found < end else None

    def __len__(self) -> int:
        return len(self._starts)
