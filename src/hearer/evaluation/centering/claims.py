"""Whether a claim of centering holds, and whether two instantiations differ.

sign_test       more cases for a claim than against it? (Poesio et al. 2004 test claims so)
trend_test      are there, document by document, the more of a kind the more it is preferred?
signed_ranks    are the shares of documents higher by one way than by another?

The sign test and the signed ranks (Wilcoxon 1945) are two-sided; the trend, which is Page's L
(1963), has a direction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import erfc, exp, lgamma, log, sqrt

FEW = 25  # differences, up to which all signs are tried
NOTHING = 1e-17  # is added to what is 1 or more


def sign_test(kept: int, violated: int) -> float:
    """The p of the binomial test: how often coins would differ so much.

    >>> round(sign_test(9, 1), 6), sign_test(3, 3), sign_test(0, 0)
    (0.021484, 1.0, 1.0)
    """
    if kept == violated:
        return 1.0
    number, fewer = kept + violated, min(kept, violated)
    log_ways = lgamma(number + 1) - lgamma(fewer + 1) - lgamma(number - fewer + 1)
    term = tail = 1.0  # in units of the largest; the others get smaller and smaller
    for k in range(fewer, 0, -1):
        term *= k / (number - k + 1)
        tail += term
        if term < NOTHING:
            break
    return min(1.0, 2 * tail * exp(log_ways - number * log(2)))


def trend_test(documents: Iterable[Sequence[int]]) -> float:
    """The p of Page's L: each document counts some kinds, the most preferred first.

    Ranks of equal counts are shared. L is taken as normal.

    >>> round(trend_test([[4, 3, 2, 1]] * 3), 4)
    0.0013
    """
    deviation = variance = 0.0
    for counts in documents:
        ranks, middle = shared_ranks(counts), (len(counts) + 1) / 2
        wanted = range(len(counts), 0, -1)
        deviation += sum(w * (rank - middle) for w, rank in zip(wanted, ranks, strict=True))
        spread = sum((rank - middle) ** 2 for rank in ranks)
        variance += spread * sum((w - middle) ** 2 for w in wanted) / max(len(counts) - 1, 1)
    return erfc(deviation / sqrt(2 * variance)) / 2 if variance else 1.0


def signed_ranks(differences: Iterable[float]) -> float:
    """The p of Wilcoxon's test: of few differences all signs are tried, of many the sum is normal.

    >>> signed_ranks([0.1, 0.2, 0.3, 0.4, 0.5]), signed_ranks([0.0])
    (0.0625, 1.0)
    """
    found = [x for x in differences if x]
    doubled = [round(2 * rank) for rank in shared_ranks([abs(x) for x in found])]
    total = sum(doubled)
    up = sum(rank for rank, x in zip(doubled, found, strict=True) if x > 0)
    fewer = min(up, total - up)
    if len(found) <= FEW:
        tail = sum(times for number, times in _sums(doubled).items() if number <= fewer)
        return min(1.0, 2 * tail / (1 << len(found)))
    spread = sqrt(sum(rank**2 for rank in doubled)) / 2
    return erfc((total / 2 - fewer) / spread / sqrt(2))


def _sums(numbers: Iterable[int]) -> Counter[int]:
    """The sums of all selections of some numbers, and how many selections have each."""
    sums = Counter({0: 1})
    for number in numbers:
        sums = sums + Counter({known + number: times for known, times in sums.items()})
    return sums


def shared_ranks(values: Sequence[float]) -> list[float]:
    """The ranks of values, the lowest 1; equal ones share theirs.

    >>> shared_ranks([5, 1, 5])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(values)
    first: dict[float, int] = {}
    for n, value in enumerate(ordered, start=1):
        first.setdefault(value, n)
    often = Counter(values)
    return [first[value] + (often[value] - 1) / 2 for value in values]
