"""What the studio tells of each pronoun: who is meant, how sure that is, who else may be.

pronouns       all of them in the order of the text, I and you among them
Telling        what they are told with
PronounPlace   where one is told of: utterance and word
"""

from __future__ import annotations

from typing import NamedTuple

from hearer.algorithms.weighted.precision import open_at
from hearer.model import Entity, Interpretation, Kind, Label, ReferringExpression, Resolution
from hearer.report.styles import printable
from hearer.views.called import Called
from hearer.views.colours import ColouredText
from hearer.views.places import places_of
from hearer.views.studio.chances import chances
from hearer.views.trace.script import Json
from hearer.views.words import at_hand

WEIGHING = "weighted-s-list"  # who knows what a precision asks for
PronounPlace = tuple[int, int]


class Telling(NamedTuple):
    """What is told with: who is who, in numbers and names."""

    found: Interpretation
    known: ColouredText
    called: Called

    def number(self, entity: Entity | None) -> int | None:
        return None if entity is None else self.known.numbers.get(entity)


def pronouns(telling: Telling) -> dict[PronounPlace, dict[str, Json]]:
    """What is told of each pronoun, by its place: of those looked up, and of those known."""
    found = telling.found
    told = {
        (one.pronoun.utterance, one.pronoun.head): _looked_up(at_hand(one), telling)
        for one in found.resolutions
    }
    for expression in found.expressions:
        place = expression.utterance, expression.head
        is_known = expression.is_pronoun or expression.kind is Kind.SPEAKER
        if is_known and place not in told:
            told[place] = _known(expression, telling)
    return dict(sorted(told.items()))


def _looked_up(one: Resolution, telling: Telling) -> dict[str, Json]:
    return {
        **_written(one.pronoun, telling),
        "entity": telling.number(one.entity),
        "label": str(one.label),
        "shown": telling.called.meant(one, places_of(telling.found.discourse)),
        "confidence": None if one.confidence is None else round(one.confidence, 3),
        "open_at": open_at(one) if telling.found.algorithm == WEIGHING else None,
        "candidates": [
            {"entity": telling.number(each.entity), "probability": each.probability}
            for each in chances(one)
        ],
    }


def _known(expression: ReferringExpression, telling: Telling) -> dict[str, Json]:
    """Of a pronoun that was not looked up: I and you, or one of which somebody said who it is."""
    entity = expression.entity
    name = telling.called.best.get(entity, "") if entity else ""
    return {
        **_written(expression, telling),
        "entity": telling.number(entity),
        "label": str(Label.UNRESOLVED if entity is None else Label.RESOLVED),
        "shown": printable(name or expression.text),
        "confidence": None,
        "open_at": None,
        "candidates": [],
    }


def _written(pronoun: ReferringExpression, telling: Telling) -> dict[str, Json]:
    """Where it stands, and as it is written there: “She”, where *she* was heard."""
    utterance = places_of(telling.found.discourse).utterance(pronoun.utterance)
    words = pronoun.own_words
    text = utterance.text_between(words[0], words[-1]) if utterance else ""
    return {
        "utterance": pronoun.utterance,
        "word": pronoun.head,
        "text": printable(text or pronoun.text),
    }
