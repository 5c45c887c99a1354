"""Two algorithms, or two ways to hear, on the pronouns that both count.

    RowsByDocument   the rows of an algorithm, a document each (Evaluation.by_document)
    PairedComparison their shares, the difference by documents, and McNemar's test beside it
    compared         what two have right, pronoun by pronoun
    agreement        how often they are right or wrong together

A profile may leave out more than another (direct speech, demonstratives): what only one counts is
not compared, and `PairedComparison.pronouns` says how many are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from hearer.evaluation.measures import PronounRow
from hearer.evaluation.rates import share
from hearer.evaluation.significance import Difference, McNemar, mcnemar, paired

RowsByDocument = Sequence[Sequence[PronounRow]]


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """Two algorithms on the same pronouns: how many each has right."""

    pronouns: int
    first: int
    second: int
    difference: Difference  # by documents: interval and test
    mcnemar: McNemar  # by pronouns

    @property
    def shares(self) -> tuple[float, float]:
        return share(self.first, self.pronouns), share(self.second, self.pronouns)


def compared(one: RowsByDocument, other: RowsByDocument) -> PairedComparison:
    """What two have right, over the pronouns that both count.

    Both are of the same documents in the same order: of one evaluation, or of two that hear the
    same in different ways.
    """
    groups = _pairs(one, other)
    first, second = ([[pair[n] for pair in group] for group in groups] for n in (0, 1))
    return PairedComparison(
        pronouns=sum(map(len, groups)),
        first=sum(map(sum, first)),
        second=sum(map(sum, second)),
        difference=paired(first, second),
        mcnemar=mcnemar([*chain(*first)], [*chain(*second)]),
    )


def agreement(one: RowsByDocument, other: RowsByDocument) -> float:
    """The share of the pronouns that both count which both have right, or both wrong."""
    pairs = [pair for group in _pairs(one, other) for pair in group]
    return share(sum(mine == theirs for mine, theirs in pairs), len(pairs))


def _pairs(one: RowsByDocument, other: RowsByDocument) -> list[list[tuple[bool, bool]]]:
    return [_both(mine, theirs) for mine, theirs in zip(one, other, strict=True)]


def _both(one: Sequence[PronounRow], other: Sequence[PronounRow]) -> list[tuple[bool, bool]]:
    """Whether they are right, where both are counted."""
    theirs = {row.scored.word: row for row in other if row.is_counted}
    mine = [row for row in one if row.is_counted and row.scored.word in theirs]
    return [(row.is_right, theirs[row.scored.word].is_right) for row in mine]
