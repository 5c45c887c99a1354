"""Comparisons in every form.

ComparisonForm    the forms there are
render            what several algorithms make of a document, in one of them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from hearer.errors import UnknownName
from hearer.model import Attempt, Interpretation
from hearer.report.forms import dumped, tsv
from hearer.report.table import Table, cell
from hearer.views.comparison import page, text
from hearer.views.comparison.answers import (
    Answer,
    ComparedPronoun,
    Comparison,
    compared,
    place_of,
    reasons,
)
from hearer.views.words import judged

FIRST_COLUMNS = ("document", "place", "utterance", "word", "pronoun", "differ")


class ComparisonForm(StrEnum):
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
    width: int = 80,
) -> str:
    """Write what several algorithms make of one document, or of each of several.

    Interpretations of the same document are compared with each other.
    """
    if to not in set(ComparisonForm):
        raise UnknownName("form of a comparison", to, list(ComparisonForm))
    shown = compared(found)
    if only_differences:
        shown = tuple(replace(one, pronouns=one.differences) for one in shown)
    if to == ComparisonForm.TSV:
        return tsv(_table(shown))
    if to == ComparisonForm.JSON:
        told = [_document(one) for one in shown]
        return dumped(told[0] if len(told) == 1 else told)
    if to == ComparisonForm.HTML:
        return page.render(shown)
    return text.render(shown, color=color, width=width)


def _table(comparisons: Sequence[Comparison]) -> Table:
    """One row per pronoun; an empty cell is a pronoun without antecedent."""
    algorithms = comparisons[0].algorithms if comparisons else ()
    rows = tuple(_row(one.document, pronoun) for one in comparisons for pronoun in one.pronouns)
    return Table("comparison", "Pronouns", (*FIRST_COLUMNS, *algorithms), rows)


def _row(document: str, one: ComparedPronoun) -> tuple[str, ...]:
    differ = "yes" if one.differs else "no"
    found = (" or ".join(filter(None, (x.entity, *x.rivals))) for x in one.answers)
    first = (document, str(one.place), one.utterance, one.word, one.pronoun, differ)
    return tuple(cell(value, "") for value in (*first, *found))


# JSON: everything, attempts and notes included ------------------------------------------------


def _document(one: Comparison) -> dict[str, object]:
    return {
        "document": one.document,
        "algorithms": list(one.algorithms),
        "named": {entity: list(place) for entity, place in one.named.items()},
        "pronouns": [_pronoun(pronoun) for pronoun in one.pronouns],
    }


def _pronoun(one: ComparedPronoun) -> dict[str, object]:
    return {
        "line": one.place.line,
        "column": one.place.column,
        "utterance": one.utterance,
        "word": one.word,
        "pronoun": one.pronoun,
        "sentence": one.sentence,
        "differ": one.differs,
        "answers": [_answer(answer) for answer in one.answers],
    }


def _answer(answer: Answer) -> dict[str, object]:
    return {
        "algorithm": answer.algorithm,
        "entity": answer.entity,
        "shown": answer.shown,
        "label": answer.label,
        "antecedent": answer.antecedent or None,
        "at": list(answer.at) if answer.at else None,
        "same_as": answer.same_as,
        "rivals": list(answer.rivals),
        "attempts": [_attempt(one) for one in answer.attempts],
        "notes": [{"name": note.name, "text": note.text} for note in answer.notes],
        "reasons": reasons(answer),
    }


def _attempt(one: Attempt) -> dict[str, object]:
    return {
        "entity": one.candidate.entity,
        "at": list(place_of(one.candidate)),
        "violated": one.violated,
        "judged": judged(one),
        "states_back": one.states_back,
    }
