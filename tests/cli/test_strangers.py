"""Commands as strangers type them, with what they must and must not be answered.

What needs a shell is typed into one; all else goes through the same entrance in this process.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hearer.cli import main
from tests.cli.strangers import FILES, RIGHT, WRONG, Typed
from tests.conftest import ROOT

ALL = [*RIGHT, *WRONG]
NEEDS_A_SHELL = re.compile(r" (\||&&|<) ")
Captured = pytest.CaptureFixture[bytes]
Said = tuple[int, str, str]


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder with the files, and the examples."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


def test_there_are_more_than_fifty_and_each_is_asked_once() -> None:
    assert len(RIGHT) > 50
    assert len(WRONG) > 50
    assert len({typed.command for typed in ALL}) == len(ALL)


@pytest.mark.parametrize("typed", ALL, ids=lambda typed: typed.command)
def test_a_stranger_is_answered(
    typed: Typed, room: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    monkeypatch.chdir(room)
    if NEEDS_A_SHELL.search(typed.command):
        status, out, err = in_a_shell(typed.command, room)
    else:
        with Path(os.devnull).open() as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            status = main(shlex.split(typed.command)[1:])
        out, err = (stream.decode() for stream in capsysbinary.readouterr())
    assert status == typed.status, err
    assert [piece for piece in typed.out if piece not in out] == [], out
    assert [piece for piece in typed.err if piece not in err] == [], err
    assert [piece for piece in ("Traceback", *typed.never) if piece in out + err] == []
    if typed.status and not err.startswith("Usage:"):
        assert err.count("\n") <= 2
        assert len(err) < 700


def in_a_shell(command: str, room: Path) -> Said:
    """The exit status, the output and the errors of a line of bash, with a `hearer` on its path."""
    program = room / "bin" / "hearer"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hearer "$@"\n')
    program.chmod(0o755)
    paths = {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=room,
        env={**os.environ, **paths},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
