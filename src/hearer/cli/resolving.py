"""Files heard one after the other, and where what was understood of them goes.

Run            how documents are heard, what is counted meanwhile, and which files failed
Source         a file, and how to get its documents
Destination    where the result of each file goes
together       the results of files that are named: all of them or none
is_done        whether a result is there already
one_by_one     those of folders: a file that fails is reported, and the others are resolved
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import typer

import hearer
from hearer.cli.coverage import Coverage
from hearer.cli.hearing import heard
from hearer.cli.inputs import Inputs, placed, refuse_broken
from hearer.cli.output import (
    Results,
    files_of,
    is_stdout,
    is_terminal,
    refused,
    report,
    results,
    screen,
    tell_notes,
)
from hearer.cli.process import in_command_words, say
from hearer.errors import HearerError, InputError, OutputError
from hearer.formats import Format, Reading
from hearer.languages import MISREAD, misread, notes_on
from hearer.model import Discourse, Interpretation
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER, open_file
from hearer.report import progress
from hearer.session.knowledge import Knowledge
from hearer.writing.files import new_folder
from hearer.writing.places import is_dir


class Source(NamedTuple):
    """A file, and how to get its documents."""

    path: str
    documents: Callable[[], Sequence[Discourse]]


@dataclass(frozen=True, slots=True)
class Run:
    """How documents are heard, what is counted meanwhile, and which files failed."""

    how: Profile
    parser: str
    target: Format
    coverage: Coverage
    strict: bool = False
    quiet: bool = False  # another bar says how far we are, or somebody reads
    known: Knowledge | None = None
    given: bool = False  # nouns and names, as annotated
    failed: list[str] = field(default_factory=list)

    def hear(self, documents: Sequence[Discourse]) -> list[Interpretation]:
        works = [(document, self.how) for document in documents]
        found = list(
            heard(works, self.parser, quiet=self.quiet, known=self.known, given=self.given)
        )
        for one in found:
            self.coverage.heard(one)
            besides = one.problems[len(one.discourse.problems) :]
            wrong = [problem for problem in one.discourse.problems if problem.code == MISREAD]
            if report((*besides, *wrong)) and self.strict:
                raise typer.Exit(1)
        return found

    def pieces(self, documents: Sequence[Discourse], place: str | None) -> Iterator[str]:
        """What is written of a file, as it comes."""
        if self.target.shown:
            yield self.target.shown(self.hear(documents), screen(place))
            return
        quiet = self.quiet or (is_stdout(place) and is_terminal())
        for document in documents if self.target.stream else ():
            yield from self._fallen(document, quiet=quiet)

    def _fallen(self, document: Discourse, *, quiet: bool) -> Iterator[str]:
        """The lines of a document as its pronouns fall, with a bar when it is long."""
        length = len(document.text)
        lines = self.target.stream(document.name, document.text) if self.target.stream else None
        self._tell(document)
        with progress.shown(quiet=quiet) as tell:
            how = self.how
            for step in hearer.follow(document, profile=how, parser=self.parser, given=self.given):
                yield from lines.fallen(step) if lines else ()
                self.coverage.fallen(step)
                if step.word and step.word.ends_utterance:
                    tell(step.word.utterance.start, length)

    def _tell(self, document: Discourse) -> None:
        """Say in which language a document is that is heard as it comes, if not in English."""
        tell_notes(document.path or document.name, notes_on(document, self.how))
        is_ours = document.is_raw and self.parser == DEFAULT_PARSER
        if is_ours and report(misread(document)) and self.strict:
            raise typer.Exit(1)

    @contextmanager
    def passing_over(self, path: str) -> Iterator[None]:
        """Report a file that cannot be resolved, and go on; where nothing can be written, end."""
        try:
            yield
        except OutputError:
            raise
        except HearerError as error:
            told = in_command_words(error.command_message())
            say(told if repr(path) in told else f"{path}: {told}")
            self.failed.append(path)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the result of each file goes."""

    target: Format
    places: Sequence[str | None]
    folder: str | None
    force: bool = False

    def refuse(self, inputs: Inputs) -> None:
        """Refuse what is not to be written, before the work is done."""
        read = [one.path for one in inputs.files]
        wanted = [file for one in dict.fromkeys(self.places) for file in files_of(one, self.target)]
        if self.folder and not is_dir(self.folder):
            refused([self.folder.rstrip("/")], force=self.force, read=read)
            return
        there = [one for one in wanted if is_stdout(one) or is_dir(Path(str(one)).parent)]
        done = [one for one in there if is_done(one)]
        if self.folder and done and not self.force:
            raise OutputError(
                f"{done[0]!r} is there already, and is not replaced: choose another folder, or say "
                "--force; with --resume, only what has no result yet is resolved."
            )
        refused(there if self.folder else wanted, force=self.force, read=read)


