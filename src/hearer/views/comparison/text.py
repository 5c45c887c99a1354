"""Comparisons as text: a table, and below it where the algorithms differ and why.

render    comparisons in columns that fit a terminal, plain or with colours

Where not all algorithms fit beside each other, the table goes on below with the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from textwrap import wrap

from hearer.report.styles import BOLD, RED, styled
from hearer.report.table import Table, blocks
from hearer.views.comparison.answers import Answer, ComparedPronoun, Comparison, reasons

NARROWEST = 40
WIDEST_CELL = 22
NOBODY = "–"
DIFFERS, AGREES = "≠ ", "  "


def render(comparisons: Sequence[Comparison], *, color: bool = False, width: int = 80) -> str:
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
        for block in self._blocks(one) if one.pronouns else ():
            yield from ("", *block)
        if one.differences:
            yield from ("", self._styled("Where they differ, and why", BOLD))
        for row in one.differences:
            yield from ("", *self._difference(row))

    # The table --------------------------------------------------------------------------------

    def _blocks(self, one: Comparison) -> Iterator[Iterator[str]]:
        """The table, cut into as many as fit the width, each with the pronouns before it."""
        for header, *rows in blocks(_table(one), self.width - 1):
            yield chain([self._styled(header, BOLD)], map(self._row, rows))

    def _row(self, line: str) -> str:
        return self._styled(line, RED if line.startswith(DIFFERS) else "")

    # The reasons ------------------------------------------------------------------------------

    def _difference(self, row: ComparedPronoun) -> Iterator[str]:
        indent = " " * len(f"{row.place} ")
        yield from wrap(f"{row.place} {row.sentence}", self.width, subsequent_indent=indent)
        margin = max(len(answer.algorithm) for answer in row.answers)
        for _, same in groupby(row.by_answer, key=lambda answer: answer.same_as):
            for n, answer in enumerate(same):
                if not n:
                    yield self._styled(f"  {row.pronoun} = {answer.shown}", BOLD)
                yield from self._reasons(answer, margin)

    def _reasons(self, answer: Answer, margin: int) -> Iterator[str]:
        opening = f"    {answer.algorithm.ljust(margin)}  "
        for reason in reasons(answer):
            indent = " " * len(opening)
            yield from wrap(reason, self.width, initial_indent=opening, subsequent_indent=indent)
            opening = indent

    def _styled(self, text: str, style: str) -> str:
        return styled(text, style, color=self.color)


def _table(one: Comparison) -> Table:
    header = (AGREES, *map(_cut, one.algorithms))
    rows = tuple(_cells(pronoun) for pronoun in one.pronouns)
    return Table("comparison", one.document, header, rows, names=len(header))


def _cells(row: ComparedPronoun) -> tuple[str, ...]:
    """The pronoun, and the answers; one that is not that of the first algorithm is marked."""
    first = row.answers[0].same_as
    named = (DIFFERS if row.differs else AGREES) + _cut(f"{row.place} {row.pronoun}")
    shown = (
        DIFFERS * (answer.same_as != first) + (NOBODY if answer.entity is None else answer.shown)
        for answer in row.answers
    )
    return (named, *map(_cut, shown))


def _cut(cell: str) -> str:
    return cell if len(cell) <= WIDEST_CELL else cell[: WIDEST_CELL - 1] + "…"
