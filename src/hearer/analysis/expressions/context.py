"""What the context of an expression shows, for algorithms that weigh it.

CueContext    lemma, governor, cues, and the clauses that may be meant

"Who cut the grass? Marlena did *it*." Which clauses a pronoun may stand for is shown here
(told.py); whether it does stand for one, an algorithm has to say (algorithms/weighted/told.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.expressions.cues import cues_of, governor
from hearer.analysis.expressions.draft import Draft
from hearer.analysis.expressions.told import main_clause, told_before, told_in
from hearer.model import Agreement, Cue, Kind, ReferringExpression
from hearer.model.grammar import Gender, Number
from hearer.model.part import Part
from hearer.model.tree import NO_TREE, Tree

MAY_BE_TOLD = frozenset({Kind.PRONOUN, Kind.DEMONSTRATIVE})


class Shown(NamedTuple):
    """What the context of an expression shows."""

    lemma: str = ""
    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    clauses: tuple[ReferringExpression, ...] = ()


NOTHING_SHOWN = Shown()


@dataclass(slots=True, eq=False)
class CueContext(Part):
    """Shows cues, and remembers what was told in the last two utterances."""

    earlier: tuple[ReferringExpression, ...] = ()  # the main clause two utterances back
    before: Tree = NO_TREE
    now: Tree = NO_TREE

    def begin(self, tree: Tree) -> None:
        main = main_clause(self.before)
        self.earlier = (main,) if main else ()
        self.before, self.now = self.now, tree

    def of(self, tree: Tree, draft: Draft, *, is_speech: bool) -> Shown:
        cues = cues_of(tree, draft, is_speech=is_speech)
        told: tuple[ReferringExpression, ...] = ()
        if draft.is_pronoun and draft.kind in MAY_BE_TOLD and is_neuter(draft.agreement):
            told = (*told_before(tree, draft.head), *told_in(self.before), *self.earlier)
        return Shown(draft.lemma, governor(tree, draft), cues, told)


def is_neuter(agreement: Agreement) -> bool:
    """Whether a pronoun may stand for one thing: *it*, *this*."""
    return Number.SINGULAR in agreement.number and Gender.NEUTER in agreement.gender
