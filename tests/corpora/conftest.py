"""Shared by the tests of corpora."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a temporary folder the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
