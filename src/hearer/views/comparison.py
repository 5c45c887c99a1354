"""Several algorithms side by side: what each makes of every pronoun, and why.

    render    interpretations as text, TSV, JSON or an HTML page

The rows are in comparison_rows.py, and each form has a file of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from hearer.errors import UnknownName
from hearer.model import Interpretation
from hearer.views import comparison_html, comparison_text
from hearer.views.comparison_rows import Comparison, compared
from hearer.views.comparison_tables import render_json, render_tsv


class Target(StrEnum):
    """The forms a comparison is written in."""

    TEXT = "text"
    TSV = "tsv"
    JSON = "json"
    HTML = "html"


def render(
    found: Sequence[Interpretation],
    *,
    to: str = "text",
    only_differences: bool = False,
    color: bool = False,
    width: int = 100,
) -> str:
    """Write what several algorithms make of one document, or of each of several.

    Interpretations of the same document are compared with each other.
    """
    if to not in set(Target):
        raise UnknownName("form of a comparison", to, list(Target))
    shown = compared(found)
    if only_differences:
        shown = tuple(Comparison(x.document, x.algorithms, x.differences) for x in shown)
    if to == Target.TSV:
        return render_tsv(shown)
    if to == Target.JSON:
        return render_json(shown)
    if to == Target.HTML:
        return comparison_html.render(shown)
    return comparison_text.render(shown, color=color, width=width)
