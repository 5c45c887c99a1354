"""Streams that are closed, full or left; on a terminal nothing steers it. As people call it."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import cases
from tests.conftest import ROOT
from tests.hostile.calling import ENVIRONMENT, STEERING, TABLE_5, program


@cases(__file__)
def test_an_odd_stream_is_one_line_at_most(
    case: str, shell: str, status: int, message: object, tmp_path: Path
) -> None:
    answer = program(shell, TABLE=TABLE_5, OUT=tmp_path / "out.tsv")
    assert (answer.status, answer.err.startswith(str(message))) == (status, True), answer.err
    assert answer.err.count("\n") == bool(message)
    if "$OUT" in shell and "formats" not in shell:
        assert (tmp_path / "out.tsv").read_text().startswith("document\t")


def on_terminal(*arguments: object) -> str:
    """What a terminal gets from a command."""
    ours, theirs = pty.openpty()
    line = [sys.executable, "-m", "hearer", *map(str, arguments)]
    running = subprocess.Popen(line, stdout=theirs, stderr=theirs, env=ENVIRONMENT, cwd=ROOT)
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # it is over
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    running.wait()
    return b"".join(pieces).decode("utf-8", "replace").replace("\r\n", "\n")


EVIL = "Anna met Bob \x1b]0;owned\x07 \x9b2J. She\u202e saw him."
COLOURS = r"\x1b\[[0-9;]*m"
BAR = r"\x1b\[(?:\?25[lh]|2K|[0-9]*A)|\r"  # what rich draws a bar with


@pytest.mark.parametrize(
    "command", ["resolve --to corefud", "resolve --to json", "resolve", "rewrite", "trace"]
)
def test_nothing_in_a_text_steers_a_terminal(command: str, tmp_path: Path) -> None:
    text = tmp_path / "evil\x1b[31m.txt"
    text.write_text(EVIL, encoding="utf-8")
    name, *options = command.split()
    shown = on_terminal(name, text, *options)
    assert "anna" in shown.lower()
    assert not STEERING.search(re.sub(f"{COLOURS}|{BAR}", "", shown))


def test_formats_that_are_read_again_keep_every_byte_in_a_pipe(tmp_path: Path) -> None:
    text = tmp_path / "evil.txt"
    text.write_text(EVIL.replace("She", "Cats").replace("him", "dogs"), encoding="utf-8")
    piped = subprocess.run(
        [sys.executable, "-m", "hearer", "rewrite", str(text)], capture_output=True, check=True
    )
    assert piped.stdout == text.read_bytes()
