"""Real corpora: nothing breaks, and gold annotation never leaks into a prediction."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

from tests.evaluation.gum_dev import heard, heard_dev

pytestmark = pytest.mark.untraced
GOLD = re.compile(rb"(?<=[\t|])(?:Entity|Bridge|SplitAnte)=[^|\n\t]*\|?")


def without_gold(data: bytes) -> bytes:
    lines = (GOLD.sub(b"", line).rstrip(b"|") for line in data.split(b"\n"))
    return b"\n".join(line + b"_" if line.endswith(b"\t") else line for line in lines)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_gold_kept_or_removed_the_resolutions_are_the_same(data: Path, every: int) -> None:
    names = sorted(heard_dev(data))[::every]
    assert len(names) == 30 / every
    for name in names:
        gold = (data / "gum" / "dev" / name).read_bytes()
        bare = without_gold(gold)
        assert b"Entity=" in gold.replace(b"global.Entity", b"")
        assert b"Entity=" not in bare.replace(b"global.Entity", b"")
        assert heard_dev(data)[name].resolutions == heard(bare, name).resolutions


def test_every_word_of_gum_dev_is_heard_without_a_warning(data: Path) -> None:
    for one in heard_dev(data).values():  # where a warning is an error, as in all tests
        assert one.words == one.steps > 0


@pytest.mark.slow
@pytest.mark.parametrize(("part", "number"), [("gum/train", 177), ("ewt", 2)])
def test_every_file_is_heard_to_its_end_without_a_warning(
    data: Path, part: str, number: int
) -> None:
    files = sorted((data / part).glob("*.conllu"))
    assert len(files) == number
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for file in files:
            one = heard(file.read_bytes(), str(file))
            assert one.words == one.steps > 0
