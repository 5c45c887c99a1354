"""Hostile files are read without harm, and what is wrong with them is said to the letter.

To add one: a line in files.jsonl with what it is, its format, its content, and the problems as they
are printed, without the path.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import hearer
from hearer.errors import StrictError
from hearer.formats import FORMATS
from hearer.formats.converting import converted, known

LONGEST = 2.0  # seconds
TEXT = "Ann met Sue. She left."  # beside brat's annotations
LARGE = {"NINES": "9" * 5_000, "OBJECTS": '{"a":' * 100_000, "ARRAYS": "[" * 100_000}
LINES = Path(__file__).with_name("files.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
WRITERS = [one.name for one in known() if one.write]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [(one["format"], one["content"], one["said"]) for one in CASES],
    ids=[f"{one['format']}: {one['what']}" for one in CASES],
)
def test_a_hostile_file_says_what_is_wrong(
    tmp_path: Path, name: str, content: str, said: list[str]
) -> None:
    path = tmp_path / f"hostile{FORMATS.find(name).suffixes[0]}"
    for short, large in LARGE.items():
        content = content.replace(short, large)
    path.with_suffix(".txt").write_text(TEXT, encoding="utf-8")
    path.write_text(content, encoding="utf-8")
    began = time.process_time()
    reading = hearer.read(path, format=name)
    assert [str(problem).removeprefix(f"{path}:") for problem in reading.problems] == said
    for document in reading:
        assert len(document.text) <= 2 * len(content) + len(TEXT)
        for to in WRITERS:
            converted([document], to=to)
    assert time.process_time() - began < LONGEST
    if said:
        with pytest.raises(StrictError) as raised:
            hearer.read(path, format=name, strict=True)
        assert str(raised.value).startswith(f"{path}:{said[0]}")


def test_every_reader_meets_hostile_files() -> None:
    met = {one["format"] for one in CASES}
    readers = {one.name for one in known() if one.read}
    assert readers - met == {"gum", "text"}  # read as CoNLL-U is, and as it is
    assert len(CASES) > 50
