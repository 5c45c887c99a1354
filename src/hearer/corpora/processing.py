"""Process documents: what a worker does, wherever it runs. It writes no file.

Whatever is wrong with a document is its failure, with a stable code; the others are processed.
"""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter

from hearer import parsers
from hearer.corpora import targets
from hearer.corpora.document import (
    Batch,
    BatchOutcome,
    Document,
    DocumentOutcome,
    Failure,
    ProcessedDocument,
)
from hearer.errors import HearerError, InputError, UsageError
from hearer.formats import FORMATS
from hearer.formats.converting import read_as
from hearer.formats.format import Reading, program
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Problem
from hearer.model.record import AnswersRecord, Record
from hearer.names import OwnNames
from hearer.parsers.english.version import model_version
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
            try:
                packages.append(version(name))
            except (PackageNotFoundError, ValueError):  # not a package
                continue
        parser = " ".join((self.parser, *packages))
        return {"program": program(), "parser": parser, "model": model_version()}


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
    prepare(task)
    return pickle.dumps(process(task, batch), pickle.HIGHEST_PROTOCOL)


@cache
def prepare(task: Task) -> None:
    """Load the models once; whatever is wrong with the task itself is raised here."""
    targets.find(task.target)
    parsers.find(task.parser)
    listen(Discourse(()), profile=task.profile)
    gc.freeze()


def process(task: Task, batch: Batch) -> BatchOutcome:
    """Resolve the documents of a batch and render the files of its part."""
    target = targets.find(task.target)
    found = [one for document in batch.documents for one in resolved(task, document)]
    try:
        files = target.render(found, batch.key)
    except Exception:  # noqa: BLE001 - find the documents that the target cannot write
        found = [_renderable(target, one) for one in found]
        files = target.render(found, batch.key)
    return BatchOutcome(tuple(one.outcome for one in found), files)


def _renderable(target: targets.Target, one: ProcessedDocument) -> ProcessedDocument:
    try:
        target.render([one], "")
    except Exception as error:  # noqa: BLE001
        return _failed(one.outcome.document, one.outcome.path, _failure(error))
    return one


def resolved(task: Task, document: Document) -> Iterator[ProcessedDocument]:
    """Resolve one document; a file may hold several discourses."""
    start = perf_counter()
    reading = document.failure or _read(document)
    if isinstance(reading, Failure):
        yield _failed(document.name, document.path, reading)
        return
    names, own = OwnNames(), {problem for one in reading for problem in one.problems}
    others = tuple(one for one in reading.problems if one not in own)  # for the first discourse
    record = AnswersRecord if targets.find(task.target).is_of_answers else Record
    for number, discourse in enumerate(reading, start=1):
        name = document.name
        if len(reading) > 1:
            name = names.own(f"{name}#{discourse.name or number}", number)
        try:
            problems = (*others, *discourse.problems) if number == 1 else discourse.problems
            named = replace(discourse, name=name, path=document.path, problems=problems)
            found = listen(parsed(named, task.parser), profile=task.profile, record=record)
            yield ProcessedDocument(_counted(found, perf_counter() - start), found)
        except Exception as error:  # noqa: BLE001 - one bad document never ends a run
            yield _failed(name, document.path, _failure(error))
        start = perf_counter()


def _read(document: Document) -> Reading | Failure:
    try:
        found = reading_of(document)
    except Exception as error:  # noqa: BLE001
        return _failure(error)
    if not found:
        reason = "There is no document in it."
    elif found.problems and not any(one.is_raw or any(one.utterances) for one in found):
        reason = "Nothing in it could be read as its format."
    else:
        return found
    placed = sorted((one.line, one.column, one.message) for one in found.problems if one.column)
    for line, column, message in placed[:1]:
        reason = f"{reason} Line {line}, column {column}: {message}."
    return Failure("document-empty", reason)


def reading_of(document: Document) -> Reading:
    """Read a document as its format; problems get the lines they have in the whole file."""
    read = read_as(FORMATS.find(document.format), document.content, document.path)
    named = [
        replace(
            one,
            name=document.title if document.title and one.is_raw else one.name,
            problems=tuple(_moved(document, each) for each in one.problems),
        )
        for one in read
    ]
    problems = (*document.problems, *(_moved(document, one) for one in read.problems))
    return Reading(named, path=read.path, problems=problems)


def _moved(document: Document, problem: Problem) -> Problem:
    """Return a problem with its line in the file: a table row is one line of it."""
    return replace(problem, line=document.line) if document.title and problem.line else problem


def _counted(found: Interpretation, seconds: float) -> DocumentOutcome:
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
        seconds=seconds,
    )


def _failure(error: Exception) -> Failure:
    code, message = next((code, said) for kind, code, said in CODES if isinstance(error, kind))
    own = str(error) if isinstance(error, HearerError) else f"{type(error).__name__}: {error}"
    return Failure(code, message or own)


def _failed(name: str, path: str, failure: Failure) -> ProcessedDocument:
    return ProcessedDocument(DocumentOutcome(name, path, failure))
