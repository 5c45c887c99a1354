"""Whole chains: MUC, B³, CEAF, LEA, and the CoNLL average.

A chain is a set of mentions, a mention the set of its words; two mentions are the same if all words
are. Chains of one mention are left out on both sides, as in CoNLL-2012 and by CorefUD's default.

Vilain et al. 1995 (MUC), Bagga & Baldwin 1998 (B³), Luo 2005 (CEAF), Moosavi & Strube 2016 (LEA).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import inf

from hearer.evaluation.statistics import PrecisionRecall

Cluster = frozenset[Hashable]
Clusters = Sequence[Cluster]
Measure = Callable[[Clusters, Clusters], PrecisionRecall]
ChainScores = Mapping[str, PrecisionRecall]


def score_chains(
    gold: Iterable[Iterable[Hashable]],
    system: Iterable[Iterable[Hashable]],
    *,
    singletons: bool = False,
) -> dict[str, PrecisionRecall]:
    """Return the counts of every measure for one document."""
    shortest = 1 if singletons else 2
    ours, theirs = (
        [cluster for cluster in map(frozenset, chains) if len(cluster) >= shortest]
        for chains in (system, gold)
    )
    return {name: measure(ours, theirs) for name, measure in MEASURES.items()}


def added(scores: Iterable[ChainScores]) -> dict[str, PrecisionRecall]:
    """Return the scores of several documents together."""
    total = dict.fromkeys(MEASURES, PrecisionRecall())
    for score in scores:
        total = {name: total[name] + score[name] for name in MEASURES}
    return total


def conll(scores: ChainScores) -> float:
    """Return the average F1 of MUC, B³ and CEAFe."""
    return sum(scores[name].f1 for name in ("MUC", "B3", "CEAFe")) / 3


def _shared(clusters: Clusters, others: Clusters) -> list[Counter[int]]:
    """Return, for each cluster, how many mentions it shares with which of the others."""
    where = {mention: n for n, other in enumerate(others) for mention in other}
    return [Counter(where[m] for m in cluster if m in where) for cluster in clusters]


# For one chain and the chains that share its mentions: how much is right, and how much could be.
Credit = Callable[[Cluster, Counter[int], Clusters], tuple[float, float]]


def _muc(cluster: Cluster, shared: Counter[int], _: Clusters) -> tuple[float, float]:
    return shared.total() - len(shared), len(cluster) - 1


def _b_cubed(cluster: Cluster, shared: Counter[int], _: Clusters) -> tuple[float, float]:
    return sum(count**2 for count in shared.values()) / len(cluster), len(cluster)


def _lea(cluster: Cluster, shared: Counter[int], others: Clusters) -> tuple[float, float]:
    if len(cluster) == 1:  # a singleton is linked to itself, if it is one on both sides
        return any(len(others[other]) == 1 for other in shared), 1
    links = sum(count * (count - 1) / 2 for count in shared.values())
    return len(cluster) * links / (len(cluster) * (len(cluster) - 1) / 2), len(cluster)


def _either_side(credit: Credit) -> Measure:
    def one_side(clusters: Clusters, others: Clusters) -> tuple[float, float]:
        right = total = 0.0
        for cluster, shared in zip(clusters, _shared(clusters, others), strict=True):
            of_cluster, out_of = credit(cluster, shared, others)
            right, total = right + of_cluster, total + out_of
        return right, total

    return lambda ours, gold: PrecisionRecall(*one_side(ours, gold), *one_side(gold, ours))


def _ceaf(similarity: Callable[[Cluster, Cluster], float]) -> Measure:
    """Return the measure of the best alignment of chains by a similarity."""

    def measure(system: Clusters, gold: Clusters) -> PrecisionRecall:
        weights = {
            (n, m): similarity(system[n], gold[m])
            for n, shared in enumerate(_shared(system, gold))
            for m in sorted(shared)
        }
        best = best_total(weights)
        said, true = (sum(similarity(c, c) for c in clusters) for clusters in (system, gold))
        return PrecisionRecall(best, said, best, true)

    return measure


MEASURES: Mapping[str, Measure] = {
    "MUC": _either_side(_muc),
    "B3": _either_side(_b_cubed),
    "CEAFm": _ceaf(lambda one, other: len(one & other)),
    "CEAFe": _ceaf(lambda one, other: 2 * len(one & other) / (len(one) + len(other))),
    "LEA": _either_side(_lea),
}


Weights = Mapping[tuple[int, int], float]
Prices = list[float]


def best_total(weights: Weights) -> float:
    """Return the greatest sum of weights of pairs, each left and each right number used once.

    Kuhn's method (1955) by shortest augmenting paths, on each connected component.

    >>> best_total({(0, 0): 2.0, (0, 1): 3.0, (1, 1): 2.5})
    4.5
    """
    parents: dict[tuple[str, int], tuple[str, int]] = {}

    def root(node: tuple[str, int]) -> tuple[str, int]:
        while parents.setdefault(node, node) != node:
            node = parents[node]
        return node

    for left, right in weights:
        parents[root(("left", left))] = root(("right", right))
    components: dict[tuple[str, int], dict[tuple[int, int], float]] = {}
    for (left, right), weight in weights.items():
        components.setdefault(root(("left", left)), {})[left, right] = weight
    return sum(map(_best, components.values()))


def _best(weights: Weights) -> float:
    lefts = sorted({left for left, _ in weights})
    rights = sorted({right for _, right in weights})
    if len(lefts) > len(rights):
        return _best({(right, left): weight for (left, right), weight in weights.items()})
    costs = [[-weights.get((left, right), 0.0) for right in rights] for left in lefts]
    row_price, column_price = [0.0] * (len(lefts) + 1), [0.0] * (len(rights) + 1)
    taken_by = [0] * (len(rights) + 1)  # the row, from 1, that has each column; 0 for none
    for row in range(1, len(lefts) + 1):
        taken_by[0] = row
        column, before = _path(costs, taken_by, row_price, column_price)
        while column:
            taken_by[column] = taken_by[before[column]]
            column = before[column]
    taken = ((row, column) for column, row in enumerate(taken_by) if column and row)
    return -sum(costs[row - 1][column - 1] for row, column in taken)


def _path(
    costs: list[Prices], taken_by: list[int], row_price: Prices, column_price: Prices
) -> tuple[int, list[int]]:
    """Return the free column nearest to the row in column 0, and the predecessors on the way."""
    columns = len(column_price)
    least, before = [inf] * columns, [0] * columns
    done = [False] * columns
    column = 0
    while taken_by[column] or not column:
        done[column] = True
        row = taken_by[column]
        for other in range(1, columns):
            cost = costs[row - 1][other - 1] - row_price[row] - column_price[other]
            if not done[other] and cost < least[other]:
                least[other], before[other] = cost, column
        following = min((c for c in range(1, columns) if not done[c]), key=least.__getitem__)
        delta = least[following]
        for other in range(columns):
            if done[other]:
                row_price[taken_by[other]] += delta
                column_price[other] -= delta
            else:
                least[other] -= delta
        column = following
    return column, before
