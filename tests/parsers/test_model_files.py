"""The trained files: where one is missing or damaged, one sentence says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hearer.errors import HearerError
from hearer.parsers.english import MODEL
from hearer.parsers.english.reader import FILES, EnglishParser


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
