"""Load a server with many clients, and measure answers, times and memory.

    python -m bench.load                            200 clients for two minutes
    python -m bench.load --clients 20 --seconds 5
    python -m bench.load --sessions 10000           memory of sessions of two turns, in both stores

A client sends a request, reads the answer and sends the next one; after 429 it waits as long as
Retry-After says. No text is sent twice, so the cache does not help. Clients and server share the
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

NAMES = ("Anna", "Mia", "Peter", "Carla", "Tom", "Judith", "Frank", "Laura", "Paul", "Susan")
SENTENCES = (
    "{a} met {b} at the station, and {she} gave {her} a book.",
    "The judge thanked {a} because {she} had found the letter.",
    "{b} said that {she} would drive home with the old dog.",
    "When the rain stopped, {a} and {b} left the house, and they laughed about it.",
    "The man who sold the car told {b} that he liked it.",
)
CALLS = {  # name: share of a hundred, path, words of the text
    "resolve, 20 words": (35, "/v1/resolve", 20),
    "resolve, 200 words": (15, "/v1/resolve", 200),
    "why": (15, "/v1/why", 40),
    "rewrite": (10, "/v1/rewrite", 60),
    "sessions, turn": (15, "/v1/sessions/{session}/turns", 10),
    "health": (5, "/health", 0),
}
TOO_BUSY = 429
MAX_WAIT = 5.0  # seconds
READY = re.compile(r"http://\S+?:\d+")


def text(chance: random.Random, words: int) -> str:
    """Return a new text of about so many words."""
    found = [f"It was day {chance.randrange(10**9)}."]
    while sum(len(one.split()) for one in found) < words:
        a, b = chance.sample(NAMES, 2)
        found.append(chance.choice(SENTENCES).format(a=a, b=b, she="she", her="her"))
    return " ".join(found)


@dataclass
class Load:
    """Answers by call and status, seconds by call, errors, and megabytes by second."""

    clients: int
    seconds: float
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    times: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    memory: dict[int, float] = field(default_factory=dict)

    def note(self, call: str, answer: httpx.Response) -> None:
        """Count an answer."""
        self.statuses[call, answer.status_code] += 1
        if answer.status_code < 400:
            self.times.setdefault(call, []).append(answer.elapsed.total_seconds())
        elif answer.status_code != TOO_BUSY:
            self.errors.append(f"{call}: {answer.status_code} {answer.text[:200]!r}")

    @property
    def answered(self) -> int:
        return sum(map(len, self.times.values()))

    @property
    def refused(self) -> int:
        return sum(n for (_, status), n in self.statuses.items() if status == TOO_BUSY)

    def lines(self) -> Iterator[str]:
        requests = sum(self.statuses.values())
        pace, share = self.answered / self.seconds, self.refused / max(requests, 1)
        yield f"{self.clients} clients for {self.seconds:.0f} s: {requests} requests"
        yield f"answered {self.answered} ({pace:.1f}/s), 429 {self.refused} ({share:.1%})"
        yield f"errors {len(self.errors)}"
        yield f"{'call':<20}{'answered':>9}{'429':>7}{'p50 ms':>9}{'p90 ms':>9}{'p99 ms':>9}"
        for call, times in sorted(self.times.items()):
            shown = "".join(f"{1000 * quantile(times, q):>9.0f}" for q in (0.5, 0.9, 0.99))
            yield f"{call:<20}{len(times):>9}{self.statuses[call, TOO_BUSY]:>7}{shown}"
        yield "memory (MB) " + ", ".join(f"{s} s: {m:.0f}" for s, m in self.memory.items())
        yield from self.errors[:10]


def quantile(times: list[float], part: float) -> float:
    """Return the time that this part of the answers does not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def resident(pid: int) -> float:
    """Return the memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


async def load(address: str, *, clients: int, seconds: float, pid: int, every: int = 10) -> Load:
    """Run the clients; measure the memory of the server every few seconds."""
    found, began = Load(clients, seconds), monotonic()

    async def watch() -> None:
        while True:
            found.memory[round(monotonic() - began)] = resident(pid)
            await asyncio.sleep(every)

    watching = asyncio.create_task(watch())
    ends = began + seconds
    await asyncio.gather(*(_client(address, n, ends, found) for n in range(clients)))
    watching.cancel()
    found.memory[round(seconds)] = resident(pid)
    return found


async def _client(address: str, number: int, ends: float, found: Load) -> None:
    chance, session = random.Random(number), ""
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        while monotonic() < ends:
            (call,) = chance.choices([*CALLS], [share for share, _, _ in CALLS.values()])
            _, path, words = CALLS[call]
            body: dict[str, Any] = {"text": text(chance, words)}
            if call == "why":
                body = {"text": f"{body['text']} Anna slept. She was tired.", "pronoun": "She"}
            elif "{session}" in path and not session:
                path, body = "/v1/sessions", {}
            try:
                url = path.format(session=session)
                answer = await (client.post(url, json=body) if words else client.get(url))
            except httpx.HTTPError as error:
                found.errors.append(f"{call}: {error!r}")
                continue
            found.note(call, answer)
            if path == "/v1/sessions" and answer.status_code == 201:
                session = answer.json()["id"]
            if answer.status_code == TOO_BUSY:
                wait = min(float(answer.headers["retry-after"]), MAX_WAIT) * chance.uniform(1, 2)
                await asyncio.sleep(min(wait, max(ends - monotonic(), 0)))


async def sessions(address: str, number: int, pid: int) -> None:
    """Begin sessions and let each hear two turns; print pace and memory."""
    chance, before = random.Random(1), resident(pid)
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        names = [(await client.post("/v1/sessions", json={})).json()["id"] for _ in range(number)]
        for turn in (1, 2):
            began = monotonic()
            for name in names:
                body = {"text": text(chance, 10), "speaker": NAMES[turn], "number": turn}
                answer = await client.post(f"/v1/sessions/{name}/turns", json=body)
                answer.raise_for_status()
            pace, now = number / (monotonic() - began), resident(pid)
            print(f"  turn {turn}: {pace:.0f} a second, {now:.0f} MB, {now - before:+.0f}")


@contextmanager
def served(*arguments: str, **settings: object) -> Iterator[tuple[str, int]]:
    """Run a server with settings as HEARER_* variables; yield its address and process id."""
    words = [sys.executable, "-m", "hearer", "serve", "--port", "0", *arguments]
    variables = {f"HEARER_{name.upper()}": str(value) for name, value in settings.items()}
    environment = os.environ | variables
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr
        found = READY.search(process.stderr.readline())
        assert found, process.stderr.read()
        try:
            yield found[0], process.pid
        finally:
            process.kill()


def main() -> None:
    """Run a load and print it; exit 1 if there was any error."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--sessions", type=int, default=0)
    options = parser.parse_args()
    if options.sessions:
        with tempfile.TemporaryDirectory() as folder:
            for arguments in ((), ("--store", f"{folder}/store.db")):
                print("file" if arguments else "memory")
                with served(*arguments) as (address, pid):
                    asyncio.run(sessions(address, options.sessions, pid))
            print(f"  file: {(Path(folder) / 'store.db').stat().st_size / 1e6:.0f} MB")
        return
    with served() as (address, pid):
        found = asyncio.run(
            load(address, clients=options.clients, seconds=options.seconds, pid=pid)
        )
    print("\n".join(found.lines()))
    sys.exit(bool(found.errors))


if __name__ == "__main__":
    main()
