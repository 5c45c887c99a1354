"""The figures of a corpus, and the status of its folder, also while a run goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import NamedTuple

from hearer.corpora.document import DocumentOutcome
from hearer.corpora.storage import Manifest, State, open_corpus
from hearer.harmless import brief, number_and, printable
from hearer.model import Label

MOST_SLOW = 10
MOST_FAILED = 5  # that are named; all are counted
FIGURES = ("words", "utterances", "expressions", "entities", "resolved")


class FailedDocument(NamedTuple):
    """A document without a result, and the reason."""

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


@dataclass(slots=True, repr=False)
class Summary:
    """The figures of a corpus; `failures` and `problems` are counted by code.

    >>> Summary(done=2, failed=1, words=1200, labels=Counter({"resolved": 3, "event": 1}))
    <Summary: 3 documents, 1 failed, 1,200 words, 4 pronouns>
    """

    done: int = 0
    failed: int = 0
    words: int = 0
    utterances: int = 0
    expressions: int = 0
    entities: int = 0
    resolved: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    first_failed: list[FailedDocument] = field(default_factory=list)
    slowest: list[SlowDocument] = field(default_factory=list)

    def add(self, outcomes: Iterable[DocumentOutcome]) -> None:
        """Count some documents; only a few of them are kept."""
        for one in outcomes:
            self.problems.update(problem.code for problem in one.problems)
            if one.failure:
                self.failed += 1
                self.failures[one.failure.code] += 1
                failed = FailedDocument(one.document, *one.failure)
                self.first_failed = sorted([*self.first_failed, failed])[:MOST_FAILED]
                continue
            self.done += 1
            for name in FIGURES:
                setattr(self, name, getattr(self, name) + getattr(one, name))
            self.labels.update(one.labels)
            slow = [*self.slowest, SlowDocument(one.document, one.words, one.seconds)]
            self.slowest = sorted(slow, key=lambda each: (-each.seconds, each))[:MOST_SLOW]

    @property
    def documents(self) -> int:
        return self.done + self.failed

    @property
    def pronouns(self) -> int:
        return self.labels.total()

    @property
    def shares(self) -> dict[str, float]:
        """Share of the pronouns by label."""
        return {label: number / self.pronouns for label, number in ordered(self.labels).items()}

    def as_json(self) -> dict[str, object]:
        """Return the figures as JSON values."""
        figures = {name: getattr(self, name) for name in ("documents", "done", "failed", *FIGURES)}
        codes = {x: ordered(getattr(self, x)) for x in ("labels", "problems", "failures")}
        named = {x: [y._asdict() for y in getattr(self, x)] for x in ("first_failed", "slowest")}
        shares = {label: round(share, 6) for label, share in self.shares.items()}
        return {**figures, **codes, **named, "pronouns": self.pronouns, "shares": shares}

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        counts = f"{self.words:,} words, {self.pronouns:,} pronouns"
        failed = f"{self.failed:,} failed, " if self.failed else ""
        return brief(self, f": {number_and(self.documents, 'document')}, {failed}{counts}")


def ordered(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts, resolved first, then by frequency: whatever order they came in."""
    names = sorted(counts, key=lambda name: (name != Label.RESOLVED, -counts[name], name))
    return {name: counts[name] for name in names if counts[name]}


def lines(summary: Summary) -> list[str]:
    """Return the lines of a summary."""
    if not summary.documents:
        return ["nothing is done yet"]
    failed = f", {summary.failed:,} failed" if summary.failed else ""
    found = [f"{_counted(summary.documents, 'document')}: {summary.done:,} done{failed}"]
    if summary.done:
        found.append(_counted(summary.words, "word"))
    if summary.pronouns:
        shares = (f"{name} {100 * share:.1f} %" for name, share in summary.shares.items())
        found.append(f"{_counted(summary.pronouns, 'pronoun')}: {', '.join(shares)}")
    if summary.problems:
        found.append(f"problems: {_codes(summary.problems)}")
    if summary.failed:
        found += [f"failed: {_codes(summary.failures)}", *(f"  {x}" for x in summary.first_failed)]
    if summary.failed > MOST_FAILED:
        found.append(f"  and {summary.failed - MOST_FAILED:,} more")
    return [printable(line) for line in found]


def _codes(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} {code}" for code, number in ordered(counts).items())


def _counted(number: int, noun: str) -> str:
    return number_and(number, noun).replace(str(number), f"{number:,}", 1)


class CorpusState(StrEnum):
    """How far a corpus is."""

    COMPLETE = "complete"
    RUNNING = "running"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a corpus and its figures; of an unfinished one those of the parts so far."""

    folder: str
    state: CorpusState
    manifest: Manifest
    summary: Summary

    def as_json(self) -> dict[str, object]:
        """Return everything as JSON values."""
        inputs, state = list(self.manifest.inputs), str(self.state)
        own: dict[str, object] = {"folder": self.folder, "state": state, "inputs": inputs}
        return {**own, **asdict(self.manifest.job), **self.summary.as_json()}


def status(folder: str) -> Status:
    """Return the status of the corpus in a folder."""
    storage, manifest = open_corpus(folder)
    is_complete = manifest.state is State.COMPLETE
    state = CorpusState.COMPLETE if is_complete else CorpusState.INTERRUPTED
    state = CorpusState.RUNNING if storage.is_locked else state
    summary = Summary()
    for outcomes in storage.records():
        summary.add(outcomes)
    return Status(folder, state, manifest, summary)


def failed_documents(folder: str) -> Iterator[FailedDocument]:
    """Yield all documents of a corpus that failed."""
    for outcomes in open_corpus(folder)[0].records():
        yield from (FailedDocument(one.document, *one.failure) for one in outcomes if one.failure)
