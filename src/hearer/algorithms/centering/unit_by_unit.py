"""What algorithms share that understand an utterance when it is over, and as a whole.

    Choice         the readings an algorithm holds possible, the best first
    UnitByUnit     hears expressions, divides them into utterances, and has each one read

An algorithm has to say how it chooses among the readings of an update; all else is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.centering.centering import (
    Centers,
    cb_constraint_3,
    cf,
    grammatical_rank,
    transition,
    violates_rule_1,
)
from hearer.algorithms.centering.contra_indices import BOUND, are_contra_indexed
from hearer.algorithms.centering.readings import Reading, Update
from hearer.algorithms.centering.shared_subject import with_shared_subject
from hearer.algorithms.centering.strategy import Settling, realize
from hearer.algorithms.centering.units import Levels, Size, Unit, units_of
from hearer.model import (
    Attempt,
    Clause,
    Element,
    Event,
    Level,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
)


class Fallback(StrEnum):
    """How far back step (3) goes."""

    SEGMENT = "segment"
    DOCUMENT = "document"


class InitialCb(StrEnum):
    """The Cb of an utterance that has none before it."""

    NONE = "none"  # Walker et al. (1994), and Table 1
    CP = "cp"  # as in BFP's own figures


@dataclass(frozen=True, slots=True)
class Choice:
    """Readings, the best first; `best` of them are equally good, and `notes` tell of each."""

    readings: tuple[Reading, ...]
    best: int
    notes: tuple[Note, ...] = ()
    rivals: tuple[tuple[Element, ...], ...] = ()  # of each pronoun, where not all are listed


class UnitByUnit(ABC):
    """Hears a sentence to its end, and then understands it utterance by utterance."""

    needs: ClassVar[Needs] = Needs(parse=True)
    size: Size = Size.SENTENCE
    initial_cb: InitialCb = InitialCb.NONE

    def __init__(self, test: AntecedentTest, *, fallback: str, reach: int) -> None:
        self.test = test
        self.fallback = Fallback(fallback)
        self.levels = Levels(reach)
        self.outline: Outline | None = None
        self.heard: list[ReferringExpression] = []
        self._is_initial = True

    def begin_utterance(self, outline: Outline) -> None:
        """Take note of the clauses."""
        self.outline = outline
        self.levels.begin(outline)

    def hear(self, expression: ReferringExpression) -> Step:
        """Nothing can be decided yet: the state stays the Cf of the previous utterance."""
        self.heard.append(expression)
        return Step(self._state(), heard=expression)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol's
        """Understand what was heard, utterance by utterance."""
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        units = units_of(self.outline, self.heard, self.size)
        for clause, expressions in units:
            if len(units) > 1:
                notes.append(Note("utterance", self._told(clause, expressions)))
            found, told = self._understand(clause, expressions)
            resolutions += found
            notes += told
        self.levels.end()
        self.outline, self.heard = None, []
        resolutions.sort(key=lambda resolution: resolution.pronoun.position)
        return Step(
            self._state(),
            resolutions=tuple(resolutions),
            event=Event.END_OF_UTTERANCE,
            notes=tuple(notes),
        )

    def begin_segment(self) -> Step:
        """A segment starts anew; its first pronouns look for antecedents beside themselves."""
        self._is_initial = True
        if self.fallback is Fallback.SEGMENT:
            self.levels = Levels(self.levels.reach)
            self.levels.begin(self.outline)
        return Step((), event=Event.SEGMENT)

    def copy(self, *, test: AntecedentTest) -> Self:
        """The same state, to go on independently with `test`."""
        other = copy(self)
        other.test = test
        other.levels = self.levels.copy()
        other.heard = self.heard.copy()
        return other

    @abstractmethod
    def choose(self, update: Update) -> Choice:
        """The readings of an update that has pronouns, the best first."""

    def prepare(
        self,
        settling: Settling,  # noqa: ARG002 - for those who do
        before: Unit,  # noqa: ARG002
    ) -> dict[ReferringExpression, Attempt]:
        """The pronouns that are decided before any reading is generated: here, none."""
        return {}

    def relation(self, before: Unit, now: Unit) -> str:
        """How an utterance relates to the one before it, in words: here, by Table 1."""
        return str(transition(before.centers, now.centers)) if before.cf else "first"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> str | None:
        """Cb: here, by Constraint 3."""
        return cb_constraint_3(before.centers.cf, {element.entity for element in realized})

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Where step (3) looks, in order: here, through Ui-2, Ui-3 and so on."""
        return history[1:]

    # One utterance ----------------------------------------------------------------------------

    def _understand(
        self, clause: Clause, expressions: Sequence[ReferringExpression]
    ) -> tuple[list[Resolution], list[Note]]:
        start = expressions[0].position if expressions else 0
        history = self.levels.enter(clause, start)
        if self._is_initial:
            history = (Unit(), *history)
        self._is_initial = False
        before = history[0] if history else Unit()
        settling = Settling(self.test, self._with_subject(clause, expressions), self._tree)
        resolutions, notes = self._resolve(settling, before, self.earlier(history))
        ranked = cf(settling.elements, grammatical_rank(self._tree))
        cb = self.backward_center(before, settling.elements)
        if not before.cf and ranked and self.initial_cb is InitialCb.CP:
            cb = ranked[0].entity
        unit = Unit(ranked, cb)
        self.levels.put(clause, unit)
        notes.append(Note("centers", f"{told(unit.centers)}; {self.relation(before, unit)}"))
        pronouns = {x.entity for x in settling.elements if x.expression.is_pronoun}
        if violates_rule_1(before.centers.cf, unit.centers, pronouns):
            notes.append(Note("rule 1", "violated"))
        return resolutions, notes

    def _resolve(
        self, settling: Settling, before: Unit, earlier: Sequence[Unit]
    ) -> tuple[list[Resolution], list[Note]]:
        early = self.prepare(settling, before)
        update, tested = self._update(settling, before)
        choice = self.choose(update) if update.candidates else Choice((), 0)
        resolutions = [
            Resolution(pronoun, (attempt,), attempt.candidate) for pronoun, attempt in early.items()
        ]
        for n, place in enumerate(update.pronouns):
            if chosen := choice.readings[0].antecedents[n]:
                settling.decide(update.realized[place], chosen.entity)
                attempts = (*tested[place], Attempt(chosen))
                rivals = _rivals(choice, n)
                resolutions.append(Resolution(update.realized[place], attempts, chosen, rivals))
        for pronoun in settling.expressions:
            if pronoun.is_pronoun and pronoun not in settling.decided:
                failed = _failed(settling, update, tested, pronoun)
                resolutions.append(_looked_back(settling, pronoun, failed, earlier))
        return resolutions, list(choice.notes)

    def _update(self, settling: Settling, before: Unit) -> tuple[Update, dict[int, list[Attempt]]]:
        """The update, and what the candidates in Ui-1 that failed for each pronoun violated."""
        rank = grammatical_rank(self._tree)
        said = [expression for expression in settling.expressions if expression.kind not in BOUND]
        said.sort(key=lambda expression: rank(realize(expression, None)))
        known = [replace(x, entity=settling.decided.get(x)) for x in said]
        candidates: dict[int, tuple[Element, ...]] = {}
        tested: dict[int, list[Attempt]] = {}
        for place, pronoun in enumerate(said):
            if pronoun not in settling.decided:
                attempts = [Attempt(x, settling.violated(pronoun, x)) for x in before.cf]
                candidates[place] = tuple(x.candidate for x in attempts if x.succeeded)
                tested[place] = [attempt for attempt in attempts if not attempt.succeeded]
        pairs = frozenset(
            (one, other)
            for one in candidates
            for other in candidates
            if one != other and are_contra_indexed(said[one], said[other], self._tree)
        )
        return Update(tuple(known), before, candidates, pairs), tested

    # The rest ---------------------------------------------------------------------------------

    def _with_subject(
        self, clause: Clause, expressions: Sequence[ReferringExpression]
    ) -> Sequence[ReferringExpression]:
        if self.outline is None or self.size is not Size.CLAUSE or clause.level is not Level.SAME:
            return expressions
        above = self.levels.unit(self.outline.clause(clause.parent))
        return with_shared_subject(clause, expressions, above, self.outline.utterance)

    @property
    def _tree(self) -> Utterance | None:
        return self.outline.utterance if self.outline else None

    def _state(self) -> tuple[Element, ...]:
        return self.levels.history[0].cf if self.levels.history else ()

    def _told(self, clause: Clause, expressions: Sequence[ReferringExpression]) -> str:
        said = ", ".join(map(str, expressions))
        form = self._tree.forms[clause.head - 1] if self._tree and clause.head else "(whole)"
        return f"{form} [{said}]" + (f", {clause.level}" if clause.level is not Level.TOP else "")


