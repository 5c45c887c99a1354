"""Comparisons as text: a table, and below it where the algorithms differ and why.

render    comparisons in columns that fit a terminal, plain or with colours

Where not all algorithms fit beside each other, the table goes on below with the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from hearer.views.comparison_reasons import reasons
from hearer.views.comparison_rows import Answer, Comparison, Row
from hearer.views.rows import NO_ANTECEDENT

NARROWEST = 40
WIDEST_CELL = 22
NOBODY = "–"
DIFFERS, AGREES = "≠", " "
GAP = "  "
BOLD, DIM, RED = "1", "2", "31"


def render(comparisons: Sequence[Comparison], *, color: bool = False, width: int = 100) -> str:
    """Write a table per document, no wider than `width`, and the reasons for differences."""
    page = _Page(color=color, width=max(width, NARROWEST))
    several = len(comparisons) > 1
    shown = ["\n".join(page.document(one, is_headed=several)) for one in comparisons]
    return "\n\n".join(shown) + "\n" if shown else ""


class _Page:
    def __init__(self, *, color: bool, width: int) -> None:
        self.color, self.width = color, width

    def document(self, one: Comparison, *, is_headed: bool) -> Iterator[str]:
        if is_headed:
            yield from (one.document, "=" * len(one.document), "")
        yield one.summary
        if not one.rows:
            return
        for block in self._blocks(one):
            yield ""
            yield from block
        if not one.differences:
            return
        yield from ("", self._styled("Where they differ, and why", BOLD))
        for row in one.differences:
            yield ""
            yield from self._difference(row)

    # The table --------------------------------------------------------------------------------

    def _blocks(self, one: Comparison) -> Iterator[Iterator[str]]:
        """The table, cut into as many as fit the width, each with the pronouns before it."""
        first = [self._column("", [f"{row.label} {row.word} {row.pronoun}" for row in one.rows])]
        marks = [DIFFERS if row.differs else AGREES for row in one.rows]
        columns = [
            self._column(name, [_cell(row, n) for row in one.rows])
            for n, name in enumerate(one.algorithms)
        ]
        room = self.width - len(first[0][0]) - len(GAP) - 1
        for block in _fitting(columns, room):
            yield self._lines([*first, *block], ["", *marks])

    def _column(self, name: str, cells: list[str]) -> list[str]:
        width = min(max(map(len, (name, *cells))), WIDEST_CELL)
        return [_cut(cell, width).ljust(width) for cell in (name, *cells)]

    def _lines(self, columns: list[list[str]], marks: list[str]) -> Iterator[str]:
        for n, (mark, *cells) in enumerate(zip(marks, *columns, strict=True)):
            line = f"{mark or ' '}{' '}{GAP.join(cells)}".rstrip()
            style = BOLD if not n else RED if mark == DIFFERS else ""
            yield self._styled(line, style)

    # The reasons ------------------------------------------------------------------------------

    def _difference(self, row: Row) -> Iterator[str]:
        yield from wrap(
            f"{row.label} {row.sentence}", self.width, subsequent_indent=" " * len(row.label + " ")
        )
        for answers in _alike(row.answers):
            yield self._styled(f"  {row.pronoun} = {answers[0].shown}", BOLD)
            margin = max(len(answer.algorithm) for answer in row.answers)
            for answer in answers:
                yield from self._reasons(answer, margin)

    def _reasons(self, answer: Answer, margin: int) -> Iterator[str]:
        opening = f"    {answer.algorithm.ljust(margin)}  "
        for reason in reasons(answer):
            indent = " " * len(opening)
            yield from wrap(reason, self.width, initial_indent=opening, subsequent_indent=indent)
            opening = indent

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and style else text


def _cell(row: Row, n: int) -> str:
    """An answer; one that is not that of the first algorithm is marked."""
    answer = row.answers[n]
    shown = NOBODY if answer.shown == NO_ANTECEDENT else answer.shown
    return f"{DIFFERS} {shown}" if answer.same_as != row.answers[0].same_as else shown


def _alike(answers: Iterable[Answer]) -> list[list[Answer]]:
    """Answers that mean the same, together."""
    ordered = sorted(answers, key=lambda answer: answer.same_as)
    return [list(same) for _, same in groupby(ordered, key=lambda answer: answer.same_as)]


def _fitting(columns: list[list[str]], room: int) -> Iterator[list[list[str]]]:
    block: list[list[str]] = []
    used = 0
    for column in columns:
        needed = len(GAP) + len(column[0])
        if block and used + needed > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += needed
    if block:
        yield block


def _cut(cell: str, width: int) -> str:
    return cell if len(cell) <= width else cell[: width - 1] + "…"
