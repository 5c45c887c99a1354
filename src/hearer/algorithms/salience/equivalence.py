"""Equivalence classes, and how their salience comes and goes (Lappin & Leass 1994).

Referent              an NP, and the grammatical slot it fills
EquivalenceClass      the NPs of an entity, and the factors they earned
EquivalenceClasses    all classes of the last sentences, by what they weigh now
ClassOrder            what they are ordered by
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from hearer.algorithms.salience.factors import Earned, SalienceFactor
from hearer.model import Element, Entity, Familiarity, ReferringExpression
from hearer.model.part import Part, given
from hearer.model.tree import CARRIED

KEPT = 64  # NPs of a class in one sentence


class Referent(NamedTuple):
    """An NP, and the grammatical slot it fills: "" where parallelism knows none."""

    expression: ReferringExpression
    slot: str

    @property
    def place(self) -> tuple[int, float]:
        return place(self.expression)


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """The NPs that were taken to realize one entity, most recent last.

    A factor counts once per class and sentence: `earned` has the factors by sentence, and each
    sentence since then has halved them.
    """

    entity: Entity
    referents: tuple[Referent, ...]
    earned: tuple[tuple[int, Earned], ...]

    def with_referent(self, referent: Referent, sentence: int, factors: Earned) -> EquivalenceClass:
        earned = dict(self.earned)
        earned[sentence] = earned.get(sentence, frozenset()) | factors
        number = referent.expression.utterance
        within = tuple(one for one in self.referents if one.expression.utterance == number)
        kept = within[-KEPT:] or self.referents[-1:]
        return EquivalenceClass(self.entity, (*kept, referent), tuple(earned.items()))

    def within(self, first: int) -> EquivalenceClass:
        """The class without the factors of sentences before `first`."""
        return replace(self, earned=tuple(one for one in self.earned if one[0] >= first))

    def carried(self) -> EquivalenceClass:
        """The class with its last NPs only; of several one is evoked."""
        return replace(self, referents=self.referents[-2:])

    def referent(self, pronoun: ReferringExpression) -> Referent:
        """Its most recent NP before the pronoun, or else its first after it."""
        before = [one for one in self.referents if one.place < place(pronoun)]
        return before[-1] if before else self.referents[0]

    def element(self, referent: Referent) -> Element:
        expression = referent.expression
        is_evoked = expression.is_pronoun or len(self.referents) > 1
        familiarity = Familiarity.EVOKED if is_evoked else expression.familiarity
        return Element.of(expression, self.entity, familiarity)


class ClassOrder(NamedTuple):
    """What classes are ordered by: the heaviest first, then the latest."""

    weight: float
    utterance: float
    position: float
    entity: Entity


@dataclass(eq=False)
class EquivalenceClasses(Part):
    """The equivalence classes in scope: `window` sentences, and the factors halved at each."""

    weights: Mapping[SalienceFactor, int] = given()
    window: int = given()
    number: int = 0  # of the sentence
    segment: int = 0  # the sentence that began it
    by_entity: dict[Entity, EquivalenceClass] = field(default_factory=dict)
    orders: dict[Entity, ClassOrder] = field(default_factory=dict)
    ordered: list[ClassOrder] = field(default_factory=list)

    def begin_sentence(self) -> None:
        """Halve what was earned before, and forget what was earned too long ago."""
        self.number += 1
        within = (one.within(self.number - self.window) for one in self.by_entity.values())
        self.by_entity = {one.entity: one for one in within if one.earned}
        self._weigh_all()

    def carry_over(self) -> None:
        """Keep the `CARRIED` heaviest: a long sentence goes on."""
        heaviest = [order.entity for order in self.ordered[:CARRIED]]
        self.by_entity = {entity: self.by_entity[entity].carried() for entity in heaviest}
        self._weigh_all()

    def begin_segment(self) -> None:
        self.segment = self.number
        self._weigh_all()

    def realize(self, entity: Entity, referent: Referent, factors: Earned) -> None:
        """Add an NP to the class of an entity, and the factors it earns."""
        one = self.by_entity.get(entity, EquivalenceClass(entity, (), ()))
        self.by_entity[entity] = one.with_referent(referent, self.number, factors)
        if former := self.orders.get(entity):
            del self.ordered[bisect_left(self.ordered, former)]
        self.orders[entity] = self._order_of(self.by_entity[entity])
        insort(self.ordered, self.orders[entity])

    def first(self, count: int) -> tuple[Element, ...]:
        """The heaviest classes; of two that weigh the same the later one first."""
        classes = (self.by_entity[place.entity] for place in islice(self.ordered, count))
        return tuple(one.element(one.referents[-1]) for one in classes)

    def weight(self, entity: Entity) -> float:
        """What a class weighs now: less than 1 counts as nothing."""
        return -self.orders[entity].weight

    def reasons(self, entity: Entity) -> str:
        """The weights that add up: "(recency 100 + subject 80) / 2 + recency 100"."""
        sums: list[str] = []
        for sentence, earned in self.by_entity[entity].earned:
            counted = self._in_scope(sentence, earned)
            factors = (factor for factor in SalienceFactor if factor in counted)  # as in the table
            reasons = " + ".join(f"{factor} {self.weights[factor]}" for factor in factors)
            half = 2 ** (self.number - sentence)
            sums.append(reasons if half == 1 else f"({reasons}) / {half}")
        return " + ".join(sums)

    def _weigh_all(self) -> None:
        self.orders = {one.entity: self._order_of(one) for one in self.by_entity.values()}
        self.ordered = sorted(self.orders.values())

    def _order_of(self, one: EquivalenceClass) -> ClassOrder:
        halved = (
            self.weights[factor] / float(2 ** (self.number - sentence))
            for sentence, earned in one.earned
            for factor in self._in_scope(sentence, earned)
        )
        utterance, position = one.referents[-1].place
        weight = sum(weight for weight in halved if weight >= 1)
        return ClassOrder(-weight, -utterance, -position, one.entity)

    def _in_scope(self, sentence: int, earned: Earned) -> Earned:
        """The factors that still count: a context ends with its segment."""
        return earned - {SalienceFactor.CONTEXT} if sentence < self.segment else earned


def place(expression: ReferringExpression) -> tuple[int, float]:
    """Where an expression stands in the text."""
    return expression.utterance, expression.position
