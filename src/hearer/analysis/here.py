"""The utterance that is being heard.

Here    its tree, its expressions, and what they were taken to realize so far
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hearer.analysis.clauses import clause_heads
from hearer.analysis.describe import HUMAN, PERSON
from hearer.analysis.draft import UNSPOKEN, Draft
from hearer.analysis.memory.memory import Known, Memory
from hearer.binding import TreePlace, place_of
from hearer.model import Element, Entity, Kind, Number, ReferringExpression, Sort
from hearer.model.state import Part
from hearer.model.tree import NO_TREE, Tree

MOST_PLACES = 64  # of one entity in one utterance that binding looks at
Marks = tuple[bool, ...]  # by word; an index 0 stands for none


@dataclass(eq=False)
class Here(Part):
    """An utterance, and what was realized in it so far."""

    tree: Tree = NO_TREE
    spoken: Marks = (False,)  # what is direct speech
    left_out: Marks = (False,)  # of it what is not heard
    clauses: list[int] = field(default_factory=lambda: [0])  # by word the head of its clause
    drafts: dict[int, Draft] = field(default_factory=dict)  # by head
    names: dict[int, Draft] = field(default_factory=dict)  # by the head of the noun they stand for
    by_word: dict[int, list[Draft]] = field(default_factory=dict)  # where they are heard
    realized: dict[int, ReferringExpression] = field(default_factory=dict)  # by head
    sets: dict[int, ReferringExpression] = field(default_factory=dict)  # by the first member's head
    places: dict[Entity, list[TreePlace]] = field(default_factory=dict)
    thought: dict[int, Known] = field(default_factory=dict)  # by head, of what a pronoun seemed

    @classmethod
    def of(cls, tree: Tree, found: Sequence[Draft], *, spoken: Marks, left_out: Marks) -> Here:
        here = cls(tree, spoken, left_out, clause_heads(tree))
        here.drafts = {draft.head: draft for draft in found if draft.kind not in UNSPOKEN}
        here.names = {draft.evokes: draft for draft in found if draft.evokes and draft.name}
        for draft in found:
            here.by_word.setdefault(draft.heard_at, []).append(draft)
        return here

    @property
    def number(self) -> int:
        return self.tree.utterance.number

    def possessor(self, draft: Draft) -> Entity | None:
        """Whose an expression is: *Brennan's* car, *her* car."""
        return self.entity_at(self.tree.possessor(draft.head))

    def entity_at(self, head: int) -> Entity | None:
        """What the expression with this head was taken to realize."""
        realized = self.realized.get(head)
        return realized.entity if realized else None

    def shared(self, draft: Draft, introduced: int) -> ReferringExpression | None:
        """The expression whose entity `draft` realizes again; "my name is Mary": it is mine."""
        shared = self.realized.get(draft.evokes)
        if draft.kind is Kind.ELLIPSIS or draft.is_predicate:
            shared = self.sets.get(draft.evokes, shared)
        return self.realized.get(introduced, shared)

    def needs_a_noun(self, subject: int) -> bool:
        """Whether a subject has only been called *this* or *it*: its predicate says what it is."""
        realized = self.realized.get(subject)
        if realized is None:
            return False
        is_unknown = realized.entity is not None and realized.entity.is_unknown
        return realized.kind is Kind.DEMONSTRATIVE or is_unknown

    def told_of(self, predicate: Draft) -> Entity | None:
        """The person that a predicate is about: *Tim is my brother*.

        The paper leaves predicates out. But who is called *my brother* later is then known; in GUM
        train what is said of a person is in their chain in 89 of 91 cases.
        """
        subject = self.realized.get(predicate.evokes)
        if subject is None or Sort.PERSON not in predicate.sorts or not is_person(subject):
            return None
        return subject.entity

    def put(self, head: int, expression: ReferringExpression, entity: Entity) -> None:
        """Note where an entity is realized; for binding, what says what it is stands nowhere."""
        if expression.kind is Kind.SET:
            self.sets[head] = expression
        elif expression.kind not in UNSPOKEN:
            self.realized[head] = expression
        draft, places = self.drafts.get(head), self.places.setdefault(entity, [])
        if len(places) < MOST_PLACES and not (draft and draft.is_predicate):
            places.append(place_of(self.tree, expression))

    def around(self, pronoun: ReferringExpression, candidate: Element) -> list[TreePlace]:
        """Where a candidate for a pronoun stands here.

        If the pronoun was heard before, what comes now is a candidate: its own place is none.
        """
        places = self.places.get(candidate.entity, [])
        if pronoun.head not in self.realized:
            return places
        now = place_of(self.tree, candidate.expression)
        is_its_own = any(place.head == pronoun.head for place in places)
        return [now] if is_its_own else [*places, now]

    def teach(self, memory: Memory, expression: ReferringExpression, entity: Entity) -> None:
        """Let memory know what an expression shows of its entity; of a predicate, its subject."""
        draft = self.drafts.get(expression.head)
        if expression.is_pronoun and (known := memory.entities.get(entity)):
            self.thought[expression.head] = known
        memory.note(entity, expression)
        if (
            draft
            and draft.evokes
            and draft.is_predicate
            and (subject := self.entity_at(draft.evokes))
        ):
            memory.liken(entity, subject)

    def take_back(
        self, memory: Memory, pronoun: ReferringExpression, before: Entity, *, instead: Entity
    ) -> None:
        """Let memory know that a pronoun realizes something else than was thought `before`."""
        place = place_of(self.tree, pronoun)
        if place in self.places.get(before, ()):
            self.places[before].remove(place)
        if known := self.thought.get(pronoun.head):
            memory.forget(before, pronoun, known)
        if possessed := self.entity_at(self.tree.heads[pronoun.head]):
            memory.give(possessed, before, instead)


def is_person(expression: ReferringExpression) -> bool:
    """Whether an expression is for one person: a name, *he*, *the winner*."""
    if expression.is_pronoun:
        return expression.agreement.gender <= HUMAN
    return expression.sorts == PERSON and Number.SINGULAR in expression.agreement.number
