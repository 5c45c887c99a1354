"""An evaluation, printed: as text, JSON, LaTeX, CSV or one HTML page.

Target     the forms there are
render     an evaluation in one of them
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from io import StringIO

from hearer.evaluation import measures
from hearer.evaluation.chains import added, conll
from hearer.evaluation.disclosure import disclosure
from hearer.evaluation.experiment import Evaluation
from hearer.evaluation.page import page
from hearer.evaluation.plots import plots_of
from hearer.evaluation.significance import bootstrap
from hearer.evaluation.tables import Table, tables_of

Json = Mapping[str, object]


class Target(StrEnum):
    """The forms of a report."""

    TEXT = "text"
    JSON = "json"
    LATEX = "latex"
    CSV = "csv"
    HTML = "html"


def render(evaluation: Evaluation, *, to: Target = Target.TEXT) -> str:
    """The report of an evaluation."""
    return RENDERERS[to](evaluation)


def render_tables(tables: Iterable[Table], *, to: Target = Target.TEXT) -> str:
    """Tables alone."""
    return TABLE_RENDERERS[to](tuple(tables))


def heading(evaluation: Evaluation) -> str:
    """What was evaluated and how, in one sentence."""
    setup, results = evaluation.setup, evaluation.results
    sentences, words = sum(r.sentences for r in results), sum(r.words for r in results)
    size = f"{len(results)} documents, {sentences} sentences, {words} words"
    gold = "".join(f", gold {one}" for one in sorted(setup.knowledge))
    profile = f"profile {' and '.join(setup.profiles)}"
    how = f"{profile}, {setup.mentions} mentions{gold}, {setup.parse} parse"
    options = "".join(f", {name}={value}" for name, value in setup.options.items())
    return f"{size}; {how}{options}."


# Text -----------------------------------------------------------------------------------------


def _text(evaluation: Evaluation) -> str:
    return f"{heading(evaluation)}\n\n{_tables_as_text(tuple(tables_of(evaluation)))}"


def _tables_as_text(tables: Sequence[Table]) -> str:
    return "\n".join(map(_table_as_text, tables))


def _table_as_text(table: Table) -> str:
    lines = [table.header, *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = _text_columns(table)
    rule = "-" * (sum(widths) + 2 * len(widths) - 2)
    printed = [table.title, _line(table.header, widths, left), rule]
    for n, row in enumerate(table.rows):
        if n in table.rules:
            printed.append(rule)
        printed.append(_line(row, widths, left))
    if table.note:
        printed.append(table.note)
    return "\n".join(printed) + "\n"


def _text_columns(table: Table) -> int:
    """How many columns from the left are names, not figures."""
    return 2 if table.name == "table6" else 1


def _line(cells: Sequence[str], widths: Sequence[int], left: int) -> str:
    padded = (
        cell.ljust(width) if n < left else cell.rjust(width)
        for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join(padded).rstrip()


# LaTeX and CSV --------------------------------------------------------------------------------

SPECIAL = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "Σ": r"$\Sigma$", "χ²": r"$\chi^2$"}


def _latex(evaluation: Evaluation) -> str:
    return f"% {heading(evaluation)}\n{_tables_as_latex(tuple(tables_of(evaluation)))}"


def _tables_as_latex(tables: Sequence[Table]) -> str:
    return "\n".join(map(_table_as_latex, tables))


def _table_as_latex(table: Table) -> str:
    left = _text_columns(table)
    columns = "|" + "l|" * left + "c" * (len(table.header) - left) + "|"
    lines = [r"\begin{table}[htb]", r"\centering\footnotesize", rf"\begin{{tabular}}{{{columns}}}"]
    lines += [r"\hline", f"{_cells(table.header)} \\\\", r"\hline"]
    for n, row in enumerate(table.rows):
        if n in table.rules:
            lines.append(r"\hline")
        lines.append(f"{_cells(row)} \\\\")
    lines += [r"\hline", r"\end{tabular}"]
    caption = _escaped(f"{table.title}. {table.note}".rstrip())
    lines += [rf"\caption{{{caption}}}", rf"\label{{tab:{table.name}}}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def _cells(cells: Iterable[str]) -> str:
    return " & ".join(map(_escaped, cells))


def _escaped(text: str) -> str:
    for special, written in SPECIAL.items():
        text = text.replace(special, written)
    return text


def _csv(evaluation: Evaluation) -> str:
    return _tables_as_csv(tuple(tables_of(evaluation)))


def _tables_as_csv(tables: Sequence[Table]) -> str:
    """One line per figure: table, row, column, value."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("table", "row", "column", "value"))
    for table in tables:
        left, first = _text_columns(table), ""
        for row in table.rows:
            first = row[0] or first
            name = " ".join(filter(None, (first, *row[1:left])))
            for column, value in zip(table.header[left:], row[left:], strict=True):
                writer.writerow((table.name, name, column, value))
    return out.getvalue()


