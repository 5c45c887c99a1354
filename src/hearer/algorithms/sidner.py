"""Sidner's focus model: pronouns go with what the discourse is about, or with who acts.
The rules that need knowledge of the world (non-specific readings, related items) are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import ClassVar

from hearer.algorithms.focus import (
    Decided,
    FocusModel,
    FocusSentence,
    Proposal,
    ThematicRole,
    Understood,
    carried,
    find,
    is_animate,
    proposed,
    pushed,
    shown,
    stacked_in,
    understood,
    without,
)
from hearer.binding import BOUND
from hearer.model import (
    ROOT,
    Agreement,
    Element,
    Entity,
    Event,
    Familiarity,
    Kind,
    Note,
    Number,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.model.state import given

AF = "actor focus"
PLURAL = frozenset({Number.PLURAL})


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
        stacks = {"PDF": self.pdf, "PAF": self.paf, "FS": self.fs, "AFS": self.afs}
        registers = {"DF": (self.df,), "AF": (self.af,), **stacks}
        return tuple(shown(name, *held) for name, held in registers.items())


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
        return without((foci.df, *foci.pdf, foci.af, *foci.paf))

    def begin_segment(self) -> Step:
        """A focus is expected anew; the old ones are stacked. Sidner has no segments."""
        foci, depth = self.foci, self.options.depth
        afs = pushed(foci.afs, foci.af, depth)
        self.foci = SidnerFoci(fs=pushed(foci.fs, foci.df, depth), afs=afs)
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
        """Agent position pronouns, rules 2 to 6; other pronouns, rules 2, 3 and 5."""
        foci, sentence = self.foci, self.sentence
        actor = [*proposed(AF, [foci.af])]
        discourse = [*proposed("discourse focus", [foci.df])]
        discourse += proposed("potential discourse focus", foci.pdf)
        if not sentence.is_agent(pronoun):
            yield from (*discourse, *actor, *self._together(pronoun, foci.df, foci.pdf))
            yield from stacked_in("focus stack", foci.fs)
            return
        # The subject of what is thought or said: Carl thinks *he* is studying.
        if sentence.tree.bases[sentence.governor(pronoun)] == "ccomp":
            yield from proposed("theme rule", [foci.df])
        groups = [*self._together(pronoun, foci.af, foci.paf)]
        yield from groups if self.options.plural_groups is PluralGroups.FIRST else ()
        yield from (*actor, *proposed("potential actor focus", foci.paf), *discourse, *groups)
        yield from stacked_in("actor focus stack", foci.afs)

    def _recency(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """In the second sentence of a discourse, its first word may be the last phrase before."""
        if self.foci.sentences == 1 and self.sentence.is_subject(pronoun):
            is_first = _spoken(self.sentence)[:1] == [pronoun.first or pronoun.head]
            yield from proposed("recency rule", [self.foci.last] if is_first else [])

    def _forward(self, pronoun: ReferringExpression, rest: list[Element]) -> Iterator[Proposal]:
        """The closure rule: in an introductory clause, expect a forward co-specifier."""
        if _is_introductory(self.sentence, pronoun):
            yield from proposed("closure rule", (x for x in rest if x.position > pronoun.position))

    def _together(
        self, pronoun: ReferringExpression, focus: Element | None, potential: Sequence[Element]
    ) -> Iterator[Proposal]:
        """The plural rule: focus and potential foci, then the potential foci alone."""
        is_plural = pronoun.agreement.number == PLURAL
        if not is_plural or self.options.plural_groups is PluralGroups.NEVER:
            return iter(())
        people = animate(without((focus, *potential)))
        return proposed("plural rule", [together(people), together(animate(potential))])

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
        moved = self._moved_actor(moved, mentions)
        rest = without(thematic, moved.df)
        patients = (x for x in thematic if not sentence.is_agent(x.expression))
        paf = without(animate(patients), moved.af)
        end = _spoken(sentence)[-1:]
        last = next((x for x in rest if [x.expression.last or x.expression.head] == end), None)
        return replace(moved, pdf=rest, paf=paf, last=last, sentences=foci.sentences + 1)

    def _moved_discourse(self, foci: SidnerFoci, thematic: list[Element]) -> SidnerFoci:
        """DF is confirmed, moves to a potential focus, or is popped; or else it stays.

        Who co-specifies AF confirms that one: "their game" leaves DF with baseball.
        """
        if again := find(thematic, foci.df):
            return replace(foci, df=again)
        evoked = [x for x in thematic if x.familiarity is Familiarity.EVOKED]
        anaphors = sorted(without(evoked, foci.af), key=lambda x: not x.expression.is_pronoun)
        for anaphor in anaphors:
            if find(foci.pdf, anaphor):
                fs = pushed(foci.fs, foci.df, self.options.depth)
                return replace(foci, df=anaphor, fs=fs)
        for anaphor in anaphors:
            if stacked := find(foci.fs, anaphor):
                below = foci.fs[foci.fs.index(stacked) + 1 :]
                return replace(foci, df=anaphor, fs=below)
        return foci

    def _moved_actor(self, foci: SidnerFoci, mentions: list[Element]) -> SidnerFoci:
        """AF is whoever acts now; one who acts on stays, also in an embedded clause."""
        acting = (x for x in mentions if self.sentence.is_agent(x.expression))
        agents = self.sentence.main_first(acting)
        if not agents:
            return foci
        if again := find(agents, foci.af):
            return replace(foci, af=again)
        return replace(foci, af=agents[0], afs=pushed(foci.afs, foci.af, self.options.depth))

    # Azzam's elementary events ----------------------------------------------------------------

    def _events(self, heard: Sequence[ReferringExpression]) -> Understood:
        """One clause after the other. PDF is Azzam's AFL, and is reset with every sentence."""
        self.foci = replace(self.foci, pdf=(), paf=())
        resolutions: list[Resolution] = []
        notes: list[Note] = []
        ordered = sorted(heard, key=lambda x: (x.clause, x.position))
        for number, (_, group) in enumerate(groupby(ordered, key=lambda x: x.clause), start=1):
            clause = [*group]
            intra = by_theme(self.sentence, self.mentions(clause))
            decided = [self._decided_in(x, intra) for x in clause if x.is_pronoun]
            self.foci = self._moved_in(by_theme(self.sentence, self.mentions(clause)))
            registers = "; ".join(map(str, self.foci.notes()))
            event = understood(decided, Note(f"EE-{number}", registers))
            resolutions += event.resolutions
            notes += event.notes
        resolutions.sort(key=lambda resolution: resolution.pronoun.position)
        return Understood(tuple(resolutions), tuple(notes))

    def _decided_in(self, pronoun: ReferringExpression, intra: list[Element]) -> Decided:
        """Agents: AF, AFL. Others: CF, AFL, FS. Possessives and reflexives: this clause first."""
        is_near = pronoun.kind in BOUND or pronoun.kind is Kind.POSSESSIVE
        near = proposed("intra-AFL", intra if is_near else ())
        return self.look_up(pronoun, [*near, *self._registers(pronoun)], intra)

    def _moved_in(self, thematic: list[Element]) -> SidnerFoci:
        """CF stays where it is mentioned, otherwise it is the theme; AF is the agent."""
        foci, sentence = self.foci, self.sentence
        # An agent is no theme: the event is.
        lowest = ThematicRole.GOAL if foci.df else ThematicRole.OTHER
        theme = [x for x in thematic if sentence.role(x.expression) <= lowest]
        again = find(thematic, foci.df)
        df = again or next(iter(theme), foci.df)
        fs = foci.fs if again or not theme else pushed(foci.fs, foci.df, self.options.depth)
        moved = self._moved_actor(replace(foci, df=df, fs=fs), thematic)
        afs = without(moved.afs, moved.df)
        # What is expected of the first event of a text affects DF and AF only.
        expected = moved.af if foci.af is None else None
        pdf = without([*thematic, *foci.pdf], df, expected)
        return replace(moved, afs=afs, pdf=pdf, paf=without(animate(pdf), moved.af))


