"""Outcomes that are made, for tests that hear nothing."""

from __future__ import annotations

from hearer.corpora.document import Failure
from hearer.corpora.outcome import DocumentOutcome
from hearer.model import Problem


def done(
    name: str, *, words: int = 0, seconds: float = 0.0, problems: int = 0, **labels: int
) -> DocumentOutcome:
    """A document that was heard."""
    wrong = tuple(Problem(name, n + 1, 1, "text-utf8", "no UTF-8") for n in range(problems))
    return DocumentOutcome(name, name, words=words, labels=labels, seconds=seconds, problems=wrong)


def failed(name: str, code: str = "file-gone", message: str = "It is gone.") -> DocumentOutcome:
    """A document that was not."""
    return DocumentOutcome(name, name, failure=Failure(code, message))
