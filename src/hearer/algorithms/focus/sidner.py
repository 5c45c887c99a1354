"""Sidner's focus model: pronouns go with what the discourse is about, or with who acts.

    SidnerFoci         the registers: DF, AF, PDF, PAF, and the stacks FS and AFS
    SidnerOptions      when they are updated, groups of foci, and how deep the stacks are
    Sidner.interpret   the pronoun interpretation rules of the appendix, in their order
    _moved             focus movement after a sentence
    _event             one elementary event (a clause) after the other: Azzam's variant

The rules that need knowledge of the world (non-specific readings, related items) are not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import ClassVar

from hearer.algorithms.focus.focus import (
    Decided,
    FocusModel,
    Proposal,
    Understood,
    agents,
    animate,
    by_theme,
    carried,
    find,
    proposed,
    pushed,
    shown,
    stacked_in,
    together,
    told,
    understood,
    without,
)
from hearer.algorithms.focus.sentence import ThematicRole
from hearer.model import (
    Element,
    Event,
    Familiarity,
    Kind,
    Note,
    Number,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.binding import BOUND
from hearer.model.part import given

AF = "actor focus"


class FocusUnit(StrEnum):
    """After what the focus registers are updated."""

    SENTENCE = "sentence"
    CLAUSE = "clause"  # Azzam (1996): elementary events, so antecedents in the same sentence


class PluralGroups(StrEnum):
    """When a plural pronoun is tested against several foci together (the plural rule)."""

    LAST = "last"  # when no single one fits: without inference, a group is hardly ever rejected
    FIRST = "first"  # as the appendix has it
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class SidnerFoci:
    """The focus registers. `last` is what ended the sentence before, `sentences` how many."""

    df: Element | None = None
    af: Element | None = None
    pdf: tuple[Element, ...] = ()
    paf: tuple[Element, ...] = ()
    fs: tuple[Element, ...] = ()
    afs: tuple[Element, ...] = ()
    last: Element | None = None
    sentences: int = 0

    def notes(self) -> tuple[Note, ...]:
        foci = {"DF": [self.df], "AF": [self.af]}
        stacks = {"PDF": self.pdf, "PAF": self.paf, "FS": self.fs, "AFS": self.afs}
        return tuple(Note(name, shown(held)) for name, held in {**foci, **stacks}.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class SidnerOptions:
    """What the paper leaves open, or another paper has it otherwise."""

    unit: FocusUnit = FocusUnit.SENTENCE
    plural_groups: PluralGroups = PluralGroups.LAST
    depth: int = 64  # how many foci the stacks keep


@dataclass(eq=False)
class Sidner(FocusModel):
    """Resolve agents with the actor focus and all else with the discourse focus.

    >>> sidner = Sidner(lambda pronoun, candidate: None)
    >>> for n, name in enumerate(["John", "Mike"], start=1):
    ...     _ = sidner.hear(ReferringExpression(name, 1, n, entity=name.upper()))
    >>> _ = sidner.end_utterance(1)
    >>> _ = sidner.hear(ReferringExpression("him", 2, 4, is_pronoun=True, relation="obj"))
    >>> sidner.end_utterance(2).resolutions[0].entity
    'JOHN'

    Candace L. Sidner (1981). Focusing for Interpretation of Pronouns. American Journal of
    Computational Linguistics 7(4), pp. 217–231.
    """

    Options: ClassVar[type] = SidnerOptions

    options: SidnerOptions = given(default=SidnerOptions())
    foci: SidnerFoci = SidnerFoci()

    def in_view(self) -> tuple[Element, ...]:
        foci = self.foci
        return without(filter(None, (foci.df, *foci.pdf, foci.af, *foci.paf)))

    def begin_segment(self) -> Step:
        """A focus is expected anew; the old ones are stacked. Sidner has no segments."""
        foci = self.foci
        fs, afs = self._pushed(foci.fs, foci.df), self._pushed(foci.afs, foci.af)
        self.foci = SidnerFoci(fs=fs, afs=afs)
        return Step((), event=Event.SEGMENT)

    def carry_over(self) -> None:
        foci = self.foci
        pdf, paf, fs, afs = map(carried, (foci.pdf, foci.paf, foci.fs, foci.afs))
        self.foci = replace(foci, pdf=pdf, paf=paf, fs=fs, afs=afs)

    def interpret(self, heard: Sequence[ReferringExpression]) -> Understood:
        if self.options.unit is FocusUnit.CLAUSE:
            return self._events(heard)
        rest = self.mentions(heard)
        decided = [self._decided_for(x, rest) for x in heard if x.is_pronoun]
        if mentions := self.mentions(heard):
            self.foci = self._moved(mentions)
        return understood(decided, *self.foci.notes())

    # The appendix -----------------------------------------------------------------------------

    def _decided_for(self, pronoun: ReferringExpression, rest: list[Element]) -> Decided:
        rules = [*self._recency(pronoun), *self._registers(pronoun), *self._forward(pronoun, rest)]
        found = self.look_up(pronoun, rules, rest)
        is_actor = found.rule == AF and self.sentence.is_agent(pronoun)
        rivals = self._potential_actors(pronoun) if is_actor else ()
        return found._replace(resolution=replace(found.resolution, rivals=rivals))

    def _registers(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        is_agent = self.sentence.is_agent(pronoun)
        return self._for_agent(pronoun) if is_agent else self._for_other(pronoun)

    def _for_agent(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """Agent position pronouns, rules 2 to 6."""
        foci = self.foci
        groups = list(self._together(pronoun, foci.af, foci.paf))
        is_embedded = self.sentence.is_embedded_subject(pronoun)
        yield from proposed("theme rule", [foci.df], applies=is_embedded)
        yield from groups if self.options.plural_groups is PluralGroups.FIRST else ()
        yield from proposed(AF, [foci.af])
        yield from proposed("potential actor focus", foci.paf)
        yield from proposed("discourse focus", [foci.df])
        yield from proposed("potential discourse focus", foci.pdf)
        yield from groups
        yield from stacked_in("actor focus stack", foci.afs)

    def _for_other(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """Non-agent position pronouns, rules 2, 3 and 5."""
        foci = self.foci
        yield from proposed("discourse focus", [foci.df])
        yield from proposed("potential discourse focus", foci.pdf)
        yield from proposed(AF, [foci.af])
        yield from self._together(pronoun, foci.df, foci.pdf)
        yield from stacked_in("focus stack", foci.fs)

    def _recency(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """In the second sentence of a discourse, its first word may be the last phrase before."""
        sentence, is_second = self.sentence, self.foci.sentences == 1
        applies = is_second and sentence.is_subject(pronoun) and sentence.is_initial(pronoun)
        return proposed("recency rule", [self.foci.last], applies=applies)

    def _forward(self, pronoun: ReferringExpression, rest: list[Element]) -> Iterator[Proposal]:
        """The closure rule: in an introductory clause, expect a forward co-specifier."""
        after = [x for x in rest if x.position > pronoun.position]
        return proposed("closure rule", after, applies=self.sentence.is_introductory(pronoun))

    def _together(
        self, pronoun: ReferringExpression, focus: Element | None, potential: Sequence[Element]
    ) -> Iterator[Proposal]:
        """The plural rule: focus and potential foci, then the potential foci alone."""
        is_plural = pronoun.agreement.number == frozenset({Number.PLURAL})
        if not is_plural or self.options.plural_groups is PluralGroups.NEVER:
            return
        people = animate(without(filter(None, (focus, *potential))))
        yield from proposed("plural rule", [together(people), together(animate(potential))])

    def _potential_actors(self, pronoun: ReferringExpression) -> tuple[Element, ...]:
        """The potential actor ambiguity condition: the one potential actor that fits as well.

        An actor focus last mentioned by a pronoun must be meant (rule 4).
        """
        if self.foci.af and self.foci.af.expression.is_pronoun:
            return ()
        others = without(self.foci.paf, self.foci.af)
        fitting = tuple(x for x in others if self.violated(pronoun, x) is None)
        return fitting if len(fitting) == 1 else ()

    # Movement ---------------------------------------------------------------------------------

    def _moved(self, mentions: list[Element]) -> SidnerFoci:
        foci, sentence = self.foci, self.sentence
        thematic = by_theme(sentence, mentions)
        moved = self._moved_discourse(foci, thematic) if foci.df else replace(foci, df=thematic[0])
        moved = self._moved_actor(moved, agents(sentence, mentions))
        rest = without(thematic, moved.df)
        patients = (x for x in thematic if not sentence.is_agent(x.expression))
        paf = without(animate(patients), moved.af)
        last = next((x for x in rest if sentence.is_final(x.expression)), None)
        return replace(moved, pdf=rest, paf=paf, last=last, sentences=foci.sentences + 1)

    def _moved_discourse(self, foci: SidnerFoci, thematic: list[Element]) -> SidnerFoci:
        """DF is confirmed, moves to a potential focus, or is popped; or else it stays.

        Who co-specifies AF confirms that one: "their game" leaves DF with baseball.
        """
        if again := find(thematic, foci.df):
            return replace(foci, df=again)
        evoked = [x for x in thematic if x.familiarity is Familiarity.EVOKED]
        anaphors = list(without(evoked, foci.af))
        anaphors.sort(key=lambda x: not x.expression.is_pronoun)
        for anaphor in anaphors:
            if find(foci.pdf, anaphor):
                return replace(foci, df=anaphor, fs=self._pushed(foci.fs, foci.df))
        for anaphor in anaphors:
            if stacked := find(foci.fs, anaphor):
                below = foci.fs[foci.fs.index(stacked) + 1 :]
                return replace(foci, df=anaphor, fs=below)
        return foci

    def _moved_actor(self, foci: SidnerFoci, acting: list[Element]) -> SidnerFoci:
        """AF is whoever acts now; one who acts on stays, also in an embedded clause."""
        if not acting:
            return foci
        if again := find(acting, foci.af):
            return replace(foci, af=again)
        return replace(foci, af=acting[0], afs=self._pushed(foci.afs, foci.af))

    def _pushed(self, stack: tuple[Element, ...], focus: Element | None) -> tuple[Element, ...]:
        return pushed(stack, focus, self.options.depth)

    # Azzam's elementary events ----------------------------------------------------------------

    def _events(self, heard: Sequence[ReferringExpression]) -> Understood:
        """One clause after the other. PDF is Azzam's AFL, and is reset with every sentence."""
        self.foci = replace(self.foci, pdf=(), paf=())
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        ordered = sorted(heard, key=lambda x: (x.clause, x.position))
        for number, (_, clause) in enumerate(groupby(ordered, key=lambda x: x.clause), start=1):
            decided = self._event(list(clause))
            resolutions += [one.resolution for one in decided]
            registers = "; ".join(map(str, self.foci.notes()))
            notes += [*map(told, decided), Note(f"EE-{number}", registers)]
        resolutions.sort(key=lambda resolution: resolution.pronoun.position)
        return Understood(tuple(resolutions), tuple(notes))

    def _event(self, clause: list[ReferringExpression]) -> list[Decided]:
        intra = by_theme(self.sentence, self.mentions(clause))
        decided = [self._decided_in(x, intra) for x in clause if x.is_pronoun]
        self.foci = self._moved_in(by_theme(self.sentence, self.mentions(clause)))
        return decided

    def _decided_in(self, pronoun: ReferringExpression, intra: list[Element]) -> Decided:
        """Agents: AF, AFL. Others: CF, AFL, FS. Possessives and reflexives: this clause first."""
        is_near = pronoun.kind in BOUND or pronoun.kind is Kind.POSSESSIVE
        near = proposed("intra-AFL", intra, applies=is_near)
        return self.look_up(pronoun, [*near, *self._registers(pronoun)], intra)

    def _moved_in(self, thematic: list[Element]) -> SidnerFoci:
        """CF stays where it is mentioned, otherwise it is the theme; AF is the agent."""
        foci, sentence = self.foci, self.sentence
        # An agent is no theme: the event is.
        lowest = ThematicRole.GOAL if foci.df else ThematicRole.OTHER
        theme = [x for x in thematic if sentence.role(x.expression) <= lowest]
        again = find(thematic, foci.df)
        df = again or next(iter(theme), foci.df)
        fs = foci.fs if again or not theme else self._pushed(foci.fs, foci.df)
        moved = self._moved_actor(replace(foci, df=df, fs=fs), agents(sentence, thematic))
        afs = without(moved.afs, moved.df)
        # What is expected of the first event of a text affects DF and AF only.
        expected = moved.af if foci.af is None else None
        pdf = without([*thematic, *foci.pdf], df, expected)
        patients = (x for x in pdf if not moved.af or x.entity != moved.af.entity)
        return replace(moved, afs=afs, pdf=pdf, paf=tuple(animate(patients)))
