"""Brennan, Friedman & Pollard (1987), BFP: generate, filter and rank readings of an utterance.

Nothing is decided before the utterance is over, and equally good readings remain: see
`Resolution.rivals`. docs/specification/centering.md B.3 has the test vectors.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, permutations, product
from math import prod
from operator import attrgetter
from typing import ClassVar, NamedTuple

from hearer.algorithms.base import AntecedentTest, in_states, look_up, verdict_beside
from hearer.algorithms.centering import (
    Centers,
    Transition,
    cb_constraint_3,
    cf,
    grammatical_rank,
    transition,
    violates_rule_1,
)
from hearer.algorithms.units import (
    CenteringAlgorithm,
    CenteringOptions,
    Size,
    Unit,
    embedded,
    units_of,
    with_shared_subject,
)
from hearer.binding import BOUND, DISJOINT, excluded, place_of
from hearer.model import (
    NO_OUTLINE,
    Attempt,
    Clause,
    Constraint,
    Element,
    Entity,
    Event,
    ExpressionId,
    Familiarity,
    Level,
    Note,
    ReferringExpression,
    Resolution,
    Step,
    Verdict,
)
from hearer.model.state import given
from hearer.model.tree import NO_TREE, Tree

Antecedents = tuple[Element | None, ...]  # of the pronouns; None leaves a pronoun open
MOST = 1_000  # readings that are looked at where there are more than `cap`
SHOWN = 64  # readings in the notes, in such a case


@dataclass(frozen=True)
class Update:
    """Ui, whose pronouns are to be understood, and Ui-1, among whose entities they look.

    `realized` stands in the order of Cf(Ui). `candidates` has, for the places of pronouns in it,
    the members of Cf(Ui-1) that pass the antecedent test. `contra_indexed` has pairs of places
    that cannot mean the same, though they have a candidate in common.
    """

    realized: tuple[ReferringExpression, ...]
    before: Unit
    candidates: Mapping[int, tuple[Element, ...]]
    contra_indexed: frozenset[tuple[int, int]] = frozenset()

    @cached_property
    def pronouns(self) -> tuple[int, ...]:
        """The places of the pronouns, in the order of Cf(Ui)."""
        return tuple(sorted(self.candidates))

    @property
    def choices(self) -> list[Antecedents]:
        """The possible antecedents of each pronoun; one without any stays open."""
        return [self.candidates[place] or (None,) for place in self.pronouns]

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each entity in Cf(Ui-1)."""
        return {element.entity: n for n, element in enumerate(self.before.cf)}

    @cached_property
    def competing(self) -> tuple[tuple[int, int], ...]:
        """Which two of the pronouns are contra-indexed."""
        pairs = combinations(enumerate(self.pronouns), 2)
        return tuple((n, m) for (n, x), (m, y) in pairs if (x, y) in self.contra_indexed)


@dataclass(frozen=True, slots=True)
class PronounReading:
    """An antecedent for each pronoun, and the centers and transition that follow."""

    antecedents: Antecedents
    centers: Centers
    transition: Transition
    violates_rule_1: bool
    places: tuple[int, ...]  # of the antecedents in Cf(Ui-1): how salient they were

    @property
    def open(self) -> int:
        return self.antecedents.count(None)


def read(update: Update, antecedents: Antecedents) -> PronounReading:
    """Compute the centers of an utterance whose pronouns have these antecedents."""
    chosen = dict(zip(update.pronouns, antecedents, strict=True))
    entities = tuple(
        found.entity if (found := chosen.get(place)) else expression.referent
        for place, expression in enumerate(update.realized)
    )
    before, ranked = update.before.centers, tuple(dict.fromkeys(entities))
    now = Centers(ranked, cb_constraint_3(before.cf, ranked))
    pronominal = {x for x, said in zip(entities, update.realized, strict=True) if said.is_pronoun}
    far = len(update.order)
    return PronounReading(
        antecedents,
        centers=now,
        transition=transition(before, now),
        violates_rule_1=violates_rule_1(before.cf, now, pronominal),
        places=tuple(update.order.get(x.entity, far) if x else far for x in antecedents),
    )


