"""The server in this process, a server in a process of its own, and clients for both."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

import hearer

ONLY_SLOW = "test_schemathesis_thousands.py"
READY = re.compile(r"http://([\w.]+):(\d+)")
HOME = "http://127.0.0.1:8000"
LISTEN = "ws://127.0.0.1:8000/v1/listen"
ANNA = "Anna met an old judge. She thanked him."
SAID = (
    ("I met Susan Brennan at the station.", "Anna"),
    ("Did she win the race? You must have congratulated her.", "Ben"),
    ("She did, and her brother gave her a new bicycle.", "Anna"),
    ("He bought it from an old friend of his.", "Anna"),
    ("Is it red? I like them red.", "Ben"),
)
Answer = dict[str, Any]


@dataclass
class Program:
    """A server in a process of its own."""

    process: subprocess.Popen[bytes]
    log: Path
    host: str
    port: int

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def stderr(self) -> str:
        return self.log.read_text(encoding="utf-8")


@contextmanager
def running(
    log: Path, *arguments: str, command: str = "serve", **settings: object
) -> Iterator[Program]:
    """Run a server with settings as HEARER_* variables; kill it in the end."""
    words = [sys.executable, "-m", "hearer", command, "--port", "0", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "HEARER_TOKEN"}
    environment |= {f"HEARER_{name.upper()}": str(value) for name, value in settings.items()}
    with log.open("wb") as file:
        process = subprocess.Popen(words, stderr=file, env=environment, process_group=0)
    try:
        while not (found := READY.search(log.read_text(encoding="utf-8"))):
            assert process.poll() is None, log.read_text(encoding="utf-8")
        yield Program(process, log, found[1], int(found[2]))
    finally:
        process.kill()
        process.wait(timeout=30)


@contextmanager
def stopped(program: Program) -> Iterator[httpx.Client]:
    """Yield a client of a server, and stop the server in the end: it must exit with 0."""
    with httpx.Client(base_url=program.address, timeout=60) as client:
        yield client
    program.process.send_signal(signal.SIGINT)
    assert program.process.wait(timeout=30) == 0, program.stderr


@contextmanager
def served(*arguments: str, command: str = "serve", **settings: object) -> Iterator[httpx.Client]:
    """Run a server and stop it in the end."""
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "log", *arguments, command=command, **settings) as program,
        stopped(program) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server with the studio and a short timeout for bodies."""
    log = tmp_path_factory.mktemp("server") / "log"
    with running(log, "--studio", threads=2, body_timeout=1) as program:
        yield program
        assert len(program.stderr.splitlines()) == 1, program.stderr  # no error was logged


@pytest.fixture(scope="session")
def remote(program: Program) -> Iterator[httpx.Client]:
    """A client of that server, over a socket."""
    with stopped(program) as client:
        yield client


@pytest.fixture(scope="session")
def address(remote: httpx.Client) -> str:
    """The address of that server."""
    return str(remote.base_url).rstrip("/")


def in_process(app: Any) -> Any:
    """Return Starlette's client of an ASGI application."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like another library than httpx
        from starlette.testclient import TestClient
    return TestClient(app, base_url=HOME, raise_server_exceptions=False)


def handshake(client: Any, headers: dict[str, str] | None = None) -> Any:
    """Open and close /v1/listen; return the response if it is refused, else None."""
    try:
        with client.websocket_connect(LISTEN, headers=headers or {}):
            return None
    except Exception as refusal:
        if not isinstance(refusal, httpx.Response):
            raise
        return refusal


@contextmanager
def application(**settings: Any) -> Iterator[Any]:
    """Yield a client of the whole application, with its middleware, in this process."""
    from hearer.web.application import create
    from hearer.web.guards import protected
    from hearer.web.settings import Settings

    chosen = Settings(**{"threads": 2, **settings})
    app = create(chosen)
    count = app.state.services.metrics.count_request
    with in_process(protected(app, chosen, count)) as client:
        yield client


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A client of the application with the studio, without a socket."""
    with application(studio=True) as client:
        yield client


def said(number: int) -> dict[str, Any]:
    """Return the turn of this number as it is sent."""
    text, speaker = SAID[(number - 1) % len(SAID)]
    return {"text": text, "speaker": speaker, "number": number}


def understood(turns: int, **how: Any) -> list[Answer]:
    """Return the answers of a session that nothing interrupts."""
    session, found = hearer.Session(**how), []
    for number in range(1, turns + 1):
        text, speaker = SAID[(number - 1) % len(SAID)]
        heard = session.hear(text, speaker=speaker)
        rewritten = hearer.rewrite(heard).text
        written = json.loads(hearer.write(heard, to="json"))
        found.append({"number": number, "rewritten": rewritten, **written})
    return found


def expanded(text: str) -> str:
    """Replace «x*3» by xxx, for long requests in tables."""
    return re.sub(r"«(.+?)\*(\d+)»", lambda found: found[1] * int(found[2]), text, flags=re.DOTALL)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore tests of an extra that is not installed, and in fast runs a slow import."""
    is_quick = config.getoption("markexpr") == "not slow"
    is_slow = collection_path.name == ONLY_SLOW
    return True if find_spec("fastapi") is None or (is_quick and is_slow) else None
