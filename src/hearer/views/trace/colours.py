"""Who is who in the text: what the HTML trace paints.

ColouredText       the entities of an interpretation: their numbers, colours and words
coloured           all of that, from an interpretation
ColouredMention    the words that show an entity in the text
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hearer.model import Entity, ExpressionId, Interpretation, Kind, ReferringExpression, Utterance

GOLDEN_ANGLE = 137.508  # each hue far from the ones before it


@dataclass(frozen=True, slots=True)
class ColouredMention:
    """The words `first` to `last` of an utterance, shown in the colour of `entity`."""

    entity: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ColouredText:
    """Numbers for all entities, hues for those mentioned twice, and the mentions.

    `words` counts all words of the discourse, `mentions` has each at every word it covers, and
    `ellipses` has the entity of an elliptical subject at the verb it stands before; each by
    utterance and word.
    """

    numbers: Mapping[str, int]
    hues: Mapping[str, int]
    words: Mapping[tuple[int, int], int]
    mentions: Mapping[tuple[int, int], ColouredMention]
    ellipses: Mapping[tuple[int, int], str]
    realized: Mapping[ExpressionId, str]

    def realized_by(self, expression: ReferringExpression) -> str:
        """The entity an expression was taken to realize in the end."""
        return self.realized.get(expression.id, expression.entity or "")


def coloured(found: Interpretation) -> ColouredText:
    """The entities of an interpretation in the order they come up."""
    numbers = {entity: n for n, entity in enumerate(dict.fromkeys(_entities(found)))}
    spoken = {step.word.utterance.number: step.word.utterance for step in found.steps if step.word}
    known = [(e, e.entity) for e in found.expressions if e.entity is not None]
    return ColouredText(
        numbers=numbers,
        hues=_hues(known),
        words={word: n for n, word in enumerate(_words(found))},
        mentions=_mentions(known, spoken),
        ellipses={
            (e.utterance, e.heard_at or e.head): x for e, x in known if e.kind is Kind.ELLIPSIS
        },
        realized={e.id: entity for e, entity in known},
    )


def _entities(found: Interpretation) -> Iterator[str]:
    for step in found.steps:
        for part in (*step.parts, step):
            yield from (element.entity for element in part.state)
    for resolution in found.resolutions:
        yield from (attempt.candidate.entity for attempt in resolution.attempts)
        yield resolution.entity or ""
    yield from (expression.entity or "" for expression in found.expressions)


def _words(found: Interpretation) -> Iterator[tuple[int, int]]:
    for step in found.steps:
        if step.word:
            yield step.word.utterance.number, step.word.number


def _hues(known: list[tuple[ReferringExpression, Entity]]) -> dict[str, int]:
    heard: dict[str, int] = {}
    for _, entity in known:
        heard[entity] = heard.get(entity, 0) + 1
    repeated = [entity for entity, times in heard.items() if times > 1]
    return {entity: round(25 + n * GOLDEN_ANGLE) % 360 for n, entity in enumerate(repeated)}


def _mentions(
    known: list[tuple[ReferringExpression, Entity]], spoken: Mapping[int, Utterance]
) -> dict[tuple[int, int], ColouredMention]:
    """Mentions word by word; where two would share a word (a set and its members), the shorter."""
    found: dict[tuple[int, int], ColouredMention] = {}
    spans = [
        (e.utterance, ColouredMention(entity, *_shown(e, spoken[e.utterance])))
        for e, entity in known
        if e.kind is not Kind.ELLIPSIS and e.utterance in spoken
    ]
    for number, mention in sorted(spans, key=lambda span: span[1].last - span[1].first):
        places = [(number, n) for n in range(mention.first, mention.last + 1)]
        if not any(place in found for place in places):
            found.update((place, mention) for place in places)
    return found


def _shown(expression: ReferringExpression, utterance: Utterance) -> tuple[int, int]:
    """The words that spell an expression's surface form ("Mr. Curtis"), or its head alone."""
    length = len(expression.text.split())
    head = min(max(expression.head, 1), len(utterance))
    for first in range(max(1, head - length + 1), head + 1):
        if utterance.text_between(first, first + length - 1) == expression.text:
            return first, first + length - 1
    return head, head
