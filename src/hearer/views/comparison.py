"""Several algorithms side by side, as text, TSV, JSON or a page: answers, and why they differ.

Two answers are the same if their antecedents go back to the same first mention: identifiers of
entities may differ between algorithms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from textwrap import wrap

from hearer.errors import UnknownName
from hearer.formats.decoding import Place
from hearer.harmless import number_and, printable
from hearer.model import Attempt, Element, Interpretation, Note, ReferringExpression, Resolution
from hearer.model.tree import BREATH
from hearer.names import OwnNames
from hearer.report import forms
from hearer.report.table import BOLD, RED, Table, blocks, cell, styled
from hearer.views.places import Places
from hearer.views.words import NO_ANTECEDENT, capitals, judged, which_state

WORDS = re.compile(r"[\w’']+")
MOST_NOTES = 4
MOST_ATTEMPTS = 8
NARROWEST, WIDEST_CELL = 40, 22  # columns of the text, and of a cell in it
DIFFERS, AGREES = "≠ ", "  "


class ComparisonForm(StrEnum):
    """The forms of a comparison."""

    TEXT = "text"
    TSV = "tsv"
    JSON = "json"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Answer:
    """One algorithm's answer; equal numbers in `same_as` mean equal answers to one pronoun."""

    algorithm: str
    same_as: int
    resolution: Resolution | None = None
    notes: Sequence[Note] = ()

    @property
    def entity(self) -> str | None:
        return self.resolution.entity if self.resolution else None

    @property
    def rivals(self) -> list[str]:
        """The entities that the algorithm finds as good."""
        rivals = self.resolution.rivals if self.resolution else ()
        return list(dict.fromkeys(rival.entity for rival in rivals))

    @property
    def entities(self) -> list[str]:
        return [self.entity, *self.rivals] if self.entity else []

    @property
    def attempts(self) -> Sequence[Attempt]:
        return self.resolution.attempts if self.resolution else ()

    @property
    def shown(self) -> str:
        """FRIEDMAN, "JOHN or MIKE" if both are as good, or "no antecedent"."""
        return " or ".join(map(capitals, self.entities)) or NO_ANTECEDENT

    @property
    def reasons(self) -> list[str]:
        """The candidates tested in one line, and one line per note; at least one line."""
        tested = [
            f"{capitals(one.candidate.entity)} {judged(one)}"
            + (f" ({which_state(one.states_back)})" if one.states_back else "")
            for one in self.attempts
        ]
        left_out = len(tested) - MOST_ATTEMPTS
        if left_out > 0:
            tested = [*tested[: MOST_ATTEMPTS - 2], f"… {left_out} more …", *tested[-2:]]
        lines = [" · ".join(tested)] if tested else []
        lines += [printable(str(note)) for note in self.notes[:MOST_NOTES]]
        if len(self.notes) > MOST_NOTES:
            more = len(self.notes) - MOST_NOTES
            lines.append(f"… and {more} more: hearer trace -a {self.algorithm}")
        return lines or ["(it gives no reasons)"]


