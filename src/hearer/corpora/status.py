"""The figures of a corpus, and the status of its folder, also while a run goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.corpora.document import FIGURES, DocumentOutcome
from hearer.corpora.storage import Manifest, State, open_corpus
from hearer.escape import brief, number_and, printable
from hearer.model import Label

MOST_FAILED = 5  # that are named; all are counted


class FailedDocument(NamedTuple):
    """A document without a result, and the reason."""

    document: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.document}: {self.message} ({self.code})"


@dataclass(slots=True, repr=False)
class Summary:
    """The figures of a corpus; `failures` and `problems` are counted by code.

    >>> Summary(done=2, failed=1, words=1200, pronouns=4)
    <Summary: 3 documents, 1 failed, 4 pronouns>
    """

    done: int = 0
    failed: int = 0
    words: int = 0
    utterances: int = 0
    expressions: int = 0
    entities: int = 0
    pronouns: int = 0
    resolved: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    first_failed: list[FailedDocument] = field(default_factory=list)

    def add(self, outcomes: Iterable[DocumentOutcome]) -> None:
        """Count some documents; only a few of those that failed are kept."""
        for one in outcomes:
            for name in FIGURES:
                setattr(self, name, getattr(self, name) + getattr(one, name))
            self.labels.update(one.labels)
            self.problems.update(problem.code for problem in one.problems)
            self.done += not one.failure
            if one.failure:
                self.failed += 1
                self.failures[one.failure.code] += 1
                failed = FailedDocument(one.document, *one.failure)
                self.first_failed = sorted([*self.first_failed, failed])[:MOST_FAILED]

    @property
    def documents(self) -> int:
        return self.done + self.failed

    @property
    def shares(self) -> dict[str, float]:
        """Share of the pronouns by label."""
        return {label: number / self.pronouns for label, number in ordered(self.labels).items()}

    def as_json(self) -> dict[str, object]:
        """Return the figures as JSON values."""
        figures = {name: getattr(self, name) for name in ("documents", "done", "failed", *FIGURES)}
        codes = {x: ordered(getattr(self, x)) for x in ("labels", "problems", "failures")}
        first = [one._asdict() for one in self.first_failed]
        shares = {label: round(share, 6) for label, share in self.shares.items()}
        return {**figures, **codes, "first_failed": first, "shares": shares}

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        documents = number_and(self.documents, "document")
        return brief(self, f": {documents}, {self.failed:,} failed, {self.pronouns:,} pronouns")


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
    return f"{number:,} {noun}{'s' * (number != 1)}"


class Status(NamedTuple):
    """The state of a corpus and its figures; of an unfinished one those of the parts so far."""

    folder: str
    state: State
    manifest: Manifest
    summary: Summary

    def as_json(self) -> dict[str, object]:
        """Return everything as JSON values."""
        inputs, state = list(self.manifest.inputs), str(self.state)
        own: dict[str, object] = {"folder": self.folder, "state": state, "inputs": inputs}
        return {**own, **self.manifest.job, **self.summary.as_json()}


def status(folder: str) -> Status:
    """Return the status of the corpus in a folder."""
    storage, manifest = open_corpus(folder)
    is_complete = manifest.state is State.COMPLETE
    state = State.COMPLETE if is_complete else State.INTERRUPTED
    summary = Summary()
    summary.add(storage.records())
    return Status(folder, State.RUNNING if storage.is_locked else state, manifest, summary)
