"""Statistics of evaluation: shares, precision and recall, intervals and tests.

Pronouns of one document are not independent. Intervals therefore resample documents, and the paired
test exchanges the two systems in whole documents; McNemar's test treats pronouns as independent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from math import comb, erfc, sqrt
from operator import add, getitem
from statistics import NormalDist

SEED = 1998
RESAMPLES = 1000
LEVEL = 0.95
ROUNDING = 1e-12  # smaller differences are rounding errors
EXCHANGES = 10_000  # in the paired test: p is never below 1/10001
PRECISION = 100  # bits: smaller terms of a sum are left out


def share(part: float, whole: float) -> float:
    """Return part / whole, or 0 if the whole is 0.

    >>> share(1, 4), share(0, 0)
    (0.25, 0.0)
    """
    return part / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """A part and its whole."""

    part: int
    whole: int

    @property
    def share(self) -> float:
        return share(self.part, self.whole)


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """The counts of precision, recall and F1, which can be added over documents."""

    right_of_system: float = 0.0
    system: float = 0.0
    right_of_gold: float = 0.0
    gold: float = 0.0

    @classmethod
    def of(cls, right: int, *, said: int, true: int) -> PrecisionRecall:
        """Counts where a correct answer counts the same for precision and recall.

        >>> PrecisionRecall.of(3, said=4, true=4).f1
        0.75
        """
        return cls(right, said, right, true)

    @property
    def precision(self) -> float:
        return share(self.right_of_system, self.system)

    @property
    def recall(self) -> float:
        return share(self.right_of_gold, self.gold)

    @property
    def f1(self) -> float:
        return share(2 * self.precision * self.recall, self.precision + self.recall)

    def __add__(self, other: PrecisionRecall) -> PrecisionRecall:
        return PrecisionRecall(*map(add, astuple(self), astuple(other)))


def sign_test(first: int, second: int) -> float:
    """Return the two-sided p of the binomial sign test (Poesio et al. 2004 test claims with it).

    >>> round(sign_test(9, 1), 6), sign_test(3, 3), sign_test(0, 0)
    (0.021484, 1.0, 1.0)
    """
    number, fewer = first + second, min(first, second)
    term = tail = comb(number, fewer)
    for k in range(fewer, 0, -1):  # comb(number, k - 1), which only gets smaller
        term = term * k // (number - k + 1)
        tail += term
        if term.bit_length() < tail.bit_length() - PRECISION:
            break
    return min(1.0, 2 * tail / (1 << number))  # integers to the end: 2.0**-number may be 0


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test of two systems: `only_first` pronouns only the first resolved correctly."""

    only_first: int
    only_second: int

    @property
    def exact(self) -> float:
        """The two-sided p of the exact test."""
        return sign_test(self.only_first, self.only_second)

    @property
    def chi_square(self) -> float:
        """The statistic with Edwards's continuity correction; 1 degree of freedom."""
        difference = max(abs(self.only_first - self.only_second) - 1, 0)
        return share(difference**2, self.only_first + self.only_second)

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


def trend_test(documents: Iterable[Sequence[int]]) -> float:
    """Return the one-sided p of Page's L (1963), by its normal approximation.

    Each document has the counts of some kinds, the one expected to be most frequent first.

    >>> round(trend_test([[4, 3, 2, 1]] * 3), 4)
    0.0013
    """
    deviation = variance = 0.0
    for counts in documents:
        ranks, middle = shared_ranks(counts), (len(counts) + 1) / 2
        expected = range(len(counts), 0, -1)
        deviation += sum(w * (rank - middle) for w, rank in zip(expected, ranks, strict=True))
        spread = sum((rank - middle) ** 2 for rank in ranks)
        variance += spread * sum((w - middle) ** 2 for w in expected) / max(len(counts) - 1, 1)
    return erfc(deviation / sqrt(2 * variance)) / 2 if variance else 1.0


