"""A real server on a free port of this machine, and somebody who calls it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ONLY_SLOW = "test_schemathesis_thousands.py"
READY = re.compile(r"http://\S+?:\d+")
ANNA = "Anna met an old judge. She thanked him."


@contextmanager
def served(*arguments: str, command: str = "serve") -> Iterator[str]:
    """The address of a server that runs as a program of its own until the end of the block."""
    words = [sys.executable, "-m", "hearer", command, "--port", "0", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "HEARER_TOKEN"}
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr
        line = process.stderr.readline()
        found = READY.search(line)
        assert found, line + process.stderr.read()
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            rest = process.communicate(timeout=30)[1]
            assert process.returncode == 0, rest


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A server with the studio, as it is started."""
    with served("--studio", "--threads", "2") as address:
        yield address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    """Somebody who calls it."""
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over what takes seconds to be read where nothing slow is asked for."""
    is_quick = config.getoption("markexpr") == "not slow"
    return True if is_quick and collection_path.name == ONLY_SLOW else None
