"""The bar: on a terminal while it takes long, and nowhere else; gone when it is over."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from hearer.cli import main
from hearer.report.progress import CLEARED
from tests.conftest import ROOT

STORY = (ROOT / "examples" / "story.txt").read_text(encoding="utf-8")
# Nobody's patience is tried in a test.
AT_ONCE = "import sys; from hearer.report import progress; progress.PATIENCE = 0.0; "
RUN = "from hearer.cli import program; sys.exit(program())"
LONG = {
    "resolve": ["resolve", "long.txt", "--to", "json"],
    "compare": ["compare", "long.txt", "-a", "s-list", "-a", "bfp"],
    "evaluate": ["evaluate", "gold.conllu", "-a", "s-list"],
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    (folder / "long.txt").write_text(STORY, encoding="utf-8")
    assert main(["resolve", str(folder / "long.txt"), "-o", str(folder / "gold.conllu")]) == 0
    return folder


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}"}


def errors_on_a_terminal(arguments: list[str], room: Path) -> str:
    """What a terminal is told on the standard error; the output goes into a pipe."""
    ours, theirs = pty.openpty()
    code = f"{AT_ONCE}sys.argv[1:] = {arguments!r}; {RUN}"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=room,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        told = b""
        while piece := _read(ours):
            told += piece
    os.close(ours)
    assert running.returncode == 0, told
    return told.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("name", LONG)
def test_a_terminal_sees_a_bar_that_goes(name: str, room: Path) -> None:
    told = errors_on_a_terminal(LONG[name], room)
    assert "━" in told
    assert "━" not in told.rpartition(CLEARED)[2]


def test_a_pipe_sees_none(room: Path) -> None:
    code = f"{AT_ONCE}sys.argv[1:] = {LONG['compare']!r}; {RUN}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=room, env=environment(), capture_output=True, check=True
    )
    assert CLEARED.encode() not in done.stderr
    assert b"\x1b" not in done.stdout + done.stderr
