"""hearer resolve: what every pronoun of some files or of a text was taken to mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

import hearer
from hearer.cli.arguments import (
    Force,
    From,
    Output,
    ParserName,
    Precision,
    Strict,
    Text,
    opened,
)
from hearer.cli.coverage import Coverage
from hearer.cli.inputs import Input, Inputs, inputs_of, named
from hearer.cli.output import (
    Results,
    files_of,
    is_folder,
    is_stdout,
    is_terminal,
    refused,
    report,
    results,
    screen,
)
from hearer.cli.process import say
from hearer.errors import HearerError, InputError, OutputError, UsageError
from hearer.report import progress
from hearer.writing.files import new_folder
from hearer.writing.places import is_dir

if TYPE_CHECKING:
    from hearer.formats import Format, Reading
    from hearer.model import Discourse, Interpretation
    from hearer.profiles import Profile

LONG = 100_000  # code points that are worth a bar
FAILED = 1

EXAMPLES = """\b
Examples:
  hearer resolve --text "Anna met a judge. She thanked him."
  hearer resolve examples/story.txt --precision 0.9
  hearer resolve examples -o found/
  hearer resolve examples/table5.conllu --profile paper --to tsv
  hearer resolve examples/table3.conllu examples/table4.conllu -o found.json
"""


def resolve(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Texts, CoNLL-U …, or folders of them; - is the standard input."),
    ] = None,
    *,
    text: Text = None,
    source: From = None,
    to: Annotated[
        str | None,
        typer.Option(
            help="The format, see `hearer formats`; the name of OUTPUT tells. Else text, a line "
            "per pronoun.",
            metavar="FORMAT",
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    how: Profile,
    precision: Precision = None,
    parser: ParserName = "english",
    strict: Strict = False,
) -> None:
    """Resolve the pronouns of a text, of files or of folders, document by document.

    A line says where a pronoun stands, what it means, and what is around it; the place can be
    given to `hearer why --at`. At the end the standard error says how many pronouns were resolved,
    and what became of all others (for text and rows; with --precision for every format).

    In folders every file is read whose name tells its format. Where OUTPUT is a folder, every
    input gets a file of its own in it. Results of files that are named are written all or none;
    those of folders one by one, and a file that cannot be read is reported and passed over: exit
    1. JSON is one object, or an array when there are several documents; JSONL is one object per
    pronoun, as it falls. Under --strict nothing is written of what has problems.
    """
    from hearer.formats.converting import writer

    place = None if is_stdout(output) else output
    folder = place if is_folder(place) else None
    target = hearer.FORMATS.find(to) if to else _target(place)
    writer(target)  # refused before anything is heard, as are files that are there
    inputs = _inputs(files, text, source, folder)
    goal = Goal(target, _places(inputs.files, place, target), folder, force=force)
    goal.refuse(inputs)
    run = Run(how, parser, target, Coverage(precision), strict=strict)
    if inputs.in_folders:
        _one_by_one(inputs, source, goal, run)
    else:
        _together(opened(files, text, source), [one.path for one in inputs.files], goal, run)
    _conclude(inputs, run, is_told=bool(precision or target.shown))


def _conclude(inputs: Inputs, run: Run, *, is_told: bool) -> None:
    """Say what was passed over, and how many pronouns were resolved."""
    if inputs.passed_over:
        say(f"hearer: {inputs}")
    if is_told:
        say(f"hearer: {run.coverage}")
    if run.failed:
        number, all_files = len(run.failed), len(inputs.files)
        say(f"hearer: {number} of {all_files} files could not be resolved")
        raise typer.Exit(FAILED)


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
    failed: list[str] = field(default_factory=list)

    def hear(self, document: Discourse) -> Interpretation:
        found = hearer.resolve(document, profile=self.how, parser=self.parser)
        self.coverage.heard(found)
        return found

    def pieces(self, documents: Sequence[Discourse], place: str | None) -> Iterator[str]:
        """What is written of a file, as it comes."""
        if self.target.shown:
            yield self.target.shown([*map(self.hear, documents)], screen(place))
        for document in documents if self.target.stream else ():
            yield from self._fallen(document, quiet=place is None and is_terminal())

    def _fallen(self, document: Discourse, *, quiet: bool) -> Iterator[str]:
        """The lines of a document as its pronouns fall, with a bar when it is long."""
        length = len(document.text)
        lines = self.target.stream(document.name, document.text) if self.target.stream else None
        with progress.shown(quiet=quiet or length < LONG) as tell:
            for step in hearer.follow(document, profile=self.how, parser=self.parser):
                yield from lines.fallen(step) if lines else ()
                self.coverage.fallen(step)
                if step.word and step.word.ends_utterance:
                    tell(step.word.utterance.start, length)

    @contextmanager
    def passing_over(self, path: str) -> Iterator[None]:
        """Report a file that cannot be resolved, and go on; where nothing can be written, end."""
        try:
            yield
        except OutputError:
            raise
        except HearerError as error:
            say(f"{path}: {error}")
            self.failed.append(path)


@dataclass(frozen=True, slots=True)
class Goal:
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
        refused(there if self.folder else wanted, force=self.force, read=read)


# Files that are named: all results or none ------------------------------------------------------


def _together(readings: Sequence[Reading], paths: Sequence[str], goal: Goal, run: Run) -> None:
    if report(problem for one in readings for problem in one.problems) and run.strict:
        raise typer.Exit(1)
    groups: dict[str | None, list[Source]] = {place: [] for place in goal.places}
    for path, place, reading in zip(paths, goal.places, readings, strict=True):
        groups[place].append(Source(path, partial(tuple, reading)))
    with results(force=goal.force, read=paths, folder=goal.folder) as told:
        for place, sources in progress.tracked([*groups.items()], quiet=_is_quiet(goal)):
            _write(told, place, progress.tracked(sources, quiet=_is_quiet(goal)), run)


def _write(
    told: Results, place: str | None, sources: Iterable[Source], run: Run, *, goes_on: bool = False
) -> None:
    """Write what goes to one place."""
    guard = run.passing_over if goes_on else nullcontext
    target, found = run.target, []
    if target.stream or target.shown:
        with told.lines(place, is_clean=bool(target.shown)) as write:
            for source in sources:
                with guard(source.path):
                    for piece in run.pieces(source.documents(), place):
                        write(piece)
        return
    for source in sources:
        with guard(source.path):
            found += [*map(run.hear, source.documents())]
    if found or not goes_on:
        file, *text = files_of(place, target)
        told.write(hearer.write(found, to=target.name), file)
        for beside in text:
            told.write(found[0].discourse.text, beside)


def _is_quiet(goal: Goal) -> bool:
    return is_terminal() and None in goal.places


# Files of folders: one by one -------------------------------------------------------------------


def _one_by_one(inputs: Inputs, source: str | None, goal: Goal, run: Run) -> None:
    read = [one.path for one in inputs.files]
    sources = [Source(path, partial(_documents, path, source, run)) for path in read]
    if goal.folder is None:
        with results(force=goal.force, read=read) as told:
            tracked = progress.tracked(sources, quiet=_is_quiet(goal))
            _write(told, goal.places[0], tracked, run, goes_on=True)
        return
    for one, place in progress.tracked([*zip(sources, goal.places, strict=True)]):
        with run.passing_over(one.path), ExitStack() as folders:
            for above in reversed(Path(str(place)).parents):
                folders.enter_context(new_folder(str(above)))
            with results(force=goal.force, read=[one.path]) as told:
                _write(told, place, [one], run)


def _documents(path: str, source: str | None, run: Run) -> Reading:
    from hearer.reading import open_file

    reading = open_file(path, format=source)
    if report(reading.problems) and run.strict:
        raise InputError("It has problems, and --strict was said.")
    if not reading:
        raise InputError("There is no document in it.")
    return reading


# Where results go -------------------------------------------------------------------------------


def _inputs(
    files: Sequence[str] | None, text: str | None, source: str | None, folder: str | None
) -> Inputs:
    if text is not None:
        return Inputs((Input("", Path("text")),))
    return inputs_of(named(files), source=source, besides=folder or "")


def _target(output: str | None) -> Format:
    """The format that the name of the output asks for; where it has none, text."""
    from hearer.formats.converting import of_output

    if output is None or is_folder(output):
        return hearer.FORMATS.find("text")
    return of_output(output, understood=True)


def _places(files: Sequence[Input], output: str | None, target: Format) -> list[str | None]:
    """Where the result of each file goes: if two have one name but for the suffix, both keep it."""
    if output is None or not is_folder(output):
        return [output for _ in files]
    suffix = target.suffixes[0]
    short = [one.name.with_suffix(suffix) for one in files]
    often = Counter(str(name).casefold() for name in short)
    names = [
        name if often[str(name).casefold()] == 1 else one.name.with_name(one.name.name + suffix)
        for one, name in zip(files, short, strict=True)
    ]
    for name, number in Counter(map(str, names)).items():
        if number > 1:
            raise UsageError(f"Two inputs would be written to {name!r} in {output!r}.")
    return [str(Path(output) / name) for name in names]
