"""Every mention of the text, so that each can be pointed at.

mentions    whatever has words and refers, in the order of the text
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hearer.model import ReferringExpression
from hearer.model.grammar import WORDLESS
from hearer.views.studio.pronouns import NOTHING, PronounPlace, PronounTelling
from hearer.views.trace.script import Json

IsPronoun = Mapping[PronounPlace, int]


def mentions(telling: PronounTelling, told: IsPronoun) -> Iterator[Json]:
    """All mentions, the longer of two first; also the words of which was said: nothing."""
    found, empty = telling.found, telling.pleonastic
    lengths = {one.number: len(one) for one in found.discourse.utterances}
    shown = [
        (_in_text(e), _mention(e, telling, told, is_empty=(e.utterance, e.head) in empty))
        for e in found.expressions
        if e.head <= lengths.get(e.utterance, 0)
    ]
    shown += [((*place, -place[1]), _nothing(place, told)) for place in telling.nothing]
    yield from (one for _, one in sorted(shown, key=lambda pair: pair[0]))


def _in_text(one: ReferringExpression) -> tuple[int, int, int]:
    words = one.words if one.is_spoken else range(one.head, one.head + 1)
    return one.utterance, words[0], -words[-1]


def _mention(
    one: ReferringExpression, telling: PronounTelling, told: IsPronoun, *, is_empty: bool
) -> Json:
    utterance, first, last = _in_text(one)
    place = utterance, one.head
    return {
        "utterance": utterance,
        "first": first,
        "last": -last,
        "head": one.head,
        "shown": _shown(one, telling),
        "entity": None if is_empty else telling.number(one.entity),
        "kind": str(one.kind),
        "pronoun": None if one.kind in WORDLESS else told.get(place),
        "corrected": one.kind not in WORDLESS and place in telling.corrected,
    }


def _shown(one: ReferringExpression, telling: PronounTelling) -> Json:
    """The words to be painted in the entity's colour, none of them twice."""
    painted = telling.known.mentions.get((one.utterance, one.head))
    is_own = painted is not None and painted.entity == one.entity and one.kind not in WORDLESS
    return [painted.first, painted.last] if painted and is_own else None


def _nothing(place: PronounPlace, told: IsPronoun) -> Json:
    utterance, word = place
    return {
        "utterance": utterance,
        "first": word,
        "last": word,
        "head": word,
        "shown": [word, word],
        "entity": None,
        "kind": NOTHING,
        "pronoun": told.get(place),
        "corrected": True,
    }
