"""hearer compare: several algorithms side by side, and why they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from hearer.algorithms import ALGORITHMS
from hearer.cli import completion
from hearer.cli.arguments import (
    File,
    Force,
    From,
    Output,
    ParserName,
    ProfileName,
    Settings,
    Strict,
    Text,
    documents,
    settings,
    where,
)
from hearer.cli.hearing import heard
from hearer.cli.knowing import GivenNouns
from hearer.cli.output import screen
from hearer.cli.process import say
from hearer.languages import heard_in, in_language
from hearer.model import Discourse
from hearer.profiles import DEFAULT, FIVE, PAPER, Profile, side_by_side, to_compare
from hearer.report.forms import asked_by
from hearer.views import comparison
from hearer.views.comparison import ComparisonForm

SUFFIXES = {
    ".txt": ComparisonForm.TEXT, ".tsv": ComparisonForm.TSV,
    ".json": ComparisonForm.JSON, ".html": ComparisonForm.HTML,
}  # fmt: skip
WIDTH = 80  # columns, where nobody says how many there are

EXAMPLES = """\b
Examples:
  hearer compare examples/story.txt
  hearer compare examples/table3.conllu -a s-list -a sidner
  hearer compare examples/table5.conllu --only-differences --to html -o table5.html
"""


def compare(
    file: File = None,
    *,
    text: Text = None,
    source: From = None,
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            "-a",
            help="Whom to compare; may be repeated; `all` are all. Five that matter, if none: "
            "weighted-s-list (the default), s-list, bfp, lappin-leass, hobbs.",
            autocompletion=completion.compared,
            metavar="NAME",
        ),
    ] = None,
    only_differences: Annotated[
        bool, typer.Option("--only-differences", help="Leave out what all agree on.")
    ] = False,
    to: Annotated[
        ComparisonForm | None,
        typer.Option(help="The form; the name of OUTPUT tells.", case_sensitive=False),
    ] = None,
    output: Output = None,
    force: Force = False,
    profile: ProfileName = None,
    nouns_given: GivenNouns = False,
    parser: ParserName = "english",
    setting: Settings = None,
    strict: Strict = False,
) -> None:
    """Show what several algorithms make of each pronoun, and where they differ and why.

    An option given with --set goes to all algorithms that know it. Without --profile all of them
    hear what the paper profile hears (Strube 1998), so that only the algorithms differ.
    """
    goes = where(file=file, output=output, force=force)
    form = to or asked_by(output, SUFFIXES) or ComparisonForm.TEXT
    names = to_compare(algorithm or ())
    each = side_by_side(names, profile or PAPER, settings(setting))
    # Parsed once, so that all algorithms hear the same document.
    read = documents(file=file, text=text, source=source, parser=parser, strict=strict)
    read = [in_language(discourse, each[0].analysis.language) for discourse in read]
    works = [(discourse, how) for discourse in read for how in heard_in(each, discourse)]
    for name in dict.fromkeys(how.algorithm for one in read for how in _unheard(each, one)):
        say(f"hearer: {name} is learnt from English, and left out of other languages.")
    found = list(heard(works, given=nouns_given))
    color, width = screen(output)
    shown = comparison.render(
        found, to=form, only_differences=only_differences, color=color, width=width or WIDTH
    )
    goes.emit(shown, is_clean=form is ComparisonForm.TEXT)
    heard_by = {how.algorithm for _, how in works}
    if profile is None and form is ComparisonForm.TEXT and DEFAULT.algorithm in heard_by:
        say(
            "hearer: all hear what the paper profile hears; hearer resolve hears more, and may "
            f"answer otherwise: --profile {DEFAULT.name} lets {DEFAULT.algorithm} hear the same."
        )
    if not algorithm and form is ComparisonForm.TEXT:
        known = len(ALGORITHMS.names())
        say(f"hearer: compared {len(FIVE)} of {known} algorithms; -a all compares all of them.")


def _unheard(each: Sequence[Profile], discourse: Discourse) -> list[Profile]:
    hows = heard_in(each, discourse)
    return [how for how in each if how not in hows]
