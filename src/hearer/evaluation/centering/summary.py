"""Centering over many documents: counts, claims and other orders, by every instantiation.

A first utterance updates nothing: it is counted apart, and is no case of any claim. A conditional
claim has three outcomes: kept, violated, and vacuous, where its condition does not hold. Only
numbers are kept of each document.

Orders are compared by the metrics of Karamanis et al. (2004), of which less is better: NOCB counts
utterances without a Cb; CHEAP those whose Cb was not expected; KP adds utterances without a Cb and
violations of cohesion, salience and cheapness (Kibble & Power 2000); BFP has as many CONTINUE as
possible, then RETAIN and so on. An utterance without a Cb violates nothing else (their footnote
7). Information status stays as it is in the document.

Nikiforos Karamanis, Massimo Poesio, Chris Mellish & Jon Oberlander (2004). Evaluating
centering-based metrics of coherence using a reliably annotated corpus. ACL.
Rodger Kibble (2001). A reformulation of Rule 2 of centering theory. CL 27(4).
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, permutations
from math import factorial
from operator import add
from typing import Self

from hearer.algorithms.centering import centering as theory
from hearer.algorithms.centering.centering import Centers, PoesioLabel, Transition
from hearer.evaluation.centering.centers import (
    OUTCOMES,
    RULES_1,
    CenterChange,
    center_changes,
    rule_1,
    transitions,
)
from hearer.evaluation.centering.mentions import RealizedDocument, realized_documents
from hearer.evaluation.centering.units import DocumentUnits, LinkedUnit, LinkedUnits
from hearer.evaluation.centering.ways import Cb, CenteringWay, Labels, Realization, ways
from hearer.evaluation.experiment import Mentions
from hearer.evaluation.statistics import SEED, signed_ranks, trend_test
from hearer.harmless import brief, number_and
from hearer.model import Discourse

ORDERS = 100
PREFERENCES = ("cohesion", "salience", "cheap")  # Kibble's, of which Rule 2 consists
TRANSITIONS = tuple(each.value.lower().replace("-", "_") for each in Transition)
REVISED = ("exp_continue", "exp_smooth_shift")  # of Strube & Hahn (1999)
POESIO = tuple(f"poesio_{each.value.replace('-', '_')}" for each in PoesioLabel)
SEQUENCES = ("continue_continue", "retain_retain", "shift_shift")
COSTS = ("cheap_cheap", "expensive_expensive")  # pairs of transitions
COUNTS = (
    "documents", "utterances", "empty", "first", "updates", *TRANSITIONS, *REVISED, *POESIO,
    "with_cb", "constraint_1_strong", "constraint_1_weak", *PREFERENCES,
    *(f"rule_1_{rule}_{outcome}" for rule in RULES_1 for outcome in OUTCOMES), *SEQUENCES,
    *COSTS,
)  # fmt: skip
SHIFTS = frozenset({Transition.SMOOTH_SHIFT, Transition.ROUGH_SHIFT})
METRICS = ("nocb", "cheap", "kp", "bfp")
NOT_RATED = -1.0  # a document is too short; unlike nan, it is equal to itself
NO_RATES = (NOT_RATED,) * len(METRICS)
MANY = 10  # blocks: not all of their 3 628 800 orders are tried
FEWEST = 3  # blocks: both orders of two have the same pairs
Record = dict[str, str | int | float | None]


def counts(linked: Sequence[LinkedUnit], cb: Cb) -> tuple[int, ...]:
    """Return the counts of a document, in the order of COUNTS."""
    changes = center_changes(linked, cb)
    labels = transitions(linked, changes, Labels.POESIO)
    found = Counter(f"poesio_{label.replace('-', '_')}" for label in labels)
    found["documents"] = 1
    names: list[Transition | None] = []
    costs: list[str] = []
    for one, change in zip(linked, changes, strict=True):
        found["utterances"] += 1
        found["empty"] += not one.cf
        is_first = one.before is None
        names.append(None if is_first else theory.transition(*change))
        costs.append("" if is_first else "cheap" if theory.is_cheap(*change) else "expensive")
        if one.before is None:
            found["first"] += 1
            continue
        found[f"{costs[one.before]}_{costs[-1]}"] += 1
        found.update(_of_update(one, change, names[-1], cb))
        # Rule 2 of Grosz, Joshi & Weinstein (1995) is about sequences.
        found[f"{names[-1]}_{names[-1]}".lower()] += names[one.before] is names[-1]
        found["shift_shift"] += {names[one.before], names[-1]} <= SHIFTS
    return tuple(found[name] for name in COUNTS)


def _of_update(
    one: LinkedUnit, change: CenterChange, name: Transition | None, cb: Cb
) -> Iterator[str]:
    """Return the names of all that an update is counted as."""
    before, now = change
    yield "updates"
    yield str(name).lower().replace("-", "_")
    if (revised := theory.revised_transition(before, now)).startswith("EXP"):
        yield revised.lower().replace("-", "_")
    if (number := tied(one, now, cb)) <= 1:
        yield "constraint_1_weak"
        yield from ("constraint_1_strong",) * number
    if now.cb is not None:
        yield "with_cb"
    yield from preferences(before, now)
    for rule, outcome in rule_1(before, now, one.piece.pronouns).items():
        yield f"rule_1_{rule}_{outcome}"


def tied(one: LinkedUnit, now: Centers, cb: Cb) -> int:
    """Return how many entities are as good a Cb as the Cb, if text order breaks no ties."""
    if now.cb is None:
        return 0
    other, (cf, grades) = (one.cf, one.seen) if cb is Cb.CONSTRAINT_3 else (one.seen.cf, one.ranked)
    grade, realized = grades[cf.index(now.cb)], frozenset(other)
    return sum(found == grade and x in realized for x, found in zip(cf, grades, strict=True))


def preferences(before: Centers, now: Centers) -> Iterator[str]:
    """Return those that hold: the Cb stays, or is the first; it is Cp; it was Cp.

    >>> list(preferences(Centers(("ANNA", "TOM"), "TOM"), Centers(("ANNA",), "ANNA")))
    ['salience', 'cheap']
    """
    if now.cb is None:
        return
    if before.cb in {None, now.cb}:
        yield "cohesion"
    if now.cb == now.cp:
        yield "salience"
    if now.cb == before.cp:
        yield "cheap"


class Figures(dict[str, int]):
    """The counts of some documents by name, and shares of them."""

    @classmethod
    def of(cls, counted: Sequence[int]) -> Self:
        return cls(zip(COUNTS, counted, strict=True))

    def share(self, part: str, *wholes: str) -> float | None:
        """Return a count as a share of others, or of all updates; None if these are 0."""
        whole = sum(self[name] for name in wholes or ("updates",))
        return self[part] / whole if whole else None

    def kept(self, rule: str) -> float | None:
        """Return how often a version of Rule 1 is kept, where it is not vacuous."""
        return self.share(f"rule_1_{rule}_kept", *(f"rule_1_{rule}_{x}" for x in OUTCOMES[:2]))


Score = tuple[tuple[int, ...], ...]  # in the order of METRICS; of BFP it has four parts


Update = tuple[int, int, int]  # an utterance, the one it updates, and the number of the Cf it sees


def rates(
    rankings: Sequence[tuple[LinkedUnits, Cb]], name: str, number: int
) -> list[tuple[float, ...]]:
    """Return by ranking and metric the share of orders that are better; half of those as good.

    All rankings are of the same utterances. `name` seeds the orders, of which none is kept.
    """
    linked = rankings[0][0]
    blocks = range(len(linked.blocks))
    if len(blocks) < FEWEST or not number:
        return [NO_RATES for _ in rankings]
    keys = [(cb, *(one.cf for one in units.units), *_seen_in(units)) for units, cb in rankings]
    scorers = {key: _Scorer(*one) for key, one in zip(keys, rankings, strict=True)}
    # Whether there is a Cb depends on no ranking.
    realized = [frozenset(one.cf) for one in linked.units]
    seen = [frozenset(cf) for cf in _seen_in(linked)]
    for order in _drawn(blocks, name, number):
        links = list(_links(linked, order))
        with_cb = [link for link in links if not seen[link[2]].isdisjoint(realized[link[0]])]
        for scorer in scorers.values():
            scorer.take(with_cb, len(links) - len(with_cb))
    return [scorers[key].rates for key in keys]


def _drawn(blocks: Sequence[int], name: str, number: int) -> Iterator[Sequence[int]]:
    """Return the document's own order, and others: all of them if there are few enough."""
    if factorial(min(len(blocks), MANY)) <= number:
        yield from permutations(blocks)  # the first is the document's own
        return
    chance = random.Random(f"{SEED} {name}")  # noqa: S311 - nothing secret
    yield blocks
    yield from (chance.sample(blocks, len(blocks)) for _ in range(number))


