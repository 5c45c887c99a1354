"""Lines of a text, and where in them something stands; LF, CRLF and CR end a line.

Place    line and column, both from 1; a column counts code points
Lines    where the lines of a text begin, which may grow
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Place(NamedTuple):
    """A line and a column; 0:0 is nowhere.

    >>> print(Place(3, 62))
    3:62
    """

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class Lines:
    r"""Where the lines of a text begin.

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
        """Take in what the text goes on with; a CRLF may be cut in two."""
        is_half = self._had_return and text.startswith("\n")
        if is_half:
            self._starts[-1] += 1
        ends = _LINE_END.finditer(text, int(is_half))
        self._starts += [self._end + end.end() for end in ends]
        self._had_return = text.endswith("\r") if text else self._had_return
        self._end += len(text)

    def place(self, offset: int) -> Place:
        """Where a code point stands."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    def offset(self, place: Place) -> int | None:
        """The code point at a place; None behind the end of its line, and off the text."""
        if not 0 < place.line <= len(self._starts) or place.column < 1:
            return None
        found = self._starts[place.line - 1] + place.column - 1
        end = self._starts[place.line] if place.line < len(self._starts) else self._end + 1
        return found if found < end else None

    def __len__(self) -> int:
        return len(self._starts)
