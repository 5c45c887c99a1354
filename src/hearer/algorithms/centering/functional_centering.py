"""Functional centering (Strube & Hahn 1996, 1999): Cf by information status.

    functional_rank        the three versions of the ranking, as sort keys
    FunctionalCentering    the "basic algorithm": test Cf(Ui-1) in order

The direct ancestor of the S-list. What a pronoun means is decided when it is heard, there is never
more than one answer, and Cb and transitions are computed but not used: they only tell, in the
notes, how cheaply a text goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from hearer.algorithms.centering.centering import (
    SortKey,
    cb_constraint_3,
    cf,
    is_cheap,
    revised_transition,
    surface_rank,
)
from hearer.algorithms.centering.unit_by_unit import CenteringAlgorithm, CenteringOptions
from hearer.algorithms.centering.units import WHOLE, Unit, clause_of
from hearer.algorithms.look_up import in_states, look_up
from hearer.model import (
    NO_OUTLINE,
    Clause,
    Element,
    Event,
    Familiarity,
    InformationStatus,
    Kind,
    Note,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.part import given


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


STATUS: Mapping[Version, Callable[[Element, Collection[str]], int]] = {
    Version.BOUND: _bound,
    Version.BASIC: lambda element, _: element.status is not InformationStatus.OLD,
    Version.EXTENDED: lambda element, _: element.status,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionalOptions(CenteringOptions):
    """Which ranking, and what all of centering leaves open."""

    version: Version = Version.EXTENDED


@dataclass(eq=False)
class FunctionalCentering(CenteringAlgorithm):
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

    Michael Strube and Udo Hahn (1999). Functional Centering: Grounding Referential Coherence in
    Information Structure. Computational Linguistics 25(3), pp. 309–344.
    """

    Options: ClassVar[type] = FunctionalOptions

    options: FunctionalOptions = given(default=FunctionalOptions())
    realized: dict[Clause, tuple[Element, ...]] = field(default_factory=dict)
    before: dict[Clause, tuple[Unit, ...]] = field(default_factory=dict)  # Ui-1, Ui-2, …

    def hear(self, expression: ReferringExpression) -> Step:
        """Resolve a pronoun at once; then add what was heard to the Cf of its utterance."""
        clause = clause_of(self.outline, expression, self.options.unit)
        self._enter(clause, expression.position)
        resolutions: tuple[Resolution, ...] = ()
        element = Element.of(expression)
        if expression.is_pronoun:
            found = look_up(expression, self._candidates(clause), self.test)
            element = Element.of(expression, found.entity, Familiarity.EVOKED)
            resolutions = (found,)
        self.realized[clause] = (*self.realized[clause], element)
        self.levels.put(clause, self._unit(clause))
        return Step(self.levels.unit(clause).cf, expression, resolutions)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol's
        """Compute the centers; a sentence that realizes nothing is an utterance, too."""
        if not self.realized:
            self._enter(WHOLE, 0)
            self.levels.put(WHOLE, Unit())
        notes = tuple(self._told(clause) for clause in self.realized)
        self.levels.end()
        self.outline, self.realized, self.before = NO_OUTLINE, {}, {}
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE, notes=notes)

    def _enter(self, clause: Clause, position: float) -> None:
        if clause in self.before:
            self.levels.enter(clause, position)
        else:
            self.before[clause], self.realized[clause] = self.enter(clause, position), ()

    def _candidates(self, clause: Clause) -> Iterator[tuple[int, Element]]:
        """Cf(Ui-1); what stands in Ui before the pronoun; Cf(Ui-2), Cf(Ui-3) and so on."""
        previous, *earlier = self.before[clause]
        yield from in_states([previous.cf])
        yield from in_states([sorted(self.levels.unit(clause).cf, key=surface_rank)])
        yield from in_states((unit.cf for unit in earlier), first=1)

    def _unit(self, clause: Clause) -> Unit:
        before = self.before[clause][0].entities
        ranked = cf(self.realized[clause], functional_rank(self.options.version, before))
        return Unit(ranked, cb_constraint_3(before, {x.entity for x in ranked}))

    def _told(self, clause: Clause) -> Note:
        before, now = self.before[clause][0].centers, self._unit(clause).centers
        cost = "cheap" if is_cheap(before, now) else "expensive"
        how = f"{revised_transition(before, now)}, {cost}" if before.cf else "first"
        return Note("centers", f"{now}; {how}")
