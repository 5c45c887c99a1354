"""How well candidates, and nobody, fit what is said of a pronoun.

    Fits        for each candidate and last for nobody, the number of a value; and their ranks
    fits_of     those of a pronoun and its candidates
    LEAST       from which log odds on a value holds, of candidates
    OF_NOBODY   the same of nobody

The English pipeline reads off a sentence what each word means where it stands (model/meaning.py):
what it offers, what a pronoun asks for, and whether it asks for anybody. All that passed the test
are put beside each other, and nobody beside them: how well one fits is the odds of its share.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from math import exp, inf
from typing import NamedTuple

from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.values import Fit, FitRank
from hearer.model import ReferringExpression
from hearer.model.meaning import fit, nobody

NOTHING = 0  # to be said of who has no meaning
LEAST = {
    Fit.NOT_AT_ALL: -inf,
    Fit.HARDLY: -5.0,
    Fit.BADLY: -3.5,
    Fit.WORSE: -2.5,
    Fit.A_LITTLE_WORSE: -1.5,
    Fit.ALIKE: -0.5,
    Fit.A_LITTLE_BETTER: 0.5,
    Fit.BETTER: 1.5,
    Fit.MUCH_BETTER: 2.5,
    Fit.BEST: 3.5,
    Fit.BY_FAR_BEST: 5.0,
}
OF_NOBODY = {
    Fit.NOBODY_NOT_AT_ALL: -inf,
    Fit.NOBODY_HARDLY: -4.0,
    Fit.NOBODY_WORSE: -2.5,
    Fit.NOBODY_ALIKE: -1.0,
    Fit.NOBODY_BETTER: 1.0,
    Fit.NOBODY_BEST: 2.5,
    Fit.NOBODY_BY_FAR_BEST: 4.0,
}


class Fits(NamedTuple):
    """How well candidates, and last nobody, fit what is said: numbers of values."""

    values: Sequence[int] = ()  # of Fit
    ranks: Sequence[int] = ()  # of FitRank; nobody has none


NOBODY_CAN_SAY = Fits()


def fits_of(pronoun: ReferringExpression, candidates: Sequence[ListedEntity]) -> Fits:
    """How well all candidates, and last nobody, fit what is said; nothing if nobody can say."""
    asking = pronoun.meaning
    if not asking:
        return NOBODY_CAN_SAY
    meant = [(known.latest.meaning, known.named) for known in candidates]
    scores = [fit(asking, latest, named or latest) for latest, named in meant if latest or named]
    if not scores:
        return NOBODY_CAN_SAY
    *odds, of_nobody = odds_of([*scores, nobody(asking)])
    ranks = ranks_of(scores)
    has_meaning = [any(each) for each in meant]
    values = spread(map(SCALE.value, odds), has_meaning)
    return Fits(
        bytes([*values, SCALE_OF_NOBODY.value(of_nobody)]), bytes(spread(ranks, has_meaning))
    )


def spread(told: Iterable[int], has_meaning: Sequence[bool]) -> list[int]:
    """What is told of those that have a meaning, and nothing of the others."""
    found = iter(told)
    return [next(found) if has else NOTHING for has in has_meaning]


def ranks_of(scores: Sequence[float]) -> list[int]:
    """The best fit, the second best, ...: the last value is for all behind."""
    best_first = sorted(range(len(scores)), key=lambda n: -scores[n])
    ranks = [0] * len(scores)
    for rank, n in enumerate(best_first, 1):
        ranks[n] = min(rank, len(FitRank))
    return ranks


def odds_of(scores: Sequence[float]) -> list[float]:
    """The odds of each: its share against that of all others."""
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    total = sum(shares)
    return [share / (total - share) if total > share else inf for share in shares]


class Scale(NamedTuple):
    """Values, and the odds from which on each holds."""

    values: tuple[Fit, ...]
    least: tuple[float, ...]

    @classmethod
    def of(cls, table: Mapping[Fit, float]) -> Scale:
        return cls(tuple(table), tuple(map(exp, table.values())))

    def value(self, odds: float) -> Fit:
        return self.values[bisect(self.least, odds) - 1]


SCALE, SCALE_OF_NOBODY = Scale.of(LEAST), Scale.of(OF_NOBODY)
