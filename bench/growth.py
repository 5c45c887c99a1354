"""Measure whether the cost of a word stays the same in longer sentences, texts and words.

    python bench/growth.py                     every algorithm, view and format (hours)
    python bench/growth.py --quick             up to 1,600 words only (half an hour)
    python bench/growth.py --only bfp --only quotes   rows that match both
    python bench/growth.py --json              the figures as JSON

The table has microseconds per word (per character, if one word grows) at each size, and the
exponent e of size**e that fits the times from 400 words on. Exit 1 if an exponent exceeds 1.15, or
if a row needs longer than `--limit` seconds, more memory than `MEMORY`, or raises. Each row is
measured in a process of its own: CPU time, best of several, without garbage collection.
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

import hearer
from bench.shapes import SHAPES, document, one_word, sentence, two
from hearer.algorithms import ALGORITHMS
from hearer.formats import FORMATS
from hearer.formats.converting import read_as, writer
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation
from hearer.profiles import DEFAULT, PAPER, PROFILES, Profile, how_to_hear
from hearer.report.table import Table, text
from hearer.views import VIEWS

SIZES = (100, 400, 1600, 6400, 20000)
FITTED_FROM = 400
STEEPEST = 1.15
LIMIT = 60.0  # seconds of one size: three milliseconds a word
MEMORY = 6 << 30
ENOUGH = 0.4  # seconds of measuring a size, at most TURNS times
TURNS = 5
SHORT = ("clauses", "nouns", "coordination", "quotes")  # shapes of documents
SEEN = ("pronouns", "clauses", "nouns", "chain", "conj chain", "relatives", "quotes")  # by views
WRITTEN = ("clauses", "nouns", "chain", "coordination", "relatives")  # by formats


@dataclass(frozen=True, slots=True)
class Subject:
    """One row: `prepared(size)` makes the input and returns what is timed."""

    name: str
    shape: str
    prepared: Callable[[int], Callable[[], object]]

    def __str__(self) -> str:
        return f"{self.name}, {self.shape}"


def subjects() -> Iterator[Subject]:
    """Yield every algorithm, view and format of the registries, on each shape."""
    hows = {how_to_hear(name, PAPER) for name in ALGORITHMS.names()} | set(PROFILES.values())
    for how in sorted(hows, key=lambda how: (how.algorithm, how.name)):
        for shape in (*_shapes(tuple(SHAPES), SHORT), "two sentences"):
            yield Subject(
                f"hear {how.algorithm} ({how.name})", shape, partial(_hearing, shape, how)
            )
    views: dict[str, Callable[[Interpretation], object]] = {
        **{f"trace {name}": partial(hearer.trace, view=name) for name in VIEWS.names()},
        "rewrite": hearer.rewrite,
        "why": lambda found: [found.why(one) for one in found.resolutions],
    }
    for name, view in views.items():
        for how in (DEFAULT, PAPER):
            for shape in _shapes(SEEN, ("clauses",)):
                yield Subject(f"{name} ({how.name})", shape, partial(_viewing, view, shape, how))
    for name in FORMATS.names():
        found = FORMATS.find(name)
        for shape in (*_shapes(WRITTEN, ("clauses",)), "one word"):
            if found.write and name != "conllu":  # it holds no entities
                yield Subject(f"write {name}", shape, partial(_writing, name, shape))
            if found.write and found.read and not found.text_suffix and name != "conllu":
                yield Subject(f"read {name}", shape, partial(_reading, name, shape))
    yield Subject("hear default", "one word", partial(_hearing, "one word", DEFAULT))


def _shapes(in_sentence: tuple[str, ...], in_document: tuple[str, ...]) -> Iterator[str]:
    yield from (f"sentence: {name}" for name in in_sentence)
    yield from (f"document: {name}" for name in in_document)


def _made(shape: str, size: int) -> Discourse:
    kind, _, name = shape.partition(": ")
    if kind == "two sentences":
        return two(size)
    if kind == "one word":
        return one_word(size)
    return (sentence if kind == "sentence" else document)(name, size)


def _hearing(shape: str, how: Profile, size: int) -> Callable[[], object]:
    return partial(listen, _made(shape, size), profile=how)


def _viewing(
    view: Callable[[Interpretation], object], shape: str, how: Profile, size: int
) -> Callable[[], object]:
    return partial(view, listen(_made(shape, size), profile=how))


def _writing(name: str, shape: str, size: int) -> Callable[[], object]:
    found = listen(_made(shape, size), profile=DEFAULT)
    return partial(writer(FORMATS.find(name)), [found])


def _reading(name: str, shape: str, size: int) -> Callable[[], object]:
    content = writer(FORMATS.find(name))([listen(_made(shape, size), profile=DEFAULT)])
    return partial(read_as, FORMATS.find(name), content, f"a{FORMATS.find(name).suffixes[0]}")


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
