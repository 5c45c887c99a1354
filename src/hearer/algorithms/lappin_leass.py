"""RAP, the resolution of anaphora procedure: salience factors and equivalence classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple

from hearer.algorithms.base import SHOWN, Found, Searching, look_up
from hearer.algorithms.hobbs import NOMINAL_TAGS
from hearer.binding import LAPPIN_LEASS as RAP
from hearer.binding import TreePlace, excluded, place_of
from hearer.model import Elements, Note, Outline, Resolution, Step, base
from hearer.model.expression import (
    Element,
    Entity,
    Expressions,
    Familiarity,
    Kind,
    ReferringExpression,
)
from hearer.model.lexicon import words

PARALLEL_ROLE = 35
CATAPHORA = -175
WINDOW = 4  # sentences after which factors are dropped
KEPT = 64  # NPs of a class in one sentence

PHRASES, INSIDE_NOUN_PHRASE, TEMPORAL, MARKED = words(
    "lappin-leass", "phrases inside_noun_phrase temporal marked"
)


class SalienceFactor(StrEnum):
    """The salience factors (docs/specification/search.md D.5)."""

    RECENCY = "recency"
    SUBJECT = "subject"
    EXISTENTIAL = "existential"
    ACCUSATIVE = "accusative"
    INDIRECT = "indirect object"
    OBLIQUE = "oblique complement"
    HEAD_NOUN = "head noun"
    NON_ADVERBIAL = "non-adverbial"


RECENCY, SUBJECT, EXISTENTIAL, ACCUSATIVE, INDIRECT, OBLIQUE, HEAD_NOUN, NON_ADVERBIAL = (
    SalienceFactor
)
Earned = frozenset[SalienceFactor]
WEIGHTS = dict(zip(SalienceFactor, (100, 80, 70, 50, 40, 40, 80, 50), strict=True))
FUNCTIONS = {"nsubj": SUBJECT, "obj": ACCUSATIVE, "iobj": INDIRECT, "obl": OBLIQUE}
UNSPOKEN = frozenset({RECENCY, HEAD_NOUN, NON_ADVERBIAL})  # of an ellipsis, besides its function


class EquivalenceClass(NamedTuple):
    """The NPs of one entity, most recent last, and the factors it earned in each sentence.

    A factor counts once per class and sentence, and is halved by each later sentence.
    """

    entity: Entity
    referents: Expressions
    earned: Mapping[int, Earned]

    def referent(self, pronoun: ReferringExpression) -> ReferringExpression:
        """Return the most recent NP before the pronoun, or else the first after it."""
        before = [one for one in self.referents if one.order < pronoun.order]
        return before[-1] if before else self.referents[0]

    def element(self, expression: ReferringExpression) -> Element:
        is_evoked = expression.is_pronoun or len(self.referents) > 1
        familiarity = Familiarity.EVOKED if is_evoked else expression.familiarity
        return Element.of(expression, self.entity, familiarity)


class WeighedClass(NamedTuple):
    """A candidate and its weight; `local` are the factors that count for this pronoun only."""

    element: Element
    weight: float
    local: dict[str, int]


@dataclass(eq=False)
class LappinLeassAlgorithm(Searching):
    """Choose the candidate with the greatest salience among those that violate nothing.

    Factors earned in a sentence are halved at the start of each following one, and dropped after
    `WINDOW` sentences. A tie goes to the candidate nearest to the pronoun.

    RAP reads whole sentences. We decide at the pronoun if no NP to its right can outweigh the
    best candidate or name it (*He* called *John*), and else at the end of the utterance.

    >>> rap = LappinLeassAlgorithm(lambda pronoun, candidate: None)
    >>> from hearer.model import Tree, Utterance
    >>> rap.begin_utterance(Outline(Tree(Utterance.of("Lyn/PROPN/nsubj/2 wins/VERB/root/0"))))
    >>> print(*rap.hear(ReferringExpression("Lyn", 1, 1, entity="LYN")).notes)
    LYN: 310 = recency 100 + subject 80 + head noun 80 + non-adverbial 50

    Shalom Lappin and Herbert J. Leass (1994). An Algorithm for Pronominal Anaphora Resolution.
    Computational Linguistics 20(4), pp. 535–561.
    """

    REACH: ClassVar[int] = 0  # utterances are remembered as classes

    number: int = 0  # of the sentence
    classes: dict[Entity, EquivalenceClass] = field(default_factory=dict)
    weight: dict[Entity, float] = field(default_factory=dict)  # of each class now

    def begin_utterance(self, outline: Outline) -> None:
        """Start a sentence: halve the factors earned before, and drop the oldest."""
        super().begin_utterance(outline)
        self.number += 1
        first = self.number - WINDOW
        classes, self.classes, self.weight = self.classes, {}, {}
        for one in classes.values():
            if earned := {n: x for n, x in one.earned.items() if n >= first}:
                self._weigh(one._replace(earned=earned))

    def hear(self, expression: ReferringExpression) -> Step:
        step = super().hear(expression)
        if expression.is_pronoun:
            return step
        entity = expression.referent
        return step._replace(notes=(self._note(entity, self.weight[entity]),))

    def in_view(self) -> Elements:
        """Return the heaviest classes, the latest first among equals."""
        keys = {x: (self.weight[x], *one.referents[-1].order) for x, one in self.classes.items()}
        ordered = sorted(sorted(keys), key=keys.__getitem__, reverse=True)[:SHOWN]
        return tuple(self.classes[x].element(self.classes[x].referents[-1]) for x in ordered)

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        """Choose the heaviest candidate that passes, unless a later NP may be heavier.

        Of equally heavy ones the nearest comes first.
        """
        weighed, role = [], parallel(pronoun.relation)
        for one in self.classes.values():
            referent, local = one.referent(pronoun), {}
            if role and role == parallel(referent.relation):
                local["parallel role"] = PARALLEL_ROLE
            if referent.order > pronoun.order:
                local["cataphora"] = CATAPHORA
            weight = self.weight[one.entity] + sum(local.values())
            if weight >= 0:  # the authors give no threshold
                weighed.append(WeighedClass(one.element(referent), weight, local))
        weighed.sort(key=lambda x: (-x.weight, *_distance(x.element, pronoun)))
        order = ((max(0, pronoun.utterance - x.utterance), x) for x, _, _ in weighed)
        resolution = look_up(pronoun, order, self.violated)
        waits = not is_over and self._waits(pronoun, resolution, weighed)
        notes = []
        for element, weight, local in weighed[:SHOWN]:
            added = "".join(
                f" {'+' if value > 0 else '−'} {name} {abs(value)}" for name, value in local.items()
            )
            notes.append(self._note(element.entity, weight, added))
        return Found(None if waits else resolution, tuple(notes))

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        """Add an NP to the class of its antecedent, or to a class of its own."""
        element = Element.of(expression, antecedent.entity if antecedent else None)
        one = self.classes.get(element.entity, EquivalenceClass(element.entity, (), {}))
        if expression.is_spoken:
            factors = self._factors_at(expression.head)
        else:
            factors = UNSPOKEN.union(filter(None, [parallel(expression.relation)]))
        now = one.earned.get(self.number, frozenset()) | factors
        here = [x for x in one.referents if x.utterance == expression.utterance]
        referents = (*(here[-KEPT:] or one.referents[-1:]), expression)
        self._weigh(EquivalenceClass(element.entity, referents, {**one.earned, self.number: now}))
        return element

    # Weights ------------------------------------------------------------------------------------

    def _weigh(self, one: EquivalenceClass) -> None:
        """Store a class and its current weight; less than 1 counts as nothing."""
        self.classes[one.entity] = one
        halved = (
            WEIGHTS[factor] / 2 ** (self.number - sentence)
            for sentence, earned in one.earned.items()
            for factor in earned
        )
        self.weight[one.entity] = sum(x for x in halved if x >= 1)

    def _note(self, entity: Entity, weight: float, added: str = "") -> Note:
        """Note what adds up to a weight: "(recency 100 + subject 80) / 2 + recency 100"."""
        sums: list[str] = []
        for sentence, earned in self.classes[entity].earned.items():
            reasons = " + ".join(f"{x} {WEIGHTS[x]}" for x in SalienceFactor if x in earned)
            half = 2 ** (self.number - sentence)
            sums.append(reasons if half == 1 else f"({reasons}) / {half}")
        return Note(entity, f"{weight:g} = {' + '.join(sums)}{added}")

    def _waits(
        self, pronoun: ReferringExpression, found: Resolution, candidates: list[WeighedClass]
    ) -> bool:
        """Return True if the rest of the sentence may change the answer, or another waits.

        A name to the right may exclude the antecedent: *He* called *John*. An entity last
        mentioned by a pronoun may have any name.
        """
        if self.waiting:
            return True
        tree, best, role = self.tree, found.antecedent, parallel(pronoun.relation)
        here = place_of(tree, pronoun)
        most = next((c.weight for c in candidates if c.element.entity == found.entity), 0)
        for n in range(pronoun.head + 1, tree.words.stop):
            if tree.upos[n] not in NOMINAL_TAGS or tree.bases[n] not in PHRASES:
                continue
            weight = sum(WEIGHTS[factor] for factor in self._factors_at(n)) + CATAPHORA
            if role and role == parallel(tree.relations[n]):
                weight += PARALLEL_ROLE
            if best is None or weight >= most:
                return True
            said = best.expression
            is_same = said.is_pronoun or tree.forms[n].lower() in said.text.lower().split()
            place = TreePlace(n, tree.heads[n], tree.relations[n], Kind.NAME)
            if tree.upos[n] == "PROPN" and is_same and excluded(tree, here, place, RAP):
                return True
        return False

    # Factors ------------------------------------------------------------------------------------

    def _factors_at(self, n: int) -> Earned:
        """Return the factors of the NP of word `n`; a conjunct has those of its coordination."""
        tree, earned = self.tree, {RECENCY}
        if n not in tree.words:
            return frozenset(earned)
        n = tree.first_conjunct(n)
        function = parallel(relation := tree.relations[n])
        is_there = any(tree.lemmas[c] == "there" for c in tree.related(tree.heads[n], "expl"))
        # UD does not tell complements from adjuncts.
        is_adjunct = relation in TEMPORAL or self._is_set_off(n)
        if function is SUBJECT and is_there:
            earned.add(EXISTENTIAL)
        elif function and (relation in MARKED or not is_adjunct):
            earned.add(function)
        if not any(tree.bases[over] in INSIDE_NOUN_PHRASE for over in tree.path(n)):
            earned.add(HEAD_NOUN)
        if not any(map(self._is_set_off, tree.path(n))):
            earned.add(NON_ADVERBIAL)
        return frozenset(earned)

    def _is_set_off(self, n: int) -> bool:
        """Return True for an adverbial PP with a comma beside it: "At this point, ..."."""
        tree = self.tree
        if tree.bases[n] != "obl":
            return False
        forms, (first, last) = tree.forms, tree.edges(n)
        beside = forms[last + 1 : last + 2] if n < tree.heads[n] else forms[first - 1 : first]
        return "," in {*beside, forms[first], forms[last]}


def parallel(relation: str) -> SalienceFactor | None:
    """Return the grammatical function that parallelism compares."""
    return FUNCTIONS.get(base(relation))


def _distance(candidate: Element, pronoun: ReferringExpression) -> tuple[int, float]:
    """Return a sort key for the distance on the surface, in either direction."""
    if candidate.utterance == pronoun.utterance:
        return 0, abs(pronoun.position - candidate.position)
    return abs(pronoun.utterance - candidate.utterance), -candidate.position
