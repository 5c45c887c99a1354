"""hearer serve: HTTP and JSON.

serve    the command
run      serve with some settings, and say where: for the studio, too
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hearer.cli.process import say
from hearer.errors import InputError, MissingPackage, UsageError
from hearer.web.settings import Settings

TOKEN = "HEARER_TOKEN"  # noqa: S105 - the name of a variable, not a token
EXAMPLES = """\b
Examples:
  hearer serve
  hearer serve --port 9000 --store sessions.db
  hearer serve --host 0.0.0.0 --token-file token.txt --allow-host hearer.example.org
  curl -H 'Content-Type: application/json' -d '{"text": "Anna met a judge. She won."}' \\
      http://127.0.0.1:8000/v1/resolve
"""


def serve(
    *,
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen at; 0.0.0.0 is for others, too.", metavar="ADDRESS"
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="0 is any that is free.", min=0, max=65535, metavar="NUMBER")
    ] = 8000,
    token_file: Annotated[
        str | None,
        typer.Option(
            help=f"A file with the token that requests must bear; or set {TOKEN}.", metavar="FILE"
        ),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="A page that may call it from a browser, https://example.org; may be repeated.",
            metavar="ORIGIN",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            help="A name that it is called by, besides localhost; may be repeated.", metavar="NAME"
        ),
    ] = None,
    store: Annotated[
        str | None, typer.Option(help="Keep sessions in this file (SQLite).", metavar="FILE")
    ] = None,
    session_hours: Annotated[
        float,
        typer.Option(help="That a session is kept without being used.", min=0.01, metavar="NUMBER"),
    ] = 24,
    most_bytes: Annotated[
        int, typer.Option(help="Of the body of a request.", min=1_000, metavar="NUMBER")
    ] = 2_000_000,
    seconds: Annotated[
        float, typer.Option(help="For the work on one request.", min=0.1, metavar="NUMBER")
    ] = 60,
    queue: Annotated[
        int, typer.Option(help="Requests that may wait; more get 429.", min=0, metavar="NUMBER")
    ] = 64,
    threads: Annotated[
        int | None,
        typer.Option(help="That work; else one for each core.", min=1, metavar="NUMBER"),
    ] = None,
    studio: Annotated[bool, typer.Option("--studio", help="Serve the studio, too.")] = False,
) -> None:
    """Answer over HTTP: resolve, why, rewrite, trace, compare, convert, sessions.

    Only this machine can call it, unless --host says otherwise. The calls are listed at /docs, and
    for programs at /openapi.json. Ctrl-C stops it: what is being worked on is finished first.
    """
    settings = Settings(
        host=host,
        port=port,
        token=_token(token_file),
        origins=tuple(allow_origin or ()),
        hosts=tuple(allow_host or ()),
        store=store or "",
        session_hours=session_hours,
        studio=studio,
        most_bytes=most_bytes,
        seconds=seconds,
        queue=queue,
        threads=threads or os.cpu_count() or 1,
    )
    run(settings, "hearer is at {address}/docs (Ctrl-C stops it)")


def run(settings: Settings, told: str, *, browser: bool = False, near_studio: bool = False) -> None:
    """Serve, and say where; the studio has a port that people remember, or one near it."""
    try:
        from hearer.web import running
    except ModuleNotFoundError as error:
        raise MissingPackage((error.name or "fastapi").partition(".")[0], "The server") from error

    def ready(address: str) -> None:
        say(told.format(address=address))
        if browser:
            running.browse(address)

    if near_studio:
        settings = replace(settings, port=running.near(running.STUDIO_PORT))
    running.serve(settings, ready)


def _token(file: str | None) -> str:
    """The token of a file, or of the environment."""
    if file is None:
        return os.environ.get(TOKEN, "").strip()
    try:
        token = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The token in {file!r} cannot be read: {error}.") from error
    if not token or not token.isascii() or len(token.split()) != 1:
        raise UsageError(f"The token in {file!r} has to be one word of ASCII.")
    return token
