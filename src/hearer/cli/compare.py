"""hearer compare: several algorithms side by side, and why they differ."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli.arguments import (
    Force,
    From,
    Output,
    ParserName,
    ProfileName,
    Settings,
    Strict,
    Text,
    opened,
    settings,
    where,
)
from hearer.cli.output import report
from hearer.profiles import PAPER, side_by_side
from hearer.reading import parsed
from hearer.report import progress
from hearer.views.comparison import forms
from hearer.views.comparison.forms import ComparisonForm

OURS = "s-list"  # what all others are compared with, unless asked otherwise


EXAMPLES = """\b
Examples:
  hearer compare examples/table3.conllu -a s-list -a sidner
  hearer compare examples/table5.conllu --only-differences --to html -o table5.html
"""


def compare(
    file: Annotated[
        str | None, typer.Argument(help="Raw text or CoNLL-U; - is the standard input.")
    ] = None,
    *,
    text: Text = None,
    source: From = None,
    algorithm: Annotated[
        list[str] | None,
        typer.Option("--algorithm", "-a", help="Whom to compare; may be repeated. All, if none."),
    ] = None,
    only_differences: Annotated[
        bool, typer.Option("--only-differences", help="Leave out what all agree on.")
    ] = False,
    to: Annotated[
        ComparisonForm | None, typer.Option(help="The form; the name of OUTPUT tells.")
    ] = None,
    output: Output = None,
    force: Force = False,
    profile: ProfileName = None,
    parser: ParserName = "english",
    setting: Settings = None,
    strict: Strict = False,
) -> None:
    """Show what several algorithms make of each pronoun, and where they differ and why.

    An option given with --set goes to all algorithms that know it. Without --profile all of them
    hear what the paper profile hears (Strube 1998), so that only the algorithms differ.
    """
    goes = where(file=file, output=output, force=force)
    chosen = list(dict.fromkeys(algorithm or _everybody()))
    each = side_by_side(chosen, profile or PAPER, settings(setting))
    (given,) = opened([file] if file else None, text, source)
    # Parsed once, so that all algorithms hear the same document.
    reading = [parsed(document, parser) for document in given]
    if report(given.problems) and strict:
        raise typer.Exit(1)
    work = [(discourse, how) for discourse in reading for how in each]
    found = [
        hearer.resolve(discourse, profile=how)
        for discourse, how in progress.tracked(work, quiet=goes.is_screen)
    ]
    screen = _screen() if goes.is_screen else {}
    form = to or _target(output)
    shown = forms.render(
        found,
        to=form,
        only_differences=only_differences,
        color=bool(screen.get("color")),
        width=int(screen.get("width", 100)),
    )
    goes.emit(shown, is_clean=form is ComparisonForm.TEXT)


def _everybody() -> list[str]:
    names = ALGORITHMS.names()
    return sorted(names, key=lambda name: (name != OURS, name))


def _target(output: str | None) -> ComparisonForm:
    suffix = Path(output or "").suffix.removeprefix(".")
    return ComparisonForm(suffix) if suffix in set(ComparisonForm) else ComparisonForm.TEXT


def _screen() -> dict[str, int]:
    columns = shutil.get_terminal_size((100, 24)).columns
    return {"color": not os.environ.get("NO_COLOR"), "width": columns}
