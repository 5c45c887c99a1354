"""The utterances of a document, their Cf, and which utterance each one updates.

RankedUnit       an utterance or a clause of it, and what it realizes
RankedCf         entities, best first, with grades
LinkedUnit       an utterance with its Cf, and with what it is an update of
UnitBlock, LinkedUnits
                 all of them, and which of them keep together when a text is put in another order
units            the utterances of a document: sentences or clauses
DocumentUnits    the utterances of a document by all the ways there are, each computed once

Sentences and clauses are a chain: each updates the one before. In Kameyama's hierarchy an embedded
clause updates its host as far as that is read; when it is over, what it adds comes last in the Cf
of the host, or is lost with reported speech.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
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

# How much of a rank says what goes before what; the rest is text order, which breaks ties.
GRADES = {CfRank.GRAMMATICAL: 3, CfRank.GUM: 5, CfRank.STATUS: 1, CfRank.SURFACE: None}
POPPED = 1_000_000  # the grade of what comes behind the whole Cf of a host

KeyOf = Callable[[RankedMention], theory.SortKey]
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
    found = [*said, *(_ellipses(tree, said, heads) if with_ellipsis else ())]
    clauses: dict[int, list[RankedMention]] = {}
    for one in sorted(found, key=lambda one: one.element.position):
        clauses.setdefault(heads[one.element.expression.head], []).append(one)
    yield from (RankedUnit(tree.utterance, head, found) for head, found in clauses.items())


def _ellipses(
    tree: Tree, said: Sequence[RankedMention], heads: Sequence[int]
) -> Iterator[RankedMention]:
    """The ε of clauses that share the subject of another: "He came in and ε saw Tony"."""
    known = {one.element.expression.head for one in said if _is_ellipsis(one)}
    by_head = {one.element.expression.head: one for one in said if not _is_ellipsis(one)}
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
    return RankedMention(element, gum, is_pronoun=True)  # zero, but a pronoun to Rule 1


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
            return self._in_hierarchy(pieces, ranked, list(map(_as_first_heard, pieces, elements)))
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

    def _in_hierarchy(
        self,
        pieces: Sequence[RankedUnit],
        ranked: Sequence[RankedCf],
        cfs: Sequence[tuple[Element, ...]],
    ) -> LinkedUnits:
        """Kameyama's updates; what `Levels` takes for a Cb is the number of the utterance."""
        levels, quoted = Levels(), QuotedWords()
        linked: list[LinkedUnit] = []
        blocks: list[UnitBlock] = []
        for _, sentence in groupby(pieces, key=lambda piece: piece.utterance.number):
            start = len(linked)
            together = list(sentence)
            tree = self.trees[together[0].utterance.number]
            outlined = outline(tree, clause_heads(tree), quoted.mark(tree.utterance))
            levels.begin(outlined)
            clauses = {clause.head: clause for clause in outlined.clauses}
            for piece in together:
                clause = clauses.get(piece.head, WHOLE)
                first = piece.said[0].element.position if piece.said else 0
                before = _place(next(iter(levels.enter(clause, first)), None), ranked)
                levels.put(clause, Unit(cfs[len(linked)], Entity(str(len(linked)))))
                linked.append(LinkedUnit(piece, ranked[len(linked)], *before))
            levels.end()
            last, seen = _place(levels.latest, ranked)
            is_here = last is not None and last >= start
            blocks.append(UnitBlock(range(start, len(linked)), last if is_here else None, seen))
        return LinkedUnits(linked, blocks)


def _place(unit: Unit | None, ranked: Sequence[RankedCf]) -> tuple[int | None, RankedCf]:
    """The number of an utterance, and what of it is read, and what was popped into it."""
    if unit is None or unit.cb is None:
        return None, RankedCf()
    number = int(unit.cb)
    grades = dict(zip(ranked[number].cf, ranked[number].grades, strict=True))
    entities = tuple(map(str, unit.entities))
    told = (grades.get(one, POPPED + n) for n, one in enumerate(entities))
    return number, RankedCf(entities, tuple(told))


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
