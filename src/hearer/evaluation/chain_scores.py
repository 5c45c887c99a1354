"""Whole chains: MUC, B³, CEAF, LEA, and the CoNLL average of the first three F1.

    ChainScores     precision and recall by each measure
    score_chains    those of one document
    added           those of several
    conll           the average F1 of MUC, B³ and CEAFe

A chain is a set of mentions, a mention the set of its words; two are the same when all words are.
Chains of one mention are left out on both sides, as in CoNLL-2012 and by CorefUD's default.

Vilain et al. 1995 (MUC), Bagga & Baldwin 1998 (B³), Luo 2005 (CEAF), Moosavi & Strube 2016 (LEA).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from hearer.evaluation.assignment import best_total
from hearer.evaluation.rates import PrecisionRecall

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
    """The counts of every measure for one document; `singletons` keeps chains of one mention."""
    shortest = 1 if singletons else 2
    ours, theirs = (
        [cluster for cluster in map(frozenset, chains) if len(cluster) >= shortest]
        for chains in (system, gold)
    )
    return {name: measure(ours, theirs) for name, measure in MEASURES.items()}


def added(scores: Iterable[ChainScores]) -> dict[str, PrecisionRecall]:
    """The scores of several documents as one."""
    total = dict.fromkeys(MEASURES, PrecisionRecall())
    for score in scores:
        total = {name: total[name] + score[name] for name in MEASURES}
    return total


def conll(scores: ChainScores) -> float:
    """The average F1 of MUC, B³ and CEAFe."""
    return sum(scores[name].f1 for name in ("MUC", "B3", "CEAFe")) / 3


def _shared(clusters: Clusters, others: Clusters) -> list[Counter[int]]:
    """How many mentions each cluster shares with which of the others."""
    where = {mention: n for n, other in enumerate(others) for mention in other}
    return [Counter(where[m] for m in cluster if m in where) for cluster in clusters]


# Chain by chain, on either side -----------------------------------------------------------------

# What of a chain is right, and what could be: of its mentions, by the chains that share them.
Credit = Callable[[Cluster, Counter[int], Clusters], tuple[float, float]]


def _muc(cluster: Cluster, shared: Counter[int], _: Clusters) -> tuple[float, float]:
    """The links that would not have to be cut."""
    return shared.total() - len(shared), len(cluster) - 1


def _b_cubed(cluster: Cluster, shared: Counter[int], _: Clusters) -> tuple[float, float]:
    """How pure the chain of each mention is."""
    return sum(count**2 for count in shared.values()) / len(cluster), len(cluster)


def _lea(cluster: Cluster, shared: Counter[int], others: Clusters) -> tuple[float, float]:
    """The share of its links that a chain has right, weighted by its size."""
    if len(cluster) == 1:  # a mention alone is linked to itself, if it is alone in both
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


# The best alignment of chains -------------------------------------------------------------------


def _ceaf(similarity: Callable[[Cluster, Cluster], float]) -> Measure:
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
