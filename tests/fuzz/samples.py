"""What is mutated: small files of every format, and the beginnings of real ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats.converting import known
from hearer.model import Discourse
from tests.conftest import DATA, EXAMPLES, ROOT

HERE = Path(__file__).resolve().parent
SAMPLES = HERE / "samples"
LARGEST = 6_000  # bytes of a real file
BESIDE = b"\n\0\n"  # between annotations of brat and their text
CONLLU = ("conllu", "corefud", "gum")
READABLE = tuple(sorted(one.name for one in known() if one.read))
WRITABLE = tuple(sorted(one.name for one in known() if one.write))
SUFFIXES = {one.name: one.suffixes[0] for one in known()}
REAL = {
    "brat": "litbank/*.ann",
    "conll2012": "litbank/*.conll",
    "gap": "gap/*.tsv",
    **dict.fromkeys(CONLLU, "gum/dev/*.conllu"),
    "text": "litbank/*.txt",
}


@cache
def of_format(name: str) -> tuple[bytes, ...]:
    """Return the files of a format in the repository."""
    if name == "text":
        return tuple(path.read_bytes() for path in (SAMPLES / "chat.txt", EXAMPLES / "story.txt"))
    paths = [path for path in sorted(SAMPLES.iterdir()) if path.stem.startswith(f"{name}-")]
    if name in CONLLU:
        paths += [SAMPLES / "story.conllu", *sorted(EXAMPLES.glob("*.conllu"))]
        paths += sorted((ROOT / "tests" / "formats").glob("*valid/*.conllu"))
    return tuple(_content(path) for path in paths if path.suffix != ".txt")


def _content(path: Path, most: int | None = None) -> bytes:
    """Return what a file begins with; for annotations of brat, their text behind them."""
    content, text = path.read_bytes()[:most], path.with_suffix(".txt")
    return content + BESIDE + text.read_bytes()[:most] if path.suffix == ".ann" else content


@cache
def real(name: str) -> tuple[bytes, ...]:
    """Return the beginnings of real files of a format; without any, our own."""
    paths = sorted(DATA.glob(REAL[name]))[:4] if name in REAL else []
    return tuple(_content(path, LARGEST) for path in paths) or of_format(name)


@cache
def texts() -> tuple[str, ...]:
    """Return raw texts, short enough to be parsed many times."""
    whole = [content.decode() for content in of_format("text")]
    return (*whole, *(block for text in whole for block in text.split("\n\n") if block.strip()))


@cache
def story() -> Discourse:
    """Return a parsed document that goes with the corrections."""
    return hearer.read(SAMPLES / "story.conllu")[0]


@cache
def sessions() -> tuple[str, ...]:
    """Return stored sessions, of every algorithm, that have heard some of the story."""
    knowing = hearer.Knowledge(
        pronouns={"Anna": "they/them"},
        corrections=(hearer.Correction(3, 6, "@1.5"),),
    )
    made = [hearer.Session(algorithm=name, speakers=True) for name in ALGORITHMS.names()]
    made += [hearer.Session(profile="paper", knowledge=knowing), hearer.Session(knowledge=knowing)]
    for session in made:
        session.hear(story().utterances[:2], speaker="Anna")
    return tuple(session.to_json() for session in (*made, hearer.Session()))
