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
from math import comb, erfc, sqrt
from operator import getitem
from statistics import NormalDist
from typing import NamedTuple

from hearer.evaluation.rates import share

SEED = 1998
RESAMPLES = 1000
LEVEL = 0.95
ROUNDING = 1e-12  # two differences that are nearer are the same
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

Groups = Sequence[Sequence[bool]]  # what is right, a document each


class _Counts(NamedTuple):
    """Right and all of two systems in a document."""

    right: int
    all: int
    other_right: int
    other_all: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger the first share is than the second, its interval, and how likely by chance.

    `points`, `low` and `high` are differences of shares: 0.02 is two points of per cent.
    """

    points: float
    low: float
    high: float
    p: float


def paired(
    first: Groups, second: Groups, *, seed: int = SEED, resamples: int = RESAMPLES
) -> Difference:
    """The difference between two systems on the same documents, which are the groups.

    The interval draws documents with replacement, the same for both. The test exchanges the two
    systems in every document or not: p, two-sided, is the share of exchanges that make as large
    a difference. All exchanges are tried where there are few, else 10 000, by chance. Where there
    is only one document with as many pronouns for both, these take the place of documents.

    >>> paired([[True, True], [True, True]], [[False, True], [False, True]])
    Difference(points=0.5, low=0.5, high=0.5, p=0.5)
    """
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a or b]
    if len(pairs) == 1 and len(pairs[0][0]) == len(pairs[0][1]):
        pairs = [([a], [b]) for a, b in zip(*pairs[0], strict=True)]
    if not pairs:
        return Difference(0.0, 0.0, 0.0, 1.0)
    counts = [_Counts(sum(a), len(a), sum(b), len(b)) for a, b in pairs]
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    drawn = [_points(chance.choices(counts, k=len(counts))) for _ in range(resamples)]
    found = _between(_points(counts), drawn)
    return Difference(found.share, found.low, found.high, _exchanged(counts, chance))


def _points(counts: Sequence[_Counts]) -> float:
    right, number, other_right, other_number = map(sum, zip(*counts, strict=True))
    return share(right, number) - share(other_right, other_number)


def _exchanged(counts: Sequence[_Counts], chance: random.Random) -> float:
    """How often the difference is as large when the two are exchanged in documents by chance."""
    differing = [one for one in counts if one[:2] != one[2:]]
    right, number, other_right, other_number = map(sum, zip(*counts, strict=True))
    more_right = _SumOfSome([one.other_right - one.right for one in differing])
    more = _SumOfSome([one.other_all - one.all for one in differing])

    def points(some: bytes) -> float:
        r, n = more_right(some), more(some)
        return abs(share(right + r, number + n) - share(other_right - r, other_number - n))

    size = -(-len(differing) // 8)
    found = points(bytes(size)) - ROUNDING
    if 2 ** len(differing) <= EXCHANGES:
        ways = [points(n.to_bytes(size, "little")) for n in range(2 ** len(differing))]
        return sum(way >= found for way in ways) / len(ways)
    drawn = (chance.getrandbits(len(differing)).to_bytes(size, "little") for _ in range(EXCHANGES))
    extreme = sum(points(some) >= found for some in drawn)
    return (extreme + 1) / (EXCHANGES + 1)  # what was found is an exchange, too


class _SumOfSome:
    """The sum of some of many numbers, chosen by bits; eight are added up at a time."""

    def __init__(self, numbers: Sequence[int]) -> None:
        eights = (numbers[n : n + 8] for n in range(0, len(numbers), 8))
        self.tables = [
            [sum(n for k, n in enumerate(eight) if bits >> k & 1) for bits in range(256)]
            for eight in eights
        ]

    def __call__(self, some: bytes) -> int:
        return sum(map(getitem, self.tables, some))
