"""RAP, the resolution of anaphora procedure: salience as a sum of weights (Lappin & Leass 1994).

    LappinLeassAlgorithm     candidates, parallelism, cataphora, and the choice
    LappinLeassOptions       whose weights, and what the authors leave open
    WeighedClass             a candidate: a class, and what it weighs for a pronoun

The factors and their weights are in factors.py, classes and halving in equivalence.py.

Christopher Kennedy, Branimir Boguraev (1996). Anaphora for Everyone: Pronominal Anaphora
Resolution without a Parser. COLING '96.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from hearer.algorithms.look_up import SHOWN, Found, Searching, SearchOptions, look_up
from hearer.algorithms.salience.equivalence import (
    EquivalenceClass,
    EquivalenceClasses,
    Referent,
    place,
)
from hearer.algorithms.salience.factors import (
    CATAPHORA,
    PARALLEL_ROLE,
    UNEMBEDDED,
    WEIGHTS,
    Obliques,
    SalienceSentence,
    SalienceVariant,
)
from hearer.model import (
    Element,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.part import given


class WeighedClass(NamedTuple):
    """A class that may hold the antecedent, and what it weighs for this pronoun."""

    element: Element
    weight: float
    distance: tuple[int, float]
    local: tuple[tuple[str, int], ...]  # what counts for this pronoun only


@dataclass(frozen=True, slots=True, kw_only=True)
class LappinLeassOptions(SearchOptions):
    """Whose weights count, and what the authors leave open.

    `variant="kennedy-boguraev"` has their weights, their locality and their parallelism (a pair
    of functions seen before); what they call the context is our segment.
    """

    variant: SalienceVariant = SalienceVariant.LAPPIN_LEASS
    window: int = 4  # sentences after which what was earned is dropped
    threshold: int = 0  # the least salience a candidate must have; the authors give none
    oblique: Obliques = Obliques.ALL
    reach: int = field(default=0, init=False)  # the classes remember, within their window


@dataclass(eq=False)
class LappinLeassAlgorithm(Searching):
    """Choose the candidate with the greatest salience among those that violate nothing.

    Factors earned in a sentence are halved at the start of each following one, and dropped after
    `window` sentences. A tie goes to the candidate nearest to the pronoun.

    RAP reads whole sentences. We decide at the pronoun when no new NP to its right could outweigh
    the best candidate so far, nor be it where it cannot stand (*He* called *John*), and else at
    the end of the utterance.

    >>> rap = LappinLeassAlgorithm(lambda pronoun, candidate: None)
    >>> from hearer.model import Utterance
    >>> from hearer.model.tree import Tree
    >>> rap.begin_utterance(Outline(Tree(Utterance.of("Lyn/PROPN/nsubj/2 wins/VERB/root/0"))))
    >>> print(*rap.hear(ReferringExpression("Lyn", 1, 1, entity="LYN")).notes)
    LYN: 310 = recency 100 + subject 80 + head noun 80 + non-adverbial 50

    Shalom Lappin and Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution.
    Computational Linguistics 20(4), pp. 535–561.
    """

    Options: ClassVar[type] = LappinLeassOptions

    options: LappinLeassOptions = given(default=LappinLeassOptions())
    classes: EquivalenceClasses = field(init=False)
    sentence: SalienceSentence = field(init=False)
    pairs: frozenset[tuple[str, str]] = frozenset()  # functions of pronoun, antecedent

    def __post_init__(self) -> None:
        """Begin with nothing heard, and the weights of the variant."""
        super().__post_init__()
        weights = WEIGHTS[self.options.variant]
        self.classes = EquivalenceClasses(weights, self.options.window)
        self.sentence = self._parsed(self.outline)

    # The protocol -------------------------------------------------------------------------------

    def begin_utterance(self, outline: Outline) -> None:
        """Start a sentence: what was earned before is halved, and soon forgotten."""
        super().begin_utterance(outline)
        self.sentence = self._parsed(outline)
        self.classes.begin_sentence()
        if outline.goes_on:
            self.classes.carry_over()

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        if expression.is_pronoun:
            return step
        entity = expression.referent
        sums = f"{self.classes.weight(entity):g} = {self.classes.reasons(entity)}"
        return step._replace(notes=(Note(entity, sums),))

    def begin_segment(self) -> Step:
        """A segment is Kennedy and Boguraev's context; RAP knows none."""
        self.classes.begin_segment()
        return super().begin_segment()

    def in_view(self) -> tuple[Element, ...]:
        return self.classes.first(SHOWN)

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        """Choose the heaviest that passes, unless what follows may be heavier."""
        weighed = self._weigh(pronoun)
        elements = (candidate.element for candidate in weighed)
        order = ((max(0, pronoun.utterance - x.utterance), x) for x in elements)
        resolution = look_up(pronoun, order, self.violated)
        waits = not is_over and self._waits(pronoun, resolution, weighed)
        return Found(None if waits else resolution, self._notes(weighed))

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        """Add an NP to the class of its antecedent, or to one of its own."""
        element = Element.of(expression, antecedent.entity if antecedent else None)
        slot = self.sentence.slot(expression)
        if antecedent:
            theirs = self.classes.by_entity[element.entity].referent(expression).slot
            self.pairs |= {(slot, theirs)}
        factors = self.sentence.factors(expression)
        self.classes.realize(element.entity, Referent(expression, slot), factors)
        return element

    def _parsed(self, outline: Outline) -> SalienceSentence:
        return SalienceSentence(outline.tree, self.options.variant, self.options.oblique)

    # Candidates ---------------------------------------------------------------------------------

    def _weigh(self, pronoun: ReferringExpression) -> list[WeighedClass]:
        """All classes, weighed for this pronoun: the heaviest first, then the nearest."""
        weighed = [self._weighed(one, pronoun) for one in self.classes.by_entity.values()]
        weighed = [candidate for candidate in weighed if candidate.weight >= self.options.threshold]
        return sorted(weighed, key=lambda candidate: (-candidate.weight, candidate.distance))

    def _weighed(self, one: EquivalenceClass, pronoun: ReferringExpression) -> WeighedClass:
        referent = one.referent(pronoun)
        local = tuple(self._local(referent, pronoun))
        weight = self.classes.weight(one.entity) + sum(value for _, value in local)
        distance = _distance(referent.expression, pronoun)
        return WeighedClass(one.element(referent), weight, distance, local)

    def _notes(self, candidates: list[WeighedClass]) -> tuple[Note, ...]:
        notes: list[Note] = []
        for candidate in candidates[:SHOWN]:
            entity = candidate.element.entity
            added = [f" {'+' if v > 0 else '−'} {name} {abs(v)}" for name, v in candidate.local]
            sums = f"{candidate.weight:g} = {self.classes.reasons(entity)}{''.join(added)}"
            notes.append(Note(entity, sums))
        return tuple(notes)

    def _local(self, referent: Referent, pronoun: ReferringExpression) -> Iterator[tuple[str, int]]:
        """What counts for this pronoun only."""
        slots = self.sentence.slot(pronoun), referent.slot
        is_parallel = slots[0] == slots[1] != ""
        if self.options.variant is SalienceVariant.KENNEDY_BOGURAEV:
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
        for factor in UNEMBEDDED:
            if factor not in earned:
                yield f"locality ({factor})", self.classes.weights[factor]

    def _waits(
        self, pronoun: ReferringExpression, found: Resolution, candidates: list[WeighedClass]
    ) -> bool:
        """Whether the end of the sentence may change the answer; then those behind it wait, too."""
        best = found.antecedent
        if self.waiting or (best and self.sentence.may_name_below(pronoun, best.expression)):
            return True
        return self._may_follow(pronoun, found, candidates)

    def _may_follow(
        self, pronoun: ReferringExpression, found: Resolution, candidates: list[WeighedClass]
    ) -> bool:
        """Whether an NP to the right could weigh as much as the best found so far."""
        best = next((c.weight for c in candidates if c.element.entity == found.entity), None)
        later = self.sentence.nominals_after(pronoun.head)
        return any(best is None or self._at_most(n, pronoun) >= best for n in later)

    def _at_most(self, n: int, pronoun: ReferringExpression) -> int:
        """The most that the NP of word `n`, to the right of the pronoun, can weigh for it."""
        factors = self.sentence.factors_of(n)
        is_parallel = self.sentence.slot_at(n) == self.sentence.slot(pronoun) != ""
        if self.options.variant is SalienceVariant.KENNEDY_BOGURAEV:
            factors, is_parallel = factors.union(UNEMBEDDED), True
        weight = sum(self.classes.weights[factor] for factor in factors) + CATAPHORA
        return weight + PARALLEL_ROLE if is_parallel else weight


def _distance(referent: ReferringExpression, pronoun: ReferringExpression) -> tuple[int, float]:
    """How far apart on the surface, in either direction; fewer is nearer."""
    if referent.utterance == pronoun.utterance:
        return 0, abs(pronoun.position - referent.position)
    return abs(pronoun.utterance - referent.utterance), -referent.position
