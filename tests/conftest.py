"""Shared by all tests: the corpora, the paper's examples, and child processes that end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Compile once, not once in every process, whatever the machine is set up for.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No deadline: the machine may be busy. In CI the same examples every time.
settings.register_profile("hearer", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("hearer")

COVERED = "COVERAGE_PROCESS_CONFIG"  # the variable by which coverage starts in child processes
SECONDS_OF_SLOW = 7200
ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DATA = Path(os.environ.get("HEARER_DATA", ROOT.parent / "shared" / "data"))
CHILDREN: list[subprocess.Popen[Any]] = []


def pytest_configure() -> None:
    """Let child processes start with the default signals, and remember them.

    With `nohup` or `&` in a script signals are ignored, and programs inherit that: a child would
    not end on SIGINT. A handler that does nothing ignores them here, but not in a child.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    start = subprocess.Popen.__init__

    def started(child: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
        start(child, *arguments, **options)
        CHILDREN.append(child)

    pytest.MonkeyPatch().setattr(subprocess.Popen, "__init__", started)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give slow tests more time than `timeout` in pyproject.toml."""
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SECONDS_OF_SLOW))


@pytest.fixture(autouse=True)
def no_child_is_left() -> Iterator[None]:
    """Kill the child processes that a test started and did not wait for."""
    CHILDREN[:] = [child for child in CHILDREN if child.returncode is None]
    before = len(CHILDREN)  # those of fixtures with a larger scope
    yield
    for child in CHILDREN[before:]:
        if child.poll() is None:
            child.kill()
            child.wait()
            for stream in (child.stdin, child.stdout, child.stderr):
                if stream:
                    stream.close()


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with the corpora; tests that need it are skipped where it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"no corpora at {DATA}")
    return DATA


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Do not measure coverage of tests that are marked `untraced`, nor of their child processes.

    Both switches are in this one call: the tracer keeps a stack of its own.
    """
    if item.get_closest_marker("untraced") is None:
        return (yield)
    tracer, covered = sys.gettrace(), os.environ.pop(COVERED, None)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        if covered is not None:
            os.environ[COVERED] = covered
