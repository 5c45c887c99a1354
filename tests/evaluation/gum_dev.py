"""GUM dev, heard once for all tests, and the scorer in ../shared/score."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from hearer.formats import conllu, corefud, tsv
from hearer.hearing import listen
from tests.conftest import ROOT

SCORER = ROOT.parent / "shared" / "score" / "pronoun_accuracy.py"


class Heard(NamedTuple):
    """What was understood of a file, as it is written, and how many of its words were heard."""

    corefud: bytes
    resolutions: str
    words: int
    steps: int


def heard(content: bytes, path: str) -> Heard:
    """A file of CoNLL-U, without problems, heard to its end."""
    read = conllu.parse(content, path=path)
    assert read.problems == ()
    discourses = list(conllu.discourses(read))
    found = [listen(discourse) for discourse in discourses]
    return Heard(
        corefud=corefud.write(found),
        resolutions=tsv.write(found).decode(),
        words=sum(len(utterance) for one in discourses for utterance in one.utterances),
        steps=sum(len(one.steps) for one in found),
    )


@cache
def heard_dev(data: Path) -> dict[str, Heard]:
    """Every file of GUM dev."""
    files = sorted((data / "gum" / "dev").glob("*.conllu"))
    assert len(files) == 30
    return {file.name: heard(file.read_bytes(), str(file)) for file in files}


def shared_scorer(path: Path = SCORER) -> ModuleType:
    if not path.is_file():
        pytest.skip(f"no scorer at {path}")
    specification = importlib.util.spec_from_file_location("pronoun_accuracy", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
