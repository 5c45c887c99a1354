"""Every pronoun heard twice: free, and forced (docs/specification/evaluation.md E.3).

    View               what was in view when a pronoun was heard, and what passed the test
    ObservingHearer    a hearer that notes its view at each pronoun: the free run
    ForcedHearer       a hearer for whom all earlier pronouns have their gold links: the forced run

In the forced run a pronoun is first resolved by a copy, which goes on to the end of the utterance
if it has to; then the hearer itself hears it as an expression whose entity is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hearer.algorithms.centering.unit_by_unit import UnitByUnit
from hearer.evaluation.scoring import FORMS
from hearer.hearing import Hearer
from hearer.model import (
    Element,
    Entity,
    Familiarity,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Verdict,
    Word,
)

GoldEntity = Callable[[ReferringExpression], str | None]  # what an expression realizes by gold


class Place(NamedTuple):
    """A word of an utterance."""

    utterance: int
    word: int


@dataclass(frozen=True, slots=True)
class View:
    """What was in view when a pronoun was heard, and the constraint that each violated."""

    before: tuple[Element, ...] = ()
    violated: tuple[Verdict | None, ...] = ()

    @property
    def compatible(self) -> tuple[Element, ...]:
        pairs = zip(self.before, self.violated, strict=True)
        return tuple(element for element, violated in pairs if violated is None)


class ObservingHearer(Hearer):
    """Notes what is in view at every pronoun, in `views`, and the words it leaves unheard as
    direct speech, in `speech`; call `observe` first.
    """

    def observe(self) -> None:
        self.views: dict[Place, View] = {}
        self.speech: set[Place] = set()

    def _begin(self, utterance: Utterance, parts: list[Step]) -> None:
        super()._begin(utterance, parts)
        marks = enumerate(self._analyst._marks)
        self.speech.update(Place(utterance.number, n) for n, mark in marks if mark)

    def _hear(self, expression: ReferringExpression, parts: list[Step]) -> None:
        if expression.is_pronoun:
            before = parts[-1].state if parts else self._state
            violated = tuple(self._analyst.test(expression, element) for element in before)
            self.views[Place(expression.utterance, expression.head)] = View(before, violated)
        super()._hear(expression, parts)


class ForcedHearer(Hearer):
    """Resolves every pronoun as if all pronouns before it had been understood as in gold.

    Call `force` before the first word. `answers` has the resolution of each pronoun, `expressions`
    what has been heard, with the entities it realized.
    """

    def force(self, gold_entity: GoldEntity) -> None:
        """Say what gold entity an expression realizes."""
        self._gold_entity = gold_entity
        self._ours: dict[str, Entity] = {}  # the entity of ours, by the gold entity
        self._branches: dict[Place, Hearer] = {}
        self._is_free = False
        self.answers: dict[Place, Resolution] = {}

    @property
    def expressions(self) -> Sequence[ReferringExpression]:
        return self._expressions

    def hear(self, word: Word) -> Step:
        """Hear the next word, after all copies that wait to decide a pronoun have heard it."""
        if not self._is_free:
            if word.form.lower() in FORMS:
                self._branches[Place(word.utterance.number, word.number)] = self._branch()
            for place, branch in list(self._branches.items()):
                self._go_on(place, branch, word)
        return super().hear(word)

    def _branch(self) -> Hearer:
        branch = self.copy()
        branch.__dict__["_is_free"] = True
        return branch

    def _go_on(self, place: Place, branch: Hearer, word: Word) -> None:
        """Let a copy hear the word; once its pronoun is decided, or turns out none, it is over."""
        step = branch.hear(word)
        for resolution in step.resolutions:
            if (resolution.pronoun.utterance, resolution.pronoun.head) == place:
                self.answers[place] = resolution
        is_heard = word.number != place.word or any(e.is_pronoun for e in step.expressions)
        if place in self.answers or not is_heard or word.ends_utterance:
            del self._branches[place]

    def _hear(self, expression: ReferringExpression, parts: list[Step]) -> None:
        if self._is_free:
            super()._hear(expression, parts)
            return
        gold = self._gold_entity(expression)
        if expression.is_pronoun and expression.kind is not Kind.RECIPROCAL:
            entity = self._ours.get(gold) if gold else None
            self._hear_as(entity or Entity.unknown(expression.id), expression, parts)
        else:
            super()._hear(expression, parts)
        if gold and self._expressions[-1].entity:
            self._ours[gold] = self._expressions[-1].entity

    def _hear_as(self, entity: Entity, pronoun: ReferringExpression, parts: list[Step]) -> None:
        """Hear a pronoun that is understood already.

        Algorithms that go unit by unit take an entity for granted, and Rule 1 must still see a
        pronoun; to the others it is one expression more that realizes a known entity.
        """
        known = replace(
            pronoun,
            is_pronoun=isinstance(self._algorithm, UnitByUnit),
            entity=entity,
            familiarity=Familiarity.EVOKED,
        )
        parts.append(self._algorithm.hear(known))
        self._keep(self._analyst.realize(known, entity))
