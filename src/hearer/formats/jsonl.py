"""One JSON object a line for every pronoun, as it falls.

    Rows     the lines of a discourse that is being heard
    write    the lines of an interpretation

A line has exactly these fields; offsets are code points of the input, ends excluded, and sentences
count from 1 (null for an expression that stands nowhere in the document):

document      the name of the document
pronoun       text (as the input has it), start, end, sentence
antecedent    the same of the antecedent, or null
entity        the name of what the pronoun was taken to mean; "?…" when that is unknown
label         "resolved", or "unresolved", or what the algorithm takes the pronoun to be instead:
              "ambiguous", "no antecedent", "event", "pleonastic", "cataphoric"
confidence    how probable the algorithm holds its decision, 0 to 1; null if it does not weigh

A line that takes back an earlier one for the same pronoun, since its antecedent came after it, has
"event": "revised" in front.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from typing import Protocol

from hearer.model import (
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
)

__all__ = ["Places", "Rows", "dumped", "rounded", "write"]

Place = dict[str, str | int | None]
Row = dict[str, Place | str | float | None]


def write(found: Interpretation) -> str:
    """The lines of all pronouns, in the order they fell."""
    discourse = found.discourse
    rows = Rows(discourse.name, discourse.text)
    for utterance in discourse.utterances:
        rows.places.add(utterance)
    return "".join(line for step in found.steps for line in rows.fallen(step))


def rounded(confidence: float | None) -> float | None:
    """A confidence or a weight to three places, the places it is known to."""
    return None if confidence is None else round(confidence, 3)


class Sliced(Protocol):
    """A text, or something that grows into one: all that is asked of it is a slice."""

    def __getitem__(self, part: slice, /) -> str: ...


class Rows:
    """Lines as the pronouns of a discourse fall; of the past it keeps two numbers a word."""

    def __init__(self, document: str, text: Sliced) -> None:
        self.document = document
        self.text = text
        self.places = Places()

    def fallen(self, step: Step) -> Iterator[str]:
        """The lines of the pronouns that fell at this step."""
        if step.word:
            self.places.add(step.word.utterance)
        for part in step.parts or (step,):
            self.places.note(part)
            for resolution in part.resolutions:
                event: Row = {"event": "revised"} if resolution.is_revision else {}
                yield dumped({**event, **self.row(resolution)}) + "\n"

    def row(self, resolution: Resolution) -> Row:
        """What a line says."""
        found = resolution.antecedent
        return {
            "document": self.document,
            "pronoun": self._place(resolution.pronoun),
            "antecedent": self._place(found.expression) if found else None,
            "entity": resolution.entity or Entity.unknown(resolution.pronoun.id),
            "label": resolution.outcome,
            "confidence": rounded(resolution.confidence),
        }

    def _place(self, expression: ReferringExpression) -> Place:
        expression = self.places.spoken(expression)
        if not self.places.knows(expression):
            said = expression.text
            return {"text": said, "start": None, "end": None, "sentence": expression.utterance}
        start, end = self.places.span(expression)
        written = self.text[start:end]
        return {"text": written, "start": start, "end": end, "sentence": expression.utterance}


class Places:
    """Where the words of a discourse stand in its text."""

    def __init__(self) -> None:
        self._starts, self._ends = array("I"), array("I")
        self._first: dict[int, int] = {}  # by utterance: the index of its first word
        self._utterance = 0
        self._said: dict[str, ReferringExpression] = {}  # by entity, in this utterance
        self._subjects: dict[tuple[int, float], ReferringExpression] = {}  # of elliptical verbs

    def add(self, utterance: Utterance) -> None:
        """Take in the words of an utterance, once."""
        if utterance.number in self._first:
            return
        self._first[utterance.number] = len(self._starts)
        start = utterance.start
        for form, space in zip(utterance.forms, utterance.spaces, strict=True):
            self._starts.append(start)
            self._ends.append(start + len(form))
            start += len(form) + len(space)

    def forget(self, number: int) -> None:
        """Leave out utterance `number` and all after it: they may be parsed again."""
        while self._first and (last := next(reversed(self._first))) >= number:
            index = self._first.pop(last)
            del self._starts[index:], self._ends[index:]
        while self._subjects and next(reversed(self._subjects))[0] >= number:
            self._subjects.popitem()
        self._utterance = 0

    def note(self, step: Step) -> None:
        """Remember what was said of whom in this utterance: an ellipsis has no words."""
        expression = step.heard
        if expression is None:
            return
        if expression.utterance != self._utterance:
            self._utterance = expression.utterance
            self._said.clear()
        entity = expression.entity or Entity.unknown(expression.id)
        if step.resolutions:
            entity = step.resolutions[0].entity or entity
        if expression.kind is not Kind.ELLIPSIS:
            self._said[entity] = expression
        elif entity in self._said:
            self._subjects[expression.utterance, expression.position] = self._said[entity]

    def spoken(self, expression: ReferringExpression) -> ReferringExpression:
        """The expression itself; for an ellipsis, the words its subject was last said in."""
        return self._subjects.get((expression.utterance, expression.position), expression)

    def knows(self, expression: ReferringExpression) -> bool:
        """Whether the words of an expression were added; one made by hand may have none."""
        first = self._first.get(expression.utterance)
        return first is not None and first + expression.head <= len(self._starts)

    def span(self, expression: ReferringExpression) -> tuple[int, int]:
        """The offsets of an expression; what has no words lies before its head, and is empty."""
        start, end = self.word(expression.utterance, expression.first or expression.head)
        if expression.kind is Kind.ELLIPSIS:
            return start, start
        last = expression.last or expression.head
        return start, max(end, self.word(expression.utterance, last)[1])

    def word(self, utterance: int, number: int) -> tuple[int, int]:
        """The offsets of one word."""
        index = self._first[utterance] + number - 1
        return self._starts[index], self._ends[index]


def dumped(value: object, *, indent: int | None = None) -> str:
    """JSON that can be encoded whatever the input was: lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text
