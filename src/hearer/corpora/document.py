"""Documents of a corpus, the batches they are processed in, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from hearer.errors import InputError
from hearer.model import Interpretation, Problem

DIGEST_BYTES = 16
LARGEST = 32_000  # bytes of a batch of several documents: about 5,500 words, one or two seconds
SMALLEST = LARGEST // 4
ONE_IN = 4  # documents that end a batch of at least that size
OVERHEAD = 200  # bytes added for each document, so that empty documents fill a batch, too
# What is counted in a document.
FIGURES = ("words", "utterances", "expressions", "entities", "pronouns", "resolved")


class Failure(NamedTuple):
    """Why a document has no result; docs/problems.md explains every code."""

    code: str
    message: str

    def __str__(self) -> str:
        return self.message


class BrokenInput(InputError):  # noqa: N818 - it reads as what it is
    """An input that cannot be read; docs/problems.md explains the code of its failure."""

    def __init__(self, code: str, message: str) -> None:
        self.failure = Failure(code, message)
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Document:
    """One document as it was found: its bytes are not parsed yet.

    `name` is unique in the corpus: "novels/emma.txt", "news.zip/a.txt", "crawl.jsonl:17". A
    document that cannot be read has a `failure`, so that nothing is skipped silently.
    """

    name: str
    path: str  # of the file it was found in
    format: str  # a name in hearer.FORMATS
    content: bytes = b""
    line: int = 0  # of the table row that it is
    failure: Failure | None = None
    problems: tuple[Problem, ...] = ()  # found in the table row around it

    @property
    def digest(self) -> str:
        """Hash of everything that can change the result."""
        code = self.failure.code if self.failure else ""
        fields = (self.name, self.path, self.format, str(self.line), code)
        header = "\0".join((*fields, *map(str, self.problems), ""))
        return digest(header.encode("utf-8", "surrogatepass") + self.content)


def digest(content: bytes | str) -> str:
    """Return the checksum of some bytes or of a text, in hexadecimal."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What became of one document; all counts of a failed one are 0."""

    document: str
    path: str
    failure: Failure | None = None
    words: int = 0
    utterances: int = 0
    expressions: int = 0
    entities: int = 0
    labels: Mapping[str, int] = field(default_factory=dict)  # pronouns by label
    resolved: int = 0
    problems: tuple[Problem, ...] = ()

    @property
    def status(self) -> str:
        return "failed" if self.failure else "done"

    @property
    def pronouns(self) -> int:
        return sum(self.labels.values())


class ProcessedDocument(NamedTuple):
    """The outcome of a document and its interpretation, None if it failed."""

    outcome: DocumentOutcome
    interpretation: Interpretation | None = None


class BatchOutcome(NamedTuple):
    """The outcomes of a batch and the files to write for it, by relative path."""

    outcomes: tuple[DocumentOutcome, ...]
    files: Mapping[str, bytes]


class Batch(NamedTuple):
    """Consecutive documents that are processed together; `key` changes when any of them does."""

    key: str
    documents: tuple[Document, ...]


def batches(documents: Iterable[Document], job: str = "") -> Iterator[Batch]:
    """Group documents into batches; `job` is part of every key.

    Where a batch ends depends on the names and sizes of its documents, not on their number:
    after an insertion the following batches soon have the same keys as before. A long document
    has a batch of its own.
    """
    batch, size = list[Document](), 0
    for document in documents:
        weight = len(document.content) + OVERHEAD
        if batch and size + weight > LARGEST:
            yield _batch(batch, job)
            batch, size = [], 0
        batch.append(document)
        size += weight
        is_end = int(digest(document.name), 16) % ONE_IN == 0
        if size >= LARGEST or (size >= SMALLEST and is_end):
            yield _batch(batch, job)
            batch, size = [], 0
    if batch:
        yield _batch(batch, job)


def _batch(documents: list[Document], job: str) -> Batch:
    key = digest("\n".join((job, *(one.digest for one in documents))))
    return Batch(key, tuple(documents))