# JSON -----------------------------------------------------------------------------------------


def _json(evaluation: Evaluation) -> str:
    setup = evaluation.setup
    told: Json = {
        "setup": {
            "algorithms": list(setup.algorithms),
            "profile": str(setup.profile),
            "mentions": setup.mentions,
            "parse": setup.parse,
            "scoring": setup.scoring,
            "gold": sorted(setup.knowledge),
            "options": {name: str(value) for name, value in setup.options.items()},
        },
        "documents": [
            {"name": r.document, "genre": r.genre, "sentences": r.sentences, "words": r.words}
            for r in evaluation.results
        ],
        "algorithms": {name: _of_algorithm(evaluation, name) for name in setup.algorithms},
        "tables": _tables_as_objects(tuple(tables_of(evaluation))),
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _of_algorithm(evaluation: Evaluation, algorithm: str) -> Json:
    rows = evaluation.rows(algorithm)
    found, counts = measures.table_6(rows), measures.accuracy(rows)
    told, hard = disclosure(rows), measures.critical(rows)
    groups = [
        [r.is_right for r in one.rows[algorithm] if r.is_counted] for one in evaluation.results
    ]
    interval = bootstrap(groups)
    scores = added(result.chains[algorithm] for result in evaluation.results)
    return {
        "pronouns": found.pronouns,
        "correct": found.correct,
        "wrong": found.wrong,
        "errors": {str(name): n for name, n in found.errors.items()},
        "share": found.share,
        "interval": [interval.low, interval.high],
        "anaphoric": counts.anaphoric,
        "accuracy": counts.recall,
        "precision": counts.precision,
        "f1": counts.f1,
        "answered": counts.answered,
        "unresolved": counts.unresolved,
        "false_positives": counts.false_positives,
        "critical_success": {"share": hard.share, "pronouns": hard.whole},
        "resolution_rate": {"share": told.resolution_rate, "pronouns": told.referring},
        "chains": {name: score.f1 for name, score in scores.items()} | {"CoNLL": conll(scores)},
    }


def _tables_as_objects(tables: Sequence[Table]) -> list[Json]:
    return [
        {"name": t.name, "title": t.title, "header": t.header, "rows": t.rows, "note": t.note}
        for t in tables
    ]


def _tables_as_json(tables: Sequence[Table]) -> str:
    return json.dumps(_tables_as_objects(tables), ensure_ascii=False, indent=1) + "\n"


# HTML -----------------------------------------------------------------------------------------


def _html(evaluation: Evaluation) -> str:
    return page(heading(evaluation), tuple(tables_of(evaluation)), plots_of(evaluation))


def _tables_as_html(tables: Sequence[Table]) -> str:
    return page("", tables, ())


RENDERERS: Mapping[Target, Callable[[Evaluation], str]] = {
    Target.TEXT: _text,
    Target.JSON: _json,
    Target.LATEX: _latex,
    Target.CSV: _csv,
    Target.HTML: _html,
}
TABLE_RENDERERS: Mapping[Target, Callable[[Sequence[Table]], str]] = {
    Target.TEXT: _tables_as_text,
    Target.JSON: _tables_as_json,
    Target.LATEX: _tables_as_latex,
    Target.CSV: _tables_as_csv,
    Target.HTML: _tables_as_html,
}
