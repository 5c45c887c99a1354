"""Frames of *it* that stands for nothing, each with a neighbour that is not meant."""

from __future__ import annotations

import pytest

import hearer
from hearer.analysis.exclude import FRAMES, is_expletive, is_pleonastic_it
from hearer.analysis.pleonastic import SURELY, judged
from hearer.model import Utterance
from hearer.model.lexicon import data
from hearer.model.tree import Tree
from tests.cases import cases

FIELDS = {"reason", "example", "relation", "of", "lemmas", "list", "tag", "has", "lacks", "words"}


def the_it(parsed: str) -> tuple[Tree, int]:
    tree = Tree(Utterance.of(parsed))
    return tree, [form.lower() for form in tree.forms].index("it")


@cases(__file__)
def test_a_frame_holds_of(frame: str, sentence: str) -> None:
    tree, n = the_it(sentence)
    assert frame in {name for name, each in FRAMES.items() if each.holds(tree, n)}
    holds = is_pleonastic_it if FRAMES[frame].reason == "pleonastic" else is_expletive
    assert holds(tree, n)


@pytest.mark.parametrize("name", FRAMES)
def test_every_frame_is_complete(name: str) -> None:
    told, frame = data("frames")[name], FRAMES[name]
    assert FIELDS.issuperset(told)
    assert frame.reason in {"pleonastic", "expletive"}
    assert told["example"].endswith(".")
    assert " it " in f" {told['example'].lower()} ".replace(".", " ")
    assert frame.lemmas or frame.words  # some word decides


@cases(__file__)
def test_it_may_refer(claim: str, sentence: str) -> None:
    tree, n = the_it(sentence)
    assert not is_expletive(tree, n), claim
    assert not is_pleonastic_it(tree, n), claim


@pytest.mark.parametrize(
    ("predicate", "is_known"),
    [
        ("the postman", False),
        ("her brother", False),
        ("Anna", False),
        ("the owner of the patent", True),
        ("the largest employer", True),
        ("a leader", True),
    ],
)
def test_it_is_no_thing_if_its_predicate_says_who_it_is(predicate: str, is_known: bool) -> None:
    found = hearer.resolve(f"The firm is old. It is {predicate}.").resolutions[0]
    assert bool(found.antecedent) is is_known


def test_the_paper_is_not_touched() -> None:
    """Expletive frames are evidence only: they exclude nothing."""
    tree, n = the_it("They/PRON/nsubj/2 hit/VERB/root/0 it/PRON/obj/2 off/ADP/compound:prt/2")
    assert not is_pleonastic_it(tree, n)
    assert judged(tree, n).hundredths >= SURELY
