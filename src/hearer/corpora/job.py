"""Resolve the documents of a corpus, from the inputs to the parts in the output folder.

One process reads all inputs and writes all outputs; workers get bytes and return bytes. A run can
end anywhere, and the next one goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack, cast

from hearer.corpora import targets
from hearer.corpora.document import Batch, DocumentOutcome, batches
from hearer.corpora.inputs import RESULTS, Documents, ReadingOptions
from hearer.corpora.processing import Task
from hearer.corpora.query import Corpus
from hearer.corpora.run import KEPT, check_workers, executor_for, run
from hearer.corpora.storage import Job, Manifest, State, Storage, opened
from hearer.corpora.summary import Summary
from hearer.errors import InputError, OutputError, UsageError, require
from hearer.harmless import SENTENCE, quoted
from hearer.keywords import Options
from hearer.parsers import PARSERS
from hearer.profiles import Profile, how_to_hear
from hearer.reading import DEFAULT_PARSER
from hearer.report import progress as report
from hearer.writing.files import is_there

Name = str | os.PathLike[str]
RIGHT = {
    "hint": "Say hearer.corpus('texts', 'out').",
    "command_hint": "Say hearer corpus texts -o out.",
}


@dataclass(slots=True)
class Progress:
    """How far a run is; `total` and `position` are bytes of the input files."""

    files: int
    total: int
    workers: int
    position: int = 0
    before: int = 0  # documents that earlier runs processed
    batches: int = 0
    batches_before: int = 0
    summary: Summary = field(default_factory=Summary)  # of all documents so far


def corpus(  # noqa: PLR0913 - one parameter per option
    inputs: Name | Sequence[Name],
    output: Name,
    *,
    to: str = "parquet",
    workers: int | str | Executor | None = None,
    resume: bool = False,
    retry_failed: bool = False,
    force: bool = False,
    format: str | None = None,  # noqa: A002 - the name users know
    text_column: str = "text",
    id_column: str | None = None,
    remote: bool = False,
    parser: str = DEFAULT_PARSER,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    progress: Callable[[Progress], None] | None = None,
    **options: Unpack[Options],
) -> Corpus:
    """Resolve many documents and write the results to the folder `output`.

        corpus = hearer.corpus("texts", "out")                 # a folder, to Parquet tables
        corpus = hearer.corpus(["a.zip", "news/**/*.txt"], "out", resume=True)
        print(corpus.summary)

    `inputs` are paths of files, folders, archives and tables of texts, or patterns; with `remote`
    also names that fsspec knows, such as s3://bucket/texts. `resume` goes on with an interrupted
    run, or adds inputs; `retry_failed` also repeats failed documents, and `force` begins anew. A
    document that cannot be read is in `corpus.failed`, and never ends the run.

    `to` is "parquet", "jsonl", or a format, for one file per document. `workers` is a number of
    processes (one per processor by default, 0 for this process), "dask" for a local Dask cluster,
    the address of a Dask scheduler, or any concurrent.futures.Executor; the results do not depend
    on it. `text_column` and `id_column` are columns of tables, `format` that of all files.
    `algorithm`, `profile` and the options are those of `resolve`.

    A bar shows the progress on a terminal; `progress` is called instead, if it is given.
    """
    names, out = _checked_inputs(inputs), _checked_output(output)
    _check_apart(names, out)
    if force and (resume or retry_failed):
        raise UsageError("force begins anew, and resume goes on with what is there: say one.")
    check_workers(workers)
    require(parser, str, "A parser is given by its name here: workers load it")
    PARSERS.find(parser.partition(":")[0])
    targets.find(to)
    task = Task(how_to_hear(algorithm, profile, options), parser, to)
    found = Documents(names, ReadingOptions(format, text_column, id_column, out, remote=remote))
    reading = {"format": format, "text_column": text_column, "id_column": id_column}
    manifest = Manifest(Job.of(task), names, reading)
    with _kept(), opened(out, may_go_on=resume or retry_failed or force) as storage:
        storage.begin(manifest, force=force)
        with executor_for(workers) as (executor, number), _shown(progress, found.size) as show:
            current = _Run(storage, found, Progress(found.files, found.size, number), show)
            left = current.left(manifest.job.key, retry_failed=retry_failed)
            for batch, outcome in run(task, left, executor, number):
                storage.write(batch.key, outcome)
                current.count(outcome.outcomes)
        storage.keep_only(current.keys)
        passed_over = dict(sorted(found.passed_over.items()))
        done = replace(manifest, state=State.COMPLETE, passed_over=passed_over)
        storage.write_manifest(replace(done, parts=tuple(current.keys)))
    return Corpus(out)


@dataclass(slots=True)
class _Run:
    """The state of a run."""

    storage: Storage
    found: Documents
    now: Progress
    show: Callable[[Progress], None]
    keys: list[str] = field(default_factory=list)

    def left(self, job: str, *, retry_failed: bool) -> Iterator[Batch]:
        """Yield the batches that are not done yet, and count the others."""
        self.show(self.now)
        for batch in batches(self.found, job):
            self.keys.append(batch.key)
            outcomes = self.storage.outcomes(batch.key)
            if outcomes is None or (retry_failed and _may_succeed(batch, outcomes)):
                yield batch
            else:
                self.now.before += len(outcomes)
                self.now.batches_before += 1
                self.count(outcomes)

    def count(self, outcomes: tuple[DocumentOutcome, ...]) -> None:
        """Count a batch that is done."""
        self.now.position = self.found.position
        self.now.batches += 1
        self.now.summary.add(outcomes)
        self.show(self.now)


@contextmanager
def _kept() -> Iterator[None]:
    """Add to errors of writing that nothing is lost."""
    try:
        yield
    except OutputError as error:
        if error.hint:
            raise
        raise OutputError(error.message, **KEPT) from error


@contextmanager
def _shown(
    progress: Callable[[Progress], None] | None, total: int
) -> Iterator[Callable[[Progress], None]]:
    """Report the progress to the function that was given, or show a bar."""
    if progress:
        yield progress
        return
    with report.shown("Resolving") as tell:
        yield lambda now: tell(now.position, total)


def _may_succeed(batch: Batch, outcomes: Iterable[DocumentOutcome]) -> bool:
    """Return True if a document failed that could be read: only such are tried again."""
    unread = {one.name for one in batch.documents if one.failure}
    return any(one.failure and one.document not in unread for one in outcomes)


def _checked_inputs(inputs: object) -> tuple[str, ...]:
    """Return the paths of the inputs; raise if one is none, or a text."""
    several = inputs if isinstance(inputs, list | tuple) else [inputs]
    names = tuple(os.fspath(x) if isinstance(x, str | os.PathLike) else x for x in several)
    for name in names or (None,):
        if not isinstance(name, str) or not name.strip() or name == "-":
            message = f"An input is the path of a file or folder, or a pattern, not {name!r:.40}."
            raise UsageError(message, **RIGHT)
        if "\0" in name or (SENTENCE.search(name) and not is_there(name)):
            raise InputError(
                f"There is no file {quoted(name)}, and a corpus is made of files.",
                hint="For a text itself, say hearer.resolve(text).",
                command_hint="For a text itself, say hearer resolve --text '…'.",
            )
    return cast(tuple[str, ...], names)


def _checked_output(output: object) -> str:
    name = os.fspath(output) if isinstance(output, str | os.PathLike) else output
    if not isinstance(name, str) or not name.strip() or name == "-" or "\0" in name:
        message = f"Results go to a folder, given by its path, not to {name!r:.40}."
        raise UsageError(message, **RIGHT)
    return name


def _check_apart(inputs: Sequence[str], output: str) -> None:
    """Raise if an input is a folder of results, or is in the output folder."""
    out = Path(output).resolve()
    for name in inputs:
        if all(is_there(Path(name) / result) for result in RESULTS):
            raise UsageError(f"{name!r} has the results of a corpus in it, and no texts.")
        if out in (place := Path(name).resolve(), *place.parents):
            raise UsageError(f"{output!r} is, or has in it, what is read: {name!r}.", **RIGHT)
