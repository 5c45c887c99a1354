"""One JSON object a line for every pronoun, as it is resolved; docs/schema.md has the fields.

Offsets are code points of the input, ends excluded; sentences count from 1. A line that revises an
earlier one for the same pronoun, since its antecedent came after it, begins with
"event": "revised".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hearer.formats.format import Format, Holds, program
from hearer.formats.json_values import dumped, first_object, rounded
from hearer.model import Interpretation, Kind, ReferringExpression, Resolution, Step

SpokenAt = dict[str, "str | int | list[SpokenAt] | None"]
PronounRow = dict[str, SpokenAt | str | float | None]


def write(found: Sequence[Interpretation]) -> bytes:
    """Write the lines of all pronouns, in the order in which they were resolved."""
    written = []
    for one in found:
        lines = PronounLines(one.discourse.name, one.discourse.text)
        written += [line for step in one.steps for line in lines.fallen(step)]
    return "".join(written).encode()


class Sliced(Protocol):
    """A text, or something that grows into one: only slices of it are read."""

    def __getitem__(self, part: slice, /) -> str: ...


class PronounLines:
    """The lines of a discourse that is being resolved."""

    def __init__(self, document: str, text: Sliced) -> None:
        self.document = document
        self.text = text
        self._utterance = 0
        self._latest: dict[str, ReferringExpression] = {}  # by entity, in this utterance
        self._subjects: dict[tuple[int, float], ReferringExpression] = {}  # of elliptical verbs

    def fallen(self, step: Step) -> Iterator[str]:
        """Return the lines of the pronouns that a step resolved."""
        for part in step.parts or (step,):
            self.note(part)
            for resolution in part.resolutions:
                event: PronounRow = {"event": "revised"} if resolution.instead_of else {}
                yield dumped({**event, **self.row(resolution)}) + "\n"

    def row(self, resolution: Resolution) -> PronounRow:
        found, pronoun = resolution.antecedent, self._place(resolution.pronoun)
        if pronoun["start"] is None:  # without words: before its verb
            pronoun |= {"start": resolution.start, "end": resolution.end}
        return {
            "document": self.document,
            "program": program(),
            "pronoun": pronoun,
            "antecedent": self._place(found.expression) if found else None,
            "entity": resolution.entity or resolution.pronoun.referent,
            "name": resolution.name,
            "label": str(resolution.label),
            "confidence": rounded(resolution.confidence),
        }

    def _place(self, expression: ReferringExpression) -> SpokenAt:
        expression = self.spoken(expression)
        is_constructed = expression.kind is Kind.SET and not expression.first  # without words
        start, end = expression.start, expression.end
        text = expression.text if start is None or end is None else self.text[start:end]
        place: SpokenAt = {"text": text, "start": start, "end": end}
        place["sentence"] = expression.utterance
        if is_constructed:
            place["members"] = [*map(self._place, expression.members)]
        return place

    def forget(self, number: int) -> None:
        """Remove utterance `number` and all after it, which may be parsed again."""
        while self._subjects and next(reversed(self._subjects))[0] >= number:
            self._subjects.popitem()
        self._utterance = 0

    def note(self, step: Step) -> None:
        """Store the latest words for each entity of this utterance: an ellipsis has none."""
        expression = step.heard
        if expression is None:
            return
        if expression.utterance != self._utterance:
            self._utterance = expression.utterance
            self._latest.clear()
        entity = expression.referent
        if step.resolutions:
            entity = step.resolutions[0].entity or entity
        if expression.kind is not Kind.ELLIPSIS:
            self._latest[entity] = expression
        elif entity in self._latest:
            self._subjects[expression.utterance, expression.position] = self._latest[entity]

    def spoken(self, expression: ReferringExpression) -> ReferringExpression:
        """Return the expression; for an ellipsis, the latest expression of its subject."""
        return self._subjects.get((expression.utterance, expression.position), expression)


FORMAT = Format(
    name="jsonl",
    description="One object per pronoun, as it is resolved",
    suffixes=(".jsonl",),
    holds=frozenset({Holds.PRONOUNS}),
    sniff=lambda content: "pronoun" in first_object(content.partition(b"\n")[0]),
    write=write,
)
