"""Many sessions at once: what they cost the server in memory and in time.

    python bench/sessions.py                   10,000 sessions of two turns, in memory and in a file
    python bench/sessions.py --sessions 1000 --turns 5 --clients 8
    python bench/sessions.py --alone           one, without a server: bytes, and processor time

A server of its own is started for each store, and called by a few clients. All sessions hear their
first turn before any hears its second, so that hardly one is still at hand: every further turn is
restored from what was kept. The clients run on the same machine, and are part of the time.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from hearer.session.session import Session
from hearer.web.stores.conversations import Conversations, SessionLimits, TurnSaid
from hearer.web.stores.memory import MemoryStore

SAID = (
    ("I met Susan Brennan at the station in Berlin.", "Anna"),
    ("Did she win the race? You must have congratulated her.", "Ben"),
    ("She did, and her brother Tom gave her a new bicycle.", "Anna"),
    ("He bought it from an old friend of his, a mechanic called Paul Weber.", "Anna"),
    ("Paul told me that the bicycle was broken, but he repaired it.", "Ben"),
    ("Mary and John visited the museum. They liked it a lot.", "Anna"),
    ("The director showed them a painting, and she explained it to him.", "Ben"),
)
READY = re.compile(r"http://\S+?:\d+")


def main() -> None:
    """Measure, and print lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--alone", action="store_true")
    options = parser.parse_args()
    if options.alone:
        alone()
        return
    served("memory", [], options)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        served("SQLite", ["--store", str(file)], options)
        print(f"  file: {file.stat().st_size / 1e6:.0f} MB")


# One session ------------------------------------------------------------------------------------


def alone() -> None:
    """What is kept of one session, and what a turn costs: at hand, and restored from its state."""
    print("turns  state (bytes)  all of it (bytes)  turn at hand (µs)  turn restored (µs)")
    ways = [(MemoryStore(10**9), SessionLimits(most_live=most)) for most in (1, 0)]
    kept = [Conversations(store, limits) for store, limits in ways]
    names = [one.begin(Session(), "{}")[0].id for one in kept]
    took: list[list[float]] = [[], []]
    for number in range(1, 101):
        text, speaker = SAID[number % len(SAID)]
        for one, name, times in zip(kept, names, took, strict=True):
            began = time.process_time()
            one.say(name, TurnSaid(text, speaker, number))
            times.append(time.process_time() - began)
        if number in {2, 10, 30, 100}:
            state, size = len(kept[0].find(names[0]).state), ways[0][0].size
            figures = [f"{1e6 * median(times[-5:]):.0f}" for times in took]
            print(f"{number:5}  {state:13,}  {size:17,}  {figures[0]:>17}  {figures[1]:>18}")


# Many -------------------------------------------------------------------------------------------


def served(called: str, arguments: list[str], options: argparse.Namespace) -> None:
    """Start a server, call it, and say what that cost."""
    words = [sys.executable, "-m", "hearer", "serve", "--port", "0", *arguments]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        found = READY.search(process.stderr.readline() if process.stderr else "")
        if found is None:
            raise SystemExit("The server did not start.")
        try:
            print(f"{called}: {options.sessions:,} sessions, {options.clients} clients")
            _call(found[0], process.pid, options)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)


def _call(address: str, process: int, options: argparse.Namespace) -> None:
    callers = [Caller(address) for _ in range(options.clients)]
    shares = [range(n, options.sessions, options.clients) for n in range(options.clients)]
    before = _resident(process)
    with ThreadPoolExecutor(options.clients) as pool:
        _told("begun", pool.map(Caller.begin, callers, shares), before, process)
        for number in range(1, options.turns + 1):
            numbers = [number] * options.clients
            took = pool.map(Caller.say, callers, numbers)
            _told(f"turn {number}", took, before, process)


def _told(called: str, several: object, before: float, process: int) -> None:
    began = time.perf_counter()
    took = sorted(one for each in several for one in each)  # type: ignore[attr-defined]
    seconds = time.perf_counter() - began
    now = _resident(process)
    half, most = took[len(took) // 2], took[-max(1, len(took) // 100)]
    print(
        f"  {called:8} {len(took) / seconds:6.0f} a second, p50 {1e3 * half:.1f} ms, "
        f"p99 {1e3 * most:.1f} ms; {now:.0f} MB resident, {now - before:+.0f}",
        flush=True,
    )


def _resident(process: int) -> float:
    """The memory of a process, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kilobytes) / 1000


class Caller:
    """A client with one connection, and the sessions it has begun."""

    def __init__(self, address: str) -> None:
        place = urlsplit(address)
        self._connection = http.client.HTTPConnection(str(place.hostname), place.port)
        self._names: list[str] = []

    def begin(self, share: range) -> list[float]:
        """Begin some sessions; how long each took."""
        return [self._timed("/v1/sessions", {}) for _ in share]

    def say(self, number: int) -> list[float]:
        """Let all of them hear a turn; how long each took."""
        took = []
        self._connection.close()  # the server may have done so: who is quick waits for the others
        for n, name in enumerate(self._names):
            text, speaker = SAID[(n + number) % len(SAID)]
            said = {"text": text, "speaker": speaker, "number": number}
            took.append(self._timed(f"/v1/sessions/{name}/turns", said))
        return took

    def _timed(self, path: str, body: object) -> float:
        began = time.perf_counter()
        kind = {"Content-Type": "application/json"}
        self._connection.request("POST", path, json.dumps(body), kind)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status not in {200, 201}:
            raise SystemExit(f"{answer.status}: {content!r}")
        if answer.status == 201:
            self._names.append(json.loads(content)["id"])
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
