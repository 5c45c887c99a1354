"""Nominal coreference without gold: which names and definites have been heard before.

Evokedness is global, the S-list is local: CURTIS is evoked in (3a) though the list was just
emptied (docs/specification/s-list.md A.7 no. 16). Bare plurals and indefinites are never anaphoric:
Table 5 needs that for "prosecutors" in (3b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, permutations
from typing import Any, ClassVar

from hearer.analysis.describe import is_figure, is_personal_name, is_titled
from hearer.analysis.draft import Draft
from hearer.language import ARTICLELESS
from hearer.model import Agreement, Entity, Kind, ReferringExpression, Sort
from hearer.model.expression import Value
from hearer.model.lexicon import data, entries
from hearer.model.state import Stateful, constant
from hearer.model.tree import Tree

LARGEST_SET = 3  # that is known again in another order
ANAPHORIC = frozenset({Kind.DEFINITE, Kind.POSSESSED})


BARE, INDEFINITE, RELATIVE = Kind.BARE, Kind.INDEFINITE, Kind.RELATIVE


@dataclass(slots=True, unsafe_hash=True)
class Known(Value):
    """The merged features of all expressions of an entity."""

    agreement: Agreement
    sorts: frozenset[Sort]
    name: frozenset[str] = frozenset()  # lower-case words of its fullest name, without titles
    possessor: Entity | None = None


@dataclass(eq=False)
class Memory(Stateful):
    """The entities of a discourse, found by name or by head noun.

    Each mapping has its latest entries last; what exceeds twice the limit is forgotten.
    """

    GROUPS_STAY: ClassVar[bool] = False  # a group that was *it* may still be *they*

    limit: int = constant()
    entities: dict[Entity, Known] = field(default_factory=dict)
    by_name: dict[str, Entity] = field(default_factory=dict)  # a full name, last word or acronym
    by_head: dict[str, Entity] = field(default_factory=dict)  # the lemma of a head noun
    labels: dict[str, int] = field(default_factory=dict)  # how often each was given
    epoch: int = 0

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        """Return the entity that a name or a definite noun phrase was heard for before."""
        if draft.name and draft.kind is not INDEFINITE:
            return self._named(draft)
        is_bare = draft.kind is BARE and tree.utterance.language in ARTICLELESS
        if not (draft.kind in ANAPHORIC or is_bare) or is_distinguished(tree, draft.head):
            return None
        entity = self.by_head.get(draft.lemma)
        known = self.entities.get(entity) if entity else None
        if not known or known.agreement.number.isdisjoint(draft.agreement.number):
            return None
        return entity if possessor is None or known.possessor in {None, possessor} else None

    def _named(self, draft: Draft) -> Entity | None:
        words = name_words(draft.name)
        for key in (" ".join(words), *words[-1:]):
            entity = self.by_name.get(key)
            known = self.entities.get(entity) if entity else None
            if known and same_bearer(known, draft.name, draft.agreement):
                return entity
        return None

    def set_of(self, members: Sequence[ReferringExpression]) -> Entity | None:
        """Return the set that these were heard as before, in whatever order."""
        entities = [str(member.entity) for member in members]
        orders = permutations(entities) if len(entities) <= LARGEST_SET else (entities,)
        sets = map(Entity.of_set, orders)
        return next((entity for entity in sets if self.entities.get(entity)), None)

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        """Narrow the features of `entity` by those of an expression that realizes it."""
        known = self.entities.pop(entity, None)
        if known is None:
            known = Known(expression.agreement, expression.sorts)
        elif expression.kind is not RELATIVE:
            is_open = self.GROUPS_STAY and expression.is_pronoun
            merge = known.agreement.taken_up_by if is_open else known.agreement.merged_with
            agreement = merge(expression.agreement)
            sorts = (known.sorts & expression.sorts) or known.sorts
            if agreement is not known.agreement or sorts != known.sorts:
                known = Known(agreement, sorts, known.name, known.possessor)
        self.entities[entity] = known
        if len(self.entities) > 2 * self.limit:
            for mapping in self.mappings():
                for key in [*islice(mapping, max(0, len(mapping) - self.limit))]:
                    del mapping[key]

    def mappings(self) -> tuple[dict[Any, Any], ...]:
        return self.entities, self.by_name, self.by_head

    def index(self, entity: Entity, tree: Tree, draft: Draft, possessor: Entity | None) -> None:  # noqa: ARG002
        """Make `entity` known by the noun or the name it was heard with."""
        known = self.entities.get(entity)
        if known is None or not draft.lemma:
            return
        if draft.name:
            words = name_words(draft.name)
            self.entities[entity] = known._replace(name=known.name | frozenset(words))
            for key in name_keys(draft.name):
                self.by_name.pop(key, None)
                self.by_name[key] = entity
        elif possessor is not None:
            self.entities[entity] = known._replace(possessor=possessor)
        for noun in nouns_of(draft.name) if draft.name else (draft.lemma,):
            self.by_head.pop(noun, None)
            self.by_head[noun] = entity

    def new_entity(self, label: str) -> Entity:
        """Return an entity with a new name: JUDGE, JUDGE_2, ..."""
        if len(self.labels) > 16 * self.limit:
            self.labels, self.epoch = {}, self.epoch + 1
        count = self.labels.get(label, 0) + 1
        self.labels[label] = count
        if self.epoch:
            return Entity(f"{label}_{self.epoch}.{count}")
        return Entity(label if count == 1 else f"{label}_{count}")


def label(draft: Draft) -> str:
    """Return the label of an entity: CURTIS for "Mr. Curtis", LOUIS XIV, JUDGE for "a judge"."""
    if draft.called or not draft.name:
        return draft.called or draft.text.upper()
    words = name_words(draft.name)
    is_person = is_titled(draft.name) or is_personal_name(words)
    is_short = is_person and not is_figure(draft.name[-1])
    return (words[-1] if is_short else " ".join(words)).upper()


def same_bearer(known: Known, name: tuple[str, ...], agreement: Agreement) -> bool:
    """Return True if one name contains the other, or its initials, and they agree."""
    words = frozenset(name_words(name))
    is_acronym = len(name) == 1 and name[0].isupper()
    if known.name and not (is_acronym or words <= known.name or known.name <= words):
        return False
    return known.agreement.agrees_with(agreement)


def is_distinguished(tree: Tree, n: int) -> bool:
    """Return True for *the other judge*, *the second case*, which are not the one before."""
    if not tree.has(n, "amod", "det", "nummod"):
        return False
    modifiers = tree.exactly(n, "amod", "det", "nummod")
    abroad = "_of_other_languages" if tree.utterance.language else ""
    return any(tree.lemmas[m] in entries(f"distinguishing_modifiers{abroad}") for m in modifiers)


@lru_cache(maxsize=1024)
def name_words(name: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lower-case words of a name without its title, or the two of a couple.

    >>> name_words(("Mr.", "Curtis")), name_words(("Mr.", "Mrs.", "Curtis"))
    (('curtis',), ('curtis',))
    """
    words = tuple([word.lower() for word in name])
    while len(words) > 1 and is_titled(words):
        words = words[1:]
    return words


@lru_cache(maxsize=1024)
def name_keys(name: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a name can be repeated by: all of it, its last word, its initials."""
    words = name_words(name)
    if len(words) == 1:
        return words
    initials = "".join(word[0] for word in words if word)
    short = words[0] if is_personal_name(words) else initials
    return " ".join(words), words[-1], short


@lru_cache(maxsize=1024)
def nouns_of(name: tuple[str, ...]) -> tuple[str, ...]:
    """Return the common noun that repeats a name: *President* Lincoln, the Supreme *Court*."""
    if is_titled(name):
        return (data("words")["titles_in_full"].get(name[0].lower().rstrip("."), name[0].lower()),)
    is_noun_last = len(name) > 1 and not is_personal_name((name[0].lower(),))
    return (name[-1].lower(),) if is_noun_last else ()
