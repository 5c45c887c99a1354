"""hearer trace: the states of an analysis, as the paper's tables print them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

import hearer
from hearer.cli.arguments import ParserName, Strict, Where
from hearer.cli.inputs import refuse_broken
from hearer.cli.knowing import GivenNouns
from hearer.cli.output import report
from hearer.errors import UsageError
from hearer.harmless import printable, quoted
from hearer.limits import number_of

if TYPE_CHECKING:
    from hearer.model import Discourse, Interpretation
    from hearer.profiles import Profile
    from hearer.session.knowledge import Knowledge

WIDEST = 100  # lines longer than that are hard to read


class TraceView(StrEnum):
    """The ways to see a trace."""

    TERMINAL = "terminal"
    HTML = "html"
    LATEX = "latex"


EXAMPLES = """\b
Examples:
  hearer trace examples/table3.conllu
  hearer trace --text "Anna met a judge. She thanked him."
  hearer trace examples/table5.conllu --view html -o table5.html
  hearer trace examples/story.txt --profile default --view html -o story.html
"""


def trace(
    *,
    given: hearer.Reading,
    view: Annotated[
        TraceView, typer.Option(help="What the trace looks like.", case_sensitive=False)
    ] = TraceView.TERMINAL,
    how: Profile,
    known: Knowledge | None,
    nouns_given: GivenNouns = False,
    parser: ParserName = "english",
    document: Annotated[
        str | None, typer.Option(help="The document to show: its name, or its number from 1.")
    ] = None,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="LaTeX: a whole document, not a table only.")
    ] = False,
    where: Where,
    strict: Strict = False,
) -> None:
    """Show the discourse entities after every word, and what was tested for each pronoun.

    Without --profile this is the paper profile (Strube 1998 to the letter), as the tables of the
    literature have it; --profile default shows what `hearer resolve` does.
    """
    from hearer.cli.hearing import heard

    chosen = _chosen(given, document)
    if (view is TraceView.HTML or standalone) and len(chosen) > 1:
        raise UsageError(f"Only one can be shown so; choose with --document: {_names(given)}")
    works = [(discourse, how) for discourse in chosen]
    found = list(heard(works, parser, known=known, given=nouns_given))
    wrong = report([*given.problems, *(problem for one in found for problem in one.problems)])
    if wrong and strict:
        raise typer.Exit(1)
    refuse_broken([given])
    style: dict[str, object] = {"standalone": True} if standalone else {}
    if view is TraceView.TERMINAL and where.screen.width:
        style |= {"color": where.screen.color, "width": min(where.screen.width, WIDEST)}
    where.emit(_shown(found, view, style), is_clean=view is TraceView.TERMINAL)


def _chosen(reading: hearer.Reading, document: str | None) -> list[Discourse]:
    if document is None:
        return list(reading)
    named = [discourse for discourse in reading if discourse.name == document]
    counted = number_of(document) or 0
    if not named and 0 < counted <= len(reading):
        return [reading[counted - 1]]
    if not named:
        raise UsageError(f"There is no document {quoted(document)}; there is {_names(reading)}.")
    return named


def _names(reading: hearer.Reading) -> str:
    return ", ".join(printable(one.name) or str(n) for n, one in enumerate(reading, start=1))


def _shown(found: list[Interpretation], view: TraceView, style: dict[str, object]) -> str:
    shown = [hearer.trace(one, view=view, **style) for one in found]
    if view is TraceView.TERMINAL and len(found) > 1:
        numbered = enumerate(zip(found, shown, strict=True), start=1)
        shown = [_headed(one, number, text) for number, (one, text) in numbered]
    return "\n".join(shown)


def _headed(found: Interpretation, n: int, text: str) -> str:
    name = printable(found.discourse.name) or f"document {n}"
    return f"{name}\n{'=' * len(name)}\n\n{text}"
