"""Utterances that are linked to what they update, and Kameyama's hierarchy of clauses.

RankedUnit       an utterance or a clause of it, and what it realizes
RankedCf         entities, best first, with grades
LinkedUnit       an utterance with its Cf, and with what it is an update of
UnitBlock, LinkedUnits
                 all of them, and which of them keep together when a text is put in another order
in_hierarchy     the clauses of a document, linked as Kameyama (1998) has it

In the hierarchy an embedded clause updates its host as far as that is read; when it is over, what
it adds comes last in the Cf of the host, or is lost with reported speech: see Levels in
algorithms/centering/units.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from hearer.algorithms.centering.units import WHOLE, Levels, Unit
from hearer.analysis.expressions.clauses import clause_heads, outline
from hearer.analysis.speech.quotations import QuotedWords
from hearer.evaluation.centering.mentions import RankedMention
from hearer.model import Element, Entity, Utterance
from hearer.model.tree import Tree

POPPED = 1_000_000  # the grade of what comes behind the whole Cf of a host


class RankedUnit(NamedTuple):
    """An utterance or a clause of it, and what it realizes."""

    utterance: Utterance
    head: int  # of the clause, 0 for a whole sentence
    said: Sequence[RankedMention]

    @property
    def pronouns(self) -> set[str]:
        return {one.element.entity for one in self.said if one.is_pronoun}

    @property
    def text(self) -> str:
        return self.utterance.forms[self.head - 1] if self.head else self.utterance.text


class RankedCf(NamedTuple):
    """Entities, best first, and their grades: those of one grade only text order tells apart."""

    cf: tuple[str, ...] = ()
    grades: tuple[int, ...] = ()


class LinkedUnit(NamedTuple):
    """An utterance with its Cf; `before` is the number of the one it updates, if there is one."""

    piece: RankedUnit
    ranked: RankedCf
    before: int | None
    seen: RankedCf  # Cf(Ui-1), as far as it is read

    @property
    def cf(self) -> tuple[str, ...]:
        return self.ranked.cf


class UnitBlock(NamedTuple):
    """Utterances that keep together in whatever order; what follows updates the `last`.

    Without a `last`, it updates what these do: reported speech is forgotten when it is over.
    """

    units: range
    last: int | None
    seen: RankedCf


class LinkedUnits(NamedTuple):
    """The utterances of a document, and the blocks that other orders are made of."""

    units: Sequence[LinkedUnit]
    blocks: Sequence[UnitBlock]


def in_hierarchy(
    pieces: Sequence[RankedUnit],
    trees: Mapping[int, Tree],
    ranked: Sequence[RankedCf],
    cfs: Sequence[tuple[Element, ...]],
) -> LinkedUnits:
    """Kameyama's updates of clauses; `cfs` are their Cf's with where each entity is first heard."""
    hierarchy = _Hierarchy(ranked, cfs)
    for number, sentence in groupby(pieces, key=lambda piece: piece.utterance.number):
        hierarchy.hear(trees[number], list(sentence))
    return LinkedUnits(hierarchy.linked, hierarchy.blocks)


@dataclass(slots=True)
class _Hierarchy:
    """Hears one sentence after the other. What `Levels` takes for a Cb is a number of a unit."""

    ranked: Sequence[RankedCf]
    cfs: Sequence[tuple[Element, ...]]
    levels: Levels = field(default_factory=Levels)
    quoted: QuotedWords = field(default_factory=QuotedWords)
    linked: list[LinkedUnit] = field(default_factory=list)
    blocks: list[UnitBlock] = field(default_factory=list)

    def hear(self, tree: Tree, sentence: Sequence[RankedUnit]) -> None:
        """Link the clauses of a sentence, which is a block."""
        start = len(self.linked)
        outlined = outline(tree, clause_heads(tree), self.quoted.mark(tree.utterance))
        self.levels.begin(outlined)
        clauses = {clause.head: clause for clause in outlined.clauses}
        for number, piece in enumerate(sentence, start):
            clause = clauses.get(piece.head, WHOLE)
            first = piece.said[0].element.position if piece.said else 0
            before = self._place(next(iter(self.levels.enter(clause, first)), None))
            self.levels.put(clause, Unit(self.cfs[number], Entity(str(number))))
            self.linked.append(LinkedUnit(piece, self.ranked[number], *before))
        self.levels.end()
        last, seen = self._place(self.levels.latest)
        is_here = last is not None and last >= start
        self.blocks.append(
            UnitBlock(range(start, len(self.linked)), last if is_here else None, seen)
        )

    def _place(self, unit: Unit | None) -> tuple[int | None, RankedCf]:
        """The number of a unit, what of it is read, and what was popped into it."""
        if unit is None or unit.cb is None:
            return None, RankedCf()
        own = self.ranked[int(unit.cb)]
        grades = dict(zip(own.cf, own.grades, strict=True))
        entities = tuple(map(str, unit.entities))
        told = (grades.get(one, POPPED + n) for n, one in enumerate(entities))
        return int(unit.cb), RankedCf(entities, tuple(told))
