"""The S-list algorithm (Strube 1998), in the order of its section 3, and Tetreault's (2001)."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, TypeAlias

from hearer.algorithms.base import Strategy, in_states, look_up
from hearer.model import (
    Element,
    Entity,
    Event,
    Familiarity,
    InformationStatus,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.state import given

Key: TypeAlias = tuple[float, ...]

# 3.1 The Model --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SList:
    """The hearer's attentional state: the salient discourse entities, most salient first.

    An S-list never changes: each operation returns the next state. So every state a discourse
    went through can be shown in a trace, or searched again when the current one has no answer.
    """

    elements: tuple[Element, ...] = ()

    def insert(self, element: Element) -> SList:
        """Put `element` where the ranking wants it, in place of its entity's former element."""
        elements = [other for other in self.elements if other.entity != element.entity]
        insort(elements, element, key=rank)
        return SList(tuple(elements))

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


def rank(element: Element) -> Key:
    """Table 2 as a sort key: of two elements the one with the smaller key precedes.

    (1) OLD precedes MED precedes NEW.
    (2) Within each set the later utterance precedes, then the earlier text position.
    """
    return element.familiarity.status, -element.utterance, element.position


class Position(StrEnum):
    """What pos_x is, once x has been realized again in the same utterance."""

    FIRST = "first"  # its first position in its current class: what Table 5 shows
    LATEST = "latest"


def evoke(element: Element, expression: ReferringExpression, position: Position) -> Element:
    """`element` once `expression` has realized its entity again.

    pos_x is where x was evoked in utt_x, so an entity that is already hearer-old in this very
    utterance keeps its place: at "he" in Table 5, CURTIS stays ahead of JUDGE.
    """
    is_here = element.utterance == expression.utterance
    stays = is_here and element.status is InformationStatus.OLD and position is Position.FIRST
    return Element(
        element.entity,
        expression.utterance,
        element.position if stays else expression.position,
        Familiarity.EVOKED,
        expression=element.expression if expression.keeps_surface else expression,
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
        before = self.previous_states[-1] if self.previous_states else ()
        if before and before[0].utterance == utterance:
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
        self, expression: ReferringExpression, known: Element | None, *resolutions: Resolution
    ) -> Step:
        """Step 1b: insert the entity of `expression`, evoked if it was known already."""
        if known is None:
            # The paper is silent on a pronoun that finds nothing. We let it introduce an
            # entity of its own, so that nothing heard is ever lost.
            element = Element.of(expression)
        else:
            element = evoke(known, expression, self.options.position)
        others = self._collected(expression)
        limit = self.options.window if self.options.overflow is Overflow.CUT else LONGEST
        self.s_list = others.insert(element).first(limit)
        return Step(self.in_view(), heard=expression, resolutions=resolutions)

    def _collected(self, expression: ReferringExpression) -> SList:
        """The S-list without the members of a set: they are "collected in a set"."""
        if not expression.members or self.options.coordination is Coordination.SEPARATE:
            return self.s_list
        members = {member.entity for member in expression.members}
        return SList(tuple(one for one in self.s_list if one.entity not in members))


UNDETERMINED = frozenset({Kind.BARE, Kind.NAME, Kind.SET})
PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.SPEAKER})
# The extraction was shallow: these had no NP of their own, and change nothing on the list.
UNSEEN = frozenset({Kind.RELATIVE, Kind.ELLIPSIS, Kind.APPOSITIVE})


def shallow_status(expression: ReferringExpression) -> Familiarity:
    """Pronouns are evoked, indefinites brand-new, undetermined NPs unused, all else anchored.

    >>> shallow_status(ReferringExpression("judge", 1, 2, kind=Kind.DEFINITE)).value
    'BNA'
    """
    if expression.kind in PRONOUNS or expression.is_pronoun:
        return Familiarity.EVOKED
    if expression.kind is Kind.INDEFINITE:
        return Familiarity.BRAND_NEW
    if expression.kind in UNDETERMINED:
        return Familiarity.UNUSED
    return Familiarity.ANCHORED_BRAND_NEW


@dataclass(frozen=True, slots=True, kw_only=True)
class TetreaultOptions(SListOptions):
    """Strube's options, all but one of them settled."""

    window: int | None = field(default=None, init=False)
    position: Position = field(default=Position.FIRST, init=False)
    overflow: Overflow = field(default=Overflow.CARRY, init=False)
    fallback: Fallback = field(default=Fallback.DOCUMENT, init=False)
    coordination: Coordination = field(default=Coordination.SEPARATE, init=False)


@dataclass(eq=False)
class TetreaultSList(SListAlgorithm):
    """Look pronouns up in an S-list that knows of determiners, and of nothing else.

    Only pronouns are evoked: a name or a definite heard again gets the status of its form again.
    All elements of the list are viewed, then all past lists of the document (`reach` of them, so
    that memory stays bounded); there are no segments. Sets stand beside their members.

    Tetreault's antecedent test had number, gender, person and binding, and no sortal test. The
    test is handed in, so that is an option of the analysis: `sortal=False`.

    >>> s_list = TetreaultSList(lambda pronoun, candidate: None)
    >>> for number in (1, 2):
    ...     name = ReferringExpression("Lyn", number, 1, entity=Entity("LYN"), kind=Kind.NAME)
    ...     print(s_list.hear(name))
    S: [LYN_U: Lyn]
    S: [LYN_U: Lyn]

    Joel R. Tetreault (2001). A Corpus-Based Evaluation of Centering and Pronoun Resolution.
    Computational Linguistics 27(4), pp. 507–520; after a personal communication with Michael
    Strube.
    """

    Options: ClassVar[type] = TetreaultOptions

    options: SListOptions = given(default=TetreaultOptions())

    def begin_segment(self) -> Step:
        """There are no segments: nothing changes."""
        return Step(self.in_view(), event=Event.SEGMENT)

    def _update(
        self, expression: ReferringExpression, known: Element | None, *resolutions: Resolution
    ) -> Step:
        if known is not None and expression.kind in UNSEEN:
            return Step(self.in_view(), heard=expression)
        if expression.is_pronoun:
            return super()._update(expression, known, *resolutions)
        form = replace(expression, familiarity=shallow_status(expression))
        return super()._update(form, None)._replace(heard=expression)
