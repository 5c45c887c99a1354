"""The utterances of a document (sentences or clauses) and their Cf, linked to what they update.

Sentences and clauses in text order each update the one before. In Kameyama's hierarchy (1998) an
embedded clause updates its host as far as that has been read; at its end what it adds comes last in
the Cf of the host, or is lost with reported speech: see Levels in algorithms/centering.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from hearer.algorithms import centering as theory
from hearer.algorithms.base import Rank
from hearer.algorithms.centering import gum_rank
from hearer.algorithms.text_units import WHOLE, Levels, Unit
from hearer.analysis.clauses import clause_heads, elliptical_subject, outline
from hearer.analysis.speech import QuotedWords
from hearer.evaluation.centering.mentions import RankedMention, Realizations
from hearer.evaluation.centering.ways import CenteringUnit, CfRank
from hearer.model import Discourse, Element, Entity, Familiarity, Kind, Utterance
from hearer.model.tree import Tree

POPPED = 1_000_000  # the grade of what comes behind the whole Cf of a host
# How many places of a rank order entities; the rest is text order, which breaks ties.
GRADES = {CfRank.GRAMMATICAL: 3, CfRank.GUM: 5, CfRank.STATUS: 1, CfRank.SURFACE: None}
KeyedMention = tuple[RankedMention, Rank]


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


def units(
    trees: Iterable[Tree], realized: Realizations, unit: CenteringUnit
) -> Iterator[RankedUnit]:
    """Return the utterances of a document with what they realize."""
    for tree in trees:
        utterance = tree.utterance
        said = realized[utterance.number]
        if unit is CenteringUnit.SENTENCE or not said:
            yield RankedUnit(utterance, 0, said)
            continue
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
            head=n,
            kind=Kind.ELLIPSIS,
            relation="nsubj",
        )
        status = Familiarity.EVOKED
        element = replace(
            subject.element, position=n - 0.5, familiarity=status, expression=expression
        )
        gum = subject.gum._replace(infstat="giv:act", first=n, last=n, relation="nsubj")
        yield RankedMention(element, gum, is_pronoun=True)


def linked_units(
    discourse: Discourse, realized: Realizations, unit: CenteringUnit, rank: CfRank
) -> list[LinkedUnit]:
    """Return the utterances of a document, ranked, and linked to what they update."""
    trees = {one.number: Tree(one) for one in discourse.utterances}
    pieces = list(units(trees.values(), realized, unit))
    elements = [_elements(piece, rank, trees[piece.utterance.number]) for piece in pieces]
    ranked = [_graded(found, GRADES[rank]) for found in elements]
    if unit is CenteringUnit.KAMEYAMA:
        hierarchy = _Hierarchy(ranked, list(map(_as_first_heard, pieces, elements)))
        for number, sentence in groupby(pieces, key=lambda piece: piece.utterance.number):
            hierarchy.hear(trees[number], list(sentence))
        return hierarchy.linked
    befores = [None, *range(len(pieces))]
    return [*map(LinkedUnit, pieces, ranked, befores, [RankedCf(), *ranked])]


def _elements(piece: RankedUnit, rank: CfRank, tree: Tree) -> list[KeyedMention]:
    """Return what is realized, each entity once, at its best rank.

    What a mention realizes indirectly comes right behind it.
    """
    keys: dict[CfRank, Callable[[RankedMention], Rank]] = {
        CfRank.GUM: lambda one: gum_rank(one.gum),
        CfRank.GRAMMATICAL: lambda one: theory.grammatical_rank(tree)(one.element),
        CfRank.STATUS: lambda one: theory.status_rank(one.element),
        CfRank.SURFACE: lambda one: theory.surface_rank(one.element),
    }
    keyed = [(one, (*keys[rank](one), *[1] * one.is_indirect)) for one in piece.said]
    best: dict[str, KeyedMention] = {}
    for one, key in sorted(keyed, key=itemgetter(1)):
        best.setdefault(one.element.entity, (one, key))
    return list(best.values())


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

    def hear(self, tree: Tree, sentence: Sequence[RankedUnit]) -> None:
        """Link the clauses of a sentence."""
        outlined = outline(tree, self.quoted.mark(tree.utterance))
        self.levels.begin(outlined)
        clauses = {clause.head: clause for clause in outlined.clauses}
        for number, piece in enumerate(sentence, len(self.linked)):
            clause = clauses.get(piece.head, WHOLE)
            first = piece.said[0].element.position if piece.said else 0
            before = self._place(next(iter(self.levels.enter(clause, first)), None))
            self.levels.put(clause, Unit(self.cfs[number], Entity(str(number))))
            self.linked.append(LinkedUnit(piece, self.ranked[number], *before))
        self.levels.end()

    def _place(self, unit: Unit | None) -> tuple[int | None, RankedCf]:
        """Return the number of a unit, and its Cf as far as it is read, with what was popped."""
        if unit is None or unit.cb is None:
            return None, RankedCf()
        own = self.ranked[int(unit.cb)]
        grades = dict(zip(own.cf, own.grades, strict=True))
        entities = tuple(map(str, unit.entities))
        graded = (grades.get(one, POPPED + n) for n, one in enumerate(entities))
        return int(unit.cb), RankedCf(entities, tuple(graded))
