"""A summary of centering in every form: tables for people, flat records for programs.

docs/algorithms/centering.md documents the fields of the records.
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.escape import number_and
from hearer.evaluation.centering.centers import OUTCOMES, RULES_1
from hearer.evaluation.centering.claims import (
    COUNTS,
    PREFERENCES,
    TRANSITIONS,
    CenteringSummary,
    Record,
)
from hearer.evaluation.centering.ways import PARAMETERS, ways
from hearer.evaluation.statistics import sign_test
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.table import Table, cell, percent, written_p

TITLE = "Centering"
NONE = "–"
HEADER = ("unit", "realization", "rank", "Cb")
CONSTRAINT_1 = ("constraint_1_strong", "constraint_1_weak")
SMALLEST = 1e-300  # of a p as a number: none is 0
DIGITS = 6
ROWS = {Form.CSV: forms.csv_rows, Form.TSV: forms.tsv}
Figure = str | int | float | None
Topic = tuple[str, str, str, dict[str, str]]  # name, title, note, and figures by header
EXPENSIVE = (
    "First ones update nothing. EXP: CONTINUE and SMOOTH-SHIFT where Cp is another than before "
    "(Strube & Hahn 1999)."
)
FIRST = "Per cent of updates: all utterances but first ones."
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


def figures(summary: CenteringSummary, n: int) -> dict[str, Figure]:
    """Return the counts, shares and tests of an instantiation, unrounded."""
    total = summary.totals[n]
    shares = (*TRANSITIONS, "with_cb", *CONSTRAINT_1, *PREFERENCES)
    tests = {name: (total[name], total["updates"] - total[name]) for name in CONSTRAINT_1}
    for rule in RULES_1:
        tests[f"rule_1_{rule}"] = total[f"rule_1_{rule}_kept"], total[f"rule_1_{rule}_violated"]
    tests["rule_2_cheap"] = total["cheap"], total["updates"] - total["cheap"]
    return {
        **{name: total[name] for name in COUNTS if name != "documents"},
        **{f"{name}_share": total.share(name) for name in shares},
        **{f"rule_1_{rule}_share": total.kept(rule) for rule in RULES_1},
        **{f"{name}_p": sign_test(*pair) for name, pair in tests.items()},
        "rule_2_bfp_p": summary.trend(n),
    }


def records(summary: CenteringSummary) -> list[Record]:
    """Return the parameters and figures of each instantiation."""
    return [
        {
            **dict(zip(PARAMETERS, summary.ways[n].parameters, strict=True)),
            **{name: _rounded(name, one) for name, one in figures(summary, n).items()},
        }
        for n in summary.shown
    ]


def _rounded(name: str, figure: Figure) -> Figure:
    if not isinstance(figure, float):
        return figure
    return float(f"{max(figure, SMALLEST):.3g}") if name.endswith("_p") else round(figure, DIGITS)


def about(summary: CenteringSummary) -> dict[str, int]:
    """Return how many documents there are, and where their entities come from."""
    return {
        "documents": len(summary.documents),
        "annotated": sum(one.is_annotated for one in summary.documents),
        "with_bridges": sum(one.has_bridges for one in summary.documents),
        "parsed": sum(one.is_parsed for one in summary.documents),
    }


SIZES = {name: name for name in ("utterances", "empty")}
UPDATES = {name.upper().replace("_", "-"): name for name in TRANSITIONS}
TOPICS: tuple[Topic, ...] = (
    ("transitions", "Transitions", EXPENSIVE,
     SIZES | {"first": "first", "updates": "updates"} | UPDATES | {"EXP": "exp"}),
    ("transition-shares", "Transitions in per cent", FIRST,
     {x: f"{y}_share" for x, y in UPDATES.items()}),
    ("constraint-1", "Constraint 1", OF_CONSTRAINT_1, {
        "updates": "updates", "one Cb": "constraint_1_strong", "none": "no_cb",
        "several": "several", "strong %": "constraint_1_strong_share",
        "strong p": "constraint_1_strong_p", "weak %": "constraint_1_weak_share",
        "weak p": "constraint_1_weak_p",
    }),
    *(
        (f"rule-1-{rule}", f"Rule 1 ({title})", OF_RULE_1, {
            **{outcome: f"rule_1_{rule}_{outcome}" for outcome in OUTCOMES},
            "kept %": f"rule_1_{rule}_share", "p": f"rule_1_{rule}_p",
        })
        for rule, title in zip(RULES_1, ("GJW95", "GJW83", "Gordon"), strict=True)
    ),
    ("rule-2", "Rule 2", OF_RULE_2, {
        "BFP p": "rule_2_bfp_p", "CON-CON": "continue_continue", "RET-RET": "retain_retain",
        "SHIFT-SHIFT": "shift_shift", "cheap pairs": "cheap_cheap",
        "expensive pairs": "expensive_expensive", "cheap": "cheap", "expensive": "expensive",
        "p": "rule_2_cheap_p", **{f"{name} %": f"{name}_share" for name in PREFERENCES},
    }),
)  # fmt: skip


def tables(summary: CenteringSummary) -> Iterator[Table]:
    """Return the tables of a summary: transitions and claims."""
    ways = [summary.ways[n].parameters for n in summary.shown]
    rules = tuple(n for n in range(1, len(ways)) if ways[n][:2] != ways[n - 1][:2])
    found = [_all_figures(summary, n) for n in summary.shown]
    for name, title, note, columns in TOPICS:
        rows = tuple(
            (*way, *(_cell(field, one[field]) for field in columns.values()))
            for way, one in zip(ways, found, strict=True)
        )
        header = (*HEADER, *columns)
        yield Table(f"centering-{name}", title, header, rows, note=note, rules=rules, names=4)


def _all_figures(summary: CenteringSummary, n: int) -> dict[str, Figure]:
    """Return the figures with those that only tables have."""
    total = summary.totals[n]
    return figures(summary, n) | {
        "exp": total["exp_continue"] + total["exp_smooth_shift"],
        "several": total["updates"] - total["constraint_1_weak"],
        "expensive": total["updates"] - total["cheap"],
    }


def _cell(name: str, figure: Figure) -> str:
    if figure is None:
        return NONE
    if isinstance(figure, float):
        return written_p(figure) if name.endswith("_p") else percent(figure)
    return str(figure)


def rendered(summary: CenteringSummary, *, to: Form = Form.TEXT) -> str:
    """Return a summary in a form."""
    if to is Form.JSON:
        return forms.dumped({**about(summary), "instantiations": records(summary)})
    if to in ROWS:
        rows = records(summary)
        cells = tuple(tuple(map(cell, one.values())) for one in rows)
        return ROWS[to](Table("instantiations", "", tuple(rows[0]), cells, names=0))
    return forms.render(tables(summary), to=to, title=TITLE, heading=heading(summary))


def heading(summary: CenteringSummary) -> str:
    """Return how many documents there are, and where their entities come from."""
    number, annotated, _, parsed = about(summary).values()
    source = "as annotated" if annotated == number else "as the S-list finds them"
    if 0 < annotated < number:
        source = f"as annotated in {annotated}, as the S-list finds them in the others"
    lines = [f"Centering in {number_and(number, 'document')}; entities {source}."]
    if parsed:
        lines.append(f"Without a parse: {parsed}; the English parser has parsed them.")
    if len(summary.shown) < len(summary.ways):
        lines.append("Nothing bridges (Bridge=): indirect realization is the direct one.")
    if len(summary.ways) == 1:
        lines.append(f"This is one of {len(ways())} instantiations of the theory; --all shows all.")
    return "\n".join(lines)
