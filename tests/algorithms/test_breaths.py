"""A long sentence is understood in parts (breaths)."""

from __future__ import annotations

from hearer.algorithms.s_list import SListAlgorithm
from hearer.model import Entity, Outline, ReferringExpression, Utterance
from hearer.model.tree import BREATH, Tree


def test_only_a_later_breath_goes_on() -> None:
    words = " ".join(["and/CCONJ/cc/1"] * BREATH)
    tree = Tree(Utterance.of(f"so/ADV/root/0 {words}"))
    assert [Outline(tree.breath(n)).goes_on for n in (1, BREATH, BREATH + 1)] == [0, 0, 1]
    assert not Outline(Tree(Utterance.of(""))).goes_on


def test_the_breaths_of_a_sentence_leave_one_state() -> None:
    s_list = SListAlgorithm(lambda _pronoun, _candidate: None)
    for n, utterance in enumerate((1, 1, 1, 2), start=1):
        s_list.hear(ReferringExpression(f"X{n}", utterance, n, entity=Entity(f"X{n}")))
        s_list.end_utterance(utterance)
    states = [[element.entity for element in state] for state in s_list.previous_states]
    assert states == [["X1", "X2", "X3"], ["X4"]]
