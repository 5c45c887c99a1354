"""Documents heard: what a worker does, wherever it is. It touches no file.

Task        how documents are heard, and what is made of them
heard       what a batch of documents comes to
joined      what several batches come to, as one
died        what a document comes to whose worker died again and again
prepare     load what is needed, once
versions    which program and which models hear
MOST_DEATHS of workers that heard one document and nothing else, until it is given up

Whatever is wrong with a document is its failure, with a stable code: the others are heard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from time import perf_counter

from hearer import parsers
from hearer.corpora import targets
from hearer.corpora.document import Document, Failure
from hearer.corpora.inputs.splitting import is_split, reading_of
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.errors import HearerError, InputError, UsageError
from hearer.formats.format import Reading, program
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Problem
from hearer.model.record import AnswersRecord, Record
from hearer.names import OwnNames
from hearer.parsers.english.version import model_version
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER, parsed

MOST_DEATHS = 12
# What an error comes to; docs/problems.md explains the codes. The first kind that fits.
CODES: tuple[tuple[type[Exception], str], ...] = (
    (InputError, "document-unreadable"),
    (UsageError, "document-refused"),
    (HearerError, "document-refused"),
    (MemoryError, "document-memory"),
    (RecursionError, "document-nested"),
    (Exception, "document-unexpected"),
)
TOLD = {
    "document-memory": "There is not enough memory for it.",
    "document-nested": "Something in it is nested too deeply.",
}
EMPTY = "document-empty"
DIED = Failure("worker-died", "Whoever heard it died, again and again: memory may be short.")


@dataclass(frozen=True, slots=True)
class Task:
    """How documents are heard, and what is made of them."""

    how: Profile
    parser: str = DEFAULT_PARSER
    target: str = "jsonl"


def prepare(task: Task) -> None:
    """Load what is needed, once; what is wrong with the task itself is raised here."""
    targets.find(task.target)
    parsers.find(task.parser)
    listen(Discourse(()), profile=task.how)


def versions(task: Task) -> dict[str, str]:
    """Which program and which models hear: what they say may differ when one of them does."""
    packages = [_version(name) for name in task.parser.split(":")]
    parser = " ".join(filter(None, (task.parser, *packages)))
    return {"program": program(), "parser": parser, "model": model_version()}


def _version(package: str) -> str:
    """The version of a package that parses, or of its model, if it is one."""
    try:
        return version(package)
    except (PackageNotFoundError, ValueError):
        return ""


def heard(task: Task, documents: Sequence[Document]) -> BatchOutcome:
    """What a batch of documents comes to."""
    return _written(task, [one for document in documents for one in _heard(task, document)])


def died(task: Task, document: Document) -> BatchOutcome:
    """What a document comes to whose worker died again and again."""
    return _written(task, [_failed(document.name, document.path, DIED)])


def joined(task: Task, several: Sequence[BatchOutcome]) -> BatchOutcome:
    """What several batches come to, as one."""
    if len(several) == 1:
        return several[0]
    written = targets.find(task.target).joined([one.written for one in several])
    return BatchOutcome(tuple(chain.from_iterable(one.outcomes for one in several)), written)


# One document -----------------------------------------------------------------------------------


def _heard(task: Task, document: Document) -> Iterator[UnderstoodDocument]:
    start = perf_counter()
    reading = _read(document)
    if isinstance(reading, Failure):
        yield _failed(document.name, document.path, reading, perf_counter() - start)
        return
    for name, discourse in _named(document, reading):
        found = _understood(task, replace(discourse, name=name, path=document.path), start)
        yield found._replace(line=document.line) if is_split(document.format) else found
        start = perf_counter()


def _read(document: Document) -> Reading | Failure:
    if document.failure:
        return document.failure
    try:
        found = reading_of(document)
        return _nothing_in_it(found) or found
    except Exception as error:  # noqa: BLE001 - a bad document is never the end of a run
        return _failure(error)


def _nothing_in_it(found: Reading) -> Failure | None:
    """Why there is nothing to hear, where nothing could be read as the format; a text is one."""
    if not found:
        told = "There is no document in it."
    elif found.problems and not any(one.is_raw or any(one.utterances) for one in found):
        told = "Nothing in it could be read as its format."
    else:
        return None
    placed = sorted((one.line, one.column, one.message) for one in found.problems if one.column)
    for line, column, message in placed[:1]:
        told = f"{told} Line {line}, column {column}: {message}."
    return Failure(EMPTY, told)


def _named(document: Document, reading: Reading) -> Iterator[tuple[str, Discourse]]:
    """The discourses of a document; where there are several, each adds its own name."""
    own = {problem for one in reading for problem in one.problems}
    besides = tuple(problem for problem in reading.problems if problem not in own)
    names = OwnNames()
    for number, discourse in enumerate(reading, start=1):
        name = document.name
        if len(reading) > 1:
            name = names.own(f"{name}#{discourse.name or number}", str(number))
        problems = (*(besides if number == 1 else ()), *discourse.problems)
        yield name, replace(discourse, problems=problems)


def _understood(task: Task, discourse: Discourse, start: float) -> UnderstoodDocument:
    try:
        record = AnswersRecord if targets.find(task.target).is_of_answers else Record
        found = listen(parsed(discourse, task.parser), profile=task.how, record=record)
        return UnderstoodDocument(_counted(found, perf_counter() - start), found)
    except Exception as error:  # noqa: BLE001
        failure, seconds = _failure(error), perf_counter() - start
        return _failed(discourse.name, discourse.path, failure, seconds)


def _counted(found: Interpretation, seconds: float) -> DocumentOutcome:
    resolutions = found.resolutions
    labels = Counter(str(one.label) for one in resolutions)
    return DocumentOutcome(
        document=found.discourse.name,
        path=found.discourse.path,
        words=sum(map(len, found.discourse.utterances)),
        utterances=len(found.discourse.utterances),
        expressions=len(found.expressions),
        entities=len(found.chains),
        labels=dict(sorted(labels.items())),
        resolved=sum(bool(one.antecedent) for one in resolutions),
        problems=(*found.problems, *_notes(found)),
        seconds=seconds,
    )


def _notes(found: Interpretation) -> Iterator[Problem]:
    """How a document of another language was heard: told with what is wrong, not to be missed."""
    for note in found.notes:
        yield Problem(found.discourse.path, 0, 0, code="text-language", message=note)


# What goes wrong --------------------------------------------------------------------------------


def _failure(error: Exception) -> Failure:
    code = next(code for kind, code in CODES if isinstance(error, kind))
    if isinstance(error, HearerError):
        return Failure(code, str(error))
    return Failure(code, TOLD.get(code) or f"{type(error).__name__}: {error}")


def _failed(name: str, path: str, failure: Failure, seconds: float = 0.0) -> UnderstoodDocument:
    return UnderstoodDocument(DocumentOutcome(name, path, failure, seconds=seconds))


def _written(task: Task, several: Sequence[UnderstoodDocument]) -> BatchOutcome:
    """What was heard, as the target writes it; what it cannot write is a failure, too."""
    target = targets.find(task.target)
    try:
        return BatchOutcome(tuple(one.outcome for one in several), target.rendered(several))
    except Exception as error:
        if len(several) != 1:
            return joined(task, [_written(task, [one]) for one in several])
        outcome, found, _ = several[0]
        if found is None:
            raise
        failed = _failed(outcome.document, outcome.path, _failure(error), outcome.seconds)
        return _written(task, [failed])
