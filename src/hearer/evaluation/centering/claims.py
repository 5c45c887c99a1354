"""Centering over many documents: counts and claims, by every instantiation.

A first utterance updates nothing: it is counted apart, and is no case of any claim. A conditional
claim has three outcomes: kept, violated, and vacuous, where its condition does not hold. Only
numbers are kept of each document.

Rodger Kibble (2001). A reformulation of Rule 2 of centering theory. CL 27(4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from hearer.algorithms import centering as theory
from hearer.algorithms.centering import Centers, Transition
from hearer.escape import brief, number_and
from hearer.evaluation.centering.centers import (
    OUTCOMES,
    RULES_1,
    CenterChange,
    center_changes,
    rule_1,
)
from hearer.evaluation.centering.mentions import realized_documents
from hearer.evaluation.centering.units import LinkedUnit, linked_units
from hearer.evaluation.centering.ways import Cb, CenteringWay
from hearer.evaluation.experiment import Mentions
from hearer.evaluation.statistics import trend_test
from hearer.model import Discourse

PREFERENCES = ("cohesion", "salience", "cheap")  # Kibble's, of which Rule 2 consists


def _field(label: str) -> str:
    return label.lower().replace("-", "_")


TRANSITIONS = tuple(map(_field, Transition))
COUNTS = (
    "documents", "utterances", "empty", "first", "updates", *TRANSITIONS,
    "exp_continue", "exp_smooth_shift",  # of Strube & Hahn (1999)
    "with_cb", "constraint_1_strong", "constraint_1_weak", *PREFERENCES,
    *(f"rule_1_{rule}_{outcome}" for rule in RULES_1 for outcome in OUTCOMES),
    # pairs of updates of a kind, one after the other
    "continue_continue", "retain_retain", "shift_shift", "cheap_cheap", "expensive_expensive",
)  # fmt: skip
NAMED = tuple(enumerate(COUNTS))
SHIFTS = frozenset({"smooth_shift", "rough_shift"})
Record = dict[str, str | int | float | None]


def counts(linked: Sequence[LinkedUnit], cb: Cb) -> tuple[int, ...]:
    """Return the counts of a document, in the order of COUNTS."""
    changes = center_changes(linked, cb)
    found = Counter(documents=1, utterances=len(linked), empty=sum(not one.cf for one in linked))
    names, costs = list[str](), list[str]()
    for one, change in zip(linked, changes, strict=True):
        if one.before is None:
            names.append("first")
            costs.append("")
        else:
            names.append(_field(theory.transition(*change)))
            costs.append("cheap" if theory.is_cheap(*change) else "expensive")
            found.update(_of_update(one, change, cb))
            # Rule 2 of Grosz, Joshi & Weinstein (1995) is about sequences.
            pair = names[one.before], names[-1]
            found.update(map("_".join, (pair, (costs[one.before], costs[-1]))))
            found["shift_shift"] += {*pair} <= SHIFTS
        found[names[-1]] += 1
    return tuple(found[name] for name in COUNTS)


def _of_update(one: LinkedUnit, change: CenterChange, cb: Cb) -> Iterator[str]:
    """Return the names of what an update is counted as, besides its transition."""
    before, now = change
    yield "updates"
    if (revised := theory.revised_transition(before, now)).startswith("EXP"):
        yield _field(revised)
    if (number := tied(one, now, cb)) <= 1:
        yield "constraint_1_weak"
        yield from ("constraint_1_strong",) * number
    if now.cb is not None:
        kept = before.cb in {None, now.cb}, now.cb == now.cp, now.cb == before.cp
        yield from ("with_cb", *compress(PREFERENCES, kept))
    for rule, outcome in rule_1(before, now, one.piece.pronouns).items():
        yield f"rule_1_{rule}_{outcome}"


def tied(one: LinkedUnit, now: Centers, cb: Cb) -> int:
    """Return how many entities are as good a Cb as the Cb, if text order breaks no ties."""
    if now.cb is None:
        return 0
    other, (cf, grades) = (one.cf, one.seen) if cb is Cb.CONSTRAINT_3 else (one.seen.cf, one.ranked)
    grade, realized = grades[cf.index(now.cb)], frozenset(other)
    return sum(found == grade and x in realized for x, found in zip(cf, grades, strict=True))


class Figures(dict[str, int]):
    """The counts of some documents by name, and shares of them."""

    def share(self, part: str, *wholes: str) -> float | None:
        """Return a count as a share of others, or of all updates; None if these are 0."""
        whole = sum(self[name] for name in wholes or ("updates",))
        return self[part] / whole if whole else None

    def kept(self, rule: str) -> float | None:
        """Return how often a version of Rule 1 is kept, where it is not vacuous."""
        return self.share(f"rule_1_{rule}_kept", *(f"rule_1_{rule}_{x}" for x in OUTCOMES[:2]))


@dataclass(frozen=True, slots=True)
class DocumentFigures:
    """The counts of one document, in the order of COUNTS, by instantiation."""

    document: str
    counts: tuple[tuple[int, ...], ...]
    is_annotated: bool
    has_bridges: bool
    is_parsed: bool


def document_figures(
    documents: Iterable[Discourse], ways: Sequence[CenteringWay], mentions: Mentions | None = None
) -> list[DocumentFigures]:
    """Return the figures of the documents of one file; `mentions`: see `realized_documents`."""
    figures = []
    for document in realized_documents(documents, mentions):
        # Without bridges, indirect realization is the direct one.
        meant = [way if document.bridges else way.directly for way in ways]
        linked: dict[tuple[str, ...], list[LinkedUnit]] = {}  # by all parameters but the Cb
        known: dict[CenteringWay, tuple[int, ...]] = {}
        for way in dict.fromkeys(meant):
            key = way.parameters[:-1]
            if key not in linked:
                realized = document.realized(way.realization)
                linked[key] = linked_units(document.discourse, realized, way.unit, way.rank)
            known[way] = counts(linked[key], way.cb)
        found = DocumentFigures(
            document.discourse.name,
            tuple(known[way] for way in meant),
            is_annotated=document.is_annotated,
            has_bridges=bool(document.bridges),
            is_parsed=document.is_parsed,
        )
        figures += [found] if document.discourse.utterances else []
    return figures


@dataclass(frozen=True)
class CenteringSummary:
    """The figures of all documents; those of an instantiation have its index in `ways`."""

    ways: tuple[CenteringWay, ...]
    documents: tuple[DocumentFigures, ...]

    def __repr__(self) -> str:
        shown = number_and(len(self.shown), "instantiation")
        return brief(self, f"of {number_and(len(self.documents), 'document')}: {shown}")

    def records(self) -> list[Record]:
        """Return a record for each instantiation; docs/algorithms/centering.md has its fields."""
        from hearer.evaluation.centering.centering_report import records

        return records(self)

    @cached_property
    def totals(self) -> tuple[Figures, ...]:
        """The counts of all documents together, by instantiation."""
        return tuple(
            Figures((name, sum(one.counts[n][k] for one in self.documents)) for k, name in NAMED)
            for n in range(len(self.ways))
        )

    def trend(self, n: int) -> float:
        """Return the p of Rule 2 of Brennan, Friedman & Pollard: CONTINUE > RETAIN > … ."""
        places = [COUNTS.index(name) for name in TRANSITIONS[:-1]]
        return trend_test([one.counts[n][place] for place in places] for one in self.documents)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The indices of the instantiations that differ: without bridges, the direct ones."""
        if any(one.has_bridges for one in self.documents):
            return tuple(range(len(self.ways)))
        known = set(self.ways)
        return tuple(
            n for n, way in enumerate(self.ways) if way == way.directly or way.directly not in known
        )
