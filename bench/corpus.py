"""Measure `hearer corpus`: speed on several engines, start, memory, and simulated workers.

    python -m bench.corpus --page docs/scale.md   everything, written into the page
    python -m bench.corpus speed --rounds 3       words per second, and the start of a job
    python -m bench.corpus memory --words 10_000_000
    python -m bench.corpus workers --most 256     workers that only sleep: the coordinator's limit

Speed is that of whole commands, each into a new folder, the best of some rounds in turn. Memory is
the resident size of each worker over repeated texts.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple

import hearer
from hearer.corpora.document import LARGEST, Batch, Document, digest
from hearer.corpora.job import Progress
from hearer.corpora.processing import Task, process
from hearer.profiles import how_to_hear

HERE = Path(__file__).resolve().parents[1]
TEXTS = Path(os.environ.get("HEARER_DATA", HERE.parent / "shared" / "data")) / "litbank"
IN_FOLDER = 1000  # files
BYTES_PER_WORD = 4.8  # of these texts, in words as hearer counts them
BEGIN, END = "<!-- bench.corpus -->", "<!-- end of bench.corpus -->"
WAYS = {"1 worker": "1", "2 workers": "2"}
EXPECTED = (("2 workers", "1 worker", 1.8),)
LONGEST_START = 8.0  # seconds
NUMBERS = (4, 16, 64, 256)  # simulated workers
BILLION, HOUR, GIGA, MEGA = 1_000_000_000, 3600, 1e9, 1e6


class Ran(NamedTuple):
    """One command: how long it took, and what it wrote."""

    seconds: float
    words: int
    tables: int  # bytes
    digest: str

    @property
    def speed(self) -> float:
        return self.words / self.seconds


class Output:
    """Prints lines, and writes them into a page."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        """Print a line."""
        self.lines.append(line)
        print(line, flush=True)

    def write(self, page: Path) -> None:
        """Put all lines between the two marks of a page."""
        before, first, rest = page.read_text(encoding="utf-8").partition(f"{BEGIN}\n")
        _, last, after = rest.partition(END)
        block = "\n".join(("```", *self.lines, "```", ""))
        page.write_text(before + first + block + last + after, encoding="utf-8")


def main() -> int:
    """Run the measurements that are named, else all."""
    parser = argparse.ArgumentParser(prog="python -m bench.corpus", description=__doc__)
    ways = {"speed": speed, "memory": memory, "workers": workers}
    parser.add_argument("what", nargs="?", choices=[*ways])
    parser.add_argument("--texts", type=Path, default=TEXTS, help="a folder of .txt files")
    parser.add_argument("--most-texts", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--words", type=int, default=1_000_000, help="for memory")
    parser.add_argument("--workers", type=int, default=2, help="for memory")
    parser.add_argument("--most", type=int, default=256, help="simulated workers")
    parser.add_argument("--page", type=Path, help="the page to write the figures into")
    options, out = parser.parse_args(), Output()
    out(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    failed = 0
    for name, measure in ways.items():
        if options.what in {None, name}:
            with tempfile.TemporaryDirectory(prefix="hearer-bench-") as work:
                failed = max(failed, measure(options, Path(work), out))
    if options.page:
        out.write(options.page)
    return failed


# Texts ------------------------------------------------------------------------------------------


def repeated(texts: Path, folder: Path, *, most: int = 10**9, words: int = 0) -> Path:
    """Write the first texts to a new folder, repeated until there are this many words."""
    contents = [path.read_bytes() for path in sorted(texts.glob("*.txt"))[:most]]
    if not contents:
        raise SystemExit(f"There are no .txt files in {texts}: say --texts.")
    made = 0
    for number in count():
        if made >= words * BYTES_PER_WORD and (words or number >= len(contents)):
            break
        path = folder / f"{number // IN_FOLDER:04}" / f"{number:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents[number % len(contents)])
        made += path.stat().st_size
    return folder


def size_of(folder: Path) -> str:
    """Return the number of texts, and about how many words they have."""
    sizes = [path.stat().st_size for path in folder.rglob("*.txt")]
    return f"{len(sizes)} texts, about {sum(sizes) / BYTES_PER_WORD / 1000:.0f} thousand words"


# Speed ------------------------------------------------------------------------------------------


def speed(options: argparse.Namespace, work: Path, out: Output) -> int:
    """Measure words per second on each engine, and the start of a job."""
    texts = repeated(options.texts, work / "texts", most=options.most_texts)
    out(f"speed: {size_of(texts)}, best of {options.rounds}")
    best: dict[str, Ran] = {}
    for number in range(options.rounds):
        for name, engine in WAYS.items():
            ran = _run(texts, work / f"out {number} {name}", engine)
            best[name] = min(ran, best.get(name, ran))
    for name, ran in best.items():
        out(f"  {name:16}{ran.speed:8,.0f} words/s   {ran.seconds:6.1f} s")
    missed = 0
    for name, other, least in EXPECTED:
        ratio = best[name].speed / best[other].speed
        missed |= ratio < least
        out(f"  {name} / {other}: {ratio:.2f} (expected: {least})")
    short = work / "short"
    short.mkdir()
    (short / "one.txt").write_text("Anna met a judge. She thanked him.\n", encoding="utf-8")
    for name, engine in WAYS.items():
        seconds = _run(short, work / f"short {name}", engine).seconds
        missed |= seconds > LONGEST_START
        out(f"  a job of one sentence, {name}: {seconds:.1f} s (at most {LONGEST_START:.0f} s)")
    same = len({ran.digest for ran in best.values()}) == 1
    out("  all wrote the same bytes" if same else "  THEY DID NOT WRITE THE SAME BYTES")
    one, hours = best["1 worker"], BILLION / best["1 worker"].speed / HOUR
    out(f"a billion words, at {one.speed:,.0f} words/s of one worker")
    out(f"  {hours:.0f} core hours: {hours / 16:.1f} h on 16 cores, {hours / 64:.1f} h on 64")
    read = sum(path.stat().st_size for path in texts.rglob("*.txt"))
    for name, size in {"texts": read, "tables": one.tables}.items():
        per_word = size / one.words
        out(f"  {name}: {per_word:.1f} bytes a word, {per_word * BILLION / GIGA:.0f} GB")
    return int(missed or not same)


def _run(texts: Path, folder: Path, engine: str) -> Ran:
    command = [sys.executable, "-m", "hearer", "corpus", str(texts), "-o", str(folder)]
    start = perf_counter()
    ran = subprocess.run(
        [*command, "--workers", engine], check=False, capture_output=True, text=True
    )
    seconds = perf_counter() - start
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}: {ran.returncode}\n{ran.stderr}")
    files = sorted(folder.glob("*/*.parquet"))
    whole = "".join(f"{path.name} {digest(path.read_bytes())}\n" for path in files)
    size = sum(path.stat().st_size for path in files)
    return Ran(seconds, hearer.Corpus(folder).summary.words, size, digest(whole))


# Memory -----------------------------------------------------------------------------------------


def memory(options: argparse.Namespace, work: Path, out: Output) -> int:
    """Measure the resident size of every process over a long run, after its first fifth."""
    texts = repeated(options.texts, work / "texts", words=options.words)
    out(f"memory: {size_of(texts)}, {options.workers} workers")
    seen: dict[int, list[tuple[float, float]]] = {}

    def watch(now: Progress) -> None:
        for process_id in (os.getpid(), *children()):
            if megabytes := resident(process_id):
                point = (now.summary.words / MEGA, megabytes)
                seen.setdefault(process_id, []).append(point)

    hearer.corpus(str(texts), str(work / "out"), workers=options.workers, progress=watch)
    for process_id, series in seen.items():
        settled = series[len(series) // 5 :]
        if len(settled) > 2:
            who = "coordinator" if process_id == os.getpid() else f"worker {process_id}"
            out(
                f"  {who}: {settled[0][1]:.0f} MB at {settled[0][0]:.2f} million words, "
                f"{settled[-1][1]:.0f} MB at {settled[-1][0]:.2f}; "
                f"slope {slope(settled):+.2f} MB a million words"
            )
    return 0


def slope(series: Sequence[tuple[float, float]]) -> float:
    """Return the slope of a series by least squares.

    >>> slope([(0, 1), (1, 3), (2, 5)])
    2.0
    """
    x, y = fmean(one for one, _ in series), fmean(one for _, one in series)
    across = sum((one - x) ** 2 for one, _ in series)
    return sum((one - x) * (two - y) for one, two in series) / across if across else 0.0


def children() -> Iterator[int]:
    """Yield the worker processes of this one."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat = (path / "stat").read_text(encoding="ascii", errors="replace")
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        parent = int(stat.rpartition(")")[2].split()[1])
        if parent == os.getpid() and b"resource_tracker" not in command:
            yield int(path.name)


