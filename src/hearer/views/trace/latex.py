r"""The trace as a LaTeX table, set like Tables 3 to 5 of the paper.

    render    an interpretation as a tabular, or as a whole document

The table needs no package. A whole document breaks it over pages with longtable, which every
LaTeX has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hearer.model import Familiarity, Interpretation
from hearer.report.latex import running, tabular
from hearer.report.styles import printable
from hearer.views.trace.rows import END, Markup, TraceRow, UtteranceTrace, traced
from hearer.views.words import FAILED, SUCCEEDED, TestedElement, small_capitals, spelled_in

DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2.5cm]{geometry}
\usepackage{longtable}
\begin{document}
\footnotesize
%s\end{document}
"""
SUBSCRIPTS = {Familiarity.ANCHORED_BRAND_NEW: "BN^A", Familiarity.CONTAINING_INFERRABLE: "I^C"}
OUTCOMES = {SUCCEEDED: r"$\surd$", FAILED: r"$\times$"}
COLUMNS = r"|c|p{0.85\linewidth}|"
HANGING = r"\raggedright\hangindent=2.6em\hspace*{1em}"


def render(found: Interpretation, *, standalone: bool = False) -> str:
    """Write the states of an interpretation as a table, `standalone` with a document around it."""
    markup = replace(_LATEX, name=spelled_in(found, small_capitals))
    lines = [line for utterance in traced(found) for line in _utterance(utterance, markup)]
    environment = "longtable" if standalone else "tabular"
    table = tabular(COLUMNS, [*lines, r"\hline"], environment=environment)
    return DOCUMENT % table if standalone else table


def _utterance(utterance: UtteranceTrace, markup: Markup) -> Iterator[str]:
    # A double rule is where the S-list was emptied.
    yield r"\hline\hline" if utterance.begins_segment else r"\hline"
    name = f"{running(utterance.label)} "
    for row in utterance.rows:
        for cell in _cells(row, markup):
            yield rf"{name}& {cell} \tabularnewline"
            name = ""


def _cells(row: TraceRow, markup: Markup) -> Iterator[str]:
    yield rf"\raggedright {markup.words(row) or END}"
    yield f"{HANGING}S: [{' '.join(markup.state(row))}"
    for one in row.resolutions:
        yield f"{HANGING}{markup.question(one)}: {' '.join(markup.tested(one))}"
    yield from (HANGING + running(printable(str(note))) for note in row.notes)


def _status(familiarity: Familiarity) -> str:
    return f"$_{{{SUBSCRIPTS.get(familiarity, str(familiarity))}}}$"


def _outcome(one: TestedElement, entity: str) -> str:
    mark, _, reason = one.outcome.replace("−", "$-$").partition(" ")
    told = f"{OUTCOMES[mark]} {reason}" if mark in OUTCOMES else one.outcome
    return one.elsewhere + f"{entity} {told}".strip()


_LATEX = Markup(
    text=running,
    pronoun=r"\textbf{{{}}}",
    asked=r"\textit{{{}}}",
    entity=r"\textsc{{{}}}",
    dot=r"$\cdot$",
    status=_status,
    outcome=_outcome,
)
