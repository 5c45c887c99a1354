"""BFP: generate, filter and rank the readings of an utterance (Brennan, Friedman & Pollard 1987).

Pronouns are resolved when the sentence ends. Of equally good readings the most salient is taken,
and `Resolution.rivals` has the others. docs/specification/centering.md B.3 has test vectors.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, product, repeat
from math import prod
from typing import NamedTuple

from hearer.algorithms.base import (
    AntecedentTest,
    History,
    Interpreted,
    Together,
    in_states,
    look_up,
    option_values,
)
from hearer.algorithms.centering import (
    Centers,
    Transition,
    cb_constraint_3,
    cf,
    grammatical_rank,
    transition,
    violates_rule_1,
)
from hearer.algorithms.text_units import Levels, Size, Unit, embedded, units_of
from hearer.binding import BOUND, DISJOINT, excluded, place_of
from hearer.model import (
    NO_TREE,
    Attempt,
    Constraint,
    Element,
    Elements,
    Entity,
    ExpressionId,
    Familiarity,
    Level,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Tree,
    Verdict,
    constant,
)

MOST = 20_000  # combinations that are ranked
Antecedents = tuple[Element | None, ...]  # of the pronouns; None leaves a pronoun open


@dataclass(frozen=True)
class Update:
    """The pronouns of Ui, and the members of Cf(Ui-1) that pass the antecedent test for each.

    `realized` is in the order of Cf(Ui). `candidates` has the antecedents by the place of the
    pronoun in it. `contra_indexed` has pairs of places that cannot corefer.
    """

    realized: tuple[ReferringExpression, ...]
    before: Unit
    candidates: Mapping[int, Elements]
    contra_indexed: frozenset[tuple[int, int]]

    @cached_property
    def pronouns(self) -> tuple[int, ...]:
        """The places of the pronouns, in the order of Cf(Ui)."""
        return tuple(sorted(self.candidates))

    @property
    def choices(self) -> list[Antecedents]:
        """The possible antecedents of each pronoun; one without any stays open."""
        return [self.candidates[place] or (None,) for place in self.pronouns]


class PronounReading(NamedTuple):
    """An antecedent for each pronoun, and the centers and transition that result."""

    antecedents: Antecedents
    centers: Centers
    transition: Transition
    violates_rule_1: bool
    places: tuple[int, ...]  # of the antecedents in Cf(Ui-1)


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
    return PronounReading(
        antecedents,
        centers=now,
        transition=transition(before, now),
        violates_rule_1=violates_rule_1(before.cf, now, pronominal),
        places=tuple(before.cf.index(x.entity) if x else len(before.cf) for x in antecedents),
    )


def note_of(reading: PronounReading, update: Update, how: str) -> Note:
    """Return a note with the antecedents of a reading, its centers, and `how` it is judged."""
    pairs = zip(update.pronouns, reading.antecedents, strict=True)
    said = (f"{update.realized[place]} = {x.entity if x else '?'}" for place, x in pairs)
    return Note("reading", f"{', '.join(said)}; {reading.centers}; {how}")


# 1 Generate -----------------------------------------------------------------------------------


def generate(update: Update) -> Iterator[Antecedents]:
    """Combine the antecedents of the pronouns: each gives a Cf, and by Constraint 3 the Cb.

    BFP also combine each with all candidates for Cb, and filter by Constraint 3.
    """
    return product(*update.choices)


# 2 Filter -------------------------------------------------------------------------------------


class Rule1(StrEnum):
    """The treatment of readings that violate Rule 1."""

    FILTER = "filter"  # discarded, unless steps (2) and (3) find nothing either
    PREFER = "prefer"  # ranked after all others, which BFP mention too


def filter(  # noqa: A001 - the word of the paper
    generated: Iterable[Antecedents], update: Update, rule1: Rule1 = Rule1.FILTER
) -> Iterator[PronounReading]:
    """Filter by contra-indices, then by Rule 1."""
    readings = (read(update, x) for x in generated if not is_contra_indexed(x, update))
    return (x for x in readings if rule1 is Rule1.PREFER or not x.violates_rule_1)


def is_contra_indexed(antecedents: Antecedents, update: Update) -> bool:
    """Return True if two contra-indexed pronouns have the same antecedent."""
    chosen = dict(zip(update.pronouns, antecedents, strict=True))
    pairs = ((chosen[n], chosen[m]) for n, m in update.contra_indexed)
    return any(one and other and one.entity == other.entity for one, other in pairs)


# 3 Rank ---------------------------------------------------------------------------------------


def rank(readings: Iterable[PronounReading]) -> tuple[PronounReading, ...]:
    """Order readings by Rule 2, within a transition by the salience of their antecedents.

    Readings with the same transition are ties. The paper is silent on how to go on from a tie;
    we take the most salient antecedents.
    """
    return tuple(sorted(readings, key=lambda reading: (*quality(reading), reading.places)))


def quality(reading: PronounReading) -> tuple[bool, int]:
    """Return the sort key of a reading; equal keys are ties."""
    return reading.violates_rule_1, [*Transition].index(reading.transition)


# The strategy of Strube (1998), section 4 ------------------------------------------------------


class Choice(NamedTuple):
    """Equally good readings, the most salient first, and notes; without any, pronouns stay open."""

    readings: tuple[PronounReading, ...] = ()
    notes: tuple[Note, ...] = ()


class Settling:
    """The expressions of one utterance, and the entities decided for them so far.

    (1) A reading decides; (2) else elements of Ui are tested from left to right, those `below` it
    in accessible clauses last; (3) then Cf(Ui-2), Cf(Ui-3) and so on.
    """

    def __init__(
        self, test: AntecedentTest, tree: Tree, expressions: Sequence[ReferringExpression]
    ) -> None:
        self.test, self.tree, self.expressions = test, tree, expressions
        self.below: Sequence[ReferringExpression] = ()
        self.decided = {x.id: x.entity for x in expressions if x.entity}
        self.together = Together()
        for expression in expressions:
            if expression.entity:
                self.together.decide(self.element(expression))

    @property
    def open(self) -> list[ReferringExpression]:
        """The pronouns that are not decided yet, from left to right."""
        return [x for x in self.expressions if x.is_pronoun and x.id not in self.decided]

    def element(self, expression: ReferringExpression) -> Element:
        """Return the element of an expression, with the entity decided for it."""
        familiarity = Familiarity.EVOKED if expression.is_pronoun else expression.familiarity
        entity = self.decided.get(expression.id, expression.entity)
        return Element.of(expression, entity, familiarity)

    def decide(self, resolution: Resolution) -> Resolution:
        pronoun = resolution.pronoun
        self.decided[pronoun.id] = resolution.entity or Entity.unknown(pronoun.id)
        self.together.decide(self.element(pronoun))
        return resolution

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """Return why a candidate is ruled out, given all that is decided already."""
        if pronoun.kind not in BOUND:
            for same in self.together.decided.get(candidate.entity, ()):
                if not same.expression.agreement.agrees_with(pronoun.agreement):
                    return self.test(pronoun, candidate) or Verdict(Constraint.BINDING)
        return self.together.verdict(self.test, self.tree, pronoun, candidate)

    def attempts(
        self, pronoun: ReferringExpression, candidates: Iterable[Element]
    ) -> list[Attempt]:
        return [Attempt(x, self.violated(pronoun, x)) for x in candidates]

    def look_back(
        self, pronoun: ReferringExpression, tested: Sequence[Attempt], earlier: Sequence[Unit]
    ) -> Resolution:
        """Steps (2) and (3), after the candidates `tested` in step (1).

        Candidates that passed there were discarded by Rule 1, or taken by other pronouns since.
        They come last: nothing in Rule 1 or Rule 2 tells one of them from another.
        """
        failed = [x for x in tested if not x.succeeded]
        passed = self.attempts(pronoun, (x.candidate for x in tested if x.succeeded))
        failed += (x for x in passed if not x.succeeded)
        states = [self.to_the_left(pronoun)]
        if pronoun.kind not in BOUND:
            states += [unit.cf for unit in earlier]
        found = look_up(pronoun, in_states(states), self.violated)
        attempts, chosen = (*failed, *found.attempts), found.antecedent
        discarded = [x for x in passed if x.succeeded] if chosen is None else []
        rivals = tuple(attempt.candidate for attempt in discarded[1:])
        for attempt in discarded[:1]:
            attempts, chosen = (*attempts, attempt), attempt.candidate
        return self.decide(Resolution(pronoun, attempts, chosen, rivals))

    def to_the_left(self, pronoun: ReferringExpression) -> Elements:
        """Return the decided elements before a pronoun, in the utterance or below it."""
        said = (x for x in (*self.expressions, *self.below) if x.position < pronoun.position)
        return tuple(self.element(x) for x in said if x.entity or x.id in self.decided)


def are_contra_indexed(
    one: ReferringExpression, other: ReferringExpression, tree: Tree = NO_TREE
) -> bool:
    """Return True if two expressions disagree or are arguments of one predicate."""
    if not one.agreement.agrees_with(other.agreement):
        return True
    if one.kind in BOUND or other.kind in BOUND:
        return False
    return bool(excluded(tree, place_of(tree, one), place_of(tree, other), DISJOINT))


@option_values
class CenteringOptions:
    """The unit of an utterance."""

    unit: Size = Size.CLAUSE


@dataclass(eq=False)
class CenteringAlgorithm(History):
    """Keep the utterances of the segment on their levels."""

    options: CenteringOptions = constant(default=CenteringOptions())
    levels: Levels = field(default_factory=Levels)

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        self.levels.begin(outline)

    def begin_segment(self) -> Step:
        """Start anew: the first pronouns look for antecedents in their own utterance."""
        self.levels = Levels()
        self.levels.begin(self.outline)
        return super().begin_segment()

    def in_view(self) -> Elements:
        """Return the Cf of the previous utterance."""
        return self.levels.latest.cf


class UnitByUnit(CenteringAlgorithm):
    """Collect a sentence, and then resolve it utterance by utterance."""

    @abstractmethod
    def choose(self, update: Update) -> Choice:
        """Rank the readings of an update that has pronouns."""

    def prepare(self, settling: Settling, before: Unit) -> list[Resolution]:  # noqa: ARG002
        """Decide pronouns before any reading is generated: here, none."""
        return []

    def relation(self, before: Unit, now: Unit) -> str:
        """Name how an utterance relates to the one before it: here, by Table 1."""
        return str(transition(before.centers, now.centers)) if before.cf else "first"

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """Return the Cb: here, by Constraint 3."""
        return cb_constraint_3(before.entities, {element.entity for element in realized})

    def earlier(self, history: Sequence[Unit]) -> Sequence[Unit]:
        """Return where step (3) looks, in order: here, Ui-2, Ui-3 and so on."""
        return history[1:]

    def interpret(self) -> Interpreted:
        tree, resolutions, notes = self.tree, list[Resolution](), list[Note]()
        units = units_of(self.outline, self.waiting, self.options.unit)
        for clause, expressions in units:
            if len(units) > 1:
                form = tree.forms[clause.head] or "(whole)"
                level = f", {clause.level}" if clause.level is not Level.TOP else ""
                said = f"{form} [{', '.join(map(str, expressions))}]{level}"
                notes.append(Note("utterance", said))
            first = expressions[0].position if expressions else 0
            history = self.levels.enter(clause, first)
            before = history[0]
            settling = Settling(self.test, tree, expressions)
            if self.options.unit is Size.CLAUSE:
                settling.below = embedded(self.outline, self.waiting).get(clause.head, ())
            found, more = self._resolve(settling, before, self.earlier(history))
            resolutions += found
            realized = [*map(settling.element, settling.expressions)]
            cb = self.backward_center(before, realized)
            unit = Unit(cf(realized, grammatical_rank(tree)), cb)
            self.levels.put(clause, unit)
            notes += (*more, Note("centers", f"{unit.centers}; {self.relation(before, unit)}"))
            pronouns = {x.entity for x in realized if x.expression.is_pronoun}
            if violates_rule_1(before.entities, unit.centers, pronouns):
                notes.append(Note("rule 1", "violated"))
        self.levels.end()
        return Interpreted(resolutions, notes)

    def _resolve(
        self, settling: Settling, before: Unit, earlier: Sequence[Unit]
    ) -> tuple[list[Resolution], tuple[Note, ...]]:
        resolutions = self.prepare(settling, before)
        update, tested = self._update(settling, before)
        choice = self.choose(update) if update.candidates else Choice()
        for n, place in enumerate(update.pronouns if choice.readings else ()):
            pronoun = update.realized[place]
            chosen, *others = (reading.antecedents[n] for reading in choice.readings)
            if chosen:
                failed = (x for x in tested[pronoun.id] if not x.succeeded)
                rivals = {x.entity: x for x in others if x and x.entity != chosen.entity}
                attempts = (*failed, Attempt(chosen))
                found = Resolution(pronoun, attempts, chosen, tuple(rivals.values()))
                resolutions.append(settling.decide(found))
        for pronoun in settling.open:
            resolutions.append(settling.look_back(pronoun, tested.get(pronoun.id, ()), earlier))
        return resolutions, choice.notes

    def _update(
        self, settling: Settling, before: Unit
    ) -> tuple[Update, dict[ExpressionId, list[Attempt]]]:
        """Return the update, and the attempts on Cf(Ui-1) for each pronoun."""
        tree, decided = self.tree, settling.decided
        ranked = grammatical_rank(tree)
        said = [expression for expression in settling.expressions if expression.kind not in BOUND]
        said.sort(key=lambda expression: ranked(Element.of(expression)))
        places = {place: x for place, x in enumerate(said) if x.id not in decided}
        tested = {x.id: settling.attempts(x, before.cf) for x in places.values()}
        candidates = {
            place: tuple(attempt.candidate for attempt in tested[x.id] if attempt.succeeded)
            for place, x in places.items()
        }
        pairs = frozenset(
            (one, other)
            for one, other in combinations(places, 2)
            if are_contra_indexed(said[one], said[other], tree)
        )
        known = tuple(replace(x, entity=decided.get(x.id)) for x in said)
        return Update(known, before, candidates, pairs), tested


@option_values
class BFPOptions(CenteringOptions):
    """Choices that the paper leaves open."""

    unit: Size = Size.FULL_CLAUSE
    rule1: Rule1 = Rule1.FILTER


@dataclass(eq=False)
class BFPAlgorithm(UnitByUnit):
    """Generate, filter and rank the Cb-Cf combinations of each utterance.

    >>> bfp = BFPAlgorithm(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity="BRENNAN", relation="nsubj")
    >>> step = bfp.hear(brennan), bfp.end_utterance(1)
    >>> she = ReferringExpression("she", 2, 1, is_pronoun=True, relation="nsubj")
    >>> _, step = bfp.hear(she), bfp.end_utterance(2)
    >>> step.resolutions[0].entity
    'BRENNAN'
    >>> print(step.notes[0])
    reading: she = BRENNAN; Cb = BRENNAN; Cf = [BRENNAN]; CONTINUE

    Susan E. Brennan, Marilyn W. Friedman and Carl J. Pollard (1987). A Centering Approach to
    Pronouns. In Proceedings of ACL '87, Stanford, pp. 155–162.
    """

    options: BFPOptions = constant(default=BFPOptions())

    def choose(self, update: Update) -> Choice:
        """Generate, filter and rank; beyond `MOST` combinations, nothing."""
        count = prod(map(len, update.choices))
        if count * (len(update.before.cf) + 1) > MOST:
            return Choice((), (Note("capped", f"{count} combinations are too many to be ranked"),))
        readings = rank(filter(generate(update), update, self.options.rule1))
        best = tuple(x for x in readings if quality(x) == quality(readings[0]))
        how = (
            f"{x.transition}{' (violates Rule 1)' if x.violates_rule_1 else ''}" for x in readings
        )
        return Choice(best, tuple(map(note_of, readings, repeat(update), how)))
