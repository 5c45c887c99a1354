"""Comparisons as text: a table, and below it where the algorithms differ and why.

render    comparisons in columns that fit a terminal, plain or with colours

Where not all algorithms fit beside each other, the table goes on below with the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from textwrap import wrap

from hearer.report.styles import BOLD, RED, styled
from hearer.report.table import Table
from hearer.report.text import blocks
from hearer.views.comparison.answers import Answer, ComparedPronoun, Comparison, reasons
from hearer.views.words import NO_ANTECEDENT

NARROWEST = 40
WIDEST_CELL = 22
NOBODY = "–"
DIFFERS, AGREES = "≠ ", "  "


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
        if not one.pronouns:
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
        for lines in blocks(_table(one), self.width - 1):
            header, *rows = lines
            yield chain([self._styled(header, BOLD)], map(self._row, rows))

    def _row(self, line: str) -> str:
        return self._styled(line, RED if line.startswith(DIFFERS) else "")

    # The reasons ------------------------------------------------------------------------------

    def _difference(self, row: ComparedPronoun) -> Iterator[str]:
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
        return styled(text, style, color=self.color)


def _table(one: Comparison) -> Table:
    header = (AGREES, *map(_cut, one.algorithms))
    rows = tuple(_cells(pronoun) for pronoun in one.pronouns)
    return Table("comparison", one.document, header, rows, names=len(header))


def _cells(row: ComparedPronoun) -> tuple[str, ...]:
    """The pronoun, and the answers; one that is not that of the first algorithm is marked."""
    first = row.answers[0].same_as
    named = (DIFFERS if row.differs else AGREES) + _cut(f"{row.label} {row.word} {row.pronoun}")
    marks = (DIFFERS if answer.same_as != first else "" for answer in row.answers)
    shown = (mark + _shown(answer) for mark, answer in zip(marks, row.answers, strict=True))
    return (named, *map(_cut, shown))


def _shown(answer: Answer) -> str:
    return NOBODY if answer.shown == NO_ANTECEDENT else answer.shown


def _alike(answers: Iterable[Answer]) -> list[list[Answer]]:
    """Answers that mean the same, together."""
    ordered = sorted(answers, key=lambda answer: answer.same_as)
    return [list(same) for _, same in groupby(ordered, key=lambda answer: answer.same_as)]


def _cut(cell: str) -> str:
    return cell if len(cell) <= WIDEST_CELL else cell[: WIDEST_CELL - 1] + "…"
