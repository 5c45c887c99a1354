"""hearer gallery: examples of the literature, what is published of them, and what we answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hearer.algorithms import ALGORITHMS
from hearer.cli import completion
from hearer.cli.arguments import Force, Output
from hearer.cli.output import refused, results, screen
from hearer.errors import InputError, UsageError
from hearer.gallery.examples import (
    GalleryAnswer,
    GalleryExample,
    answers_to,
    deviations_of,
    example_named,
    examples_of,
    heard,
)
from hearer.gallery.report import GalleryForm, described, render
from hearer.profiles import PAPER, to_compare
from hearer.report import progress
from hearer.report.forms import asked_by
from hearer.views import VIEWS

EXAMPLES = """\b
Examples:
  hearer gallery
  hearer gallery strube-1998-friedman
  hearer gallery strube-1998-friedman --trace -a bfp -o friedman.html
  hearer gallery -a s-list -a bfp --to csv
"""
FORMS = {
    ".txt": GalleryForm.TEXT, ".json": GalleryForm.JSON, ".csv": GalleryForm.CSV,
    ".md": GalleryForm.MARKDOWN, ".html": GalleryForm.HTML,
}  # fmt: skip


def gallery(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Only this example, with its sentences and all algorithms.",
            autocompletion=completion.examples,
        ),
    ] = None,
    *,
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            "-a",
            help="Whom to ask; may be repeated; `all` are all. Without NAME and this: those that "
            "an answer is published of.",
            autocompletion=completion.compared,
            metavar="NAME",
        ),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Write the page that traces NAME, heard by the S-list.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Option("--from", help="Examples of your own: a folder of *.conllu.", metavar="DIR"),
    ] = None,
    to: Annotated[
        GalleryForm | None,
        typer.Option(help="The form; the name of OUTPUT tells.", case_sensitive=False),
    ] = None,
    output: Output = None,
    force: Force = False,
) -> None:
    """Show examples of the literature: what is published of them, and what we answer.

    The examples are parsed by hand, and who is who among the nouns is given, as the papers have it.
    Where we answer otherwise than is published, the line below the table says why.
    """
    named = to_compare(algorithm) if algorithm else None
    form = to or asked_by(output, FORMS)
    if trace and form not in {None, GalleryForm.HTML}:
        raise UsageError(f"A trace is a page: html, and not {form}.")
    refused([output], force=force, read=())
    examples = examples_of(folder)
    chosen = [example_named(name, examples)] if name is not None else list(examples)
    with results(force=force, read=()) as told:
        if trace:
            told.write(_traced(chosen, named), output)
            return
        to = form or GalleryForm.TEXT
        shown = _shown(chosen, named, to, folder=folder, color=screen(output).color)
        told.write(shown, output, is_clean=to is GalleryForm.TEXT)


def _traced(chosen: list[GalleryExample], named: tuple[str, ...] | None) -> str:
    if len(chosen) != 1 or (named and len(named) != 1):
        raise UsageError("--trace shows one example, heard by one algorithm: say which.")
    algorithm = named[0] if named else PAPER.algorithm
    page: str = VIEWS.find("html")(heard(chosen[0], algorithm))
    return page


def _shown(
    chosen: list[GalleryExample],
    named: tuple[str, ...] | None,
    form: GalleryForm,
    *,
    folder: Path | None,
    color: bool,
) -> str:
    is_one = len(chosen) == 1
    asked = named or (ALGORITHMS.names() if is_one else None)
    _refuse_silent(chosen, asked)
    answers: list[GalleryAnswer] = []
    with progress.shown() as tell:
        for n, example in enumerate(chosen, start=1):
            answers += answers_to(example, asked)
            tell(n, len(chosen))
    heading = described(chosen[0]) if is_one else ""
    known = deviations_of(folder)
    return render(answers, known, to=form, color=color, heading=heading)


def _refuse_silent(chosen: list[GalleryExample], asked: tuple[str, ...] | None) -> None:
    """Refuse examples of which there is nothing to show: nobody asks, or nobody has published."""
    where = ", ".join(dict.fromkeys(repr(one.discourse.path) for one in chosen))
    if not any(one.pronouns for one in chosen):
        raise InputError(f"No pronoun has it written who is meant (Entity=), in {where}.")
    if asked is None and not any(one.algorithms for one in chosen):
        told = f"Nothing is published (Published=) in {where}: say whom to ask with -a."
        raise InputError(told)
