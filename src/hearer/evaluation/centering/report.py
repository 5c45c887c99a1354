"""A summary of centering in every form: tables for people, records for programs.

Topic        a table of a summary
tables       the tables of a summary, for a screen or for print
heading      what is said above them
rendered     a summary in a form
form_of      a form by its name
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from hearer.errors import UnknownName
from hearer.evaluation.centering.comparisons import WayComparison, comparisons
from hearer.evaluation.centering.measures import COSTS, POESIO, SEQUENCES, TRANSITIONS
from hearer.evaluation.centering.orders import METRICS
from hearer.evaluation.centering.records import (
    Record,
    about,
    claim_tests,
    comparison_records,
    records,
)
from hearer.evaluation.centering.rules import OUTCOMES, PREFERENCES
from hearer.evaluation.centering.summary import CenteringSummary
from hearer.evaluation.centering.ways import Labels
from hearer.harmless import number_and
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell, percent, points, written_p

TITLE = "Centering"
PAIRED = "centering-paired"
NONE = "–"
ROWS = {Form.CSV: forms.csv_rows, Form.TSV: forms.tsv}
RULE_NAMES = {
    "gjw95": "Rule 1 (GJW95)",
    "gjw83": "Rule 1 (GJW83)",
    "gordon": "Rule 1 (Gordon)",
}
SEQUENCE_NAMES = ("CON-CON", "RET-RET", "SHIFT-SHIFT")
COST_NAMES = ("cheap pairs", "expensive pairs")
COMPARED_NAMES = ("C1", "GJW95", "GJW83", "Gordon", "CONTINUE", "cheap", "orders")
EXPENSIVE = (
    "First ones update nothing. EXP: CONTINUE and SMOOTH-SHIFT where Cp is another than before "
    "(Strube & Hahn 1999)."
)
FIRST = "Per cent of updates: all utterances but first ones."
POESIO_FIRST = "Per cent of utterances; a first one is an establishment, as in GUM."
CONSTRAINT_1 = (
    "Strong: an update has exactly one Cb. Weak: it has at most one. Text order breaks no ties "
    "here. p: sign test, two-sided: it may speak against the claim."
)
RULE_1 = (
    "Updates where the rule is kept, violated and vacuous. Per cent kept, of those where it is "
    "not vacuous. p: sign test, two-sided."
)
RULE_2 = (
    "BFP: CONTINUE (CON) > RETAIN (RET) > SMOOTH-SHIFT > ROUGH-SHIFT, by Page's trend test on "
    "documents. GJW95: two updates of a kind, one after the other. Cheap: Cb(i) = Cp(i-1), else "
    "expensive; p: sign test, two-sided; pairs: two such updates, one after the other. Kibble's "
    "preferences: per cent of updates."
)
ORDERS = (
    "Of {} random orders of a document, per cent that are better, and half of those as good "
    "(Karamanis et al. 2004), in the mean of documents: 0 is best, 50 is chance. NOCB: updates "
    "without a Cb; CHEAP: expensive ones; KP: violations of Kibble & Power; BFP: transitions."
)
PAIRS = (
    "Points of per cent that an instantiation has more than the other, in the mean of documents; "
    "in brackets the p of Wilcoxon's signed ranks by documents, not corrected for many tests. C1: "
    "strong Constraint 1; GJW95, GJW83, Gordon: Rule 1; orders: rate of NOCB."
)
Cells = dict[str, str]


class Topic(NamedTuple):
    """A table of a summary: what it is called, what stands below, and its cells of a row."""

    name: str
    title: str
    note: str
    cells: Callable[[CenteringSummary, int], Cells]


def tables(
    summary: CenteringSummary, *, labels: Labels = Labels.TABLE_1, all_pairs: bool = False
) -> Iterator[Table]:
    """The tables of a summary: transitions, claims, orders, and paired tests."""
    for topic in (*TRANSITIONS_BY[labels], *TOPICS):
        if topic.cells is not _orders or summary.setup.orders:
            yield _table(summary, topic)
    if found := list(comparisons(summary, all_pairs=all_pairs)):
        yield _paired(found)


def _table(summary: CenteringSummary, topic: Topic) -> Table:
    ways = [summary.ways[n].parameters for n in summary.shown]
    cells = [topic.cells(summary, n) for n in summary.shown]
    rows = tuple((*way, *row.values()) for way, row in zip(ways, cells, strict=True))
    header = ("unit", "realization", "rank", "Cb", *cells[0])
    rules = tuple(n for n in range(1, len(ways)) if ways[n][:2] != ways[n - 1][:2])
    note = topic.note.format(summary.setup.orders)
    name = f"centering-{topic.name}"
    return Table(name, topic.title, header, rows, note=note, rules=rules, names=4)


def _called(name: str) -> str:
    """The transition as the theory spells it."""
    if name.startswith("poesio_"):
        return name.removeprefix("poesio_").replace("_", "-")
    return name.upper().replace("_", "-")


def _transitions(summary: CenteringSummary, n: int) -> Cells:
    total = summary.totals[n]
    cells = {name: str(total[name]) for name in ("utterances", "empty", "first", "updates")}
    cells |= {_called(name): str(total[name]) for name in TRANSITIONS}
    return cells | {"EXP": str(total["exp_continue"] + total["exp_smooth_shift"])}


def _transition_shares(summary: CenteringSummary, n: int) -> Cells:
    total = summary.totals[n]
    return {_called(name): _percent(total.share(name)) for name in TRANSITIONS}


def _poesio(summary: CenteringSummary, n: int) -> Cells:
    total = summary.totals[n]
    cells = {name: str(total[name]) for name in ("utterances", "empty")}
    return cells | {_called(name): str(total[name]) for name in POESIO}


def _poesio_shares(summary: CenteringSummary, n: int) -> Cells:
    total = summary.totals[n]
    return {_called(name): _percent(total.share(name, "utterances")) for name in POESIO}


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


TRANSITIONS_BY = {
    Labels.TABLE_1: (
        Topic("transitions", "Transitions", EXPENSIVE, _transitions),
        Topic("transition-shares", "Transitions in per cent", FIRST, _transition_shares),
    ),
    Labels.POESIO: (
        Topic("transitions", "Transitions", "", _poesio),
        Topic("transition-shares", "Transitions in per cent", POESIO_FIRST, _poesio_shares),
    ),
}
TOPICS = (
    Topic("constraint-1", "Constraint 1", CONSTRAINT_1, _constraint_1),
    *(
        Topic(f"rule-1-{rule}", title, RULE_1, partial(_rule_1, rule=rule))
        for rule, title in RULE_NAMES.items()
    ),
    Topic("rule-2", "Rule 2", RULE_2, _rule_2),
    Topic("orders", "Other orders", ORDERS, _orders),
)


def _paired(found: Sequence[WayComparison]) -> Table:
    """Each pair of instantiations in a row: of each measure the difference and its p."""
    rows = []
    for (first, second), measures in groupby(found, key=lambda one: (one.first, one.second)):
        rows.append((*second.parameters, str(first), *map(_difference, measures)))
    header = ("unit", "realization", "rank", "Cb", "beside", *COMPARED_NAMES)
    if len({row[4] for row in rows}) == 1:  # all beside one: the title says which
        title = f"Paired tests beside {rows[0][4]}"
        short = tuple((*row[:4], *row[5:]) for row in rows)
        return Table(PAIRED, title, (*header[:4], *header[5:]), short, note=PAIRS, names=4)
    return Table(PAIRED, "Paired tests", header, tuple(rows), note=PAIRS, names=5)


def _difference(one: WayComparison) -> str:
    if one.difference is None or one.p is None:
        return NONE
    return f"{points(one.difference)} ({written_p(one.p)})"


# In a form --------------------------------------------------------------------------------------


def rendered(
    summary: CenteringSummary,
    *,
    to: Form = Form.TEXT,
    labels: Labels = Labels.TABLE_1,
    paired: bool = False,
    all_pairs: bool = False,
) -> str:
    """A summary in a form; rows have the instantiations or, if `paired`, the tests between them."""
    if to is Form.JSON or (to in ROWS and paired):
        tests = comparison_records(comparisons(summary, all_pairs=all_pairs))
        told = {**about(summary), "instantiations": records(summary), "comparisons": tests}
        return forms.dumped(told) if to is Form.JSON else ROWS[to](_rows("comparisons", tests))
    if to in ROWS:
        return ROWS[to](_rows("instantiations", records(summary)))
    shown = list(tables(summary, labels=labels, all_pairs=all_pairs))
    chosen = [one for one in shown if one.name == PAIRED] if paired else shown
    return forms.render(chosen, to=to, title=TITLE, heading=heading(summary))


def form_of(name: str) -> Form:
    """A form by its name."""
    if name not in set(Form):
        raise UnknownName("form", name, Form)
    return Form(name)


def _rows(name: str, found: Sequence[Record]) -> Table:
    header = tuple(found[0]) if found else ()
    rows = tuple(tuple(map(cell, one.values())) for one in found)
    return Table(name, "", header, rows, names=0)


def heading(summary: CenteringSummary) -> str:
    """What is said of all tables: how many documents, and whose entities."""
    told = about(summary)
    number, annotated = len(summary.documents), int(told["annotated"] or 0)
    whose = "as annotated" if annotated == number else "as the S-list finds them"
    if 0 < annotated < number:
        whose = f"as annotated in {annotated}, as the S-list finds them in the others"
    lines = [f"Centering in {number_and(number, 'document')}; entities {whose}."]
    if parsed := told["parsed"]:
        lines.append(f"Without a parse: {parsed}; the English parser has parsed them.")
    if len(summary.shown) < len(summary.ways):
        lines.append("Nothing bridges (Bridge=): indirect realization is the direct one.")
    return "\n".join(lines)
