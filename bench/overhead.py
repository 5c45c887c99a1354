"""What hearer costs on top of parsing, and what it costs to start.

    python bench/overhead.py                  LitBank texts from ../shared/data
    python bench/overhead.py FILE ...         any raw text instead
    python bench/overhead.py --words 1000000  and memory over a text of that length
    python bench/overhead.py --json           the figures as JSON

Three parts of the same raw text in one run, on one core: parsing (the pipeline, in the batches that
`resolve` makes), conversion (Doc to Utterance), hearer itself (analysis, algorithm, result) in its
default profile, and for comparison in the paper's. All are processor time, the best of several
turns, taken in turns so that a busy machine is busy for all of them. Starting up is measured by the
clock on the wall. The garbage collector comes as rarely as in the `hearer` command: how often it
comes otherwise, and over how large a heap, is a matter of the program that calls the library.
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
from itertools import count, cycle
from pathlib import Path

from hearer import api
from hearer.cli import RARELY
from hearer.hearing import listen
from hearer.model import Discourse
from hearer.parsers.columns import utterances
from hearer.parsers.english import shipped
from hearer.parsers.spacy import AT_ONCE, SpacyStrings, columns_of
from hearer.parsers.text import blocks, plain
from hearer.profiles import DEFAULT

ROOT = Path(__file__).resolve().parents[1]
LITBANK = ROOT.parent / "shared" / "data" / "litbank"
TURNS = 3
SENTENCE = "Brennan drives an Alfa Romeo. She drives too fast."


def main() -> None:
    """Measure, then print lines or JSON."""
    gc.set_threshold(*RARELY)
    options = _options()
    if options.stream:
        print(json.dumps(memory(options.files, options.stream)))
        return
    found: dict[str, float | str] = {"profile": DEFAULT.name}
    found |= {**shares(_text(options.files)), **starts()}
    if options.words:
        found |= _in_fresh_process(options)
    print(json.dumps(found, indent=2) if options.json else _told(found))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what hearer costs on top of parsing.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--words", type=int, default=0, help="also measure memory, so many words")
    parser.add_argument("--stream", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def _files(files: list[Path]) -> list[Path]:
    return files or sorted(LITBANK.glob("*.txt"))


def _text(files: list[Path]) -> str:
    return "\n\n".join(path.read_text(encoding="utf-8") for path in _files(files)[:15])


def shares(text: str) -> dict[str, float]:
    """Seconds of parsing, conversion and hearing, and the shares of the last two in the first."""
    parser = shipped()
    nlp, strings = parser.nlp, SpacyStrings(parser.nlp.vocab.strings)
    found = list(blocks(text))
    texts = [plain(block.text) for block in found]
    docs = list(nlp.pipe(texts, batch_size=AT_ONCE))
    discourse = Discourse(tuple(parser.parse(text)))

    def convert() -> None:
        numbers = count(1)
        for doc, block in zip(docs, found, strict=True):
            for _ in utterances(columns_of(doc, strings)[1], numbers, block):
                pass

    parsing, conversion, hearing, paper, whole = _best(
        time.process_time,
        lambda: sum(1 for _ in parser.parse(text)),
        convert,
        lambda: listen(discourse, profile=DEFAULT),
        lambda: listen(discourse, profile="paper"),
        lambda: api.resolve(text),
    )
    parsing -= conversion
    words = sum(map(len, discourse.utterances))
    return {
        "words": words,
        "parsing_s": parsing,
        "conversion_s": conversion,
        "hearing_s": hearing,
        "paper_hearing_s": paper,
        "whole_s": whole,
        "parsed_words_per_s": words / parsing,
        "heard_words_per_s": words / hearing,
        "paper_heard_words_per_s": words / paper,
        "whole_words_per_s": words / whole,
        "conversion_share": conversion / parsing,
        "hearing_share": hearing / parsing,
        "overhead_share": (conversion + hearing) / parsing,
        "paper_overhead_share": (conversion + paper) / parsing,
    }


def _best(clock: Callable[[], float], *works: Callable[[], object]) -> list[float]:
    best = [float("inf")] * len(works)
    for _ in range(TURNS):
        for n, work in enumerate(works):
            begun = clock()
            work()
            best[n] = min(best[n], clock() - begun)
    return best


def starts() -> dict[str, float]:
    """Seconds to import hearer, over those of a bare Python, and of one sentence, cold."""
    python = [sys.executable, "-c"]
    bare, imported, resolved = _best(
        time.perf_counter,
        lambda: _run([*python, "pass"]),
        lambda: _run([*python, "import hearer"]),
        lambda: _run([sys.executable, "-m", "hearer", "resolve", "--text", SENTENCE]),
    )
    return {"import_s": imported - bare, "cold_s": resolved}


def _run(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, check=True, cwd=ROOT, text=True).stdout


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
    found: dict[str, float] = json.loads(_run(command))
    return found


def _told(found: Mapping[str, float | str]) -> str:
    return "\n".join(f"{name:24}{_shown(value):>12}" for name, value in found.items())


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.3f}"


if __name__ == "__main__":
    main()
