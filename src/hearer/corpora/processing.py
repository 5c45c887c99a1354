"""Process documents: what a worker does, wherever it runs. It writes no file.

Whatever is wrong with a document is its failure, with a stable code; the others are processed.
"""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from hearer import parsers
from hearer.corpora import targets
from hearer.corpora.document import (
    Batch,
    BatchOutcome,
    BrokenInput,
    Document,
    DocumentOutcome,
    Failure,
    ProcessedDocument,
)
from hearer.errors import HearerError, InputError, UsageError
from hearer.formats import FORMATS
from hearer.formats.converting import read_as
from hearer.formats.format import program
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Problem
from hearer.model.resolution import AnswersRecord, Record
from hearer.names import OwnNames
from hearer.parsers.english import model_version
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER, parsed

# Codes of failures by exception, the first that matches; docs/problems.md explains them.
CODES: tuple[tuple[type[Exception], str, str], ...] = (
    (InputError, "document-unreadable", ""),
    (HearerError, "document-refused", ""),
    (MemoryError, "document-memory", "There is not enough memory for it."),
    (RecursionError, "document-nested", "Something in it is nested too deeply."),
    (Exception, "document-unexpected", ""),
)


@dataclass(frozen=True, slots=True)
class Task:
    """How documents are resolved and what is written for them."""

    profile: Profile
    parser: str = DEFAULT_PARSER
    target: str = "jsonl"

    @property
    def versions(self) -> dict[str, str]:
        """Versions of the program and the models: results may differ when one of them does."""
        packages = list[str]()
        for name in self.parser.split(":"):
            with suppress(PackageNotFoundError, ValueError):  # not a package
                packages.append(version(name))
        parser = " ".join((self.parser, *packages))
        model = model_version(self.profile.analysis.model)
        return {"program": program(), "model": model, "parser": parser}


def packed(task: Task, batch: Batch) -> bytes:
    """Serialize a batch for a worker."""
    return pickle.dumps((task, task.versions, batch), pickle.HIGHEST_PROTOCOL)


def answer(message: bytes) -> bytes:
    """Process a packed batch in a worker and return the packed BatchOutcome.

    A worker with other versions refuses, because its results could differ.
    """
    task, expected, batch = pickle.loads(message)  # noqa: S301 - workers trust the coordinator
    for name, own in task.versions.items():
        if own != expected[name]:
            raise UsageError(f"A worker has {name} {own}, not {expected[name]}.")
    _prepare(task)
    return pickle.dumps(process(task, batch), pickle.HIGHEST_PROTOCOL)


@cache
def _prepare(task: Task) -> None:
    """Load the models once; whatever is wrong with the task itself is raised here."""
    targets.find(task.target)
    parsers.find(task.parser)
    listen(Discourse(()), profile=task.profile)
    gc.freeze()


def process(task: Task, batch: Batch) -> BatchOutcome:
    """Resolve the documents of a batch and render the files of its part."""
    render = targets.find(task.target)
    found = list(resolved(task, batch.documents))
    try:
        files = render(found, batch.key)
    except Exception:  # noqa: BLE001 - find the documents that the target cannot write
        for n, (outcome, *_) in enumerate(found):
            try:
                render(found[n : n + 1], "")
            except Exception as error:  # noqa: BLE001
                found[n] = _failed(outcome.document, outcome.path, error)
        files = render(found, batch.key)
    return BatchOutcome(tuple(one.outcome for one in found), files)


def resolved(task: Task, documents: Iterable[Document]) -> Iterator[ProcessedDocument]:
    """Resolve documents one after the other; a file may hold several discourses."""
    record = AnswersRecord if task.target == "parquet" else Record  # tables need no steps
    for document in documents:
        try:
            discourses = list(discourses_of(document))
        except Exception as error:  # noqa: BLE001 - one bad document never ends a run
            yield _failed(document.name, document.path, error)
            continue
        for one in discourses:
            try:
                found = listen(parsed(one, task.parser), profile=task.profile, record=record)
                yield ProcessedDocument(_counted(found), found)
            except Exception as error:  # noqa: BLE001
                yield _failed(one.name, one.path, error)


def discourses_of(document: Document) -> Iterator[Discourse]:
    """Read the discourses of a document.

    The first has the problems that belong to none, and those of a table row get its line.
    """
    if document.failure:
        raise BrokenInput(*document.failure)
    found = read_as(FORMATS.find(document.format), document.content, document.path)
    if not found:
        raise _empty("There is no document in it.", found.problems)
    if found.problems and not any(one.is_raw or any(one.utterances) for one in found):
        raise _empty("Nothing in it could be read as its format.", found.problems)
    own = {problem for one in found for problem in one.problems}
    others = (*document.problems, *(one for one in found.problems if one not in own))
    names, name = OwnNames(), document.name
    for number, one in enumerate(found, start=1):
        if len(found) > 1:
            name = names.own(f"{document.name}#{one.name or number}", number)
        problems = (*others, *one.problems) if number == 1 else one.problems
        if document.line:
            problems = tuple(replace(problem, line=document.line) for problem in problems)
        yield replace(one, name=name, path=document.path, problems=problems)


def _empty(reason: str, problems: Iterable[Problem]) -> BrokenInput:
    placed = sorted((one.line, one.column, one.message) for one in problems if one.column)
    for line, column, message in placed[:1]:
        reason = f"{reason} Line {line}, column {column}: {message}."
    return BrokenInput("document-empty", reason)


def _counted(found: Interpretation) -> DocumentOutcome:
    discourse, resolutions = found.discourse, found.resolutions
    notes = (Problem(discourse.path, 0, 0, "text-language", message=note) for note in found.notes)
    return DocumentOutcome(
        document=discourse.name,
        path=discourse.path,
        words=sum(map(len, discourse.utterances)),
        utterances=len(discourse.utterances),
        expressions=len(found.expressions),
        entities=len(found.chains),
        labels=dict(sorted(Counter(str(one.label) for one in resolutions).items())),
        resolved=sum(bool(one.antecedent) for one in resolutions),
        problems=(*found.problems, *notes),
    )


def _failed(name: str, path: str, error: Exception) -> ProcessedDocument:
    if isinstance(error, BrokenInput):
        return ProcessedDocument(DocumentOutcome(name, path, error.failure))
    code, message = next((code, said) for kind, code, said in CODES if isinstance(error, kind))
    own = str(error) if isinstance(error, HearerError) else f"{type(error).__name__}: {error}"
    return ProcessedDocument(DocumentOutcome(name, path, Failure(code, message or own)))
