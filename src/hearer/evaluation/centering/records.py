"""A summary of centering for programs: flat records, whose names are documented.

PARAMETERS           the fields that name an instantiation
Record               names and values
records              a record for each instantiation
comparison_records   a record for each test between two
about                what is said of all
claim_tests          the p of every claim

docs/howto/centering.md says what each name means; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hearer.evaluation.centering.claims import sign_test
from hearer.evaluation.centering.comparisons import WayComparison
from hearer.evaluation.centering.measures import COUNTS, TRANSITIONS
from hearer.evaluation.centering.orders import METRICS
from hearer.evaluation.centering.rules import PREFERENCES, RULES_1
from hearer.evaluation.centering.summary import CenteringSummary
from hearer.evaluation.centering.ways import CenteringWay
from hearer.evaluation.significance import SEED

Record = dict[str, str | int | float | None]
PARAMETERS = ("unit", "realization", "rank", "cb")
CONSTRAINT_1 = ("constraint_1_strong", "constraint_1_weak")
OF_UPDATES = (*TRANSITIONS, "with_cb", *CONSTRAINT_1, *PREFERENCES)  # shares of updates
COUNTED = tuple(name for name in COUNTS if name != "documents")
SMALLEST = 1e-300  # of a p as a number: none is 0
DIGITS = 6


def records(summary: CenteringSummary) -> list[Record]:
    """A record for each instantiation: its parameters, counts, shares, tests and coherence."""
    return [_record(summary, n) for n in summary.shown]


def _record(summary: CenteringSummary, n: int) -> Record:
    total = summary.totals[n]
    return {
        **_parameters(summary.ways[n]),
        **{name: total[name] for name in COUNTED},
        **{f"{name}_share": _rounded(total.share(name)) for name in OF_UPDATES},
        **{f"rule_1_{rule}_share": _rounded(total.kept(rule)) for rule in RULES_1},
        **{name: _p(p) for name, p in claim_tests(summary, n).items()},
        "coherence_documents": len(summary.rates(n, METRICS[0])),
        **{f"coherence_{metric}": _rounded(summary.coherence(n, metric)) for metric in METRICS},
    }


def _parameters(way: CenteringWay) -> Record:
    return dict(zip(PARAMETERS, way.parameters, strict=True))


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, DIGITS)


def _p(p: float) -> float:
    return float(f"{max(p, SMALLEST):.3g}")


def claim_tests(summary: CenteringSummary, n: int) -> Mapping[str, float]:
    """The p of every claim: more cases for it than against it, or a trend."""
    total = summary.totals[n]
    rules = {
        f"rule_1_{rule}_p": sign_test(
            total[f"rule_1_{rule}_kept"], total[f"rule_1_{rule}_violated"]
        )
        for rule in RULES_1
    }
    return {
        **{
            f"{name}_p": sign_test(total[name], total["updates"] - total[name])
            for name in CONSTRAINT_1
        },
        **rules,
        "rule_2_cheap_p": sign_test(total["cheap"], total["updates"] - total["cheap"]),
        "rule_2_bfp_p": summary.trend(n),
    }


def comparison_records(found: Iterable[WayComparison]) -> list[Record]:
    """A record for each test between two instantiations."""
    return list(map(_comparison, found))


def _comparison(one: WayComparison) -> Record:
    return {
        **{f"first_{name}": value for name, value in _parameters(one.first).items()},
        **{f"second_{name}": value for name, value in _parameters(one.second).items()},
        "measure": one.measure,
        "documents": one.documents,
        "difference": None if one.difference is None else round(one.difference, DIGITS),
        "higher": one.higher,
        "lower": one.lower,
        "p": None if one.p is None else _p(one.p),
    }


def about(summary: CenteringSummary) -> Record:
    """How many documents there are, and where their entities come from."""
    return {
        "documents": len(summary.documents),
        "annotated": sum(one.is_annotated for one in summary.documents),
        "with_bridges": sum(one.has_bridges for one in summary.documents),
        "parsed": sum(one.is_parsed for one in summary.documents),
        "orders": summary.setup.orders,
        "seed": SEED,
    }
