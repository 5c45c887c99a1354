"""The table of quotations, and what other tables take from it.

quotation_rows    a row for every quotation of a document
spoken_by         how much each entity says
QuotationAt       the number of the quotation at a code point, if there is one
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from hearer.corpora.quotations.quotation import Quotation
from hearer.corpora.tables.entities import NOTHING_SAID, Spoken
from hearer.corpora.tables.layout import Layout
from hearer.corpora.tables.schema import Row
from hearer.model import Interpretation


def quotation_rows(
    document: str, found: Interpretation, layout: Layout, quotations: Sequence[Quotation]
) -> Iterator[Row]:
    """The quotations in the order of the text; `TABLES` says what the values are."""
    names = found.names
    for n, one in enumerate(quotations, start=1):
        name = one.name or (names.get(one.speaker, "") if one.speaker else "")
        yield (
            document, n, one.first, one.last, one.start, one.end, one.words,
            layout.said(one.start, one.end), one.is_spoken,
            one.speaker, name or None, one.how, one.cue or None,
        )  # fmt: skip


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
