"""Table 3, and the first utterance of Table 5, as the paper prints them."""

from dataclasses import replace
from pathlib import Path

import pytest

import hearer
from hearer.errors import UsageError
from hearer.model import Interpretation, Step
from hearer.views.trace import terminal
from tests.conftest import EXAMPLES
from tests.views.by_hand import other, spoken, table3, table3_prime, table5, understood

SHOWN = {path.stem.removeprefix("terminal_"): path.read_text(encoding="utf-8") for path in
         (Path(__file__).parent / "cases").glob("terminal_*.txt")}  # fmt: skip


def test_tables_3_and_5_are_printed_as_in_the_paper() -> None:
    assert terminal(table3) == SHOWN["table3"]
    assert terminal(table3_prime).endswith(f"\n\n{SHOWN['table3_prime']}")  # (1d') alone
    assert terminal(table5) == SHOWN["table5"]
    # Segments, earlier states and pronouns without antecedent; all but the first utterance.
    assert terminal(other).partition("\n\n")[2] == SHOWN["other"]


@pytest.mark.parametrize("width", [40, 60, 100])
def test_no_line_is_wider_than_asked(width: int) -> None:
    for found in (table3, table3_prime, table5, other):
        lines = terminal(found, width=width).splitlines()
        assert lines
        assert max(map(len, lines)) <= width


def test_a_word_longer_than_a_line_is_broken_and_not_lost() -> None:
    found = understood((spoken(1, "1", "a" * 350), [], ""))
    shown = terminal(found)
    assert shown.count("a") == 350
    assert max(map(len, shown.splitlines())) == 100


def test_a_text_cannot_steer_the_terminal_and_nothing_is_nothing() -> None:
    found = understood((spoken(1, "1", "\x1b[2J\x07 done"), [], ""))
    assert terminal(found) == "(1)  \\x1b[2J\\x07 done\n       S: []\n"
    assert terminal(Interpretation()) == ""


def test_a_trace_without_steps_is_refused() -> None:
    with pytest.raises(UsageError, match="not kept"):
        terminal(replace(table3, steps=()))
    with pytest.raises(UsageError, match="one step per word"):
        terminal(Interpretation((Step(()),)))


def test_a_hearer_stopped_in_the_middle_can_be_shown() -> None:
    discourse, *_ = hearer.read(EXAMPLES / "table3.conllu")
    listener = hearer.Hearer(profile="paper")
    for word in list(discourse.words)[:9]:
        listener.hear(word)
    assert terminal(listener.finish()).endswith("she: BRENNAN ✓\n")