def told(reading: PronounReading, update: Update, how: str) -> Note:
    """A reading in words: what each pronoun means, the centers, and how that goes on."""
    pairs = zip(update.pronouns, reading.antecedents, strict=True)
    said = (f"{update.realized[place]} = {x.entity if x else '?'}" for place, x in pairs)
    return Note("reading", f"{', '.join(said)}; {reading.centers}; {how}")


# 1 Generate -----------------------------------------------------------------------------------


class Anchor(NamedTuple):
    """A proposed Cb (None for none) and an antecedent for each pronoun: a proposed Cf."""

    cb: str | None
    antecedents: Antecedents


def generate(update: Update) -> Iterator[Anchor]:
    """All combinations of Cf(Ui-1), or nothing, as Cb with agreeing antecedents of the pronouns."""
    for cb in (*(element.entity for element in update.before.cf), None):
        for antecedents in product(*update.choices):
            yield Anchor(cb, antecedents)


def salient(update: Update) -> Iterator[Antecedents]:
    """Antecedents that are not contra-indexed, the most salient first; any pronoun may stay open.

    Of more than `MOST` combinations, each pronoun tries only its first candidates.
    """
    pronouns, room, widths = update.pronouns, float(MOST), {}
    by_size = sorted(pronouns, key=lambda place: len(update.candidates[place]))
    for left, place in zip(range(len(pronouns), 0, -1), by_size, strict=True):
        widths[place] = max(1, min(len(update.candidates[place]) + 1, int(room ** (1 / left))))
        room /= widths[place]

    def extended(antecedents: Antecedents) -> Iterator[Antecedents]:
        if len(antecedents) == len(pronouns):
            yield antecedents
            return
        place = pronouns[len(antecedents)]
        others = (antecedents[n] for n, m in update.competing if m == len(antecedents))
        taken = {other.entity for other in others if other}
        free = (x for x in update.candidates[place] if x.entity not in taken)
        for choice in (*free, None)[: widths[place]]:
            yield from extended((*antecedents, choice))

    return extended(())


# 2 Filter -------------------------------------------------------------------------------------


class Rule1(StrEnum):
    """What happens to a reading that spends a pronoun on something else than its Cb."""

    FILTER = "filter"  # it is discarded, unless steps (2) and (3) find nothing either
    PREFER = "prefer"  # it comes after all that do not; BFP mention this, too


def filter(  # noqa: A001 - the word of the paper
    anchors: Iterable[Anchor], update: Update, rule1: Rule1 = Rule1.FILTER
) -> Iterator[PronounReading]:
    """Pass by contra-indices, then by Constraint 3, then by Rule 1.

    What was proposed with several Cbs is read once.
    """
    made: dict[tuple[Entity | None, ...], PronounReading | None] = {}
    for anchor in anchors:
        meant = tuple(x.entity if x else None for x in anchor.antecedents)
        if meant not in made:
            is_out = is_contra_indexed(anchor.antecedents, update)
            made[meant] = None if is_out else read(update, anchor.antecedents)
        reading = made[meant]
        if reading is None or anchor.cb != reading.centers.cb:
            continue
        if rule1 is Rule1.PREFER or not reading.violates_rule_1:
            yield reading


def is_contra_indexed(antecedents: Antecedents, update: Update) -> bool:
    """Whether two pronouns that cannot mean the same have one antecedent."""
    pairs = ((antecedents[n], antecedents[m]) for n, m in update.competing)
    return any(one and other and one.entity == other.entity for one, other in pairs)


# 3 Rank ---------------------------------------------------------------------------------------


def rank(readings: Iterable[PronounReading]) -> tuple[PronounReading, ...]:
    """Order readings by Rule 2, within a transition by how salient their antecedents were.

    Only the transition makes a reading better: those that share the first one's are ties. The
    paper is silent on how to go on from a tie; we take the most salient antecedents.
    """
    return tuple(sorted(readings, key=lambda reading: (*quality(reading), reading.places)))


