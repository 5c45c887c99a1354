"""Raw text: bytes to characters, and nothing else; it is parsed before it is heard.

read    the text of a file as a document without words; what is no UTF-8 keeps its place

`hearer.views.lines` declares the format, since what it writes is a view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hearer.formats.format import Reading
from hearer.model import Discourse, Problem

MOST_PROBLEMS = 100  # told one by one: a file of noise has millions
_SURROGATES = re.compile("[\ud800-\udfff]")


def read(content: bytes, path: str = "") -> Reading:
    r"""The text of a file. A byte that is no UTF-8 is a lone surrogate: nothing is lost.

    >>> read(b"caf\xe9").problems[0].message
    'byte 0xe9 is not UTF-8; it is kept, and parsed as U+FFFD'
    """
    text = content.decode("utf-8", "surrogateescape")
    problems = tuple(_not_utf8(text, path))
    name = "" if path.startswith("<") else Path(path).stem  # <stdin>
    return Reading([Discourse.raw(text, name, path, problems)], path=path, problems=problems)


def _not_utf8(text: str, path: str) -> Iterator[Problem]:
    line, seen, told = 1, 0, 0
    for bad in _SURROGATES.finditer(text):
        place = bad.start()
        line, seen, told = line + text.count("\n", seen, place), place, told + 1
        if told > MOST_PROBLEMS:
            message = "more bytes are not UTF-8 from here on; all are kept"
            yield Problem(path, line, 0, "text-utf8", message)
            return
        byte = ord(bad.group()) - 0xDC00
        message = f"byte 0x{byte:02x} is not UTF-8; it is kept, and parsed as U+FFFD"
        yield Problem(path, line, place - text.rfind("\n", 0, place), "text-utf8", message)
