"""The strategy of section 4 for pronouns that find nothing in the previous utterance.

    Settling    (2) test elements of Ui from left to right; (3) test Cf(Ui-2), Cf(Ui-3), …

Step (1), the elements of Ui-1, is where algorithms differ. Reflexives and reciprocals go to what
binds them and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.centering.contra_indices import BOUND, are_contra_indexed, binds
from hearer.algorithms.centering.units import Unit
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    Familiarity,
    ReferringExpression,
    Utterance,
    Verdict,
    is_about,
)


def realize(expression: ReferringExpression, entity: Entity | None) -> Element:
    """The element of an entity where `expression` realizes it; a pronoun always evokes."""
    name = entity or expression.entity or Entity.unknown(expression.id)
    status = Familiarity.EVOKED if expression.is_pronoun else expression.familiarity
    return Element(name, expression.utterance, expression.position, status, expression)


class Settling:
    """What the expressions of an utterance have been taken to mean so far."""

    def __init__(
        self,
        test: AntecedentTest,
        expressions: Iterable[ReferringExpression],
        utterance: Utterance | None,
    ) -> None:
        self.test, self.utterance = test, utterance
        self.expressions = sorted(expressions, key=lambda expression: expression.position)
        self.decided: dict[ReferringExpression, Entity] = {
            expression: expression.entity for expression in self.expressions if expression.entity
        }

    @property
    def elements(self) -> tuple[Element, ...]:
        """What the utterance realizes, in text order."""
        return tuple(realize(said, self.decided.get(said)) for said in self.expressions)

    def decide(self, pronoun: ReferringExpression, entity: Entity | None) -> None:
        self.decided[pronoun] = entity or Entity.unknown(pronoun.id)

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """What rules a candidate out, given all that is decided already."""
        violated = self.test(pronoun, candidate)
        if pronoun.kind in BOUND:
            is_bound = is_about(violated, Constraint.BINDING) and self._is_bound(pronoun, candidate)
            return None if is_bound else violated
        if violated is None and self._excludes(pronoun, candidate.entity):
            return Verdict(Constraint.BINDING)
        return violated

    def look_back(
        self, pronoun: ReferringExpression, earlier: Sequence[Unit], *, left: bool = True
    ) -> Iterator[Attempt]:
        """Steps (2) and (3): test until one succeeds."""
        for states_back, candidate in self._candidates(pronoun, earlier, left=left):
            attempt = Attempt(candidate, self.violated(pronoun, candidate), states_back)
            yield attempt
            if attempt.succeeded:
                return

    def to_the_left(self, pronoun: ReferringExpression) -> tuple[Element, ...]:
        """What stands in the utterance before a pronoun and is decided."""
        return tuple(
            realize(said, self.decided[said])
            for said in self.expressions
            if said.position < pronoun.position and said in self.decided
        )

    def _candidates(
        self, pronoun: ReferringExpression, earlier: Sequence[Unit], *, left: bool
    ) -> Iterator[tuple[int, Element]]:
        tested: set[str] = set()
        states = [self.to_the_left(pronoun) if left else ()]
        if pronoun.kind not in BOUND:
            states += [unit.cf for unit in earlier]
        for states_back, state in enumerate(states):
            for element in state:
                if element.entity not in tested:
                    tested.add(element.entity)
                    yield states_back, element

    def _excludes(self, pronoun: ReferringExpression, entity: Entity) -> bool:
        return any(
            decided == entity
            and said is not pronoun
            and are_contra_indexed(said, pronoun, self.utterance)
            for said, decided in self.decided.items()
        )

    def _is_bound(self, reflexive: ReferringExpression, candidate: Element) -> bool:
        return any(
            entity == candidate.entity and binds(said, reflexive, self.utterance)
            for said, entity in self.decided.items()
        )
