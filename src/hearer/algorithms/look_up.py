"""Step 1a, shared by all: test one candidate after the other until one passes.

    look_up              the look-up itself
    in_states            candidates out of states, the current one first
    once                 elements without a second one for an entity
    verdict_beside       a test that also sees what was decided together with a pronoun
    Searching            hears, remembers what was realized, and searches in an order of its own
    SearchOptions        how far back
    Found                what a search came to, and what a trace should show of it

Searching algorithms are an order of search and little else. A pronoun may wait for the end of
its utterance when its antecedent can stand to its right.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, takewhile
from typing import ClassVar, NamedTuple, TypeAlias

from hearer.algorithms.base import AntecedentTest, Needs, Strategy
from hearer.model import (
    NO_OUTLINE,
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
    Verdict,
    is_about,
)
from hearer.model.binding import BOUND, BindingTheory, clash, place_of
from hearer.model.others_binding import COARGUMENTS
from hearer.model.part import given
from hearer.model.tree import Tree

SHOWN = 64  # elements in a state: no sentence is too long to be traced
MOST_TESTED = 256  # entities for one pronoun; GUM needs no more than 150
MOST_LOOKED_AT = 2048  # elements, of however few entities
Rank: TypeAlias = tuple[float, ...]
Candidates: TypeAlias = Iterable[tuple[int, Element]]  # each with the number of states back


def look_up(
    pronoun: ReferringExpression, candidates: Candidates, test: AntecedentTest
) -> Resolution:
    """Test the elements in the given order until the test succeeds; no entity is tested twice.

    After `MOST_TESTED` entities it is given up: what failed so often is not found further back.

    >>> lyn = Element.of(ReferringExpression("Lyn", 1, 1))
    >>> she = ReferringExpression("she", 1, 5, is_pronoun=True)
    >>> look_up(she, [(0, lyn)], lambda pronoun, candidate: None).antecedent == lyn
    True
    """
    attempts: dict[str, Attempt] = {}
    for states_back, candidate in islice(candidates, MOST_LOOKED_AT):
        if candidate.entity in attempts:
            continue
        if len(attempts) == MOST_TESTED:
            break
        attempt = Attempt(candidate, test(pronoun, candidate), states_back)
        attempts[candidate.entity] = attempt
        if attempt.succeeded:
            return Resolution(pronoun, tuple(attempts.values()), candidate)
    return Resolution(pronoun, tuple(attempts.values()), None)


def in_states(states: Iterable[Iterable[Element]], first: int = 0) -> Iterator[tuple[int, Element]]:
    """The elements of all states in order, each with the number of states back."""
    for states_back, elements in enumerate(states, start=first):
        for element in elements:
            yield states_back, element


def once(elements: Iterable[Element]) -> Iterator[Element]:
    """The elements without those whose entity stood before."""
    entities: set[str] = set()
    for element in elements:
        if element.entity not in entities:
            entities.add(element.entity)
            yield element


def verdict_beside(
    verdict: Verdict | None,
    pronoun: ReferringExpression,
    same: Sequence[ReferringExpression],
    tree: Tree,
    *,
    theory: BindingTheory = COARGUMENTS,
) -> Verdict | None:
    """The verdict of the antecedent test, in view of what was decided at the same time.

    The test knows where an entity stood before. `same` are expressions of this utterance that
    have just been taken to realize the candidate, too.
    """
    is_bound = pronoun.kind in BOUND
    if not same or not (is_about(verdict, Constraint.BINDING) if is_bound else verdict is None):
        return verdict
    here = place_of(tree, pronoun)
    if is_bound:
        binders = (x for x in same if x.position < pronoun.position)
        return (
            None if any(theory.binds(tree, place_of(tree, x), here) for x in binders) else verdict
        )
    for place in (place_of(tree, x) for x in same):
        if theory.excludes(tree, here, place):
            return Verdict(Constraint.BINDING, clash(tree, pronoun, place))
    return None


# Orders of search -----------------------------------------------------------------------------


class Found(NamedTuple):
    """What a search came to; without a resolution the pronoun waits for the end of utterance."""

    resolution: Resolution | None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """How many finished utterances are searched."""

    reach: int = 64


@dataclass(eq=False)
class Searching(Strategy):
    """Test candidates in the order a subclass gives, over the utterances within `reach`."""

    needs: ClassVar[Needs] = Needs(parse=True)
    Options: ClassVar[type] = SearchOptions

    options: SearchOptions = given(default=SearchOptions())
    outline: Outline = NO_OUTLINE
    heard: list[Element] = field(default_factory=list)  # of this utterance, by rank
    past: deque[tuple[Element, ...]] = field(init=False)  # the latest last
    waiting: list[ReferringExpression] = field(default_factory=list)
    settled: list[Element] = field(default_factory=list)  # what waited, and is resolved just now

    def __post_init__(self) -> None:
        """Remember no more than can be searched."""
        self.past = deque(maxlen=self.options.reach)

    # What an algorithm says for itself ----------------------------------------------------------

    def rank(self, element: Element) -> Rank:
        """Of two elements of one utterance, the one with the smaller rank comes first."""
        return (element.position,)

    def finished(self) -> tuple[Element, ...]:
        """What is remembered of an utterance when it ends, best first."""
        return tuple(once(self.heard))

    def searched(self) -> Iterator[tuple[int, Element]]:
        """All elements in the order of search, each with the number of utterances back."""
        return in_states(chain([self.heard], reversed(self.past)))

    def candidates(self, pronoun: ReferringExpression) -> Iterator[tuple[int, Element]]:  # noqa: ARG002
        """What is tested for `pronoun`, in order."""
        return self.searched()

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:  # noqa: ARG002
        """Look for the antecedent; only when the utterance `is_over` there must be an answer."""
        return Found(look_up(pronoun, self.candidates(pronoun), self.violated))

    # What all of them do ------------------------------------------------------------------------

    def begin_utterance(self, outline: Outline) -> None:
        self.outline = outline

    def hear(self, expression: ReferringExpression) -> Step:
        if not expression.is_pronoun:
            self.realize(expression, None)
            return Step(self.in_view(), heard=expression)
        found = self.search(expression, is_over=False)
        if found.resolution is None or (self.waiting and expression.kind in BOUND):
            # *They* told stories about *themselves*: what may bind a reflexive is not yet settled.
            self.waiting.append(expression)
            return Step(self.in_view(), heard=expression, notes=found.notes)
        self.realize(expression, found.resolution.antecedent)
        return Step(self.in_view(), expression, (found.resolution,), notes=found.notes)

    def end_utterance(self, utterance: int) -> Step:  # noqa: ARG002 - we count for ourselves
        resolutions, notes = self._settle()
        self.past.append(self.finished())
        self.heard, self.waiting, self.settled = [], [], []
        return Step(
            self.in_view(),
            resolutions=tuple(resolutions),
            event=Event.END_OF_UTTERANCE,
            notes=tuple(notes),
        )

    def in_view(self) -> tuple[Element, ...]:
        recent = takewhile(lambda found: found[0] <= 1, self.searched())
        return tuple(islice(once(element for _, element in recent), SHOWN))

    def realize(self, expression: ReferringExpression, antecedent: Element | None) -> Element:
        """Note that `expression` realizes what its antecedent does, or something of its own."""
        element = Element.of(expression)
        if antecedent is not None:
            element = Element.of(expression, antecedent.entity, Familiarity.EVOKED)
        insort(self.heard, element, key=self.rank)
        return element

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """The constraint violated, also with pronouns resolved just now at the end."""
        verdict = self.test(pronoun, candidate)
        if not self.settled:
            return verdict
        same = [x.expression for x in self.settled if x.entity == candidate.entity]
        return verdict_beside(verdict, pronoun, same, self.outline.tree)

    def _settle(self) -> tuple[list[Resolution], list[Note]]:
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        for pronoun in self.waiting:
            found = self.search(pronoun, is_over=True)
            resolution = found.resolution or Resolution(pronoun, (), None)
            self.settled.append(self.realize(pronoun, resolution.antecedent))
            resolutions.append(resolution)
            notes.extend(found.notes)
        return resolutions, notes
