"""All that the studio shows of an interpretation.

    film    the text word by word, its entities, mentions and pronouns, and the frames of the list

Entities have one number everywhere: their place among the "entities". The "film" in it is the one
that the HTML trace steps through (trace/script.py), without what candidates weigh: that is most of
the work, and told of a pronoun when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from hearer.model import Interpretation, Utterance
from hearer.views.colours import coloured, listed
from hearer.views.studio.mentions import mentions
from hearer.views.studio.pronouns import PronounPlace, PronounTelling, pronouns
from hearer.views.trace.captions import caption_of
from hearer.views.trace.rows import segment_starts
from hearer.views.trace.script import Json
from hearer.views.trace.script import film as frames_of
from hearer.views.words import Called, label

NOBODY_CORRECTED: Mapping[PronounPlace, str] = {}


def film(
    found: Interpretation, corrected: Mapping[PronounPlace, str] = NOBODY_CORRECTED
) -> dict[str, Json]:
    """What was understood, as values for JSON; `corrected` is what somebody said of some words.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse
    >>> brennan = Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0")
    >>> she = Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0", number=2)
    >>> shown = film(listen(Discourse((brennan, she)), profile="paper"))
    >>> [(each["text"], each["shown"]) for each in shown["pronouns"]]
    [('She', 'Brennan')]
    """
    known, called = coloured(found, listed(found)), Called(found)
    telling, starts = PronounTelling(found, known, called, corrected), segment_starts(found)
    told, caption = pronouns(telling), caption_of(found.algorithm)
    begins: list[Json] = [*sorted(starts)]
    entities = list(_entities(telling))
    return {
        "algorithm": found.algorithm,
        "profile": found.profile,
        "problems": [str(problem) for problem in found.problems],
        "summary": _summary(found),
        "list": {"name": caption.name, "order": caption.order},
        "before": found.discourse.before,
        "segments": begins,
        "utterances": list(map(_utterance, found.discourse.utterances)),
        "entities": [*entities],
        "mentions": list(mentions(telling, {place: n for n, place in enumerate(told)})),
        "pronouns": list(told.values()),
        "film": {
            **frames_of(found, known, weights=False),
            "names": [each["name"] for each in entities],  # as they are called everywhere else
        },
    }


def _summary(found: Interpretation) -> Json:
    resolutions = found.resolutions
    return {
        "words": sum(map(len, found.discourse.utterances)),
        "pronouns": len(resolutions),
        "resolved": sum(bool(one.antecedent) for one in resolutions),
    }


def _utterance(utterance: Utterance) -> Json:
    begins = "paragraph" if utterance.begins_paragraph else ""
    return {
        "number": utterance.number,
        "label": label(utterance),
        "speaker": utterance.speaker,
        "begins": "heading" if utterance.is_heading else begins,
        "start": utterance.start,
        "words": list(utterance.forms),
        "spaces": list(utterance.spaces),
    }


def _entities(telling: PronounTelling) -> Iterator[dict[str, Json]]:
    found, known, empty = telling.found, telling.known, telling.pleonastic
    heard = Counter(str(e.entity) for e in found.expressions if (e.utterance, e.head) not in empty)
    name_of = telling.called.shown()
    for entity in known.numbers:
        yield {
            "id": entity,
            "name": name_of(entity) or known.names[entity],
            "hue": known.hues.get(entity),
            "times": heard[entity],
        }
