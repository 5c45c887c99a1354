"""The memory of each worker over a long run.

lines    a run over a folder of texts, watched, in words
slope    how much a series grows, per unit: least squares

Of the first fifth nothing is said: models are loaded, and tables of words fill up to their bounds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from threading import Thread
from time import perf_counter

import hearer
from hearer.corpora.told.telling import BatchTold, Event

MEGA = 1e6
EVERY = 100_000  # words, until it is said how it goes
SETTLED = 5  # one part of so many is left out at the beginning
WORKER = re.compile(rb"hearer\.corpora\.places\.worker|multiprocessing.spawn")


@dataclass(slots=True)
class Watched:
    """The memory of each process by the words that were heard then."""

    begun: float = field(default_factory=perf_counter)
    words: int = 0
    seen: dict[int, list[tuple[float, float]]] = field(default_factory=dict)

    def tell(self, event: Event) -> None:
        """Look whenever a batch is done."""
        if not isinstance(event, BatchTold):
            return
        self.words += sum(one.words for one in event.outcomes)
        for process in (os.getpid(), *workers()):
            megabytes = resident(process)
            if megabytes:
                self.seen.setdefault(process, []).append((self.words / MEGA, megabytes))


def lines(texts: Path, out: Path, *, workers: int, on: str) -> Iterator[str]:
    """A run over a folder of texts, watched, in words."""
    watched = Watched()
    run = Thread(target=_run, args=(texts, out, workers, on, watched), daemon=True)
    run.start()
    said = 0
    while run.is_alive():
        run.join(1.0)
        if watched.words // EVERY > said:
            said = watched.words // EVERY
            yield _now(watched)
    for process, series in watched.seen.items():
        settled = series[len(series) // SETTLED :]
        if len(settled) > 2:
            who = "coordinator" if process == os.getpid() else f"worker {process}"
            yield (
                f"{who}: {settled[0][1]:.0f} MB at {settled[0][0]:.2f} million words, "
                f"{settled[-1][1]:.0f} MB at {settled[-1][0]:.2f}; "
                f"slope {slope(settled):+.2f} MB a million words"
            )


def _run(texts: Path, out: Path, workers: int, on: str, watched: Watched) -> None:
    hearer.corpus(str(texts), str(out), workers=workers, on=on, tell=watched.tell)


def _now(watched: Watched) -> str:
    last = [f"{series[-1][1]:.0f}" for series in watched.seen.values()]
    seconds = perf_counter() - watched.begun
    return f"{seconds:6.0f} s {watched.words:12,} words   MB: {' '.join(last)}"


def slope(series: Sequence[tuple[float, float]]) -> float:
    """How much it grows, per unit.

    >>> slope([(0, 1), (1, 3), (2, 5)])
    2.0
    """
    x, y = fmean(one for one, _ in series), fmean(one for _, one in series)
    across = sum((one - x) ** 2 for one, _ in series)
    return sum((one - x) * (two - y) for one, two in series) / across if across else 0.0


def workers() -> Iterator[int]:
    """The processes below this one that hear."""
    below = {os.getpid()}
    for process in sorted(int(path.name) for path in Path("/proc").glob("[0-9]*")):
        try:
            told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
            line = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if int(told.rpartition(")")[2].split()[1]) in below:
            below.add(process)
            if WORKER.search(line) and b"resource_tracker" not in line:
                yield process


def resident(process: int) -> float:
    """Megabytes of a process; 0 if it is gone."""
    try:
        told = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", told)
    return int(found[1]) / 1024 if found else 0.0
