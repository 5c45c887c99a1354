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
from hearer.web.settings import MOST_CHARACTERS, Settings

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
    no_token: Annotated[
        bool, typer.Option("--no-token", help="Let whoever reaches it call it, from anywhere.")
    ] = False,
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
    most_characters: Annotated[
        int, typer.Option(help="Of a raw text.", min=1, metavar="NUMBER")
    ] = MOST_CHARACTERS,
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
    most_connections: Annotated[
        int, typer.Option(help="At a time.", min=1, metavar="NUMBER")
    ] = 1_000,
    patience: Annotated[
        float,
        typer.Option(
            help="Seconds to wait for a client to send its request, or to read the answer.",
            min=0.1,
            metavar="NUMBER",
        ),
    ] = 30,
    grace: Annotated[
        float,
        typer.Option(
            help="Seconds to finish what is going on when it is stopped.", min=0, metavar="NUMBER"
        ),
    ] = 10,
    root_path: Annotated[
        str, typer.Option(help="Where a proxy has put it, as in /hearer.", metavar="PATH")
    ] = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="A proxy whose X-Forwarded headers are believed; may be repeated.",
            metavar="ADDRESS",
        ),
    ] = None,
    access_log: Annotated[
        bool,
        typer.Option("--access-log", help="A line for each request on stderr, without its text."),
    ] = False,
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
        no_token=no_token,
        origins=tuple(allow_origin or ()),
        hosts=tuple(allow_host or ()),
        store=store or "",
        session_hours=session_hours,
        studio=studio,
        most_bytes=most_bytes,
        most_characters=most_characters,
        seconds=seconds,
        queue=queue,
        threads=threads or os.cpu_count() or 1,
        most_connections=most_connections,
        patience=patience,
        stop_seconds=grace,
        root_path=root_path.rstrip("/"),
        proxies=tuple(proxy or ()),
        access_log=access_log,
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
        token = os.environ.get(TOKEN, "").strip()
        return _checked(token, TOKEN) if token else ""
    try:
        token = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The token in {file!r} cannot be read: {error}.") from error
    return _checked(token, repr(file))


def _checked(token: str, where: str) -> str:
    if not token.isascii() or len(token.split()) != 1:
        raise UsageError(f"The token in {where} has to be one word of ASCII.")
    return token
