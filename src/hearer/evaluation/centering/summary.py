"""Centering over many documents: every instantiation, and all that is counted of it.

CenteringSetup      which instantiations, of which entities, among how many orders
DocumentFigures     what is counted of one document, by every instantiation
Counted             the same by one
document_figures    the figures of the documents of a file
CenteringSummary    the figures of all documents, and what they come to
summarized          a summary of documents

Documents are counted one by one, and only numbers are kept of each: of ten thousand documents
as of ten.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import add
from typing import NamedTuple

from hearer.evaluation.centering.claims import trend_test
from hearer.evaluation.centering.documents import RealizedDocument, realized_documents
from hearer.evaluation.centering.measures import COUNTS, TRANSITIONS, Figures, counts
from hearer.evaluation.centering.orders import METRICS, NOT_RATED, rates
from hearer.evaluation.centering.units import DocumentUnits
from hearer.evaluation.centering.ways import CenteringUnit, CenteringWay, Realization, ways
from hearer.evaluation.experiment import Mentions
from hearer.harmless import brief, number_and
from hearer.model import Discourse

ORDERS = 100


@dataclass(frozen=True, slots=True)
class CenteringSetup:
    """Which instantiations, of which entities, and among how many random orders."""

    ways: tuple[CenteringWay, ...] = field(default_factory=ways)
    mentions: Mentions | None = None
    orders: int = ORDERS


@dataclass(frozen=True, slots=True)
class DocumentFigures:
    """One document: its counts and its rates among other orders, way after way."""

    document: str
    counts: array[int]
    rates: array[float]
    is_annotated: bool
    has_bridges: bool
    is_parsed: bool

    def of(self, n: int) -> Figures:
        """The counts by the n-th way."""
        return Figures.of(self.counts[n * len(COUNTS) : (n + 1) * len(COUNTS)])

    def rate(self, n: int, metric: int) -> float:
        """The rate of the n-th way by a metric; NOT_RATED where the document is too short."""
        return self.rates[n * len(METRICS) + metric]


def document_figures(
    documents: Iterable[Discourse], setup: CenteringSetup
) -> Iterator[DocumentFigures]:
    """The figures of the documents of one file."""
    for document in realized_documents(documents, setup.mentions):
        if document.discourse.utterances:  # else there is nothing in it
            yield _figures(document, setup)


def _figures(document: RealizedDocument, setup: CenteringSetup) -> DocumentFigures:
    # Where nothing bridges, what is realized indirectly is what is mentioned.
    meant = [way if document.bridges else way.directly for way in setup.ways]
    realized = {one: document.realized(one) for one in Realization}
    units = DocumentUnits(document.discourse, realized)
    known: dict[CenteringWay, Counted] = {}
    for group in _of_a_kind(meant):
        known |= _counted(units, group, setup.orders)
    counted, rated = array("i"), array("d")
    for way in meant:
        counted.extend(known[way].counts)
        rated.extend(known[way].rates)
    return DocumentFigures(
        document.discourse.name,
        counted,
        rates=rated,
        is_annotated=document.is_annotated,
        has_bridges=bool(document.bridges),
        is_parsed=document.is_parsed,
    )


class Counted(NamedTuple):
    """The counts of a document by one way, and its rates among other orders."""

    counts: Sequence[int]
    rates: Sequence[float]


def _of_a_kind(found: Iterable[CenteringWay]) -> Iterable[Sequence[CenteringWay]]:
    """The ways, each once, that have the same utterances, and so the same other orders."""
    kinds: dict[tuple[CenteringUnit, Realization], list[CenteringWay]] = {}
    for way in dict.fromkeys(found):
        kinds.setdefault((way.unit, way.realization), []).append(way)
    return kinds.values()


def _counted(
    units: DocumentUnits, group: Sequence[CenteringWay], orders: int
) -> dict[CenteringWay, Counted]:
    unit, realization = group[0].unit, group[0].realization
    ranks = dict.fromkeys(way.rank for way in group)
    linked = {rank: units.linked(unit, realization, rank) for rank in ranks}
    rankings = [(linked[way.rank], way.cb) for way in group]
    rated = rates(rankings, units.discourse.name, orders)
    return {
        way: Counted(counts(found.units, way.cb), rate)
        for way, (found, _), rate in zip(group, rankings, rated, strict=True)
    }


@dataclass(frozen=True)
class CenteringSummary:
    """The figures of all documents; those of an instantiation have its place in `setup.ways`."""

    setup: CenteringSetup
    documents: tuple[DocumentFigures, ...]

    def __repr__(self) -> str:
        told = number_and(len(self.shown), "instantiation")
        return brief(self, f"of {number_and(len(self.documents), 'document')}: {told}")

    def _repr_html_(self) -> str:
        """The tables as a page in a frame, as notebooks show it."""
        from hearer.report.html import Page

        return Page(self.written(to="html"))._repr_html_()

    def written(self, *, to: str = "text", paired: bool = False, all_pairs: bool = False) -> str:
        """The summary as text, Markdown, LaTeX, HTML, CSV, TSV or JSON: see `hearer centering`."""
        from hearer.evaluation.centering.report import form_of, rendered

        return rendered(self, to=form_of(to), paired=paired, all_pairs=all_pairs)

    def records(self) -> list[dict[str, str | int | float | None]]:
        """A record for each instantiation; docs/howto/centering.md says what is in it."""
        from hearer.evaluation.centering.records import records

        return records(self)

    def comparisons(self, *, all_pairs: bool = False) -> list[dict[str, str | int | float | None]]:
        """A record for each measure and each instantiation beside the first, or all pairs."""
        from hearer.evaluation.centering.comparisons import comparisons
        from hearer.evaluation.centering.records import comparison_records

        return comparison_records(comparisons(self, all_pairs=all_pairs))

    @property
    def ways(self) -> tuple[CenteringWay, ...]:
        return self.setup.ways

    @cached_property
    def totals(self) -> tuple[Figures, ...]:
        """The counts of all documents together, way by way."""
        total = [0] * (len(COUNTS) * len(self.ways))
        for one in self.documents:
            total = [*map(add, total, one.counts)]
        starts = range(0, len(total), len(COUNTS))
        return tuple(Figures.of(total[start : start + len(COUNTS)]) for start in starts)

    def rates(self, n: int, metric: str) -> list[float]:
        """By the n-th way, the rates of all documents that are long enough."""
        place = METRICS.index(metric)
        return [rate for one in self.documents if (rate := one.rate(n, place)) != NOT_RATED]

    def coherence(self, n: int, metric: str) -> float | None:
        """The mean rate of documents: 0 where no other order is better, .5 where all are alike."""
        found = self.rates(n, metric)
        return sum(found) / len(found) if found else None

    def trend(self, n: int) -> float:
        """The p of Rule 2 of Brennan, Friedman & Pollard: CONTINUE > RETAIN > … by documents."""
        counted = (self.counted(n, name) for name in TRANSITIONS[:-1])
        return trend_test(zip(*counted, strict=True))

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The places of the instantiations that say something.

        Where nothing bridges, what is realized indirectly is what is realized directly.
        """
        if any(one.has_bridges for one in self.documents):
            return tuple(range(len(self.ways)))
        known = set(self.ways)
        return tuple(
            n for n, way in enumerate(self.ways) if way == way.directly or way.directly not in known
        )

    def counted(self, n: int, name: str) -> list[int]:
        """By the n-th way, a count of each document."""
        place = n * len(COUNTS) + COUNTS.index(name)
        return [one.counts[place] for one in self.documents]


def summarized(
    files: Iterable[Sequence[Discourse]], setup: CenteringSetup | None = None
) -> CenteringSummary:
    """A summary of the documents of files; those of one file are annotated, or none of them is."""
    chosen = setup or CenteringSetup()
    found = (figures for documents in files for figures in document_figures(documents, chosen))
    return CenteringSummary(chosen, tuple(found))