def _seen_in(linked: LinkedUnits) -> list[tuple[str, ...]]:
    """Return all Cf's that are updated: inside blocks by utterance, then behind each block."""
    inside = (one.seen.cf for one in linked.units)
    return [*inside, *(block.seen.cf for block in linked.blocks)]


def _links(linked: LinkedUnits, order: Sequence[int]) -> Iterator[Update]:
    before: tuple[int, int] | None = None  # the utterance to be updated next, and its Cf
    for n in order:
        block = linked.blocks[n]
        for now in block.units:
            own = linked.units[now].before
            if own is not None and own in block.units:
                yield now, own, now
            elif before is not None:
                yield now, *before
        if block.last is not None:
            before = block.last, len(linked.units) + n


class _Scorer:
    """Compares the orders of a document with the first of them, by one ranking."""

    def __init__(self, linked: LinkedUnits, cb: Cb) -> None:
        self.cfs = [one.cf for one in linked.units]
        self.seen = _seen_in(linked)
        self.by_rank_before = cb is Cb.CONSTRAINT_3
        self.among = [frozenset(cf) for cf in (self.cfs if self.by_rank_before else self.seen)]
        self.own: Score | None = None
        self.others = 0
        self.better = [0.0] * len(METRICS)

    def take(self, with_cb: Sequence[Update], without: int) -> None:
        """Score the next order, its updates with and without a Cb; the first is the document's."""
        score = self.score(with_cb, without)
        if self.own is None:
            self.own = score
            return
        self.others += 1
        for n, (own, other) in enumerate(zip(self.own, score, strict=True)):
            self.better[n] += (other < own) + 0.5 * (other == own)

    @property
    def rates(self) -> tuple[float, ...]:
        return tuple(number / self.others for number in self.better)

    def score(self, with_cb: Sequence[Update], without: int) -> Score:
        cbs: list[str | None] = [None] * len(self.cfs)
        moved = [0, 0, 0, 0]  # the transitions of Table 1
        cheap = 0
        for now, before, place in with_cb:
            cf, seen = self.cfs[now], self.seen[place]
            if self.by_rank_before:
                center = next(filter(self.among[now].__contains__, seen))
            else:
                center = next(filter(self.among[place].__contains__, cf))
            cbs[now], last = center, cbs[before]
            moved[2 * (last is not None and last != center) + (center != cf[0])] += 1
            cheap += center == seen[0]
        _, retain, smooth, rough = moved
        expensive = sum(moved) - cheap
        violated = retain + smooth + 2 * rough + expensive  # of salience, of cohesion, of both
        return (without,), (expensive,), (violated + without,), tuple(-n for n in moved)


