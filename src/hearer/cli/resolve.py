"""hearer resolve: what every pronoun of some files or of a text was taken to mean."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import hearer
from hearer.api import RawText, Reading
from hearer.cli.arguments import From, Output, ParserName, Precision, Strict, Text, opened
from hearer.cli.coverage import Coverage
from hearer.cli.output import emit, is_terminal, report, streaming
from hearer.errors import UsageError
from hearer.formats.jsonl import Rows
from hearer.model import Discourse
from hearer.profiles import Profile
from hearer.report import progress


class Target(StrEnum):
    """The formats results are written in."""

    COREFUD = "corefud"
    JSON = "json"
    JSONL = "jsonl"
    TSV = "tsv"
    TEXT = "text"


SUFFIXES = {
    Target.COREFUD: ".conllu",
    Target.JSON: ".json",
    Target.JSONL: ".jsonl",
    Target.TSV: ".tsv",
    Target.TEXT: ".txt",
}
LONG = 100_000  # code points that are worth a bar
Work = tuple[Discourse | RawText, str | None]  # what is heard, and where the result goes


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
        Target | None, typer.Option(help="The format; text on a terminal, corefud elsewhere.")
    ] = None,
    output: Output = None,
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
    target = to or _target(output)
    places = _places(files or ["text"], output, target)
    coverage = Coverage(precision or 0.0)
    inputs = opened(files, text, source)
    if report(problem for one in inputs for problem in one.problems) and strict:
        raise typer.Exit(1)
    run = Run(how, parser, coverage)
    work = [(d, place) for one, place in zip(inputs, places, strict=True) for d in _documents(one)]
    if target is Target.JSONL:
        _stream(work, dict.fromkeys(places), run)
    else:
        _write(work, dict.fromkeys(places), target, run)
    if precision:
        print(f"hearer: {coverage}", file=sys.stderr)


def _documents(one: Reading | RawText) -> Iterator[Discourse | RawText]:
    if isinstance(one, RawText):
        yield one
    else:
        yield from one


@dataclass(frozen=True, slots=True)
class Run:
    """How the documents are heard, and what is counted meanwhile."""

    how: Profile
    parser: str
    coverage: Coverage


def _write(work: list[Work], places: dict[str | None, None], target: Target, run: Run) -> None:
    found: dict[str | None, list[hearer.Interpretation]] = {place: [] for place in places}
    quiet = is_terminal() and None in places
    for document, place in progress.tracked(work, quiet=quiet):
        found[place].append(hearer.resolve(document, profile=run.how, parser=run.parser))
        run.coverage.note(found[place][-1].resolutions)
    for place, results in found.items():
        emit(hearer.write(results, to=target), place)


def _stream(work: list[Work], places: dict[str | None, None], run: Run) -> None:
    for place in places:
        quiet = place is None and is_terminal()
        with streaming(place) as write:
            for document in (document for document, where in work if where == place):
                for line in _lines(document, run, quiet=quiet):
                    write(line)


def _lines(document: Discourse | RawText, run: Run, *, quiet: bool) -> Iterator[str]:
    """The lines of a document as its pronouns fall, with a bar when it is long."""
    rows = Rows(document.name, document.text)
    length = len(document.text)
    with progress.shown(quiet=quiet or length < LONG) as tell:
        for step in hearer.follow(document, profile=run.how, parser=run.parser):
            yield from rows.fallen(step)
            run.coverage.note(step.resolutions)
            if step.word and step.word.ends_utterance:
                tell(step.word.utterance.start, length)


def _target(output: str | None) -> Target:
    """The format that the name of the output asks for, or where it goes."""
    if output is None:
        return Target.TEXT if is_terminal() else Target.COREFUD
    named = (target for target, suffix in SUFFIXES.items() if suffix == Path(output).suffix)
    return next(named, Target.COREFUD)


def _places(files: list[str], output: str | None, target: Target) -> list[str | None]:
    """Where the result of each file goes."""
    if output is None or not (output.endswith("/") or Path(output).is_dir()):
        return [output for _ in files]
    names = [Path("stdin" if file == "-" else file).stem + SUFFIXES[target] for file in files]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"Two inputs would be written to {name!r} in {output!r}.")
    Path(output).mkdir(exist_ok=True)
    return [str(Path(output) / name) for name in names]
