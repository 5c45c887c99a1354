"""A summary of centering in every form: tables for people, flat records for programs.

docs/howto/centering.md documents the fields of the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from hearer.errors import UnknownName
from hearer.evaluation.centering.centers import OUTCOMES, RULES_1
from hearer.evaluation.centering.summary import (
    COSTS,
    COUNTS,
    METRICS,
    POESIO,
    PREFERENCES,
    SEQUENCES,
    TRANSITIONS,
    CenteringSummary,
    Record,
    WayComparison,
    comparisons,
)
from hearer.evaluation.centering.ways import CenteringWay, Labels
from hearer.evaluation.statistics import SEED, sign_test
from hearer.harmless import number_and
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell, percent, points, written_p

TITLE = "Centering"
PAIRED = "centering-paired"
NONE = "–"
PARAMETERS = ("unit", "realization", "rank", "cb")
HEADER = ("unit", "realization", "rank", "Cb")
CONSTRAINT_1 = ("constraint_1_strong", "constraint_1_weak")
OF_UPDATES = (*TRANSITIONS, "with_cb", *CONSTRAINT_1, *PREFERENCES)  # shares of updates
COUNTED = tuple(name for name in COUNTS if name != "documents")
SMALLEST = 1e-300  # of a p as a number: none is 0
DIGITS = 6
ROWS = {Form.CSV: forms.csv_rows, Form.TSV: forms.tsv}
RULE_NAMES = {"gjw95": "Rule 1 (GJW95)", "gjw83": "Rule 1 (GJW83)", "gordon": "Rule 1 (Gordon)"}
SEQUENCE_NAMES = ("CON-CON", "RET-RET", "SHIFT-SHIFT")
COST_NAMES = ("cheap pairs", "expensive pairs")
COMPARED_NAMES = ("C1", "GJW95", "GJW83", "Gordon", "CONTINUE", "cheap", "orders")
EXPENSIVE = (
    "First ones update nothing. EXP: CONTINUE and SMOOTH-SHIFT where Cp is another than before "
    "(Strube & Hahn 1999)."
)
FIRST = "Per cent of updates: all utterances but first ones."
POESIO_FIRST = "Per cent of utterances; a first one is an establishment, as in GUM."
OF_CONSTRAINT_1 = (
    "Strong: an update has exactly one Cb. Weak: it has at most one. Text order breaks no ties "
    "here. p: sign test, two-sided: it may speak against the claim."
)
OF_RULE_1 = (
    "Updates where the rule is kept, violated and vacuous. Per cent kept, of those where it is "
    "not vacuous. p: sign test, two-sided."
)
OF_RULE_2 = (
    "BFP: CONTINUE (CON) > RETAIN (RET) > SMOOTH-SHIFT > ROUGH-SHIFT, by Page's trend test on "
    "documents. GJW95: two updates of a kind, one after the other. Cheap: Cb(i) = Cp(i-1), else "
    "expensive; p: sign test, two-sided; pairs: two such updates, one after the other. Kibble's "
    "preferences: per cent of updates."
)
OF_ORDERS = (
    "Of {} random orders of a document, per cent that are better, and half of those as good "
    "(Karamanis et al. 2004), in the mean of documents: 0 is best, 50 is chance. NOCB: updates "
    "without a Cb; CHEAP: expensive ones; KP: violations of Kibble & Power; BFP: transitions."
)
OF_PAIRS = (
    "Points of per cent that an instantiation has more than the other, in the mean of documents; "
    "in brackets the p of Wilcoxon's signed ranks by documents, not corrected for many tests. C1: "
    "strong Constraint 1; GJW95, GJW83, Gordon: Rule 1; orders: rate of NOCB."
)
Cells = dict[str, str]


# Records --------------------------------------------------------------------------------------


def records(summary: CenteringSummary) -> list[Record]:
    """Return the parameters, counts, shares, tests and coherence of each instantiation."""
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


def _parameters(way: CenteringWay, prefix: str = "") -> Record:
    names = (f"{prefix}{name}" for name in PARAMETERS)
    return dict(zip(names, way.parameters, strict=True))


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, DIGITS)


def _p(p: float) -> float:
    return float(f"{max(p, SMALLEST):.3g}")


def claim_tests(summary: CenteringSummary, n: int) -> dict[str, float]:
    """Return the p of every claim, by a sign test or a trend."""
    total = summary.totals[n]

    def of_updates(name: str) -> float:
        return sign_test(total[name], total["updates"] - total[name])

    tests = {f"{name}_p": of_updates(name) for name in CONSTRAINT_1}
    for rule in RULES_1:
        kept, violated = (total[f"rule_1_{rule}_{outcome}"] for outcome in OUTCOMES[:2])
        tests[f"rule_1_{rule}_p"] = sign_test(kept, violated)
    return {**tests, "rule_2_cheap_p": of_updates("cheap"), "rule_2_bfp_p": summary.trend(n)}


def comparison_records(summary: CenteringSummary) -> list[Record]:
    """Return a record for each test between two instantiations."""
    return [
        {
            **_parameters(one.first, "first_"),
            **_parameters(one.second, "second_"),
            "measure": one.measure,
            "documents": one.documents,
            "difference": _rounded(one.difference),
            "higher": one.higher,
            "lower": one.lower,
            "p": None if one.p is None else _p(one.p),
        }
        for one in comparisons(summary)
    ]


def about(summary: CenteringSummary) -> dict[str, int]:
    """Return how many documents there are, and where their entities come from."""
    return {
        "documents": len(summary.documents),
        "annotated": sum(one.is_annotated for one in summary.documents),
        "with_bridges": sum(one.has_bridges for one in summary.documents),
        "parsed": sum(one.is_parsed for one in summary.documents),
        "orders": summary.setup.orders,
        "seed": SEED,
    }


# Tables ---------------------------------------------------------------------------------------


class Topic(NamedTuple):
    """A table of a summary: its name, title, note, and the cells of a row."""

    name: str
    title: str
    note: str
    cells: Callable[[CenteringSummary, int], Cells]


def tables(summary: CenteringSummary, *, labels: Labels = Labels.TABLE_1) -> Iterator[Table]:
    """Return the tables of a summary: transitions, claims, orders, and paired tests."""
    ways = [summary.ways[n].parameters for n in summary.shown]
    rules = tuple(n for n in range(1, len(ways)) if ways[n][:2] != ways[n - 1][:2])
    for name, title, note, cells_of in (*TRANSITIONS_BY[labels], *TOPICS):
        if cells_of is _orders and not summary.setup.orders:
            continue
        cells = [cells_of(summary, n) for n in summary.shown]
        rows = tuple((*way, *row.values()) for way, row in zip(ways, cells, strict=True))
        yield Table(
            f"centering-{name}", title, (*HEADER, *cells[0]), rows,
            note=note.format(summary.setup.orders), rules=rules, names=4,
        )  # fmt: skip
    if found := list(comparisons(summary)):
        yield _paired(found)


def _called(name: str) -> str:
    """Return the transition as the theory spells it."""
    if name.startswith("poesio_"):
        return name.removeprefix("poesio_").replace("_", "-")
    return name.upper().replace("_", "-")


def _counts(summary: CenteringSummary, n: int, names: Sequence[str], kinds: Sequence[str]) -> Cells:
    total = summary.totals[n]
    cells = {name: str(total[name]) for name in names}
    return cells | {_called(name): str(total[name]) for name in kinds}


def _transitions(summary: CenteringSummary, n: int) -> Cells:
    total = summary.totals[n]
    cells = _counts(summary, n, ("utterances", "empty", "first", "updates"), TRANSITIONS)
    return cells | {"EXP": str(total["exp_continue"] + total["exp_smooth_shift"])}


def _poesio(summary: CenteringSummary, n: int) -> Cells:
    return _counts(summary, n, ("utterances", "empty"), POESIO)


def _shares(summary: CenteringSummary, n: int, names: Sequence[str], whole: str) -> Cells:
    return {_called(name): _percent(summary.totals[n].share(name, whole)) for name in names}


def _constraint_1(summary: CenteringSummary, n: int) -> Cells:
    total, tests = summary.totals[n], claim_tests(summary, n)
    return {
        "updates": str(total["updates"]),
        "one Cb": str(total["constraint_1_strong"]),
        "none": str(total["no_cb"]),
        "several": str(total["updates"] - total["constraint_1_weak"]),
        "strong %": _percent(total.share("constraint_1_strong")),
        "strong p": written_p(tests["constraint_1_strong_p"]),
        "weak %": _percent(total.share("constraint_1_weak")),
        "weak p": written_p(tests["constraint_1_weak_p"]),
    }


def _rule_1(summary: CenteringSummary, n: int, rule: str) -> Cells:
    total = summary.totals[n]
    return {
        **{outcome: str(total[f"rule_1_{rule}_{outcome}"]) for outcome in OUTCOMES},
        "kept %": _percent(total.kept(rule)),
        "p": written_p(claim_tests(summary, n)[f"rule_1_{rule}_p"]),
    }


def _rule_2(summary: CenteringSummary, n: int) -> Cells:
    total, tests = summary.totals[n], claim_tests(summary, n)
    return {
        "BFP p": written_p(tests["rule_2_bfp_p"]),
        **{name: str(total[x]) for name, x in zip(SEQUENCE_NAMES, SEQUENCES, strict=True)},
        **{name: str(total[x]) for name, x in zip(COST_NAMES, COSTS, strict=True)},
        "cheap": str(total["cheap"]),
        "expensive": str(total["updates"] - total["cheap"]),
        "p": written_p(tests["rule_2_cheap_p"]),
        **{f"{name} %": _percent(total.share(name)) for name in PREFERENCES},
    }


def _orders(summary: CenteringSummary, n: int) -> Cells:
    rates = {metric.upper(): _percent(summary.coherence(n, metric)) for metric in METRICS}
    return {"documents": str(len(summary.rates(n, METRICS[0]))), **rates}


def _percent(share: float | None) -> str:
    return NONE if share is None else percent(share)


SHARES_TITLE = "Transitions in per cent"
OF_ALL = partial(_shares, names=POESIO, whole="utterances")
TRANSITIONS_BY = {
    Labels.TABLE_1: (
        Topic("transitions", "Transitions", EXPENSIVE, _transitions),
        Topic(
            "transition-shares", SHARES_TITLE, FIRST,
            partial(_shares, names=TRANSITIONS, whole="updates"),
        ),
    ),
    Labels.POESIO: (
        Topic("transitions", "Transitions", "", _poesio),
        Topic("transition-shares", SHARES_TITLE, POESIO_FIRST, OF_ALL),
    ),
}  # fmt: skip
TOPICS = (
    Topic("constraint-1", "Constraint 1", OF_CONSTRAINT_1, _constraint_1),
    *(
        Topic(f"rule-1-{rule}", title, OF_RULE_1, partial(_rule_1, rule=rule))
        for rule, title in RULE_NAMES.items()
    ),
    Topic("rule-2", "Rule 2", OF_RULE_2, _rule_2),
    Topic("orders", "Other orders", OF_ORDERS, _orders),
)


def _paired(found: Sequence[WayComparison]) -> Table:
    """Return a row for each instantiation: of each measure the difference and its p."""
    rows = []
    for second, several in groupby(found, key=lambda one: one.second):
        rows.append((*second.parameters, *map(_difference, several)))
    title = f"Paired tests beside {found[0].first}"
    return Table(PAIRED, title, (*HEADER, *COMPARED_NAMES), tuple(rows), note=OF_PAIRS, names=4)


def _difference(one: WayComparison) -> str:
    if one.difference is None or one.p is None:
        return NONE
    return f"{points(one.difference)} ({written_p(one.p)})"


# Forms ----------------------------------------------------------------------------------------


def rendered(
    summary: CenteringSummary,
    *,
    to: Form = Form.TEXT,
    labels: Labels = Labels.TABLE_1,
    paired: bool = False,
) -> str:
    """Return a summary in a form; `paired` has only the tests between instantiations."""
    if to is Form.JSON:
        tests = comparison_records(summary)
        found = {**about(summary), "instantiations": records(summary), "comparisons": tests}
        return forms.dumped(found)
    if to in ROWS:
        name, rows = "instantiations", records(summary)
        if paired:
            name, rows = "comparisons", comparison_records(summary)
        cells = tuple(tuple(map(cell, one.values())) for one in rows)
        return ROWS[to](Table(name, "", tuple(rows[0]) if rows else (), cells, names=0))
    shown = tables(summary, labels=labels)
    chosen = [one for one in shown if one.name == PAIRED or not paired]
    return forms.render(chosen, to=to, title=TITLE, heading=heading(summary))


def form_of(name: str) -> Form:
    """Return a form by its name, or raise UnknownName."""
    if name not in set(Form):
        raise UnknownName("form", name, Form)
    return Form(name)


def heading(summary: CenteringSummary) -> str:
    """Return how many documents there are, and where their entities come from."""
    number, annotated, _, parsed, *_ = about(summary).values()
    source = "as annotated" if annotated == number else "as the S-list finds them"
    if 0 < annotated < number:
        source = f"as annotated in {annotated}, as the S-list finds them in the others"
    lines = [f"Centering in {number_and(number, 'document')}; entities {source}."]
    if parsed:
        lines.append(f"Without a parse: {parsed}; the English parser has parsed them.")
    if len(summary.shown) < len(summary.ways):
        lines.append("Nothing bridges (Bridge=): indirect realization is the direct one.")
    return "\n".join(lines)
