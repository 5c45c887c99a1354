"""What a terminal can show.

styled       a text in bold or in a colour, where there are colours
plain        the same without
printable    a text without the characters that steer a terminal or break a file
"""

from __future__ import annotations

import re

BOLD, DIM, RED, GREEN, CYAN = "1", "2", "31", "32", "36"
STYLED = re.compile("\x1b\\[[0-9]*m")
STEERING = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def styled(text: str, style: str, *, color: bool) -> str:
    r"""The text in a style of ours.

    >>> styled("she", BOLD, color=True), styled("she", BOLD, color=False)
    ('\x1b[1mshe\x1b[0m', 'she')
    """
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def plain(text: str) -> str:
    """A styled text without its styles."""
    return STYLED.sub("", text)


def printable(text: str) -> str:
    """The text without the characters that steer a terminal or break a file."""
    return STEERING.sub("\ufffd", text)
