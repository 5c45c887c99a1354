"""The utterances of a document and their Cf, by every way there is.

units            the utterances of a document: sentences or clauses
DocumentUnits    the utterances of a document by all the ways there are, each computed once

Sentences and clauses are a chain: each updates the one before. Kameyama's clauses are not: see
hierarchy.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, pairwise
from operator import itemgetter

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.gum import gum_rank
from hearer.analysis.expressions.clauses import clause_heads, elliptical_subject
from hearer.evaluation.centering.hierarchy import (
    LinkedUnit,
    LinkedUnits,
    RankedCf,
    RankedUnit,
    UnitBlock,
    in_hierarchy,
)
from hearer.evaluation.centering.mentions import RankedMention, Realizations
from hearer.evaluation.centering.ways import CenteringUnit, CfRank, Realization
from hearer.model import Discourse, Element, Familiarity, Kind
from hearer.model.tree import Tree

# How much of a rank says what goes before what; the rest is text order, which breaks ties.
GRADES = {CfRank.GRAMMATICAL: 3, CfRank.GUM: 5, CfRank.STATUS: 1, CfRank.SURFACE: None}

KeyOf = Callable[[RankedMention], theory.SortKey]
KeyedMention = tuple[RankedMention, theory.SortKey]


def units(
    discourse: Discourse, realized: Realizations, unit: CenteringUnit
) -> Iterator[RankedUnit]:
    """The utterances of a document with what they realize; a clause comes with its head."""
    for utterance in discourse.utterances:
        said = realized[utterance.number]
        if unit is CenteringUnit.SENTENCE or not said:
            yield RankedUnit(utterance, 0, said)
            continue
        yield from _clauses(Tree(utterance), said, with_ellipsis=unit is CenteringUnit.KAMEYAMA)


def _clauses(
    tree: Tree, said: Sequence[RankedMention], *, with_ellipsis: bool
) -> Iterator[RankedUnit]:
    """The clauses of a sentence in the order in which something of each is first heard."""
    heads = clause_heads(tree)
    found = list(said)
    if with_ellipsis:  # it is zero, but a pronoun to Rule 1
        found = [one._replace(is_pronoun=True) if _is_ellipsis(one) else one for one in said]
        found += _ellipses(tree, said, heads)
    clauses: dict[int, list[RankedMention]] = {}
    for one in sorted(found, key=lambda one: one.element.position):
        clauses.setdefault(heads[one.element.expression.head], []).append(one)
    yield from (RankedUnit(tree.utterance, head, found) for head, found in clauses.items())


def _ellipses(
    tree: Tree, said: Sequence[RankedMention], heads: Sequence[int]
) -> Iterator[RankedMention]:
    """The ε of clauses that share the subject of another: "He came in and ε saw Tony"."""
    known = {one.element.expression.head for one in said if _is_ellipsis(one)}
    by_head: dict[int, RankedMention] = {}
    for one in said:
        if not one.is_indirect:
            by_head.setdefault(one.element.expression.head, one)
    for n in sorted({*heads} - known - {0}):
        if subject := by_head.get(elliptical_subject(tree, n)):
            yield _ellipsis(subject, n)


def _is_ellipsis(one: RankedMention) -> bool:
    return one.element.expression.kind is Kind.ELLIPSIS


def _ellipsis(subject: RankedMention, n: int) -> RankedMention:
    shared = subject.element.expression
    left_out = replace(shared, text="ε", position=n - 0.5, kind=Kind.ELLIPSIS, relation="nsubj")
    element = replace(
        subject.element, position=n - 0.5, familiarity=Familiarity.EVOKED, expression=left_out
    )
    gum = replace(subject.gum, infstat="giv:act", first=n, last=n, relation="nsubj")
    return RankedMention(element, gum, is_pronoun=True)


# Every way --------------------------------------------------------------------------------------


@dataclass(slots=True)
class DocumentUnits:
    """The utterances of a document; what several ways have in common is computed once."""

    discourse: Discourse
    realizations: Mapping[Realization, Realizations]
    pieces: dict[tuple[CenteringUnit, Realization], list[RankedUnit]] = field(default_factory=dict)
    keys: dict[CfRank, KeyOf] = field(default_factory=dict)
    trees: dict[int, Tree] = field(init=False)

    def __post_init__(self) -> None:
        self.trees = {one.number: Tree(one) for one in self.discourse.utterances}

    def linked(self, unit: CenteringUnit, realization: Realization, rank: CfRank) -> LinkedUnits:
        """The utterances, ranked, and linked to what they update."""
        realized = self.realizations[realization]
        if (unit, realization) not in self.pieces:
            self.pieces[unit, realization] = list(units(self.discourse, realized, unit))
        pieces = self.pieces[unit, realization]
        elements = [self._elements(piece, rank) for piece in pieces]
        ranked = [_graded(found, GRADES[rank]) for found in elements]
        if unit is CenteringUnit.KAMEYAMA:
            heard = list(map(_as_first_heard, pieces, elements))
            return in_hierarchy(pieces, self.trees, ranked, heard)
        befores = [RankedCf(), *ranked]
        return LinkedUnits(
            [
                LinkedUnit(piece, now, n - 1 if n else None, befores[n])
                for n, (piece, now) in enumerate(zip(pieces, ranked, strict=True))
            ],
            [UnitBlock(range(n, n + 1), n, now) for n, now in enumerate(ranked)],
        )

    def _elements(self, piece: RankedUnit, rank: CfRank) -> list[KeyedMention]:
        """What is realized, each entity once, at the best place it has."""
        key_of = self.keys.setdefault(rank, _remembered(partial(self._key, rank)))
        best: dict[str, KeyedMention] = {}
        for keyed in sorted(((one, key_of(one)) for one in piece.said), key=itemgetter(1)):
            best.setdefault(keyed[0].element.entity, keyed)
        return list(best.values())

    def _key(self, rank: CfRank, one: RankedMention) -> theory.SortKey:
        """What a mention is ranked by; what is realized through it comes right behind it."""
        behind = (1,) if one.is_indirect else ()
        if rank is CfRank.GUM:
            return (*gum_rank(one.gum), *behind)
        tree = self.trees[one.element.expression.utterance]
        ranking = {
            CfRank.GRAMMATICAL: theory.grammatical_rank(tree),
            CfRank.STATUS: theory.status_rank,
            CfRank.SURFACE: theory.surface_rank,
        }[rank]
        return (*ranking(one.element), *behind)


def _as_first_heard(piece: RankedUnit, found: Iterable[KeyedMention]) -> tuple[Element, ...]:
    """The Cf; each entity where it is heard first, since it is read from there on."""
    first: dict[str, float] = {}
    for one in piece.said:  # in text order
        first.setdefault(one.element.entity, one.element.position)
    return tuple(replace(x.element, position=first[x.element.entity]) for x, _ in found)


def _remembered(key: KeyOf) -> KeyOf:
    known: dict[int, theory.SortKey] = {}

    def key_of(one: RankedMention) -> theory.SortKey:
        if id(one) not in known:
            known[id(one)] = key(one)
        return known[id(one)]

    return key_of


def _graded(found: Iterable[KeyedMention], places: int | None) -> RankedCf:
    """The entities, and grades that go up where their ranks differ in more than text order."""
    keys = [(one.element.entity, key[:places]) for one, key in found]
    grades = accumulate((int(now[1] != before[1]) for before, now in pairwise([*keys[:1], *keys])))
    return RankedCf(tuple(entity for entity, _ in keys), tuple(grades))
