"""The utterances of a document (sentences or clauses) and their Cf, linked to what they update.

Sentences and clauses in text order each update the one before. In Kameyama's hierarchy (1998) an
embedded clause updates its host as far as that has been read; at its end what it adds comes last in
the Cf of the host, or is lost with reported speech: see Levels in algorithms/centering/units.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.gum import gum_rank
from hearer.algorithms.centering.units import WHOLE, Levels, Unit
from hearer.analysis.expressions.clauses import clause_heads, elliptical_subject, outline
from hearer.analysis.speech.quotations import QuotedWords
from hearer.evaluation.centering.mentions import RankedMention, Realizations
from hearer.evaluation.centering.ways import CenteringUnit, CfRank, Realization
from hearer.model import Discourse, Element, Entity, Familiarity, Kind, Utterance
from hearer.model.tree import Tree

POPPED = 1_000_000  # the grade of what comes behind the whole Cf of a host
# How many places of a rank order entities; the rest is text order, which breaks ties.
GRADES = {CfRank.GRAMMATICAL: 3, CfRank.GUM: 5, CfRank.STATUS: 1, CfRank.SURFACE: None}
KeyedMention = tuple[RankedMention, theory.SortKey]


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
    """Entities, best first, and their grades; only text order orders those of one grade."""

    cf: tuple[str, ...] = ()
    grades: tuple[int, ...] = ()


class LinkedUnit(NamedTuple):
    """An utterance with its Cf; `before` is the number of the one it updates, if any."""

    piece: RankedUnit
    ranked: RankedCf
    before: int | None
    seen: RankedCf  # Cf(Ui-1), as far as it is read

    @property
    def cf(self) -> tuple[str, ...]:
        return self.ranked.cf


class UnitBlock(NamedTuple):
    """Utterances that stay together in other orders; what follows updates the `last`.

    Without a `last`, it updates what these update: reported speech is forgotten.
    """

    units: range
    last: int | None
    seen: RankedCf


class LinkedUnits(NamedTuple):
    """The utterances of a document, and the blocks that other orders consist of."""

    units: Sequence[LinkedUnit]
    blocks: Sequence[UnitBlock]


def units(
    discourse: Discourse, realized: Realizations, unit: CenteringUnit
) -> Iterator[RankedUnit]:
    """Return the utterances of a document with what they realize."""
    for utterance in discourse.utterances:
        said = realized[utterance.number]
        if unit is CenteringUnit.SENTENCE or not said:
            yield RankedUnit(utterance, 0, said)
            continue
        tree = Tree(utterance)
        heads = clause_heads(tree)
        found = list(said)
        if unit is CenteringUnit.KAMEYAMA:  # ε is a pronoun for Rule 1
            found = [one._replace(is_pronoun=True) if _is_ellipsis(one) else one for one in said]
            found += _ellipses(tree, said, heads)
        clauses: dict[int, list[RankedMention]] = {}  # in the order of their first mentions
        for one in sorted(found, key=lambda one: one.element.position):
            clauses.setdefault(heads[one.element.expression.head], []).append(one)
        yield from (RankedUnit(utterance, head, inside) for head, inside in clauses.items())


def _is_ellipsis(one: RankedMention) -> bool:
    return one.element.expression.kind is Kind.ELLIPSIS


def _ellipses(
    tree: Tree, said: Sequence[RankedMention], heads: Sequence[int]
) -> Iterator[RankedMention]:
    """Return ε for clauses that share the subject of another: "He came in and ε saw Tony"."""
    known = {one.element.expression.head for one in said if _is_ellipsis(one)}
    by_head: dict[int, RankedMention] = {}
    for one in said:
        if not one.is_indirect:
            by_head.setdefault(one.element.expression.head, one)
    for n in sorted({*heads} - known - {0}):
        subject = by_head.get(elliptical_subject(tree, n))
        if subject is None:
            continue
        expression = replace(
            subject.element.expression,
            text="ε",
            position=n - 0.5,
            kind=Kind.ELLIPSIS,
            relation="nsubj",
        )
        status = Familiarity.EVOKED
        element = replace(
            subject.element, position=n - 0.5, familiarity=status, expression=expression
        )
        gum = replace(subject.gum, infstat="giv:act", first=n, last=n, relation="nsubj")
        yield RankedMention(element, gum, is_pronoun=True)


@dataclass(slots=True)
class DocumentUnits:
    """The utterances of a document by all instantiations; common parts are computed once."""

    discourse: Discourse
    realizations: Mapping[Realization, Realizations]
    pieces: dict[tuple[CenteringUnit, Realization], list[RankedUnit]] = field(default_factory=dict)
    keys: dict[tuple[CfRank, int], theory.SortKey] = field(default_factory=dict)
    trees: dict[int, Tree] = field(init=False)

    def __post_init__(self) -> None:
        self.trees = {one.number: Tree(one) for one in self.discourse.utterances}

    def linked(self, unit: CenteringUnit, realization: Realization, rank: CfRank) -> LinkedUnits:
        """Return the utterances, ranked, and linked to what they update."""
        realized = self.realizations[realization]
        if (unit, realization) not in self.pieces:
            self.pieces[unit, realization] = list(units(self.discourse, realized, unit))
        pieces = self.pieces[unit, realization]
        elements = [self._elements(piece, rank) for piece in pieces]
        ranked = [_graded(found, GRADES[rank]) for found in elements]
        if unit is CenteringUnit.KAMEYAMA:
            hierarchy = _Hierarchy(ranked, list(map(_as_first_heard, pieces, elements)))
            for number, sentence in groupby(pieces, key=lambda piece: piece.utterance.number):
                hierarchy.hear(self.trees[number], list(sentence))
            return LinkedUnits(hierarchy.linked, hierarchy.blocks)
        befores = [RankedCf(), *ranked]
        return LinkedUnits(
            [
                LinkedUnit(piece, now, n - 1 if n else None, befores[n])
                for n, (piece, now) in enumerate(zip(pieces, ranked, strict=True))
            ],
            [UnitBlock(range(n, n + 1), n, now) for n, now in enumerate(ranked)],
        )

    def _elements(self, piece: RankedUnit, rank: CfRank) -> list[KeyedMention]:
        """Return what is realized, each entity once, at its best rank."""
        keyed = [(one, self._key(rank, one)) for one in piece.said]
        best: dict[str, KeyedMention] = {}
        for one, key in sorted(keyed, key=itemgetter(1)):
            best.setdefault(one.element.entity, (one, key))
        return list(best.values())

    def _key(self, rank: CfRank, one: RankedMention) -> theory.SortKey:
        """Return the sort key of a mention; what it realizes indirectly comes right behind it."""
        place = rank, id(one)  # mentions live as long as `pieces`
        if place not in self.keys:
            key: theory.SortKey
            if rank is CfRank.GUM:
                key = gum_rank(one.gum)
            elif rank is CfRank.GRAMMATICAL:
                tree = self.trees[one.element.expression.utterance]
                key = theory.grammatical_rank(tree)(one.element)
            else:
                ranking = theory.status_rank if rank is CfRank.STATUS else theory.surface_rank
                key = ranking(one.element)
            self.keys[place] = (*key, 1) if one.is_indirect else key
        return self.keys[place]


def _graded(found: Iterable[KeyedMention], places: int | None) -> RankedCf:
    """Return entities with grades, which rise where ranks differ in more than text order."""
    keys = [(one.element.entity, key[:places]) for one, key in found]
    grades = accumulate((int(now[1] != before[1]) for before, now in pairwise([*keys[:1], *keys])))
    return RankedCf(tuple(entity for entity, _ in keys), tuple(grades))


def _as_first_heard(piece: RankedUnit, found: Iterable[KeyedMention]) -> tuple[Element, ...]:
    """Return the Cf with each entity at its first position, since it is read from there on."""
    first: dict[str, float] = {}
    for one in piece.said:  # in text order
        first.setdefault(one.element.entity, one.element.position)
    return tuple(replace(x.element, position=first[x.element.entity]) for x, _ in found)


@dataclass(slots=True)
class _Hierarchy:
    """Links clauses sentence by sentence. The Cb of a `Unit` of Levels is the clause's number."""

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
        block = UnitBlock(range(start, len(self.linked)), last if is_here else None, seen)
        self.blocks.append(block)

    def _place(self, unit: Unit | None) -> tuple[int | None, RankedCf]:
        """Return the number of a unit, and its Cf as far as it is read, with what was popped."""
        if unit is None or unit.cb is None:
            return None, RankedCf()
        own = self.ranked[int(unit.cb)]
        grades = dict(zip(own.cf, own.grades, strict=True))
        entities = tuple(map(str, unit.entities))
        graded = (grades.get(one, POPPED + n) for n, one in enumerate(entities))
        return int(unit.cb), RankedCf(entities, tuple(graded))
