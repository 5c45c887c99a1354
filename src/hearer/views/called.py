"""What the entities of an interpretation are called where people read of them.

Called    the best name of each, and who came in without one
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.model import Entity, Interpretation, Kind, ReferringExpression, Resolution
from hearer.views.places import Places
from hearer.views.words import meant, unnamed

MOST_NAMED = 3  # of those between whom a pronoun is ambiguous
LEAST_LIKELY = 3.0  # how much less than the likeliest they may weigh: a twentieth of its chances


class Called:
    """The best name of each entity, and the first expression of those that have none."""

    def __init__(self, found: Interpretation) -> None:
        self.best = found.names
        self.first: dict[Entity, ReferringExpression] = {}
        for expression in found.expressions:
            if expression.entity is not None and expression.kind is not Kind.ELLIPSIS:
                self.first.setdefault(expression.entity, expression)

    def meant(self, resolution: Resolution, places: Places) -> str:
        """What a pronoun is taken to mean, in words."""
        entity = resolution.entity
        others = tuple(self._others(resolution)) if entity is None else ()
        earliest = self.first.get(entity) if entity and not resolution.name else None
        first = ""
        if earliest:
            first = unnamed(earliest, places.of(earliest.utterance, earliest.words[0]))
        return meant(resolution, first, others)

    def _others(self, resolution: Resolution) -> Iterator[str]:
        """Between whom a pronoun is ambiguous: the likeliest first, each once."""
        tested = [(one.score, one.candidate.entity) for one in resolution.attempts]
        weighed = [(score, entity) for score, entity in tested if score is not None]
        best = max((score for score, _ in weighed), default=0.0)
        likely = [entity for score, entity in reversed(weighed) if score >= best - LEAST_LIKELY]
        entities = dict.fromkeys((*(one.entity for one in resolution.rivals), *likely))
        named = dict.fromkeys(self.best.get(entity, "") for entity in entities)
        yield from [name for name in named if name][:MOST_NAMED]
