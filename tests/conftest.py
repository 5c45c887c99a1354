"""What tests share: where the corpora are, and the paper's examples."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# Compiled once, not once in every process, whatever the machine is set up for.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadline: the machine may be busy. In CI the same examples every time.
settings.register_profile("hearer", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("hearer")

TOLD = "COVERAGE_PROCESS_CONFIG"  # by it processes are told what to count
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DATA = Path(os.environ.get("HEARER_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the corpora; tests that need it are skipped where it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"no corpora at {DATA}")
    return DATA


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count no lines while a test runs that goes over the same ones again and again.

    That takes three times as long, and other tests cover them. Both switches are in this one call:
    the tracer keeps a stack of its own.
    """
    if item.get_closest_marker("untraced") is None:
        return (yield)
    tracer, told = sys.gettrace(), os.environ.pop(TOLD, None)  # nor in processes that it starts
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        if told is not None:
            os.environ[TOLD] = told
