"""What is mutated: small files of every format, written by us, and real ones where there are any.

of_format       the files of a format: those of the repository, and real ones from ../shared/data
SUFFIXES        what files of a format are called
texts           raw texts
corrections     files of corrections
sessions        stored sessions, one for every algorithm
story           a parsed document that goes with the corrections
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.formats.converting import known
from hearer.model import Discourse, Utterance
from tests.conftest import DATA, EXAMPLES, ROOT

HERE = Path(__file__).resolve().parent
SAMPLES = HERE / "samples"
LARGEST = 6_000  # bytes of a real file that are taken; whole documents of ours are smaller
CONLLU = ("conllu", "corefud", "gum")
READABLE = tuple(sorted(one.name for one in known() if one.read))
WRITABLE = tuple(sorted(one.name for one in known() if one.write))
SUFFIXES = {one.name: one.suffixes[0] for one in known()}
REAL = {
    "brat": "litbank/*.ann",
    "conll2012": "litbank/*.conll",
    "conllu": "ewt/dev.conllu",
    "corefud": "gum/dev/*.conllu",
    "gap": "gap/*.tsv",
    "gum": "gum/dev/*.conllu",
    "text": "litbank/*.txt",
}
MOST_REAL = 4  # files of a format


@cache
def of_format(name: str) -> tuple[bytes, ...]:
    """The files of a format that are in the repository."""
    if name == "text":
        return tuple(path.read_bytes() for path in (SAMPLES / "chat.txt", EXAMPLES / "story.txt"))
    paths = [path for path in sorted(SAMPLES.iterdir()) if path.stem.startswith(f"{name}-")]
    if name in CONLLU:
        tests = ROOT / "tests" / "formats"
        paths += [SAMPLES / "story.conllu", *sorted(EXAMPLES.glob("*.conllu"))]
        paths += [*sorted(tests.glob("valid/*.conllu")), *sorted(tests.glob("invalid/*.conllu"))]
    return tuple(path.read_bytes() for path in paths if path.suffix != ".txt")


@cache
def text_beside(annotations: bytes) -> bytes:
    """The text that brat's annotations are of; any text if nobody knows."""
    paths = [*sorted(SAMPLES.glob("brat-*.ann")), *sorted(DATA.glob(REAL["brat"]))[:MOST_REAL]]
    for path in paths:
        if path.read_bytes()[:LARGEST] == annotations:
            return path.with_suffix(".txt").read_bytes()[:LARGEST]
    return b"Ann met a judge. She thanked the man."


@cache
def real(name: str) -> tuple[bytes, ...]:
    """The beginnings of real files of a format, where there are any; else our own again."""
    if name == "jsonlines" or name not in REAL or not DATA.is_dir():
        return of_format(name)
    paths = sorted(DATA.glob(REAL[name]))[:MOST_REAL]
    return tuple(path.read_bytes()[:LARGEST] for path in paths) or of_format(name)


@cache
def texts() -> tuple[str, ...]:
    """Raw texts, short enough to be parsed many times."""
    whole = [content.decode() for content in of_format("text")]
    blocks = [block for text in whole for block in text.split("\n\n") if block.strip()]
    return (*whole, *blocks)


@cache
def corrections() -> dict[str, tuple[str, ...]]:
    """Files of corrections, by their suffix."""
    return {
        suffix: (SAMPLES.joinpath(f"corrections{suffix}").read_text(encoding="utf-8"),)
        for suffix in (".tsv", ".json")
    }


@cache
def story() -> Discourse:
    return hearer.read(SAMPLES / "story.conllu")[0]


def rest_of_story() -> tuple[Utterance, ...]:
    """What a restored session hears."""
    return story().utterances[2:]


@cache
def sessions() -> tuple[str, ...]:
    """Sessions that have heard some of the story, stored."""
    knowing = hearer.Knowledge(
        pronouns={"Anna": "they/them"},
        given=(hearer.Given(1, 7, 7, label="GPE", entity="ROME"),),
        corrections=(hearer.Correction(3, 6, "@1.5"),),
    )
    found = [_stored(hearer.Session(algorithm=name, speakers=True)) for name in ALGORITHMS.names()]
    found.append(_stored(hearer.Session(profile="paper", knowledge=knowing)))
    found.append(_stored(hearer.Session(knowledge=knowing)))
    found.append(hearer.Session().to_json())
    return tuple(found)


def _stored(session: hearer.Session) -> str:
    session.hear(story().utterances[:2], speaker="Anna")
    stored = session.to_json()
    json.loads(stored)
    return stored
