"""What stands for several: both, neither, each, the two; and what needs several."""

from __future__ import annotations

from hearer.analysis.counted import counted, needs_several, stands_alone
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


def test_neither_is_a_subject_whatever_it_is_called() -> None:
    assert stands_alone(tree("Neither/CCONJ/advmod/2/neither came/VERB/root/0"), 1)
    nor = "Neither/CCONJ/advmod/2/neither came/VERB/root/0 Tom/PROPN/nsubj/2"
    assert not stands_alone(tree(nor), 1)


def test_each_is_no_determiner_of_several() -> None:
    letters = "They/PRON/nsubj/2 wrote/VERB/root/0 each/DET/det/5/each other/ADJ/amod/5/other letters/NOUN/obj/2/letter/Number=Plur"
    assert stands_alone(tree(letters), 3)
    draft = counted(tree(letters), 3)
    assert draft is not None
    assert draft.kind is Kind.RECIPROCAL


@cases(__file__)
def test_some_things_are_only_said_of_several(text: str) -> None:
    assert needs_several(tree(text), 1)


@cases(__file__)
def test_most_are_said_of_one_as_well(text: str) -> None:
    assert not needs_several(tree(text), 1)
