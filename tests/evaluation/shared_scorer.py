"""The scorer in ../shared/score, imported from its file."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

SCORER = ROOT.parent / "shared" / "score" / "pronoun_accuracy.py"


def shared_scorer(path: Path = SCORER) -> ModuleType:
    if not path.is_file():
        pytest.skip(f"no scorer at {path}")
    specification = importlib.util.spec_from_file_location("pronoun_accuracy", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
