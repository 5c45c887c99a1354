"""Pronouns that find nothing in the previous utterance look back (Strube 1998, section 4).

    LookBack              how far
    Settling              (2) test elements of Ui from left to right; (3) test Cf(Ui-2), Cf(Ui-3), …
    are_contra_indexed    whether two expressions of one utterance exclude each other

Step (1), the elements of Ui-1, is where algorithms differ. Reflexives and reciprocals go to what
binds them and nowhere else.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from enum import StrEnum
from operator import attrgetter

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.centering.units import Unit
from hearer.algorithms.look_up import in_states, look_up, verdict_beside
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    ExpressionId,
    Familiarity,
    ReferringExpression,
    Resolution,
    Verdict,
)
from hearer.model.binding import BOUND, place_of
from hearer.model.others_binding import CONTRA_INDICES
from hearer.model.tree import NO_TREE, Tree


class LookBack(StrEnum):
    """How far back step (3) goes."""

    SEGMENT = "segment"
    DOCUMENT = "document"


class Settling:
    """What the expressions of an utterance have been taken to mean so far.

    `below` are those of clauses that are embedded in it and accessible: step (2) looks at them,
    too, but last.
    """

    def __init__(
        self,
        test: AntecedentTest,
        expressions: Iterable[ReferringExpression],
        tree: Tree,
        below: Sequence[ReferringExpression] = (),
    ) -> None:
        self.test, self.tree, self.below = test, tree, below
        self.expressions = sorted(expressions, key=lambda expression: expression.position)
        self.decided: dict[ExpressionId, Entity] = {
            said.id: said.entity for said in self.expressions if said.entity
        }
        self.realizing: dict[Entity, list[ReferringExpression]] = {}  # in text order
        for said in self.expressions:
            if said.id in self.decided:
                self.realizing.setdefault(self.decided[said.id], []).append(said)

    @property
    def elements(self) -> tuple[Element, ...]:
        """What the utterance realizes, in text order."""
        return tuple(map(self.element, self.expressions))

    @property
    def open(self) -> list[ReferringExpression]:
        """The pronouns that are not decided yet, from left to right."""
        return [said for said in self.expressions if said.is_pronoun and not self.has(said)]

    def has(self, said: ReferringExpression) -> bool:
        return said.id in self.decided

    def element(self, said: ReferringExpression) -> Element:
        """The element of an expression, as far as decided; a pronoun always evokes."""
        return _element(said, self.decided.get(said.id))

    def decide(self, resolution: Resolution) -> Resolution:
        """Take note of what a pronoun means."""
        pronoun = resolution.pronoun
        entity = resolution.entity or Entity.unknown(pronoun.id)
        self.decided[pronoun.id] = entity
        insort(self.realizing.setdefault(entity, []), pronoun, key=attrgetter("position"))
        return resolution

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules a candidate out, given all that is decided already."""
        realizing = self.realizing.get(candidate.entity, ())
        at = pronoun.position
        same = [said for said in realizing if said.position != at or said.id != pronoun.id]
        fitting = [said for said in same if said.agreement.agrees_with(pronoun.agreement)]
        verdict = self.test(pronoun, candidate)
        if verdict is None and pronoun.kind not in BOUND and len(fitting) < len(same):
            return Verdict(Constraint.BINDING)  # contra-indexed, since they disagree
        return verdict_beside(verdict, pronoun, fitting, self.tree, theory=CONTRA_INDICES)

    def attempt(self, pronoun: ReferringExpression, candidate: Element) -> Attempt:
        return Attempt(candidate, self.violated(pronoun, candidate))

    def look_back(
        self,
        pronoun: ReferringExpression,
        tested: Sequence[Attempt],
        earlier: Sequence[Unit],
    ) -> Resolution:
        """Steps (2) and (3): test until one succeeds, after what was `tested` in step (1).

        What passed there was discarded by Rule 1. It comes last: better than nothing, and nothing
        in Rule 1 or Rule 2 tells one such candidate from another.
        """
        states = [self.to_the_left(pronoun)]
        if pronoun.kind not in BOUND:
            states += [unit.cf for unit in earlier]
        failed = tuple(attempt for attempt in tested if not attempt.succeeded)
        found = look_up(pronoun, in_states(states), self.violated)
        attempts = (*failed, *found.attempts)
        discarded = [attempt for attempt in tested if attempt.succeeded]
        if found.antecedent is not None or not discarded:
            return self.decide(Resolution(pronoun, attempts, found.antecedent))
        first, *rivals = (attempt.candidate for attempt in discarded)
        return self.decide(Resolution(pronoun, (*attempts, discarded[0]), first, tuple(rivals)))

    def to_the_left(self, pronoun: ReferringExpression) -> tuple[Element, ...]:
        """What stands in the utterance, or below it, before a pronoun and is decided."""
        said = (*self.expressions, *self.below)
        before = (one for one in said if one.position < pronoun.position)
        decided = ((one, self.decided.get(one.id, one.entity)) for one in before)
        return tuple(_element(one, entity) for one, entity in decided if entity is not None)


def _element(said: ReferringExpression, entity: Entity | None) -> Element:
    familiarity = Familiarity.EVOKED if said.is_pronoun else said.familiarity
    return Element.of(said, entity, familiarity)


def are_contra_indexed(
    one: ReferringExpression, other: ReferringExpression, tree: Tree = NO_TREE
) -> bool:
    """Whether two expressions cannot corefer: they disagree, or are arguments of one predicate.

    >>> she = ReferringExpression("she", 4, 1, is_pronoun=True, relation="nsubj")
    >>> her = ReferringExpression("her", 4, 4, is_pronoun=True, relation="obj")
    >>> are_contra_indexed(she, her)
    True
    """
    if not one.agreement.agrees_with(other.agreement):
        return True
    return CONTRA_INDICES.excludes(tree, place_of(tree, one), place_of(tree, other))
