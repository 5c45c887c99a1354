"""RAFT/RAPR: subjects go with the last subject, all else with the current focus.

RaftFoci           the registers SF, CF, PFL, PSFL, and a stack of each
RaftRapr           RAPR: the order in which registers are tested for a pronoun
_tracked           RAFT: which registers a sentence leaves behind
_because           complex sentences of the form "SX because SY"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hearer.algorithms.focus.focus import (
    Decided,
    FocusModel,
    Proposal,
    Understood,
    carried,
    proposed,
    pushed,
    shown,
    stacked_in,
    understood,
    without,
)
from hearer.algorithms.focus.sentence import FocusSentence
from hearer.model import Element, Note, ReferringExpression
from hearer.model.part import given

OBJECTS = {"obj": 0, "iobj": 1}
OTHER = 2
NEW = 3


@dataclass(frozen=True, slots=True)
class RaftStacks:
    """What the registers held before, most recent first."""

    cf: tuple[Element, ...] = ()
    sf: tuple[Element, ...] = ()
    pfl: tuple[Element, ...] = ()
    psfl: tuple[Element, ...] = ()

    def __iter__(self) -> Iterator[tuple[str, tuple[Element, ...]]]:
        """In the order in which they are searched. The paper leaves it open."""
        yield from (("CF stack", self.cf), ("SF stack", self.sf))
        yield from (("PFL stack", self.pfl), ("PSFL stack", self.psfl))


@dataclass(frozen=True, slots=True)
class RaftFoci:
    """What the last sentence was about. PFL and PSFL differ in complex sentences only."""

    sf: Element | None = None
    cf: Element | None = None
    pfl: tuple[Element, ...] = ()
    psfl: tuple[Element, ...] = ()
    stacks: RaftStacks = RaftStacks()

    def source(self, element: Element) -> int:
        """Where an entity was before: 0 CF, 1 the rest of the last sentence, 2 stacked, 3 new."""
        places: list[tuple[Element | None, ...]] = [
            (self.cf,),
            (self.sf, *self.pfl, *self.psfl),
            tuple(x for _, stack in self.stacks for x in stack),
        ]
        for number, place in enumerate(places):
            if any(x is not None and x.entity == element.entity for x in place):
                return number
        return NEW

    def notes(self) -> tuple[Note, ...]:
        registers = {"SF": [self.sf], "CF": [self.cf], "PFL": self.pfl, "PSFL": self.psfl}
        told = [Note(name, shown(elements)) for name, elements in registers.items()]
        return (*told, *(Note(name, shown(stack)) for name, stack in self.stacks))


@dataclass(frozen=True, slots=True, kw_only=True)
class RaftRaprOptions:
    """All that the paper leaves open."""

    depth: int = 64  # how many entities each stack keeps


@dataclass(eq=False)
class RaftRapr(FocusModel):
    """Resolve subjects with the subject focus and all else with the current focus.

    The algorithms are not restricted to a discourse segment: segments change nothing.

    >>> raft = RaftRapr(lambda pronoun, candidate: None)
    >>> for n, (name, role) in enumerate([("Lyn", "nsubj"), ("Susan", "obj")], start=1):
    ...     _ = raft.hear(ReferringExpression(name, 1, n, entity=name.upper(), relation=role))
    >>> print(*raft.end_utterance(1).notes[:2], sep="; ")
    SF: LYN; CF: SUSAN
    >>> _ = raft.hear(ReferringExpression("her", 2, 3, is_pronoun=True, relation="obj"))
    >>> raft.end_utterance(2).resolutions[0].entity
    'SUSAN'

    Linda Z. Suri and Kathleen F. McCoy (1994). RAFT/RAPR and Centering: A Comparison and
    Discussion of Problems Related to Processing Complex Sentences. Computational Linguistics
    20(2), pp. 301–317.
    """

    Options: ClassVar[type] = RaftRaprOptions

    options: RaftRaprOptions = given(default=RaftRaprOptions())
    foci: RaftFoci = RaftFoci()

    def in_view(self) -> tuple[Element, ...]:
        foci = self.foci
        return without(filter(None, (foci.sf, foci.cf, *foci.psfl, *foci.pfl)))

    def carry_over(self) -> None:
        foci = self.foci
        stacks = RaftStacks(*(carried(stack) for _, stack in foci.stacks))
        pfl, psfl = carried(foci.pfl), carried(foci.psfl)
        self.foci = replace(foci, pfl=pfl, psfl=psfl, stacks=stacks)

    def interpret(self, heard: Sequence[ReferringExpression]) -> Understood:
        rest = self.mentions(heard)
        decided = [self._decided_for(x, heard, rest) for x in heard if x.is_pronoun]
        if mentions := self.mentions(heard):
            self.foci = self._tracked(mentions)
        return understood(decided, *self.foci.notes())

    # RAPR -------------------------------------------------------------------------------------

    def _decided_for(
        self,
        pronoun: ReferringExpression,
        heard: Sequence[ReferringExpression],
        rest: list[Element],
    ) -> Decided:
        proposals = [*self._because(pronoun, heard), *self._registers(pronoun)]
        return self.look_up(pronoun, proposals, rest)

    def _registers(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        foci = self.foci
        sf, cf = ("SF", [foci.sf]), ("CF", [foci.cf])
        if self.sentence.is_subject(pronoun):
            order = (sf, cf, ("PSFL", foci.psfl))
        else:
            order = (cf, sf, ("PFL", foci.pfl))
        for name, elements in order:
            yield from proposed(name, elements)
        for name, stack in foci.stacks:
            yield from stacked_in(name, stack)

    def _because(
        self, pronoun: ReferringExpression, heard: Sequence[ReferringExpression]
    ) -> list[Proposal]:
        """The subject of SY prefers the subject of SX."""
        predicate = self.sentence.because(pronoun)
        return [
            Proposal("subject of SX", x)
            for x in self.mentions(heard)
            if predicate and _is_subject_of(self.sentence, x, predicate)
        ]

    # RAFT -------------------------------------------------------------------------------------

    def _tracked(self, mentions: list[Element]) -> RaftFoci:
        foci = self.foci
        sf = _subject_focus(self.sentence, mentions) or foci.sf
        cf = min(mentions, key=self._preference)
        potential = sorted(mentions, key=lambda x: (_object_rank(x), x.position))
        rest = without(potential, sf, cf)
        return RaftFoci(sf=sf, cf=cf, pfl=rest, psfl=rest, stacks=self._stacked(foci))

    def _preference(self, element: Element) -> tuple[int | float, ...]:
        """The smaller, the better a current focus: co-specification, syntax, source, form."""
        source = self.foci.source(element)
        return (
            source == NEW,
            self.sentence.is_subject(element.expression),
            source,
            not element.expression.is_pronoun,
            _object_rank(element),
            element.position,
        )

    def _stacked(self, foci: RaftFoci) -> RaftStacks:
        stacks, depth = foci.stacks, self.options.depth
        return RaftStacks(
            pushed(stacks.cf, foci.cf, depth),
            pushed(stacks.sf, foci.sf, depth),
            without((*foci.pfl, *stacks.pfl))[:depth],
            without((*foci.psfl, *stacks.psfl))[:depth],
        )


def _subject_focus(sentence: FocusSentence, mentions: list[Element]) -> Element | None:
    """The surface subject; of several that of the main clause, so that of SX. In UD the subject
    of a there-sentence is the notional one already.
    """
    subjects = [x for x in mentions if sentence.is_subject(x.expression)]
    return min(subjects, key=lambda x: not sentence.is_main(x.expression), default=None)


def _is_subject_of(sentence: FocusSentence, element: Element, predicate: int) -> bool:
    expression = element.expression
    return sentence.is_subject(expression) and sentence.governor(expression) == predicate


def _object_rank(element: Element) -> int:
    return OBJECTS.get(element.expression.relation, OTHER)
