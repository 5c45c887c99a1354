"""The table of quotations, and what other tables take from it.

quotation_rows    a row for every quotation of a document
Spoken, spoken_by how much each entity says
QuotationAt       the number of the quotation at a code point, if there is one
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hearer.corpora.quotations.quotation import Quotation
from hearer.corpora.schema import Row
from hearer.corpora.tables.source import RowSource


def quotation_rows(source: RowSource) -> Iterator[Row]:
    """The quotations in the order of the text; `TABLES` says what the values are."""
    for n, one in enumerate(source.quotations, start=1):
        yield (
            source.document, n, one.first, one.last, one.start, one.end, one.words,
            source.layout.said(one.start, one.end), one.is_spoken,
            one.speaker, one.name or source.name(one.speaker), one.how, one.cue or None,
        )  # fmt: skip


class Spoken(NamedTuple):
    """How many quotations an entity speaks, and how many words these have."""

    quotations: int = 0
    words: int = 0


NOTHING_SAID = Spoken()


def spoken_by(quotations: Sequence[Quotation]) -> Mapping[str, Spoken]:
    """How much each entity says that speaks any quotation."""
    found: dict[str, Spoken] = {}
    for one in quotations:
        if one.speaker is not None:
            before = found.get(one.speaker, NOTHING_SAID)
            found[one.speaker] = Spoken(before.quotations + 1, before.words + one.words)
    return found


class QuotationAt:
    """The number of the quotation that stands at a code point; None where there is none."""

    def __init__(self, quotations: Sequence[Quotation]) -> None:
        self._starts = [one.start for one in quotations]
        self._ends = [one.end for one in quotations]

    def __call__(self, offset: int) -> int | None:
        n = bisect_right(self._starts, offset)
        return n if n and offset < self._ends[n - 1] else None
