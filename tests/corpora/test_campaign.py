"""Runs that are disturbed in every way: what they come to is what an undisturbed run comes to."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hearer.corpora.job import corpus
from tests.conftest import ROOT
from tests.corpora.disturbing import Coordinator, parts, story, tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are seen in /proc")

BROKEN = {
    "broken/wide.txt": "Anna slept.".encode("utf-16"),
    "broken/picture.txt": b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 40,
    "broken/cut.json": b'{"schema": "hearer-interpretation-1", "docu',
    "broken/other.conll": b"no columns at all\n",
}
FINE = {
    "fine/empty.txt": b"",
    "fine/latin.txt": "Anna met Ren\xe9. She thanked him.".encode("latin-1"),
    "fine/one\ttwo.txt": b"Anna met a judge. She thanked him.",
}


def written(folder: Path, *, stories: int, words: int, parsed: int) -> set[str]:
    """Inputs of every kind; the names of their documents."""
    lines = (ROOT / "examples/table5.conllu").read_bytes().splitlines(keepends=True)
    table = b"".join(line for line in lines if b"newdoc" not in line)
    files = {f"stories/{n:03}.txt": story(n, words).encode() for n in range(stories)}
    files |= {f"parsed/{n:03}.conllu": table * (1 + n % 5) for n in range(parsed)}
    files |= BROKEN | FINE
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return set(files)


def accounted(out: Path) -> dict[str, str]:
    """What became of each document, and that it stands there once."""
    if lists := list(out.glob("documents/*.jsonl")):
        rows = [json.loads(line) for path in lists for line in path.read_text().splitlines()]
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(out / "documents").to_pylist()
    often = Counter(row["document"] for row in rows)
    assert set(often.values()) == {1}
    assert all(row["reason"] for row in rows if row["status"] == "failed")
    return {row["document"]: row["status"] for row in rows}


def assert_whole(out: Path, reference: Path, names: set[str]) -> None:
    """The same bytes, every input accounted for, and nothing left behind."""
    assert tree(out) == tree(reference)
    became = accounted(out)
    assert len(became) == len(names)
    assert {name.partition("/")[2] for name in became} == {repr(name)[1:-1] for name in names}
    assert Counter(became.values())["failed"] == len(BROKEN)
    left = {path.name for path in (out / ".hearer").iterdir()}
    assert left <= {"lock", "parts"}
    assert all(path.suffix == ".json" for path in (out / ".hearer/parts").iterdir())
    assert parts(out) == parts(reference) > 1


def test_a_disturbed_run_comes_to_the_same(tmp_path: Path) -> None:
    """The small version: a worker killed, the coordinator killed, a disk that is full."""
    inputs, out, reference = tmp_path / "in", tmp_path / "out", tmp_path / "elsewhere/reference"
    names = written(inputs, stories=3, words=50, parsed=30)
    chance = random.Random(17)
    asked = {"inputs": str(inputs), "output": str(out), "to": "jsonl", "profile": "paper"}
    run = Coordinator(**asked, workers=2)
    assert run.wait_for(lambda: parts(out) >= 1)
    assert run.kill_worker(chance)
    assert run.wait_for(lambda: parts(out) >= 2)
    run.kill()
    run = Coordinator(**asked, workers=1, resume=True, most_bytes_of_a_file=3_000)
    status, said = run.ended()
    assert status == 2
    assert "cannot be written: File too large. What is done is kept" in said
    (inputs / "stories/001.txt").rename(inputs / "away.txt")
    corpus(inputs, out, to="jsonl", profile="paper", workers=0, resume=True)
    assert len(accounted(out)) == len(names)  # one has another name
    (inputs / "away.txt").rename(inputs / "stories/001.txt")
    corpus(inputs, out, to="jsonl", profile="paper", workers=0, resume=True)
    corpus(inputs, reference, to="jsonl", profile="paper", workers=0)
    assert_whole(out, reference, names)


WORKERS_KILLED, COORDINATORS_KILLED = 50, 20
STORIES, PARSED = 233, 60  # documents
MEANWHILE = 2  # batches


@pytest.mark.slow
@pytest.mark.parametrize(("to", "seed"), [("parquet", 1), ("jsonl", 2), ("corefud", 3)])
def test_the_campaign(tmp_path: Path, to: str, seed: int) -> None:
    """Three hundred documents; workers killed fifty times, whoever asks them twenty times."""
    inputs, out, reference = tmp_path / "in", tmp_path / "out", tmp_path / "elsewhere/reference"
    names = written(inputs, stories=STORIES, words=500, parsed=PARSED)
    asked: dict[str, object] = {"inputs": str(inputs), "output": str(out), "to": to}
    chance = random.Random(seed)
    killed = 0
    for number in range(COORDINATORS_KILLED):
        run = Coordinator(**asked, workers=chance.choice([1, 2, 3]), resume=bool(number))
        wanted = WORKERS_KILLED * (number + 1) // COORDINATORS_KILLED
        time.sleep(chance.random())
        with some_inputs_away(inputs, chance):
            killed += disturbed(run, out, chance, wanted - killed)
        run.kill()
        if number == 7:
            break_parts(out, chance)
        if number in {3, 11}:
            full = Coordinator(**asked, workers=2, resume=True, most_bytes_of_a_file=9_000)
            status, said = full.ended()
            assert (status, "File too large. What is done is kept" in said) == (2, True)
    assert killed == WORKERS_KILLED
    assert Coordinator(**asked, workers=2, resume=True, hash_seed=3).ended() == (0, "")
    corpus(inputs, reference, to=to, workers=1)
    assert_whole(out, reference, names)


def disturbed(run: Coordinator, out: Path, chance: random.Random, kills: int) -> int:
    """Kill so many workers of a run at random moments: while they load, hear and answer.

    It may do two batches meanwhile, so that something is left to be disturbed.
    """
    enough = parts(out) + MEANWHILE
    killed = 0
    while killed < kills:
        moment = time.monotonic() + chance.uniform(0, 2)
        is_so = run.wait_for(lambda m=moment: time.monotonic() > m or parts(out) >= enough)  # type: ignore[misc]
        assert is_so, "done before it was disturbed enough"
        killed += run.kill_worker(chance)
    last = enough - chance.choice([0, 1, 2])
    assert run.wait_for(lambda: parts(out) >= last)
    return killed


@contextmanager
def some_inputs_away(inputs: Path, chance: random.Random) -> Iterator[None]:
    """Some inputs vanish for a while: whoever looks for them then does not find them."""
    away = inputs.parent / "away"
    away.mkdir(exist_ok=True)
    chosen = chance.sample(sorted((inputs / "stories").iterdir()), 5)
    for path in chosen:
        path.rename(away / path.name)
    try:
        yield
    finally:
        for path in chosen:
            (away / path.name).rename(path)


def break_parts(out: Path, chance: random.Random) -> None:
    """As after a power cut on a disk that lies: a part is cut, one is empty, one is other bytes."""
    cut, empty, other = chance.sample(sorted(out.glob("documents/*")), 3)
    cut.write_bytes(cut.read_bytes()[: cut.stat().st_size // 2])
    empty.write_bytes(b"")
    content = bytearray(other.read_bytes())
    content[len(content) // 2] ^= 1
    other.write_bytes(content)
