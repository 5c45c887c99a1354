"""What is wrong with a file, as it is found; docs/problems.md explains every code.

Problems    those of a file, which have its path
quoted      a piece of the input, short enough for a message
"""

from __future__ import annotations

from hearer.model import Problem

_LONGEST = 40


class Problems(list[Problem]):
    """What is wrong with the file `path`."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def add(self, line: int, code: str, message: str, *, column: int = 0) -> None:
        self.append(Problem(self.path, line, column, code=code, message=message))


def quoted(text: str) -> str:
    """`text` in quotes, cut when it is long.

    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (and 60 more characters)"
    """
    more = len(text) - _LONGEST
    return f"{text[:_LONGEST]!r} (and {more} more characters)" if more > 0 else repr(text)
