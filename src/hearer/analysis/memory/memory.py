"""Nominal coreference without gold: which names and definites have been heard before.

    Recent        a mapping that forgets what was not touched for long
    Memory        the entities of a discourse: what is known of them, and how to find them again
    label         what an entity is called after

Evokedness is global, the S-list is local: CURTIS is evoked in (3a) though the list was just
emptied (docs/specification/s-list.md A.7 no. 16). Bare plurals and indefinites are never anaphoric:
Table 5 needs that for "prosecutors" in (3b).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, permutations
from typing import Generic, NamedTuple, TypeVar

from hearer.analysis.describe import is_figure, is_personal_name, is_titled
from hearer.analysis.draft import Draft
from hearer.language import is_articleless
from hearer.lexicon import entries
from hearer.model import Agreement, Entity, Kind, ReferringExpression, Sort
from hearer.model.state import Part, given
from hearer.model.tree import Tree

Key = TypeVar("Key")
Value = TypeVar("Value")

IN_FULL = {  # what titles are short for
    "capt": "captain",
    "col": "colonel",
    "dr": "doctor",
    "gen": "general",
    "gov": "governor",
    "lt": "lieutenant",
    "maj": "major",
    "prof": "professor",
    "rep": "representative",
    "rev": "reverend",
    "sen": "senator",
    "sgt": "sergeant",
    "st": "saint",
}
LARGEST_SET = 3  # that is known again in another order
ANAPHORIC = frozenset({Kind.DEFINITE, Kind.POSSESSED})


@dataclass(slots=True, eq=False)
class Recent(Part, Generic[Key, Value]):
    """A mapping bounded to between `limit` and twice `limit` entries, least recent lost first."""

    limit: int = given()
    entries: dict[Key, Value] = field(default_factory=dict)

    def get(self, key: Key) -> Value | None:
        return self.entries.get(key)

    def put(self, key: Key, value: Value) -> None:
        if len(self.entries) >= self.limit:  # who comes first matters only near the limit
            self.entries.pop(key, None)
        self.entries[key] = value
        if len(self.entries) > 2 * self.limit:
            self.entries = dict(islice(self.entries.items(), self.limit, None))


class Known(NamedTuple):
    """What is known of an entity: the features of all its expressions merged."""

    agreement: Agreement
    sorts: frozenset[Sort]
    name: frozenset[str] = frozenset()  # lower-case words of its fullest name, without titles
    possessor: Entity | None = None


@dataclass(eq=False)
class Memory(Part):
    """The entities of a discourse, found by name, by head noun, or by who speaks."""

    limit: int = given()
    entities: Recent[Entity, Known] = field(init=False)
    by_name: Recent[str, Entity] = field(init=False)  # a full name, last word or acronym
    by_head: Recent[str, Entity] = field(init=False)  # the lemma of a head noun
    labels: dict[str, int] = field(default_factory=dict)  # how often each was given
    epoch: int = 0

    def __post_init__(self) -> None:
        self.entities, self.by_name, self.by_head = (Recent(self.limit) for _ in range(3))

    # Finding ----------------------------------------------------------------------------------

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:
        """The entity that a name or a definite noun phrase was heard for before, if any."""
        if draft.name and draft.kind is not Kind.INDEFINITE:
            return self._named(draft)
        if draft.kind in ANAPHORIC and not is_distinguished(tree, draft.head):
            return self._described(draft, possessor)
        if draft.kind is Kind.BARE and is_articleless(tree.utterance.language):
            return None if is_distinguished(tree, draft.head) else self._described(draft, possessor)
        return None

    def has_heard(self, tree: Tree, draft: Draft) -> bool:
        return self.find(tree, draft, None) is not None

    def set_of(self, members: Sequence[ReferringExpression]) -> Entity | None:
        """The set that these were heard as before, in whatever order."""
        entities = [str(member.entity) for member in members]
        orders = permutations(entities) if len(entities) <= LARGEST_SET else (entities,)
        sets = map(Entity.of_set, orders)
        return next((entity for entity in sets if self.entities.get(entity)), None)

    def _named(self, draft: Draft) -> Entity | None:
        words = name_words(draft.name)
        for key in (" ".join(words), *words[-1:]):
            entity = self.by_name.get(key)
            known = self.entities.get(entity) if entity else None
            if known and same_bearer(known, draft.name, draft.agreement):
                return entity
        return None

    def _described(self, draft: Draft, possessor: Entity | None) -> Entity | None:
        entity = self.by_head.get(draft.lemma)
        known = self.entities.get(entity) if entity else None
        if not known or known.agreement.number.isdisjoint(draft.agreement.number):
            return None
        belongs = possessor is None or known.possessor in {None, possessor}
        return entity if belongs else None

    # Remembering ------------------------------------------------------------------------------

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        """Remember that `expression` realized `entity`: its features narrow what is known."""
        known = self.entities.entries.get(entity)
        if known is None:
            known = Known(expression.agreement, expression.sorts)
        elif expression.kind is not Kind.RELATIVE:
            agreement = self.merged(known.agreement, expression)
            sorts = (known.sorts & expression.sorts) or known.sorts
            if agreement is not known.agreement or sorts != known.sorts:
                known = Known(agreement, sorts, known.name, known.possessor)
        self.entities.put(entity, known)

    def merged(self, known: Agreement, expression: ReferringExpression) -> Agreement:
        """What is known of the agreement of an entity that is realized again."""
        return known.merged_with(expression.agreement)

    def forget(self, entity: Entity, expression: ReferringExpression, before: Known) -> None:
        """Forget that `expression` realized `entity`, of which was known `before`, if it can be."""
        known = self.entities.get(entity)
        if known and known.agreement == before.agreement.merged_with(expression.agreement):
            self.entities.put(entity, known._replace(agreement=before.agreement))

    def liken(self, entity: Entity, subject: Entity) -> None:
        """Remember that a predicate has the gender of its subject: *Fiona is a nurse*."""
        known, like = self.entities.get(entity), self.entities.get(subject)
        if known and like:
            agreement = known.agreement.merged_with(like.agreement)
            self.entities.put(entity, known._replace(agreement=agreement))

    def give(self, entity: Entity, before: Entity, possessor: Entity) -> None:
        """Remember who `entity` belongs to, if it was thought to belong to `before`."""
        known = self.entities.get(entity)
        if known and known.possessor == before:
            self.entities.put(entity, known._replace(possessor=possessor))

    def index(self, entity: Entity, tree: Tree, draft: Draft, possessor: Entity | None) -> None:
        """Remember how to find `entity` again by the noun or the name it was heard with."""
        del tree  # nothing but the noun counts
        known = self.entities.get(entity)
        if known is None or not draft.lemma:
            return
        if draft.name:
            words = name_words(draft.name)
            self.entities.put(entity, known._replace(name=known.name | frozenset(words)))
            for key in name_keys(draft.name):
                self.by_name.put(key, entity)
        elif possessor is not None:
            self.entities.put(entity, known._replace(possessor=possessor))
        for lemma in head_nouns(draft):
            self.by_head.put(lemma, entity)

    # Naming -----------------------------------------------------------------------------------

    def new_entity(self, label: str) -> Entity:
        """A name for an entity that nobody has yet: JUDGE, JUDGE_2, ..."""
        if len(self.labels) > 16 * self.limit:
            self.labels, self.epoch = {}, self.epoch + 1
        count = self.labels.get(label, 0) + 1
        self.labels[label] = count
        if self.epoch:
            return Entity(f"{label}_{self.epoch}.{count}")
        return Entity(label if count == 1 else f"{label}_{count}")


def label(draft: Draft) -> str:
    """What an entity is called after: CURTIS for "Mr. Curtis", LOUIS XIV, JUDGE for "a judge"."""
    if draft.called or not draft.name:
        return draft.called or draft.text.upper()
    words = name_words(draft.name)
    is_person = is_titled(draft.name) or is_personal_name(words)
    is_short = is_person and not is_figure(draft.name[-1])
    return (words[-1] if is_short else " ".join(words)).upper()


def same_bearer(known: Known, name: tuple[str, ...], agreement: Agreement) -> bool:
    """One name must hold the other, or be its initials, and number and gender must agree."""
    words = frozenset(name_words(name))
    is_acronym = len(name) == 1 and name[0].isupper()
    if known.name and not (is_acronym or words <= known.name or known.name <= words):
        return False
    return known.agreement.agrees_with(agreement)


def is_distinguished(tree: Tree, n: int) -> bool:
    """*The other judge*, *the second case*: definite, but explicitly not the one before."""
    if not tree.has(n, "amod", "det", "nummod"):
        return False
    modifiers = tree.exactly(n, "amod", "det", "nummod")
    abroad = "_of_other_languages" if tree.utterance.language else ""
    return any(tree.lemmas[m] in entries(f"distinguishing_modifiers{abroad}") for m in modifiers)


@lru_cache(maxsize=1024)
def name_words(name: tuple[str, ...]) -> tuple[str, ...]:
    """The lower-case words of a name without its title, or the two of a couple.

    >>> name_words(("Mr.", "Curtis")), name_words(("Mr.", "Mrs.", "Curtis"))
    (('curtis',), ('curtis',))
    """
    words = tuple([word.lower() for word in name])
    while len(words) > 1 and is_titled(words):
        words = words[1:]
    return words


@lru_cache(maxsize=1024)
def name_keys(name: tuple[str, ...]) -> tuple[str, ...]:
    """What a name can be called again by: all of it, its last word, its initials."""
    words = name_words(name)
    if len(words) == 1:
        return words
    initials = "".join(word[0] for word in words if word)
    short = words[0] if is_personal_name(words) else initials
    return " ".join(words), words[-1], short


def head_nouns(draft: Draft) -> tuple[str, ...]:
    """The common nouns that can take an entity up again: "the court", "the president"."""
    return nouns_of(draft.name) if draft.name else (draft.lemma,)


@lru_cache(maxsize=1024)
def nouns_of(name: tuple[str, ...]) -> tuple[str, ...]:
    """The common noun in a name: *President* Lincoln, the Supreme *Court*."""
    if is_titled(name):
        return (IN_FULL.get(name[0].lower().rstrip("."), name[0].lower()),)
    is_noun_last = len(name) > 1 and not is_personal_name((name[0].lower(),))
    return (name[-1].lower(),) if is_noun_last else ()
