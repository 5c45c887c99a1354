"""The utterances of centering: what Ui and Ui-1 are when a sentence holds several.

    Size                what counts as an utterance
    Unit                what an utterance realizes: Cf as elements, and Cb
    units_of            the expressions of a sentence, utterance by utterance
    with_shared_subject the expressions of a clause, with the subject it shares
    Levels              which utterances come before one: chains, embedding, push and pop

Kameyama (1998), as section 4 of Strube (1998) tells it: tensed clauses are utterances. Most make
a chain on one level. Reported speech is embedded, and lost to the level above when it ends. Other
complements and relative clauses are embedded too, but what they add comes last in the Cf above.

Analysis tells of the ε of Table 5 where it knows what it stands for. "He came in and ε saw Tony":
an algorithm that decides on *he* when the clause is over has to add the ε itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice

from hearer.algorithms.centering.centering import Centers
from hearer.model import (
    Clause,
    Element,
    Entity,
    Familiarity,
    Kind,
    Level,
    Outline,
    ReferringExpression,
)
from hearer.model.part import Part, given
from hearer.model.tree import Tree, base

TOP = 0  # the level of main clauses; embedded levels are named after the clause that opens them
CARRIED_UNITS, CARRIED_CF = 8, 4  # from one breath to the next: there may be many readings
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
    cb: Entity | None = None

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Cf, without the expressions."""
        return tuple(element.entity for element in self.cf)

    @property
    def centers(self) -> Centers:
        return Centers(self.entities, self.cb)


def units_of(
    outline: Outline, expressions: Iterable[ReferringExpression], size: Size
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


def clause_of(outline: Outline, expression: ReferringExpression, size: Size) -> Clause:
    """The utterance, in the sense of `size`, that an expression belongs to."""
    if size is Size.SENTENCE:
        return WHOLE
    found = next((c for c in outline.clauses if c.head == expression.clause), None)
    if found is None:
        return WHOLE
    return found if size is Size.CLAUSE else Clause(found.full, TOP, Level.TOP, found.full)


def with_shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, tree: Tree
) -> tuple[ReferringExpression, ...]:
    """The expressions of `clause`, and the subject of the clause `above` if it has none itself."""
    shared = _shared_subject(clause, expressions, above, tree)
    if shared is None:
        return tuple(expressions)
    ellipsis = replace(
        shared.expression,
        text="ε",
        position=clause.head - 0.5,
        is_pronoun=False,
        entity=shared.entity,
        familiarity=Familiarity.EVOKED,
        kind=Kind.ELLIPSIS,
        relation="nsubj",
        clause=clause.head,
        hangs_on=0,
    )
    return (*expressions, ellipsis)


def _shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, tree: Tree
) -> Element | None:
    head = clause.head
    if tree.bases[head] != "conj" or tree.has(head, "nsubj", "csubj", "expl"):
        return None
    if any(not expression.is_spoken for expression in expressions):
        return None
    first, number = tree.heads[head], tree.utterance.number
    here = (x for x in above.cf if x.expression.utterance == number)
    return next((x for x in here if _is_subject_of(tree, first, x.expression)), None)


def _is_subject_of(tree: Tree, verb: int, expression: ReferringExpression) -> bool:
    if not expression.is_spoken:
        return expression.head == verb and base(expression.relation) == "nsubj"
    return tree.heads[expression.head] == verb and tree.bases[expression.head] == "nsubj"


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


