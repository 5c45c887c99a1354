"""Utterances of centering: sentences, full clauses, or tensed clauses on levels (Kameyama 1998)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import ClassVar

from hearer.algorithms.base import Needs, Strategy
from hearer.algorithms.centering import Centers
from hearer.model import (
    NO_OUTLINE,
    Clause,
    Element,
    Entity,
    Event,
    Familiarity,
    Kind,
    Level,
    Outline,
    ReferringExpression,
    Step,
)
from hearer.model.state import Part, given
from hearer.model.tree import DEEPEST, Tree, base

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


def embedded(
    outline: Outline, expressions: Iterable[ReferringExpression]
) -> dict[int, list[ReferringExpression]]:
    """The expressions of accessible clauses, by the heads of the clauses they are embedded in."""
    found: dict[int, list[ReferringExpression]] = {}
    by_head = {clause.head: clause for clause in outline.clauses}
    for expression in expressions:
        clause = by_head.get(expression.clause, WHOLE)
        for _ in range(DEEPEST):
            if clause.level is not Level.ACCESSIBLE:
                break
            found.setdefault(clause.parent, []).append(expression)
            clause = by_head.get(clause.parent, WHOLE)
    return found


def with_shared_subject(
    clause: Clause, expressions: Sequence[ReferringExpression], above: Unit, tree: Tree
) -> tuple[ReferringExpression, ...]:
    """The expressions of `clause`, with an ε for the subject that it shares with the one `above`.

    He came in and ε saw Tony: analysis leaves out the ε where it does not know who *he* is.
    """
    head, first = clause.head, tree.heads[clause.head]
    is_conjunct = tree.bases[head] == "conj" and not tree.has(head, "nsubj", "csubj", "expl")
    if not is_conjunct or any(not expression.is_spoken for expression in expressions):
        return tuple(expressions)
    for element in above.cf:
        said = element.expression
        governor, relation = said.head, base(said.relation)
        if said.utterance != tree.utterance.number:
            continue
        if said.is_spoken:
            governor, relation = tree.heads[said.head], tree.bases[said.head]
        if governor == first and relation == "nsubj":
            ellipsis = replace(
                said,
                text="ε",
                position=head - 0.5,
                is_pronoun=False,
                entity=element.entity,
                familiarity=Familiarity.EVOKED,
                kind=Kind.ELLIPSIS,
                relation="nsubj",
                clause=head,
                hangs_on=0,
            )
            return (*expressions, ellipsis)
    return tuple(expressions)


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
        if outline.goes_on:  # a long sentence: keep the first of the Cf of the last utterances
            units = (link.unit for link in self.chains[TOP][:CARRIED_UNITS])
            kept = (_Link(replace(unit, cf=unit.cf[:CARRIED_CF])) for unit in units)
            self.chains = {TOP: tuple(kept)}
        self.clauses = {clause.head: clause for clause in outline.clauses}

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Ui-1, Ui-2 and so on for the utterance that begins at `position`."""
        level = self._level(clause)
        self._pop_all_but({*map(self._level, self._upwards(clause))})
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

    def _pop_all_but(self, levels: set[int]) -> None:
        """End embeddings; what is new in an accessible one goes behind the Cf of its host."""
        for level in reversed([n for n in self.chains if n not in levels]):
            chain, opener = self.chains.pop(level), self.clauses[level]
            if opener.level is Level.INACCESSIBLE:
                continue
            known = ((link, self.clauses.get(link.head or TOP)) for link in chain)
            on_level = [link for link, clause in known if clause and self._level(clause) == level]
            above = self._level_above(opener)
            host = self._find(above, opener.parent)
            if host is None:  # it says nothing, or nothing yet: the clause stands in its place
                self.chains[above] = (*on_level, *self.chains[above])[: self.reach]
                continue
            said = {x.entity: x for link in reversed(on_level) for x in link.whole.cf}
            old = {element.entity for element in host.whole.cf}
            new = (element for element in said.values() if element.entity not in old)
            self._swap(above, host, replace(host, popped=(*host.popped, *new)))

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


# Algorithms ------------------------------------------------------------------------------------


class LookBack(StrEnum):
    """How far back step (3) goes."""

    SEGMENT = "segment"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True, kw_only=True)
class CenteringOptions:
    """What an utterance is, how far pronouns look back, and how many utterances are kept."""

    unit: Size = Size.CLAUSE
    fallback: LookBack = LookBack.SEGMENT
    reach: int = 64


@dataclass(eq=False)
class CenteringAlgorithm(Strategy):
    """Keeps the utterances heard on their levels; a segment begins anew."""

    needs: ClassVar[Needs] = Needs(parse=True)
    Options: ClassVar[type] = CenteringOptions

    options: CenteringOptions = given(default=CenteringOptions())
    outline: Outline = NO_OUTLINE
    levels: Levels = field(init=False)
    is_initial: bool = True

    def __post_init__(self) -> None:
        self.levels = Levels(self.options.reach)

    def begin_utterance(self, outline: Outline) -> None:
        self.outline = outline
        self.levels.begin(outline)

    def begin_segment(self) -> Step:
        """A segment starts anew; its first pronouns look for antecedents beside themselves."""
        self.is_initial = True
        if self.options.fallback is LookBack.SEGMENT:
            self.levels = Levels(self.options.reach)
            self.levels.begin(self.outline)
        return Step((), event=Event.SEGMENT)

    def in_view(self) -> tuple[Element, ...]:
        """The Cf of the previous utterance."""
        return self.levels.latest.cf

    def enter(self, clause: Clause, position: float) -> tuple[Unit, ...]:
        """Ui-1, Ui-2 and so on: at the beginning of a segment Ui-1 realizes nothing."""
        history = self.levels.enter(clause, position)
        if self.is_initial:
            history = (Unit(), *history)
        self.is_initial = False
        return history or (Unit(),)
