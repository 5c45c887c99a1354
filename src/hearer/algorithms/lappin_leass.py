"""RAP, the resolution of anaphora procedure: salience as a sum of weights (Lappin & Leass 1994).

    LappinLeassAlgorithm     halving, window, parallelism, cataphora, and the choice

The factors and their weights are in salience.py.

Shalom Lappin, Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution.
Computational Linguistics 20(4).
Christopher Kennedy, Branimir Boguraev (1996). Anaphora for Everyone: Pronominal Anaphora
Resolution without a Parser. COLING '96.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import ClassVar, NamedTuple

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.salience import (
    CATAPHORA,
    PARALLEL_ROLE,
    WEIGHTS,
    EquivalenceClass,
    Factor,
    Referent,
    Sentence,
    Variant,
    in_order,
    place,
)
from hearer.algorithms.search import BOUND, NOTHING, are_coarguments
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Event,
    Familiarity,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    unknown_entity,
)


class Candidate(NamedTuple):
    """A class that may hold the antecedent, and what it weighs for this pronoun."""

    element: Element
    weight: float
    distance: tuple[int, float]
    note: Note


class LappinLeassAlgorithm:
    """Choose the candidate with the greatest salience among those that violate nothing.

    Factors earned in a sentence are halved at the start of each following one, and dropped after
    `window` sentences. A tie goes to the candidate nearest to the pronoun. `threshold` is the
    least salience a candidate must have; the authors give none. `oblique` says which obliques are
    complements: "all" that are neither temporal nor set off by a comma, or "marked" ones only
    (`obl:arg`, `obl:agent`). `variant="kennedy-boguraev"` has their weights, their locality and
    their parallelism (a pair of functions seen before); what they call the context is our segment.

    RAP reads whole sentences. We decide at the pronoun when no new NP to its right could outweigh
    the best candidate so far, and else at the end of the utterance.

    >>> rap = LappinLeassAlgorithm(lambda pronoun, candidate: None)
    >>> from hearer.model import Utterance
    >>> rap.begin_utterance(Outline(Utterance.of("Lyn/PROPN/nsubj/2 wins/VERB/root/0"), ()))
    >>> print(*rap.hear(ReferringExpression("Lyn", 1, 1, entity="LYN")).notes)
    LYN: 310 = recency 100 + subject 80 + head noun 80 + non-adverbial 50

    Shalom Lappin, Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution.
    Computational Linguistics 20(4).
    """

    needs: ClassVar[Needs] = Needs(parse=True)

    def __init__(
        self,
        test: AntecedentTest,
        *,
        variant: str = "lappin-leass",
        window: int = 4,
        threshold: int = 0,
        oblique: str = "all",
    ) -> None:
        self.test = test
        self.variant = Variant(variant)
        self.window = window
        self.threshold = threshold
        self.all_obliques = {"all": True, "marked": False}[oblique]
        self.number = 0  # of the sentence
        self.segment = 0  # the sentence that began it
        self.sentence = Sentence(NOTHING.utterance, self.variant, all_obliques=self.all_obliques)
        self.classes: dict[str, EquivalenceClass] = {}
        self.waiting: list[ReferringExpression] = []
        self.settled: list[tuple[str, ReferringExpression]] = []
        self.pairs: frozenset[tuple[str, str]] = frozenset()  # functions of pronoun, antecedent

    # The protocol -------------------------------------------------------------------------------

    def begin_utterance(self, outline: Outline) -> None:
        """Start a sentence: what was earned before is halved, and soon forgotten."""
        self.sentence = Sentence(outline.utterance, self.variant, all_obliques=self.all_obliques)
        self.number += 1
        first = self.number - self.window
        within = (one.within(first) for one in self.classes.values())
        self.classes = {one.entity: one for one in within if one.earned}

    def hear(self, expression: ReferringExpression) -> Step:
        if not expression.is_pronoun:
            entity = expression.entity or unknown_entity(expression)
            self._realize(expression, entity)
            return Step(self.state(), expression, notes=(self._sum(self.classes[entity]),))
        candidates = self._candidates(expression)
        resolution = self._choose(expression, candidates)
        notes = tuple(candidate.note for candidate in candidates)
        if self._may_follow(expression, resolution, candidates):
            self.waiting.append(expression)
            return Step(self.state(), expression, notes=notes)
        self._settle(resolution)
        return Step(self.state(), expression, (resolution,), notes=notes)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - we count for ourselves
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        for pronoun in self.waiting:
            candidates = self._candidates(pronoun)
            resolutions.append(self._choose(pronoun, candidates))
            notes.extend(candidate.note for candidate in candidates)
            self.settled.append((self._settle(resolutions[-1]), pronoun))
        self.waiting, self.settled = [], []
        event = Event.END_OF_UTTERANCE
        return Step(self.state(), resolutions=tuple(resolutions), event=event, notes=tuple(notes))

    def begin_segment(self) -> Step:
        """A segment is Kennedy and Boguraev's context; RAP knows none."""
        self.segment = self.number
        return Step(self.state(), event=Event.SEGMENT)

    def copy(self, test: AntecedentTest) -> LappinLeassAlgorithm:
        other = copy(self)
        other.test = test
        other.classes = self.classes.copy()
        other.waiting, other.settled = self.waiting.copy(), self.settled.copy()
        return other

    def state(self) -> tuple[Element, ...]:
        """An element for each class, by weight; of two that weigh the same the later one first."""
        classes = sorted(self.classes.values(), key=lambda one: one.referents[-1].place)
        classes.sort(key=self.weight)
        return tuple(_element(one, one.referents[-1]) for one in reversed(classes))

    def weight(self, one: EquivalenceClass) -> float:
        """The sum of the weights in scope; less than 1 counts as nothing."""
        weights = WEIGHTS[self.variant]
        halved = (
            weights[factor] / float(2 ** (self.number - sentence))
            for sentence, earned in one.earned
            for factor in self._in_scope(sentence, earned)
        )
        return sum(weight for weight in halved if weight >= 1)

    # Candidates ---------------------------------------------------------------------------------

    def _candidates(self, pronoun: ReferringExpression) -> list[Candidate]:
        """All classes, weighed for this pronoun: the heaviest first, then the nearest."""
        weighed = [self._weighed(one, pronoun) for one in self.classes.values()]
        weighed = [candidate for candidate in weighed if candidate.weight >= self.threshold]
        return sorted(weighed, key=lambda candidate: (-candidate.weight, candidate.distance))

    def _weighed(self, one: EquivalenceClass, pronoun: ReferringExpression) -> Candidate:
        referent = one.referent(pronoun)
        local = tuple(self._local(referent, pronoun))
        weight = self.weight(one) + sum(value for _, value in local)
        added = "".join(f" {'+' if v > 0 else '−'} {name} {abs(v)}" for name, v in local)
        reasons = f"{weight:g} = {self._reasons(one)}{added}"
        return Candidate(
            _element(one, referent),
            weight,
            _distance(referent.expression, pronoun),
            Note(one.entity, reasons),
        )

    def _local(self, referent: Referent, pronoun: ReferringExpression) -> Iterator[tuple[str, int]]:
        """What counts for this pronoun only."""
        slots = self.sentence.slot(pronoun), referent.slot
        is_parallel = slots[0] == slots[1] != ""
        if self.variant is Variant.KENNEDY_BOGURAEV:
            is_here = referent.expression.utterance == pronoun.utterance
            is_parallel = is_here and slots in self.pairs
            yield from self._locality(referent.expression, pronoun)
        if is_parallel:
            yield "parallel role", PARALLEL_ROLE
        if referent.place > place(pronoun):
            yield "cataphora", CATAPHORA

    def _locality(
        self, referent: ReferringExpression, pronoun: ReferringExpression
    ) -> Iterator[tuple[str, int]]:
        """Undo subordination for what is subordinate together with the pronoun."""
        if not self.sentence.share_subordinate(pronoun, referent):
            return
        earned = self.sentence.factors(referent)
        for factor in (Factor.HEAD_NOUN, Factor.NON_ADVERBIAL):
            if factor not in earned:
                yield f"locality ({factor})", WEIGHTS[self.variant][factor]

    def _choose(self, pronoun: ReferringExpression, candidates: list[Candidate]) -> Resolution:
        attempts: list[Attempt] = []
        for candidate in candidates:
            element = candidate.element
            back = max(0, pronoun.utterance - element.utterance)
            attempts.append(Attempt(element, self._violated(pronoun, element), back))
            if attempts[-1].succeeded:
                return Resolution(pronoun, tuple(attempts), element)
        return Resolution(pronoun, tuple(attempts), None)

    def _violated(self, pronoun: ReferringExpression, candidate: Element) -> Constraint | None:
        violated = self.test(pronoun, candidate)
        if violated is not None or pronoun.kind in BOUND:
            return violated
        clashes = (
            entity == candidate.entity
            and are_coarguments(self.sentence.utterance, pronoun, expression)
            for entity, expression in self.settled
        )
        return Constraint.BINDING if any(clashes) else None

    def _may_follow(
        self, pronoun: ReferringExpression, found: Resolution, candidates: list[Candidate]
    ) -> bool:
        """Whether an NP to the right could weigh as much as the best found so far."""
        best = next((c.weight for c in candidates if c.element is found.antecedent), None)
        later = self.sentence.nominals_after(pronoun.head)
        return any(best is None or self._at_most(n, pronoun) >= best for n in later)

    def _at_most(self, n: int, pronoun: ReferringExpression) -> int:
        """The most that the NP of word `n`, to the right of the pronoun, can weigh for it."""
        factors = self.sentence.factors_of(n)
        is_parallel = self.sentence.slot_at(n) == self.sentence.slot(pronoun) != ""
        if self.variant is Variant.KENNEDY_BOGURAEV:
            factors, is_parallel = factors | {Factor.HEAD_NOUN, Factor.NON_ADVERBIAL}, True
        weight = sum(WEIGHTS[self.variant][factor] for factor in factors) + CATAPHORA
        return weight + PARALLEL_ROLE if is_parallel else weight

    # Classes ------------------------------------------------------------------------------------

    def _settle(self, resolution: Resolution) -> str:
        pronoun, antecedent = resolution.pronoun, resolution.antecedent
        entity = antecedent.entity if antecedent else unknown_entity(pronoun)
        if antecedent:
            slot = self.classes[entity].referent(pronoun).slot
            self.pairs |= {(self.sentence.slot(pronoun), slot)}
        self._realize(pronoun, entity)
        return entity

    def _realize(self, expression: ReferringExpression, entity: str) -> None:
        one = self.classes.get(entity, EquivalenceClass(entity, (), ()))
        referent = Referent(expression, self.sentence.slot(expression))
        factors = self.sentence.factors(expression)
        self.classes[entity] = one.with_referent(referent, self.number, factors)

    def _in_scope(self, sentence: int, earned: frozenset[Factor]) -> frozenset[Factor]:
        """The factors that still count: a context ends with its segment."""
        return earned - {Factor.CONTEXT} if sentence < self.segment else earned

    # Notes --------------------------------------------------------------------------------------

    def _sum(self, one: EquivalenceClass) -> Note:
        return Note(one.entity, f"{self.weight(one):g} = {self._reasons(one)}")

    def _reasons(self, one: EquivalenceClass) -> str:
        """The weights that add up: "(recency 100 + subject 80) / 2 + recency 100"."""
        sums: list[str] = []
        for sentence, earned in one.earned:
            factors = in_order(self._in_scope(sentence, earned))
            named = (f"{factor} {WEIGHTS[self.variant][factor]}" for factor in factors)
            half = 2 ** (self.number - sentence)
            reasons = " + ".join(named)
            sums.append(reasons if half == 1 else f"({reasons}) / {half}")
        return " + ".join(sums)


def _distance(referent: ReferringExpression, pronoun: ReferringExpression) -> tuple[int, float]:
    """How far apart on the surface, in either direction; fewer is nearer."""
    if referent.utterance == pronoun.utterance:
        return 0, abs(pronoun.position - referent.position)
    return abs(pronoun.utterance - referent.utterance), -referent.position


def _element(one: EquivalenceClass, referent: Referent) -> Element:
    expression = referent.expression
    is_evoked = expression.is_pronoun or len(one.referents) > 1
    familiarity = Familiarity.EVOKED if is_evoked else expression.familiarity
    return Element(one.entity, *referent.place, familiarity, expression)
