"""Inside a sentence of several breaths little is carried over from one to the next."""

from __future__ import annotations

from hearer.algorithms.focus import carried
from hearer.algorithms.s_list import SListAlgorithm
from hearer.model import Element, Entity, Outline, ReferringExpression, Utterance
from hearer.model.tree import BREATH, CARRIED, Tree


def named(n: int, *members: ReferringExpression) -> Element:
    return Element.of(ReferringExpression(f"X{n}", 1, n, entity=Entity(f"X{n}"), members=members))


def test_only_the_first_elements_are_carried_over() -> None:
    some = [named(n) for n in range(1, 30)]
    assert carried(some) == tuple(some[:CARRIED])


def test_a_set_counts_with_its_members_and_is_left_out_where_it_is_too_large() -> None:
    members = [named(n).expression for n in range(100, 100 + CARRIED)]
    pair = named(1, *members[:2])
    rest = [named(n) for n in range(3, 30)]
    assert carried([named(2, *members), pair, *rest]) == (pair, *rest[: CARRIED - 3])


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
