"""What the entities of an interpretation are called where people read of them.

Names    the best name of each, and who came in without one
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.model import Entity, Interpretation, Kind, ReferringExpression, Resolution
from hearer.views.places import Places
from hearer.views.words import meant, unnamed

MOST_NAMED = 3  # of those between whom a pronoun is ambiguous


class Names:
    """The best name of each entity, and the first expression of those that have none."""

    def __init__(self, found: Interpretation) -> None:
        self.best = names(found)
        self.first: dict[Entity, ReferringExpression] = {}
        for expression in found.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                self.first.setdefault(expression.entity, expression)

    def meant(self, resolution: Resolution, places: Places) -> str:
        """What a pronoun is taken to mean, in words."""
        entity = resolution.entity
        others = tuple(self._others(resolution)) if entity is None else ()
        name, first = self.best.get(entity, "") if entity else "", ""
        if entity and not name and entity in self.first:
            earliest = self.first[entity]
            first = unnamed(earliest, places.of(earliest.utterance, earliest.head))
        return meant(resolution, name, first, others)

    def _others(self, resolution: Resolution) -> Iterator[str]:
        """Between whom a pronoun is ambiguous: the likeliest first, each once."""
        weighed = [one.candidate.entity for one in resolution.attempts if one.score is not None]
        likely = dict.fromkeys((*(one.entity for one in resolution.rivals), *reversed(weighed)))
        named = dict.fromkeys(self.best.get(entity, "") for entity in likely)
        yield from [name for name in named if name][:MOST_NAMED]


def names(found: Interpretation) -> dict[Entity, str]:
    best: dict[Entity, str] = {}
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    for e in found.expressions:
        if e.entity and not e.is_pronoun and e.kind not in {Kind.ELLIPSIS, Kind.SPEAKER}:
            u = utterances.get(e.utterance)
            text = u.text_between(e.first, e.last) if u and e.first else e.text
            if e.kind is Kind.NAME and len(text) > len(best.get(e.entity, "")):
                best[e.entity] = text
            best.setdefault(e.entity, text)
    return best
