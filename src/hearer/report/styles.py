r"""What a terminal can show.

styled       a text in bold or in a colour, where there are colours
plain        the same without
width_of     how many columns a text takes: wide letters two, marks on letters none
padded       a text with blanks behind it, up to a width
cut          a text that is no wider, with … where it was cut
printable    a text with the characters that steer a terminal shown, as \x1b
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

from hearer.harmless import printable

__all__ = [
    "BOLD", "CYAN", "DIM", "GREEN", "RED", "YELLOW", "cut", "padded", "plain", "printable",
    "styled", "width_of",
]  # fmt: skip

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "31", "32", "33", "36"
# Letters up to U+02FF, quotes, dashes and arrows take one column each: most texts have no others.
_NARROW = re.compile("[ -\u02ff\u2010-\u2027\u2190-\u21ff]*")
STYLED = re.compile("\x1b\\[[0-9]*m")


def styled(text: str, style: str, *, color: bool) -> str:
    r"""The text in a style of ours.

    >>> styled("she", BOLD, color=True), styled("she", BOLD, color=False)
    ('\x1b[1mshe\x1b[0m', 'she')
    """
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def plain(text: str) -> str:
    """A styled text without its styles."""
    return STYLED.sub("", text)


def width_of(text: str) -> int:
    r"""How many columns of a terminal a text takes.

    >>> width_of("Anna"), width_of("cafe\u0301"), width_of("\u6f22\u5b57")
    (4, 4, 4)
    """
    return len(text) if _NARROW.fullmatch(text) else sum(map(_width, text))


def _width(letter: str) -> int:
    if east_asian_width(letter) in {"W", "F"}:
        return 2
    return 0 if category(letter) in {"Mn", "Me", "Cf"} else 1


def padded(text: str, width: int) -> str:
    """The text with blanks behind it, where it is narrower."""
    return text + " " * (width - width_of(text))


def cut(text: str, width: int) -> str:
    """The text in so many columns.

    >>> cut("her brother", 11), cut("her brother", 8)
    ('her brother', 'her bro…')
    """
    if width_of(text) <= width:
        return text
    room, end = width - 1, 0
    while end < len(text) and room >= _width(text[end]):
        room -= _width(text[end])
        end += 1
    return f"{text[:end].rstrip()}…" if width > 0 else ""
