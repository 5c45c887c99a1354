"""The documents keep their word: what they name exists, and their snippets run."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from tests.conftest import ROOT

PLACE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|conllu|txt))(?::([\w.]+))?`")
PAPER = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
PLACES = sorted(set(PLACE.findall(PAPER)))


def test_the_paper_is_mapped() -> None:
    assert len(PLACES) > 40


@pytest.mark.parametrize(("file", "name"), PLACES, ids=lambda part: part or "whole")
def test_every_place_named_in_paper_md_exists(file: str, name: str) -> None:
    source = ROOT / "src" / "hearer" / file
    if not source.exists():
        assert (ROOT / file).exists(), file
        return
    if name:
        module = importlib.import_module(f"hearer.{Path(file).with_suffix('')}".replace("/", "."))
        reduce(getattr, name.split("."), module)


def test_all_28_disagreements_are_listed() -> None:
    assert [int(n) for n in re.findall(r"^\| (\d+) \|", PAPER, re.MULTILINE)][-28:] == list(
        range(1, 29)
    )