@dataclass(slots=True, eq=False)
class Levels(Part):
    """The chains of utterances, latest first: one for the top level, one per open embedding."""

    reach: int = given(default=64)
    chains: dict[int, tuple[_Link, ...]] = field(default_factory=lambda: {TOP: ()})
    clauses: dict[int, Clause] = field(default_factory=dict)  # of this sentence, by their heads
    entered: dict[int, tuple[Unit, ...]] = field(default_factory=dict)

    def fault(self) -> str:
        if not {TOP} <= self.chains.keys() <= {TOP, *self.clauses}:
            return "there is no chain of the top level, or one of no clause"
        over = {head: clause.parent for head, clause in self.clauses.items()}
        for _ in self.clauses:  # one step up each time: who goes in a circle never arrives
            over = {head: self.clauses[n].parent for head, n in over.items() if n in self.clauses}
        return "clauses are embedded in each other" if over else ""

    def begin(self, outline: Outline) -> None:
        if outline.goes_on:
            self._carry_over()
        self.clauses = {clause.head: clause for clause in outline.clauses}

    def _carry_over(self) -> None:
        """Keep the first of the Cf of the last utterances: a long sentence goes on."""
        units = (link.unit for link in self.chains[TOP][:CARRIED_UNITS])
        kept = (_Link(replace(unit, cf=unit.cf[:CARRIED_CF])) for unit in units)
        self.chains = {TOP: tuple(kept)}

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Ui-1, Ui-2 and so on for the utterance that begins at `position`."""
        level = self._level(clause)
        self._pop_all_but(self._open_for(clause))
        if level not in self.chains:  # push
            self.chains[level] = self.chains[self._level_above(self.clauses[level])]
        if clause.head not in self.entered:
            chain = self.chains[level]
            self.entered[clause.head] = tuple(_so_far(link, position) for link in chain)
        return self.entered[clause.head]

    def put(self, clause: Clause, unit: Unit) -> None:
        """What an utterance has come to; it may go on after another one inside it."""
        level = self._level(clause)
        if known := self._find(level, clause.head):
            self._swap(level, known, replace(known, unit=unit))
        else:
            self.chains[level] = (_Link(unit, clause.head), *self.chains[level])[: self.reach]

    def unit(self, clause: Clause) -> Unit:
        """What an utterance has come to so far, with what was popped into it."""
        known = self._find(self._level(clause), clause.head)
        return known.whole if known else Unit()

    def end(self) -> None:
        """The sentence is over: pop all, and name clauses no longer."""
        self._pop_all_but({TOP})
        self.chains = {TOP: tuple(_Link(link.whole) for link in self.chains[TOP])}
        self.clauses, self.entered = {}, {}

    @property
    def latest(self) -> Unit:
        """The last utterance of the top level."""
        return self.chains[TOP][0].whole if self.chains[TOP] else Unit()

    def _upwards(self, clause: Clause) -> Iterator[Clause]:
        """A clause and those that it continues or is embedded in."""
        while clause.head != TOP:
            yield clause
            clause = self.clauses.get(clause.parent, WHOLE)
        yield WHOLE

    def _level(self, clause: Clause) -> int:
        first = next(over for over in self._upwards(clause) if over.level is not Level.SAME)
        return first.head if first.level in EMBEDDED else TOP

    def _level_above(self, clause: Clause) -> int:
        """The lowest open level that a clause is embedded in."""
        levels = map(self._level, islice(self._upwards(clause), 1, None))
        return next(level for level in levels if level in self.chains)

    def _open_for(self, clause: Clause) -> set[int]:
        """The levels a clause stands on: its own, and those above."""
        return {*map(self._level, self._upwards(clause))}

    def _pop_all_but(self, levels: set[int]) -> None:
        for level in reversed(tuple(self.chains)):
            if level not in levels:
                self._pop(level)

    def _pop(self, level: int) -> None:
        """End an embedding; what is new in an accessible one goes behind the Cf of its host."""
        chain, opener = self.chains.pop(level), self.clauses[level]
        if opener.level is Level.INACCESSIBLE:
            return
        on_level = [link for link in chain if self._is_on(link, level)]
        above = self._level_above(opener)
        host = self._find(above, opener.parent)
        if host is None:  # it says nothing, or nothing yet: the clause stands in its place
            self.chains[above] = (*on_level, *self.chains[above])[: self.reach]
            return
        known = {element.entity for element in host.whole.cf}
        said = {x.entity: x for link in reversed(on_level) for x in link.whole.cf}
        new = (element for element in said.values() if element.entity not in known)
        self._swap(above, host, replace(host, popped=(*host.popped, *new)))

    def _is_on(self, link: _Link, level: int) -> bool:
        return link.head in self.clauses and self._level(self.clauses[link.head]) == level

    def _find(self, level: int, head: int) -> _Link | None:
        return next((link for link in self.chains.get(level, ()) if link.head == head), None)

    def _swap(self, level: int, old: _Link, new: _Link) -> None:
        chain = self.chains[level]
        self.chains[level] = tuple(new if link.head == old.head else link for link in chain)


def _so_far(link: _Link, position: float) -> Unit:
    """A unit as it was read before `position`; units of earlier sentences are read to the end."""
    if link.head is None:
        return link.unit
    return replace(link.unit, cf=tuple(x for x in link.whole.cf if x.position < position))