def shared_ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, 1 for the lowest; equal values share their mean rank.

    >>> shared_ranks([5, 1, 5])
    [2.5, 1.0, 2.5]
    """
    first: dict[float, int] = {}
    for n, value in enumerate(sorted(values), start=1):
        first.setdefault(value, n)
    often = Counter(values)
    return [first[value] + (often[value] - 1) / 2 for value in values]


@dataclass(frozen=True, slots=True)
class Interval:
    """A share and its 95 % interval."""

    share: float
    low: float
    high: float


def bootstrap(groups: Sequence[Sequence[bool]]) -> Interval:
    """Return the share of True with an interval from resampling whole groups (documents).

    If there is only one group, its members are resampled.

    >>> bootstrap([[True, True], [True]])
    Interval(share=1.0, low=1.0, high=1.0)
    """
    counts = [(sum(group), len(group)) for group in groups if group]
    if len(counts) == 1:
        counts = [(int(is_true), 1) for group in groups for is_true in group]
    if not counts:
        return Interval(0.0, 0.0, 0.0)

    def share_of(some: Sequence[tuple[int, int]]) -> float:
        return sum(true for true, _ in some) / sum(number for _, number in some)

    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    drawn = [share_of(chance.choices(counts, k=len(counts))) for _ in range(RESAMPLES)]
    return _between(share_of(counts), drawn)


def _between(found: float, drawn: Sequence[float]) -> Interval:
    ordered, tail = sorted(drawn), int(len(drawn) * (1 - LEVEL) / 2)
    return Interval(found, ordered[tail], ordered[-1 - tail])


def wilson(true: int, number: int) -> Interval:
    """Return a share with the interval of Wilson (1927), which suits small numbers.

    >>> wilson(24, 24).low < 0.87, wilson(24, 24).high
    (True, 1.0)
    """
    if not number:
        return Interval(0.0, 0.0, 0.0)
    z, found = NormalDist().inv_cdf((1 + LEVEL) / 2), true / number
    middle = found + z**2 / (2 * number)
    reach = z * sqrt(found * (1 - found) / number + (z / (2 * number)) ** 2)
    low, high = (edge / (1 + z**2 / number) for edge in (middle - reach, middle + reach))
    return Interval(found, max(low, 0.0), min(high, 1.0))


@dataclass(frozen=True, slots=True)
class Difference:
    """The first share minus the second, its interval and p; 0.02 is two percentage points."""

    points: float
    low: float
    high: float
    p: float


_Counts = tuple[int, int, int, int]  # correct and all answers of two systems in one document


def paired(first: Sequence[Sequence[bool]], second: Sequence[Sequence[bool]]) -> Difference:
    """Compare two systems on the same documents, which are the groups.

    The interval resamples documents, the same for both systems. The test exchanges the systems in
    every document or not: p is the two-sided share of exchanges that give as large a difference.
    All exchanges are tried if there are at most 10 000, else 10 000 at random. If there is only
    one document, with as many pronouns for both systems, its pronouns take the place of documents.

    >>> paired([[True, True], [True, True]], [[False, True], [False, True]])
    Difference(points=0.5, low=0.5, high=0.5, p=0.5)
    """
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a or b]
    if len(pairs) == 1 and len(pairs[0][0]) == len(pairs[0][1]):
        pairs = [([a], [b]) for a, b in zip(*pairs[0], strict=True)]
    if not pairs:
        return Difference(0.0, 0.0, 0.0, 1.0)
    counts = [(sum(a), len(a), sum(b), len(b)) for a, b in pairs]
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    drawn = [_points(chance.choices(counts, k=len(counts))) for _ in range(RESAMPLES)]
    found = _between(_points(counts), drawn)
    return Difference(found.share, found.low, found.high, _exchanged(counts, chance))


def _points(counts: Sequence[_Counts]) -> float:
    right, number, other_right, other_number = map(sum, zip(*counts, strict=True))
    return share(right, number) - share(other_right, other_number)


def _exchanged(counts: Sequence[_Counts], chance: random.Random) -> float:
    """Return the share of exchanges between the systems that give as large a difference."""
    differing = [one for one in counts if one[:2] != one[2:]]
    right, number, other_right, other_number = map(sum, zip(*counts, strict=True))
    more_right = _sum_of_some([one[2] - one[0] for one in differing])
    more = _sum_of_some([one[3] - one[1] for one in differing])

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
    return (extreme + 1) / (EXCHANGES + 1)  # what was observed is an exchange, too


def _sum_of_some(numbers: Sequence[int]) -> Callable[[bytes], int]:
    """Return a function that sums the numbers chosen by bits, eight looked up at a time."""
    eights = (numbers[n : n + 8] for n in range(0, len(numbers), 8))
    tables = [
        [sum(n for k, n in enumerate(eight) if bits >> k & 1) for bits in range(256)]
        for eight in eights
    ]
    return lambda some: sum(map(getitem, tables, some))
