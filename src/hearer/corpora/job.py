"""A corpus heard from its inputs to its files: nothing is lost, and nothing is done twice.

corpus    hear whatever is in files, folders, archives and tables, and write it to a folder

One process reads all inputs and writes all outputs; whoever hears gets bytes and gives bytes. What
is done is on the disk batch by batch, so that a run can end anywhere, and another goes on.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack

from hearer.corpora import targets
from hearer.corpora.batches import Batch, batches
from hearer.corpora.checked import bytes_of, check_ways, check_workers, folder_of, names_of
from hearer.corpora.document import DIGEST_BYTES
from hearer.corpora.hearing import Task
from hearer.corpora.inputs.contents import HowToRead
from hearer.corpora.inputs.documents import Documents, documents
from hearer.corpora.kept.folder import OutFolder, made, opened
from hearer.corpora.kept.listed import Listed, compared
from hearer.corpora.kept.manifest import FileMade, Job, Manifest, State, counted, difference
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places.place import HearingPlace, cores, place_for
from hearer.corpora.query import Corpus
from hearer.corpora.told import progress
from hearer.corpora.told.summary import Tally
from hearer.corpora.told.telling import Assembling, BatchTold, Begun, Tell
from hearer.errors import OutputError, require
from hearer.keywords import Options
from hearer.parsers import PARSERS
from hearer.profiles import Profile, how_to_hear
from hearer.reading import DEFAULT_PARSER

RESUME = "--resume (resume=True)"
KEPT = f"What is done is kept: go on with {RESUME}."
Name = str | os.PathLike[str]


def corpus(  # noqa: PLR0913 - one parameter per option
    inputs: Name | Sequence[Name],
    output: Name,
    *,
    to: str = "parquet",
    workers: int | None = None,
    on: object = "",
    memory_limit: int | str | None = None,
    resume: bool = False,
    retry_failed: bool = False,
    force: bool = False,
    tidy: bool = False,
    format: str | None = None,  # noqa: A002 - what users type
    text_column: str = "text",
    id_column: str | None = None,
    parser: str = DEFAULT_PARSER,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    tell: Tell | None = None,
    **options: Unpack[Options],
) -> Corpus:
    """Resolve many documents, and write what was understood to the folder `output`.

        corpus = hearer.corpus("texts", "out")                 # a folder, to Parquet tables
        corpus = hearer.corpus(["a.zip", "news/**/*.txt"], "out", resume=True)
        print(corpus.summary)

    `inputs` are paths of files, folders, archives and tables of texts, or patterns. With `resume` a
    run goes on that was interrupted, or inputs are added; `retry_failed` hears those again that
    failed, and `force` begins anew. A document that cannot be read is in `corpus.failed`, and is
    never the end of the run.

    `to` is "parquet", "jsonl", or a format, for a file per document. `workers` are processes of
    this machine, as many as it has cores, and 0 is this process; `on` is a Dask cluster. What is
    written does not depend on either. A worker that has more than `memory_limit` bytes is
    replaced. `text_column` and `id_column` are those of tables, `format` is that of all files.
    `algorithm`, `profile` and the options say how to hear, as in `resolve`.

    How far it is shows on a terminal; `tell` is told instead, if it is given.
    """
    names = names_of(inputs)
    out = folder_of(output, names)
    check_ways(resume=resume, retry_failed=retry_failed, force=force)
    check_workers(workers, on=on, cores=cores())
    limit = bytes_of(memory_limit)
    task = Task(how_to_hear(algorithm, profile, options), _parser(parser), _target(to))
    asked = HowToRead(format=format, text_column=text_column, id_column=id_column, besides=out)
    with progress.shown(quiet=tell is not None) as watch:
        run = _Run(task, names, asked, tell=tell or watch.tell, retry_failed=retry_failed)
        found = run.found()  # what is not there is refused before anything is written
        with opened(out, resume=resume or retry_failed, force=force) as folder:
            before = run.begin(folder, force=force)
            if not run.is_done(before, folder):
                where = place_for(on, workers=workers, memory=limit, tell=run.tell)
                with _told_how_to_go_on(), closing(where) as place:
                    run.hear(folder, place, found, before)
                    place.close()  # whoever heard has memory that we may need now
                    run.assemble(folder, before)
            if tidy:
                folder.tidy()
    return Corpus(out)


@contextmanager
def _told_how_to_go_on() -> Iterator[None]:
    """Where a run ends because something cannot be written, nothing is lost; say so."""
    try:
        yield
    except OutputError as error:
        told = str(error)
        raise OutputError(told if RESUME in told else f"{told} {KEPT}") from error


def _parser(name: object) -> str:
    require(name, str, "A parser is given by its name here: others hear elsewhere")
    PARSERS.find(str(name).partition(":")[0])
    return str(name)


def _target(name: str) -> str:
    targets.find(name)
    return name


@dataclass(slots=True)
class _Run:
    """One run: what is asked, and what is done so far."""

    task: Task
    inputs: tuple[str, ...]
    asked: HowToRead
    tell: Tell
    retry_failed: bool = False
    keys: list[str] = field(default_factory=list)  # of all batches, in order
    listed: Listed = field(default_factory=Listed)
    tally: Tally = field(default_factory=Tally)
    passed_over: dict[str, int] = field(default_factory=dict)
    is_heard: bool = False  # something was heard now

    def found(self) -> Documents:
        """The documents, to be read one by one; what is not there is an error now."""
        return documents(self.inputs, self.asked)

    def manifest(self) -> Manifest:
        """What this run is to do."""
        reading = {name: value for name, value in asdict(self.asked).items() if name != "besides"}
        return Manifest(Job.of(self.task), self.inputs, reading)

    def begin(self, folder: OutFolder, *, force: bool) -> Manifest:
        """Say what is to be done, if it goes with what was done before; that is returned."""
        now, is_cut = self.manifest(), folder.is_cut_short
        before = replace(now, files=folder.taken_for_made()) if is_cut else folder.read()
        if before is None:
            before = now
        elif force:
            folder.begin_anew()
            before = replace(now, files=before.files)
        elif differs := difference(before, now):
            raise OutputError(
                f"{folder.path!r} was made otherwise: {differs}. Say the same again, or begin anew "
                "with --force (force=True)."
            )
        elif left_out := _left_out(before.inputs, now.inputs):
            raise OutputError(
                f"{folder.path!r} has what was heard of {left_out[0]!r}, too, which is not named "
                "now, and would go: name all inputs, or begin anew with --force (force=True)."
            )
        return before

    def is_done(self, before: Manifest, folder: OutFolder) -> bool:
        """Whether there is nothing to do though no parts are there: it is complete, and tidied."""
        if before.state is not State.COMPLETE or Path(folder.parts.folder).is_dir():
            return False
        if self.retry_failed and before.failures:
            return False
        several = batches(self.found(), before.job.key)
        return _work(batch.key for batch in several) == before.work and folder.has(before.files)

    # Hearing ------------------------------------------------------------------------------------

    def hear(
        self, folder: OutFolder, place: HearingPlace, found: Documents, before: Manifest
    ) -> None:
        """Hear what is not done; after this, all parts are there."""
        now = self.manifest()
        folder.write(replace(now, files=before.files))
        self.tell(Begun(found.files, found.size, place.workers))
        several = batches(found, now.job.key)
        for batch, outcome in place.heard(self.task, self._left(several, folder)):
            folder.parts.write(batch.key, outcome)
            self.is_heard = True
            self._done(batch, outcome)
        self.passed_over = dict(sorted(found.passed_over.items()))
        listed = self.listed.content
        if changes := compared(folder.listed(listed), listed):
            self.tell(changes)

    def _left(self, several: Iterable[Batch], folder: OutFolder) -> Iterator[Batch]:
        for batch in several:
            self.keys.append(batch.key)
            self.listed.add(batch)
            part = folder.parts.found(batch.key)
            if part and not (self.retry_failed and _may_be_done(batch, part)):
                self._done(batch, part, is_before=True)
            else:
                yield batch

    def _done(self, batch: Batch, outcome: BatchOutcome, *, is_before: bool = False) -> None:
        self.tally.add(outcome.outcomes)
        self.tell(BatchTold(outcome.outcomes, batch.size, is_before))

    # Writing ------------------------------------------------------------------------------------

    def assemble(self, folder: OutFolder, before: Manifest) -> None:
        """Make the files of all parts, and move them to their places."""
        figures: dict[str, Any] = counted(self.tally.summary)
        work = _work(self.keys)
        now = replace(self.manifest(), work=work, passed_over=self.passed_over, **figures)
        if before.state is State.COMPLETE and self._is_as_before(folder, before, work):
            files = before.files
        else:
            files = self._made(folder, before, now)
        folder.write(replace(now, files=files, state=State.COMPLETE))
        folder.write_summary(self.tally.summary)
        folder.parts.keep_only(self.keys)

    def _is_as_before(self, folder: OutFolder, before: Manifest, work: str) -> bool:
        return not self.is_heard and work == before.work and folder.has(before.files)

    def _made(self, folder: OutFolder, before: Manifest, now: Manifest) -> tuple[FileMade, ...]:
        with folder.new() as new:
            names = targets.find(self.task.target).assembled(self._parts(folder), new)
            paths = [str(Path(new) / Path(name).name) for name in names]
            files = tuple(map(made, paths))
            folder.refuse_others(files, before.files)
            ours = {one.name: one for one in (*before.files, *files)}
            folder.write(replace(now, files=tuple(ours.values())))
            folder.stand(paths)
        folder.forget(before.files, files)
        return files

    def _parts(self, folder: OutFolder) -> Iterator[BatchOutcome]:
        for number, part in enumerate(folder.parts.in_order(self.keys)):
            self.tell(Assembling(number, len(self.keys)))
            yield part


def _left_out(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """The inputs that are there still and are not named any more, by whatever name."""
    named = set(map(os.path.realpath, now))
    return [
        name for name in before if os.path.lexists(name) and os.path.realpath(name) not in named
    ]


def _may_be_done(batch: Batch, part: BatchOutcome) -> bool:
    """Whether something failed that may be heard now: not what could not even be read."""
    unread = {one.name for one in batch.documents if one.failure}
    return any(one.failure and one.document not in unread for one in part.outcomes)


def _work(keys: Iterable[str]) -> str:
    return blake2b("\n".join(keys).encode(), digest_size=DIGEST_BYTES).hexdigest()
