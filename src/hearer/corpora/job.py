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
from typing import Any, Unpack

from hearer.corpora import targets
from hearer.corpora.document import Batch, DocumentOutcome, batches, digest
from hearer.corpora.processing import Task
from hearer.corpora.query import Corpus
from hearer.corpora.run import KEPT, executor_for, run
from hearer.corpora.sources import Documents
from hearer.corpora.status import Summary
from hearer.corpora.storage import Manifest, State, Storage, job_of, opened
from hearer.errors import OutputError, UsageError, require
from hearer.formats.json_values import dumped
from hearer.keywords import Options
from hearer.parsers import PARSERS
from hearer.profiles import Profile, how_to_hear
from hearer.reading import DEFAULT_PARSER
from hearer.report import progress as report

Name = str | os.PathLike[str]
RIGHT = {
    "hint": "Say hearer.corpus('texts', 'out').",
    "command_hint": "Say hearer corpus texts -o out.",
}


@dataclass(slots=True)
class Progress:
    """How far a run is; `total` and `position` are bytes of the input files."""

    total: int
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
    processes (one per processor by default, 0 for this process), the address of a Dask scheduler,
    or any concurrent.futures.Executor; the results do not depend on it. `text_column` and
    `id_column` are columns of tables, `format` is that of all files. `algorithm`, `profile` and
    the options are those of `resolve`.

    A bar shows the progress on a terminal; `progress` is called instead, if it is given.
    """
    several = inputs if isinstance(inputs, list | tuple) else [inputs]
    what = "An input is the path of a file or folder, or a pattern"
    names = tuple(_path(one, what) for one in several or [None])
    out = _path(output, "Results go to a folder, given by its path")
    _check_apart(names, out)
    if force and (resume or retry_failed):
        raise UsageError("force begins anew, and resume goes on with what is there: say one.")
    require(parser, str, "A parser is given by its name here: workers load it")
    PARSERS.find(parser.partition(":")[0])
    targets.find(to)
    how = how_to_hear(algorithm, profile, options)
    task = Task(how, str(how.parser(parser)), to)
    reading: dict[str, Any] = {"format": format, "text_column": text_column, "id_column": id_column}
    found = Documents(names, exclude=out, remote=remote, **reading)
    manifest = Manifest(job_of(task), names, reading)
    may_go_on = resume or retry_failed or force
    with executor_for(workers) as started, _kept(), opened(out, may_go_on=may_go_on) as storage:
        storage.begin(manifest, force=force)
        with _shown(progress) as show:
            keys = _process(
                task, found, storage, started=started, show=show, retry_failed=retry_failed
            )
        storage.keep_only(keys)
        passed_over = dict(sorted(found.passed_over.items()))
        storage.write_manifest(
            replace(manifest, state=State.COMPLETE, passed_over=passed_over, parts=tuple(keys))
        )
    return Corpus(out)


def _process(  # noqa: PLR0913
    task: Task,
    found: Documents,
    storage: Storage,
    started: tuple[Executor, int],
    show: Callable[[Progress], None],
    *,
    retry_failed: bool,
) -> list[str]:
    """Process the batches that are not done yet; return the keys of all, in the input order."""
    executor, workers = started
    now, keys = Progress(found.size), list[str]()

    def count(outcomes: Iterable[DocumentOutcome]) -> None:
        now.position = found.position
        now.batches += 1
        now.summary.add(outcomes)
        show(now)

    def left() -> Iterator[Batch]:
        for batch in batches(found, digest(dumped(job_of(task)))):
            keys.append(batch.key)
            done = storage.outcomes(batch.key)
            if done is None or (retry_failed and _may_succeed(batch, done)):
                yield batch
            else:
                now.before += len(done)
                now.batches_before += 1
                count(done)

    show(now)
    for batch, outcome in run(task, left(), executor, workers):
        storage.write(batch.key, outcome)
        count(outcome.outcomes)
    return keys


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
def _shown(progress: Callable[[Progress], None] | None) -> Iterator[Callable[[Progress], None]]:
    """Report the progress to the function that was given, or show a bar."""
    if progress:
        yield progress
        return
    with report.shown("Resolving") as tell:
        yield lambda now: tell(now.position, now.total)


def _may_succeed(batch: Batch, outcomes: Iterable[DocumentOutcome]) -> bool:
    """Return True if a document failed that could be read: only such are tried again."""
    unread = {one.name for one in batch.documents if one.failure}
    return any(one.failure and one.document not in unread for one in outcomes)


def _path(name: object, what: str) -> str:
    """Return a path; raise if it is none, or the standard input."""
    name = os.fspath(name) if isinstance(name, str | os.PathLike) else name
    if not isinstance(name, str) or not name.strip() or name == "-" or "\0" in name:
        raise UsageError(f"{what}, not {name!r:.40}.", **RIGHT)
    return name


def _check_apart(inputs: Sequence[str], output: str) -> None:
    """Raise if an input is in the output folder."""
    out = Path(os.path.realpath(output))  # unlike Path.resolve, takes links that lead in a circle
    for name in inputs:
        if out in (place := Path(os.path.realpath(name)), *place.parents):
            raise UsageError(f"{output!r} is, or has in it, what is read: {name!r}.", **RIGHT)
