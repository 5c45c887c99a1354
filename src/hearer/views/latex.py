r"""The trace as a LaTeX table, set like Tables 3 to 5 of the paper.

    render    an interpretation as a tabular, or as a whole document

The table needs no package. A whole document breaks it over pages with longtable, which every
LaTeX has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hearer.model import Element, Familiarity, Interpretation, Resolution
from hearer.views.rows import (
    END,
    EPSILON,
    FAILED,
    SUCCEEDED,
    Analysis,
    Piece,
    Row,
    Trial,
    analyses,
    asked,
    place,
    printable,
    small_capitals,
    trials,
)

DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2.5cm]{geometry}
\usepackage{longtable}
\begin{document}
\footnotesize
%s\end{document}
"""
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": r"-{}",  # two hyphens are no dash
    "\ufffd": "?",
    "′": r"$'$",
    EPSILON: r"$\epsilon$",
}
SUBSCRIPTS = {Familiarity.ANCHORED_BRAND_NEW: "BN^A", Familiarity.CONTAINING_INFERRABLE: "I^C"}
OUTCOMES = {SUCCEEDED: r"$\surd$", FAILED: r"$\times$"}
NEW_ROW = "\\tabularnewline\n"
HANGING = r"\raggedright\hangindent=2.6em\hspace*{1em}"


def render(found: Interpretation, *, standalone: bool = False) -> str:
    """Write the states of an interpretation as a table, `standalone` with a document around it."""
    table = "longtable" if standalone else "tabular"
    rows = "".join(line for analysis in analyses(found) for line in _utterance(analysis))
    opening = rf"\begin{{{table}}}{{|c|p{{0.85\linewidth}}|}}"
    tabular = f"{opening}\n{rows}\\hline\n\\end{{{table}}}\n"
    return DOCUMENT % tabular if standalone else tabular


def _utterance(analysis: Analysis) -> Iterator[str]:
    # A double rule is where the S-list was emptied.
    yield "\\hline\\hline\n" if analysis.begins_segment else "\\hline\n"
    cells = [cell for row in analysis.rows for cell in _cells(row)]
    yield f"{escaped(analysis.label)} & {cells[0]} {NEW_ROW}"
    yield from (f"& {cell} {NEW_ROW}" for cell in cells[1:])


def _cells(row: Row) -> Iterator[str]:
    yield rf"\raggedright {_text(row.pieces) or END}"
    state = ", ".join(map(_element, row.state))
    yield f"{HANGING}S: [{state}]"
    yield from (f"{HANGING}{_tested(resolution)}" for resolution in row.resolutions)
    yield from (f"{HANGING}{escaped(printable(str(note)))}" for note in row.notes)


def _text(pieces: Iterable[Piece]) -> str:
    return "".join(_piece(piece) + " " * piece.space for piece in pieces).strip()


def _piece(piece: Piece) -> str:
    text = escaped(piece.text)
    return rf"\textbf{{{text}}}" if piece.is_pronoun else text


def _element(element: Element) -> str:
    subscript = SUBSCRIPTS.get(element.familiarity, str(element.familiarity))
    form = escaped(printable(element.expression.text))
    return f"{_entity(element.entity)}$_{{{subscript}}}$: {form}"


def _entity(entity: str) -> str:
    return rf"\textsc{{{escaped(small_capitals(entity))}}}"


def _tested(resolution: Resolution) -> str:
    tested = trials(resolution)
    before = (0, *(trial.states_back for trial in tested))
    tries = (_trial(trial, since) for trial, since in zip(tested, before, strict=False))
    pronoun = escaped(asked(resolution))
    return rf"\textit{{{pronoun}}}: " + r" $\cdot$ ".join(tries)


def _trial(trial: Trial, before: int) -> str:
    where = "" if trial.states_back == before else f"{place(trial.states_back)}: "
    mark, _, reason = trial.outcome.replace("−", "$-$").partition(" ")
    outcome = f"{OUTCOMES[mark]} {reason}".strip() if mark in OUTCOMES else trial.outcome
    return where + f"{_entity(trial.entity)} {outcome}" if trial.entity else where + outcome


def escaped(text: str) -> str:
    r"""The text with all that means something to LaTeX made harmless.

    >>> print(escaped("R&D_1 {50%}"))
    R\&D\_1 \{50\%\}
    """
    return "".join(SPECIAL.get(character, character) for character in text)
