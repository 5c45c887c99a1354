"""A real server on a free port of this machine, and clients for it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

ONLY_SLOW = "test_schemathesis_thousands.py"
READY = re.compile(r"http://([\w.]+):(\d+)")
ANNA = "Anna met an old judge. She thanked him."


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
def served(*arguments: str, command: str = "serve", **settings: object) -> Iterator[str]:
    """Yield the address of a server, and stop it in the end: it must exit with 0."""
    from tempfile import TemporaryDirectory

    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "log", *arguments, command=command, **settings) as program,
    ):
        yield program.address
        program.process.send_signal(signal.SIGINT)
        assert program.process.wait(timeout=30) == 0, program.stderr


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server with the studio."""
    with served("--studio", threads=2) as address:
        yield address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not collect the thousands of schemathesis, which takes seconds, for fast runs."""
    is_quick = config.getoption("markexpr") == "not slow"
    return True if is_quick and collection_path.name == ONLY_SLOW else None
