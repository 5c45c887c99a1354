"""kill -9 in the middle, and a restart: no turn that was answered is lost, none is heard twice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

import httpx

from hearer.web.app import bound
from tests.parsers.parses import needs_model
from tests.web.conversation import Answer, said, understood

pytestmark = pytest.mark.untraced
CLIENTS = 8
PATIENCE = 120  # seconds that a client tries again
GONE = (httpx.TransportError, httpx.TimeoutException)


class Mortal:
    """A server that can be killed, and stands up again at the same address."""

    def __init__(self, store: Path) -> None:
        with bound("127.0.0.1", 0) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._words = [sys.executable, "-m", "hearer", "serve", "--port", str(self.port)]
        self._words += ["--store", str(store)]
        self._stand_up()

    def _stand_up(self) -> None:
        self._process = subprocess.Popen(self._words, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr
        line = self._process.stderr.readline()
        assert self.address in line, line + self._process.stderr.read()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=30)

    def kill_and_restart(self) -> None:
        self.kill()
        self._stand_up()


@contextmanager
def mortal(store: Path) -> Iterator[Mortal]:
    server = Mortal(store)
    try:
        yield server
    finally:
        server.kill()


@dataclass
class Tally:
    """What all clients saw."""

    acknowledged: int = 0
    failed: int = 0
    replayed: int = 0
    lock: Lock = field(default_factory=Lock)

    def count(self, **seen: int) -> None:
        with self.lock:
            for name, number in seen.items():
                setattr(self, name, getattr(self, name) + number)


@dataclass
class Talker:
    """A client that does not give up: what was not answered it sends again."""

    address: str
    name: str
    tally: Tally

    def talk(self, turns: int) -> list[Answer]:
        with httpx.Client(base_url=self.address, timeout=30) as client:
            self._post(client, "/v1/sessions", {"id": self.name})
            return [self._turn(client, number) for number in range(1, turns + 1)]

    def _turn(self, client: httpx.Client, number: int) -> Answer:
        answer = self._post(client, f"/v1/sessions/{self.name}/turns", said(number))
        self.tally.count(acknowledged=1, replayed="idempotent-replayed" in answer.headers)
        heard: Answer = answer.json()
        return heard

    def _post(self, client: httpx.Client, path: str, body: object) -> httpx.Response:
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            try:
                answer = client.post(path, json=body)
            except GONE:
                self.tally.count(failed=1)
            else:
                if answer.status_code in {200, 201}:
                    return answer
                assert answer.status_code in {429, 503}, answer.text
            time.sleep(0.05)
        raise TimeoutError(path)


def killed(store: Path, *, turns: int, kills: int, seed: int) -> Tally:
    """Let clients talk while the server is killed, and look at what is there in the end."""
    chance, tally = random.Random(seed), Tally()
    moments = sorted(chance.sample(range(1, CLIENTS * turns - CLIENTS), kills))
    names = [f"the-talk-of-client-{number}" for number in range(CLIENTS)]
    with mortal(store) as server:
        with ThreadPoolExecutor(CLIENTS) as pool:
            talks = [pool.submit(Talker(server.address, name, tally).talk, turns) for name in names]
            for moment in moments:
                while tally.acknowledged < moment and not all(talk.done() for talk in talks):
                    time.sleep(0.002)
                time.sleep(chance.random() * 0.03)
                server.kill_and_restart()
            answers = [talk.result() for talk in talks]
        server.kill_and_restart()  # what is there is on the disk
        logs = [log(server.address, name) for name in names]
    expected = understood(turns)
    for answered, kept in zip(answers, logs, strict=True):
        assert answered == expected
        assert [turn["number"] for turn in kept] == [*range(1, turns + 1)]
        assert [turn["answer"] for turn in kept] == expected
    return tally


def log(address: str, name: str) -> list[Any]:
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        asked = {"after": str(after), "answers": "true"}
        page = httpx.get(f"{address}/v1/sessions/{name}/turns", params=asked, timeout=30).json()
        found += page["turns"]
        after = page["next"]
    return found


@needs_model
def test_no_turn_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    tally = killed(tmp_path / "store.db", turns=5, kills=1, seed=1)
    assert tally.acknowledged == CLIENTS * 5
    assert tally.failed  # it was in the middle


@needs_model
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_turn_is_lost_or_doubled_by_many_kills(tmp_path: Path, seed: int) -> None:
    tally = killed(tmp_path / "store.db", turns=60, kills=10, seed=seed)
    print(tally)
    assert tally.acknowledged == CLIENTS * 60
    assert tally.failed