@dataclass(frozen=True, slots=True)
class ComparedPronoun:
    """One pronoun with its place, and one answer per algorithm."""

    place: Place
    utterance: int
    word: int
    pronoun: str
    sentence: str
    answers: tuple[Answer, ...]

    @property
    def differs(self) -> bool:
        return len({answer.same_as for answer in self.answers}) > 1

    @property
    def by_answer(self) -> list[Answer]:
        return sorted(self.answers, key=lambda answer: answer.same_as)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Answers of some algorithms for one document; `pronouns` may be only those that differ."""

    document: str
    algorithms: tuple[str, ...]
    pronouns: tuple[ComparedPronoun, ...]
    heard: int  # number of all pronouns
    named: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # where, by entity

    @property
    def differences(self) -> tuple[ComparedPronoun, ...]:
        return tuple(one for one in self.pronouns if one.differs)

    @property
    def summary(self) -> str:
        pronouns, differ = number_and(self.heard, "pronoun"), len(self.differences)
        if not self.heard or len(self.algorithms) == 1:
            return f"{number_and(len(self.algorithms), 'algorithm')}, {pronouns}."
        rest = f", and differ on {differ}" if differ else ""
        agree = f"{len(self.algorithms)} algorithms agree on {self.heard - differ} of"
        return f"{agree} {pronouns}{rest}."


def compared(found: Sequence[Interpretation]) -> tuple[Comparison, ...]:
    """Compare the interpretations of each document with each other."""
    by_document = groupby(found, key=lambda one: id(one.discourse))
    return tuple(_comparison(list(same)) for _, same in by_document)


def _comparison(found: Sequence[Interpretation]) -> Comparison:
    own, discourse = OwnNames("{} ({})"), found[0].discourse
    algorithms = tuple(own.own(one.algorithm, n) for n, one in enumerate(found))
    decided = [
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
    for n, one in enumerate(found):
        for e in one.expressions:
            if e.entity is not None:
                first[n].setdefault(e.entity, e.id)
                if not e.is_pronoun:
                    named.setdefault(e.entity, (e.utterance, e.head))
    places = Places(discourse)
    pronouns = {key: one.pronoun for each in decided for key, (one, _) in each.items()}
    shown = []
    for key in sorted(pronouns):
        pronoun, answers = pronouns[key], list[Answer]()
        numbers: dict[object, int] = {}
        for n, algorithm in enumerate(algorithms):
            resolution, notes = decided[n].get(key, (None, ()))
            answer = Answer(algorithm, 0, resolution, _about(notes, resolution))
            meaning = frozenset(first[n].get(entity, entity) for entity in answer.entities)
            number = numbers.setdefault(meaning, len(numbers))
            answers.append(replace(answer, same_as=number))
        shown.append(
            ComparedPronoun(
                place=places.of(pronoun.utterance, pronoun.words[0]),
                utterance=pronoun.utterance,
                word=pronoun.head,
                pronoun=printable(pronoun.text),
                sentence=_sentence(places, pronoun),
                answers=tuple(answers),
            )
        )
    return Comparison(printable(discourse.name), algorithms, tuple(shown), len(shown), named=named)


def _sentence(places: Places, pronoun: ReferringExpression) -> str:
    """Return the sentence of a pronoun; of a long one, the words that are heard together."""
    spoken, first = places.utterance(pronoun.utterance), max(0, pronoun.head - 1) // BREATH
    first = first * BREATH + 1
    return printable(spoken.text_between(first, first + BREATH - 1)) if spoken else ""


def _about(notes: Iterable[Note], resolution: Resolution | None) -> list[Note]:
    """Return the notes about a pronoun; if there are none, those about its antecedent."""
    if resolution is None:
        return []
    text, entity = resolution.pronoun.text, resolution.entity
    about = [note for note in notes if text in WORDS.findall(note.text)]
    return about or [note for note in notes if entity and entity in str(note)]


# Forms ------------------------------------------------------------------------------------------


def render(
    found: Sequence[Interpretation],
    *,
    to: str = "text",
    only_differences: bool = False,
    color: bool = False,
    width: int = 80,
) -> str:
    """Write a comparison of the interpretations of one document, or of each of several."""
    if to not in set(ComparisonForm):
        raise UnknownName("form of a comparison", to, list(ComparisonForm))
    shown = compared(found)
    if only_differences:
        shown = tuple(replace(one, pronouns=one.differences) for one in shown)
    if to == ComparisonForm.TSV:
        return forms.tsv(_table(shown))
    if to == ComparisonForm.JSON:
        documents = [*map(_json, shown)]
        return forms.dumped(documents[0] if len(documents) == 1 else documents)
    if to == ComparisonForm.HTML:
        tables = [table for one in shown for table in _html_tables(one)]
        title = ", ".join(one.document for one in shown if one.document) or "A comparison"
        heading = "\n".join(f"{one.document}: {one.summary}".lstrip(": ") for one in shown)
        return forms.render(tables, to=forms.Form.HTML, title=title, heading=heading)
    text = _Text(color=color, width=max(width, NARROWEST))
    parts = ["\n".join(text.document(one, is_headed=len(shown) > 1)) for one in shown]
    return "\n\n".join(parts) + "\n" if parts else ""


def _table(comparisons: Sequence[Comparison]) -> Table:
    """Return one row per pronoun; an empty cell is a pronoun without antecedent."""
    first = ("document", "place", "utterance", "word", "pronoun", "differ")
    rows = tuple(
        tuple(
            cell(value, "")
            for value in (
                *(each.document, str(row.place), row.utterance, row.word, row.pronoun),
                "yes" if row.differs else "no",
                *(" or ".join(filter(None, (one.entity, *one.rivals))) for one in row.answers),
            )
        )
        for each in comparisons
        for row in each.pronouns
    )
    algorithms = comparisons[0].algorithms if comparisons else ()
    return Table("comparison", "Pronouns", (*first, *algorithms), rows)


def _json(one: Comparison) -> dict[str, object]:
    return {
        "document": one.document,
        "algorithms": list(one.algorithms),
        "named": {entity: list(place) for entity, place in one.named.items()},
        "pronouns": [
            {
                "line": row.place.line,
                "column": row.place.column,
                "utterance": row.utterance,
                "word": row.word,
                "pronoun": row.pronoun,
                "sentence": row.sentence,
                "differ": row.differs,
                "answers": [*map(_json_answer, row.answers)],
            }
            for row in one.pronouns
        ],
    }


def _json_answer(answer: Answer) -> dict[str, object]:
    found = answer.resolution.antecedent if answer.resolution else None
    return {
        "algorithm": answer.algorithm,
        "entity": answer.entity,
        "shown": answer.shown,
        "label": str(answer.resolution.label) if answer.resolution else "",
        "antecedent": (found.expression.text or None) if found else None,
        "at": _place(found) if found else None,
        "same_as": answer.same_as,
        "rivals": answer.rivals,
        "attempts": [
            {
                "entity": one.candidate.entity,
                "at": _place(one.candidate),
                "violated": one.violated,
                "judged": judged(one),
                "states_back": one.states_back,
            }
            for one in answer.attempts
        ],
        "notes": [{"name": one.name, "text": one.text} for one in answer.notes[:MOST_NOTES]],
        "reasons": answer.reasons,
    }


def _place(element: Element) -> list[int]:
    return [element.expression.utterance, element.expression.head]


@dataclass(frozen=True, slots=True)
class _Text:
    """Writes a comparison as text; a table too wide for the terminal goes on below."""

    color: bool
    width: int

    def document(self, one: Comparison, *, is_headed: bool) -> Iterator[str]:
        if is_headed:
            yield from (one.document, "=" * len(one.document), "")
        yield one.summary
        header = (AGREES, *map(_cut, one.algorithms))
        rows = tuple(map(_cells, one.pronouns))
        table = Table("comparison", one.document, header, rows, names=len(header))
        for first, *lines in blocks(table, self.width - 1) if one.pronouns else ():
            yield from ("", self._styled(first, BOLD))
            for line in lines:
                yield self._styled(line, RED if line.startswith(DIFFERS) else "")
        if one.differences:
            yield from ("", self._styled("Where they differ, and why", BOLD))
        for row in one.differences:
            yield from ("", *self._difference(row))

    def _difference(self, row: ComparedPronoun) -> Iterator[str]:
        indent = " " * len(f"{row.place} ")
        yield from wrap(f"{row.place} {row.sentence}", self.width, subsequent_indent=indent)
        margin = max(len(answer.algorithm) for answer in row.answers)
        for _, same in groupby(row.by_answer, key=lambda answer: answer.same_as):
            for n, answer in enumerate(same):
                if not n:
                    yield self._styled(f"  {row.pronoun} = {answer.shown}", BOLD)
                opening = f"    {answer.algorithm.ljust(margin)}  "
                indent = " " * len(opening)
                for reason in answer.reasons:
                    yield from wrap(
                        reason, self.width, initial_indent=opening, subsequent_indent=indent
                    )
                    opening = indent

    def _styled(self, text: str, style: str) -> str:
        return styled(text, style, color=self.color)


def _cells(row: ComparedPronoun, *, longest: int = WIDEST_CELL) -> tuple[str, ...]:
    """Return the pronoun and the answers; those unlike the first algorithm's are marked."""
    first = row.answers[0].same_as
    shown = (
        DIFFERS * (answer.same_as != first) + (answer.shown if answer.entities else "–")
        for answer in row.answers
    )
    named = (DIFFERS if row.differs else AGREES) + _cut(f"{row.place} {row.pronoun}", longest)
    return (named, *(_cut(text, longest) for text in shown))


def _html_tables(one: Comparison) -> Iterator[Table]:
    """Yield a table of answers, and one of the reasons for differences."""
    header = (AGREES, *one.algorithms)
    rows = tuple(_cells(row, longest=len(row.sentence) + WIDEST_CELL) for row in one.pronouns)
    yield Table("comparison", one.document, header, rows, names=len(header))
    reasons = tuple(
        (f"{row.place} {row.sentence}", answer.algorithm, answer.shown, " ".join(answer.reasons))
        for row in one.differences
        for answer in row.by_answer
    )
    if reasons:
        header = ("sentence", "algorithm", "answer", "why")
        yield Table("reasons", "Where they differ, and why", header, reasons, names=len(header))


def _cut(text: str, longest: int = WIDEST_CELL) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
