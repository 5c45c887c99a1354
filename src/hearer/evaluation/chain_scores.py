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

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from hearer.evaluation.assignment import best_total
from hearer.evaluation.rates import PrecisionRecall

Cluster = frozenset[Hashable]


ChainScores = Mapping[str, PrecisionRecall]


def score_chains(
    gold: Iterable[Iterable[Hashable]],
    system: Iterable[Iterable[Hashable]],
    *,
    singletons: bool = False,
) -> dict[str, PrecisionRecall]:
    """The counts of every measure for one document; `singletons` keeps chains of one mention."""
    shortest = 1 if singletons else 2
    ours, theirs = _clusters(system, shortest), _clusters(gold, shortest)
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


def _clusters(chains: Iterable[Iterable[Hashable]], shortest: int) -> tuple[Cluster, ...]:
    found = (frozenset(chain) for chain in chains)
    return tuple(cluster for cluster in found if len(cluster) >= shortest)


def _of(clusters: Sequence[Cluster]) -> dict[Hashable, int]:
    return {mention: n for n, cluster in enumerate(clusters) for mention in cluster}


# Link by link ---------------------------------------------------------------------------------


def muc(system: Sequence[Cluster], gold: Sequence[Cluster]) -> PrecisionRecall:
    """The links that would have to be cut or added."""
    return PrecisionRecall(*_muc(system, gold), *_muc(gold, system))


def _muc(clusters: Sequence[Cluster], others: Sequence[Cluster]) -> tuple[float, float]:
    where = _of(others)
    right = total = 0
    for cluster in clusters:
        parts = {where[mention] for mention in cluster if mention in where}
        alone = sum(mention not in where for mention in cluster)
        right += len(cluster) - len(parts) - alone
        total += len(cluster) - 1
    return right, total


def lea(system: Sequence[Cluster], gold: Sequence[Cluster]) -> PrecisionRecall:
    """The share of its links that each chain has right, weighted by its size."""
    return PrecisionRecall(*_lea(system, gold), *_lea(gold, system))


def _lea(clusters: Sequence[Cluster], others: Sequence[Cluster]) -> tuple[float, float]:
    where = _of(others)
    right = total = 0.0
    for cluster in clusters:
        shared = _shared(cluster, where)
        if len(cluster) == 1:  # a mention alone is linked to itself, if it is alone in both
            right += any(len(others[other]) == 1 for other in shared)
        else:
            links = sum(_links(count) for count in shared.values())
            right += len(cluster) * links / _links(len(cluster))
        total += len(cluster)
    return right, total


def _links(size: int) -> float:
    return size * (size - 1) / 2


# Mention by mention ---------------------------------------------------------------------------


def b_cubed(system: Sequence[Cluster], gold: Sequence[Cluster]) -> PrecisionRecall:
    """How pure the chain of each mention is."""
    return PrecisionRecall(*_b_cubed(system, gold), *_b_cubed(gold, system))


def _b_cubed(clusters: Sequence[Cluster], others: Sequence[Cluster]) -> tuple[float, float]:
    where = _of(others)
    right = total = 0.0
    for cluster in clusters:
        right += sum(count**2 for count in _shared(cluster, where).values()) / len(cluster)
        total += len(cluster)
    return right, total


def _shared(cluster: Cluster, where: Mapping[Hashable, int]) -> dict[int, int]:
    """How many mentions a cluster shares with each of the others."""
    shared: dict[int, int] = {}
    for mention in cluster:
        if mention in where:
            shared[where[mention]] = shared.get(where[mention], 0) + 1
    return shared


# Chain by chain -------------------------------------------------------------------------------


def ceaf_m(system: Sequence[Cluster], gold: Sequence[Cluster]) -> PrecisionRecall:
    """The best alignment of chains, by how many mentions they share."""
    total = _aligned(system, gold, lambda one, other: float(len(one & other)))
    return PrecisionRecall(total, sum(map(len, system)), total, sum(map(len, gold)))


def ceaf_e(system: Sequence[Cluster], gold: Sequence[Cluster]) -> PrecisionRecall:
    """The best alignment of chains, by the share of mentions they share."""
    total = _aligned(
        system, gold, lambda one, other: 2 * len(one & other) / (len(one) + len(other))
    )
    return PrecisionRecall(total, len(system), total, len(gold))


def _aligned(
    system: Sequence[Cluster],
    gold: Sequence[Cluster],
    similarity: Callable[[Cluster, Cluster], float],
) -> float:
    where = _of(gold)
    weights = {
        (n, m): similarity(cluster, gold[m])
        for n, cluster in enumerate(system)
        for m in sorted(_shared(cluster, where))
    }
    return best_total(weights)


MEASURES: Mapping[str, Callable[[Sequence[Cluster], Sequence[Cluster]], PrecisionRecall]] = {
    "MUC": muc,
    "B3": b_cubed,
    "CEAFm": ceaf_m,
    "CEAFe": ceaf_e,
    "LEA": lea,
}
