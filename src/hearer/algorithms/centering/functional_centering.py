"""Functional centering (Strube & Hahn 1996, 1999): Cf by information status.

    functional_rank        the three versions of the ranking, as sort keys
    FunctionalCentering    the "basic algorithm": test Cf(Ui-1) in order

The direct ancestor of the S-list. What a pronoun means is decided when it is heard, there is never
more than one answer, and Cb and transitions are computed but not used: they only tell, in the
notes, how cheaply a text goes on.

Michael Strube & Udo Hahn (1999). Functional Centering. CL 25(3).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from enum import StrEnum
from typing import ClassVar

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.centering.centering import (
    SortKey,
    cb_constraint_3,
    cf,
    is_cheap,
    revised_transition,
    surface_rank,
)
from hearer.algorithms.centering.strategy import realize
from hearer.algorithms.centering.unit_by_unit import Fallback, told
from hearer.algorithms.centering.units import WHOLE, Levels, Size, Unit, clause_of
from hearer.model import (
    Attempt,
    Clause,
    Element,
    Event,
    Familiarity,
    InformationStatus,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
)


class Version(StrEnum):
    """Which paper's ranking."""

    BOUND = "1996"  # bound elements before unbound ones
    BASIC = "1999-basic"  # hearer-old before the rest
    EXTENDED = "1999-extended"  # hearer-old, mediated, hearer-new


def functional_rank(version: Version, before: Collection[str]) -> Callable[[Element], SortKey]:
    """The sort key of a version; `before` are the entities of Cf(Ui-1)."""

    def rank(element: Element) -> SortKey:
        return STATUS[version](element, before), *surface_rank(element)

    return rank


def _bound(element: Element, before: Collection[str]) -> int:
    """1996: anaphora, possessive pronouns, then elliptical expressions and possessed heads.

    Bound is what Cf(Ui-1) has, or what is understood by way of it. The antecedent of an
    elliptical expression would stand beside the possessive pronouns; expressions do not tell it.
    """
    kind = element.expression.kind
    if element.entity in before:
        return 1 if kind is Kind.POSSESSIVE else 0
    is_elliptical = element.familiarity is Familiarity.INFERRABLE
    is_anchored = element.familiarity is Familiarity.ANCHORED_BRAND_NEW
    return 2 if is_elliptical or (is_anchored and kind is Kind.POSSESSED) else 3


def _basic(element: Element, before: Collection[str]) -> int:  # noqa: ARG001 - as the others
    return element.status is not InformationStatus.OLD


def _extended(element: Element, before: Collection[str]) -> int:  # noqa: ARG001
    return element.status


STATUS: Mapping[Version, Callable[[Element, Collection[str]], int]] = {
    Version.BOUND: _bound,
    Version.BASIC: _basic,
    Version.EXTENDED: _extended,
}


