"""hearer resolve: what every pronoun of some files was taken to mean."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import hearer
from hearer.cli.arguments import Algorithm, Output, Profile, Settings, Strict, settings
from hearer.cli.output import emit, is_terminal, progress, report
from hearer.errors import UsageError


class Target(StrEnum):
    """The formats results are written in."""

    COREFUD = "corefud"
    JSON = "json"
    TSV = "tsv"
    TEXT = "text"


SUFFIXES = {
    Target.COREFUD: ".conllu",
    Target.JSON: ".json",
    Target.TSV: ".tsv",
    Target.TEXT: ".txt",
}


EXAMPLES = """\b
Examples:
  hearer resolve examples/table5.conllu --to tsv
  hearer resolve examples/table3.conllu examples/table4.conllu --to json -o found.json
"""


def resolve(
    files: Annotated[list[str], typer.Argument(help="CoNLL-U files; - is the standard input.")],
    *,
    to: Annotated[
        Target | None, typer.Option(help="The format; text on a terminal, corefud elsewhere.")
    ] = None,
    output: Output = None,
    algorithm: Algorithm = "s-list",
    profile: Profile = None,
    setting: Settings = None,
    strict: Strict = False,
) -> None:
    """Resolve the pronouns of CoNLL-U files, document by document.

    Where OUTPUT is a folder, every input gets a file of its own in it. JSON is one object, or an
    array when there are several documents. Under --strict nothing is written when there are
    problems.
    """
    target = to or _target(output)
    places = _places(files, output, target)
    options = settings(setting)
    readings = [hearer.read(file) for file in files]
    if report(problem for reading in readings for problem in reading.problems) and strict:
        raise typer.Exit(1)
    work = [(d, place) for reading, place in zip(readings, places, strict=True) for d in reading]
    found: dict[str | None, list[hearer.Interpretation]] = {place: [] for place in places}
    for discourse, place in progress(work, quiet=output is None and is_terminal()):
        understood = hearer.resolve(discourse, algorithm=algorithm, profile=profile, **options)
        found[place].append(understood)
    for place, results in found.items():
        emit(hearer.write(results, to=target), place)


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
