"""The toy, prepared once; what was trained from it, where torch is installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.training.encoder import toy
from training.encoder.prepare import Sources, prepare


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Where the toy's corpora, base model and pronouns are; no sentences are made for it."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "made.conllu").touch()
    return Sources(
        data=toy.corpora(folder / "corpora"),
        out=folder / "prepared",
        base=str(toy.wheel(folder / "base.whl")),
        pronouns=toy.pronouns(folder / "pronouns"),
        bert=str(folder / "base.whl"),
        templates=folder / "made.conllu",
    )


@pytest.fixture(scope="session")
def prepared(sources: Sources) -> Path:
    """The folder that would travel to a GPU."""
    prepare(sources)
    return sources.out


@pytest.fixture(scope="session")
def sources_of_toy(sources: Sources) -> Path:
    """The toy's corpora."""
    return sources.data


@pytest.fixture(scope="session")
def torch_is_here() -> None:
    """Tests that train are skipped where torch is not installed: it is in no lock file of ours."""
    if find_spec("torch") is None:
        pytest.skip("torch is not installed: make pipeline installs it to train")
