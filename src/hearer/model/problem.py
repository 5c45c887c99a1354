"""Problems: what was wrong with the input, where, and what was done about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong in the input. Work goes on; `strict` raises instead.

    `code` is stable and documented (docs/problems.md). Line and column count from 1; a column of
    0 means the whole line, a line of 0 the whole file.

    >>> print(Problem("a.conllu", 7, 3, "conllu-columns", "9 columns instead of 10"))
    a.conllu:7:3: conllu-columns 9 columns instead of 10
    """

    path: str
    line: int
    column: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.code} {self.message}"
