"""Streams that are closed, full or left; on a terminal nothing steers it. As people call it."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.hostile.calling import ENVIRONMENT, STEERING, TABLE_5, program

CLOSED_OUT = "hearer: error: The standard output is closed: say -o FILE.\n"
FULL = "hearer: error: The standard output cannot be written: No space left on device.\n"

# A line of bash, and how it ends.
CASES: dict[str, tuple[str, int, str]] = {
    "no input": ("hearer resolve - <&-", 2, "hearer: error: The standard input is closed.\n"),
    "nothing to listen to": (
        "hearer listen <&-",
        2,
        "hearer: error: The standard input is closed, and there is nothing else to listen to.\n",
    ),
    "no output": ("hearer resolve $TABLE --to tsv >&-", 2, CLOSED_OUT),
    "no output for a list": ("hearer list formats >&-", 2, CLOSED_OUT),
    "no output for a file": ("hearer trace $TABLE -o /dev/null >&-", 0, ""),
    "no errors": ("hearer resolve none.conllu 2>&-", 2, ""),
    "no errors but a result": ("hearer resolve $TABLE --to tsv 2>&- | grep -c document", 0, ""),
    "nothing at all": ("hearer resolve $TABLE --to tsv <&- >&- 2>&-", 2, ""),
    "nothing but a version": ("hearer --version <&- >&- 2>&-", 0, ""),
    "a full disk": ("hearer resolve $TABLE --to json >/dev/full", 2, FULL),
    "a full disk, for help": ("hearer --help >/dev/full", 2, "hearer: error: No space left on"),
    "a full disk, for errors": ("hearer nonsense 2>/dev/full", 2, ""),
    "a full device": (
        "hearer resolve $TABLE --to tsv -o /dev/full",
        2,
        "hearer: error: '/dev/full' cannot be written: No space left on device.\n",
    ),
    "a reader that leaves": ("hearer trace $TABLE | true; exit ${PIPESTATUS[0]}", 0, ""),
    "one that leaves the help": ("hearer --help | true; exit ${PIPESTATUS[0]}", 0, ""),
    "one that leaves the errors": ("hearer nonsense 2>&1 | true; exit ${PIPESTATUS[0]}", 2, ""),
    "the output by its name": ("hearer resolve $TABLE --to tsv -o /dev/stdout >$OUT", 0, ""),
    "a descriptor": ("hearer resolve $TABLE --to tsv -o >(cat >$OUT)", 0, ""),
    "hung up, and nohup": ("trap '' HUP; hearer list formats >$OUT & kill -HUP $!; wait $!", 0, ""),
}


@pytest.mark.parametrize("case", CASES)
def test_an_odd_stream_is_one_line_at_most(case: str, tmp_path: Path) -> None:
    shell, status, message = CASES[case]
    answer = program(shell, TABLE=TABLE_5, OUT=tmp_path / "out.tsv")
    assert (answer.status, answer.err.startswith(message)) == (status, True), answer.err
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
    "command",
    [
        ["resolve", "--to", "corefud"],
        ["resolve", "--to", "json"],
        ["resolve", "--to", "jsonl"],
        ["resolve"],
        ["rewrite"],
        ["trace"],
        ["compare", "-a", "s-list"],
    ],
)
def test_nothing_in_a_text_steers_a_terminal(command: list[str], tmp_path: Path) -> None:
    text = tmp_path / "evil\x1b[31m.txt"
    text.write_text(EVIL, encoding="utf-8")
    name, *options = command
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
