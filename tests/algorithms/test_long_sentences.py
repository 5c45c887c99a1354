"""A long sentence is understood in parts."""

from __future__ import annotations

from hearer.algorithms.s_list import SListAlgorithm
from hearer.model import Entity, ReferringExpression


def test_the_parts_of_a_sentence_leave_one_state() -> None:
    s_list = SListAlgorithm(lambda _pronoun, _candidate: None)
    for n, utterance in enumerate((1, 1, 1, 2), start=1):
        s_list.hear(ReferringExpression(f"X{n}", utterance, n, entity=Entity(f"X{n}")))
        s_list.end_utterance(utterance)
    states = [[element.entity for element in state] for state in s_list.previous_states]
    assert states == [["X1", "X2", "X3"], ["X4"]]