@dataclass(frozen=True, slots=True)
class CenteringSetup:
    """Which instantiations, of which entities, and among how many random orders."""

    ways: tuple[CenteringWay, ...] = field(default_factory=ways)
    mentions: Mentions | None = None
    orders: int = ORDERS


@dataclass(frozen=True, slots=True)
class DocumentFigures:
    """The counts of one document and its rates among other orders, way after way."""

    document: str
    counts: array[int]
    rates: array[float]
    is_annotated: bool
    has_bridges: bool
    is_parsed: bool

    def of(self, n: int) -> Figures:
        """Return the counts by the n-th way."""
        return Figures.of(self.counts[n * len(COUNTS) : (n + 1) * len(COUNTS)])

    def rate(self, n: int, metric: str) -> float:
        """Return the rate by the n-th way; NOT_RATED if the document is too short."""
        return self.rates[n * len(METRICS) + METRICS.index(metric)]


def document_figures(
    documents: Iterable[Discourse], setup: CenteringSetup
) -> Iterator[DocumentFigures]:
    """Return the figures of the documents of one file."""
    for document in realized_documents(documents, setup.mentions):
        if document.discourse.utterances:
            yield _figures(document, setup)


def _figures(document: RealizedDocument, setup: CenteringSetup) -> DocumentFigures:
    # Without bridges, indirect realization is the direct one.
    meant = [way if document.bridges else way.directly for way in setup.ways]
    units = DocumentUnits(document.discourse, {one: document.realized(one) for one in Realization})
    known: dict[CenteringWay, tuple[Sequence[int], Sequence[float]]] = {}

    def kind(way: CenteringWay) -> tuple[str, str]:
        return way.unit, way.realization

    for _, several in groupby(sorted(dict.fromkeys(meant), key=kind), key=kind):
        group = list(several)  # with the same utterances, and so the same other orders
        unit, realization = group[0].unit, group[0].realization
        ranks = dict.fromkeys(way.rank for way in group)
        linked = {rank: units.linked(unit, realization, rank) for rank in ranks}
        rankings = [(linked[way.rank], way.cb) for way in group]
        rated = rates(rankings, document.discourse.name, setup.orders)
        for way, (found, _), rate in zip(group, rankings, rated, strict=True):
            known[way] = counts(found.units, way.cb), rate
    return DocumentFigures(
        document.discourse.name,
        array("i", [n for way in meant for n in known[way][0]]),
        array("d", [rate for way in meant for rate in known[way][1]]),
        is_annotated=document.is_annotated,
        has_bridges=bool(document.bridges),
        is_parsed=document.is_parsed,
    )


