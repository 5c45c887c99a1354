"""hearer convert: a file in another format, as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from hearer.cli.arguments import Force, Strict, To
from hearer.cli.output import files_of, is_folder, refused, report, results
from hearer.errors import UsageError
from hearer.formats import FORMATS
from hearer.formats.annotation import misread
from hearer.formats.converting import converted, known, losses, of_input, of_output, read_as
from hearer.formats.format import Format, Holds
from hearer.model import Discourse
from hearer.reading import STDIN, content_of, shown
from hearer.report import progress

UNUSUAL = re.compile(r"[^\w.-]")  # in the name of a file
LONG = 1_000_000  # bytes that are worth a bar
LONGEST = 60  # letters of a document's name that its file has

EXAMPLES = """\b
Examples:
  hearer convert examples/table5.conllu table5-gum.conllu --to gum
  hearer convert examples/table3.conllu --to json
"""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file; - is the standard input.")],
    target: Annotated[
        str,
        typer.Argument(metavar="OUT", help="A file or folder; the standard output if not said."),
    ] = STDIN,
    *,
    source_format: Annotated[
        str | None,
        typer.Option("--from", help="The format of IN; its name and lines tell.", metavar="FORMAT"),
    ] = None,
    target_format: To = None,
    force: Force = False,
    strict: Strict = False,
) -> None:
    """Write a file in another format, with the entities it is annotated with. Resolve nothing.

    What the other format has no place for is said on the standard error; under --strict that is
    an error, and nothing is written. Where OUT is a folder, every document gets a file of its own.
    brat's text goes beside its annotations, as .txt. `hearer formats` lists the formats.
    """
    path, content, was = _opened(source, source_format)
    to = FORMATS.find(target_format) if target_format else _target(target)
    with progress.shown("Converting", at_once=len(content) > LONG) as tell:
        tell(0, 3)
        reading = read_as(was, content, shown(path))
        tell(1, 3)
        lost = () if was == to else losses(reading, to=to.name)
        tell(2, 3)
        if was == to and not to.text_suffix and not is_folder(target):
            texts = {target: content.decode("utf-8", "surrogateescape")}
        elif not len(reading):
            raise UsageError(f"There is no document of {was.name} in {path!r}: nothing is written.")
        else:
            texts = _texts(reading, target, to)
    if report((*reading.problems, *misread(reading), *lost)) and strict:
        raise typer.Exit(1)
    read = [path, *files_of(path, was)[1:]] if was.text_suffix else [path]
    folder = target if is_folder(target) else None
    refused(texts, force=force, read=read, in_folder=folder is not None)
    with results(force=force, read=read, folder=folder) as told:
        for place, text in texts.items():
            told.write(text, place)


def _texts(documents: Sequence[Discourse], target: str, to: Format) -> dict[str, str]:
    """What goes into each file."""
    texts: dict[str, str] = {}
    for several, place in _places(documents, target, to):
        file, *beside = files_of(place, to)
        texts[file] = converted(several, to=to.name)
        if beside:
            texts |= dict.fromkeys(beside, several[0].text)
    return texts


def _opened(path: str, name: str | None) -> tuple[str, bytes, Format]:
    """A file with its entities, and its format; a text may have them in a file beside."""
    for one in known():
        if not one.text_suffix or one.text_suffix != Path(path).suffix:
            continue
        beside = Path(path).with_suffix(one.suffixes[0])
        if name in {None, one.name} and beside.exists():
            return str(beside), content_of(str(beside)), one
    content = content_of(path)
    found = FORMATS.find(name) if name else of_input(path, content)
    if Holds.RAW_TEXT in found.holds:
        read_as(found, content, shown(path))  # it may be no text at all
        others = (one for one in known() if one.read and Holds.RAW_TEXT not in one.holds)
        can_be = ", ".join(sorted(one.name for one in others))
        raise UsageError(
            f"{path!r} is raw text, without entities to convert: hearer resolve finds them, as in "
            f"hearer resolve {quote(path)} --to json. If it is something else ({can_be}), say so "
            "with --from."
        )
    return path, content, found


def _target(output: str) -> Format:
    """The format that the name of the output asks for; CorefUD where it has none."""
    return FORMATS.find("corefud") if output == STDIN or is_folder(output) else of_output(output)


def _places(
    documents: Sequence[Discourse], target: str, to: Format
) -> list[tuple[Sequence[Discourse], str]]:
    """The documents that go into each file."""
    if not is_folder(target):
        return [(documents, target)]
    names = [UNUSUAL.sub("_", d.name)[:LONGEST] or str(n) for n, d in enumerate(documents, start=1)]
    if len({name.casefold() for name in names}) < len(names):
        names = [f"{n}-{name}" for n, name in enumerate(names, start=1)]
    return [
        ((document,), str(Path(target) / f"{name}{to.suffixes[0]}"))
        for name, document in zip(names, documents, strict=True)
    ]