def is_done(place: str | None) -> bool:
    """Whether there is a result already."""
    return not is_stdout(place) and os.path.lexists(str(place)) and not is_dir(str(place))


# Files that are named: all results or none ------------------------------------------------------


def together(
    readings: Sequence[Reading], paths: Sequence[str], goes: Destination, run: Run
) -> None:
    """Write the results of files that are named: at the end all of them stand there, or none."""
    if report(problem for one in readings for problem in one.problems) and run.strict:
        raise typer.Exit(1)
    refuse_broken(readings)
    groups: dict[str | None, list[Source]] = {place: [] for place in goes.places}
    for path, place, reading in zip(paths, goes.places, readings, strict=True):
        groups[place].append(Source(path, partial(placed, reading)))
    with results(force=goes.force, read=paths, folder=goes.folder) as told:
        for place, sources in progress.tracked([*groups.items()], quiet=_is_quiet(goes)):
            _write(told, place, progress.tracked(sources, quiet=_is_quiet(goes)), run)


def _write(
    told: Results, place: str | None, sources: Iterable[Source], run: Run, *, goes_on: bool = False
) -> None:
    """Write what goes to one place."""
    guard = run.passing_over if goes_on else nullcontext
    target, found = run.target, []
    if target.shown or (target.stream and run.known is None):
        with told.lines(place, is_clean=bool(target.shown)) as write:
            for source in sources:
                with guard(source.path):
                    for piece in run.pieces(source.documents(), place):
                        write(piece)
        return
    for source in sources:
        with guard(source.path):
            found += run.hear(source.documents())
    if found or not goes_on:
        file, *text = files_of(place, target)
        told.write(hearer.write(found, to=target.name), file)
        for beside in text:
            told.write(found[0].discourse.text, beside)


def _is_quiet(goes: Destination) -> bool:
    return is_terminal() and None in goes.places


# Files of folders: one by one -------------------------------------------------------------------


def one_by_one(inputs: Inputs, source: str | None, goes: Destination, run: Run) -> None:
    """Write the results of files of folders, each as it is there."""
    read = [one.path for one in inputs.files]
    sources = [Source(path, partial(_documents, path, source, run)) for path in read]
    if goes.folder is None:
        with results(force=goes.force, read=read) as told:
            tracked = progress.tracked(sources, quiet=_is_quiet(goes))
            _write(told, goes.places[0], tracked, run, goes_on=True)
        return
    for one, place in progress.tracked([*zip(sources, goes.places, strict=True)]):
        with run.passing_over(one.path), ExitStack() as folders:
            for above in reversed(Path(str(place)).parents):
                folders.enter_context(new_folder(str(above)))
            with results(force=goes.force, read=[one.path]) as told:
                _write(told, place, [one], run)


def _documents(path: str, source: str | None, run: Run) -> list[Discourse]:
    reading = open_file(path, format=source)
    if report(reading.problems) and run.strict:
        raise InputError("It has problems, and --strict was said.")
    if not reading:
        raise InputError("There is no document in it.")
    return placed(reading)
