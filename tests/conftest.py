"""What tests share: where the corpora are, and the paper's examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: the machine may be busy. In CI the same examples every time.
settings.register_profile("hearer", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("hearer")

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DATA = Path(os.environ.get("HEARER_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the corpora; tests that need it are skipped where it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"no corpora at {DATA}")
    return DATA
