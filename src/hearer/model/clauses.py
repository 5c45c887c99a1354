"""The clauses of an utterance, as analysis outlines them for algorithms.

Level      how a tensed clause stands to the one above it
Clause     a tensed clause with the untensed ones it takes in
Outline    an utterance: its tree and its clauses
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hearer.model.text import Utterance
from hearer.model.tree import NO_TREE, Tree


class Level(StrEnum):
    """How a tensed clause stands to the one above it (Kameyama 1998, as section 4 has it)."""

    TOP = "top"  # the main clause
    SAME = "same level"  # a link in the chain: coordinated clauses, tensed adjuncts
    ACCESSIBLE = "embedded, accessible"  # non-report complements, relative clauses
    INACCESSIBLE = "embedded, inaccessible"  # reported and direct speech


@dataclass(frozen=True, slots=True)
class Clause:
    """A tensed clause with the untensed ones it takes in.

    `head` names it. `parent` is the clause it continues or is embedded in (0 for the main
    clause). `full` is the clause of a compound sentence that it belongs to: BFP's utterance.
    """

    head: int
    parent: int
    level: Level
    full: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The tree of an utterance and its clauses, in the order of their heads."""

    tree: Tree
    clauses: tuple[Clause, ...] = ()

    @property
    def utterance(self) -> Utterance:
        return self.tree.utterance

    def clause(self, head: int) -> Clause:
        return next(clause for clause in self.clauses if clause.head == head)


NO_OUTLINE = Outline(NO_TREE)
