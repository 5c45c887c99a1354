"""What centering algorithms share, and those that understand an utterance when it is over.

    CenteringOptions       what all of them leave open
    CenteringAlgorithm     keeps utterances on their levels, and begins segments anew
    Choice                 the readings an algorithm holds possible, the best first
    UnitByUnit             hears a sentence out, divides it into utterances, and has each one read

An algorithm that goes unit by unit has to say how it chooses among the readings of an update; all
else is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import ClassVar

from hearer.algorithms.base import Needs, Strategy
from hearer.algorithms.centering.centering import (
    cb_constraint_3,
    cf,
    grammatical_rank,
    transition,
    violates_rule_1,
)
from hearer.algorithms.centering.look_back import LookBack, Settling, are_contra_indexed
from hearer.algorithms.centering.readings import PronounReading, Update
from hearer.algorithms.centering.units import (
    WHOLE,
    Levels,
    Size,
    Unit,
    units_of,
    with_shared_subject,
)
from hearer.model import (
    NO_OUTLINE,
    Attempt,
    Clause,
    Element,
    Entity,
    Event,
    ExpressionId,
    Level,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.binding import BOUND
from hearer.model.part import given
from hearer.model.tree import DEEPEST


@dataclass(frozen=True, slots=True, kw_only=True)
class CenteringOptions:
    """What an utterance is, how far pronouns look back, and how many utterances are kept."""

    unit: Size = Size.CLAUSE
    fallback: LookBack = LookBack.SEGMENT
    reach: int = 64


@dataclass(eq=False)
class CenteringAlgorithm(Strategy):
    """Keeps the utterances heard on their levels; a segment begins anew."""

    needs: ClassVar[Needs] = Needs(parse=True)
    Options: ClassVar[type] = CenteringOptions

    options: CenteringOptions = given(default=CenteringOptions())
    outline: Outline = NO_OUTLINE
    levels: Levels = field(init=False)
    is_initial: bool = True

    def __post_init__(self) -> None:
        self.levels = Levels(self.options.reach)

    def begin_utterance(self, outline: Outline) -> None:
        self.outline = outline
        self.levels.begin(outline)

    def begin_segment(self) -> Step:
        """A segment starts anew; its first pronouns look for antecedents beside themselves."""
        self.is_initial = True
        if self.options.fallback is LookBack.SEGMENT:
            self.levels = Levels(self.options.reach)
            self.levels.begin(self.outline)
        return Step((), event=Event.SEGMENT)

    def in_view(self) -> tuple[Element, ...]:
        """The Cf of the previous utterance."""
        return self.levels.latest.cf

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Ui-1, Ui-2 and so on: at the beginning of a segment Ui-1 realizes nothing."""
        history = self.levels.enter(clause, position)
        if self.is_initial:
            history = (Unit(), *history)
        self.is_initial = False
        return history or (Unit(),)


@dataclass(frozen=True, slots=True)
class Choice:
    """Readings, the best first; `best` of them are equally good, and `notes` tell of each."""

    readings: tuple[PronounReading, ...]
    best: int
    notes: tuple[Note, ...] = ()
    rivals: tuple[tuple[Element, ...], ...] = ()  # of each pronoun, where not all are listed

    def rivals_of(self, n: int) -> tuple[Element, ...]:
        """The antecedents that equally good readings have for the n-th pronoun."""
        if self.rivals:
            return self.rivals[n]
        chosen = self.readings[0].antecedents[n]
        others = (reading.antecedents[n] for reading in self.readings[1 : self.best])
        found = {x.entity: x for x in others if x and chosen and x.entity != chosen.entity}
        return tuple(found.values())


