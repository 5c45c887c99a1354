"""The utterance that is being heard.

Here    its tree, its expressions, and what they were taken to realize so far
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hearer.analysis.expressions.clauses import clause_heads
from hearer.analysis.expressions.draft import UNSPOKEN, Draft
from hearer.analysis.memory.memory import Known
from hearer.model import Element, Entity, Kind, ReferringExpression
from hearer.model.binding import TreePlace, place_of
from hearer.model.part import Part
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
    by_word: dict[int, list[Draft]] = field(default_factory=dict)  # where they are heard
    realized: dict[int, ReferringExpression] = field(default_factory=dict)  # by head
    sets: dict[int, ReferringExpression] = field(default_factory=dict)  # by the first member's head
    places: dict[Entity, list[TreePlace]] = field(default_factory=dict)
    thought: dict[int, Known] = field(default_factory=dict)  # by head, of what a cataphor seemed

    @classmethod
    def of(cls, tree: Tree, found: Sequence[Draft], *, spoken: Marks, left_out: Marks) -> Here:
        here = cls(tree, spoken, left_out, clause_heads(tree))
        here.drafts = {draft.head: draft for draft in found if draft.kind not in UNSPOKEN}
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

    def take_back(self, pronoun: ReferringExpression, entity: Entity) -> None:
        place = place_of(self.tree, pronoun)
        if place in self.places.get(entity, ()):
            self.places[entity].remove(place)
