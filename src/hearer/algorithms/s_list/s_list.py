"""The S-list algorithm (Strube 1998, section 3), in the order of the paper.

3.1  The Model         SList               one construct, one operation
3.2  S-List Ranking    rank, evoke         Table 2; other orders are in orders.py
3.3  The Algorithm     SListAlgorithm      steps 1a (with look_up.py), 1b and 2
4    Method            begin_segment, and the search of earlier states
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from hearer.algorithms.base import Strategy
from hearer.algorithms.look_up import in_states, look_up
from hearer.algorithms.s_list.orders import (
    LAYERS,
    SECOND,
    Key,
    Layers,
    Second,
    foremost,
    relation_of,
)
from hearer.model import (
    Element,
    Entity,
    Event,
    Familiarity,
    InformationStatus,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.part import given

# 3.1 The Model --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SList:
    """The hearer's attentional state: the salient discourse entities, most salient first.

    An S-list never changes: each operation returns the next state. So every state a discourse
    went through can be shown in a trace, or searched again when the current one has no answer.
    """

    elements: tuple[Element, ...] = ()

    def insert(self, element: Element, ranking: Callable[[Element], Key] | None = None) -> SList:
        """Put `element` where the ranking wants it, in place of its entity's former element."""
        elements = [other for other in self.elements if other.entity != element.entity]
        insort(elements, element, key=ranking or rank)
        return SList(tuple(elements))

    def without(self, entities: frozenset[str | None]) -> SList:
        return SList(tuple(element for element in self if element.entity not in entities))

    def first(self, length: int | None) -> SList:
        """Cut the list behind its first elements."""
        if length is None or len(self.elements) <= length:
            return self
        return SList(self.elements[:length])

    def realized_in(self, utterance: int) -> SList:
        """Keep the entities that were realized in `utterance`."""
        return SList(tuple(element for element in self if element.utterance == utterance))

    def find(self, entity: Entity | None) -> Element | None:
        return next((element for element in self if element.entity == entity), None)

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements)


class Coherence(StrEnum):
    """Local coherence without a Cb: the first element, compared with the preceding state."""

    SAME = "same"
    CHANGED = "changed"
    NONE = "none"


def coherence(before: tuple[Element, ...], after: tuple[Element, ...]) -> Coherence:
    """Whether the hearer still attends to the same entity first (the end of section 3.1)."""
    if not before or not after:
        return Coherence.NONE
    return Coherence.SAME if before[0].entity == after[0].entity else Coherence.CHANGED


# 3.2 S-List Ranking ---------------------------------------------------------------------------


def rank(
    element: Element, layers: Layers = Layers.STATUS_FIRST, second: Second = Second.POSITION
) -> Key:
    """Table 2 as a sort key: of two elements the one with the smaller key precedes.

    (1) OLD precedes MED precedes NEW.
    (2) Within each set the later utterance precedes, then the earlier text position.
    """
    return (*LAYERS[layers](element), *SECOND[second](element))


class Position(StrEnum):
    """What pos_x is, once x has been realized again in the same utterance."""

    FIRST = "first"  # its first position in its current class: what Table 5 shows
    LATEST = "latest"


def evoke(element: Element, expression: ReferringExpression, options: SListOptions) -> Element:
    """`element` once `expression` has realized its entity again.

    pos_x is where x was evoked in utt_x, so an entity that is already hearer-old in this very
    utterance keeps its place: at "he" in Table 5, CURTIS stays ahead of JUDGE. Without statuses
    there are no classes to change.
    """
    is_here = element.utterance == expression.utterance
    is_old = element.status is InformationStatus.OLD or options.layers is Layers.NO_STATUS
    stays = is_here and is_old and options.position is Position.FIRST
    latest = element.expression if expression.keeps_surface else expression
    by_role = is_here and options.second is Second.ROLE
    return Element(
        element.entity,
        expression.utterance,
        element.position if stays else expression.position,
        Familiarity.EVOKED,
        expression=latest,
        relation=foremost(relation_of(element), latest.relation) if by_role else "",
    )


# 3.3 The Algorithm ----------------------------------------------------------------------------


class Overflow(StrEnum):
    """What becomes of elements beyond the limit."""

    CARRY = "carry"  # five is what is viewed and tested; in Table 5 (3c) DOUBTS comes back
    CUT_AT_END = "cut-at-end"  # a real cut when the utterance ends; the tables cannot tell
    CUT = "cut"  # a real cut at every insertion; loses DOUBTS


class Fallback(StrEnum):
    """Which previous states are searched when the current one has no answer (section 4)."""

    SEGMENT = "segment"
    DOCUMENT = "document"
    NONE = "none"


class Coordination(StrEnum):
    """How coordinated noun phrases, collected in a set, are tested."""

    SET_AND_MEMBERS = "set+members"  # a pronoun that fails on the set tries its members
    SET = "set"  # the set alone
    SEPARATE = "separate"  # set and members stand on the list side by side (Tetreault)


