"""The table of utterances, with their centers.

utterance_rows    a row for every utterance of a document
centers           the centers of every utterance, by number, as `hearer centering` has them

Cf is ranked by grammatical function, the Cb is that of Constraint 3, and transitions are those of
Table 1: what `hearer centering` takes if nothing else is said, on the entities as they were
resolved.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hearer.algorithms.centering import centering as theory
from hearer.corpora.schema import Row
from hearer.corpora.tables.source import RowSource
from hearer.evaluation.centering.mentions import PRONOUNS
from hearer.model import Element, Interpretation, ReferringExpression
from hearer.model.tree import Tree


class CentersHere(NamedTuple):
    """The centers of one utterance, and how it got to them."""

    cf: tuple[str, ...]
    cb: str | None
    cp: str | None
    transition: str
    violates_rule_1: bool


def utterance_rows(source: RowSource) -> Iterator[Row]:
    """The utterances in order; `TABLES` says what the values are."""
    document, found, layout, *_ = source
    paragraph, known = 0, centers(found)
    begins = [segment.first for segment in found.segments]
    for utterance in found.discourse.utterances:
        paragraph += utterance.begins_paragraph or not paragraph
        number, size = utterance.number, len(utterance.forms)
        start, end = layout.stretch(number, 1, size)
        yield (
            document, number, paragraph, bisect_right(begins, number) or None,
            start, end, size, layout.said(start or 0, end or 0),
            utterance.name or None, utterance.speaker or None, utterance.is_heading,
            *known[number],
        )  # fmt: skip


def centers(found: Interpretation) -> Mapping[int, CentersHere]:
    """The centers of every utterance, by its number."""
    realized: dict[int, list[ReferringExpression]] = {}
    for expression in found.expressions:
        realized.setdefault(expression.utterance, []).append(expression)
    before = theory.Centers()
    known: dict[int, CentersHere] = {}
    for utterance in found.discourse.utterances:
        said = realized.get(utterance.number, [])
        cf = _cf(said, Tree(utterance)) if said else ()
        now = theory.Centers(cf, theory.cb_constraint_3(before.cf, cf))
        pronouns = {one.referent for one in said if one.kind in PRONOUNS}
        known[utterance.number] = CentersHere(
            cf, now.cb, now.cp, theory.transition(before, now).value,
            violates_rule_1=theory.violates_rule_1(before.cf, now, pronouns),
        )  # fmt: skip
        before = now
    return known


def _cf(said: list[ReferringExpression], tree: Tree) -> tuple[str, ...]:
    ranked = theory.cf(map(Element.of, said), theory.grammatical_rank(tree))
    return tuple(element.entity for element in ranked)
