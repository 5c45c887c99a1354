"""RAFT/RAPR (Suri and McCoy): a subject focus and a current focus, with stacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hearer.algorithms.base import Interpreted
from hearer.algorithms.focus import (
    FocusModel,
    Proposal,
    find,
    interpreted,
    proposed,
    pushed,
    shown,
    stacked_in,
    without,
)
from hearer.model import Element, Note, ReferringExpression

OBJECTS = {"obj": 0, "iobj": 1}
OTHER = 2
NEW = 3


@dataclass(frozen=True, slots=True)
class RaftFoci:
    """The registers after a sentence, and stacks of their earlier contents, most recent first.

    PFL and PSFL differ only in complex sentences that RAFT does not describe: here they are one.
    """

    sf: Element | None = None
    cf: Element | None = None
    pfl: tuple[Element, ...] = ()
    sf_stack: tuple[Element, ...] = ()
    cf_stack: tuple[Element, ...] = ()
    pfl_stack: tuple[Element, ...] = ()

    def stacks(self) -> dict[str, tuple[Element, ...]]:
        """Return the stacks in the order of search, which the paper leaves open."""
        return {"CF stack": self.cf_stack, "SF stack": self.sf_stack, "PFL stack": self.pfl_stack}

    def source(self, element: Element) -> int:
        """Return 0 for CF, 1 for other registers, 2 for the stacks, 3 for a new entity."""
        if find([self.cf], element):
            return 0
        if find([self.sf, *self.pfl], element):
            return 1
        return 2 if find([*self.cf_stack, *self.sf_stack, *self.pfl_stack], element) else NEW

    def notes(self) -> tuple[Note, ...]:
        registers = {"SF": (self.sf,), "CF": (self.cf,), "PFL": self.pfl}
        return tuple(shown(name, *held) for name, held in {**registers, **self.stacks()}.items())


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

    foci: RaftFoci = RaftFoci()

    def in_view(self) -> tuple[Element, ...]:
        return without((self.foci.sf, self.foci.cf, *self.foci.pfl))

    def interpret(self, heard: Sequence[ReferringExpression]) -> Interpreted:
        rest = self.mentions(heard)
        decided = [
            self.look_up(x, [*self._because(x, heard), *self._registers(x)], rest)
            for x in heard
            if x.is_pronoun
        ]
        if mentions := self.mentions(heard):
            self.foci = self._tracked(mentions)
        return interpreted(decided, *self.foci.notes())

    def _because(
        self, pronoun: ReferringExpression, heard: Sequence[ReferringExpression]
    ) -> Iterator[Proposal]:
        """In "SX because SY" the subject of SY prefers the subject of SX."""
        tree = self.outline.tree
        sy = self.governor(pronoun)
        if not self.is_subject(pronoun) or tree.bases[sy] != "advcl":
            return
        sx, marks = tree.heads[sy], [tree.lemmas[c] for c in tree.exactly(sy, "mark")]
        for x in self.mentions(heard) if "because" in marks and sx < sy else ():
            if self.is_subject(x.expression) and self.governor(x.expression) == sx:
                yield Proposal("subject of SX", x)

    def _registers(self, pronoun: ReferringExpression) -> Iterator[Proposal]:
        """Propose SF and CF, for a subject SF first, then the other registers and stacks."""
        foci = self.foci
        sf, cf = proposed("SF", [foci.sf]), proposed("CF", [foci.cf])
        yield from (*sf, *cf) if self.is_subject(pronoun) else (*cf, *sf)
        yield from proposed("PFL", foci.pfl)
        for name, stack in foci.stacks().items():
            yield from stacked_in(name, stack)

    def _tracked(self, mentions: list[Element]) -> RaftFoci:
        """Update the registers. SF is the surface subject, of several that of the main clause.

        In UD the subject of a there-sentence is the notional one.
        """
        foci = self.foci
        subjects = [x for x in mentions if self.is_subject(x.expression)]
        sf = next(iter(self.main_first(subjects)), foci.sf)
        cf = min(mentions, key=self._preference)
        potential = sorted(mentions, key=lambda x: (_object_rank(x), x.position))
        return RaftFoci(
            sf=sf,
            cf=cf,
            pfl=without(potential, sf, cf),
            sf_stack=pushed(foci.sf_stack, foci.sf),
            cf_stack=pushed(foci.cf_stack, foci.cf),
            pfl_stack=pushed(foci.pfl_stack, *foci.pfl),
        )

    def _preference(self, element: Element) -> tuple[int | float, ...]:
        """Return a sort key for the current focus: co-specification, syntax, source, form."""
        source = self.foci.source(element)
        return (
            source == NEW,
            self.is_subject(element.expression),
            source,
            not element.expression.is_pronoun,
            _object_rank(element),
            element.position,
        )


def _object_rank(element: Element) -> int:
    return OBJECTS.get(element.expression.relation, OTHER)
