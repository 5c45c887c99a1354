"""What became of documents.

Status           done, or failed
DocumentOutcome  what became of one document, and what was counted in it
BatchOutcome     what a batch of documents comes to: their outcomes, and what is to be written
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hearer.corpora.document import Failure
from hearer.model import Problem


class Status(StrEnum):
    """What became of a document; one that has no outcome is not yet heard."""

    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What became of one document; of one that failed nothing is counted."""

    document: str  # its name in the corpus
    path: str
    failure: Failure | None = None
    words: int = 0
    utterances: int = 0
    expressions: int = 0
    entities: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)  # how many pronouns have which label
    resolved: int = 0  # of the pronouns
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0

    @property
    def status(self) -> Status:
        return Status.FAILED if self.failure else Status.DONE

    @property
    def pronouns(self) -> int:
        return sum(self.labels.values())


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """What a batch comes to; `written` is what its target makes of it, by name."""

    outcomes: tuple[DocumentOutcome, ...] = ()
    written: Mapping[str, bytes] = field(default_factory=dict)
