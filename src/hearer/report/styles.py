r"""What a terminal can show.

styled       a text in bold or in a colour, where there are colours
plain        the same without
printable    a text with the characters that steer a terminal shown, as \x1b
"""

from __future__ import annotations

import re

from hearer.harmless import printable

__all__ = ["BOLD", "CYAN", "DIM", "GREEN", "RED", "plain", "printable", "styled"]

BOLD, DIM, RED, GREEN, CYAN = "1", "2", "31", "32", "36"
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
