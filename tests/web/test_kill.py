"""kill -9 and a restart: no turn that was answered is lost, and none is heard twice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from hearer.web.application import bound
from tests.parsers.parses import needs_model
from tests.web.conftest import Answer, said, understood

pytestmark = pytest.mark.untraced
CLIENTS = 8
RETRY_SECONDS = 120


class Server:
    """A server that can be killed and restarted at the same address."""

    def __init__(self, store: Path) -> None:
        with bound("127.0.0.1", 0) as free:
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        words = [sys.executable, "-m", "hearer", "serve", "--port", str(port)]
        self._words = [*words, "--store", str(store)]

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr
        line = self._process.stderr.readline()
        assert self.address in line, line + self._process.stderr.read()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=30)


class Client:
    """A client that sends a request again until it is answered."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address, name
        self.answers: list[Answer] = []
        self.failed = 0

    def talk(self, turns: int) -> None:
        with httpx.Client(base_url=self.address, timeout=30) as client:
            self._post(client, "/v1/sessions", {"id": self.name})
            for number in range(1, turns + 1):
                turn = self._post(client, f"/v1/sessions/{self.name}/turns", said(number))
                self.answers.append(turn.json())

    def _post(self, client: httpx.Client, path: str, body: object) -> httpx.Response:
        ends = time.monotonic() + RETRY_SECONDS
        while time.monotonic() < ends:
            try:
                answer = client.post(path, json=body)
            except httpx.TransportError:
                self.failed += 1
            else:
                if answer.status_code in {200, 201}:
                    return answer
                assert answer.status_code in {429, 503}, answer.text
            time.sleep(0.05)
        raise TimeoutError(path)


def killed(store: Path, *, turns: int, kills: int, seed: int) -> int:
    """Kill the server while clients send turns, compare all answers; return the failed requests."""
    chance, server = random.Random(seed), Server(store)
    moments = sorted(chance.sample(range(1, CLIENTS * turns - CLIENTS), kills))
    clients = [Client(server.address, f"the-talk-of-client-{n}") for n in range(CLIENTS)]
    server.start()
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            talks = [pool.submit(client.talk, turns) for client in clients]
            for moment in moments:
                while sum(len(client.answers) for client in clients) < moment:
                    assert not any(talk.done() and talk.exception() for talk in talks)
                    time.sleep(0.002)
                time.sleep(chance.random() * 0.03)
                server.kill()
                server.start()
            for talk in talks:
                talk.result()
        server.kill()
        server.start()  # only what is on the disk is left
        logs = [log(server.address, client.name) for client in clients]
    finally:
        server.kill()
    expected = understood(turns)
    for client, stored in zip(clients, logs, strict=True):
        assert client.answers == expected
        assert [turn["number"] for turn in stored] == [*range(1, turns + 1)]
        assert [turn["answer"] for turn in stored] == expected
    return sum(client.failed for client in clients)


def log(address: str, name: str) -> Any:
    """Return all turns of a session."""
    url = f"{address}/v1/sessions/{name}/turns?answers=true"
    page = httpx.get(url, timeout=30).json()
    assert page["next"] is None
    return page["turns"]


@needs_model
@pytest.mark.parametrize(
    ("turns", "kills", "seed"),
    [(5, 1, 1), *(pytest.param(60, 10, seed, marks=pytest.mark.slow) for seed in range(3))],
)
def test_no_turn_is_lost_or_doubled_by_a_kill(
    tmp_path: Path, turns: int, kills: int, seed: int
) -> None:
    assert killed(tmp_path / "store.db", turns=turns, kills=kills, seed=seed)  # some failed
