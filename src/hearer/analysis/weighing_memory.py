"""A memory that weighs: which of the entities of one noun or one name is meant, if any.

WeighingMemory    the memory of the profile "accurate"; see likeness.py for what it weighs
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.analysis.coreference import Memory, Recent, head_nouns, name_keys, same_bearer
from hearer.analysis.expressions import Draft
from hearer.analysis.likeness import (
    Description,
    Past,
    describe,
    initials,
    likeness,
)
from hearer.analysis.trees import Tree
from hearer.model import ReferringExpression

# Log odds from which a description is taken for one of what was heard: at four in ten an entity
# is left whole more often than two are made one. Chosen on the train genres held out.
ENOUGH = -0.4
MOST = 4  # entities of one noun that are compared


class WeighingMemory(Memory):
    """The entities of a discourse, each with what was last said of it."""

    __slots__ = ("_latest", "pasts", "same_noun")

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.pasts: Recent[str, Past] = Recent(limit)  # by entity
        self.same_noun: Recent[str, tuple[str, ...]] = Recent(limit)  # latest entity first
        self._latest: tuple[Draft, Description] | None = None

    def copy(self) -> WeighingMemory:
        other = super().copy()
        assert isinstance(other, WeighingMemory)
        other.pasts, other.same_noun = self.pasts.copy(), self.same_noun.copy()
        return other

    def find(self, tree: Tree, draft: Draft, possessor: str | None) -> str | None:
        """The entity that is most likely described again, if that is likely enough."""
        description = self.describe(tree, draft, possessor)
        best: str | None = None
        most = ENOUGH
        for rank, (entity, past) in enumerate(self.candidates(draft)):
            weight = likeness(description, past, rank)
            if weight > most:
                best, most = entity, weight
        return best

    def describe(self, tree: Tree, draft: Draft, possessor: str | None) -> Description:
        """What a draft says, kept until it is known of which entity."""
        description = describe(tree, draft, possessor)
        self._latest = draft, description
        return description

    def candidates(self, draft: Draft) -> Iterator[tuple[str, Past]]:
        """The entities of the same noun or name, the latest first; no namesakes."""
        seen: set[str] = set()
        for key in keys(draft):
            for entity in self.same_noun.get(key) or ():
                known, past = self.entities.get(entity), self.pasts.get(entity)
                if known is None or past is None or entity in seen:
                    continue
                seen.add(entity)
                if not draft.name or same_bearer(known, draft.name, draft.agreement):
                    yield entity, past

    def note(self, entity: str, expression: ReferringExpression) -> None:
        super().note(entity, expression)
        past = self.pasts.get(entity)
        if past is not None:
            past = Past(past.description, past.mentions + 1, expression.utterance)
            self.pasts.put(entity, past)

    def index(self, entity: str, draft: Draft, possessor: str | None) -> None:
        super().index(entity, draft, possessor)
        if self._latest is None or self._latest[0] is not draft:
            return
        description, past = self._latest[1], self.pasts.get(entity)
        self.pasts.put(
            entity, Past(description, past.mentions if past else 1, description.utterance)
        )
        for key in keys(draft):
            others = [other for other in self.same_noun.get(key) or () if other != entity]
            self.same_noun.put(key, (entity, *others[: MOST - 1]))


def keys(draft: Draft) -> Iterator[str]:
    """What an entity can be found by again: its name or parts of it, its noun."""
    if draft.name:
        yield from name_keys(draft.name)
        words = tuple(word.lower() for word in draft.name)
        if len(words) > 1:
            yield words[0]
            yield initials(words)
    for noun in head_nouns(draft):
        yield noun
