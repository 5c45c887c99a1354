"""What hearer costs on top of parsing, what each format costs to write, and what it costs to start.

    python bench/overhead.py                  LitBank texts from ../shared/data
    python bench/overhead.py FILE ...         any raw text instead
    python bench/overhead.py --against PATH   and beside it another checkout, in turns
    python bench/overhead.py --words 1000000  and memory over a text of that length
    python bench/overhead.py --json           the figures as JSON

All parts of the same raw text in one run, on one core: parsing, hearer itself (analysis, algorithm,
result) in its
default profile and in the paper's, and what was understood written in several formats. All are
processor time, the best of several turns, and every turn is a process of its own, of one checkout
after the other, so that a busy machine is busy for all of them. Starting up is measured by the
clock on the wall, too. The garbage collector comes as rarely as in the `hearer` command: how often
it comes otherwise, and over how large a heap, is a matter of the program that calls the library.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: one core is what we report

import argparse
import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path

import hearer
from hearer import api
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.parsers.english import shipped
from hearer.profiles import DEFAULT

ROOT = Path(__file__).resolve().parents[1]
LITBANK = ROOT.parent / "shared" / "data" / "litbank"
TURNS = 3
SHORT = 1.0  # seconds
LEAST = 200  # sentences: the pipeline remembers the latest few, and what it remembers is not parsed
RARELY = (100_000, 50, 100)  # as hearer.cli has it; another checkout may have it elsewhere
SENTENCE = "Brennan drives an Alfa Romeo. She drives too fast."
FORMATS = ("json", "corefud", "gum", "jsonl", "tsv", "text")
STARTS = {
    "bare Python": ["-c", "pass"],
    "import hearer": ["-c", "import hearer"],
    "hearer --help": ["-m", "hearer", "--help"],
    "one sentence, cold": ["-m", "hearer", "resolve", "--text", SENTENCE],
}
Seconds = dict[str, float]


def main() -> None:
    """Measure, then print lines or JSON."""
    gc.set_threshold(*RARELY)
    options = _options()
    if options.turn:
        print(json.dumps(turn(_text(options.files))))
        return
    if options.stream:
        print(json.dumps(memory(options.files, options.stream)))
        return
    checkouts = [ROOT, *([options.against.resolve()] if options.against else ())]
    found = {str(root): Figures(measured) for root, measured in _measured(checkouts, options.files)}
    streamed = _in_fresh_process(options) if options.words else {}
    if options.json:
        told = {root: figures.told() for root, figures in found.items()}
        print(json.dumps({"profile": DEFAULT.name, **told, **streamed}, indent=2))
    else:
        print(
            _table(found),
            *(f"{name:24}{value:>12.3f}" for name, value in streamed.items()),
            sep="\n",
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what hearer costs on top of parsing.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument(
        "--against", type=Path, help="another checkout, measured in turns with this"
    )
    parser.add_argument("--words", type=int, default=0, help="also measure memory, so many words")
    parser.add_argument("--stream", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--turn", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def _files(files: list[Path]) -> list[Path]:
    return files or sorted(LITBANK.glob("*.txt"))


def _text(files: list[Path]) -> str:
    return "\n\n".join(path.read_text(encoding="utf-8") for path in _files(files)[:15])


# One turn of one checkout ---------------------------------------------------------------------


def turn(text: str) -> Seconds:
    """Seconds of processor time for each part of the work, and how many words there were."""
    parser = shipped()
    discourse = Discourse(tuple(parser.parse(text)))
    if len(discourse.utterances) < LEAST:
        sys.exit(f"This text is too short: {LEAST} sentences are the least.")
    understood = listen(discourse, profile=DEFAULT)

    works: dict[str, Callable[[], object]] = {
        "parsing": lambda: sum(1 for _ in parser.parse(text)),
        "hearing": lambda: listen(discourse, profile=DEFAULT),
        "hearing, paper": lambda: listen(discourse, profile="paper"),
        "whole": lambda: api.resolve(text),
        **{f"to {name}": _writing(understood, name) for name in FORMATS},
        "trace as HTML": lambda: hearer.trace(understood, view="html"),
    }
    seconds = {name: _seconds(work) for name, work in works.items()}
    return {"words": sum(map(len, discourse.utterances)), **seconds}


def _writing(understood: hearer.Interpretation, name: str) -> Callable[[], str]:
    return lambda: hearer.write(understood, to=name)


def _seconds(work: Callable[[], object]) -> float:
    """How long it takes; what is short is done again, and the best counts."""
    best, begun = float("inf"), time.process_time()
    while best > time.process_time() - begun or time.process_time() - begun < SHORT:
        before = time.process_time()
        work()
        best = min(best, time.process_time() - before)
    return best


# All turns ------------------------------------------------------------------------------------


def _measured(checkouts: list[Path], files: list[Path]) -> list[tuple[Path, Seconds]]:
    """The best of several turns, for each checkout."""
    best: dict[Path, Seconds] = {root: {} for root in checkouts}
    command = [__file__, *map(str, files), "--turn"]
    for _ in range(TURNS):
        for root, seconds in best.items():
            told: Seconds = json.loads(_run([sys.executable, *command], root))
            for name, value in {**told, **_starts(root)}.items():
                seconds[name] = min(value, seconds.get(name, value))
    return list(best.items())


def _starts(root: Path) -> Seconds:
    """Seconds by the clock on the wall to start Python, to import hearer, to say something."""
    seconds = {}
    for name, command in STARTS.items():
        begun = time.perf_counter()
        _run([sys.executable, *command], root)
        seconds[name] = time.perf_counter() - begun
    return seconds


def _run(command: list[str], root: Path) -> str:
    there = {**os.environ, "PYTHONPATH": str(root / "src")}
    ran = subprocess.run(command, capture_output=True, check=True, cwd=ROOT, text=True, env=there)
    return ran.stdout


class Figures:
    """Seconds, as shares of parsing and by the word."""

    def __init__(self, seconds: Seconds) -> None:
        self.words = seconds["words"]
        self.seconds = {name: value for name, value in seconds.items() if name != "words"}

    def by_word(self, name: str) -> float:
        """Microseconds a word."""
        return 1e6 * self.seconds[name] / self.words

    def share(self, name: str) -> float:
        """How much of parsing it is."""
        return self.seconds[name] / self.seconds["parsing"]

    def told(self) -> dict[str, object]:
        """All figures by name."""
        work = [name for name in self.seconds if name not in STARTS]
        return {
            "words": self.words,
            "seconds": self.seconds,
            "microseconds_a_word": {name: self.by_word(name) for name in work},
            "share_of_parsing": {name: self.share(name) for name in work},
            "overhead_share": self.share("hearing"),
            "paper_overhead_share": self.share("hearing, paper"),
        }


def _table(found: Mapping[str, Figures]) -> str:
    """What each part costs here, and in the other checkout, if there is one."""
    columns = list(found.values())
    lines = [f"{'':20}" + "".join(f"{Path(root).name[-28:]:>30}" for root in found)]
    lines += [
        f"{columns[0].words:,.0f} words".ljust(20)
        + f"{'s':>10}{'µs/word':>10}{'share':>10}" * len(columns)
    ]
    for name in columns[0].seconds:
        cells = "".join(_cells(figures, name) for figures in columns)
        faster = columns[-1].seconds[name] / columns[0].seconds[name]
        lines.append(f"{name:20}{cells}" + (f"{faster:>8.2f} times" if len(columns) > 1 else ""))
    return "\n".join(lines)


def _cells(figures: Figures, name: str) -> str:
    seconds = f"{figures.seconds[name]:>10.3f}"
    if name in STARTS:
        return f"{seconds}{'':20}"
    return f"{seconds}{figures.by_word(name):>10.1f}{100 * figures.share(name):>8.1f} %"


# Memory ---------------------------------------------------------------------------------------


def memory(files: list[Path], words: int) -> dict[str, float]:
    """The resident memory after the first tenth of a long text, and at its end."""
    pieces, heard = [], 0
    for path in cycle(_files(files)):
        pieces.append(path.read_text(encoding="utf-8"))
        heard += pieces[-1].count(" ")
        if heard >= words:
            break
    text = "\n\n".join(pieces)
    tenth, after_tenth, resolutions, begun = len(text) / 10, 0.0, 0, time.perf_counter()
    for step in api.follow(text):
        resolutions += len(step.resolutions)
        if not after_tenth and step.word and step.word.utterance.start > tenth:
            after_tenth = _resident()
    at_end = _resident()
    return {
        "stream_words": heard,
        "stream_s": time.perf_counter() - begun,
        "stream_pronouns": resolutions,
        "rss_after_tenth_mb": after_tenth,
        "rss_at_end_mb": at_end,
        "rss_ratio": at_end / after_tenth,
        "rss_peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _in_fresh_process(options: argparse.Namespace) -> dict[str, float]:
    command = [sys.executable, __file__, *map(str, options.files), "--stream", str(options.words)]
    found: dict[str, float] = json.loads(_run(command, ROOT))
    return found


if __name__ == "__main__":
    main()
