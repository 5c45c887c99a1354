"""RAP, the resolution of anaphora procedure: salience factors and equivalence classes.

Christopher Kennedy, Branimir Boguraev (1996). Anaphora for Everyone: Pronominal Anaphora
Resolution without a Parser. COLING '96.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from hearer.algorithms.base import SHOWN, Found, Searching, SearchOptions, look_up
from hearer.binding import LAPPIN_LEASS as RAP
from hearer.binding import TreePlace, excluded, place_of
from hearer.model import (
    ROOT,
    Element,
    Entity,
    Familiarity,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.state import given
from hearer.model.tree import CARRIED, base

PARALLEL_ROLE = 35
CATAPHORA = -175
KEPT = 64  # NPs of a class in one sentence

NOMINALS = frozenset({"NOUN", "PROPN", "PRON"})
PHRASES = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "appos", "conj", "root"})
INSIDE_NOUN_PHRASE = frozenset({"nmod", "compound", "appos", "acl"})
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "csubj"})
TEMPORAL = frozenset({"obl:tmod", "obl:unmarked"})
MARKED = frozenset({"obl:arg", "obl:agent"})


class SalienceVariant(StrEnum):
    """Whose weights count."""

    LAPPIN_LEASS = "lappin-leass"
    KENNEDY_BOGURAEV = "kennedy-boguraev"


class Obliques(StrEnum):
    """Which obliques are complements: UD does not tell them from adjuncts."""

    ALL = "all"  # that are neither temporal nor set off by a comma
    MARKED = "marked"  # obl:arg and obl:agent only


class SalienceFactor(StrEnum):
    """What makes an NP salient (docs/specification/salience.md D.5)."""

    RECENCY = "recency"  # SENT for Kennedy and Boguraev
    SUBJECT = "subject"
    EXISTENTIAL = "existential"
    POSSESSIVE = "possessive"
    ACCUSATIVE = "accusative"
    INDIRECT = "indirect object"  # DAT
    OBLIQUE = "oblique complement"
    HEAD_NOUN = "head noun"
    NON_ADVERBIAL = "non-adverbial"  # ARG
    CONTEXT = "context"


Earned: TypeAlias = frozenset[SalienceFactor]
# What the factors weigh, in this order.
LAPPIN_LEASS = (100, 80, 70, 0, 50, 40, 40, 80, 50, 0)
KENNEDY_BOGURAEV = (100, 80, 70, 65, 50, 40, 30, 80, 50, 50)
WEIGHTS: Mapping[SalienceVariant, Mapping[SalienceFactor, int]] = {
    SalienceVariant.LAPPIN_LEASS: dict(zip(SalienceFactor, LAPPIN_LEASS, strict=True)),
    SalienceVariant.KENNEDY_BOGURAEV: dict(zip(SalienceFactor, KENNEDY_BOGURAEV, strict=True)),
}
# What an NP earns unless it is inside another one, or inside an adverbial.
UNEMBEDDED = (SalienceFactor.HEAD_NOUN, SalienceFactor.NON_ADVERBIAL)
ALWAYS = (SalienceFactor.RECENCY, SalienceFactor.CONTEXT)
FUNCTIONS = {
    "nsubj": SalienceFactor.SUBJECT,
    "obj": SalienceFactor.ACCUSATIVE,
    "iobj": SalienceFactor.INDIRECT,
    "obl": SalienceFactor.OBLIQUE,
}


# Equivalence classes ----------------------------------------------------------------------------


class Referent(NamedTuple):
    """An NP, and the grammatical slot it fills: "" where parallelism knows none."""

    expression: ReferringExpression
    slot: str


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """The NPs that were taken to realize one entity, most recent last.

    A factor counts once per class and sentence: `earned` has the factors by sentence, and each
    sentence since then has halved them.
    """

    entity: Entity
    referents: tuple[Referent, ...] = ()
    earned: tuple[tuple[int, Earned], ...] = ()

    def referent(self, pronoun: ReferringExpression) -> Referent:
        """Its most recent NP before the pronoun, or else its first after it."""
        before = [one for one in self.referents if place(one.expression) < place(pronoun)]
        return before[-1] if before else self.referents[0]

    def element(self, referent: Referent) -> Element:
        expression = referent.expression
        is_evoked = expression.is_pronoun or len(self.referents) > 1
        familiarity = Familiarity.EVOKED if is_evoked else expression.familiarity
        return Element.of(expression, self.entity, familiarity)


def place(expression: ReferringExpression) -> tuple[int, float]:
    """Where an expression stands in the text."""
    return expression.utterance, expression.position


# RAP --------------------------------------------------------------------------------------------


class WeighedClass(NamedTuple):
    """A class that may hold the antecedent, and what it weighs for this pronoun."""

    element: Element
    weight: float
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
    number: int = 0  # of the sentence
    segment: int = 0  # the sentence that began it
    classes: dict[Entity, EquivalenceClass] = field(default_factory=dict)
    weight: dict[Entity, float] = field(default_factory=dict)  # of each class now
    pairs: frozenset[tuple[str, str]] = frozenset()  # functions of pronoun, antecedent

    def begin_utterance(self, outline: Outline) -> None:
        """Start a sentence: halve what was earned before, forget what was earned too long ago."""
        super().begin_utterance(outline)
        self.number += 1
        first = self.number - self.options.window
        classes = [*self.classes.values()]
        self.classes, self.weight = {}, {}
        for one in classes:
            if earned := tuple(x for x in one.earned if x[0] >= first):
                self._weigh(replace(one, earned=earned))
        if outline.goes_on:  # keep the heaviest; of a class two NPs, so that it stays evoked
            kept = self._ordered()[:CARRIED]
            self.classes = {x.entity: replace(x, referents=x.referents[-2:]) for x in kept}

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        if expression.is_pronoun:
            return step
        entity = expression.referent
        sums = f"{self.weight[entity]:g} = {self._reasons(entity)}"
        return step._replace(notes=(Note(entity, sums),))

    def begin_segment(self) -> Step:
        """A segment is Kennedy and Boguraev's context; RAP knows none."""
        self.segment = self.number
        for one in self.classes.values():
            self._weigh(one)
        return super().begin_segment()

    def in_view(self) -> tuple[Element, ...]:
        return tuple(one.element(one.referents[-1]) for one in self._ordered()[:SHOWN])

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        """Choose the heaviest that passes, unless what follows may be heavier."""
        weighed = self._weighed(pronoun)
        elements = (candidate.element for candidate in weighed)
        order = ((max(0, pronoun.utterance - x.utterance), x) for x in elements)
        resolution = look_up(pronoun, order, self.violated)
        waits = not is_over and self._waits(pronoun, resolution, weighed)
        return Found(None if waits else resolution, tuple(self._notes(weighed)))

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        """Add an NP to the class of its antecedent, or to one of its own."""
        element = Element.of(expression, antecedent.entity if antecedent else None)
        slot = self._slot(expression)
        if antecedent:
            self.pairs |= {(slot, self.classes[element.entity].referent(expression).slot)}
        one = self.classes.get(element.entity, EquivalenceClass(element.entity))
        earned = dict(one.earned)
        earned[self.number] = earned.get(self.number, frozenset()) | self._factors(expression)
        here = [x for x in one.referents if x.expression.utterance == expression.utterance]
        referents = (*(here[-KEPT:] or one.referents[-1:]), Referent(expression, slot))
        self._weigh(EquivalenceClass(element.entity, referents, tuple(earned.items())))
        return element

    # Weights ------------------------------------------------------------------------------------

    def _weigh(self, one: EquivalenceClass) -> None:
        """Keep a class, and what it weighs now."""
        self.classes[one.entity] = one
        halved = (
            self._weights[factor] / float(2 ** (self.number - sentence))
            for sentence, earned in one.earned
            for factor in self._in_scope(sentence, earned)
        )
        self.weight[one.entity] = sum(x for x in halved if x >= 1)  # less counts as nothing

    def _in_scope(self, sentence: int, earned: Earned) -> Earned:
        """The factors that still count: a context ends with its segment."""
        return earned - {SalienceFactor.CONTEXT} if sentence < self.segment else earned

    def _ordered(self) -> list[EquivalenceClass]:
        """The classes, the heaviest first, then the latest."""

        def order(one: EquivalenceClass) -> tuple[float, float, float, Entity]:
            utterance, position = place(one.referents[-1].expression)
            return -self.weight[one.entity], -utterance, -position, one.entity

        return sorted(self.classes.values(), key=order)

    def _reasons(self, entity: Entity) -> str:
        """The weights that add up: "(recency 100 + subject 80) / 2 + recency 100"."""
        sums: list[str] = []
        for sentence, earned in self.classes[entity].earned:
            counted = self._in_scope(sentence, earned)
            factors = (factor for factor in SalienceFactor if factor in counted)  # as in the table
            reasons = " + ".join(f"{factor} {self._weights[factor]}" for factor in factors)
            half = 2 ** (self.number - sentence)
            sums.append(reasons if half == 1 else f"({reasons}) / {half}")
        return " + ".join(sums)

    @property
    def _weights(self) -> Mapping[SalienceFactor, int]:
        return WEIGHTS[self.options.variant]

    # Candidates ---------------------------------------------------------------------------------

    def _weighed(self, pronoun: ReferringExpression) -> list[WeighedClass]:
        """All classes, weighed for this pronoun: the heaviest first, then the nearest."""
        weighed = []
        for one in self.classes.values():
            referent = one.referent(pronoun)
            local = tuple(self._local(referent, pronoun))
            weight = self.weight[one.entity] + sum(value for _, value in local)
            if weight >= self.options.threshold:
                weighed.append(WeighedClass(one.element(referent), weight, local))
        return sorted(weighed, key=lambda x: (-x.weight, *_distance(x.element, pronoun)))

    def _notes(self, candidates: list[WeighedClass]) -> Iterator[Note]:
        for element, weight, local in candidates[:SHOWN]:
            added = "".join(f" {'+' if v > 0 else '−'} {name} {abs(v)}" for name, v in local)
            sums = f"{weight:g} = {self._reasons(element.entity)}{added}"
            yield Note(element.entity, sums)

    def _local(self, referent: Referent, pronoun: ReferringExpression) -> Iterator[tuple[str, int]]:
        """What counts for this pronoun only."""
        slots = self._slot(pronoun), referent.slot
        is_parallel = slots[0] == slots[1] != ""
        if self._is_kennedy_boguraev:
            is_here = referent.expression.utterance == pronoun.utterance
            is_parallel = is_here and slots in self.pairs
            # Locality: undo subordination for what is subordinate together with the pronoun.
            clause = self._subordinate(pronoun)
            if is_here and ROOT != clause == self._subordinate(referent.expression):
                for factor in UNEMBEDDED:
                    if factor not in self._factors(referent.expression):
                        yield f"locality ({factor})", self._weights[factor]
        if is_parallel:
            yield "parallel role", PARALLEL_ROLE
        if place(referent.expression) > place(pronoun):
            yield "cataphora", CATAPHORA

    def _waits(
        self, pronoun: ReferringExpression, found: Resolution, candidates: list[WeighedClass]
    ) -> bool:
        """Whether the end of the sentence may change the answer; then those behind it wait, too.

        An NP to the right may weigh as much as the best found so far.
        """
        if self.waiting or (found.antecedent and self._may_be_named(pronoun, found.antecedent)):
            return True
        best = next((c.weight for c in candidates if c.element.entity == found.entity), None)
        later = self._nominals_after(pronoun.head)
        return any(best is None or self._at_most(n, pronoun) >= best for n in later)

    def _may_be_named(self, pronoun: ReferringExpression, best: Element) -> bool:
        """Whether `best` may be named where it cannot be the pronoun: *He* called *John*.

        Who was last mentioned by a pronoun may have any name.
        """
        tree = self.outline.tree
        here, names = place_of(tree, pronoun), best.expression.text.lower().split()
        return any(
            excluded(tree, here, TreePlace(n, tree.heads[n], tree.relations[n], Kind.NAME), RAP)
            for n in self._nominals_after(pronoun.head)
            if tree.upos[n] == "PROPN"
            and (best.expression.is_pronoun or tree.forms[n].lower() in names)
        )

    def _at_most(self, n: int, pronoun: ReferringExpression) -> int:
        """The most that the NP of word `n`, to the right of the pronoun, can weigh for it."""
        factors, is_parallel = self._factors_at(n), self._slot_at(n) == self._slot(pronoun) != ""
        if self._is_kennedy_boguraev:
            factors, is_parallel = factors.union(UNEMBEDDED), True
        weight = sum(self._weights[factor] for factor in factors) + CATAPHORA
        return weight + PARALLEL_ROLE if is_parallel else weight

    @property
    def _is_kennedy_boguraev(self) -> bool:
        return self.options.variant is SalienceVariant.KENNEDY_BOGURAEV

    # Factors ------------------------------------------------------------------------------------

    def _factors(self, expression: ReferringExpression) -> Earned:
        """The factors an expression earns where it stands; an ellipsis stands as a subject."""
        if expression.is_spoken:
            return self._factors_at(expression.head)
        function = FUNCTIONS.get(base(expression.relation))
        return self._earned(*ALWAYS, function, *UNEMBEDDED)

    def _factors_at(self, n: int) -> Earned:
        """The factors that the NP of word `n` earns; a conjunct earns those of its coordination."""
        tree = self.outline.tree
        if n not in tree.words:
            return self._earned(*ALWAYS)
        n = tree.first_conjunct(n)
        is_inside = any(tree.bases[over] in INSIDE_NOUN_PHRASE for over in tree.path(n))
        is_adverbial = any(self._is_set_off(over) for over in tree.path(n))
        return self._earned(
            *ALWAYS,
            self._function(n),
            None if is_inside else SalienceFactor.HEAD_NOUN,
            None if is_adverbial else SalienceFactor.NON_ADVERBIAL,
        )

    def _earned(self, *factors: SalienceFactor | None) -> Earned:
        """Those that the variant knows: contexts and possessors are Kennedy and Boguraev's."""
        return frozenset(x for x in factors if x is not None and self._weights[x])

    def _function(self, n: int) -> SalienceFactor | None:
        """The factor of the grammatical function of word `n`, if it has one."""
        tree, head = self.outline.tree, self.outline.tree.heads[n]
        relation, subtyped = tree.bases[n], tree.relations[n]
        if relation == "nsubj" and any(
            tree.bases[c] == "expl" and tree.lemmas[c] == "there" for c in tree.children[head]
        ):
            return SalienceFactor.EXISTENTIAL
        if subtyped == "nmod:poss":
            return SalienceFactor.POSSESSIVE
        if relation == "obl" and subtyped not in MARKED:
            # UD does not tell complements from adjuncts; times and what a comma sets off are none.
            is_marked_only = self.options.oblique is Obliques.MARKED
            if is_marked_only or subtyped in TEMPORAL or self._is_set_off(n):
                return None
        return FUNCTIONS.get(relation)

    def _is_set_off(self, n: int) -> bool:
        """An adverbial PP with a comma between it and its clause: "At this point, ..."."""
        tree = self.outline.tree
        if tree.bases[n] != "obl":
            return False
        forms, (first, last) = tree.forms, tree.edges[n]
        beside = forms[last + 1 : last + 2] if n < tree.heads[n] else forms[first - 1 : first]
        return "," in {*beside, forms[first], forms[last]}

    def _slot(self, expression: ReferringExpression) -> str:
        """The function that parallelism compares."""
        is_spoken = expression.is_spoken
        return self._slot_at(expression.head) if is_spoken else base(expression.relation)

    def _slot_at(self, n: int) -> str:
        tree = self.outline.tree
        relation = tree.bases[tree.first_conjunct(n)] if n in tree.words else ""
        return relation if relation in FUNCTIONS else ""

    def _nominals_after(self, n: int) -> Iterator[int]:
        """The heads of NPs to the right of word `n`."""
        upos, bases = self.outline.tree.upos, self.outline.tree.bases
        words = range(n + 1, self.outline.tree.words.stop)
        return (later for later in words if upos[later] in NOMINALS and bases[later] in PHRASES)

    def _subordinate(self, expression: ReferringExpression) -> int:
        """The head of the subordinate clause that an expression stands in, or 0."""
        tree = self.outline.tree
        return next((n for n in tree.path(expression.head) if tree.bases[n] in SUBORDINATE), ROOT)


def _distance(candidate: Element, pronoun: ReferringExpression) -> tuple[int, float]:
    """How far apart on the surface, in either direction; fewer is nearer."""
    if candidate.utterance == pronoun.utterance:
        return 0, abs(pronoun.position - candidate.position)
    return abs(pronoun.utterance - candidate.utterance), -candidate.position
