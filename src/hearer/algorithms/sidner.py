"""Focus registers and stacks: Sidner's model, and RAFT/RAPR (Suri and McCoy) after it.

The rules that need knowledge of the world are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from hearer.algorithms.base import Interpreted, once
from hearer.algorithms.focus import (
    Decided,
    FocusModel,
    Proposal,
    ThematicRole,
    interpreted,
    is_animate,
)
from hearer.model import (
    ROOT,
    Agreement,
    Element,
    Elements,
    Entity,
    Familiarity,
    Kind,
    Note,
    ReferringExpression,
    Step,
)
from hearer.model.expression import PLURAL

DEPTH = 64  # elements of a stack
SHOWN = 5  # of these, in a note
AF = "actor focus"


class SidnerFoci(NamedTuple):
    """The focus registers; `last` ended the previous sentence, `sentences` is their number."""

    df: Element | None = None
    af: Element | None = None
    pdf: Elements = ()
    paf: Elements = ()
    fs: Elements = ()
    afs: Elements = ()
    last: Element | None = None
    sentences: int = 0


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

    foci: SidnerFoci = field(default=SidnerFoci())

    def in_view(self) -> Elements:
        return without((self.foci.df, *self.foci.pdf, self.foci.af, *self.foci.paf))

    def begin_segment(self) -> Step:
        """Stack the foci and expect new ones; Sidner has no segments."""
        foci = self.foci
        self.foci = SidnerFoci(fs=pushed(foci.fs, foci.df), afs=pushed(foci.afs, foci.af))
        return super().begin_segment()

    def interpret(self) -> Interpreted:
        decided = [self._decided_for(x) for x in self.waiting if x.is_pronoun]
        if mentions := self.mentions():
            self.foci = self._moved(mentions)
        return interpreted(decided, *shown(self.foci))

    # The appendix -----------------------------------------------------------------------------

    def _decided_for(self, pronoun: ReferringExpression) -> Decided:
        found = self.look_up(pronoun, self._rules(pronoun))
        # An actor focus last mentioned by a pronoun is unambiguous (rule 4).
        af = self.foci.af if found.rule == AF and self.is_agent(pronoun) else None
        if af is None or af.expression.is_pronoun:
            return found
        # The potential actor ambiguity condition: one potential actor fits as well.
        fitting = tuple(x for x in without(self.foci.paf, af) if self.violated(pronoun, x) is None)
        rivals = fitting if len(fitting) == 1 else ()
        return found._replace(resolution=replace(found.resolution, rivals=rivals))

    def _rules(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """Agent position pronouns, rules 2 to 6; other pronouns, rules 2, 3 and 5."""
        foci = self.foci
        # The recency rule: the first word of the second sentence may be the last of the first.
        if foci.sentences == 1 and self.is_subject(pronoun):
            is_first = self._spoken()[:1] == [pronoun.words[0]]
            yield from proposed("recency rule", [foci.last] if is_first else [])
        actor = [*proposed(AF, [foci.af])]
        discourse = [*proposed("discourse focus", [foci.df])]
        discourse += proposed("potential discourse focus", foci.pdf)
        if self.is_agent(pronoun):
            # The subject of what is thought or said: Carl thinks *he* is studying.
            if self.tree.bases[self.governor(pronoun)] == "ccomp":
                yield from proposed("theme rule", [foci.df])
            # In the appendix the plural rule comes first; without inference it hardly ever fails.
            groups = self._together(pronoun, foci.af, foci.paf)
            yield from (*actor, *proposed("potential actor focus", foci.paf), *discourse, *groups)
            yield from stacked_in("actor focus stack", foci.afs)
        else:
            yield from (*discourse, *actor, *self._together(pronoun, foci.df, foci.pdf))
            yield from stacked_in("focus stack", foci.fs)
        # The closure rule: in a clause or phrase before the main one, expect a forward
        # co-specifier: If *he* comes, Mary leaves.
        tree, main, clause = self.tree, self.main, pronoun.clause
        fronted = next((n for n in tree.path(pronoun.head) if tree.heads[n] == main), ROOT)
        is_before = tree.bases[fronted] == "obl" and fronted < min(tree.child(main, "nsubj"), main)
        if is_before or (clause < main and tree.bases[clause] == "advcl"):
            later = (x for x in self.named() if x.position > pronoun.position)
            yield from proposed("closure rule", later)

    def _together(
        self, pronoun: ReferringExpression, focus: Element | None, potential: Sequence[Element]
    ) -> Iterator[Proposal]:
        """The plural rule: propose focus and potential foci, then the potential foci alone."""
        if pronoun.agreement.number != PLURAL:
            return iter(())
        people = animate(without((focus, *potential)))
        return proposed("plural rule", [together(people), together(animate(potential))])

    # Movement ---------------------------------------------------------------------------------

    def _moved(self, mentions: list[Element]) -> SidnerFoci:
        foci = self.foci
        thematic = self._by_theme(mentions)
        moved = self._moved_discourse(foci, thematic) if foci.df else foci._replace(df=thematic[0])
        # AF is the agent; an old AF stays if it is still an agent, also in an embedded clause.
        if agents := self.main_first(x for x in mentions if self.is_agent(x.expression)):
            again = find(agents, foci.af)
            afs = foci.afs if again else pushed(foci.afs, foci.af)
            moved = moved._replace(af=again or agents[0], afs=afs)
        rest = without(thematic, moved.df)
        paf = without(animate(x for x in thematic if not self.is_agent(x.expression)), moved.af)
        end = self._spoken()[-1:]
        last = next((x for x in rest if [x.expression.words[-1]] == end), None)
        return moved._replace(pdf=rest, paf=paf, last=last, sentences=foci.sentences + 1)

    def _moved_discourse(self, foci: SidnerFoci, thematic: list[Element]) -> SidnerFoci:
        """Confirm DF, move it to a potential focus, pop it, or leave it.

        A co-specifier of AF does not count: "their game" leaves DF with baseball.
        """
        if again := find(thematic, foci.df):
            return foci._replace(df=again)
        evoked = [x for x in thematic if x.familiarity is Familiarity.EVOKED]
        anaphors = sorted(without(evoked, foci.af), key=lambda x: not x.expression.is_pronoun)
        for anaphor in anaphors:
            if find(foci.pdf, anaphor):
                return foci._replace(df=anaphor, fs=pushed(foci.fs, foci.df))
        for anaphor in anaphors:
            if stacked := find(foci.fs, anaphor):
                return foci._replace(df=anaphor, fs=foci.fs[foci.fs.index(stacked) + 1 :])
        return foci

    def _spoken(self) -> list[int]:
        """Return the words of the sentence without punctuation."""
        tree = self.tree
        return [n for n in tree.words if tree.upos[n] != "PUNCT"]

    def _by_theme(self, mentions: Sequence[Element]) -> list[Element]:
        """Sort by role: theme (the expected focus), goal, other roles, agent.

        An entity that is the agent of one mention ("after *their* game, *they* ...") is the agent.
        """
        agent, theme = ThematicRole.AGENT, ThematicRole.THEME
        having = {(x.entity, self.role(x.expression)) for x in mentions}
        agents = {x for x, role in having if role is agent and (x, theme) not in having}

        def rank(element: Element) -> tuple[ThematicRole, float]:
            role = self.role(element.expression)
            return agent if element.entity in agents else role, element.position

        return sorted(mentions, key=rank)


def animate(elements: Iterable[Element]) -> list[Element]:
    """Return the elements that may be agents."""
    return [element for element in elements if is_animate(element.expression)]


def together(elements: Sequence[Element]) -> Element | None:
    """Return one element for several, for a plural pronoun: {JOHN, MIKE}."""
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


# RAFT/RAPR ----------------------------------------------------------------------------------------

OBJECTS = {"obj": 0, "iobj": 1}
OTHER = 2


class RaftFoci(NamedTuple):
    """The registers after a sentence, and stacks of their earlier contents, most recent first.

    The stacks are in the order of search, which the paper leaves open. PFL and PSFL differ only
    in complex sentences that RAFT does not describe: here they are one.
    """

    sf: Element | None = None
    cf: Element | None = None
    pfl: Elements = ()
    cf_stack: Elements = ()
    sf_stack: Elements = ()
    pfl_stack: Elements = ()


@dataclass(eq=False)
class RaftRapr(FocusModel):
    """Resolve subjects with the subject focus and all else with the current focus.

    Segments change nothing.

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

    foci: RaftFoci = field(default=RaftFoci())

    def in_view(self) -> Elements:
        return without((self.foci.sf, self.foci.cf, *self.foci.pfl))

    def interpret(self) -> Interpreted:
        decided = [self.look_up(x, self._rules(x)) for x in self.waiting if x.is_pronoun]
        if mentions := self.mentions():
            # SF is the surface subject, of several that of the main clause. In UD the subject of
            # a there-sentence is the notional one.
            foci = self.foci
            subjects = [x for x in mentions if self.is_subject(x.expression)]
            sf = next(iter(self.main_first(subjects)), foci.sf)
            cf = min(mentions, key=self._preference)
            potential = sorted(mentions, key=lambda x: (_object_rank(x), x.position))
            self.foci = RaftFoci(
                sf=sf,
                cf=cf,
                pfl=without(potential, sf, cf),
                cf_stack=pushed(foci.cf_stack, foci.cf),
                sf_stack=pushed(foci.sf_stack, foci.sf),
                pfl_stack=pushed(foci.pfl_stack, *foci.pfl),
            )
        return interpreted(decided, *shown(self.foci))

    def _rules(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """Propose SF and CF, for a subject SF first, then the other registers and stacks.

        In "SX because SY" the subject of SY prefers the subject of SX.
        """
        tree, foci = self.tree, self.foci
        is_subject, sy = self.is_subject(pronoun), self.governor(pronoun)
        sx, marks = tree.heads[sy], [tree.lemmas[c] for c in tree.exactly(sy, "mark")]
        if is_subject and tree.bases[sy] == "advcl" and "because" in marks and sx < sy:
            for x in self.mentions():
                if self.is_subject(x.expression) and self.governor(x.expression) == sx:
                    yield Proposal("subject of SX", x)
        sf, cf = proposed("SF", [foci.sf]), proposed("CF", [foci.cf])
        yield from (*sf, *cf) if is_subject else (*cf, *sf)
        yield from proposed("PFL", foci.pfl)
        yield from stacked_in("CF stack", foci.cf_stack)
        yield from stacked_in("SF stack", foci.sf_stack)
        yield from stacked_in("PFL stack", foci.pfl_stack)

    def _preference(self, element: Element) -> tuple[int | float, ...]:
        """Return a sort key for the current focus: co-specification, syntax, source, form."""
        foci = self.foci
        stacks = (*foci.cf_stack, *foci.sf_stack, *foci.pfl_stack)
        sources = ((foci.cf,), (foci.sf, *foci.pfl), stacks)
        source = next((n for n, held in enumerate(sources) if find(held, element)), len(sources))
        return (
            source == len(sources),  # new
            self.is_subject(element.expression),
            source,
            not element.expression.is_pronoun,
            _object_rank(element),
            element.position,
        )


def _object_rank(element: Element) -> int:
    return OBJECTS.get(element.relation, OTHER)


# Registers and stacks -----------------------------------------------------------------------------


def proposed(rule: str, elements: Iterable[Element | None]) -> Iterator[Proposal]:
    """Yield what a register proposes; None is an empty register."""
    return (Proposal(rule, element) for element in elements if element)


def stacked_in(rule: str, stack: Sequence[Element]) -> Iterator[Proposal]:
    """Yield what a stack proposes, most recent first."""
    return (Proposal(rule, element, back) for back, element in enumerate(stack, start=1))


def pushed(stack: Elements, *elements: Element | None) -> Elements:
    """Return the stack with `elements` on top (most recent first), cut to `DEPTH`."""
    return without((*elements, *stack))[:DEPTH]


def without(elements: Iterable[Element | None], *others: Element | None) -> Elements:
    """Return the elements, each entity once, without the entities of `others`."""
    excluded = {other.entity for other in others if other}
    return tuple(x for x in once(filter(None, elements)) if x.entity not in excluded)


def find(elements: Iterable[Element | None], wanted: Element | None) -> Element | None:
    """Return the first element of the same entity, or None."""
    return next((x for x in elements if x and wanted and x.entity == wanted.entity), None)


def shown(foci: SidnerFoci | RaftFoci) -> Iterator[Note]:
    """Yield the six registers and stacks as notes: DF, SF stack."""
    for name, held in islice(foci._asdict().items(), 6):
        elements = held if isinstance(held, tuple) else (held,)
        names = [element.entity for element in elements if element]
        more = f", … ({len(names) - SHOWN} more)" if len(names) > SHOWN else ""
        register, *stack = name.split("_")
        yield Note(" ".join([register.upper(), *stack]), ", ".join(names[:SHOWN]) + more or "–")
