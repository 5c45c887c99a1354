"""The server stops as it should: what goes on is finished, and nothing looks like a crash."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx", reason="httpx is not installed")
pytest.importorskip("fastapi", reason="hearer[web] is not installed")

import httpx

from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.raw import Program, running

pytestmark = needs_model
STORY = (EXAMPLES / "story.txt").read_text(encoding="utf-8")
LONG = " ".join(f"{STORY} That was part {n}." for n in range(1, 20))


@contextmanager
def at_work(program: Program) -> Iterator[Future[Any]]:
    """A request that takes some seconds, begun."""
    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(
            httpx.post, f"{program.address}/v1/resolve", json={"text": LONG}, timeout=60
        )
        while b"hearer_in_work 1.0" not in httpx.get(f"{program.address}/metrics").content:
            assert not work.done()
            time.sleep(0.02)
        yield work


def test_what_is_going_on_is_finished(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--grace", "60") as program, at_work(program) as work:
        program.process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{program.address}/health")
        assert work.result().status_code == 200
        assert program.process.wait(10) == 0
        assert len(program.said.splitlines()) == 1, program.said


def test_what_takes_longer_than_the_grace_is_told_so(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--grace", "0") as program, at_work(program) as work:
        program.process.terminate()
        refused = work.result()
        assert refused.status_code == 503
        assert refused.json()["code"] == "stopped"
        assert program.process.wait(10) == 0
        assert len(program.said.splitlines()) == 1, program.said


def test_the_second_signal_ends_all_at_once(tmp_path: Path) -> None:
    with running(tmp_path / "log", "--grace", "60") as program, at_work(program) as work:
        program.process.terminate()
        time.sleep(0.2)
        program.process.terminate()
        assert program.process.wait(2) == 128 + signal.SIGTERM
        with pytest.raises(httpx.RemoteProtocolError):
            work.result()
        assert "Traceback" not in program.said
