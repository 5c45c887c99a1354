"""A memory that weighs: which of the entities of one noun or one name is meant, if any.

WeighingMemory    the memory of the default profile; see likeness.py for what it weighs
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from hearer.analysis.draft import Draft
from hearer.analysis.memory.likeness import Description, Past, are_two, describe, initials, likeness
from hearer.analysis.memory.memory import (
    Known,
    Memory,
    name_keys,
    name_words,
    nouns_of,
    same_bearer,
)
from hearer.model import Agreement, Entity, Kind, ReferringExpression
from hearer.model.state import constant
from hearer.model.tree import Tree

# Log odds from which a description is taken for one of what was heard: at four in ten an entity
# is kept whole more often than two are made one. Of 0, -0.4 and -0.8 the best compromise of CoNLL
# F1 and link precision on GUM dev and on the train genres that are not trained on.
ENOUGH = -0.4
MOST = 4  # entities of one noun that are compared


@dataclass(eq=False)
class WeighingMemory(Memory):
    """The entities of a discourse, each with what was last said of it."""

    GROUPS_STAY: ClassVar[bool] = True

    pasts: dict[Entity, Past] = field(default_factory=dict)  # by entity
    same_noun: dict[str, tuple[Entity, ...]] = field(default_factory=dict)  # latest entity first
    latest: tuple[Draft, Description] | None = constant(default=None)  # described, not indexed yet

    def mappings(self) -> tuple[dict[Any, Any], ...]:
        return *super().mappings(), self.pasts, self.same_noun

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        candidates = self.candidates(draft, possessor)
        if not candidates:
            return self._known_by_name(draft)
        description = describe(tree, draft, possessor)
        self.latest = draft, description
        best: Entity | None = None
        most = ENOUGH
        for rank, (entity, past) in enumerate(candidates):
            weight = likeness(description, past, rank)
            if weight > most and not are_two(description, past):
                best, most = entity, weight
        return best

    def _known_by_name(self, draft: Draft) -> Entity | None:
        """Who has a name, but was never described: somebody who speaks."""
        entity = self._named(draft) if draft.kind is Kind.NAME else None
        return entity if entity and self.pasts.get(entity) is None else None

    def candidates(self, draft: Draft, possessor: Entity | None) -> list[tuple[Entity, Past]]:
        """The entities of the same noun or name, the latest first; no namesakes.

        i-within-i: what possesses is not what is possessed. Nobody is her own mother.
        """
        found: dict[Entity, Past] = {}
        for key in keys(draft):
            for entity in self.same_noun.get(key, ()):
                past = self.pasts.get(entity)
                if past is not None and entity != possessor and self._may_be(entity, draft):
                    found.setdefault(entity, past)
        return list(found.items())

    def _may_be(self, entity: Entity, draft: Draft) -> bool:
        """Whether nothing rules it out; for a name another bearer, gender or number does."""
        known = self.entities.get(entity)
        if known is None or not draft.name:
            return known is not None
        return same_bearer(known, draft.name, _as_known(known, draft))

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        super().note(entity, expression)
        if expression.kind is Kind.APPOSITIVE:
            self._open(entity, expression)
        past = self.pasts.pop(entity, None)
        if past is not None:
            description, mentions, _, name = past
            self.pasts[entity] = Past(description, mentions + 1, expression.utterance, name)

    def _open(self, entity: Entity, named: ReferringExpression) -> None:
        """Leave open what name and noun do not agree on: *their cat Minka* is she or it."""
        known, agrees = self.entities.get(entity), named.agreement
        if known and known.agreement.gender.isdisjoint(agrees.gender):
            gender = known.agreement.gender | agrees.gender
            agreement = Agreement(known.agreement.number, gender, known.agreement.person)
            sorts = known.sorts | named.sorts
            self.entities[entity] = known._replace(agreement=agreement, sorts=sorts)

    def index(self, entity: Entity, tree: Tree, draft: Draft, possessor: Entity | None) -> None:
        before = self.pasts.pop(entity, None)
        super().index(entity, tree, draft, possessor)
        mentions = before.mentions if before else 1
        description = self._description(tree, draft, possessor)
        name = description if description.name else before and before.name
        self.pasts[entity] = Past(description, mentions, description.utterance, name)
        for key in keys(draft):
            others = [other for other in self.same_noun.pop(key, ()) if other != entity]
            self.same_noun[key] = (entity, *others[: MOST - 1])

    def _description(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Description:
        latest, self.latest = self.latest, None
        if latest and latest[0] is draft:
            return latest[1]
        return describe(tree, draft, possessor)


def _as_known(known: Known, draft: Draft) -> Agreement:
    """What a name allows; who has that very name is what is known of them, be it an odd one."""
    agrees, words = draft.agreement, name_words(draft.name)
    if len(words) < len(draft.name) or known.name != frozenset(words):
        return agrees
    return Agreement(agrees.number, known.agreement.gender, agrees.person)


def keys(draft: Draft) -> tuple[str, ...]:
    """What an entity can be found by again: its name or parts of it, its noun."""
    return (*_keys_of_name(draft.name), *draft.nouns) if draft.name else (draft.lemma,)


@lru_cache(maxsize=1024)
def _keys_of_name(name: tuple[str, ...]) -> tuple[str, ...]:
    words = name_words(name)
    parts = (words[0], initials(words)) if len(words) > 1 else ()
    return (*name_keys(name), *parts, *nouns_of(name))