class FunctionalCentering:
    """Test Cf(Ui-1), ranked by information status, in order, the moment a pronoun is heard.

    >>> func = FunctionalCentering(lambda pronoun, candidate: None)
    >>> driver = ReferringExpression("driver", 1, 3, entity="DRIVER")
    >>> her = ReferringExpression("Brennan", 1, 5, entity="BRENNAN",
    ...                           familiarity=Familiarity.EVOKED)
    >>> step = func.hear(driver), func.hear(her)
    >>> print(func.end_utterance(1))
    S: [BRENNAN_E: Brennan, DRIVER_BN: driver]
    >>> func.hear(ReferringExpression("she", 2, 1, is_pronoun=True)).resolutions[0].entity
    'BRENNAN'

    Michael Strube & Udo Hahn (1999). Functional Centering: Grounding Referential Coherence in
    Information Structure. Computational Linguistics 25(3).
    """

    needs: ClassVar[Needs] = Needs(parse=True)

    def __init__(
        self,
        test: AntecedentTest,
        *,
        version: str = "1999-extended",
        unit: str = "clause",
        fallback: str = "segment",
        reach: int = 64,
    ) -> None:
        self.test = test
        self.version = Version(version)
        self.size = Size(unit)
        self.fallback = Fallback(fallback)
        self.levels = Levels(reach)
        self.outline: Outline | None = None
        self._realized: dict[Clause, tuple[Element, ...]] = {}
        self._before: dict[Clause, tuple[Unit, ...]] = {}
        self._is_initial = True

    def begin_utterance(self, outline: Outline) -> None:
        """Take note of the clauses."""
        self.outline = outline
        self.levels.begin(outline)

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun at once; then add what was heard to the Cf of its utterance."""
        clause = clause_of(self.outline, expression, self.size)
        self._enter(clause, expression.position)
        resolutions: tuple[Resolution, ...] = ()
        entity = expression.entity
        if expression.is_pronoun:
            resolutions = (self._look_up(expression, clause),)
            entity = resolutions[0].entity
        self._realized[clause] = (*self._realized[clause], realize(expression, entity))
        self.levels.put(clause, self._unit(clause))
        return Step(self.levels.unit(clause).cf, expression, resolutions)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol's
        """Compute the centers; a sentence that realizes nothing is an utterance, too."""
        if not self._realized:
            self._enter(WHOLE, 0)
            self.levels.put(WHOLE, Unit())
        notes = tuple(self._told(clause) for clause in self._realized)
        self.levels.end()
        self.outline, self._realized, self._before = None, {}, {}
        state = self.levels.history[0].cf if self.levels.history else ()
        return Step(state, event=Event.END_OF_UTTERANCE, notes=notes)

    def begin_segment(self) -> Step:
        """A segment starts anew; its first pronouns look for antecedents beside themselves."""
        self._is_initial = True
        if self.fallback is Fallback.SEGMENT:
            self.levels = Levels(self.levels.reach)
            self.levels.begin(self.outline)
        return Step((), event=Event.SEGMENT)

    def copy(self, *, test: AntecedentTest) -> FunctionalCentering:
        """The same state, to go on independently with `test`."""
        other = copy(self)
        other.test = test
        other.levels = self.levels.copy()
        other._realized, other._before = self._realized.copy(), self._before.copy()
        return other

    def _enter(self, clause: Clause, position: float) -> None:
        history = self.levels.enter(clause, position)
        if clause in self._before:
            return
        self._before[clause] = (Unit(), *history) if self._is_initial else (history or (Unit(),))
        self._realized[clause] = ()
        self._is_initial = False

    def _look_up(self, pronoun: ReferringExpression, clause: Clause) -> Resolution:
        attempts: list[Attempt] = []
        for states_back, candidate in self._candidates(clause):
            violated = self.test(pronoun, candidate)
            attempts.append(Attempt(candidate, violated, states_back))
            if violated is None:
                return Resolution(pronoun, tuple(attempts), candidate)
        return Resolution(pronoun, tuple(attempts), None)

    def _candidates(self, clause: Clause) -> Iterator[tuple[int, Element]]:
        """Cf(Ui-1); what stands in Ui before the pronoun; Cf(Ui-2), Cf(Ui-3) and so on."""
        previous, *earlier = self._before[clause]
        here = sorted(self.levels.unit(clause).cf, key=surface_rank)
        tested: set[str] = set()
        for states_back, state in enumerate((previous.cf, here, *(unit.cf for unit in earlier))):
            for element in state:
                if element.entity not in tested:
                    tested.add(element.entity)
                    yield max(states_back - 1, 0), element

    def _unit(self, clause: Clause) -> Unit:
        before = self._before[clause][0].centers.cf
        ranked = cf(self._realized[clause], functional_rank(self.version, before))
        return Unit(ranked, cb_constraint_3(before, {element.entity for element in ranked}))

    def _told(self, clause: Clause) -> Note:
        before, now = self._before[clause][0].centers, self._unit(clause).centers
        cost = "cheap" if is_cheap(before, now) else "expensive"
        how = f"{revised_transition(before, now)}, {cost}" if before.cf else "first"
        return Note("centers", f"{told(now)}; {how}")
