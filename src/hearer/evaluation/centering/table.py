"""The rows of a centering table: one utterance, its centers, and what the S-list says of it.

CfRank, Cb, Labels, CenteringUnit, CenteringWay    how centers are to be computed
CenteringRow                                       an utterance and its centers
CenteredDocument                                   a document, what it realizes, and its rows
centering_rows                                     the rows of a document
units                                              its utterances, sentences or clauses
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.gum import gum_ranks
from hearer.algorithms.s_list.s_list import Coherence, SListAlgorithm, coherence
from hearer.analysis.expressions.clauses import clause_heads
from hearer.evaluation.centering.mentions import RankedMention, Realizations
from hearer.model import Discourse, Element, Utterance
from hearer.model.tree import Tree

CenterChange = tuple[theory.Centers, theory.Centers]  # the centers before, and now


class CfRank(StrEnum):
    """What the Cf is ranked by."""

    GRAMMATICAL = "grammatical"
    GUM = "gum"
    STATUS = "status"
    SURFACE = "surface"


class Cb(StrEnum):
    """Which definition of the Cb."""

    CONSTRAINT_3 = "constraint-3"
    CURRENT_RANK = "current-rank"


class Labels(StrEnum):
    """Which names for transitions."""

    TABLE_1 = "table-1"
    POESIO = "poesio"


class CenteringUnit(StrEnum):
    """What an utterance is; clauses come one after the other, as they stand in the text."""

    SENTENCE = "sentence"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class CenteringWay:
    """How centers are to be computed."""

    rank: CfRank = CfRank.GRAMMATICAL
    cb: Cb = Cb.CONSTRAINT_3
    labels: Labels = Labels.TABLE_1
    unit: CenteringUnit = CenteringUnit.SENTENCE


@dataclass(frozen=True, slots=True)
class CenteringRow:
    """One utterance; `head` is the head of its clause, 0 for a whole sentence."""

    document: str
    utterance: int
    name: str
    head: int
    cf: tuple[str, ...]
    cb: str | None
    cp: str | None
    transition: str
    violates_rule_1: bool
    is_cheap: bool
    s_list: str
    text: str


@dataclass(frozen=True, slots=True)
class CenteredDocument:
    """A document, what it realizes, and the centers of its utterances."""

    discourse: Discourse
    realized: Realizations
    rows: Sequence[CenteringRow]
    way: CenteringWay


def centering_rows(
    discourse: Discourse, realized: Realizations, way: CenteringWay
) -> list[CenteringRow]:
    """The centers of every utterance of a document."""
    pieces = list(units(discourse, realized, way.unit))
    cfs = (_cf(piece, way.rank) for piece in pieces)
    choose = theory.cb_constraint_3 if way.cb is Cb.CONSTRAINT_3 else theory.cb_current_rank
    centers = [theory.Centers(cf, choose(before, cf)) for before, cf in pairwise([(), *cfs])]
    changes = list(pairwise([theory.Centers(), *centers]))
    s_list = _coherence(discourse, realized)
    labels = _transitions(changes, way.labels)
    return [
        _row(discourse.name, piece, change, transition=label, s_list=s_list[piece.utterance.number])
        for piece, change, label in zip(pieces, changes, labels, strict=True)
    ]


def _row(
    name: str, piece: RankedUnit, change: CenterChange, *, transition: str, s_list: str
) -> CenteringRow:
    before, now = change
    return CenteringRow(
        document=name,
        utterance=piece.utterance.number,
        name=piece.utterance.name,
        head=piece.head,
        cf=now.cf,
        cb=now.cb,
        cp=now.cp,
        transition=transition,
        violates_rule_1=theory.violates_rule_1(before.cf, now, piece.pronouns),
        is_cheap=theory.is_cheap(before, now),
        s_list=s_list,
        text=piece.text,
    )


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


def units(
    discourse: Discourse, realized: Realizations, unit: CenteringUnit
) -> Iterator[RankedUnit]:
    """The utterances of a document with what they realize; a clause comes with its head."""
    for utterance in discourse.utterances:
        said = realized[utterance.number]
        if unit is CenteringUnit.SENTENCE or not said:
            yield RankedUnit(utterance, 0, said)
            continue
        heads = clause_heads(Tree(utterance))
        clauses: dict[int, list[RankedMention]] = {}
        for one in sorted(said, key=lambda one: one.element.position):
            clauses.setdefault(heads[one.element.expression.head], []).append(one)
        yield from (RankedUnit(utterance, head, found) for head, found in clauses.items())


def _cf(piece: RankedUnit, rank: CfRank) -> tuple[str, ...]:
    if rank is CfRank.GUM:
        return tuple(gum_ranks(one.gum for one in piece.said))
    ranking = {
        CfRank.GRAMMATICAL: theory.grammatical_rank(Tree(piece.utterance)),
        CfRank.STATUS: theory.status_rank,
        CfRank.SURFACE: theory.surface_rank,
    }[rank]
    ranked = theory.cf((one.element for one in piece.said), ranking)
    return tuple(element.entity for element in ranked)


def _transitions(changes: Sequence[CenterChange], labels: Labels) -> list[str]:
    if labels is Labels.POESIO:
        return [str(label) for label in theory.poesio_labels(now for _, now in changes)]
    return [str(theory.transition(before, now)) for before, now in changes]


def _coherence(discourse: Discourse, realized: Realizations) -> dict[int, Coherence]:
    """Whether the S-list begins with the same entity as before, utterance by utterance."""
    s_list = SListAlgorithm(lambda _pronoun, _candidate: None)
    before: tuple[Element, ...] = ()
    found: dict[int, Coherence] = {}
    for utterance in discourse.utterances:
        for one in sorted(realized[utterance.number], key=lambda one: one.element.position):
            s_list.hear(one.element.expression)
        after = s_list.end_utterance(utterance.number).state
        found[utterance.number] = coherence(before, after)
        before = after
    return found
