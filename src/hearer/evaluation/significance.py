"""Whether a difference is one: McNemar's test and bootstrap intervals.

McNemar, mcnemar     two systems on the same pronouns: exact binomial and chi-square
Interval, bootstrap  where a share would lie, were the documents others of the same kind
wilson               the same of a few documents: never 100–100 because all of 24 were right
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, erfc, sqrt
from statistics import NormalDist

SEED = 1998
RESAMPLES = 1000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two systems on the same pronouns: `only_first` of them only the first got right."""

    only_first: int
    only_second: int

    @property
    def discordant(self) -> int:
        return self.only_first + self.only_second

    @property
    def exact(self) -> float:
        """The two-sided p of the binomial test: how often coins would differ so much."""
        fewer = min(self.only_first, self.only_second)
        tail = sum(comb(self.discordant, k) for k in range(fewer + 1))
        # Whole numbers as long as can be: 2.0 ** -n is 0 for a large n.
        return min(1.0, 2 * tail / (1 << self.discordant))

    @property
    def chi_square(self) -> float:
        """McNemar's statistic with Edwards's continuity correction; 1 degree of freedom."""
        if not self.discordant:
            return 0.0
        difference = max(abs(self.only_first - self.only_second) - 1, 0)
        return difference**2 / self.discordant

    @property
    def chi_square_p(self) -> float:
        return erfc(sqrt(self.chi_square / 2))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> McNemar:
    """Compare two systems, pronoun by pronoun.

    >>> mcnemar([True, True, True, False], [True, False, False, False])
    McNemar(only_first=2, only_second=0)
    """
    pairs = Counter(zip(first, second, strict=True))
    return McNemar(only_first=pairs[True, False], only_second=pairs[False, True])


@dataclass(frozen=True, slots=True)
class Interval:
    """A share, and the bounds that 95 % of the resamples lie between."""

    share: float
    low: float
    high: float


def bootstrap(
    groups: Sequence[Sequence[bool]], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Interval:
    """The share of what is true, with an interval from resampling whole groups (documents).

    Pronouns of one document are not independent; where there is only one, its pronouns are
    resampled all the same.

    >>> bootstrap([[True, True], [True]])
    Interval(share=1.0, low=1.0, high=1.0)
    """
    counts = [(sum(group), len(group)) for group in groups if group]
    if len(counts) == 1:
        counts = [(int(is_true), 1) for group in groups for is_true in group]
    if not counts:
        return Interval(0.0, 0.0, 0.0)
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    shares = sorted(_share(chance.choices(counts, k=len(counts))) for _ in range(resamples))
    tail = int(resamples * (1 - LEVEL) / 2)
    return Interval(_share(counts), shares[tail], shares[resamples - 1 - tail])


def _share(counts: Sequence[tuple[int, int]]) -> float:
    return sum(true for true, _ in counts) / sum(all_ for _, all_ in counts)


def wilson(true: int, number: int) -> Interval:
    """The share of what is true, with the interval of Wilson (1927): it is honest about few.

    >>> wilson(24, 24).low < 0.87, wilson(24, 24).high
    (True, 1.0)
    """
    if not number:
        return Interval(0.0, 0.0, 0.0)
    z, share = NormalDist().inv_cdf((1 + LEVEL) / 2), true / number
    middle = share + z**2 / (2 * number)
    reach = z * sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2)
    low, high = (edge / (1 + z**2 / number) for edge in (middle - reach, middle + reach))
    return Interval(share, max(low, 0.0), min(high, 1.0))
