"""What stands for several: both, neither, each, the two; and what needs several."""

from __future__ import annotations

from hearer.analysis.counted import counted, needs_several
from hearer.model import Kind, Utterance
from hearer.model.tree import Tree
from tests.cases import cases


def tree(text: str) -> Tree:
    return Tree(Utterance.of(text))


@cases(__file__)
def test_what_stands_for_several_is_to_be_resolved(text: str, n: int) -> None:
    draft = counted(tree(text), n)
    assert draft is not None
    assert draft.is_pronoun
    assert draft.kind is Kind.QUANTIFIED


@cases(__file__)
def test_what_says_of_whom_it_is_stands_for_nobody(text: str, n: int) -> None:
    assert counted(tree(text), n) is None


@cases(__file__)
def test_some_things_are_only_said_of_several(text: str) -> None:
    assert needs_several(tree(text), 1)


@cases(__file__)
def test_most_are_said_of_one_as_well(text: str) -> None:
    assert not needs_several(tree(text), 1)
