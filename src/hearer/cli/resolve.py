"""hearer resolve: what every pronoun of some files or of a text was taken to mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

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
from hearer.cli.output import (
    Results,
    files_of,
    is_folder,
    is_stdout,
    is_terminal,
    refused,
    report,
    results,
)
from hearer.cli.process import say
from hearer.errors import UsageError
from hearer.report import progress

if TYPE_CHECKING:
    from hearer.formats import Format
    from hearer.formats.format import Stream
    from hearer.model import Discourse
    from hearer.profiles import Profile

LONG = 100_000  # code points that are worth a bar
Work: TypeAlias = "tuple[Discourse, str | None]"  # what is heard, and where the result goes


EXAMPLES = """\b
Examples:
  hearer resolve --text "Anna met a judge. She thanked him." --to text
  hearer resolve examples/story.txt --precision 0.9 --to text
  hearer resolve examples/table5.conllu --profile paper --to tsv
  hearer resolve examples/table3.conllu examples/table4.conllu --to json -o found.json
"""


def resolve(
    files: Annotated[
        list[str] | None, typer.Argument(help="Raw text or CoNLL-U; - is the standard input.")
    ] = None,
    *,
    text: Text = None,
    source: From = None,
    to: Annotated[
        str | None,
        typer.Option(
            help="The format, see `hearer formats`; the name of OUTPUT tells. Else text on a "
            "terminal, corefud elsewhere.",
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
    """Resolve the pronouns of a text, of text files or of CoNLL-U, document by document.

    Where OUTPUT is a folder, every input gets a file of its own in it. JSON is one object, or an
    array when there are several documents; JSONL is one object per pronoun, as it falls. Under
    --strict nothing is written when there are problems. With --precision a line on the standard
    error says how many pronouns were resolved, of how many.
    """
    from hearer.formats.converting import writer

    place = None if is_stdout(output) else output
    folder = place if is_folder(place) else None
    target = hearer.FORMATS.find(to) if to else _target(place)
    writer(target)  # refused before anything is heard, as are files that are there
    places = _places(files or ["text"], place, target)
    wanted = [file for one in dict.fromkeys(places) for file in files_of(one, target)]
    refused(wanted, force=force, read=files or (), in_folder=folder is not None)
    coverage = Coverage(precision or 0.0)
    inputs = opened(files, text, source)
    if report(problem for one in inputs for problem in one.problems) and strict:
        raise typer.Exit(1)
    work = [(d, place) for one, place in zip(inputs, places, strict=True) for d in one]
    with results(force=force, read=files or (), folder=folder) as told:
        run = Run(how, parser, coverage, told)
        if target.stream:
            _stream(work, dict.fromkeys(places), target.stream, run)
        else:
            _write(work, dict.fromkeys(places), target, run)
    if precision:
        say(f"hearer: {coverage}")


@dataclass(frozen=True, slots=True)
class Run:
    """How the documents are heard, what is counted meanwhile, and where it is told."""

    how: Profile
    parser: str
    coverage: Coverage
    told: Results


def _write(work: list[Work], places: dict[str | None, None], target: Format, run: Run) -> None:
    found: dict[str | None, list[hearer.Interpretation]] = {place: [] for place in places}
    quiet = is_terminal() and None in places
    for document, place in progress.tracked(work, quiet=quiet):
        found[place].append(hearer.resolve(document, profile=run.how, parser=run.parser))
        run.coverage.note(found[place][-1].resolutions)
    for place, several in found.items():
        file, *text = files_of(place, target)
        run.told.write(hearer.write(several, to=target.name), file)
        for beside in text:
            run.told.write(several[0].discourse.text, beside)


def _stream(
    work: list[Work],
    places: dict[str | None, None],
    stream: Callable[[str, str], Stream],
    run: Run,
) -> None:
    for place in places:
        quiet = place is None and is_terminal()
        with run.told.lines(place) as write:
            for document in (document for document, where in work if where == place):
                lines = stream(document.name, document.text)
                for line in _fallen(document, lines, run, quiet=quiet):
                    write(line)


def _fallen(document: Discourse, lines: Stream, run: Run, *, quiet: bool) -> Iterator[str]:
    """The lines of a document as its pronouns fall, with a bar when it is long."""
    length = len(document.text)
    with progress.shown(quiet=quiet or length < LONG) as tell:
        for step in hearer.follow(document, profile=run.how, parser=run.parser):
            yield from lines.fallen(step)
            run.coverage.note(step.resolutions)
            if step.word and step.word.ends_utterance:
                tell(step.word.utterance.start, length)


def _target(output: str | None) -> Format:
    """The format that the name of the output asks for, or where it goes."""
    from hearer.formats.converting import of_output

    if output is None or is_folder(output):
        return hearer.FORMATS.find("text" if output is None and is_terminal() else "corefud")
    return of_output(output, understood=True)


def _places(files: list[str], output: str | None, target: Format) -> list[str | None]:
    """Where the result of each file goes."""
    if output is None or not is_folder(output):
        return [output for _ in files]
    names = [Path("stdin" if file == "-" else file).stem + target.suffixes[0] for file in files]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"Two inputs would be written to {name!r} in {output!r}.")
    return [str(Path(output) / name) for name in names]
