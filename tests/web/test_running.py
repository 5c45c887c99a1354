"""How `hearer serve` and `hearer studio` begin and end."""

from __future__ import annotations

import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

from hearer.cli.serve import serve, studio
from hearer.web.running import near
from tests.conftest import EXAMPLES, ROOT
from tests.parsers.parses import needs_model
from tests.web.conftest import served

pytestmark = needs_model


def failed(*arguments: str) -> str:
    """What is said of a command that cannot be run."""
    words = [sys.executable, "-m", "hearer", *arguments]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (2, "")
    return ran.stderr


@pytest.mark.parametrize("command", ["serve", "studio"])
def test_a_port_in_use_is_said_to_be(command: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert failed(command, "--port", str(port)) == (
            f"hearer: error: Port {port} is in use: stop what uses it, or say another, "
            f"as in --port {port + 1}.\n"
        )


def test_an_address_of_others_is_said_to_be() -> None:
    assert "is no address of this machine" in failed("serve", "--host", "192.0.2.1", "--no-token")


def test_a_free_port_is_near_the_one_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert near(taken.getsockname()[1]) != taken.getsockname()[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(number: signal.Signals) -> None:
    words = [sys.executable, "-m", "hearer", "serve", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert "Ctrl-C stops it" in process.stderr.readline()
        process.send_signal(number)
        assert process.communicate(timeout=30)[1] == ""
        assert process.returncode == 0


def test_the_studio_begins_with_the_file_it_is_given() -> None:
    story = EXAMPLES / "story.txt"
    with served(str(story), "--no-browser", command="studio") as address:
        first = httpx.get(f"{address}/studio/examples").json()[0]
        assert first["opened"] is True
        assert (first["name"], first["text"]) == ("story.txt", story.read_text(encoding="utf-8"))
        page = httpx.get(address)
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert httpx.get(f"{address}/static/../../app.py").status_code == 404
        assert httpx.get(f"{address}/static/%2e%2e/app.py").status_code == 404


def test_without_the_studio_there_is_no_page() -> None:
    with served() as address:
        assert httpx.get(address).status_code == 404
        assert httpx.get(f"{address}/studio/examples").status_code == 404


def examples() -> list[str]:
    """What the help of both commands proposes to type, but for calls of the server."""
    lines = f"{serve.__doc__}\n{studio.__doc__}".splitlines()
    return [line.strip() for line in lines if line.strip().startswith("hearer ")]


def test_there_are_examples() -> None:
    assert len(examples()) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("line", examples())
def test_every_example_of_the_help_starts_and_stops(line: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "token.txt").write_text("a-token-of-some-length", encoding="utf-8")
    _, command, *rest = shlex.split(line)
    free = ["--port", "0", *(["--no-browser"] if command == "studio" else [])]
    words = [sys.executable, "-m", "hearer", command, *rest, *free]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr
        assert "Ctrl-C stops it" in process.stderr.readline()
        process.terminate()
        assert process.communicate(timeout=30)[1] == ""
        assert process.returncode == 0
