"""What the studio tells of each pronoun: who is meant, how sure that is, who else may be.

pronouns       all of them in the order of the text, I and you among them
PronounTelling what they are told with
PronounPlace   where one is told of: utterance and word
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hearer.algorithms.weighted.precision import open_at
from hearer.model import Entity, Interpretation, Kind, Label, ReferringExpression, Resolution
from hearer.report.styles import printable
from hearer.views.colours import ColouredText
from hearer.views.places import places_of
from hearer.views.reasons import chances
from hearer.views.trace.script import Json
from hearer.views.words import Called, at_hand, who_speaks

WEIGHING = "weighted-s-list"  # who knows what a precision asks for
NOTHING = "nothing"  # what is said of a word that somebody said refers to nothing
REFERS_TO_NOTHING = "-"  # how they say it
PronounPlace = tuple[int, int]


class PronounTelling(NamedTuple):
    """What is told with: who is who, in numbers and names, and what somebody corrected."""

    found: Interpretation
    known: ColouredText
    called: Called
    corrected: Mapping[PronounPlace, str]

    def number(self, entity: Entity | None) -> int | None:
        return None if entity is None else self.known.numbers.get(entity)

    @property
    def pleonastic(self) -> set[PronounPlace]:
        """The pronouns that stand for nothing: they mention nobody."""
        empty = [one for one in self.found.resolutions if one.label is Label.PLEONASTIC]
        return {(one.pronoun.utterance, one.pronoun.head) for one in empty}

    @property
    def nothing(self) -> list[PronounPlace]:
        """The words that somebody said refer to nothing."""
        has = places_of(self.found.discourse).has
        told = self.corrected.items()
        return [place for place, said in told if said == REFERS_TO_NOTHING and has(place)]


def pronouns(telling: PronounTelling) -> dict[PronounPlace, dict[str, Json]]:
    """What is told of each pronoun, by its place: of those looked up, and of those known."""
    found, told = telling.found, dict[PronounPlace, dict[str, Json]]()
    for one in found.resolutions:
        place = one.pronoun.utterance, one.pronoun.head
        told[place] = _looked_up(at_hand(one), telling)
        told[place]["open_at"] = _open_at(one, telling, told)
    for expression in found.expressions:
        place = expression.utterance, expression.head
        if place not in told and (expression.is_pronoun or expression.kind is Kind.SPEAKER):
            told[place] = _known(expression, telling)
    empty = [place for place in telling.nothing if _is_pronoun(place, telling)]
    told = {place: _nothing(place, telling) for place in empty} | told
    corrected = telling.corrected
    return {place: {**told[place], "corrected": place in corrected} for place in sorted(told)}


def _open_at(
    one: Resolution, telling: PronounTelling, told: Mapping[PronounPlace, Mapping[str, Json]]
) -> Json:
    """From which precision on it is open: no later than the pronoun it was resolved by way of."""
    own = open_at(one) if telling.found.algorithm == WEIGHING else None
    if own is None or one.antecedent is None:
        return None
    by = one.antecedent.expression
    through = told.get((by.utterance, by.head), {}).get("open_at")
    return min(own, through) if isinstance(through, float) else own


def _is_pronoun(place: PronounPlace, telling: PronounTelling) -> bool:
    utterance = places_of(telling.found.discourse).utterance(place[0])
    n = place[1] - 1
    if utterance is None:
        return False
    return utterance.upos[n] == "PRON" or utterance.relations[n] == "nmod:poss"


def _looked_up(one: Resolution, telling: PronounTelling) -> dict[str, Json]:
    return {
        **_written(one.pronoun, telling),
        "entity": telling.number(one.entity),
        "label": str(one.label),
        "shown": telling.called.meant(one),
        "confidence": None if one.confidence is None else round(one.confidence, 3),
        "open_at": None,
        "candidates": [
            {"entity": telling.number(entity), "probability": probability}
            for entity, probability in chances(one).items()
        ],
    }


def _known(expression: ReferringExpression, telling: PronounTelling) -> dict[str, Json]:
    """Of a pronoun that was not looked up: I and you, or one of which somebody said who it is."""
    entity = expression.entity
    name = telling.called.best.get(entity, "") if entity else ""
    return {
        **_written(expression, telling),
        "entity": telling.number(entity),
        "label": str(Label.UNRESOLVED if entity is None else Label.RESOLVED),
        "shown": printable(name or who_speaks(expression)),
        **NOT_WEIGHED,
    }


def _nothing(place: PronounPlace, telling: PronounTelling) -> dict[str, Json]:
    heard = ReferringExpression("", *place)
    written = _written(heard, telling)
    return {**written, "entity": None, "label": NOTHING, "shown": NOTHING, **NOT_WEIGHED}


NOT_WEIGHED: Mapping[str, Json] = {"confidence": None, "open_at": None, "candidates": []}


def _written(pronoun: ReferringExpression, telling: PronounTelling) -> dict[str, Json]:
    """Where it stands, and as it is written there: “She”, where *she* was heard."""
    utterance = places_of(telling.found.discourse).utterance(pronoun.utterance)
    words = pronoun.own_words
    text = utterance.text_between(words[0], words[-1]) if utterance else ""
    return {
        "utterance": pronoun.utterance,
        "word": pronoun.head,
        "text": printable(text or pronoun.text),
    }
