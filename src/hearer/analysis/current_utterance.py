"""The utterance that is being heard: its tree, its drafts, and what they realize so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from hearer.analysis.describe import PERSON
from hearer.analysis.draft import Draft, Marks
from hearer.model import Element, Entity, Kind, Number, ReferringExpression, Sort, Stateful
from hearer.model.expression import HUMAN, UNSPOKEN
from hearer.model.tree import NO_TREE, Tree

MOST_PLACES = 64  # of one entity in one utterance that binding looks at


class Unified(NamedTuple):
    """Two entities that turn out to be one."""

    was: Entity
    now: Entity
    because: str


@dataclass(slots=True, eq=False)
class CurrentUtterance(Stateful):
    """An utterance, and what its expressions were taken to realize so far."""

    tree: Tree = NO_TREE
    spoken: Marks = (False,)  # direct speech
    left_out: Marks = (False,)  # the part of it that is not heard
    drafts: dict[int, Draft] = field(default_factory=dict)  # by head
    names: dict[int, Draft] = field(default_factory=dict)  # by the head of the noun they stand for
    by_word: dict[int, list[Draft]] = field(default_factory=dict)  # where they are heard
    realized: dict[int, ReferringExpression] = field(default_factory=dict)  # by head
    sets: dict[int, ReferringExpression] = field(default_factory=dict)  # by the first member's head
    places: dict[Entity, list[ReferringExpression]] = field(default_factory=dict)
    nouns_before: frozenset[str] = frozenset()  # lemmas of the utterance before, to infer from

    @classmethod
    def of(cls, tree: Tree, found: Sequence[Draft], spoken: Marks, left_out: Marks) -> Self:
        here = cls(tree, spoken, left_out)
        here.drafts = {draft.head: draft for draft in found if draft.kind not in UNSPOKEN}
        here.names = {draft.evokes: draft for draft in found if draft.evokes and draft.name}
        for draft in found:
            here.by_word.setdefault(draft.heard_at, []).append(draft)
        return here

    @property
    def number(self) -> int:
        return self.tree.utterance.number

    def possessor(self, draft: Draft) -> Entity | None:
        """Return the entity of *Brennan* in *Brennan's* car, of *her* in *her* car."""
        owner = self.realized.get(self.tree.firsts[draft.head].get("nmod:poss", 0))
        return owner.entity if owner else None

    def shared(self, draft: Draft) -> ReferringExpression | None:
        """Return the expression whose entity `draft` realizes again."""
        shared = self.sets.get(draft.evokes) if draft.kind is Kind.ELLIPSIS else None
        return shared or self.realized.get(draft.evokes)

    def described_by(self, predicate: Draft) -> Entity | None:
        """Return the person that a predicate is about: *Tim is my brother*.

        The paper leaves predicates out. But *my brother* may be heard later; in GUM train, the
        predicate of a person is in their chain in 89 of 91 cases.
        """
        subject = self.realized.get(predicate.evokes)
        if subject is None or Sort.PERSON not in predicate.sorts:
            return None
        is_person = subject.sorts == PERSON and Number.SINGULAR in subject.agreement.number
        if subject.is_pronoun:
            is_person = subject.agreement.gender <= HUMAN
        return subject.entity if is_person else None

    def realize(self, expression: ReferringExpression, entity: Entity, draft: Draft | None) -> None:
        """Note that `expression` realizes `entity`, and where; a predicate has no place."""
        head = expression.head
        if expression.kind not in UNSPOKEN:
            self.realized[head] = expression
        elif expression.kind is Kind.SET:
            self.sets[head] = expression
        places = self.places.setdefault(entity, [])
        if len(places) < MOST_PLACES and not (draft and draft.evokes and draft.is_predicate):
            places.append(expression)

    def places_for(
        self, pronoun: ReferringExpression, candidate: Element
    ) -> list[ReferringExpression]:
        """Return where a candidate stands; for a pronoun heard before, also where it comes now."""
        places = self.places.get(candidate.entity, [])
        if pronoun.head not in self.realized:
            return places
        is_its_own = any(place.head == pronoun.head for place in places)
        return [*(() if is_its_own else places), candidate.expression]
