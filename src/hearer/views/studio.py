"""Everything that the studio shows of an interpretation, as values for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from hearer.harmless import printable
from hearer.model import Entity, Interpretation, Kind, Label, ReferringExpression
from hearer.model.grammar import WORDLESS
from hearer.views import film as frames
from hearer.views.colours import coloured, listed
from hearer.views.film import Json, caption_of
from hearer.views.places import WordPlace, places_of
from hearer.views.reasons import chances
from hearer.views.trace import segment_starts
from hearer.views.words import Called, at_hand, label, who_speaks

NOTHING = "nothing"  # label of a word that was corrected to refer to nothing
REFERS_TO_NOTHING = "-"  # the correction
NOBODY_CORRECTED: Mapping[WordPlace, str] = {}
NOT_WEIGHED: Mapping[str, Json] = {"confidence": None, "candidates": []}


def film(
    found: Interpretation, corrected: Mapping[WordPlace, str] = NOBODY_CORRECTED
) -> dict[str, Json]:
    """Return what the studio shows; `corrected` has the corrections by utterance and word.

    Entities are given by their index in "entities". The frames have no sentences about weights:
    the studio asks for those when a pronoun is clicked.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> shown = film(listen(Discourse((brennan, she)), profile="paper"))
    >>> [(each["text"], each["shown"]) for each in shown["pronouns"]]
    [('She', 'Brennan')]
    """
    studio, caption = _Studio(found, corrected), caption_of(found.algorithm)
    pronouns = studio.pronouns()
    entities, resolutions = [*studio.entities()], found.resolutions
    return {
        "algorithm": found.algorithm,
        "profile": found.profile,
        "problems": [str(problem) for problem in found.problems],
        "summary": {
            "words": sum(map(len, found.discourse.utterances)),
            "pronouns": len(resolutions),
            "resolved": sum(bool(one.antecedent) for one in resolutions),
        },
        "list": {"name": caption.name, "order": caption.order},
        "before": found.discourse.before,
        "segments": [*sorted(segment_starts(found))],
        "utterances": [
            {
                "number": one.number,
                "label": label(one),
                "speaker": one.speaker,
                "begins": "heading" if one.is_heading else "paragraph" * one.begins_paragraph,
                "start": one.start,
                "words": list(one.forms),
                "spaces": list(one.spaces),
            }
            for one in found.discourse.utterances
        ],
        "entities": [*entities],
        "mentions": studio.mentions({place: n for n, place in enumerate(pronouns)}),
        "pronouns": list(pronouns.values()),
        "film": {
            **frames.film(found, studio.known, with_weights=False),
            "names": [each["name"] for each in entities],
        },
    }


class _Studio:
    def __init__(self, found: Interpretation, corrected: Mapping[WordPlace, str]) -> None:
        self.found, self.corrected = found, corrected
        self.known, self.called = coloured(found, listed(found)), Called(found)
        self.places = places_of(found.discourse)
        empty = [one.pronoun for one in found.resolutions if one.label is Label.PLEONASTIC]
        self.pleonastic = {(one.utterance, one.head) for one in empty}
        self.nothing = [
            place
            for place, said in corrected.items()
            if said == REFERS_TO_NOTHING and self.places.has(place)
        ]

    def _number(self, entity: Entity | None) -> int | None:
        return None if entity is None else self.known.numbers.get(entity)

    def entities(self) -> Iterator[dict[str, Json]]:
        heard = Counter(
            str(e.entity)
            for e in self.found.expressions
            if (e.utterance, e.head) not in self.pleonastic
        )
        name_of = self.called.shown()
        for entity in self.known.numbers:
            yield {
                "id": entity,
                "name": name_of(entity) or self.known.names[entity],
                "hue": self.known.hues.get(entity),
                "times": heard[entity],
            }

    # Mentions ---------------------------------------------------------------------------------

    def mentions(self, pronouns: Mapping[WordPlace, int]) -> list[Json]:
        """Return everything with words that refers, and words corrected to refer to nothing."""
        lengths = {one.number: len(one) for one in self.found.discourse.utterances}
        shown: list[tuple[tuple[int, int, int], Json]] = []
        for one in self.found.expressions:
            if one.head > lengths.get(one.utterance, 0):
                continue
            words = one.words if one.is_spoken else range(one.head, one.head + 1)
            place, has_words = (one.utterance, one.head), one.kind not in WORDLESS
            painted = self.known.mentions.get(place)
            is_own = painted is not None and painted.entity == one.entity and has_words
            value: Json = {
                "utterance": one.utterance,
                "first": words[0],
                "last": words[-1],
                "head": one.head,
                "shown": [painted.first, painted.last] if painted and is_own else None,
                "entity": None if place in self.pleonastic else self._number(one.entity),
                "kind": str(one.kind),
                "pronoun": pronouns.get(place) if has_words else None,
                "corrected": has_words and place in self.corrected,
            }
            shown.append(((one.utterance, words[0], -words[-1]), value))
        for utterance, word in self.nothing:
            value = {
                "utterance": utterance,
                "first": word,
                "last": word,
                "head": word,
                "shown": [word, word],
                "entity": None,
                "kind": NOTHING,
                "pronoun": pronouns.get((utterance, word)),
                "corrected": True,
            }
            shown.append(((utterance, word, -word), value))
        return [value for _, value in sorted(shown, key=lambda pair: pair[0])]

    # Pronouns ---------------------------------------------------------------------------------

    def pronouns(self) -> dict[WordPlace, dict[str, Json]]:
        """Return what is shown of each pronoun, by utterance and word, in text order."""
        shown = dict[WordPlace, dict[str, Json]]()
        for resolution in self.found.resolutions:
            one = at_hand(resolution)
            shown[one.pronoun.utterance, one.pronoun.head] = {
                **self._written(one.pronoun),
                "entity": self._number(one.entity),
                "label": str(one.label),
                "shown": self.called.meant(one),
                "confidence": None if one.confidence is None else round(one.confidence, 3),
                "candidates": [
                    {"entity": self._number(entity), "probability": probability}
                    for entity, probability in chances(one).items()
                ],
            }
        for e in self.found.expressions:  # I and you, and those that the user resolved
            place = e.utterance, e.head
            if place not in shown and (e.is_pronoun or e.kind is Kind.SPEAKER):
                name = self.called.best.get(e.entity, "") if e.entity else ""
                shown[place] = {
                    **self._written(e),
                    "entity": self._number(e.entity),
                    "label": str(Label.UNRESOLVED if e.entity is None else Label.RESOLVED),
                    "shown": printable(name or who_speaks(e)),
                    **NOT_WEIGHED,
                }
        for place in filter(self._is_pronoun, self.nothing):
            if place not in shown:
                written = self._written(ReferringExpression("", *place))
                empty: dict[str, Json] = {"entity": None, "label": NOTHING, "shown": NOTHING}
                shown[place] = {**written, **empty, **NOT_WEIGHED}
        return {
            place: {**shown[place], "corrected": place in self.corrected} for place in sorted(shown)
        }

    def _is_pronoun(self, place: WordPlace) -> bool:
        utterance, n = self.places.utterance(place[0]), place[1] - 1
        if utterance is None:
            return False
        return utterance.upos[n] == "PRON" or utterance.relations[n] == "nmod:poss"

    def _written(self, pronoun: ReferringExpression) -> dict[str, Json]:
        """Return the place of a pronoun, and its text as written there: “She” for *she*."""
        utterance, words = self.places.utterance(pronoun.utterance), pronoun.own_words
        text = utterance.text_between(words[0], words[-1]) if utterance else ""
        return {
            "utterance": pronoun.utterance,
            "word": pronoun.head,
            "text": printable(text or pronoun.text),
        }