def quality(reading: PronounReading) -> tuple[int, bool, int]:
    """What makes a reading better than another."""
    return reading.open, reading.violates_rule_1, reading.transition.order


# The strategy of Strube (1998), section 4 ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """Readings, the best first; `best` of them are equally good, and `notes` tell of each."""

    readings: tuple[PronounReading, ...]
    best: int
    notes: tuple[Note, ...] = ()

    def rivals_of(self, n: int) -> tuple[Element, ...]:
        """The antecedents that equally good readings have for the n-th pronoun."""
        chosen = self.readings[0].antecedents[n]
        others = (reading.antecedents[n] for reading in self.readings[1 : self.best])
        found = {x.entity: x for x in others if x and chosen and x.entity != chosen.entity}
        return tuple(found.values())


class Settling:
    """The expressions of one utterance, and the entities decided for them so far.

    (1) A reading decides; (2) else elements of Ui are tested from left to right, those of `below`,
    accessible clauses embedded in it, last; (3) then Cf(Ui-2), Cf(Ui-3) and so on.
    """

    def __init__(
        self,
        test: AntecedentTest,
        expressions: Iterable[ReferringExpression],
        tree: Tree,
        below: Sequence[ReferringExpression] = (),
    ) -> None:
        self.test, self.tree, self.below = test, tree, below
        self.expressions = sorted(expressions, key=attrgetter("position"))
        self.decided: dict[ExpressionId, Entity] = {}
        self.realizing: dict[Entity, list[ReferringExpression]] = {}  # in text order
        for said in self.expressions:
            if said.entity:
                self.decided[said.id] = said.entity
                self.realizing.setdefault(said.entity, []).append(said)

    @property
    def open(self) -> list[ReferringExpression]:
        """The pronouns that are not decided yet, from left to right."""
        return [x for x in self.expressions if x.is_pronoun and x.id not in self.decided]

    def element(self, said: ReferringExpression) -> Element:
        """The element of an expression, as far as decided; a pronoun always evokes."""
        familiarity = Familiarity.EVOKED if said.is_pronoun else said.familiarity
        return Element.of(said, self.decided.get(said.id, said.entity), familiarity)

    def decide(self, resolution: Resolution) -> Resolution:
        pronoun = resolution.pronoun
        entity = resolution.entity or Entity.unknown(pronoun.id)
        self.decided[pronoun.id] = entity
        insort(self.realizing.setdefault(entity, []), pronoun, key=attrgetter("position"))
        return resolution

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint that rules a candidate out, given all that is decided already."""
        same = [x for x in self.realizing.get(candidate.entity, ()) if x.id != pronoun.id]
        fitting = [said for said in same if said.agreement.agrees_with(pronoun.agreement)]
        verdict = self.test(pronoun, candidate)
        if verdict is None and pronoun.kind not in BOUND and len(fitting) < len(same):
            return Verdict(Constraint.BINDING)  # contra-indexed, since they disagree
        return verdict_beside(verdict, pronoun, fitting, self.tree)

    def attempts(
        self, pronoun: ReferringExpression, candidates: Iterable[Element]
    ) -> list[Attempt]:
        return [Attempt(x, self.violated(pronoun, x)) for x in candidates]

    def look_back(
        self, pronoun: ReferringExpression, tested: Sequence[Attempt], earlier: Sequence[Unit]
    ) -> Resolution:
        """Steps (2) and (3), after what was `tested` in step (1).

        What passed there was discarded by Rule 1, or taken by other pronouns since. It comes last:
        nothing in Rule 1 or Rule 2 tells one such candidate from another.
        """
        passed = (attempt.candidate for attempt in tested if attempt.succeeded)
        tested = [x for x in tested if not x.succeeded] + self.attempts(pronoun, passed)
        states = [self.to_the_left(pronoun)]
        if pronoun.kind not in BOUND:
            states += [unit.cf for unit in earlier]
        found = look_up(pronoun, in_states(states), self.violated)
        attempts = (*(x for x in tested if not x.succeeded), *found.attempts)
        discarded = [attempt for attempt in tested if attempt.succeeded]
        if found.antecedent is not None or not discarded:
            return self.decide(Resolution(pronoun, attempts, found.antecedent))
        first, *rivals = (attempt.candidate for attempt in discarded)
        return self.decide(Resolution(pronoun, (*attempts, discarded[0]), first, tuple(rivals)))

    def to_the_left(self, pronoun: ReferringExpression) -> tuple[Element, ...]:
        """Decided elements before a pronoun, in the utterance or below it."""
        said = (x for x in (*self.expressions, *self.below) if x.position < pronoun.position)
        return tuple(self.element(x) for x in said if x.entity or x.id in self.decided)


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
    if one.kind in BOUND or other.kind in BOUND:
        return False
    return bool(excluded(tree, place_of(tree, one), place_of(tree, other), DISJOINT))


@dataclass(eq=False)
class UnitByUnit(CenteringAlgorithm, ABC):
    """Hear a sentence to its end, and then understand it utterance by utterance."""

    heard: list[ReferringExpression] = field(default_factory=list)

    def hear(self, expression: ReferringExpression) -> Step:
        """Decide nothing: the state stays the Cf of the previous utterance."""
        self.heard.append(expression)
        return Step(self.in_view(), heard=expression)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - the protocol's
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        units = units_of(self.outline, self.heard, self.options.unit)
        is_clause = self.options.unit is Size.CLAUSE
        below = embedded(self.outline, self.heard) if is_clause else {}
        for clause, expressions in units:
            if len(units) > 1:
                form = self.outline.tree.forms[clause.head] or "(whole)"
                level = f", {clause.level}" if clause.level is not Level.TOP else ""
                said = ", ".join(map(str, expressions))
                notes.append(Note("utterance", f"{form} [{said}]{level}"))
            found, more = self._understand(clause, expressions, below.get(clause.head, ()))
            resolutions += found
            notes += more
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
        """Decide pronouns before any reading is generated: here, none."""
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

    def _understand(
        self,
        clause: Clause,
        expressions: Sequence[ReferringExpression],
        below: Sequence[ReferringExpression],
    ) -> tuple[list[Resolution], list[Note]]:
        tree = self.outline.tree
        history = self.enter(clause, expressions[0].position if expressions else 0)
        before = history[0]
        if self.options.unit is Size.CLAUSE and clause.level is Level.SAME:
            above = self.levels.unit(self.outline.clause(clause.parent))
            expressions = with_shared_subject(clause, expressions, above, tree)
        settling = Settling(self.test, expressions, tree, below)
        resolutions, notes = self._resolve(settling, before, self.earlier(history))
        realized = [*map(settling.element, settling.expressions)]
        unit = Unit(cf(realized, grammatical_rank(tree)), self.backward_center(before, realized))
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
                failed = (x for x in tested[pronoun.id] if not x.succeeded)
                attempts = (*failed, Attempt(chosen))
                found = Resolution(pronoun, attempts, chosen, choice.rivals_of(n))
                resolutions.append(settling.decide(found))
        for pronoun in settling.open:
            first = tested.get(pronoun.id, ())
            resolutions.append(settling.look_back(pronoun, first, earlier))
        return resolutions, list(choice.notes)

    def _update(
        self, settling: Settling, before: Unit
    ) -> tuple[Update, dict[ExpressionId, list[Attempt]]]:
        """The update, and how the members of Cf(Ui-1) did in the test of each pronoun."""
        tree = self.outline.tree
        ranked, decided = grammatical_rank(tree), settling.decided
        said = [expression for expression in settling.expressions if expression.kind not in BOUND]
        said.sort(key=lambda expression: ranked(Element.of(expression)))
        places = {place: x for place, x in enumerate(said) if x.id not in decided}
        tested = {x.id: settling.attempts(x, before.cf) for x in places.values()}
        candidates = {
            place: tuple(attempt.candidate for attempt in tested[x.id] if attempt.succeeded)
            for place, x in places.items()
        }
        entities = {n: {x.entity for x in found} for n, found in candidates.items() if found}
        pairs = frozenset(
            (one, other)
            for one, other in permutations(entities, 2)
            if not entities[one].isdisjoint(entities[other])
            and are_contra_indexed(said[one], said[other], tree)
        )
        known = tuple(replace(x, entity=decided.get(x.id)) for x in said)
        return Update(known, before, candidates, pairs), tested


# The algorithms -------------------------------------------------------------------------------


class InitialCb(StrEnum):
    """The Cb of an utterance that has none before it."""

    NONE = "none"  # Walker et al. (1994), and Table 1
    CP = "cp"  # as in BFP's own figures


@dataclass(frozen=True, slots=True, kw_only=True)
class BFPOptions(CenteringOptions):
    """One option per reading of the paper; beyond `cap` the most salient readings are tried."""

    unit: Size = Size.FULL_CLAUSE
    rule1: Rule1 = Rule1.FILTER
    initial_cb: InitialCb = InitialCb.NONE
    cap: int = 20_000


@dataclass(eq=False)
class BFPAlgorithm(UnitByUnit):
    """Read an utterance as a whole: generate, filter and rank its Cb-Cf combinations.

    >>> bfp = BFPAlgorithm(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity="BRENNAN", relation="nsubj")
    >>> step = bfp.hear(brennan), bfp.end_utterance(1)
    >>> she = ReferringExpression("she", 2, 1, is_pronoun=True, relation="nsubj")
    >>> bfp.hear(she).resolutions
    ()
    >>> step = bfp.end_utterance(2)
    >>> step.resolutions[0].entity
    'BRENNAN'
    >>> print(step.notes[0])
    reading: she = BRENNAN; Cb = BRENNAN; Cf = [BRENNAN]; CONTINUE

    Susan E. Brennan, Marilyn W. Friedman and Carl J. Pollard (1987). A Centering Approach to
    Pronouns. In Proceedings of ACL '87, Stanford, pp. 155–162.
    """

    Options: ClassVar[type] = BFPOptions

    options: BFPOptions = given(default=BFPOptions())

    def choose(self, update: Update) -> Choice:
        """Generate, filter, rank; where that is too much or leaves nothing, some stay open."""
        capped: tuple[Note, ...] = ()
        rule1, count = self.options.rule1, prod(map(len, update.choices))
        if count * (len(update.before.cf) + 1) <= self.options.cap:
            if readings := rank(filter(generate(update), update, rule1)):
                best = sum(quality(reading) == quality(readings[0]) for reading in readings)
                return Choice(readings, best, tuple(_note(x, update) for x in readings))
        else:
            capped = (Note("capped", f"the most salient of {count} combinations were ranked"),)
        made = (read(update, antecedents) for antecedents in salient(update))
        allowed = rank(x for x in made if rule1 is Rule1.PREFER or not x.violates_rule_1)
        readings = allowed or (read(update, (None,) * len(update.pronouns)),)
        readings = tuple(x for x in readings if quality(x) == quality(readings[0]))
        notes = (_note(x, update) for x in readings[:SHOWN])
        return Choice(readings, len(readings), (*notes, *capped))

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """Cb by Constraint 3; with nothing before it, as the option has it."""
        if before.cf or not realized or self.options.initial_cb is InitialCb.NONE:
            return super().backward_center(before, realized)
        return cf(realized, grammatical_rank(self.outline.tree))[0].entity


def _note(reading: PronounReading, update: Update) -> Note:
    broken = " (violates Rule 1)" if reading.violates_rule_1 else ""
    return told(reading, update, f"{reading.transition}{broken}")
