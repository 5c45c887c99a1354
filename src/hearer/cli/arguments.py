"""The options that several commands share, and how their values are read.

Algorithm, Profile, Precision, Settings, Output, Strict, Text, From, ParserName
settings    NAME=VALUE as keyword arguments
at_precision
            --precision as a keyword argument
of_the_literature
            the profile of a command that shows algorithms, where none is named
opened      the inputs of a command: files, or the text of --text
parsed      their documents
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from hearer.algorithms import ALGORITHMS
from hearer.api import RawText, Reading, open_file
from hearer.cli.output import report
from hearer.errors import UsageError
from hearer.model import Discourse
from hearer.profiles import PAPER, how_to_hear


class Source(StrEnum):
    """What a file can be read as."""

    TEXT = "text"
    CONLLU = "conllu"
    COREFUD = "corefud"


Algorithm = Annotated[
    str | None,
    typer.Option("--algorithm", "-a", help="Who resolves; see `hearer algorithms`."),
]
Profile = Annotated[
    str | None,
    typer.Option(
        help="A set of options: default, the most accurate; paper, Strube 1998 to the letter.",
        metavar="NAME",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        help="Resolve only what is likely enough to be right, as in 0.9, and label the rest: "
        "ambiguous, no antecedent, event, pleonastic, cataphoric.",
        metavar="SHARE",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="An option; may be repeated.", metavar="NAME=VALUE"),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help="Write here, not to the standard output.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Problems in the input are errors: exit 1.")]
Text = Annotated[str | None, typer.Option("--text", help="The text itself, instead of a file.")]
From = Annotated[
    Source | None, typer.Option("--from", help="What the files are; their names and lines tell.")
]
ParserName = Annotated[
    str, typer.Option(help="Who parses raw text: english, spacy:NAME, stanza.", metavar="NAME")
]
RESERVED = frozenset({"algorithm", "discourse", "document", "keep", "parser", "profile"})


def settings(pairs: list[str] | None) -> dict[str, Any]:
    """Keyword arguments from NAME=VALUE; what a value means is known to whose option it is.

    >>> settings(["window=5", "fallback=document"])
    {'window': '5', 'fallback': 'document'}
    """
    chosen: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.replace("-", "_").isidentifier():
            raise UsageError(f"--set wants NAME=VALUE, as in --set window=5, not {pair!r}.")
        if name in RESERVED:
            raise UsageError(f"--set is for options; {name!r} is none.")
        chosen[name.replace("-", "_")] = value
    return chosen


def at_precision(
    precision: float | None, algorithms: Sequence[str | None], profile: str | None
) -> dict[str, Any]:
    """--precision as a keyword argument; some of the algorithms must know how sure they are.

    >>> at_precision(0.9, [None], None)
    {'precision': 0.9}
    """
    if precision is None:
        return {}
    if not 0 < precision < 1:
        raise UsageError(
            f"--precision is a share between 0 and 1, as in --precision 0.9, not {precision:g}."
        )
    own = how_to_hear(None, profile).algorithm
    names = list(dict.fromkeys(name or own for name in algorithms))
    if not any(_is_sure(name) for name in names):
        sure = ", ".join(name for name in ALGORITHMS.names() if _is_sure(name))
        raise UsageError(
            f"--precision is for algorithms that know how sure they are ({sure}), "
            f"not for {', '.join(names)}."
        )
    return {"precision": precision}


def _is_sure(algorithm: str) -> bool:
    return "precision" in how_to_hear(algorithm).known


def of_the_literature(algorithm: str | None) -> str:
    """The paper's profile, unless an algorithm is named that has a profile of its own.

    >>> of_the_literature(None), of_the_literature("bfp"), of_the_literature("weighted-s-list")
    ('paper', 'paper', 'default')
    """
    return PAPER.name if algorithm is None else how_to_hear(algorithm).name


def opened(
    files: Sequence[str] | None, text: str | None, source: Source | None
) -> list[Reading | RawText]:
    """What is to be read: the files, or the text; a name is never taken for a text."""
    if files and text is not None:
        raise UsageError("Say either files or --text, not both.")
    if text is not None:
        return [RawText(text)]
    if not files:
        raise UsageError("Say what to read: files, - for the standard input, or --text '...'.")
    return [open_file(file, format=source) for file in files]


def parsed(given: Reading | RawText, parser: str, *, strict: bool) -> list[Discourse]:
    """The documents of what was opened; its problems are reported, and are the end if strict."""
    if report(given.problems) and strict:
        raise typer.Exit(1)
    return [given.parsed(parser)] if isinstance(given, RawText) else list(given)
