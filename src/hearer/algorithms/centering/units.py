"""The utterances of centering: what Ui and Ui-1 are when a sentence holds several.

    Size                what counts as an utterance
    Unit                what an utterance realizes: Cf as elements, and Cb
    units_of            the expressions of a sentence, utterance by utterance
    Levels              which utterances come before one: chains, embedding, push and pop

Kameyama (1998), as section 4 of Strube (1998) tells it: tensed clauses are utterances. Most make
a chain on one level. Reported speech is embedded, and lost to the level above when it ends. Other
complements and relative clauses are embedded too, but what they add comes last in the Cf above.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from hearer.algorithms.centering.centering import Centers
from hearer.model import Clause, Element, Level, Outline, ReferringExpression

TOP = 0  # the level of main clauses; embedded levels are named after the clause that opens them
EMBEDDED = frozenset({Level.ACCESSIBLE, Level.INACCESSIBLE})


class Size(StrEnum):
    """What counts as an utterance."""

    SENTENCE = "sentence"
    FULL_CLAUSE = "full-clause"  # section 4: each full clause of a compound sentence
    CLAUSE = "clause"  # Kameyama's: each tensed clause


@dataclass(frozen=True, slots=True)
class Unit:
    """An utterance that has been understood: its Cf, best first, and its Cb."""

    cf: tuple[Element, ...] = ()
    cb: str | None = None

    @property
    def centers(self) -> Centers:
        return Centers(tuple(element.entity for element in self.cf), self.cb)


def units_of(
    outline: Outline | None, expressions: Iterable[ReferringExpression], size: Size
) -> tuple[tuple[Clause, tuple[ReferringExpression, ...]], ...]:
    """The expressions of each utterance, in the order in which their first ones are heard.

    A clause that realizes nothing is no utterance; a sentence that realizes nothing is.
    """
    heard: dict[Clause, list[ReferringExpression]] = {}
    for expression in sorted(expressions, key=lambda expression: expression.position):
        heard.setdefault(clause_of(outline, expression, size), []).append(expression)
    if not heard:
        return ((WHOLE, ()),)
    return tuple((clause, tuple(found)) for clause, found in heard.items())


WHOLE = Clause(TOP, TOP, Level.TOP, TOP)


def clause_of(outline: Outline | None, expression: ReferringExpression, size: Size) -> Clause:
    """The utterance, in the sense of `size`, that an expression belongs to."""
    if outline is None or size is Size.SENTENCE:
        return WHOLE
    found = next((c for c in outline.clauses if c.head == expression.clause), None)
    if found is None:
        return WHOLE
    return found if size is Size.CLAUSE else Clause(found.full, TOP, Level.TOP, found.full)


@dataclass(frozen=True, slots=True)
class _Link:
    """A unit in a chain, the clause it is, and what was popped into it."""

    unit: Unit
    head: int | None = None  # None when its sentence has ended
    popped: tuple[Element, ...] = ()

    @property
    def whole(self) -> Unit:
        known = {element.entity for element in self.unit.cf}
        new = tuple(element for element in self.popped if element.entity not in known)
        return replace(self.unit, cf=(*self.unit.cf, *new))


class Levels:
    """The chains of utterances, latest first: one for the top level, one per open embedding."""

    def __init__(self, reach: int = 64) -> None:
        self.reach = reach
        self._chains: dict[int, tuple[_Link, ...]] = {TOP: ()}
        self._clauses: dict[int, Clause] = {}  # of this sentence, by their heads
        self._entered: dict[int, tuple[Unit, ...]] = {}

    def copy(self) -> Levels:
        other = Levels(self.reach)
        other._chains = self._chains.copy()
        other._clauses = self._clauses.copy()
        other._entered = self._entered.copy()
        return other

    def begin(self, outline: Outline | None) -> None:
        """Take note of the clauses of the next sentence."""
        self._clauses = {clause.head: clause for clause in outline.clauses} if outline else {}

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Ui-1, Ui-2 and so on for the utterance that begins at `position`."""
        level = self._level(clause)
        self._pop_all_but(self._open_for(clause))
        if level not in self._chains:  # push
            self._chains[level] = self._chains[self._level_above(self._clauses[level])]
        if clause.head not in self._entered:
            chain = self._chains[level]
            self._entered[clause.head] = tuple(_so_far(link, position) for link in chain)
        return self._entered[clause.head]

    def put(self, clause: Clause, unit: Unit) -> None:
        """What an utterance has come to; it may go on after another one inside it."""
        level = self._level(clause)
        chain = self._chains[level]
        known = next((link for link in chain if link.head == clause.head), None)
        if known is None:
            self._chains[level] = (_Link(unit, clause.head), *chain)[: self.reach]
        else:
            self._swap(level, known, replace(known, unit=unit))

    def unit(self, clause: Clause) -> Unit:
        """What an utterance has come to so far, with what was popped into it."""
        chain = self._chains.get(self._level(clause), ())
        return next((link.whole for link in chain if link.head == clause.head), Unit())

    def end(self) -> None:
        """The sentence is over: pop all, and name clauses no longer."""
        self._pop_all_but({TOP})
        self._chains = {TOP: tuple(_Link(link.whole) for link in self._chains[TOP])}
        self._clauses, self._entered = {}, {}

    @property
    def history(self) -> tuple[Unit, ...]:
        """The utterances of the top level, latest first."""
        return tuple(link.whole for link in self._chains[TOP])

    def _level(self, clause: Clause) -> int:
        seen = 0
        while clause.level is Level.SAME and seen < len(self._clauses):
            clause, seen = self._parent(clause), seen + 1
        return clause.head if clause.level in EMBEDDED else TOP

    def _parent(self, clause: Clause) -> Clause:
        return self._clauses.get(clause.parent, WHOLE)

    def _level_above(self, clause: Clause) -> int:
        """The lowest open level that a clause is embedded in."""
        for _ in range(len(self._clauses)):
            clause = self._parent(clause)
            if self._level(clause) in self._chains:
                return self._level(clause)
        return TOP

    def _open_for(self, clause: Clause) -> set[int]:
        """The levels a clause stands on: its own, and those above."""
        levels = {TOP}
        for _ in range(len(self._clauses)):
            levels.add(self._level(clause))
            if clause.level is Level.TOP:
                break
            clause = self._parent(clause)
        return levels

    def _pop_all_but(self, levels: set[int]) -> None:
        for level in reversed(tuple(self._chains)):
            if level not in levels:
                self._pop(level)

    def _pop(self, level: int) -> None:
        """End an embedding; what is new in an accessible one goes behind the Cf of its host."""
        chain, opener = self._chains.pop(level), self._clauses[level]
        if opener.level is Level.INACCESSIBLE:
            return
        on_level = [link for link in chain if self._is_on(link, level)]
        above = self._level_above(opener)
        host = next((link for link in self._chains[above] if link.head == opener.parent), None)
        if host is None:  # it says nothing, or nothing yet: the clause stands in its place
            self._chains[above] = (*on_level, *self._chains[above])[: self.reach]
            return
        known = {element.entity for element in host.whole.cf}
        said = {x.entity: x for link in reversed(on_level) for x in link.whole.cf}
        new = (element for element in said.values() if element.entity not in known)
        self._swap(above, host, replace(host, popped=(*host.popped, *new)))

    def _is_on(self, link: _Link, level: int) -> bool:
        return link.head in self._clauses and self._level(self._clauses[link.head]) == level

    def _swap(self, level: int, old: _Link, new: _Link) -> None:
        self._chains[level] = tuple(new if link is old else link for link in self._chains[level])


def _so_far(link: _Link, position: float) -> Unit:
    """A unit as it was read before `position`; units of earlier sentences are read to the end."""
    if link.head is None:
        return link.unit
    return replace(link.unit, cf=tuple(x for x in link.whole.cf if x.position < position))
