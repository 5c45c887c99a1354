"""Real corpora: nothing breaks, and gold annotation never leaks into a prediction."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

from hearer.formats import conllu, tsv
from hearer.hearing import listen

GOLD = re.compile(rb"(?<=[\t|])(?:Entity|Bridge|SplitAnte)=[^|\n\t]*\|?")


def without_gold(data: bytes) -> bytes:
    lines = (GOLD.sub(b"", line).rstrip(b"|") for line in data.split(b"\n"))
    return b"\n".join(line + b"_" if line.endswith(b"\t") else line for line in lines)


def resolutions(data: bytes) -> str:
    discourses = conllu.discourses(conllu.parse(data, path="gum"))
    return tsv.write([listen(discourse) for discourse in discourses]).decode()


def test_gold_kept_or_removed_the_resolutions_are_the_same(data: Path) -> None:
    files = sorted((data / "gum" / "dev").glob("*.conllu"))
    assert len(files) == 30
    for file in files:
        gold = file.read_bytes()
        bare = without_gold(gold)
        assert b"Entity=" in gold.replace(b"global.Entity", b"")
        assert b"Entity=" not in bare.replace(b"global.Entity", b"")
        assert resolutions(gold) == resolutions(bare), file.name


@pytest.mark.parametrize(
    "part",
    [
        "gum/dev",
        pytest.param("gum/train", marks=pytest.mark.slow),
        pytest.param("ewt", marks=pytest.mark.slow),
    ],
)
def test_every_file_is_heard_to_its_end_without_a_warning(data: Path, part: str) -> None:
    files = sorted((data / part).glob("*.conllu"))
    assert len(files) == {"gum/dev": 30, "gum/train": 177, "ewt": 2}[part]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file in files:
            read = conllu.read(str(file))
            assert read.problems == ()
            for discourse in conllu.discourses(read):
                found = listen(discourse)
                assert len(found.steps) == sum(map(len, discourse.utterances))
