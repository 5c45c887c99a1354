"""Functional centering: the vectors of docs/specification/centering.md D.1."""

from __future__ import annotations

from typing import Any

from hearer.algorithms.centering.centering import Centers, is_cheap, revised_transition
from tests.algorithms.telling import told_of
from tests.cases import cases


@cases(__file__)
def test_of_what_is_told_last(
    claim: str,
    algorithm: str,
    options: dict[str, Any],
    utterances: str,
    expected: dict[str, object],
) -> None:
    assert told_of(algorithm, utterances, **options).shown(*expected) == expected, claim


def test_a_pronoun_is_decided_when_it_is_heard() -> None:
    text = told_of("functional-centering", "Brennan=BRENNAN/nsubj/f/U | she/nsubj/f | she/nsubj/f")
    assert text.last.resolutions == ()
    assert text.meant == {"she": "BRENNAN"}


def test_a_pair_is_cheap_if_the_cb_was_the_cp() -> None:
    before = Centers(("A", "B"), "A")
    assert is_cheap(before, Centers(("C", "A"), "A"))
    assert not is_cheap(before, Centers(("B",), "B"))
    assert not is_cheap(before, Centers(("C",), None))


def test_revised_transitions_ask_for_the_same_cp() -> None:
    before = Centers(("A", "B"), "B")
    assert revised_transition(before, Centers(("B",), "B")) == "EXP-CONTINUE"
    assert revised_transition(before, Centers(("A",), "A")) == "SMOOTH-SHIFT"
    assert revised_transition(Centers(("C", "A"), "B"), Centers(("A",), "A")) == "EXP-SMOOTH-SHIFT"
    assert revised_transition(before, Centers(("A", "B"), "B")) == "RETAIN"
