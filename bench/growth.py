"""Whether the cost of a word stays the same, however long the sentence, the text or the word.

    python bench/growth.py                     every algorithm, view and format (hours)
    python bench/growth.py --quick             up to 1,600 words only (half an hour)
    python bench/growth.py --only bfp --only quotes   rows that match both
    python bench/growth.py --json              the figures as JSON

One table: microseconds a word (a character, where it is one word that grows) at each size, and the
exponent e of size**e that fits the times from 400 words on; more than 1.15 is too much, and a row
that needs longer than `--limit` seconds, more memory than `MEMORY` or raises is "stalled". Exit 1
if there is any such row. Sizes are words in *one* sentence ("sentence"), or in as many sentences as
a text of that length has ("document").

Algorithms, profiles, formats and views of traces are those of the registries, so that a new one is
measured by being registered. Every row is measured in a process of its own; its times are the best
of several, of the processor and without the garbage collector.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import log
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # as a file or as a module

from bench.growing import Subject, subjects
from hearer.report.table import Table, text

SIZES = (100, 400, 1600, 6400, 20000)
FITTED_FROM = 400
STEEPEST = 1.15
LIMIT = 60.0  # seconds of one size: three milliseconds a word
MEMORY = 6 << 30
ENOUGH = 0.4  # seconds of measuring a size, at most TURNS times
TURNS = 5


@dataclass(frozen=True, slots=True)
class Growth:
    """What one subject cost at each size, in seconds; `stalled` says why there is no more."""

    name: str
    shape: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    stalled: str = ""

    @property
    def exponent(self) -> float:
        """The slope of the straight line through the logarithms."""
        return slope(
            [pair for pair in zip(self.sizes, self.seconds, strict=True) if pair[0] >= FITTED_FROM]
        )

    @property
    def is_flat(self) -> bool:
        return not self.stalled and self.exponent <= STEEPEST


def slope(points: Sequence[tuple[int, float]]) -> float:
    """The exponent that fits times by size best, in least squares of logarithms.

    >>> round(slope([(100, 1.0), (200, 4.0), (400, 16.0)]), 3)
    2.0
    """
    if len(points) < 2:
        return 0.0
    xs, ys = [log(size) for size, _ in points], [log(spent) for _, spent in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum(
        (a - x) ** 2 for a in xs
    )


def main() -> None:
    """Measure all rows, print the table, and exit with 1 if a row is too steep."""
    asked = _asked()
    sizes = [size for size in SIZES if size <= (1600 if asked.quick else max(SIZES))]
    chosen = [one for one in subjects() if all(re.search(word, str(one)) for word in asked.only)]
    with ThreadPoolExecutor(asked.jobs) as pool:
        measure = partial(measured, sizes=sizes, limit=asked.limit)
        grown = list(_told(pool.map(measure, chosen)))
    steep = [one for one in grown if not one.is_flat]
    print(json.dumps([asdict(one) for one in grown]) if asked.json else text(table(grown, sizes)))
    print(f"{len(grown)} rows, {len(steep)} too steep", file=sys.stderr)
    sys.exit(bool(steep))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="up to 1,600 words")
    parser.add_argument("--only", action="append", default=[], help="rows with this in their name")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one size")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def _told(grown: Iterator[Growth]) -> Iterator[Growth]:
    for one in grown:
        if not one.is_flat:
            print(
                f"{one.name}, {one.shape}: {one.stalled or f'{one.exponent:.2f}'}", file=sys.stderr
            )
        yield one


def table(grown: Sequence[Growth], sizes: Sequence[int]) -> Table:
    """Microseconds a word at each size, the exponent, and what is wrong."""
    rows = []
    for one in grown:
        spent = [f"{1e6 * s / n:.1f}" for s, n in zip(one.seconds, one.sizes, strict=True)]
        spent += [""] * (len(sizes) - len(spent))
        verdict = one.stalled or ("" if one.is_flat else "too steep")
        rows.append((one.name, one.shape, *spent, f"{one.exponent:.2f}", verdict))
    columns = ("what", "shape", *(f"{size:,}" for size in sizes), "exponent", "")
    return Table("growth", "Microseconds a word, by words", columns, tuple(rows))


# One row ---------------------------------------------------------------------------------------


def measured(subject: Subject, sizes: Sequence[int], limit: float) -> Growth:
    """What a subject costs at each size, measured in another process that may be ended."""
    ours, theirs = get_context("fork").Pipe(duplex=False)
    worker = get_context("fork").Process(target=_measure, args=(subject, sizes, theirs))
    worker.start()
    theirs.close()
    found: list[float] = []
    why = ""
    while not why and len(found) < len(sizes):
        if not ours.poll(limit):
            why = f"stalled at {sizes[len(found)]:,}: over {limit:g} s"
            break
        try:
            spent = ours.recv()
        except EOFError:
            spent = "died"
        if isinstance(spent, str):
            why = f"stalled at {sizes[len(found)]:,}: {spent}"
        else:
            found.append(spent)
    worker.kill()
    worker.join()
    ours.close()
    return Growth(subject.name, subject.shape, tuple(sizes[: len(found)]), tuple(found), why)


def _measure(subject: Subject, sizes: Sequence[int], told: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for size in sizes:
            told.send(best(subject.prepared(size)))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the row shows
        told.send(f"{type(error).__name__}")


def best(work: Callable[[], object]) -> float:
    """The seconds of the quickest of several times."""
    quickest, spent, turns = float("inf"), 0.0, 0
    gc.disable()
    while not turns or (turns < TURNS and spent < ENOUGH):
        gc.collect()
        begun = time.process_time()
        work()
        last = time.process_time() - begun
        quickest, spent, turns = min(quickest, last), spent + last, turns + 1
    gc.enable()
    return max(quickest, 1e-6)


if __name__ == "__main__":
    main()