def told(centers: Centers) -> str:
    """Centers in words."""
    return f"Cb = {centers.cb or 'none'}; Cf = [{', '.join(centers.cf)}]"


def _rivals(choice: Choice, n: int) -> tuple[Element, ...]:
    """The antecedents that equally good readings have for the n-th pronoun."""
    if choice.rivals:
        return choice.rivals[n]
    chosen = choice.readings[0].antecedents[n]
    others = (reading.antecedents[n] for reading in choice.readings[1 : choice.best])
    found = {x.entity: x for x in others if x and chosen and x.entity != chosen.entity}
    return tuple(found.values())


def _failed(
    settling: Settling,
    update: Update,
    tested: dict[int, list[Attempt]],
    pronoun: ReferringExpression,
) -> list[Attempt]:
    """Why step (1) found nothing: candidates failed, or other pronouns have taken them."""
    for place, attempts in tested.items():
        if update.realized[place] == pronoun:
            again = (Attempt(x, settling.violated(pronoun, x)) for x in update.candidates[place])
            return [*attempts, *(attempt for attempt in again if not attempt.succeeded)]
    return []


def _looked_back(
    settling: Settling,
    pronoun: ReferringExpression,
    failed: list[Attempt],
    earlier: Sequence[Unit],
) -> Resolution:
    attempts = list(settling.look_back(pronoun, earlier))
    antecedent = attempts[-1].candidate if attempts and attempts[-1].succeeded else None
    settling.decide(pronoun, antecedent.entity if antecedent else None)
    return Resolution(pronoun, (*failed, *attempts), antecedent)
