"""The S-list algorithm (Strube 1998), in the order of its section 3, and Tetreault's (2001)."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from hearer.algorithms.base import Candidates, Rank, Strategy, look_up, option_values
from hearer.model import (
    Element,
    Elements,
    Entity,
    Event,
    Familiarity,
    InformationStatus,
    Kind,
    ReferringExpression,
    Resolution,
    Step,
    constant,
)

# 3.1 The Model --------------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class SList:
    """The hearer's attentional state: the salient discourse entities, most salient first.

    Each operation returns the next state, so that earlier states can be shown in a trace, or
    searched again when the current one has no antecedent.
    """

    elements: Elements = ()

    def insert(
        self, element: Element, members: Sequence[ReferringExpression], limit: int | None
    ) -> SList:
        """Insert `element` by rank, in place of its entity and `members`; cut beyond `limit`.

        The members of a coordination are "collected in a set".
        """
        out = {element.entity}
        if members:
            out.update(member.referent for member in members)
        elements = [other for other in self.elements if other.entity not in out]
        insort(elements, element, key=rank)
        return SList(tuple(elements[:limit]))

    def realized_in(self, utterance: int) -> SList:
        """Keep the entities that were realized in `utterance`."""
        return SList(tuple([x for x in self.elements if x.utterance == utterance]))

    def find(self, entity: Entity | None) -> Element | None:
        for element in self.elements:
            if element.entity == entity:
                return element
        return None


class Coherence(StrEnum):
    """Local coherence without a Cb: the first element compared with the previous state."""

    SAME = "same"
    CHANGED = "changed"
    NONE = "none"


def coherence(before: Elements, after: Elements) -> Coherence:
    """Compare the first elements of two states (the end of section 3.1)."""
    if not before or not after:
        return Coherence.NONE
    return Coherence.SAME if before[0].entity == after[0].entity else Coherence.CHANGED


# 3.2 S-List Ranking ---------------------------------------------------------------------------


def rank(element: Element) -> Rank:
    """Return the sort key of Table 2: of two elements the one with the smaller key precedes.

    (1) OLD precedes MED precedes NEW.
    (2) Within each set the later utterance precedes, then the earlier text position.
    """
    return element.familiarity.status, -element.utterance, element.position


class Position(StrEnum):
    """The position pos_x of an x that is realized again in the same utterance."""

    FIRST = "first"  # its first position in its current class, as in Table 5
    LATEST = "latest"


def evoke(element: Element, expression: ReferringExpression, position: Position) -> Element:
    """Return the element of an entity that `expression` realizes again.

    pos_x is where x was evoked in utt_x, so an entity that is already hearer-old in this
    utterance keeps its position: at "he" in Table 5, CURTIS stays ahead of JUDGE. A relative
    pronoun changes no surface form: "reports" in Table 5, not "that".
    """
    is_here = element.utterance == expression.utterance
    stays = is_here and element.status is InformationStatus.OLD and position is Position.FIRST
    return Element(
        element.entity,
        expression.utterance,
        element.position if stays else expression.position,
        Familiarity.EVOKED,
        expression=element.expression if expression.kind is Kind.RELATIVE else expression,
    )


# 3.3 The Algorithm ----------------------------------------------------------------------------


class Overflow(StrEnum):
    """The treatment of elements beyond the window."""

    CARRY = "carry"  # kept, but not tested; in Table 5 (3c) DOUBTS comes back
    CUT_AT_END = "cut-at-end"  # deleted when the utterance ends; agrees with the tables, too
    CUT = "cut"  # deleted at every insertion; loses DOUBTS


class Fallback(StrEnum):
    """The previous states that are searched if the current one has no antecedent (section 4)."""

    SEGMENT = "segment"
    DOCUMENT = "document"
    NONE = "none"


class Coordination(StrEnum):
    """The way coordinated noun phrases, collected in a set, are tested."""

    SET_AND_MEMBERS = "set+members"  # the set, then its members
    SET = "set"  # the set alone
    SEPARATE = "separate"  # set and members are on the list side by side (Tetreault)


CUT = Overflow.CUT  # faster than looking it up for every expression
# Limits on the time for a word; only sentences of hundreds of words come near.
LONGEST = 256
LARGEST_SET = 16


@option_values
class SListOptions:
    """Choices that the paper leaves open."""

    window: int | None = 5  # elements that are tested, as in the paper's experiments
    position: Position = Position.FIRST
    overflow: Overflow = Overflow.CARRY
    fallback: Fallback = Fallback.SEGMENT
    coordination: Coordination = Coordination.SET_AND_MEMBERS
    reach: int = 64  # finished utterances that can be searched again


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

    options: SListOptions = constant(default=SListOptions())
    s_list: SList = field(default=SList())
    previous_states: deque[Elements] = field(init=False)

    def __post_init__(self) -> None:
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
        in_view = self.in_view()
        if self.options.overflow is Overflow.CUT_AT_END:
            self.s_list = SList(in_view)
        before = self.previous_states[-1] if self.previous_states else ()
        if before and before[0].utterance == utterance:
            self.previous_states.pop()  # an earlier part of a long sentence: keep one state
        self.previous_states.append(in_view)
        return Step(in_view, event=Event.END_OF_UTTERANCE)

    def begin_segment(self) -> Step:
        """Section 4, Method: a segment starts with an empty S-list."""
        self.s_list = SList()
        if self.options.fallback is not Fallback.DOCUMENT:
            self.previous_states.clear()
        return super().begin_segment()

    def in_view(self) -> Elements:
        return self.s_list.elements[: self.options.window]

    def candidates(self) -> Candidates:
        """Yield the S-list in its order, then previous states, most recent first.

        The members of a set follow it, from left to right.
        """
        states = [self.in_view()]
        if self.options.fallback is not Fallback.NONE:
            states += reversed(self.previous_states)
        with_members = self.options.coordination is Coordination.SET_AND_MEMBERS
        for states_back, elements in enumerate(states):
            standing = {element.entity for element in elements}
            for element in elements:
                yield states_back, element
                for member in element.expression.members[:LARGEST_SET] if with_members else ():
                    if member.entity is not None and member.entity not in standing:
                        yield states_back, Element.of(member)

    def _update(
        self, expression: ReferringExpression, known: Element | None, *resolutions: Resolution
    ) -> Step:
        """Step 1b: insert the entity of `expression`, evoked if it was known already."""
        options, members = self.options, expression.members
        # The paper is silent on a pronoun without antecedent. We let it introduce an entity,
        # so that nothing heard is lost.
        element = evoke(known, expression, options.position) if known else Element.of(expression)
        if members and options.coordination is Coordination.SEPARATE:
            members = ()
        limit = options.window if options.overflow is CUT else LONGEST
        self.s_list = self.s_list.insert(element, members, limit)
        return Step(self.in_view(), expression, resolutions)


PRONOUNS = (Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.SPEAKER)
SHALLOW = {
    **dict.fromkeys(PRONOUNS, Familiarity.EVOKED),
    **dict.fromkeys((Kind.BARE, Kind.NAME, Kind.SET), Familiarity.UNUSED),
    Kind.INDEFINITE: Familiarity.BRAND_NEW,
}
# Tetreault's extraction was shallow: these had no NP of their own.
UNSEEN = frozenset({Kind.RELATIVE, Kind.ELLIPSIS, Kind.APPOSITIVE})


@option_values
class TetreaultOptions:
    """Strube's options, of which only `reach` is open."""

    window, position, overflow = None, Position.FIRST, Overflow.CARRY
    fallback, coordination = Fallback.DOCUMENT, Coordination.SEPARATE
    reach: int = 64


@dataclass(eq=False)
class TetreaultSList(SListAlgorithm):
    """Look pronouns up in an S-list whose statuses follow from determiners alone.

    Only pronouns are evoked: a name or a definite heard again gets the status of its form again.
    All elements of the list are tested, then `reach` past lists of the document; there are no
    segments. Tetreault had no sortal test: the option `sortal` of the analysis.

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

    options: TetreaultOptions = constant(default=TetreaultOptions())  # type: ignore[assignment]

    begin_segment = Strategy.begin_segment  # there are no segments

    def _update(
        self, expression: ReferringExpression, known: Element | None, *resolutions: Resolution
    ) -> Step:
        if known is not None and expression.kind in UNSEEN:
            return Step(self.in_view(), heard=expression)
        if expression.is_pronoun:
            return super()._update(expression, known, *resolutions)
        status = SHALLOW.get(expression.kind, Familiarity.ANCHORED_BRAND_NEW)
        form = replace(expression, familiarity=status)
        return super()._update(form, None)._replace(heard=expression)
