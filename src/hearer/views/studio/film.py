"""All that the studio shows of an interpretation.

    film     the text word by word, its entities, mentions and pronouns, and the frames of the list
    Names    what the studio calls entities

Entities have one number everywhere: their place among the "entities". The "film" in it is the one
that the HTML trace steps through (trace/script.py), without what candidates weigh: that is most of
the work, and told of a pronoun when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from hearer.model import EntityKind, Interpretation, Kind, ReferringExpression, Utterance
from hearer.report.styles import cut, printable
from hearer.views.called import Called
from hearer.views.colours import ColouredText, coloured, listed
from hearer.views.places import places_of
from hearer.views.studio.pronouns import PronounPlace, Telling, pronouns
from hearer.views.trace.rows import segment_starts
from hearer.views.trace.script import Json
from hearer.views.trace.script import film as frames_of
from hearer.views.words import LONGEST_CLAUSE, label

CLAUSE = EntityKind.CLAUSE


def film(found: Interpretation) -> dict[str, Json]:
    """What was understood, as values for JSON.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> shown = film(listen(Discourse((brennan, she)), profile="paper"))
    >>> [(each["text"], each["shown"]) for each in shown["pronouns"]]
    [('she', 'Brennan')]
    """
    known, called = coloured(found, listed(found)), Called(found)
    told = pronouns(Telling(found, known, called))
    starts = segment_starts(found)
    return {
        "algorithm": found.algorithm,
        "profile": found.profile,
        "problems": [str(problem) for problem in found.problems],
        "summary": _summary(found),
        "before": found.discourse.before,
        "utterances": [_utterance(one, starts) for one in found.discourse.utterances],
        "entities": list(_entities(found, known, called)),
        "mentions": list(_mentions(found, known, {place: n for n, place in enumerate(told)})),
        "pronouns": list(told.values()),
        "film": frames_of(found, known, weights=False),
    }


def _summary(found: Interpretation) -> Json:
    resolutions = found.resolutions
    return {
        "words": sum(map(len, found.discourse.utterances)),
        "pronouns": len(resolutions),
        "resolved": sum(bool(one.antecedent) for one in resolutions),
    }


def _utterance(utterance: Utterance, starts: frozenset[int]) -> Json:
    begins = "paragraph" if utterance.begins_paragraph else ""
    return {
        "number": utterance.number,
        "label": label(utterance),
        "speaker": utterance.speaker,
        "begins": "heading" if utterance.is_heading else begins,
        "segment": utterance.number in starts,
        "start": utterance.start,
        "words": list(utterance.forms),
        "spaces": list(utterance.spaces),
    }


def _entities(found: Interpretation, known: ColouredText, called: Called) -> Iterator[Json]:
    heard: Counter[str] = Counter(e.entity for e in found.expressions if e.entity is not None)
    named = Names(found, called)
    for entity in known.numbers:
        yield {
            "id": entity,
            "name": named.of(entity) or known.names[entity],
            "hue": known.hues.get(entity),
            "times": heard[entity],
        }


class Names:
    """What the studio calls entities: by their best names, else by the words that came first."""

    def __init__(self, found: Interpretation, called: Called) -> None:
        self._best = {str(each): name for each, name in called.best.items()}
        self._first = {str(each): first for each, first in called.first.items()}
        self._places = places_of(found.discourse)
        tested = (one.candidate for each in found.resolutions for one in each.attempts)
        self._clauses: dict[str, str] = {
            one.entity: one.expression.text for one in tested if one.entity.kind is CLAUSE
        }

    def of(self, entity: str) -> str:
        """The best name there is; "" if nothing is known of it but its letters."""
        if name := self._best.get(entity):
            return printable(name)
        if clause := self._clauses.get(entity):
            return f"“{cut(printable(clause), LONGEST_CLAUSE)}”"
        if first := self._first.get(entity):
            place = self._places.of(first.utterance, first.words[0])
            return f"“{printable(first.text)}” at {place}"
        return ""


def _mentions(
    found: Interpretation, known: ColouredText, told: Mapping[PronounPlace, int]
) -> Iterator[Json]:
    """Whatever has words and refers, in the order of the text; the longer of two first."""
    lengths = {one.number: len(one) for one in found.discourse.utterances}
    spoken = [e for e in found.expressions if e.is_spoken and e.head <= lengths.get(e.utterance, 0)]
    for one in sorted(spoken, key=_in_text):
        place = one.utterance, one.head
        yield {
            "utterance": one.utterance,
            "first": one.words[0],
            "last": one.words[-1],
            "head": one.head,
            "shown": _shown(one, known),
            "entity": None if one.entity is None else known.numbers[one.entity],
            "kind": str(one.kind),
            "pronoun": None if one.kind is Kind.SET else told.get(place),
        }


def _in_text(one: ReferringExpression) -> tuple[int, int, int]:
    return one.utterance, one.words[0], -one.words[-1]


def _shown(one: ReferringExpression, known: ColouredText) -> Json:
    """The words to be painted in the entity's colour, none of them twice; None for a set."""
    painted = known.mentions.get((one.utterance, one.head))
    is_own = painted is not None and painted.entity == one.entity and one.kind is not Kind.SET
    return [painted.first, painted.last] if painted and is_own else None
