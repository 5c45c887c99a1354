"""Options with nonsense in them: one line that says what they may be, and exit 2."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.cli.app import COMMANDS
from tests.cases import cases
from tests.hostile.calling import EVIL, STEERING, TABLE_5, Captured, call
from tests.hostile.test_escape import document

DIGITS = "1" * 5000
CUT = "'1111111111111111111111111111111111111111' (and 4960 more characters)"


@cases(__file__)
def test_nonsense_is_one_line_and_exit_2(
    what: str, command: str, message: str, tmp_path: Path, capsysbinary: Captured
) -> None:
    file = tmp_path / "evil\x1b[31m.conllu"
    file.write_text(document(EVIL), encoding="utf-8")
    words = {"DIGITS": DIGITS, "TABLE": TABLE_5, "EVIL": EVIL, "FILE": str(file)}
    for short, long in words.items():
        command = command.replace(short, shlex.quote(long))
    answer = call(capsysbinary, *shlex.split(command))
    assert (answer.status, answer.out) == (2, ""), what
    assert answer.err.startswith("hearer: error: ")
    assert message.replace("CUT", CUT) in answer.err
    assert answer.err.count("\n") == 1
    assert len(answer.err) < 1000
    assert not STEERING.search(answer.err)


COUNTS = [
    ("bfp", "memory"), ("lrc", "n"), ("s-list", "window"),
    ("s-list", "reach"), ("random", "seed"),
]  # fmt: skip


@pytest.mark.parametrize("value", ["-1", DIGITS, "99999999999999999999", "nan", "Infinity", "1e9"])
@pytest.mark.parametrize(("algorithm", "option"), COUNTS)
def test_what_is_counted_is_counted_from_0(
    algorithm: str, option: str, value: str, capsysbinary: Captured
) -> None:
    asked = ["resolve", TABLE_5, "-a", algorithm, "--set", f"{option}={value}"]
    answer = call(capsysbinary, *asked)
    assert (answer.status, answer.out) == (2, "")
    assert re.fullmatch(
        rf"hearer: error: The option {option} cannot be '.*; it may be a whole number.*\.\n",
        answer.err,
    )
    assert len(answer.err) < 300


def test_every_algorithm_takes_the_smallest_count(capsysbinary: Captured) -> None:
    assert len(ALGORITHMS.names()) > 10
    for algorithm in ALGORITHMS.names():
        answer = call(capsysbinary, "resolve", TABLE_5, "-a", algorithm, "--set", "memory=0")
        assert answer.status == 0
        assert answer.err.startswith("hearer: ")
        assert " of 4 pronouns resolved" in answer.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_what_it_does_not_know(command: str, capsysbinary: Captured) -> None:
    answer = call(capsysbinary, command, "--nonsense")
    assert (answer.status, answer.out) == (2, "")
    told = f"hearer: error: There is no option --nonsense. See hearer {command} --help.\n"
    assert answer.err == told
