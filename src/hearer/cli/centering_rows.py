"""The rows of a centering table: one utterance, its centers, and what the S-list says of it.

Rank, Cb, Labels, Unit, Way    how centers are to be computed
Row, rows                      the table
units                          the utterances of a document, sentences or clauses
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.gum import gum_ranks
from hearer.algorithms.s_list.s_list import Coherence, SListAlgorithm, coherence
from hearer.analysis.expressions.clauses import clause_heads
from hearer.cli.centering_mentions import Realized
from hearer.model import Discourse, Element, Utterance
from hearer.model.tree import Tree

Realizations = Mapping[int, Sequence[Realized]]


class Rank(StrEnum):
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


class Unit(StrEnum):
    """What an utterance is; clauses come one after the other, as they stand in the text."""

    SENTENCE = "sentence"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Way:
    """How centers are to be computed."""

    rank: Rank = Rank.GRAMMATICAL
    cb: Cb = Cb.CONSTRAINT_3
    labels: Labels = Labels.TABLE_1
    unit: Unit = Unit.SENTENCE


@dataclass(frozen=True, slots=True)
class Row:
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


def rows(discourse: Discourse, realized: Realizations, way: Way) -> list[Row]:
    """The centers of every utterance of a document."""
    pieces = list(units(discourse, realized, way.unit))
    cfs = [_cf(utterance, said, way.rank) for utterance, _, said in pieces]
    choose = theory.cb_constraint_3 if way.cb is Cb.CONSTRAINT_3 else theory.cb_current_rank
    befores = [(), *cfs]
    centers = [
        theory.Centers(cf, choose(before, cf)) for before, cf in zip(befores, cfs, strict=False)
    ]
    named = _named(centers, way.labels)
    coherent = _coherence(discourse, realized)
    return [
        _row(discourse, unit, (before, now, label), coherent)
        for unit, before, now, label in zip(
            pieces, [theory.Centers(), *centers], centers, named, strict=False
        )
    ]


Piece = tuple[Utterance, int, Sequence[Realized]]


def _row(
    discourse: Discourse,
    unit: Piece,
    centers: tuple[theory.Centers, theory.Centers, str],
    coherent: Mapping[int, Coherence],
) -> Row:
    (utterance, head, said), (before, now, label) = unit, centers
    pronouns = {x.element.entity for x in said if x.is_pronoun}
    return Row(
        discourse.name,
        utterance.number,
        utterance.name,
        head,
        now.cf,
        now.cb,
        now.cp,
        label,
        theory.violates_rule_1(before.cf, now, pronouns),
        theory.is_cheap(before, now),
        coherent[utterance.number],
        utterance.text if not head else utterance.forms[head - 1],
    )


def units(discourse: Discourse, realized: Realizations, unit: Unit) -> Iterator[Piece]:
    """The utterances of a document with what they realize; a clause comes with its head."""
    for utterance in discourse.utterances:
        said = realized[utterance.number]
        if unit is Unit.SENTENCE or not said:
            yield utterance, 0, said
            continue
        heads = clause_heads(Tree(utterance))
        clauses: dict[int, list[Realized]] = {}
        for one in sorted(said, key=lambda one: one.element.position):
            clauses.setdefault(heads[one.element.expression.head], []).append(one)
        yield from ((utterance, head, found) for head, found in clauses.items())


def _cf(utterance: Utterance, said: Sequence[Realized], rank: Rank) -> tuple[str, ...]:
    if rank is Rank.GUM:
        return tuple(gum_ranks(one.gum for one in said))
    ranking = {
        Rank.GRAMMATICAL: theory.grammatical_rank(Tree(utterance)),
        Rank.STATUS: theory.status_rank,
        Rank.SURFACE: theory.surface_rank,
    }[rank]
    return tuple(element.entity for element in theory.cf((one.element for one in said), ranking))


def _named(centers: Sequence[theory.Centers], labels: Labels) -> list[str]:
    if labels is Labels.POESIO:
        return [str(label) for label in theory.poesio_labels(centers)]
    befores = [theory.Centers(), *centers]
    return [str(theory.transition(*pair)) for pair in zip(befores, centers, strict=False)]


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
