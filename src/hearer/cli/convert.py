"""hearer convert: a file in another format, as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hearer.cli.arguments import Strict
from hearer.cli.output import emit, report
from hearer.formats import brat, converting
from hearer.model import Discourse


class Source(StrEnum):
    """The formats that can be read."""

    CONLLU = "conllu"
    COREFUD = "corefud"
    GUM = "gum"
    CONLL2012 = "conll2012"
    JSONLINES = "jsonlines"
    CORENLP = "corenlp"
    JSON = "json"
    GAP = "gap"
    WEBANNO = "webanno"
    BRAT = "brat"


class Target(StrEnum):
    """The formats that can be written: those, and rows of pronouns."""

    CONLLU = "conllu"
    COREFUD = "corefud"
    GUM = "gum"
    CONLL2012 = "conll2012"
    JSONLINES = "jsonlines"
    CORENLP = "corenlp"
    JSON = "json"
    GAP = "gap"
    WEBANNO = "webanno"
    BRAT = "brat"
    JSONL = "jsonl"
    TSV = "tsv"


SUFFIXES = {
    **dict.fromkeys(converting.CONLLU, ".conllu"),
    "brat": ".ann",
    "conll2012": ".conll",
    "corenlp": ".json",
    "gap": ".tsv",
    "webanno": ".tsv",
}

EXAMPLES = """\b
Examples:
  hearer convert examples/table5.conllu table5-gum.conllu --to gum
  hearer convert examples/table3.conllu - --to corefud
"""


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file; - is the standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="A file; - is the standard output.")],
    *,
    source_format: Annotated[
        Source | None, typer.Option("--from", help="The format of IN; its name and lines tell.")
    ] = None,
    target_format: Annotated[
        Target | None, typer.Option("--to", help="The format of OUT; its name tells.")
    ] = None,
    strict: Strict = False,
) -> None:
    """Write a file in another format, with the entities it is annotated with. Resolve nothing.

    What the other format has no place for is said on the standard error; under --strict that is
    an error, and nothing is written. Where OUT is a folder, every document gets a file of its own.
    brat's text goes beside its annotations, as .txt.
    """
    file, was = converting.opened(source, format=source_format)
    to = str(target_format or converting.target_of(target))
    losses = () if was == to else converting.losses(file.documents, to=to)
    if report((*file.problems, *losses)) and strict:
        raise typer.Exit(1)
    if was == to and to != "brat":
        emit(file.content.decode("utf-8", "surrogateescape"), None if target == "-" else target)
        return
    for documents, place in _places(file.documents, target, to):
        emit(converting.written(documents, to=to), place)
        if to == "brat":
            _write_text(documents[0], place)


def _places(
    documents: Sequence[Discourse], target: str, to: str
) -> list[tuple[Sequence[Discourse], str | None]]:
    """The documents that go into each file."""
    if target == "-" or not (target.endswith("/") or Path(target).is_dir()):
        return [(documents, None if target == "-" else target)]
    Path(target).mkdir(exist_ok=True)
    suffix = SUFFIXES.get(to, f".{to}")
    names = [re.sub(r"[^\w.-]", "_", d.name) or str(n) for n, d in enumerate(documents, start=1)]
    if len(set(names)) < len(names):
        names = [f"{n}-{name}" for n, name in enumerate(names, start=1)]
    return [
        ((document,), str(Path(target) / f"{name}{suffix}"))
        for name, document in zip(names, documents, strict=True)
    ]


def _write_text(document: Discourse, place: str | None) -> None:
    """The text that brat's annotations stand off from, beside them."""
    if place is not None:
        emit(brat.text_of(document), brat.beside(place))