@dataclass(eq=False)
class UnitByUnit(CenteringAlgorithm, ABC):
    """Hears a sentence to its end, and then understands it utterance by utterance."""

    heard: list[ReferringExpression] = field(default_factory=list)

    def hear(self, expression: ReferringExpression) -> Step:
        """Nothing can be decided yet: the state stays the Cf of the previous utterance."""
        self.heard.append(expression)
        return Step(self.in_view(), heard=expression)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol's
        """Understand what was heard, utterance by utterance."""
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        units = units_of(self.outline, self.heard, self.options.unit)
        embedded = self._embedded()
        for clause, expressions in units:
            if len(units) > 1:
                notes.append(Note("utterance", self._told(clause, expressions)))
            found, told = self._understand(clause, expressions, embedded.get(clause.head, ()))
            resolutions += found
            notes += told
        self.levels.end()
        self.outline, self.heard = NO_OUTLINE, []
        resolutions.sort(key=lambda resolution: resolution.pronoun.position)
        return Step(
            self.in_view(),
            resolutions=tuple(resolutions),
            event=Event.END_OF_UTTERANCE,
            notes=tuple(notes),
        )

    @abstractmethod
    def choose(self, update: Update) -> Choice:
        """The readings of an update that has pronouns, the best first."""

    def prepare(self, settling: Settling, before: Unit) -> list[Resolution]:  # noqa: ARG002
        """The pronouns that are decided before any reading is generated: here, none."""
        return []

    def relation(self, before: Unit, now: Unit) -> str:
        """How an utterance relates to the one before it, in words: here, by Table 1."""
        return str(transition(before.centers, now.centers)) if before.cf else "first"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """Cb: here, by Constraint 3."""
        return cb_constraint_3(before.entities, {element.entity for element in realized})

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Where step (3) looks, in order: here, through Ui-2, Ui-3 and so on."""
        return history[1:]

    # One utterance ----------------------------------------------------------------------------

    def _understand(
        self,
        clause: Clause,
        expressions: Sequence[ReferringExpression],
        below: Sequence[ReferringExpression],
    ) -> tuple[list[Resolution], list[Note]]:
        history = self.enter(clause, expressions[0].position if expressions else 0)
        before = history[0]
        said = self._with_subject(clause, expressions)
        settling = Settling(self.test, said, self.outline.tree, below)
        resolutions, notes = self._resolve(settling, before, self.earlier(history))
        realized = settling.elements
        unit = Unit(
            cf(realized, grammatical_rank(self.outline.tree)),
            self.backward_center(before, realized),
        )
        self.levels.put(clause, unit)
        notes.append(Note("centers", f"{unit.centers}; {self.relation(before, unit)}"))
        pronouns = {x.entity for x in realized if x.expression.is_pronoun}
        if violates_rule_1(before.entities, unit.centers, pronouns):
            notes.append(Note("rule 1", "violated"))
        return resolutions, notes

    def _resolve(
        self, settling: Settling, before: Unit, earlier: Sequence[Unit]
    ) -> tuple[list[Resolution], list[Note]]:
        resolutions = self.prepare(settling, before)
        update, tested = self._update(settling, before)
        choice = self.choose(update) if update.candidates else Choice((), 0)
        for n, place in enumerate(update.pronouns):
            pronoun = update.realized[place]
            if chosen := choice.readings[0].antecedents[n]:
                attempts = (*_failed(tested[pronoun.id]), Attempt(chosen))
                found = Resolution(pronoun, attempts, chosen, choice.rivals_of(n))
                resolutions.append(settling.decide(found))
        for pronoun in settling.open:
            # Candidates failed in step (1), or other pronouns have taken them since.
            first = tested.get(pronoun.id, ())
            again = [settling.attempt(pronoun, x.candidate) for x in first if x.succeeded]
            resolutions.append(settling.look_back(pronoun, (*_failed(first), *again), earlier))
        return resolutions, list(choice.notes)

    def _update(
        self, settling: Settling, before: Unit
    ) -> tuple[Update, dict[ExpressionId, list[Attempt]]]:
        """The update, and how the members of Cf(Ui-1) did in the test of each pronoun."""
        rank = grammatical_rank(self.outline.tree)
        said = [expression for expression in settling.expressions if expression.kind not in BOUND]
        said.sort(key=lambda expression: rank(Element.of(expression)))
        places = {place: x for place, x in enumerate(said) if not settling.has(x)}
        tested = {x.id: [settling.attempt(x, y) for y in before.cf] for x in places.values()}
        candidates = {
            place: tuple(attempt.candidate for attempt in tested[x.id] if attempt.succeeded)
            for place, x in places.items()
        }
        entities = {n: {x.entity for x in found} for n, found in candidates.items() if found}
        pairs = frozenset(
            (one, other)
            for one, other in permutations(entities, 2)
            if not entities[one].isdisjoint(entities[other])
            and are_contra_indexed(said[one], said[other], self.outline.tree)
        )
        known = tuple(replace(x, entity=settling.decided.get(x.id)) for x in said)
        return Update(known, before, candidates, pairs), tested

    def _with_subject(
        self, clause: Clause, expressions: Sequence[ReferringExpression]
    ) -> Sequence[ReferringExpression]:
        if self.options.unit is not Size.CLAUSE or clause.level is not Level.SAME:
            return expressions
        above = self.levels.unit(self.outline.clause(clause.parent))
        return with_shared_subject(clause, expressions, above, self.outline.tree)

    def _embedded(self) -> dict[int, list[ReferringExpression]]:
        """What was said in clauses that are embedded in others, and accessible, by these."""
        found: dict[int, list[ReferringExpression]] = {}
        if self.options.unit is not Size.CLAUSE:
            return found
        by_head = {clause.head: clause for clause in self.outline.clauses}
        for expression in self.heard:
            clause = by_head.get(expression.clause, WHOLE)
            for _ in range(DEEPEST):
                if clause.level is not Level.ACCESSIBLE:
                    break
                found.setdefault(clause.parent, []).append(expression)
                clause = by_head.get(clause.parent, WHOLE)
        return found

    def _told(self, clause: Clause, expressions: Sequence[ReferringExpression]) -> str:
        said, form = (
            ", ".join(map(str, expressions)),
            self.outline.tree.forms[clause.head] or "(whole)",
        )
        return f"{form} [{said}]" + (f", {clause.level}" if clause.level is not Level.TOP else "")


def _failed(attempts: Iterable[Attempt]) -> list[Attempt]:
    return [attempt for attempt in attempts if not attempt.succeeded]
