"""The judge of *it*: what stands for nothing, what looks like it, and why."""

from __future__ import annotations

import pytest

from hearer.analysis.pleonastic import LEAST, MOST, SURELY, judged, predicate_of, said_of
from hearer.model import Utterance
from hearer.model.lexicon import data, table
from hearer.model.tree import Tree
from tests.cases import cases

NOTHING = {
    "it is advised to": (
        "It/PRON/expl/3/it is/AUX/aux:pass/3/be advised/VERB/root/0/advise to/PART/mark/5/to lock/VERB/csubj/3/lock the/DET/det/7/the gate/NOUN/obj/5/gate"
    ),
    "it is odd that": (
        "It/PRON/expl/3/it is/AUX/cop/3/be odd/ADJ/root/0/odd that/SCONJ/mark/6/that nobody/PRON/nsubj/6/nobody came/VERB/csubj/3/come"
    ),
    "it drizzles": "It/PRON/nsubj/2/it drizzles/VERB/root/0/drizzle",
    "it stopped raining": "It/PRON/nsubj/2/it stopped/VERB/root/0/stop raining/VERB/xcomp/2/rain",
}
SOMETHING = {
    "it wrote that": (
        "It/PRON/nsubj/2/it wrote/VERB/root/0/write that/SCONJ/mark/5/that prices/NOUN/nsubj/5/price fell/VERB/ccomp/2/fall"
    ),
    "it is easy to fold": (
        "It/PRON/nsubj/3/it is/AUX/cop/3/be easy/ADJ/root/0/easy to/PART/mark/5/to fold/VERB/advcl/3/fold"
    ),
    "she folded it": "She/PRON/nsubj/2/she folded/VERB/root/0/fold it/PRON/obj/2/it",
    "it seems tired": "It/PRON/nsubj/2/it seems/VERB/root/0/seem tired/ADJ/xcomp/2/tired",
}


def the_it(parsed: str) -> tuple[Tree, int]:
    tree = Tree(Utterance.of(parsed))
    return tree, tree.lemmas.index("it")


@pytest.mark.parametrize("parsed", NOTHING.values(), ids=NOTHING)
def test_it_stands_for_nothing(parsed: str) -> None:
    assert SURELY <= judged(*the_it(parsed)).hundredths <= MOST


@pytest.mark.parametrize("parsed", SOMETHING.values(), ids=SOMETHING)
def test_it_stands_for_something(parsed: str) -> None:
    assert LEAST <= judged(*the_it(parsed)).hundredths < SURELY


def test_the_reasons_are_told_in_words() -> None:
    because = judged(*the_it(NOTHING["it is odd that"])).because
    assert "a clause follows (that …)" in because
    assert "the clause is about the weather" in judged(*the_it(NOTHING["it drizzles"])).because
    assert set(data("it")["reasons"]) <= set(table("it"))


def test_verbs_that_only_link_say_nothing_themselves() -> None:
    tree, n = the_it(NOTHING["it stopped raining"])
    assert tree.lemmas[predicate_of(tree, n).word] == "rain"
    assert {"weather", "subject.verb:rain", "subject_of:stop"} <= set(said_of(tree, n))


def test_an_infinitive_without_its_object_is_told_apart() -> None:
    assert "follows:to_only" in said_of(*the_it(SOMETHING["it is easy to fold"]))
    assert "follows:to" in said_of(*the_it(NOTHING["it is advised to"]))


@cases(__file__)
def test_what_is_said_of_it_has_a_name(parsed: str, said: str) -> None:
    tree = Tree(Utterance.of(parsed))
    assert said in said_of(tree, [form.lower() for form in tree.forms].index("it"))


def test_everything_is_worth_whole_thousandths() -> None:
    worth = table("it")
    assert "bias" in worth
    assert all(len(values) == 1 and int(values[0]) for values in worth.values())
