"""How fast a version of hearer parses raw text: one core, two threads, start and memory.

    speed    the figures of this version, and of another checkout beside it
    Speed    the figures

Every figure is the best of several processes, in turn with those of the other version, so that
both see the same machine. One core: CPU time of one thread. Two threads: two halves of the texts
in two threads of one process, by the clock. Memory is what Linux says; `ru_maxrss` would count the
process that started it, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROUNDS = 3
_CHILD = """
import json, re, sys, threading, time
texts = json.load(sys.stdin)
begun = time.perf_counter()
if sys.argv[1:]:
    from pathlib import Path
    from hearer.parsers.english.reader import EnglishParser
    parser = EnglishParser(Path(sys.argv[1]))
else:
    from hearer.parsers.english import shipped
    parser = shipped()
next(parser.parse(texts[0][:200]))
start = time.perf_counter() - begun
def parsed(some):
    return sum(len(utterance) for text in some for utterance in parser.parse(text))
used = time.process_time()
words = parsed(texts)
used = time.process_time() - used
clock = time.perf_counter()  # once more: two threads shall not find more in the tables than one
parsed(texts)
clock = time.perf_counter() - clock
peak = int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) / 1024
halves = [threading.Thread(target=parsed, args=(texts[n::2],)) for n in range(2)]
both = time.perf_counter()
for half in halves: half.start()
for half in halves: half.join()
both = time.perf_counter() - both
print(json.dumps({"words": words / used, "one": clock, "two": both, "start": start, "peak": peak}))
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """Words a CPU second of one thread, how much quicker two threads are, start and memory."""

    words_per_second: float
    two_threads: float
    start: float  # seconds: import, load, first sentence
    peak: float  # megabytes

    def __str__(self) -> str:
        return (
            f"{self.words_per_second:.0f} words/s, two threads {self.two_threads:.2f} times, "
            f"first sentence after {self.start:.2f} s, {self.peak:.0f} MB"
        )


def speed(texts: Sequence[str], model: Path, against: Path | None) -> dict[str, Speed]:
    """The figures by version: "here" with the model, and "against" that of another checkout."""
    versions = {"here": (HERE, [str(model.resolve())])}
    if against:
        versions["against"] = (against.resolve(), [])
    found: dict[str, list[dict[str, float]]] = {name: [] for name in versions}
    for _ in range(ROUNDS):
        for name, (checkout, models) in versions.items():
            found[name].append(_measured(texts, checkout, models))
    return {name: _best(rounds) for name, rounds in found.items()}


def _measured(texts: Sequence[str], checkout: Path, models: Sequence[str]) -> dict[str, float]:
    environment = os.environ | {"PYTHONPATH": str(checkout / "src"), "OMP_NUM_THREADS": "1"}
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, *models],
        input=json.dumps(texts).encode(),
        stdout=subprocess.PIPE,
        env=environment,
        check=True,
    )
    told: dict[str, float] = json.loads(child.stdout)
    return told


def _best(rounds: Sequence[dict[str, float]]) -> Speed:
    return Speed(
        words_per_second=max(told["words"] for told in rounds),
        two_threads=min(told["one"] for told in rounds) / min(told["two"] for told in rounds),
        start=min(told["start"] for told in rounds),
        peak=min(told["peak"] for told in rounds),
    )


def lines(found: dict[str, Speed]) -> Iterator[str]:
    """What was measured, in words."""
    yield from (f"{name}: {figures}" for name, figures in found.items())
    if "against" in found:
        ratio = found["here"].words_per_second / found["against"].words_per_second
        yield f"here / against: {ratio:.2f}"
