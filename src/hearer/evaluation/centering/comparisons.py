"""Two instantiations on the same documents, and whether a claim is kept more often by one.

COMPARED         what is compared: shares of each document
WayComparison    the shares of two instantiations, document by document
comparisons      each instantiation beside the first, or all beside each other
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from hearer.evaluation.centering.claims import signed_ranks
from hearer.evaluation.centering.orders import METRICS, NOT_RATED
from hearer.evaluation.centering.rules import RULES_1
from hearer.evaluation.centering.summary import CenteringSummary
from hearer.evaluation.centering.ways import CenteringWay

# A share: the part, and the counts that are the whole together.
SHARES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "constraint_1": ("constraint_1_strong", ("updates",)),
    **{
        f"rule_1_{rule}": (
            f"rule_1_{rule}_kept",
            (f"rule_1_{rule}_kept", f"rule_1_{rule}_violated"),
        )
        for rule in RULES_1
    },
    "continue": ("continue", ("updates",)),
    "cheap": ("cheap", ("updates",)),
}
COHERENCE = "coherence_nocb"
COMPARED = (*SHARES, COHERENCE)


@dataclass(frozen=True, slots=True)
class WayComparison:
    """Two instantiations on the documents that have cases by both.

    `difference` is what the second has more than the first, in the mean of documents; it is
    `higher` in so many of them. `p` is that of Wilcoxon's signed ranks. Where no document has a
    case by both, there is neither.
    """

    first: CenteringWay
    second: CenteringWay
    measure: str
    documents: int
    difference: float | None
    higher: int
    lower: int
    p: float | None


def comparisons(summary: CenteringSummary, *, all_pairs: bool = False) -> Iterator[WayComparison]:
    """Every instantiation beside the first that is shown; with `all_pairs` beside every other."""
    shown = summary.shown
    pairs = combinations(shown, 2) if all_pairs else ((shown[0], n) for n in shown[1:])
    known = {(n, name): _shares(summary, n, name) for n in shown for name in COMPARED}
    for first, second in pairs:
        for name in COMPARED:
            found = _compared(known[first, name], known[second, name])
            yield WayComparison(summary.ways[first], summary.ways[second], name, *found)


def _shares(summary: CenteringSummary, n: int, name: str) -> list[float | None]:
    """The share of each document; nothing where there is no case of it."""
    if name == COHERENCE:
        nocb = METRICS.index("nocb")
        rates = (one.rate(n, nocb) for one in summary.documents)
        return [None if rate == NOT_RATED else rate for rate in rates]
    part, wholes = SHARES[name]
    sums = map(sum, zip(*(summary.counted(n, whole) for whole in wholes), strict=True))
    parts = summary.counted(n, part)
    return [some / whole if whole else None for some, whole in zip(parts, sums, strict=True)]


def _compared(
    first: Sequence[float | None], second: Sequence[float | None]
) -> tuple[int, float | None, int, int, float | None]:
    both = [b - a for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not both:
        return 0, None, 0, 0, None
    # Shares of one document may differ by how they were rounded, and by nothing else.
    rounded = [round(x, 12) for x in both]
    higher, lower = sum(x > 0 for x in rounded), sum(x < 0 for x in rounded)
    return len(both), sum(both) / len(both), higher, lower, signed_ranks(rounded)