@dataclass(frozen=True)
class CenteringSummary:
    """The figures of all documents; those of an instantiation have its index in `setup.ways`."""

    setup: CenteringSetup
    documents: tuple[DocumentFigures, ...]

    def __repr__(self) -> str:
        shown = number_and(len(self.shown), "instantiation")
        return brief(self, f"of {number_and(len(self.documents), 'document')}: {shown}")

    def _repr_html_(self) -> str:
        """Return the tables as a page in a frame, for notebooks."""
        from hearer.report.html import Page

        return Page(self.written(to="html"))._repr_html_()

    def written(self, *, to: str = "text", paired: bool = False) -> str:
        """Return the summary as text, Markdown, LaTeX, HTML, CSV, TSV or JSON."""
        from hearer.evaluation.centering.report import form_of, rendered

        return rendered(self, to=form_of(to), paired=paired)

    def records(self) -> list[Record]:
        """Return a record for each instantiation; docs/howto/centering.md has its fields."""
        from hearer.evaluation.centering.report import records

        return records(self)

    def comparisons(self) -> list[Record]:
        """Return a record for each measure of each instantiation, compared with the first."""
        from hearer.evaluation.centering.report import comparison_records

        return comparison_records(self)

    @property
    def ways(self) -> tuple[CenteringWay, ...]:
        return self.setup.ways

    @cached_property
    def totals(self) -> tuple[Figures, ...]:
        """The counts of all documents together, by way."""
        total = [0] * (len(COUNTS) * len(self.ways))
        for one in self.documents:
            total = [*map(add, total, one.counts)]
        starts = range(0, len(total), len(COUNTS))
        return tuple(Figures.of(total[start : start + len(COUNTS)]) for start in starts)

    def rates(self, n: int, metric: str) -> list[float]:
        """Return the rates by the n-th way of all documents that are long enough."""
        return [rate for one in self.documents if (rate := one.rate(n, metric)) != NOT_RATED]

    def coherence(self, n: int, metric: str) -> float | None:
        """Return the mean rate of documents: 0 if no other order is better, .5 by chance."""
        found = self.rates(n, metric)
        return sum(found) / len(found) if found else None

    def trend(self, n: int) -> float:
        """Return the p of Rule 2 of Brennan, Friedman & Pollard: CONTINUE > RETAIN > … ."""
        each = (one.of(n) for one in self.documents)
        return trend_test([one[name] for name in TRANSITIONS[:-1]] for one in each)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The indices of the instantiations that differ: without bridges, the direct ones."""
        if any(one.has_bridges for one in self.documents):
            return tuple(range(len(self.ways)))
        known = set(self.ways)
        return tuple(
            n for n, way in enumerate(self.ways) if way == way.directly or way.directly not in known
        )


def summarized(
    files: Iterable[Sequence[Discourse]], setup: CenteringSetup | None = None
) -> CenteringSummary:
    """Summarize the documents of files; entities of a file are annotated in all or none."""
    chosen = setup or CenteringSetup()
    found = (figures for documents in files for figures in document_figures(documents, chosen))
    return CenteringSummary(chosen, tuple(found))


COMPARED: Mapping[str, Callable[[Figures], float | None]] = {
    "constraint_1": lambda one: one.share("constraint_1_strong"),
    "rule_1_gjw95": lambda one: one.kept("gjw95"),
    "rule_1_gjw83": lambda one: one.kept("gjw83"),
    "rule_1_gordon": lambda one: one.kept("gordon"),
    "continue": lambda one: one.share("continue"),
    "cheap": lambda one: one.share("cheap"),
}
COHERENCE = "coherence_nocb"


@dataclass(frozen=True, slots=True)
class WayComparison:
    """Two instantiations on the documents that have cases by both.

    `difference` is the mean of second - first over documents, `p` that of Wilcoxon's signed ranks;
    both are None if no document has a case by both.
    """

    first: CenteringWay
    second: CenteringWay
    measure: str
    documents: int
    difference: float | None
    higher: int
    lower: int
    p: float | None


def comparisons(summary: CenteringSummary) -> Iterator[WayComparison]:
    """Compare every instantiation with the first, by every measure."""

    def shares(n: int, name: str) -> list[float | None]:
        if name in COMPARED:
            return [COMPARED[name](one.of(n)) for one in summary.documents]
        found = (one.rate(n, "nocb") for one in summary.documents)
        return [None if rate == NOT_RATED else rate for rate in found]

    first, *others = summary.shown
    for second in others:
        for name in (*COMPARED, COHERENCE):
            pairs = zip(shares(first, name), shares(second, name), strict=True)
            both = [b - a for a, b in pairs if a is not None and b is not None]
            rounded = [round(x, 12) for x in both]  # without rounding errors
            yield WayComparison(
                summary.ways[first],
                summary.ways[second],
                name,
                len(both),
                difference=sum(both) / len(both) if both else None,
                higher=sum(x > 0 for x in rounded),
                lower=sum(x < 0 for x in rounded),
                p=signed_ranks(rounded) if both else None,
            )
