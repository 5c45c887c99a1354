"""What the context of an expression shows, for algorithms that weigh it.

CueContext    lemma, governor, cues, and the clauses that may be meant

"Who cut the grass? Marlena did *it*." Which clauses a pronoun may stand for is shown here
(told.py); whether it does stand for one, an algorithm has to say (algorithms/weighted/told.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.describe import NEUTER
from hearer.analysis.draft import Draft
from hearer.analysis.expressions.cues import cues_of, governor
from hearer.analysis.expressions.judge import SURELY, judged
from hearer.analysis.expressions.told import main_clause, told_before, told_in
from hearer.model import Agreement, Cue, Kind, ReferringExpression
from hearer.model.expression import Number
from hearer.model.state import Stateful, constant
from hearer.model.tree import NO_TREE, Tree

PLEONASTIC, NO_CUES = frozenset({Cue.PLEONASTIC}), frozenset[Cue]()
MAY_BE_TOLD = frozenset({Kind.PRONOUN, Kind.DEMONSTRATIVE})


class Shown(NamedTuple):
    """What the context of an expression shows."""

    lemma: str = ""
    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    clauses: tuple[ReferringExpression, ...] = ()
    nothing: int = 0  # hundredths
    because: str = ""


NOTHING_SHOWN = Shown()


@dataclass(slots=True, eq=False)
class CueContext(Stateful):
    """Shows cues, and remembers the last two utterances: what they told may be meant."""

    earlier: Tree = NO_TREE
    before: Tree = NO_TREE
    now: Tree = NO_TREE
    told: tuple[ReferringExpression, ...] | None = constant(default=None)  # before, once asked

    def begin(self, tree: Tree) -> None:
        self.earlier, self.before, self.now = self.before, self.now, tree
        self.told = None

    def of(self, tree: Tree, draft: Draft, *, is_speech: bool) -> Shown:
        cues, governed = cues_of(tree, draft, is_speech=is_speech), governor(tree, draft)
        if not draft.is_pronoun:
            return Shown(draft.lemma, governed, cues)
        told: tuple[ReferringExpression, ...] = ()
        nothing, because = 0, ""
        if draft.kind in MAY_BE_TOLD and is_neuter(draft.agreement):
            told = (*told_before(tree, draft.head), *self._told())
        if tree.forms[draft.head].lower() == "it":
            nothing, because = judged(tree, draft.head)
            cues |= PLEONASTIC if nothing >= SURELY else NO_CUES
        return Shown(draft.lemma, governed, cues, clauses=told, nothing=nothing, because=because)

    def _told(self) -> tuple[ReferringExpression, ...]:
        """What was told in the utterance before, and the main clause of the one before that."""
        if self.told is None:
            main = main_clause(self.earlier)
            self.told = (*told_in(self.before), main) if main else told_in(self.before)
        return self.told


def is_neuter(agreement: Agreement) -> bool:
    """Whether a pronoun stands for one thing, and no person: *it*, *this*."""
    return Number.SINGULAR in agreement.number and agreement.gender == NEUTER
