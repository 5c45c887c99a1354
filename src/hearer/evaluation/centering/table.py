"""The rows of a centering table: one utterance, its centers, and what the S-list says of it.

CenteringRow        an utterance and its centers
CenteredDocument    a document, what it realizes, and its rows
centering_rows      the rows of a document
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.s_list.s_list import Coherence, SListAlgorithm, coherence
from hearer.evaluation.centering.changes import CenterChange, center_changes, transitions
from hearer.evaluation.centering.hierarchy import RankedUnit
from hearer.evaluation.centering.mentions import Realizations
from hearer.evaluation.centering.rules import rule_1
from hearer.evaluation.centering.units import DocumentUnits
from hearer.evaluation.centering.ways import CenteringWay
from hearer.model import Discourse, Element


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
    rule_1: str  # kept, violated or vacuous
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
    names: Mapping[str, str]  # of entities, where the file has numbers


def centering_rows(
    discourse: Discourse, realized: Realizations, way: CenteringWay
) -> list[CenteringRow]:
    """The centers of every utterance of a document."""
    every = DocumentUnits(discourse, {way.realization: realized})
    linked = every.linked(way.unit, way.realization, way.rank).units
    changes = center_changes(linked, way.cb)
    s_list = _coherence(discourse, realized)
    labels = transitions(linked, changes, way.labels)
    return [
        _row(
            discourse.name,
            one.piece,
            change,
            transition=label,
            s_list=s_list[one.piece.utterance.number],
        )
        for one, change, label in zip(linked, changes, labels, strict=True)
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
        rule_1=rule_1(before, now, piece.pronouns)["gjw95"],
        violates_rule_1=theory.violates_rule_1(before.cf, now, piece.pronouns),
        is_cheap=theory.is_cheap(before, now),
        s_list=s_list,
        text=piece.text,
    )


def _coherence(discourse: Discourse, realized: Realizations) -> dict[int, Coherence]:
    """Whether the S-list begins with the same entity as before, utterance by utterance."""
    s_list = SListAlgorithm(lambda _pronoun, _candidate: None)
    before: tuple[Element, ...] = ()
    found: dict[int, Coherence] = {}
    for utterance in discourse.utterances:
        said = (one for one in realized[utterance.number] if not one.is_indirect)
        for one in sorted(said, key=lambda one: one.element.position):
            s_list.hear(one.element.expression)
        after = s_list.end_utterance(utterance.number).state
        found[utterance.number] = coherence(before, after)
        before = after
    return found
