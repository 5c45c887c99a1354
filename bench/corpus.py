"""A corpus on one worker, on two, and on a Dask cluster of two; what it takes, and what it would.

    python -m bench.corpus --page docs/scale.md
                                               all of it, on the excerpts of LitBank's novels, and
                                               the figures of that page
    python -m bench.corpus speed --rounds 3    words a second, in turn, and the start of a job
    python -m bench.corpus memory --words 10_000_000 --workers 2 [--on dask]
    python -m bench.corpus workers --most 1000 workers that only wait: where the rest saturates

Speed is that of whole commands by the clock, `hearer corpus` as people call it, each into a new
folder, the best of some rounds in turn. Memory is what Linux says of each worker, over texts that
are repeated. More workers than there are cores are simulated: see bench/corpus_workers.py.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench import corpus_memory, corpus_workers
from bench.corpus_texts import TEXTS, repeated, size_of

BEGIN, END = "<!-- bench.corpus -->", "<!-- end of bench.corpus -->"
WAYS = {
    "1 worker": ("--workers", "1"),
    "2 workers": ("--workers", "2"),
    "dask, 2 workers": ("--workers", "2", "--on", "dask"),
}
ASKED = (
    ("2 workers", "1 worker", 1.8),
    ("dask, 2 workers", "2 workers", 0.9),
)
LONGEST_START = 8.0  # seconds
BILLION = 1_000_000_000
HOUR = 3600
GIGA = 1e9


@dataclass(frozen=True, slots=True)
class Ran:
    """One command: how long it took, and what came of it."""

    seconds: float
    words: int
    tables: int  # bytes
    parts: int
    digest: str

    @property
    def speed(self) -> float:
        return self.words / self.seconds


def main() -> int:
    """Measure what is asked for, else everything."""
    asked = _arguments()
    ways = {"speed": _speed, "memory": _memory, "workers": _workers}
    say = Said()
    say(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    chosen = [ways[asked.what]] if asked.what else list(ways.values())
    failed = [way(asked, say) for way in chosen]
    if asked.page:
        say.write(asked.page)
    return max(failed)


class Said:
    """What is said on the way, and again in a page."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        """Say a line."""
        self.lines.append(line)
        print(line, flush=True)

    def write(self, page: Path) -> None:
        """Put all lines between the two marks of a page."""
        before, first, rest = page.read_text(encoding="utf-8").partition(f"{BEGIN}\n")
        _, last, after = rest.partition(END)
        block = "\n".join(("```", *self.lines, "```", ""))
        page.write_text(before + first + block + last + after, encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.corpus", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["speed", "memory", "workers"])
    parser.add_argument("--texts", type=Path, default=TEXTS, help="a folder of .txt files")
    parser.add_argument("--most-texts", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--words", type=int, default=1_000_000, help="that memory is watched over")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--on", default="")
    parser.add_argument("--most", type=int, default=1000, help="simulated workers")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each simulation")
    parser.add_argument("--page", type=Path, help="a page that gets these figures")
    return parser.parse_args()


# Speed ----------------------------------------------------------------------------------------


def _speed(asked: argparse.Namespace, say: Said) -> int:
    with _folder() as work:
        texts = repeated(asked.texts, work / "texts", most=asked.most_texts)
        say(f"speed: {size_of(texts)}, best of {asked.rounds}")
        best = _in_turn(texts, work, asked.rounds)
        starts = _starts(work)
        read = sum(path.stat().st_size for path in texts.rglob("*.txt"))
    missed = 0
    for name, ran in best.items():
        say(f"  {name:16}{ran.speed:8,.0f} words/s   {ran.seconds:6.1f} s")
    for name, other, least in ASKED:
        ratio = best[name].speed / best[other].speed
        missed |= ratio < least
        say(f"  {name} / {other}: {ratio:.2f} (asked: {least})")
    for name, seconds in starts.items():
        missed |= seconds > LONGEST_START
        say(
            f"  a job of one sentence, {name}: {seconds:.1f} s (asked: under {LONGEST_START:.0f} s)"
        )
    same = len({ran.digest for ran in best.values()}) == 1
    say("  all wrote the same bytes" if same else "  THEY DID NOT WRITE THE SAME BYTES")
    for line in _cost(best["1 worker"], read):
        say(line)
    return int(missed or not same)


def _in_turn(texts: Path, work: Path, rounds: int) -> dict[str, Ran]:
    found: dict[str, list[Ran]] = {name: [] for name in WAYS}
    for number in range(rounds):
        for name, way in WAYS.items():
            found[name].append(_run(texts, work / f"out {number} {name}", way))
            print(f"   {name}: {found[name][-1].seconds:.1f} s", flush=True)
    return {name: min(several, key=lambda ran: ran.seconds) for name, several in found.items()}


def _starts(work: Path) -> dict[str, float]:
    """How long a job of one short text takes, from the command to its end."""
    short = work / "short"
    short.mkdir()
    (short / "one.txt").write_text("Anna met a judge. She thanked him.\n", encoding="utf-8")
    return {name: _run(short, work / f"short {name}", way).seconds for name, way in WAYS.items()}


def _run(texts: Path, out: Path, way: Sequence[str]) -> Ran:
    command = [sys.executable, "-m", "hearer", "corpus", str(texts), "-o", str(out), *way]
    start = perf_counter()
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    seconds = perf_counter() - start
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}: {ran.returncode}\n{ran.stderr}")
    told = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    return Ran(
        seconds=seconds,
        words=_words(told),
        tables=sum(path.stat().st_size for path in out.glob("*.parquet")),
        parts=sum(path.stat().st_size for path in out.glob(".hearer/parts/*/*")),
        digest=json.dumps(told.get("files"), sort_keys=True),
    )


def _words(manifest: dict[str, object]) -> int:
    counts = manifest["counts"]
    assert isinstance(counts, dict)
    return int(counts["words"])


# The others -----------------------------------------------------------------------------------


def _memory(asked: argparse.Namespace, say: Said) -> int:
    with _folder() as work:
        texts = repeated(asked.texts, work / "texts", words=asked.words)
        say(f"memory: {size_of(texts)}, {asked.workers} workers {asked.on}")
        for line in corpus_memory.lines(texts, work / "out", workers=asked.workers, on=asked.on):
            say(f"  {line}")
    return 0


def _workers(asked: argparse.Namespace, say: Said) -> int:
    with _folder() as work:
        say("workers that only wait (simulated)")
        for line in corpus_workers.lines(asked.texts, work, most=asked.most, seconds=asked.seconds):
            say(f"  {line}")
    return 0


def _cost(ran: Ran, read: int) -> Iterator[str]:
    """What a billion words take, from a short run of one worker."""
    hours = BILLION / ran.speed / HOUR
    yield f"a billion words, at {ran.speed:,.0f} words/s of one worker"
    yield f"  {hours:.0f} core hours: {hours / 16:.1f} h on 16 cores, {hours / 64:.1f} h on 64"
    for name, size in {"texts": read, "parts": ran.parts, "tables": ran.tables}.items():
        a_word = size / ran.words
        yield f"  {name}: {a_word:.1f} bytes a word, {a_word * BILLION / GIGA:.0f} GB"


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hearer-bench-") as name:
        yield Path(name)


if __name__ == "__main__":
    sys.exit(main())
