"""Whether a difference is one: McNemar's test, and resampling of whole documents.

    McNemar, mcnemar     two systems on the same pronouns: exact binomial and chi-square
    Interval, bootstrap  where a share would lie, were the documents others of the same kind
    wilson               the same of a few documents: never 100–100 because all of 24 were right
    Difference, paired   how much one system has more than another on the same documents

Pronouns of one document rise and fall together, so it is documents that are drawn (for an interval)
or exchanged between the systems (for a test); McNemar's test takes every pronoun for itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, erfc, sqrt
from statistics import NormalDist

SEED = 1998
RESAMPLES = 1000
LEVEL = 0.95
EXCHANGES = 10_000  # for the test: p is never below 1/10001


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
    shares = [_share(chance.choices(counts, k=len(counts))) for _ in range(resamples)]
    return _between(_share(counts), shares)


def _between(share: float, drawn: Sequence[float]) -> Interval:
    """A share, and what 95 of 100 draws lie between."""
    ordered, tail = sorted(drawn), int(len(drawn) * (1 - LEVEL) / 2)
    return Interval(share, ordered[tail], ordered[-1 - tail])


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


# Two systems, document by document --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more the first has right than the second, as a share, and how often by chance."""

    between: Interval
    p: float


def paired(
    groups: Sequence[Sequence[tuple[bool, bool]]], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Difference:
    """The difference of two systems on the same pronouns, by documents (groups).

    The interval draws documents with replacement, the same for both. The test exchanges the two
    systems in every document or not: p, two-sided, is the share of exchanges that make as large
    a difference. All exchanges are tried where there are few, else 10 000, by chance. Where there
    is only one document, its pronouns take the place of documents.

    >>> paired([[(True, False)], [(True, False), (True, True)]])
    Difference(between=Interval(share=0.6666666666666666, low=0.5, high=1.0), p=0.5)
    """
    filled = [group for group in groups if group]
    if len(filled) == 1:
        filled = [[pair] for pair in filled[0]]
    if not filled:
        return Difference(Interval(0.0, 0.0, 0.0), 1.0)
    counts = [(sum(one - other for one, other in group), len(group)) for group in filled]
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    shares = [_share(chance.choices(counts, k=len(counts))) for _ in range(resamples)]
    p = _exchanged([more for more, _ in counts if more], chance)
    return Difference(_between(_share(counts), shares), p)


def _exchanged(more: Sequence[int], chance: random.Random) -> float:
    """How often the sum of numbers, each with a sign by chance, is as far from 0 as it is."""
    found = abs(sum(more))
    if 2 ** len(more) <= EXCHANGES:
        signs = product((1, -1), repeat=len(more))
        sums = [sum(s * n for s, n in zip(each, more, strict=True)) for each in signs]
        return sum(abs(one) >= found for one in sums) / len(sums)
    total, extreme = sum(more), 0
    for _ in range(EXCHANGES):
        bits = chance.getrandbits(len(more))
        drawn = total - 2 * sum(n for k, n in enumerate(more) if bits >> k & 1)
        extreme += abs(drawn) >= found
    return (extreme + 1) / (EXCHANGES + 1)  # what was found is an exchange, too
