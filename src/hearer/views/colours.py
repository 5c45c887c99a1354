"""Who is who in the text: what pages paint.

ColouredText       the entities of an interpretation: their numbers, colours and words
coloured           all of that, from an interpretation
listed             the entities that stand on its lists
ColouredMention    the words that show an entity in the text
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from hearer.model import Entity, ExpressionId, Interpretation, ReferringExpression, Utterance
from hearer.once import Once
from hearer.views.words import small_capitals, spelled_in

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

    `mentions` has each at every word it covers, and `ellipses` the entity of an elliptical subject
    at the verb it stands before; both by utterance and word.
    """

    numbers: Mapping[str, int]
    hues: Mapping[str, int]
    mentions: Mapping[tuple[int, int], ColouredMention]
    ellipses: Mapping[tuple[int, int], str]
    realized: Mapping[ExpressionId, Entity]
    names: Mapping[str, str]  # of the entities, in small capitals

    def realized_by(self, expression: ReferringExpression) -> Entity | None:
        """The entity an expression was taken to realize in the end."""
        return self.realized.get(expression.id, expression.entity)


def coloured(found: Interpretation, besides: Iterable[str] = ()) -> ColouredText:
    """The entities of an interpretation in the order they come up; those `besides` come first."""
    known = [(e, e.entity) for e in found.expressions if e.entity is not None]
    named = dict.fromkeys((*besides, *(entity for _, entity in known)))
    spoken = {one.number: one for one in found.discourse.utterances}
    silent = [(e, entity) for e, entity in known if not e.is_spoken]
    return ColouredText(
        numbers={entity: n for n, entity in enumerate(named)},
        hues=_hues(known),
        mentions=_mentions(known, spoken),
        ellipses={(e.utterance, e.heard_at or e.head): entity for e, entity in silent},
        realized={e.id: entity for e, entity in known},
        names=Once(spelled_in(found, small_capitals)),
    )


def listed(found: Interpretation) -> Iterator[str]:
    """All entities that stand on a list, or were tested: more than are mentioned, at times."""
    seen: set[int] = set()
    for step in found.steps:
        for element in chain.from_iterable(part.state for part in (*step.parts, step)):
            if id(element) not in seen:
                seen.add(id(element))
                yield element.entity
        for resolution in step.resolutions:
            yield from (attempt.candidate.entity for attempt in resolution.attempts)
            if resolution.entity:
                yield resolution.entity


def _hues(known: list[tuple[ReferringExpression, Entity]]) -> dict[str, int]:
    heard = Counter(entity for _, entity in known)
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
        if e.is_spoken and e.utterance in spoken
    ]
    for number, mention in sorted(spans, key=lambda span: span[1].last - span[1].first):
        places = [(number, n) for n in range(mention.first, mention.last + 1)]
        if found.keys().isdisjoint(places):
            found |= dict.fromkeys(places, mention)
    return found


def _shown(expression: ReferringExpression, utterance: Utterance) -> tuple[int, int]:
    """The words that spell an expression's surface form ("Mr. Curtis"), or its head alone."""
    length = len(expression.text.split())
    head = min(max(expression.head, 1), len(utterance))
    for first in range(max(1, head - length + 1), head + 1) if length > 1 else ():
        if utterance.text_between(first, first + length - 1) == expression.text:
            return first, first + length - 1
    return head, head
