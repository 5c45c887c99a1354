"""hearer algorithms: who can resolve, by which paper, and with which options."""

from __future__ import annotations

import inspect
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from textwrap import fill
from typing import Annotated

import typer

from hearer.algorithms import ALGORITHMS
from hearer.cli import completion
from hearer.cli.output import emit
from hearer.harmless import as_json as dumped
from hearer.options import options_of
from hearer.profiles import DEFAULT, how_to_hear

EXAMPLES = """\b
Examples:
  hearer algorithms
  hearer algorithms s-list
  hearer resolve examples/table3.conllu -a s-list --to tsv
"""

YEAR = re.compile(r"\((19|20)\d\d\)")  # of a reference: Strube (1998)
WIDTH = 80
INDENT = "  "


def algorithms(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Only this one, with its options.", autocompletion=completion.algorithms
        ),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="As data, with all options.")] = False,
) -> None:
    """List the algorithms with their papers, or say all of one.

    What an algorithm's options mean is in docs/options.md; --set NAME=VALUE sets them.
    """
    known = [algorithm(one) for one in ((name,) if name else ALGORITHMS.names())]
    known.sort(key=lambda one: not one.is_default)
    if as_json:
        emit(dumped([asdict(one) for one in known], indent=1) + "\n")
    elif name:
        emit(f"{_told(known[0])}{_options(known[0])}")
    else:
        emit("".join(map(_told, known)))


@dataclass(frozen=True, slots=True)
class AlgorithmCard:
    """What there is to know of an algorithm."""

    name: str
    is_default: bool
    summary: str
    paper: str
    needs_parse: bool
    options: dict[str, object]


def algorithm(name: str) -> AlgorithmCard:
    """What the algorithm of a name says of itself: the reference ends its docstring.

    >>> algorithm("hobbs").paper
    'Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44, pp. 311–338.'
    """
    found = ALGORITHMS.find(name)
    own = inspect.getdoc(found) or ""
    texts = own, inspect.getdoc(inspect.getmodule(found)) or ""
    ends = [text.rpartition("\n\n")[2] for text in texts]
    return AlgorithmCard(
        name=name,
        is_default=name == DEFAULT.algorithm,
        summary=own.partition("\n")[0],
        paper=next((" ".join(end.split()) for end in ends if YEAR.search(end)), ""),
        needs_parse=how_to_hear(name).strategy(lambda _pronoun, _candidate: None).needs.parse,
        options=options_of(found.Options),
    )


def _told(one: AlgorithmCard) -> str:
    title = f"{one.name} (the default)" if one.is_default else one.name
    lines = filter(None, (one.summary, one.paper))
    return "".join(f"{line}\n" for line in (title, *map(_wrapped, lines)))


def _wrapped(text: str) -> str:
    return fill(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False
    )


def _options(one: AlgorithmCard) -> str:
    needs = "a parse, as raw text always gets one" if one.needs_parse else "no parse"
    has = "Options (--set NAME=VALUE):" if one.options else "It has no options of its own."
    return f"{INDENT}It needs {needs}.\n{INDENT}{has}\n" + "".join(
        f"{INDENT * 2}{name}={_spelled(default)}{_others(default)}\n"
        for name, default in one.options.items()
    )


def _spelled(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _others(default: object) -> str:
    if not isinstance(default, StrEnum):
        return ""
    return f"  or {', '.join(value for value in type(default) if value != default)}"
