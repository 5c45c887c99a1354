"""Texts for the benchmarks of corpora: the excerpts of LitBank's novels, as often as it takes.

repeated    a folder of texts, cut off or repeated
size_of     what is in it, in words
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
TEXTS = Path(os.environ.get("HEARER_DATA", HERE.parent / "shared" / "data")) / "litbank"
IN_FOLDER = 1000  # files
BYTES_A_WORD = 4.8  # of these texts, words as hearer counts them


def repeated(texts: Path, folder: Path, *, most: int = 10**9, words: int = 0) -> Path:
    """A new folder with texts: so many of them, and again until there are so many words."""
    found = sorted(texts.glob("*.txt"))[:most]
    if not found:
        raise SystemExit(f"There are no .txt files in {texts}: say --texts.")
    contents = [path.read_bytes() for path in found]
    made = 0
    for number in count():
        if made >= words * BYTES_A_WORD and (words or number >= len(contents)):
            return folder
        content = contents[number % len(contents)]
        path = folder / f"{number // IN_FOLDER:04}" / f"{number:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        made += len(content)
    return folder


def size_of(folder: Path) -> str:
    """How many texts, and how many words, about."""
    sizes = [path.stat().st_size for path in folder.rglob("*.txt")]
    return f"{len(sizes)} texts, about {sum(sizes) / BYTES_A_WORD / 1000:.0f} thousand words"
