"""What a corpus comes to: counts, shares, problems, failures, and what took longest.

Summary          the figures of a corpus, or of as much of it as there is
Tally            counts outcomes as they come, and keeps only what a summary says
FailedDocument   a document that has no result, and why
SlowDocument     how long a document took
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from hearer.corpora.outcome import DocumentOutcome
from hearer.harmless import brief, number_and
from hearer.model import Label

MOST_SLOW = 10
MOST_FAILED = 5  # that are named; all are counted
COUNTED = ("words", "utterances", "expressions", "entities", "resolved")


class FailedDocument(NamedTuple):
    """A document that has no result, and why."""

    document: str
    code: str
    message: str

    def __str__(self) -> str:
        is_named = self.message.startswith((repr(self.document), self.document))
        return f"{'' if is_named else f'{self.document}: '}{self.message} ({self.code})"


class SlowDocument(NamedTuple):
    """How long a document took."""

    document: str
    words: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a corpus; `failures` and `problems` are counted by their codes.

    >>> Summary(done=2, failed=1, words=1200, labels={"resolved": 3, "event": 1})
    <Summary: 3 documents, 1 failed, 1,200 words, 4 pronouns>
    """

    done: int = 0
    failed: int = 0
    words: int = 0
    utterances: int = 0
    expressions: int = 0
    entities: int = 0
    resolved: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)
    problems: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    first_failed: tuple[FailedDocument, ...] = ()
    slowest: tuple[SlowDocument, ...] = ()

    @property
    def documents(self) -> int:
        """Those that have an outcome."""
        return self.done + self.failed

    @property
    def pronouns(self) -> int:
        return sum(self.labels.values())

    @property
    def shares(self) -> dict[str, float]:
        """The share of the pronouns that has a label, by its name."""
        return {label: number / self.pronouns for label, number in self.labels.items()}

    def as_json(self) -> dict[str, object]:
        """The figures as values that JSON has."""
        told = asdict(self)
        told["first_failed"] = [one._asdict() for one in self.first_failed]
        told["slowest"] = [one._asdict() for one in self.slowest]
        own = {"documents": self.documents, **told, "pronouns": self.pronouns}
        return {**own, "shares": {label: round(share, 6) for label, share in self.shares.items()}}

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> Summary:
        """The same again; what is not of this kind is a ValueError, a KeyError or a TypeError."""
        counts = {name: int(told[name]) for name in ("done", "failed", *COUNTED)}
        codes = {
            name: {str(code): int(number) for code, number in told[name].items()}
            for name in ("labels", "problems", "failures")
        }
        failed = tuple(FailedDocument(**one) for one in told["first_failed"])
        slowest = tuple(SlowDocument(**one) for one in told["slowest"])
        return cls(**counts, **codes, first_failed=failed, slowest=slowest)  # type: ignore[arg-type]

    def __str__(self) -> str:
        from hearer.corpora.told.summary_text import lines

        return "\n".join(lines(self))

    def __repr__(self) -> str:
        counts = f"{self.words:,} words, {self.pronouns:,} pronouns"
        failed = f"{self.failed:,} failed, " if self.failed else ""
        return brief(self, f": {number_and(self.documents, 'document')}, {failed}{counts}")


class Tally:
    """Counts outcomes as they come; what it keeps does not grow with the corpus."""

    def __init__(self) -> None:
        self.done = self.failed = 0
        self.counts: Counter[str] = Counter()
        self.labels: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.first_failed: list[FailedDocument] = []
        self._slowest: list[tuple[float, str, int]] = []

    def add(self, outcomes: Iterable[DocumentOutcome]) -> None:
        """Count what became of some documents."""
        for one in outcomes:
            self.problems.update(problem.code for problem in one.problems)
            if one.failure:
                self._add_failed(FailedDocument(one.document, *one.failure))
            else:
                self._add_done(one)

    def _add_failed(self, document: FailedDocument) -> None:
        self.failed += 1
        self.failures[document.code] += 1
        if len(self.first_failed) < MOST_FAILED:
            self.first_failed.append(document)

    def _add_done(self, one: DocumentOutcome) -> None:
        self.done += 1
        self.counts.update({name: getattr(one, name) for name in COUNTED})
        self.labels.update(one.labels)
        took = (one.seconds, one.document, one.words)
        if len(self._slowest) < MOST_SLOW:
            heapq.heappush(self._slowest, took)
        else:
            heapq.heappushpop(self._slowest, took)

    @property
    def pronouns(self) -> int:
        return self.labels.total()

    @property
    def summary(self) -> Summary:
        """What is counted so far, the most frequent first."""
        slow = sorted(self._slowest, key=lambda took: (-took[0], took[1]))
        return Summary(
            done=self.done,
            failed=self.failed,
            **{name: self.counts[name] for name in COUNTED},
            labels=_ordered(self.labels),
            problems=_ordered(self.problems),
            failures=_ordered(self.failures),
            first_failed=tuple(self.first_failed),
            slowest=tuple(SlowDocument(name, words, took) for took, name, words in slow),
        )


def _ordered(counts: Counter[str]) -> dict[str, int]:
    """The most frequent first, the resolved before all: whatever order they came in."""
    first = str(Label.RESOLVED)
    names = sorted(counts, key=lambda name: (name != first, -counts[name], name))
    return {name: counts[name] for name in names if counts[name]}
