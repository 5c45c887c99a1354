"""Many clients at once, for a while: what is answered, how quickly, and what becomes of memory.

    python -m bench.load                                 200 clients for two minutes
    python -m bench.load --clients 20 --seconds 5
    python -m bench.load --address http://127.0.0.1:8000 --pid 4711

Each client asks, takes the answer and asks again, and waits as long as it is told to where there is
too much to do (429). The texts are never the same, so nothing is answered from memory.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from bench.load_client import Answer, Caller

NAMES = ("Anna", "Mia", "Peter", "Carla", "Tom", "Judith", "Frank", "Laura", "Paul", "Susan")
SENTENCES = (
    "{a} met {b} at the station, and {she} gave {her} a book.",
    "The judge thanked {a} because {she} had found the letter.",
    "{b} said that {she} would drive home with the old dog.",
    "When the rain stopped, {a} and {b} left the house, and they laughed about it.",
    "The man who sold the car told {b} that he liked it.",
)
MOST_PATIENCE = 5.0  # seconds that a client waits before it asks again, whatever it is told
TOO_MUCH = 429
READY = re.compile(r"http://(\S+?):(\d+)")


# What is asked --------------------------------------------------------------------------------


def text(chance: random.Random, words: int) -> str:
    """A text of about so many words that nobody has sent before."""
    found: list[str] = []
    count = 0
    while count < words:
        a, b = chance.sample(NAMES, 2)
        one = chance.choice(SENTENCES).format(a=a, b=b, she="she", her="her")
        found.append(one)
        count += len(one.split())
    return f"It was day {chance.randrange(10**9)}. " + " ".join(found)


@dataclass(frozen=True, slots=True)
class Call:
    """What is asked, and how often: so many times of a hundred."""

    name: str
    share: int
    path: str
    body: Callable[[random.Random], dict[str, object]] | None = None  # none: it is only got

    async def made(self, caller: Caller, chance: random.Random) -> Answer:
        """The answer; what is said in a session begins one, if there is none."""
        if self.body is None:
            return await caller.get(self.path, self.name)
        if "{session}" in self.path and not caller.session:
            begun = await caller.post("/v1/sessions", {}, "sessions, begin")
            caller.session = str(begun.json.get("id", ""))
            return begun
        path = self.path.format(session=caller.session)
        return await caller.post(path, self.body(chance), self.name)


def _text(words: int) -> Callable[[random.Random], dict[str, object]]:
    return lambda chance: {"text": text(chance, words)}


def _why(chance: random.Random) -> dict[str, object]:
    said = f"{text(chance, 40)} Anna slept. She was tired."
    return {"text": said, "pronoun": "She", "which": 1}


def _turn(chance: random.Random) -> dict[str, object]:
    return {"text": text(chance, 10), "speaker": chance.choice(NAMES[:2])}


CALLS = (
    Call("resolve, 20 words", 35, "/v1/resolve", _text(20)),
    Call("resolve, 200 words", 15, "/v1/resolve", _text(200)),
    Call("why", 15, "/v1/why", _why),
    Call("rewrite", 10, "/v1/rewrite", _text(60)),
    Call("sessions, turn", 15, "/v1/sessions/{session}/turns", _turn),
    Call("stream", 5, "/v1/stream", _text(100)),
    Call("health", 5, "/health"),
)
SHARES = [call.share for call in CALLS]


# What is found --------------------------------------------------------------------------------


@dataclass
class Load:
    """What many clients got, and what it cost."""

    clients: int
    seconds: float
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    times: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    memory: dict[int, float] = field(default_factory=dict)  # megabytes, by second

    def note(self, answer: Answer) -> None:
        """Count an answer."""
        self.statuses[answer.call, answer.status] += 1
        if answer.status < 400:
            self.times.setdefault(answer.call, []).append(answer.seconds)
        elif answer.status != TOO_MUCH:
            self.errors.append(f"{answer.call}: {answer.status} {answer.body[:200]!r}")

    @property
    def answered(self) -> int:
        return sum(map(len, self.times.values()))

    @property
    def refused(self) -> int:
        return sum(n for (_, status), n in self.statuses.items() if status == TOO_MUCH)

    def lines(self) -> Iterator[str]:
        asked = sum(self.statuses.values())
        pace, share = self.answered / self.seconds, self.refused / max(asked, 1)
        yield f"{self.clients} clients for {self.seconds:.0f} s: {asked} requests"
        yield f"answered {self.answered} ({pace:.1f}/s), 429 {self.refused} ({share:.1%})"
        yield f"errors {len(self.errors)}"
        yield f"{'call':<20}{'answered':>9}{'429':>7}{'p50 ms':>9}{'p90 ms':>9}{'p99 ms':>9}"
        for call, times in sorted(self.times.items()):
            shown = "".join(f"{1000 * at(times, part):>9.0f}" for part in (0.5, 0.9, 0.99))
            yield f"{call:<20}{len(times):>9}{self.statuses[call, TOO_MUCH]:>7}{shown}"
        yield "memory (MB) " + ", ".join(f"{s} s: {m:.0f}" for s, m in self.memory.items())
        yield from self.errors[:10]


def at(times: list[float], part: float) -> float:
    """The time that this part of the answers does not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


# The run --------------------------------------------------------------------------------------


async def load(
    address: str, *, clients: int, seconds: float, pid: int | None = None, every: int = 10
) -> Load:
    """Let so many clients ask for so long; memory is looked at every few seconds."""
    found = Load(clients, seconds)
    ends = monotonic() + seconds
    watching = asyncio.create_task(_watch(found, pid, every)) if pid else None
    await asyncio.gather(*(_client(address, n, ends, found) for n in range(clients)))
    if watching and pid:
        watching.cancel()
        found.memory[round(seconds)] = resident(pid)
    return found


async def _watch(found: Load, pid: int, every: int) -> None:
    second = 0
    while True:
        found.memory[second] = resident(pid)
        await asyncio.sleep(every)
        second += every


async def _client(address: str, number: int, ends: float, found: Load) -> None:
    chance = random.Random(number)
    async with Caller(address) as caller:
        while monotonic() < ends:
            (call,) = chance.choices(CALLS, SHARES)
            try:
                answer = await call.made(caller, chance)
            except (OSError, asyncio.IncompleteReadError, ValueError) as error:
                found.errors.append(f"{call.name}: {error!r}")
                continue
            found.note(answer)
            if answer.status == TOO_MUCH:
                told = min(answer.again_after, MOST_PATIENCE)
                await asyncio.sleep(min(told * chance.uniform(1, 2), max(ends - monotonic(), 0)))


@contextmanager
def served(*arguments: str) -> Iterator[tuple[str, int]]:
    """The address and the process of a server that runs until the end of the block."""
    words = [sys.executable, "-m", "hearer", "serve", "--port", "0", *arguments]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        found = READY.search(process.stderr.readline())
        assert found, process.stderr.read()
        try:
            yield found[0], process.pid
        finally:
            process.terminate()


def main() -> None:
    """Run it, and print what was found; exit 1 if there was any error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--address", default="", help="of a server that runs; else one is started")
    parser.add_argument("--pid", type=int, help="of that server, for its memory")
    told = parser.parse_args()
    how = {"clients": told.clients, "seconds": told.seconds}
    if told.address:
        found = asyncio.run(load(told.address, pid=told.pid, **how))
    else:
        with served() as (address, pid):
            found = asyncio.run(load(address, pid=pid, **how))
    print("\n".join(found.lines()))
    sys.exit(bool(found.errors))


if __name__ == "__main__":
    main()
