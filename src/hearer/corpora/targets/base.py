"""A target: what is made where documents are heard, and what is made of all of it in the end.

Target                how a corpus is written
UnderstoodDocument    a document, what was understood of it, and what became of it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.model import Interpretation


class UnderstoodDocument(NamedTuple):
    """What was understood of a document (nothing, if it failed), and what became of it."""

    outcome: DocumentOutcome
    found: Interpretation | None = None
    line: int = 1  # where in its file it begins, if the lines of its text are those of the file


class Target(Protocol):
    """How a corpus is written: the first half where documents are heard, the second by one process.

    What is rendered of several batches and joined is what is rendered of all of them at once.
    """

    name: str
    is_of_answers: bool  # whether it asks what pronouns mean, and not what was tested for them

    def rendered(self, heard: Sequence[UnderstoodDocument]) -> Mapping[str, bytes]:
        """What a batch is written as, by name: on a worker, which touches no file."""

    def joined(self, several: Sequence[Mapping[str, bytes]]) -> Mapping[str, bytes]:
        """Batches as one: what was rendered of the documents one by one."""

    def assembled(self, parts: Iterable[BatchOutcome], folder: str) -> Iterator[str]:
        """Write all parts, in order, as files of a new `folder`; the paths of the files in it."""