# Nobody keeps more in mind. Only sentences of hundreds of words come near, and they must not
# make each word cost more than the one before.
LONGEST = 256
LARGEST_SET = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class SListOptions:
    """One option per reading of the paper.

    `window` is how many elements the look-up considers; the paper's experiments used five. It
    hides the rest without deleting it: in Table 5 (3c) DOUBTS comes back into view.
    """

    window: int | None = 5
    position: Position = Position.FIRST
    overflow: Overflow = Overflow.CARRY
    fallback: Fallback = Fallback.SEGMENT
    coordination: Coordination = Coordination.SET_AND_MEMBERS
    reach: int = 64  # how many finished utterances can be searched again
    layers: Layers = Layers.STATUS_FIRST
    second: Second = Second.POSITION


@dataclass(eq=False)
class SListAlgorithm(Strategy):
    """Resolve each pronoun with a look-up in the S-list, the moment it is heard.

    >>> s_list = SListAlgorithm(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity=Entity("BRENNAN"))
    >>> print(s_list.hear(brennan))
    S: [BRENNAN_BN: Brennan]
    >>> print(s_list.hear(ReferringExpression("she", 1, 4, is_pronoun=True)))
    S: [BRENNAN_E: she]

    Michael Strube (1998). Never Look Back: An Alternative to Centering. In
    Proceedings of COLING-ACL '98, Montréal, volume 2, pp. 1251–1257.
    """

    Options: ClassVar[type] = SListOptions

    options: SListOptions = given(default=SListOptions())
    s_list: SList = SList()
    previous_states: deque[tuple[Element, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Keep no more states than can be searched."""
        self.previous_states = deque(maxlen=self.options.reach)

    def hear(self, expression: ReferringExpression) -> Step:
        """Step 1: a referring expression is encountered."""
        if not expression.is_pronoun:
            return self._update(expression, self.s_list.find(expression.entity))  # 1b
        resolution = look_up(expression, self.candidates(), self.test)  # 1a
        return self._update(expression, resolution.antecedent, resolution)  # 1b

    def end_utterance(self, utterance: int) -> Step:
        """Step 2: remove the discourse entities that are not realized in the utterance."""
        self.s_list = self.s_list.realized_in(utterance)
        if self.options.overflow is Overflow.CUT_AT_END:
            self.s_list = self.s_list.first(self.options.window)
        if self.previous_states and _is_of(self.previous_states[-1], utterance):
            self.previous_states.pop()  # of a breath before: one state for a sentence
        self.previous_states.append(self.in_view())
        return Step(self.in_view(), event=Event.END_OF_UTTERANCE)

    def begin_segment(self) -> Step:
        """Section 4, Method: a segment starts with an empty S-list."""
        self.s_list = SList()
        if self.options.fallback is not Fallback.DOCUMENT:
            self.previous_states.clear()
        return Step((), event=Event.SEGMENT)

    def in_view(self) -> tuple[Element, ...]:
        return self.s_list.elements[: self.options.window]

    def candidates(self) -> Iterator[tuple[int, Element]]:
        """The S-list in its order, then previous states, most recent first."""
        return in_states(map(self._with_members, self._states()))

    def _states(self) -> Iterator[tuple[Element, ...]]:
        yield self.in_view()
        if self.options.fallback is not Fallback.NONE:
            yield from reversed(self.previous_states)

    def _with_members(self, state: tuple[Element, ...]) -> Iterator[Element]:
        """The elements of a state; behind a set its members, from left to right."""
        standing = {element.entity for element in state}
        for element in state:
            yield element
            if self.options.coordination is Coordination.SET_AND_MEMBERS:
                for member in element.expression.members[:LARGEST_SET]:
                    if member.entity is not None and member.entity not in standing:
                        yield Element.of(member)

    def _update(
        self,
        expression: ReferringExpression,
        known: Element | None,
        *resolutions: Resolution,
    ) -> Step:
        """Step 1b: insert the entity of `expression`, evoked if it was known already."""
        if known is None:
            # The paper is silent on a pronoun that finds nothing. We let it introduce an
            # entity of its own, so that nothing heard is ever lost.
            element = Element.of(expression)
        else:
            element = evoke(known, expression, self.options)
        others = self._collected(expression)
        self.s_list = others.insert(element, self._rank).first(self._limit())
        return Step(self.in_view(), heard=expression, resolutions=resolutions)

    def _rank(self, element: Element) -> Key:
        return rank(element, self.options.layers, self.options.second)

    def _limit(self) -> int | None:
        return self.options.window if self.options.overflow is Overflow.CUT else LONGEST

    def _collected(self, expression: ReferringExpression) -> SList:
        """The S-list without the members of a set: they are "collected in a set"."""
        if not expression.members or self.options.coordination is Coordination.SEPARATE:
            return self.s_list
        return self.s_list.without(frozenset(member.entity for member in expression.members))


def _is_of(state: tuple[Element, ...], utterance: int) -> bool:
    """Whether a finished state is that of `utterance`: it has nothing else."""
    return bool(state) and state[0].utterance == utterance
