"""Commands that run the server: serve and studio."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path
from threading import Thread

from hearer.cli import shared_options as opt
from hearer.cli.process import say
from hearer.errors import MissingPackage
from hearer.formats import Holds
from hearer.formats.converting import of_input
from hearer.reading import content_of
from hearer.web.settings import Opened, Settings

STUDIO_BYTES = 20_000_000  # of a request: it is the user's own machine


def serve(
    *,
    host: opt.Host = None,
    port: opt.Port = None,
    token_file: opt.TokenFile = None,
    store: opt.Store = None,
    studio: opt.Studio = False,
) -> None:
    """Serve HTTP: resolve, why, rewrite, trace, compare, sessions.

    The calls are listed at /docs, and for programs at /openapi.json. Ctrl-C finishes the current
    requests and stops. The token (HEARER_TOKEN), the limits and what a proxy needs (HEARER_HOSTS
    …) are environment variables: docs/server.md.

    Examples:
      hearer serve
      hearer serve --port 9000 --store sessions.db
      hearer serve --host 0.0.0.0 --token-file token.txt
    """
    token = content_of(token_file).decode("utf-8", "replace").strip() if token_file else None
    settings = Settings.from_environment(
        host=host, port=port, token=token, store=store, studio=studio or None
    )
    _run(settings, "hearer is at {address}/docs (Ctrl-C stops it)")


def studio(
    file: opt.File = None, *, port: opt.Port = None, no_browser: opt.NoBrowser = False
) -> None:
    """Open the studio: a text and its pronouns in the browser.

    Everything stays on this machine, and only programs on it can reach the page. Ctrl-C stops it.

    Examples:
      hearer studio
      hearer studio examples/story.txt
      hearer studio --port 9000 --no-browser
    """
    opened = None
    if file:
        content = content_of(file)  # now: the page itself reads nothing of this machine
        of = of_input(file, content)
        text = content.decode("utf-8", "replace").removeprefix("\ufeff")
        opened = Opened(Path(file).name, text, "" if Holds.RAW_TEXT in of.holds else of.name)
    settings = Settings.from_environment(
        host="127.0.0.1", port=port or 0, studio=True, opened=opened, max_bytes=STUDIO_BYTES
    )
    message = "The studio is at {address} (Ctrl-C stops it)"
    _run(settings, message, browser=not no_browser, near_studio=port is None)


def _run(
    settings: Settings, message: str, *, browser: bool = False, near_studio: bool = False
) -> None:
    """Serve, and print the address; the studio takes its usual port or one near it."""
    try:
        from hearer.web import application
    except ModuleNotFoundError as error:
        raise MissingPackage((error.name or "fastapi").partition(".")[0], "The server") from error

    def ready(address: str) -> None:
        say(message.format(address=address))
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if near_studio:
        settings = replace(settings, port=application.free_port(application.STUDIO_PORT))
    application.serve(settings, ready)
