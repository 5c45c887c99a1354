"""hearer demo: what can be done, in two minutes, with the commands that do it.

SHOW       the commands, each with what there is to see
"""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearer.cli.arguments import Force
from hearer.cli.output import STDOUT, emit, refused, results, screen
from hearer.gallery.examples import FOLDER, STORY, examples_folder
from hearer.report.styles import BOLD, styled

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = """\b
Examples:
  hearer demo
  hearer demo --list
  hearer demo --to my-examples
"""
SHOW = (
    (
        "Who is meant by each pronoun: where it stands, who it is, what is around it.",
        "resolve examples/story.txt --to text",
    ),
    (
        "Why: what was tested for a pronoun, in order, and what was wrong with it.",
        "why examples/story.txt --at 4:7",
    ),
    (
        "Only what is likely enough to be right; the rest is labelled.",
        "resolve examples/story.txt --precision 0.9 --to text",
    ),
    ("The story again, with the pronouns spelled out.", "rewrite examples/story.txt"),
    (
        "Table 3 of Strube (1998), word by word: who was spoken of, the likeliest first.",
        "trace examples/table3.conllu --document table3",
    ),
    (
        "Where that model and the one it was written against (BFP) differ, and why.",
        "compare examples/table3.conllu -a s-list -a bfp --only-differences",
    ),
)
FIRST = "To type these commands yourself, copy the examples: hearer demo --to examples\n\n"
NEXT = """\
That was it. Now your own words:

  hearer resolve --text "Anna met a judge. She thanked him."
  hearer resolve your-file.txt
  hearer --help
"""


def demo(
    *,
    listed: Annotated[
        bool, typer.Option("--list", help="Name the commands and the examples, and run nothing.")
    ] = False,
    to: Annotated[
        str | None, typer.Option(help="Copy the examples into this folder instead.", metavar="DIR")
    ] = None,
    force: Force = False,
) -> None:
    """Show in two minutes what can be done, with the commands that do it.

    The examples come with hearer; nothing is written, and nothing is asked.
    """
    if to is not None:
        _copy(to, force=force)
    elif listed:
        _list()
    else:
        _show()


def _copy(folder: str, *, force: bool) -> None:
    new = {str(Path(folder) / path.name): path for path in _files()}
    refused(new, force=force, read=(), in_folder=True)
    with results(force=force, read=(), folder=folder) as told:
        for place, path in new.items():
            told.write(path.read_text(encoding="utf-8"), place)
    emit("".join(f"{place}\n" for place in new))


def _list() -> None:
    commands = (f"hearer {command}\n" for _, command in SHOW)
    emit("".join([*commands, "\n", *(f"{path}\n" for path in _files())]))


def _files() -> list[Path]:
    return sorted(path for path in examples_folder().iterdir() if path.is_file())


def _show() -> None:
    """Run the commands, each below what there is to see, as if typed beside the examples."""
    from hearer.cli import main

    if not Path(FOLDER).is_dir():
        emit(FIRST)
    with _beside_examples_folder():
        emit(f"{(Path(FOLDER) / STORY).read_text(encoding='utf-8')}\n")
        for what, command in SHOW:
            emit(f"{_bold(f'# {what}')}\n{_bold(f'$ hearer {command}')}\n\n", is_clean=True)
            if status := main(shlex.split(command)):
                raise typer.Exit(status)
            emit("\n")
    emit(NEXT)


def _bold(text: str) -> str:
    return styled(text, BOLD, color=screen(STDOUT).color)


@contextmanager
def _beside_examples_folder() -> Iterator[None]:
    """Be where the examples are called so, wherever they lie."""
    here = Path.cwd()
    try:
        os.chdir(examples_folder().parent)
        yield
    finally:
        os.chdir(here)