def resident(process_id: int) -> float:
    """Return the megabytes of a process, 0 if it is gone."""
    try:
        status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


# Simulated workers ------------------------------------------------------------------------------


class Sleeping(ThreadPoolExecutor):
    """Threads that sleep as long as a batch takes, and answer always the same."""

    def __init__(self, workers: int, answer: bytes, seconds: float) -> None:
        super().__init__(workers)
        self.answer, self.seconds = answer, seconds

    def submit(self, *_: Any, **__: Any) -> Any:
        """Answer after a while, whatever is asked."""
        return super().submit(self._slept)

    def _slept(self) -> bytes:
        sleep(self.seconds)
        return self.answer


def workers(options: argparse.Namespace, work: Path, out: Output) -> int:
    """Measure how many words per second the coordinator can read, hand out and write.

    Inputs are read and batched, parts are written with fsync; only the workers are simulated.
    """
    paths, contents = sorted(options.texts.glob("*.txt")), list[Document]()
    for path in paths:
        content = path.read_bytes()
        if sum(len(one.content) for one in contents) + len(content) > LARGEST:
            break
        contents.append(Document(path.name, str(path), "text", content))
    task, batch = Task(how_to_hear(None, None, {}), target="parquet"), Batch("0", tuple(contents))
    process(task, batch)  # loads the models
    start = process_time()
    outcome = process(task, batch)
    seconds, words = process_time() - start, sum(one.words for one in outcome.outcomes)
    out(f"workers that only sleep (simulated); a batch: {words} words, {seconds:.2f} s")
    for number in (one for one in NUMBERS if one <= options.most):
        ideal = number * words / seconds
        texts = repeated(options.texts, work / f"{number}", words=int(ideal * 4 * seconds))
        times = list[float]()
        with Sleeping(number, pickle.dumps(outcome), seconds) as executor:
            hearer.corpus(
                texts,
                work / f"out {number}",
                workers=executor,
                progress=lambda _, times=times: times.append(perf_counter()),  # type: ignore[misc]
            )
        middle = times[len(times) // 4 : len(times) * 3 // 4]
        reached = words * (len(middle) - 1) / (middle[-1] - middle[0])
        share = reached / ideal
        out(f"  {number:6} workers: {reached:12,.0f} words/s, ideal {ideal:12,.0f} ({share:4.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
