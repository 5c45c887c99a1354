"""How `hearer serve` and `hearer studio` start and stop."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hearer.errors import UsageError
from hearer.web.application import bound, free_port
from hearer.web.settings import Settings
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import Program, running, served

pytestmark = needs_model
STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
LONG = " ".join(f"{STORY} That was part {n}." for n in range(1, 60))


@pytest.mark.parametrize("command", ["serve", "studio"])
def test_a_port_in_use_is_reported(command: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = [sys.executable, "-m", "hearer", command, "--port", str(port)]
        ran = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert f"Port {port} is in use" in ran.stderr
        assert free_port(port) != port


def test_an_address_of_another_machine_is_reported() -> None:
    with pytest.raises(UsageError, match=r"cannot listen at '192\.0\.2\.1'"):
        bound("192.0.2.1", 0)


def test_a_given_setting_wins_over_the_environment() -> None:
    variables = {
        "PORT": "9", "QUEUE": "8", "TIMEOUT": "2.5", "NO_TOKEN": "true", "TOKEN": "secret",
        "HOSTS": "a.example, b.example",
    }  # fmt: skip
    environment = {f"HEARER_{name}": value for name, value in variables.items()}
    found = Settings.from_environment(environment, port=7, token=None, store="x.db")
    expected = Settings(
        port=7, store="x.db", queue=8, timeout=2.5, no_token=True, token="secret",
        hosts=("a.example", "b.example"),
    )  # fmt: skip
    assert found == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [("QUEUE", "many"), ("QUEUE", "-1"), ("TIMEOUT", "inf"), ("TIMEOUT", "nan"),
     ("NO_TOKEN", "perhaps"), ("TOKEN", "two words"), ("TOKEN", "é")],
)  # fmt: skip
def test_a_wrong_variable_is_refused(name: str, value: str) -> None:
    with pytest.raises(UsageError, match=r"(cannot|has to) be"):
        Settings.from_environment({f"HEARER_{name}": value})


def test_only_a_server_for_this_machine_needs_no_token() -> None:
    for safe in (Settings(), Settings(host="::1"), Settings(host="0.0.0.0", token="t")):
        safe.require_safe()
    Settings(host="0.0.0.0", no_token=True).require_safe()
    for unsafe in ("0.0.0.0", "::", "192.0.2.1", "example.org"):
        with pytest.raises(UsageError, match="HEARER_TOKEN"):
            Settings(host=unsafe).require_safe()


def test_the_studio_opens_the_file_it_is_given() -> None:
    with served(str(EXAMPLES / "story.txt"), "--no-browser", command="studio") as client:
        first = client.get("/studio/examples").json()[0]
        assert first["opened"] is True
        assert (first["name"], first["text"]) == ("story.txt", STORY)
        assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"


@contextmanager
def at_work(log: Path, stop_timeout: int) -> Iterator[tuple[Program, Future[Any]]]:
    """Run a server and start a request that takes some seconds."""
    with running(log, stop_timeout=stop_timeout) as program, ThreadPoolExecutor(1) as pool:
        url, body = f"{program.address}/v1/resolve", {"text": LONG}
        work = pool.submit(httpx.post, url, json=body, timeout=60)
        while b"hearer_in_work 1.0" not in httpx.get(f"{program.address}/metrics").content:
            assert not work.done()
            time.sleep(0.02)
        yield program, work
        assert "Traceback" not in program.stderr


def until_closed(program: Program, work: Future[Any]) -> None:
    """Wait until no connection is accepted any more, while the request is at work."""
    while "the server accepts connections":
        try:
            httpx.get(f"{program.address}/health")
        except httpx.TransportError:
            break
    assert not work.done()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_running_requests_finish(tmp_path: Path, number: int) -> None:
    with at_work(tmp_path / "log", stop_timeout=60) as (program, work):
        assert httpx.get(f"{program.address}/studio/examples").status_code == 404  # no studio
        program.process.send_signal(number)
        until_closed(program, work)
        assert work.result().status_code == 200
        assert program.process.wait(60) == 0
        assert len(program.stderr.splitlines()) == 1, program.stderr


def test_a_request_that_takes_longer_is_answered_with_503(tmp_path: Path) -> None:
    with at_work(tmp_path / "log", stop_timeout=0) as (program, work):
        program.process.terminate()
        refused = work.result()
        assert (refused.status_code, refused.json()["code"]) == (503, "stopped")
        assert program.process.wait(50) == 0
        assert len(program.stderr.splitlines()) == 1, program.stderr


def test_the_second_signal_ends_the_process(tmp_path: Path) -> None:
    with at_work(tmp_path / "log", stop_timeout=60) as (program, work):
        program.process.terminate()
        until_closed(program, work)
        program.process.terminate()
        assert program.process.wait(30) == 128 + signal.SIGTERM
        with pytest.raises(httpx.RemoteProtocolError):
            work.result()
