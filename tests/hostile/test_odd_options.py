"""Options with nonsense in them: one line that says what they may be, and exit 2."""

from __future__ import annotations

import re

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.cli.app import COMMANDS
from tests.hostile.calling import TABLE_5, Captured, call

DIGITS = "1" * 5000
CUT = "'1111111111111111111111111111111111111111' (and 4960 more characters)"

ODD: dict[str, tuple[list[str], str]] = {
    "no such command": (["nonsense"], "There is no command 'nonsense'; there is"),
    "no such option": (["resolve", TABLE_5, "--nonsense"], "There is no option --nonsense."),
    "nothing to read": (["resolve"], "Say what to read"),
    "a file and a text": (["resolve", TABLE_5, "--text", "x"], "either files or --text, not both."),
    "at nothing": (
        ["why", TABLE_5, "--at", ""],
        "--at wants LINE:COLUMN, as in --at 3:12, not ''.",
    ),
    "at words": (["why", TABLE_5, "--at", "x:y"], "--at wants LINE:COLUMN"),
    "at line 0": (["why", TABLE_5, "--at", "0"], "--at wants LINE:COLUMN"),
    "at column 0": (["why", TABLE_5, "--at", "1:0"], "--at wants LINE:COLUMN"),
    "at a column of nothing": (["why", TABLE_5, "--at", ":3"], "--at wants LINE:COLUMN"),
    "at less than nothing": (["why", TABLE_5, "--at", "-3"], "--at wants LINE:COLUMN"),
    "at three places": (["why", TABLE_5, "--at", "1:2:3"], "There is no pronoun at 2:3"),
    "at a superscript": (["why", TABLE_5, "--at", "²"], "--at wants LINE:COLUMN"),
    "at many digits": (["why", TABLE_5, "--at", DIGITS], f"not {CUT}."),
    "at a column of many digits": (
        ["why", TABLE_5, "--at", f"1:{DIGITS}"],
        "--at wants LINE:COLUMN",
    ),
    "at the end of the world": (
        ["why", TABLE_5, "--at", "999999999"],
        "There is no pronoun at 999999999:1",
    ),
    "not nobody": (["why", TABLE_5, "--not", "zzz"], "Nothing called 'zzz' was heard"),
    "no such style": (["rewrite", TABLE_5, "--style", "x"], "Invalid value for '--style'"),
    "a document of digits": (
        ["trace", TABLE_5, "--document", DIGITS],
        f"There is no document {CUT}",
    ),
    "document 0": (["trace", TABLE_5, "--document", "0"], "There is no document '0'"),
    "document -1": (["trace", TABLE_5, "--document", "-1"], "There is no document '-1'"),
    "precision over 1": (["resolve", TABLE_5, "--precision", "2"], "from 0 to 1"),
    "precision nan": (["resolve", TABLE_5, "--precision", "nan"], "precision cannot be nan"),
    "precision inf": (["resolve", TABLE_5, "--precision", "inf"], "precision cannot be inf"),
    "precision of digits": (["resolve", TABLE_5, "--precision", DIGITS], "precision cannot be"),
    "precision of words": (
        ["resolve", TABLE_5, "--precision", "x"],
        "'x' is not a valid float",
    ),
    "workers of digits": (
        ["evaluate", TABLE_5, "--set", f"workers={DIGITS}"],
        "The option workers cannot be",
    ),
    "an option of nothing": (["resolve", TABLE_5, "--set", "=1"], "--set wants NAME=VALUE"),
    "an option of digits": (["resolve", TABLE_5, "--set", DIGITS], f"not {CUT}."),
    "a parser that is none": (
        ["resolve", "--text", "x", "--set", "parser=x"],
        "There is no parser 'x'",
    ),
    "a format that is none": (["resolve", TABLE_5, "--from", "x"], "There is no format 'x'"),
}


@pytest.mark.parametrize("odd", ODD)
def test_nonsense_is_one_line_and_exit_2(odd: str, capsysbinary: Captured) -> None:
    arguments, message = ODD[odd]
    answer = call(capsysbinary, *arguments)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("hearer: error: ")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert len(answer.err) < 1000


COUNTS = [
    ("bfp", "memory"), ("lrc", "n"), ("lappin-leass", "window"), ("s-list", "window"),
    ("s-list", "reach"), ("raft-rapr", "depth"), ("ssk", "limit"), ("random", "seed"),
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
