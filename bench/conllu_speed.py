"""How fast CoNLL-U is read, beside the `conllu` package, on the same file in the same run.

usage: python bench/conllu_speed.py [FILE]

Both read the whole file and then touch form, head, features and MISC of every word. Ours
checks the file as well, and begins with empty caches. The times are CPU times, the best of
several alternating rounds.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

import conllu as other

from hearer.formats import conllu as ours
from hearer.formats.conllu.file import FEATS, FORM, MISC, misc_of
from hearer.model import features_of

REPOSITORY = Path(__file__).resolve().parent.parent
CORPUS = REPOSITORY.parent / "shared" / "data" / "ewt" / "dev.conllu"
ROUNDS = 5
FEWEST_WORDS = 25_000


def main(arguments: list[str]) -> None:
    """Measure, and print the times and how many times as fast we are."""
    data = Path(arguments[0]).read_bytes() if arguments else _data()
    ours_best = other_best = float("inf")
    for _ in range(ROUNDS):
        other_best = min(other_best, _seconds(_touch_other, data))
        ours_best = min(ours_best, _seconds(_touch_ours, data))
    print(f"words             {_touch_ours(data):9,}")
    print(f"conllu package    {other_best * 1000:9.1f} ms")
    print(f"hearer            {ours_best * 1000:9.1f} ms")
    print(f"ratio             {other_best / ours_best:9.1f}")


def _data() -> bytes:
    """The corpus, or our examples as often as it takes."""
    if CORPUS.exists():
        return CORPUS.read_bytes()
    files = sorted((REPOSITORY / "examples").glob("*.conllu"))
    files = files or [REPOSITORY / "tests" / "formats" / "valid" / "plain.conllu"]
    once = b"".join(file.read_bytes().rstrip(b"\n") + b"\n\n" for file in files)
    return once * (FEWEST_WORDS // max(1, once.count(b"\n")) + 1)


def _seconds(reading: Callable[[bytes], int], data: bytes) -> float:
    gc.collect()
    features_of.cache_clear()
    misc_of.cache_clear()
    before = time.process_time()
    reading(data)
    return time.process_time() - before


def _touch_ours(data: bytes) -> int:
    words = 0
    for sentence in ours.parse(data).sentences:
        columns = sentence.columns
        rows = zip(columns[FORM], sentence.heads, columns[FEATS], columns[MISC], strict=True)
        for _form, _head, features, misc in rows:
            features_of(features)
            misc_of(misc)
            words += 1
    return words


def _touch_other(data: bytes) -> int:
    words = 0
    for sentence in other.parse(data.decode("utf-8")):
        for token in sentence:
            _ = token["form"], token["head"], token["feats"], token["misc"]
            words += 1
    return words


if __name__ == "__main__":
    main(sys.argv[1:])
