"""Tables 3 to 5 through the whole chain, from CoNLL-U parsed by hand.

Analysis has to find expressions, statuses, ellipsis, apposition and binding by itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from hearer.formats import conllu
from hearer.hearing import listen
from hearer.model import Interpretation
from tests.conftest import EXAMPLES


class Row(NamedTuple):
    """A row of a table as the paper prints it."""

    document: str
    utterance: str
    word: str
    printed: str


def _rows() -> list[Row]:
    text = Path(__file__).with_name("rows.txt").read_text(encoding="utf-8")
    return [Row(*line.split(" ", 3)) for line in text.splitlines() if not line.startswith("#")]


ROWS = _rows()
RESOLUTIONS = [
    ("table3", "1b she BRENNAN, 1c her BRENNAN, 1d she FRIEDMAN"),
    ("table3-prime", "1b she BRENNAN, 1c her BRENNAN, 1d' she FRIEDMAN, 1d' her BRENNAN"),
    ("table4", "2b she BRENNAN, 2c her BRENNAN, 2d she BRENNAN"),
    ("table4-prime", "2b she BRENNAN, 2c her BRENNAN, 2d' she BRENNAN, 2d' her DRIVER"),
    ("table5", "3a he CURTIS, 3a his CURTIS, 3b him CURTIS, 3c he SMIRGA"),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Interpretation]:
    """What is understood of each document of the examples."""
    files = [conllu.read(str(path)) for path in sorted(EXAMPLES.glob("table*.conllu"))]
    assert [file.problems for file in files] == [(), (), ()]
    discourses = [discourse for file in files for discourse in conllu.discourses(file)]
    return {discourse.name: listen(discourse, profile="paper") for discourse in discourses}


def test_there_are_28_printed_rows() -> None:
    assert len(ROWS) == 28


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.document}-{row.utterance}-{row.word}")
def test_a_printed_row_comes_out_of_the_parse(row: Row, found: dict[str, Interpretation]) -> None:
    states = [
        str(step)
        for step in found[row.document].steps
        if step.word and step.word.utterance.name == row.utterance and step.word.form == row.word
    ]

    assert states == [f"S: {row.printed}"]


@pytest.mark.parametrize(("document", "expected"), RESOLUTIONS)
def test_every_pronoun_finds_the_papers_antecedent(
    document: str, expected: str, found: dict[str, Interpretation]
) -> None:
    utterances = {u.number: u.name for u in found[document].discourse.utterances}
    resolutions = [
        f"{utterances[r.pronoun.utterance]} {r.pronoun.text} {r.entity}"
        for r in found[document].resolutions
    ]

    assert ", ".join(resolutions) == expected


def test_binding_rules_out_friedman_for_her(found: dict[str, Interpretation]) -> None:
    (her,) = [r for r in found["table3"].resolutions if r.pronoun.text == "her"]

    attempts = [(attempt.candidate.entity, attempt.violated) for attempt in her.attempts]
    assert attempts == [("FRIEDMAN", "binding"), ("BRENNAN", None)]


def test_the_state_after_3b_is_the_unprinted_vector(found: dict[str, Interpretation]) -> None:
    """docs/specification/s-list.md A.5, 3b.end: after the removal of what (3b) does not realize."""
    (step,) = [
        step
        for step in found["table5"].steps
        if step.word and step.word.utterance.name == "3b" and step.word.ends_utterance
    ]

    assert [f"{e.entity} {e.familiarity} {e.expression.text}" for e in step.state] == [
        "CURTIS E him",
        "CONNECTICUT SUPREME COURT U Connecticut Supreme Court",
        "JUDGE E judge",
        "AUTHORITIES BN authorities",
        "PROSECUTORS_2 BN prosecutors",
    ]


def test_3a_opens_a_segment(found: dict[str, Interpretation]) -> None:
    assert [(s.first, s.last) for s in found["table5"].segments] == [(1, 2), (3, 5)]
