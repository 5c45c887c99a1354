"""One JSON object a line for every pronoun, as it falls.

    FORMAT           our own lines, written as the pronouns fall
    PronounLines     the lines of a discourse that is being heard
    PronounPlaces    where its words stand
    write            the lines of interpretations

A line has exactly these fields; offsets are code points of the input, ends excluded, and sentences
count from 1 (null for an expression that stands nowhere in the document):

document      the name of the document
pronoun       text (as the input has it), start, end, sentence
antecedent    the same of the antecedent, or null; a set that nobody named has no start and no end,
              but `members`, each with the same
entity        the name of what the pronoun was taken to mean; "?…" when that is unknown
name          what that is best called so far, a full name rather than a noun; "" if nobody named it
label         "resolved", or "unresolved", or what the algorithm takes the pronoun to be instead:
              "ambiguous", "no antecedent", "event", "pleonastic", "cataphoric", "same kind"
confidence    how probable the algorithm holds its decision, 0 to 1; null if it does not weigh

A line that takes back an earlier one for the same pronoun, since its antecedent came after it, has
"event": "revised" in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hearer.formats.entities import Stretch, WordOffsets
from hearer.formats.format import Format, Holds, program
from hearer.formats.json_values import dumped, first_object, rounded
from hearer.model import (
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
)

SpokenAt = dict[str, "str | int | list[SpokenAt] | None"]
PronounRow = dict[str, SpokenAt | str | float | None]


def write(found: Sequence[Interpretation]) -> bytes:
    """The lines of all pronouns, in the order they fell."""
    return "".join(line for one in found for line in _lines(one)).encode()


def _lines(found: Interpretation) -> Iterator[str]:
    lines = PronounLines(found.discourse.name, found.discourse.text)
    for utterance in found.discourse.utterances:
        lines.places.add(utterance)
    for step in found.steps:
        yield from lines.fallen(step)


class Sliced(Protocol):
    """A text, or something that grows into one: all that is asked of it is a slice."""

    def __getitem__(self, part: slice, /) -> str: ...


class PronounLines:
    """Lines as the pronouns of a discourse fall; of the past it keeps two numbers a word."""

    def __init__(self, document: str, text: Sliced) -> None:
        self.document = document
        self.text = text
        self.places = PronounPlaces()

    def fallen(self, step: Step) -> Iterator[str]:
        if step.word:
            self.places.add(step.word.utterance)
        for part in step.parts or (step,):
            self.places.note(part)
            for resolution in part.resolutions:
                event: PronounRow = {"event": "revised"} if resolution.is_revision else {}
                yield dumped({**event, **self.row(resolution)}) + "\n"

    def row(self, resolution: Resolution) -> PronounRow:
        found = resolution.antecedent
        return {
            "document": self.document,
            "program": program(),
            "pronoun": self._place(resolution.pronoun),
            "antecedent": self._place(found.expression) if found else None,
            "entity": resolution.entity or resolution.pronoun.referent,
            "name": resolution.name,
            "label": str(resolution.label),
            "confidence": rounded(resolution.confidence),
        }

    def _place(self, expression: ReferringExpression) -> SpokenAt:
        expression = self.places.spoken(expression)
        is_made = expression.kind is Kind.SET and not expression.first  # by the hearer: no words
        if is_made or not self.places.knows(expression):
            said, sentence = expression.text, expression.utterance
            members = {"members": [*map(self._place, expression.members)]} if is_made else {}
            return {"text": said, "start": None, "end": None, "sentence": sentence, **members}
        start, end = self.places.span(expression)
        written = self.text[start:end]
        return {"text": written, "start": start, "end": end, "sentence": expression.utterance}


class PronounPlaces:
    """Where the words of a discourse stand in its text, and those of subjects left out."""

    def __init__(self) -> None:
        self._offsets = WordOffsets()
        self._utterance = 0
        self._said: dict[str, ReferringExpression] = {}  # by entity, in this utterance
        self._subjects: dict[tuple[int, float], ReferringExpression] = {}  # of elliptical verbs

    def add(self, utterance: Utterance) -> None:
        """Take in the words of an utterance, once."""
        if not self._offsets.has(utterance.number):
            self._offsets.add(utterance.number, utterance, utterance.start)

    def forget(self, number: int) -> None:
        """Leave out utterance `number` and all after it: they may be parsed again."""
        self._offsets.forget(number)
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
        entity = expression.referent
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
        return self._offsets.has(expression.utterance, expression.head)

    def span(self, expression: ReferringExpression) -> Stretch:
        """The offsets of an expression; what has no words lies before its head, and is empty."""
        start, end = self.word(expression.utterance, expression.first or expression.head)
        if not expression.is_spoken:
            return Stretch(start, start)
        last = expression.last or expression.head
        return Stretch(start, max(end, self.word(expression.utterance, last).end))

    def word(self, utterance: int, number: int) -> Stretch:
        return self._offsets.stretch(utterance, number, number)


FORMAT = Format(
    name="jsonl",
    description="One object per pronoun, as it falls",
    suffixes=(".jsonl",),
    holds=frozenset({Holds.PRONOUNS}),
    sniff=lambda content: "pronoun" in first_object(content.partition(b"\n")[0]),
    write=write,
    stream=PronounLines,
)
