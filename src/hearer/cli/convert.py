"""hearer convert: a file in another format, as it is."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import hearer
from hearer.cli.arguments import Strict
from hearer.cli.output import emit, report


class Source(StrEnum):
    """The formats that can be read."""

    CONLLU = "conllu"
    COREFUD = "corefud"


class Target(StrEnum):
    """The formats that keep what a file says."""

    CONLLU = "conllu"
    COREFUD = "corefud"
    JSON = "json"


EXAMPLES = """\b
Examples:
  hearer convert examples/table5.conllu table5.json
  hearer convert examples/table5.conllu - --to json
"""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file; - is the standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file; - is the standard output.")],
    *,
    source_format: Annotated[
        Source, typer.Option("--from", help="The format of IN.")
    ] = Source.CONLLU,
    target_format: Annotated[
        Target | None, typer.Option("--to", help="The format of OUT; its name tells.")
    ] = None,
    strict: Strict = False,
) -> None:
    """Write a file in another format, with the entities it is annotated with. Resolve nothing."""
    reading = hearer.read(source, format=source_format)
    if report(reading.problems) and strict:
        raise typer.Exit(1)
    by_name = Target.JSON if Path(target).suffix == ".json" else Target.COREFUD
    written = hearer.convert(reading, to=target_format or by_name)
    emit(written, None if target == "-" else target)
