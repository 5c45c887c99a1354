"""Left-right centering: the expected outcomes of docs/specification/search.md D.6, and its variants."""

from __future__ import annotations

import pytest

from hearer.algorithms.search.lrc import depth
from hearer.model import ReferringExpression, Utterance
from hearer.model.tree import Tree
from tests.algorithms.understood import SACKS, in_paper, notes
from tests.analysis.parsed import heard, resolved

ORDERS = ("breadth-first", "depth")
EXPECTED = [
    ("table3", "1b she BRENNAN, 1c her BRENNAN, 1d she FRIEDMAN"),
    ("table3-prime", "1b she BRENNAN, 1c her BRENNAN, 1d' she FRIEDMAN, 1d' her BRENNAN"),
    ("table4", "2b she BRENNAN, 2c her BRENNAN, 2d she DRIVER"),
    ("table4-prime", "2b she BRENNAN, 2c her BRENNAN, 2d' she DRIVER, 2d' her BRENNAN"),
    ("table5", "3a he JUDGE, 3a his JUDGE, 3b him CURTIS, 3c he SMIRGA"),
]
WHEN = (
    "When/ADV/advmod/3 {}/PRON/nsubj/3 left/VERB/advcl/5/leave/VerbForm=Fin "
    "Mary/PROPN/nsubj/5 slept/VERB/root/0/sleep/VerbForm=Fin"
)
FRONTED = (
    "With/ADP/case/2 Sue/PROPN/obl/4 Lyn/PROPN/nsubj/4 left/VERB/root/0",
    "She/PRON/nsubj/2 won/VERB/root/0",
)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("text", "expected"), EXPECTED)
def test_the_texts_of_the_paper_come_out_as_expected(text: str, expected: str, order: str) -> None:
    assert ", ".join(in_paper(text, "lrc", order=order)) == expected


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("split", [True, False])
def test_them_in_example_5_is_the_sacks(order: str, split: bool) -> None:
    assert resolved(SACKS, algorithm="lrc", order=order, split=split) == ["them SACKS"]


def test_conjoined_clauses_are_utterances_of_their_own() -> None:
    found = heard(SACKS, algorithm="lrc")

    assert [a.states_back for a in found.resolutions[0].attempts] == [0, 1, 1]
    assert notes(found) == ["Cf: [LIZ, SACKS]"]


def test_lrc_1_stops_at_the_previous_utterance_and_lrc_n_goes_on() -> None:
    text = (
        "Mary/PROPN/nsubj/2 left/VERB/root/0",
        "The/DET/det/2 weather/NOUN/nsubj/4 was/AUX/cop/4 bad/ADJ/root/0",
        "She/PRON/nsubj/2 won/VERB/root/0",
    )
    assert resolved(*text, algorithm="lrc") == ["she None"]
    assert resolved(*text, algorithm="lrc", n="none") == ["she MARY"]


def test_a_cataphor_is_found_in_the_rest_of_the_utterance() -> None:
    found = heard(WHEN.format("she"), algorithm="lrc")

    assert [resolution.entity for resolution in found.resolutions] == ["MARY"]
    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 0, 1]


def test_two_cataphors_of_one_predicate_stay_apart() -> None:
    text = (
        "When/ADV/advmod/3 she/PRON/nsubj/3 beat/VERB/advcl/6/beat/VerbForm=Fin her/PRON/obj/3 "
        "Mary/PROPN/nsubj/6 told/VERB/root/0/tell/VerbForm=Fin Sue/PROPN/obj/6"
    )
    assert resolved(text, algorithm="lrc") == ["she MARY", "her SUE"]


def test_reflexives_search_from_right_to_left() -> None:
    text = "Mary/PROPN/nsubj/2 told/VERB/root/0 Sue/PROPN/obj/2 about/ADP/case/5 herself/PRON/obl/2"
    assert resolved(text, algorithm="lrc") == ["herself SUE"]


def test_in_surface_order_what_is_fronted_comes_first() -> None:
    assert resolved(*FRONTED, algorithm="lrc", order="surface") == ["she SUE"]


@pytest.mark.parametrize("algorithm", ["lrc-f", "lrc-p"])
@pytest.mark.parametrize("order", ["breadth-first", "surface"])
def test_lrc_f_puts_the_subject_before_what_is_prepended(algorithm: str, order: str) -> None:
    assert resolved(*FRONTED, algorithm=algorithm, order=order) == ["she LYN"]


def test_in_lrc_f_a_prepended_pronoun_is_read_after_the_main_clause() -> None:
    text = (
        "Sue/PROPN/nsubj/2 left/VERB/root/0",
        "With/ADP/case/3 her/PRON/nmod:poss/3 car/NOUN/obl/5 Lyn/PROPN/nsubj/5 won/VERB/root/0",
    )
    assert resolved(*text, algorithm="lrc") == ["her SUE"]
    assert resolved(*text, algorithm="lrc-f") == ["her LYN"]


def test_lrc_s_looks_at_the_subject_of_the_main_clause() -> None:
    text = ("Sue/PROPN/nsubj/2 left/VERB/root/0", WHEN.format("she"))

    assert resolved(*text, algorithm="lrc-f") == ["she SUE"]
    assert resolved(*text, algorithm="lrc-f", subject="top") == ["she MARY"]


def test_lrc_p_puts_pronouns_first() -> None:
    assert in_paper("table3", "lrc-p")[2] == "1d she BRENNAN"


def test_a_possessor_comes_before_what_it_possesses() -> None:
    text = (
        "Lyn/PROPN/nmod:poss/3 's/PART/case/1 mother/NOUN/nsubj/4 left/VERB/root/0",
        "She/PRON/nsubj/2 won/VERB/root/0",
    )
    assert resolved(*text, algorithm="lrc") == ["she LYN"]


@pytest.mark.parametrize(("n", "expected"), [(1, 1), (5, 2), (8, 3), (4, 2), (13, 3)])
def test_depth_is_that_of_the_table(n: int, expected: int) -> None:
    utterance = Utterance.of(
        "Jim/PROPN/nsubj/2 took/VERB/root/0 Lyn/PROPN/iobj/2 a/PRON/obj/2 sack/NOUN/obj/2 "
        "off/ADP/case/8 the/DET/det/8 deer/NOUN/obl/2 that/SCONJ/mark/13 I/PRON/dep/2 "
        "x/X/dep/2 he/PRON/dep/2 Liz/PROPN/nsubj/14 saw/VERB/ccomp/2"
    )
    assert depth(Tree(utterance), ReferringExpression("x", 1, n)) == expected
