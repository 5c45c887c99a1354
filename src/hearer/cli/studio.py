"""hearer studio: the page in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from hearer.cli.inputs import refuse
from hearer.cli.serve import run
from hearer.web.settings import Opened, Settings

EXAMPLES = """\b
Examples:
  hearer studio
  hearer studio examples/story.txt
  hearer studio --port 9000 --no-browser
"""
MOST_BYTES = 20_000_000  # of a body: it is your own machine


def studio(
    file: Annotated[
        str | None, typer.Argument(help="A text, CoNLL-U … to begin with; - is the standard input.")
    ] = None,
    *,
    port: Annotated[
        int | None,
        typer.Option(
            help="Else 7878, or a free one near it; 0 is any.", min=0, max=65535, metavar="NUMBER"
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Say the address, and open nothing.")
    ] = False,
) -> None:
    """Open the studio: a text and its pronouns, word by word, in the browser.

    Everything stays on this machine, and only programs on it can reach the page. Ctrl-C stops it.
    """
    opened = _opened(file) if file else None
    settings = Settings(
        port=port or 0,
        studio=True,
        opened=opened,
        most_bytes=MOST_BYTES,
        threads=os.cpu_count() or 1,
    )
    told = "The studio is at {address} (Ctrl-C stops it)"
    run(settings, told, browser=not no_browser, near_studio=port is None)


def _opened(file: str) -> Opened:
    """The file, read now: the page itself reads nothing of this machine."""
    from hearer.formats import Holds
    from hearer.formats.converting import of_input
    from hearer.reading import content_of

    refuse(file)
    content = content_of(file)
    of = of_input(file, content)
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    return Opened(Path(file).name, text, "" if Holds.RAW_TEXT in of.holds else of.name)
