"""The context of expressions, for algorithms that weigh it.

Context       what is shown of an expression beside itself: nothing, in the paper's profile
CueContext    lemma, governor, cues, and a clause that may be meant
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hearer.analysis.expressions import told_clauses
from hearer.analysis.expressions.cues import cues_of, governor
from hearer.analysis.expressions.draft import Draft
from hearer.model import Cue, ReferringExpression
from hearer.model.part import Part
from hearer.model.tree import Tree


class Shown(NamedTuple):
    """What the context of an expression shows."""

    lemma: str = ""
    governor: str = ""
    cues: frozenset[Cue] = frozenset()
    event: ReferringExpression | None = None


NOTHING_SHOWN = Shown()


@dataclass(slots=True, eq=False)
class Context(Part):
    """Shows nothing: the algorithms of the literature look at expressions alone."""

    def begin(self, tree: Tree) -> None:
        """Take the next utterance."""

    def of(self, tree: Tree, draft: Draft, *, is_speech: bool) -> Shown:  # noqa: ARG002
        """What the context of a draft shows."""
        return NOTHING_SHOWN


@dataclass(slots=True, eq=False)
class CueContext(Context):
    """Shows cues, and remembers the main clauses of the last utterance and of this one."""

    before: ReferringExpression | None = None
    now: ReferringExpression | None = None

    def begin(self, tree: Tree) -> None:
        """Take the next utterance, and what it tells."""
        self.before, self.now = self.now, told_clauses.main_clause(tree)

    def of(self, tree: Tree, draft: Draft, *, is_speech: bool) -> Shown:
        """What the context of a draft shows."""
        cues = cues_of(tree, draft, is_speech=is_speech)
        event = None
        if not cues.isdisjoint(told_clauses.CUES):
            event = told_clauses.event_of(tree, draft.head, self.before)
        return Shown(draft.lemma, governor(tree, draft), cues, event)
