"""Units of text that count as utterances: sentences, full clauses, tensed clauses on levels.

The last are those of Megumi Kameyama (1998), Intrasentential centering.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from hearer.algorithms.centering import Centers
from hearer.model import (
    Clause,
    Element,
    Elements,
    Entity,
    Level,
    Outline,
    ReferringExpression,
    Stateful,
)

TOP = 0  # the level of main clauses; embedded levels are named after the clause that opens them
REACH = 64  # utterances of a chain that are kept


class Size(StrEnum):
    """The unit that counts as an utterance."""

    SENTENCE = "sentence"
    FULL_CLAUSE = "full-clause"  # section 4: each full clause of a compound sentence
    CLAUSE = "clause"  # Kameyama's: each tensed clause


class Unit(NamedTuple):
    """The Cf of an utterance, best first, and its Cb."""

    cf: Elements = ()
    cb: Entity | None = None

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities of Cf."""
        return tuple(element.entity for element in self.cf)

    @property
    def centers(self) -> Centers:
        return Centers(self.entities, self.cb)


def units_of(
    outline: Outline, expressions: Iterable[ReferringExpression], size: Size
) -> list[tuple[Clause, list[ReferringExpression]]]:
    """Group expressions by utterance, in the order of their first ones.

    A clause that realizes nothing is no utterance; a sentence that realizes nothing is.
    """
    heard: dict[Clause, list[ReferringExpression]] = {}
    for expression in sorted(expressions, key=lambda expression: expression.position):
        heard.setdefault(clause_of(outline, expression, size), []).append(expression)
    return [*heard.items()] or [(WHOLE, [])]


WHOLE = Clause(TOP, TOP, Level.TOP, TOP)


def clause_of(outline: Outline, expression: ReferringExpression, size: Size) -> Clause:
    """Return the utterance of an expression."""
    if size is Size.SENTENCE:
        return WHOLE
    found = by_head(outline).get(expression.clause, WHOLE)
    return found if size is Size.CLAUSE else Clause(found.full, TOP, Level.TOP, found.full)


def by_head(outline: Outline) -> dict[int, Clause]:
    """Return the clauses of an outline by their heads."""
    return {clause.head: clause for clause in outline.clauses}


def embedded(
    outline: Outline, expressions: Iterable[ReferringExpression]
) -> dict[int, list[ReferringExpression]]:
    """Return the expressions of accessible clauses by the heads of the clauses above them."""
    found: dict[int, list[ReferringExpression]] = {}
    clauses = by_head(outline)
    for expression in expressions:
        clause = clauses.get(expression.clause, WHOLE)
        while clause.level is Level.ACCESSIBLE:
            found.setdefault(clause.parent, []).append(expression)
            clause = clauses.get(clause.parent, WHOLE)
    return found


@dataclass(slots=True, eq=False)
class Levels(Stateful):
    """Chains of utterances: one for the top level, and one for each open embedding.

    A chain has the utterances of its level in order, by the head of their clause. Utterances of
    earlier sentences have negative numbers.
    """

    chains: dict[int, dict[int, Unit]] = field(default_factory=lambda: {TOP: {}})
    clauses: dict[int, Clause] = field(default_factory=dict)  # of this sentence, by their heads
    entered: dict[int, tuple[Unit, ...]] = field(default_factory=dict)

    def fault(self) -> str:
        if not {TOP} <= self.chains.keys() <= {TOP, *self.clauses}:
            return "there is no chain of the top level, or one of no clause"
        over = {head: clause.parent for head, clause in self.clauses.items()}
        for _ in self.clauses:  # go up one step each time: in a circle this never ends
            over = {head: self.clauses[n].parent for head, n in over.items() if n in self.clauses}
        return "clauses are embedded in each other" if over else ""

    def begin(self, outline: Outline) -> None:
        self.clauses = by_head(outline)

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Return Ui-1, Ui-2 and so on for the utterance that begins at `position`.

        When a segment begins, Ui-1 is empty.
        """
        level = self._level(clause)
        self._pop_all_but({*map(self._level, self._upwards(clause))})
        if level not in self.chains:  # push
            self.chains[level] = self._chain_above(self.clauses[level]).copy()
        if clause.head not in self.entered:
            chain = reversed(self.chains[level].items())
            self.entered[clause.head] = tuple(
                unit
                if n < 0
                else unit._replace(cf=tuple(x for x in unit.cf if x.position < position))
                for n, unit in chain
            )
        return self.entered[clause.head] or (Unit(),)

    def put(self, clause: Clause, unit: Unit) -> None:
        """Store an utterance; one that goes on keeps what was popped into it."""
        chain = self.chains[self._level(clause)]
        chain[clause.head] = _extended(unit, self.unit(clause).cf)
        self._cut(chain)

    def unit(self, clause: Clause) -> Unit:
        """Return the Cf and Cb of a clause so far, with those of embeddings that have ended."""
        return self.chains.get(self._level(clause), {}).get(clause.head, Unit())

    def end(self) -> None:
        """End the sentence: pop all embeddings, and forget its clauses."""
        self._pop_all_but({TOP})
        units = self.chains[TOP].values()
        self.chains = {TOP: dict(enumerate(units, start=-len(units)))}
        self.clauses, self.entered = {}, {}

    @property
    def latest(self) -> Unit:
        """The last utterance of the top level."""
        return next(reversed(self.chains[TOP].values()), Unit())

    def _upwards(self, clause: Clause) -> Iterator[Clause]:
        """Yield a clause and those that it continues or is embedded in."""
        while clause.head != TOP:
            yield clause
            clause = self.clauses.get(clause.parent, WHOLE)
        yield WHOLE

    def _level(self, clause: Clause) -> int:
        first = next(over for over in self._upwards(clause) if over.level is not Level.SAME)
        return TOP if first.level is Level.TOP else first.head

    def _chain_above(self, clause: Clause) -> dict[int, Unit]:
        """Return the chain of the lowest open level that a clause is embedded in."""
        levels = map(self._level, islice(self._upwards(clause), 1, None))
        return next(self.chains[level] for level in levels if level in self.chains)

    def _pop_all_but(self, levels: set[int]) -> None:
        """End embeddings; new entities of an accessible one go last in the Cf of its host."""
        for level in reversed([n for n in self.chains if n not in levels]):
            chain, opener = self.chains.pop(level), self.clauses[level]
            if opener.level is Level.INACCESSIBLE:
                continue
            inside = [
                n for n in chain if n in self.clauses and self._level(self.clauses[n]) == level
            ]
            above = self._chain_above(opener)
            if opener.parent in above:
                said = {x.entity: x for n in inside for x in chain[n].cf}
                above[opener.parent] = _extended(above[opener.parent], said.values())
            else:  # the host realizes nothing so far: the clause takes its place
                above.update((n, chain[n]) for n in inside)
                self._cut(above)

    def _cut(self, chain: dict[int, Unit]) -> None:
        for n in [*chain][:-REACH]:
            del chain[n]


def _extended(unit: Unit, elements: Iterable[Element]) -> Unit:
    """Return the unit with the elements whose entities it does not have at the end of its Cf."""
    known = {element.entity for element in unit.cf}
    return unit._replace(cf=(*unit.cf, *(x for x in elements if x.entity not in known)))
