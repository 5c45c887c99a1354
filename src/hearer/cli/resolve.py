"""hearer resolve: what every pronoun of some files or of a text was taken to mean."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import hearer
from hearer.cli import completion
from hearer.cli.arguments import (
    Files,
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
from hearer.cli.knowing import GivenNouns, refuse_several
from hearer.cli.output import is_folder, is_stdout, is_terminal
from hearer.cli.process import say
from hearer.errors import UsageError
from hearer.writing.places import is_dir

if TYPE_CHECKING:
    from hearer.cli.resolving import Run
    from hearer.formats import Format
    from hearer.profiles import Profile
    from hearer.session.knowledge import Knowledge

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
    files: Files = None,
    *,
    text: Text = None,
    source: From = None,
    to: Annotated[
        str | None,
        typer.Option(
            help="The format, see `hearer formats`; the name of OUTPUT tells. Else text, a line "
            "per pronoun.",
            autocompletion=completion.written,
            metavar="FORMAT",
        ),
    ] = None,
    output: Output = None,
    force: Force = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Pass over what has a result in the folder OUTPUT.")
    ] = False,
    how: Profile,
    known: Knowledge | None,
    nouns_given: GivenNouns = False,
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
    1. After an interruption --resume goes on where the results end. For many files, on all cores
    and to tables, there is `hearer corpus`.

    JSON is one object, or an array when there are several documents; JSONL is one object per
    pronoun, as it falls. Under --strict nothing is written of what has problems.
    """
    from hearer.cli.resolving import Destination, Run, one_by_one, together
    from hearer.formats.converting import writer

    place = None if is_stdout(output) else output
    folder = place if is_folder(place) or _is_to_be_folder(place, files) else None
    target = hearer.FORMATS.find(to) if to else _target(place, folder)
    writer(target)  # refused before anything is heard, as are files that are there
    inputs = _inputs(files, text, source, folder)
    places = _places(inputs.files, place, folder, target)
    if resume:
        inputs, places = _left(inputs, places, folder)
    goes = Destination(target, places, folder, force=force)
    goes.refuse(inputs)
    quiet = len(inputs.files) > 1 and not (place is None and is_terminal())  # one bar for all
    if known is not None:
        refuse_several(len(inputs.files))
    run = Run(
        how, parser, target, Coverage(precision),
        strict=strict, quiet=quiet, known=known, given=nouns_given,
    )  # fmt: skip
    if inputs.in_folders:
        one_by_one(inputs, source, goes, run)
    elif paths := [one.path for one in inputs.files]:
        together(opened(paths if files else None, text, source), paths, goes, run)
    _note_name(place, target)
    _conclude(inputs, run, is_told=bool(precision or target.shown or inputs.in_folders))


def _conclude(inputs: Inputs, run: Run, *, is_told: bool) -> None:
    """Say what was passed over, and how many pronouns were resolved."""
    if inputs.passed_over:
        say(f"hearer: {inputs}")
    if is_told and inputs.files:
        say(f"hearer: {run.coverage}")
    if run.failed:
        number, all_files = len(run.failed), len(inputs.files)
        say(f"hearer: {number} of {all_files} files could not be resolved")
        raise typer.Exit(FAILED)


def _inputs(
    files: Sequence[str] | None, text: str | None, source: str | None, folder: str | None
) -> Inputs:
    if text is not None:
        return Inputs((Input("", Path("text")),))
    return inputs_of(named(files), source=source, besides=folder or "")


def _left(
    inputs: Inputs, places: list[str | None], folder: str | None
) -> tuple[Inputs, list[str | None]]:
    """What has no result yet, and where those go."""
    from hearer.cli.resolving import is_done

    if folder is None:
        raise UsageError("--resume is for a folder of results: say -o FOLDER/")
    both = list(zip(inputs.files, places, strict=True))
    left = [(one, place) for one, place in both if not is_done(place)]
    done = inputs.passed_over + Counter({"resolved before": len(both) - len(left)})
    files = tuple(one for one, _ in left)
    return replace(inputs, files=files, passed_over=done), [place for _, place in left]


def _note_name(output: str | None, target: Format) -> None:
    """Say that a file is not what its name says."""
    from hearer.formats.converting import known

    suffix = Path(output or "").suffix.lower()
    said = [one.name for one in known() if suffix in one.suffixes]
    if said and suffix not in target.suffixes:
        say(f"hearer: {output} is written as {target.name}, though its name says {said[0]}")


def _is_to_be_folder(output: str | None, files: Sequence[str] | None) -> bool:
    """Whether OUTPUT is a new folder for what is in folders: its name has no suffix of a file."""
    if output is None or not any(map(is_dir, files or ())):
        return False
    return not Path(output).suffix and not os.path.lexists(output)


def _target(output: str | None, folder: str | None) -> Format:
    """The format that the name of the output asks for; where it has none, text."""
    from hearer.formats.converting import of_output

    if output is None or folder:
        return hearer.FORMATS.find("text")
    return of_output(output, understood=True)


def _places(
    files: Sequence[Input], output: str | None, folder: str | None, target: Format
) -> list[str | None]:
    """Where the result of each file goes: if two have one name but for the suffix, both keep it."""
    if folder is None:
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
            raise UsageError(f"Two inputs would be written to {name!r} in {folder!r}.")
    return [str(Path(folder) / name) for name in names]
