"""The trained files: where one is missing or damaged, one sentence says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hearer.errors import HearerError
from hearer.parsers.english import FILES, MODEL, STAMP, model_version, version_of
from hearer.parsers.english.parser import EnglishParser
from training.encoder.settings import fingerprint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODEL, tmp_path / "model"))


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(HearerError, match=name):
        EnglishParser(folder)


@pytest.mark.parametrize("content", [b"", b"not a graph", b"\x08\x09"])
def test_a_damaged_graph_is_named(folder: Path, content: bytes) -> None:
    (folder / "encoder.onnx").write_bytes(content)
    with pytest.raises(HearerError, match=r"encoder\.onnx cannot be run"):
        EnglishParser(folder)


def test_the_version_is_that_of_the_files() -> None:
    assert version_of(MODEL).endswith(f"-{fingerprint(MODEL)}")
    assert model_version() == f"english {version_of(MODEL)}"


@pytest.mark.parametrize("name", FILES)
def test_other_bytes_are_another_version(folder: Path, name: str) -> None:
    with (folder / name).open("ab") as file:
        file.write(b"\n")
    (folder / STAMP).write_text(f"1.0-{fingerprint(folder)}\n")
    assert version_of(folder).startswith("1.0-")
    assert version_of(folder).partition("-")[2] != fingerprint(MODEL)


def test_a_folder_that_nobody_stamped_has_no_version(tmp_path: Path) -> None:
    assert not version_of(tmp_path)
