"""How well candidates, and nobody, fit what is said of a pronoun.

    fits_of     for each candidate and last for nobody, the number of a value
    LEAST       from which log odds on a value holds, of candidates
    OF_NOBODY   the same of nobody

The English pipeline reads off a sentence what each word means where it stands (model/meaning.py):
what it offers, what a pronoun asks for, and whether it asks for anybody. All that passed the test
are put beside each other, and nobody beside them: how well one fits is the odds of its share.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from math import exp, inf
from typing import NamedTuple

from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.values import Fit
from hearer.model import ReferringExpression
from hearer.model.meaning import Asking, nobody

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


def fits_of(pronoun: ReferringExpression, candidates: Sequence[ListedEntity]) -> Sequence[int]:
    """The numbers of values for all candidates, and last for nobody; () if nobody can say."""
    asking = pronoun.meaning
    if not asking:
        return ()
    fit = Asking(asking).fit
    meant = [(known.latest.meaning, known.named) for known in candidates]
    scores = [fit(latest, named or latest) for latest, named in meant if latest or named]
    if not scores:
        return ()
    *odds, of_nobody = odds_of([*scores, nobody(asking)])
    found = iter(odds)
    told = [SCALE.value(next(found)) if any(each) else NOTHING for each in meant]
    return bytes([*told, SCALE_OF_NOBODY.value(of_nobody)])


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
