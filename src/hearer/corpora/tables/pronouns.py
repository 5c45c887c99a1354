"""The table of pronouns.

pronoun_rows    a row for every pronoun that was to be resolved
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.corpora.schema import Row, Value
from hearer.corpora.tables.layout import Layout
from hearer.corpora.tables.quoted import QuotationAt
from hearer.corpora.tables.reasons import reason
from hearer.corpora.tables.source import RowSource
from hearer.model import Resolution
from hearer.views.places import Places

DIGITS = 4  # of a confidence


def pronoun_rows(one: RowSource) -> Iterator[Row]:
    """The pronouns in the order of the text; `TABLES` says what the values are."""
    document, found, layout, _, quotations, line = one
    places, quotation_at = Places(found.discourse), QuotationAt(quotations)
    for resolution in sorted(found.resolutions, key=_order):
        pronoun = resolution.pronoun
        first, last = pronoun.own_words[0], pronoun.own_words[-1]
        start, end = layout.stretch(pronoun.utterance, first, last)
        end = end if pronoun.is_spoken else start
        place = places.of(pronoun.utterance, first)
        tally, sure = resolution.tally, resolution.confidence
        yield (
            document, layout.numbers.get(pronoun.id), pronoun.utterance, first, start, end,
            line - 1 + place.line if place.line else None, place.column or None,
            (start is not None and end is not None and layout.said(start, end)) or pronoun.text,
            pronoun.kind.value, resolution.label.value,
            resolution.entity, one.name(resolution.entity),
            None if sure is None else round(sure, DIGITS), reason(resolution, tally),
            *_antecedent(resolution, layout), tally.total(),
            None if start is None else quotation_at(start),
        )  # fmt: skip


def _order(resolution: Resolution) -> tuple[int, float]:
    return resolution.pronoun.order


def _antecedent(resolution: Resolution, layout: Layout) -> tuple[Value, ...]:
    """What it was resolved to: its number, its text, and how far back that is."""
    if resolution.antecedent is None:
        return None, None, None, None
    pronoun, before = resolution.pronoun, resolution.antecedent.expression
    return (
        layout.numbers.get(before.id),
        before.text,
        pronoun.utterance - before.utterance,
        layout.word(pronoun) - layout.word(before),
    )
