"""What the algorithms share that test one candidate after the other until one passes.

    Searching            hears, remembers what was realized, and searches
    Found                what a search came to, and what a trace should show of it
    once                 elements without a second one for an entity
    are_coarguments      two expressions that depend on one predicate

Each of these algorithms is an order of search and little else. A pronoun may wait for the end of
its utterance when its antecedent can stand to its right.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import islice
from typing import ClassVar, NamedTuple, Self, TypeAlias

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.model import (
    NO_OUTLINE,
    ROOT,
    Attempt,
    Constraint,
    Element,
    Entity,
    Event,
    Familiarity,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Verdict,
)

NOTHING = NO_OUTLINE
BOUND = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})
CORE = frozenset({"nsubj", "obj", "iobj", "obl"})
SHOWN = 64  # elements in a state: no sentence is too long to be traced
Rank: TypeAlias = tuple[float, ...]


class Found(NamedTuple):
    """What a search came to; without a resolution the pronoun waits for the end of utterance."""

    resolution: Resolution | None
    notes: tuple[Note, ...] = ()


class Searching:
    """Test candidates in the order a subclass gives, over the utterances within `reach`."""

    needs: ClassVar[Needs] = Needs(parse=True)

    def __init__(self, test: AntecedentTest, *, reach: int = 64) -> None:
        self.test = test
        self.outline = NOTHING
        self.heard: list[Element] = []  # of this utterance, by rank
        self.past: deque[tuple[Element, ...]] = deque(maxlen=reach)  # the latest last
        self.waiting: list[ReferringExpression] = []
        self.settled: list[Element] = []  # what waited and was resolved at this end of utterance

    # What an algorithm says for itself ----------------------------------------------------------

    def rank(self, element: Element) -> Rank:
        """Of two elements of one utterance, the one with the smaller rank comes first."""
        return (element.position,)

    def finished(self) -> tuple[Element, ...]:
        """What is remembered of an utterance when it ends, best first."""
        return tuple(once(self.heard))

    def searched(self) -> Iterator[tuple[int, Element]]:
        """All elements in the order of search, each with the number of utterances back."""
        for element in self.heard:
            yield 0, element
        for back, elements in enumerate(reversed(self.past), start=1):
            for element in elements:
                yield back, element

    def candidates(self, pronoun: ReferringExpression) -> Iterator[tuple[int, Element]]:  # noqa: ARG002
        """What is tested for `pronoun`, in order."""
        return self.searched()

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:  # noqa: ARG002
        """Look for the antecedent; only when the utterance `is_over` there must be an answer."""
        return Found(self.first_that_passes(pronoun, self.candidates(pronoun)))

    # What all of them do ------------------------------------------------------------------------

    def begin_utterance(self, outline: Outline) -> None:
        self.outline = outline

    def hear(self, expression: ReferringExpression) -> Step:
        if not expression.is_pronoun:
            self.realize(expression, None)
            return Step(self.state(), heard=expression)
        found = self.search(expression, is_over=False)
        if found.resolution is None:
            self.waiting.append(expression)
            return Step(self.state(), heard=expression, notes=found.notes)
        self.realize(expression, found.resolution.antecedent)
        return Step(self.state(), expression, (found.resolution,), notes=found.notes)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - we count for ourselves
        resolutions, notes = self._settle()
        self.past.append(self.finished())
        self.heard, self.waiting, self.settled = [], [], []
        return Step(
            self.state(),
            resolutions=tuple(resolutions),
            event=Event.END_OF_UTTERANCE,
            notes=tuple(notes),
        )

    def begin_segment(self) -> Step:
        """None of these algorithms knows segments: what was heard stays within reach."""
        return Step(self.state(), event=Event.SEGMENT)

    def copy(self, *, test: AntecedentTest) -> Self:
        other = copy(self)
        other.test = test
        other.heard, other.past = self.heard.copy(), self.past.copy()
        other.waiting, other.settled = self.waiting.copy(), self.settled.copy()
        return other

    def state(self) -> tuple[Element, ...]:
        """What is searched first, of this and the previous utterance."""
        return tuple(islice(once(self._recent()), SHOWN))

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        """Note that `expression` realizes what its antecedent does, or something of its own."""
        entity = expression.entity or Entity.unknown(expression.id)
        familiarity = expression.familiarity
        if antecedent is not None:
            entity, familiarity = antecedent.entity, Familiarity.EVOKED
        place = (expression.utterance, expression.position)
        element = Element(entity, *place, familiarity, expression)
        insort(self.heard, element, key=self.rank)
        return element

    def first_that_passes(
        self, pronoun: ReferringExpression, candidates: Iterable[tuple[int, Element]]
    ) -> Resolution:
        """The first candidate that violates nothing; no entity is tested twice."""
        attempts: dict[str, Attempt] = {}
        for back, candidate in candidates:
            if candidate.entity in attempts:
                continue
            attempt = Attempt(candidate, self.violated(pronoun, candidate), back)
            attempts[candidate.entity] = attempt
            if attempt.succeeded:
                return Resolution(pronoun, tuple(attempts.values()), candidate)
        return Resolution(pronoun, tuple(attempts.values()), None)

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint violated, also with pronouns resolved just now at the end."""
        violated = self.test(pronoun, candidate)
        if violated is not None or pronoun.kind in BOUND:
            return violated
        clashes = (
            settled.entity == candidate.entity
            and are_coarguments(self.outline.utterance, pronoun, settled.expression)
            for settled in self.settled
        )
        return Verdict(Constraint.BINDING) if any(clashes) else None

    def _recent(self) -> Iterator[Element]:
        for back, element in self.searched():
            if back > 1:
                return
            yield element

    def _settle(self) -> tuple[list[Resolution], list[Note]]:
        """Resolve the pronouns that waited, from left to right."""
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        for pronoun in self.waiting:
            found = self.search(pronoun, is_over=True)
            resolution = found.resolution or Resolution(pronoun, (), None)
            self.settled.append(self.realize(pronoun, resolution.antecedent))
            resolutions.append(resolution)
            notes.extend(found.notes)
        return resolutions, notes


def once(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements without those whose entity stood before."""
    entities: set[str] = set()
    for element in elements:
        if element.entity not in entities:
            entities.add(element.entity)
            yield element


def are_coarguments(
    utterance: Utterance, one: ReferringExpression, other: ReferringExpression
) -> bool:
    """Whether two expressions are arguments of one predicate: *She* beats *her*."""
    heads = {_governor(utterance, expression) for expression in (one, other)}
    return len(heads) == 1 and heads != {ROOT}


def _governor(utterance: Utterance, expression: ReferringExpression) -> int:
    """The predicate an argument depends on; something of its own for everything else."""
    if expression.relation.partition(":")[0] not in CORE:
        return -expression.head
    return utterance.heads[expression.head - 1]
