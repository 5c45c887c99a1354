"""Answers of several algorithms to the same pronouns, side by side.

Two answers are the same if their antecedents go back to the same first mention: identifiers of
entities may differ between algorithms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from hearer.errors import UnknownName
from hearer.escape import number_and, printable
from hearer.model import Element, Interpretation, Note, ReferringExpression, Resolution
from hearer.model.tree import PART_LENGTH
from hearer.names import OwnNames
from hearer.report import forms
from hearer.report.table import Table, cell, cut
from hearer.views.places import Places
from hearer.views.words import NO_ANTECEDENT, Called, judged

FORMS = ("text", "tsv", "json", "html")
WORDS = re.compile(r"[\w’']+")
MOST_NOTES = 4
WIDEST_CELL, LEAST_CELL = 22, 11  # columns, in text
WIDTH = 68  # columns for the answers of all algorithms, where they fit
DIFFERS, AGREES = "≠ ", "  "
Values = dict[str, Any]  # as in JSON
Decided = dict[object, tuple[Resolution, Sequence[Note]]]  # by the pronoun's id


def compared(found: Sequence[Interpretation]) -> list[Values]:
    """Compare the interpretations of each document with each other, as values for JSON.

    Equal numbers in `same_as` mean equal answers to one pronoun; `named` has the places of
    entities, by utterance and word.
    """
    by_document = groupby(found, key=lambda one: id(one.discourse))
    return [_comparison(list(same)) for _, same in by_document]


def _comparison(found: Sequence[Interpretation]) -> Values:
    own, places = OwnNames("{} ({})"), Places(found[0].discourse)
    algorithms = [own.own(one.algorithm, n) for n, one in enumerate(found)]
    decided: list[Decided] = [
        {
            resolution.pronoun.id: (resolution, part.notes)
            for step in one.steps
            for part in (step.parts or (step,))
            for resolution in part.resolutions
        }
        for one in found
    ]
    first: list[dict[str, object]] = [{} for _ in found]  # mentions, by entity
    named: dict[str, tuple[int, int]] = {}
    for mentions, one in zip(first, found, strict=True):
        for e in (e for e in one.expressions if e.entity is not None):
            mentions.setdefault(str(e.entity), e.id)
            if not e.is_pronoun:
                named.setdefault(str(e.entity), (e.utterance, e.head))
    rows = []
    heard = {key: one.pronoun for each in decided for key, (one, _) in each.items()}
    by_algorithm = [*zip(algorithms, decided, first, map(Called, found), strict=True)]
    for key, pronoun in sorted(heard.items()):
        answers, numbers = list[Values](), dict[object, int]()
        for algorithm, answered, mentions, called in by_algorithm:
            given, notes = answered.get(key, (None, ()))
            answer = {"algorithm": algorithm, **_answer(given, notes, called)}
            entities = (answer["entity"], *answer["rivals"]) if answer["entity"] else ()
            meaning = frozenset(mentions.get(entity, entity) for entity in entities)
            answer["same_as"] = numbers.setdefault(meaning, len(numbers))
            answers.append(answer)
        rows.append({**_where(pronoun, places), "differ": len(numbers) > 1, "answers": answers})
    name = printable(found[0].discourse.name)
    return {"document": name, "algorithms": algorithms, "named": named, "pronouns": rows}


def _where(pronoun: ReferringExpression, places: Places) -> Values:
    """Return a pronoun with its sentence; of a long one, the words that are heard together."""
    line, column = places.of(pronoun.utterance, pronoun.words[0])
    spoken = places.utterance(pronoun.utterance)
    first = max(0, pronoun.head - 1) // PART_LENGTH * PART_LENGTH
    sentence = spoken.text_between(first + 1, first + PART_LENGTH) if spoken else ""
    return {
        "line": line,
        "column": column,
        "utterance": pronoun.utterance,
        "word": pronoun.head,
        "pronoun": printable(pronoun.text),
        "sentence": printable(sentence),
    }


def _answer(one: Resolution | None, notes: Iterable[Note], called: Called) -> Values:
    """Return an answer with the notes about the pronoun; if there are none, about its entity."""
    entity, found = (one.entity, one.antecedent) if one else (None, None)
    rivals = list(dict.fromkeys(rival.entity for rival in one.rivals)) if one else []
    about = [x for x in notes if one and one.pronoun.text in WORDS.findall(x.text)]
    about = about or [x for x in notes if entity and entity in str(x)]
    return {
        "entity": entity,
        "shown": " or ".join(map(called.name, (entity, *rivals))) if entity else NO_ANTECEDENT,
        "label": str(one.label) if one else "",
        "antecedent": (found.expression.text or None) if found else None,
        "at": _place(found) if found else None,
        "same_as": 0,
        "rivals": rivals,
        "attempts": [
            {
                "entity": x.candidate.entity,
                "at": _place(x.candidate),
                "violated": x.violated,
                "judged": judged(x),
                "states_back": x.states_back,
            }
            for x in (one.attempts if one else ())
        ],
        "notes": [{"name": x.name, "text": x.text} for x in about[:MOST_NOTES]],
    }


def _place(element: Element) -> list[int]:
    return [element.expression.utterance, element.expression.head]


class Comparison(str):
    """A comparison as text; `documents` has its values."""

    __slots__ = ("documents",)
    documents: list[Values]
    __repr__ = str.__str__


def render(
    found: Sequence[Interpretation], *, to: str = "text", only_differences: bool = False
) -> Comparison:
    """Write a comparison of the interpretations of one document, or of each of several."""
    several = compared(found)
    written = Comparison(_written(several, to=to, only_differences=only_differences))
    written.documents = several
    return written


def _written(several: list[Values], *, to: str, only_differences: bool) -> str:
    if to not in FORMS:
        raise UnknownName("form of a comparison", to, FORMS)
    summaries = [*map(_summary, several)]
    for one in several if only_differences else ():
        one["pronouns"] = [row for row in one["pronouns"] if row["differ"]]
    if to == "tsv":
        return forms.tsv(_values(several))
    if to == "json":
        return forms.dumped(several[0] if len(several) == 1 else several)
    title = ", ".join(filter(None, (one["document"] for one in several))) or "A comparison"
    most = max((len(one["algorithms"]) for one in several), default=1)
    fitting = max(LEAST_CELL, WIDTH // most - 2)
    longest = min(WIDEST_CELL, fitting) if to == "text" else 10 * WIDEST_CELL
    tables = [_answers(*each, longest) for each in zip(several, summaries, strict=True)]
    return forms.render(tables, to=forms.Form(to), title=title)


def _summary(one: Values) -> str:
    heard, several = len(one["pronouns"]), len(one["algorithms"])
    differ, pronouns = sum(row["differ"] for row in one["pronouns"]), number_and(heard, "pronoun")
    if not heard or several == 1:
        return f"{number_and(several, 'algorithm')}, {pronouns}."
    rest = f", and differ on {differ}" if differ else ""
    return f"{several} algorithms agree on {heard - differ} of {pronouns}{rest}."


def _answers(one: Values, title: str, longest: int) -> Table:
    """Return a table for people; answers unlike the first algorithm's are marked."""
    rows, wide = [], max(longest, WIDEST_CELL)
    for row in one["pronouns"]:
        where = f"{row['line']}:{row['column']} {row['pronoun']}"
        cells = (
            DIFFERS * (x["same_as"] != row["answers"][0]["same_as"])
            + (x["shown"] if x["entity"] else "–")
            for x in row["answers"]
        )
        mark = DIFFERS if row["differ"] else AGREES
        rows.append((mark + cut(where, wide), *(cut(text, longest) for text in cells)))
    names = (one["document"], *one["algorithms"])
    first, *algorithms = (cut(name, wide) for name in names)
    header = (AGREES + first, *algorithms)
    return Table("comparison", title, header, tuple(rows), names=len(header))


def _values(several: Sequence[Values]) -> Table:
    """Return one row per pronoun; an empty cell is a pronoun without antecedent."""
    header = ("document", "place", "utterance", "word", "pronoun", "differ")
    rows = []
    for one in several:
        for row in one["pronouns"]:
            place, differ = f"{row['line']}:{row['column']}", "yes" if row["differ"] else "no"
            where = (one["document"], place, row["utterance"], row["word"], row["pronoun"], differ)
            means = (x["shown"] if x["entity"] else "" for x in row["answers"])
            rows.append(tuple(cell(value, "") for value in (*where, *means)))
    algorithms = several[0]["algorithms"] if several else ()
    return Table("comparison", "Pronouns", (*header, *algorithms), tuple(rows))