def _spoken(sentence: FocusSentence) -> list[int]:
    """The words of a sentence without punctuation."""
    return [n for n in sentence.tree.words if sentence.tree.upos[n] != "PUNCT"]


def _is_introductory(sentence: FocusSentence, expression: ReferringExpression) -> bool:
    """Whether an expression stands in a clause or a phrase in front of the main predicate.

    If *he* comes, …; near *him*, …; in *her* room Mary saw a ghost.
    """
    tree, main = sentence.tree, sentence.main
    if expression.clause < main and tree.bases[expression.clause] == "advcl":
        return True
    fronted = next((n for n in tree.path(expression.head) if tree.heads[n] == main), ROOT)
    return tree.bases[fronted] == "obl" and fronted < min(tree.child(main, "nsubj"), main)


def by_theme(sentence: FocusSentence, mentions: Sequence[Element]) -> list[Element]:
    """Thematic order: theme (the expected focus), goal, other roles as mentioned, agent last.

    Who acts and is mentioned elsewhere too ("after *their* game, *they* ...") is the agent.
    """
    roles = [sentence.role(x.expression) for x in mentions]
    having = {*zip((x.entity for x in mentions), roles, strict=True)}
    agent, theme = ThematicRole.AGENT, ThematicRole.THEME
    ranked = [
        (agent if (x.entity, agent) in having and (x.entity, theme) not in having else role, x)
        for x, role in zip(mentions, roles, strict=True)
    ]
    return [x for _, x in sorted(ranked, key=lambda one: (one[0], one[1].position))]


def animate(elements: Iterable[Element]) -> list[Element]:
    """Those that can act."""
    return [element for element in elements if is_animate(element.expression)]


def together(elements: Sequence[Element]) -> Element | None:
    """Several elements as one, for a plural pronoun: JOHN and MIKE as {JOHN, MIKE}."""
    single = [x for x in elements if not x.expression.members]
    if len(single) < 2:
        return None
    entity = Entity.of_set(x.entity for x in single)
    latest = max(single, key=lambda x: (x.utterance, x.position))
    expression = replace(
        latest.expression,
        text=" and ".join(x.expression.text for x in single),
        kind=Kind.SET,
        is_pronoun=False,
        entity=entity,
        agreement=Agreement(PLURAL),
        members=tuple(replace(x.expression, entity=x.entity) for x in single),
    )
    return replace(latest, entity=entity, expression=expression)
