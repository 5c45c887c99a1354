"""Left-right centering: the expected outcomes of docs/specification/search.md D.6, and its variants."""

from __future__ import annotations

import pytest

from hearer.algorithms.lrc import depth
from hearer.model import ReferringExpression, Utterance
from hearer.model.tree import Tree
from tests.algorithms.understood import SACKS, in_paper, notes
from tests.analysis.parsed import heard
from tests.cases import cases

ORDERS = ("breadth-first", "depth")
WHEN = "When/ADV/advmod/3 {}/PRON/nsubj/3 left/VERB/advcl/5/leave/VerbForm=Fin Mary/PROPN/nsubj/5 slept/VERB/root/0/sleep/VerbForm=Fin"


@pytest.mark.parametrize("order", ORDERS)
@cases(__file__)
def test_the_texts_of_the_paper_come_out_as_expected(text: str, expected: str, order: str) -> None:
    assert ", ".join(in_paper(text, "lrc", order=order)) == expected


def test_conjoined_clauses_are_utterances_of_their_own() -> None:
    found = heard(SACKS, algorithm="lrc")

    assert [a.states_back for a in found.resolutions[0].attempts] == [0, 1, 1]
    assert notes(found) == ["Cf: [LIZ, SACKS]"]


def test_a_cataphor_is_found_in_the_rest_of_the_utterance() -> None:
    found = heard(WHEN.format("she"), algorithm="lrc")

    assert [resolution.entity for resolution in found.resolutions] == ["MARY"]
    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(("n", "expected"), [(1, 1), (5, 2), (8, 3), (4, 2), (13, 3)])
def test_depth_is_that_of_the_table(n: int, expected: int) -> None:
    utterance = Utterance.of(
        "Jim/PROPN/nsubj/2 took/VERB/root/0 Lyn/PROPN/iobj/2 a/PRON/obj/2 sack/NOUN/obj/2 off/ADP/case/8 the/DET/det/8 deer/NOUN/obl/2 that/SCONJ/mark/13 I/PRON/dep/2 x/X/dep/2 he/PRON/dep/2 Liz/PROPN/nsubj/14 saw/VERB/ccomp/2"
    )
    assert depth(Tree(utterance), ReferringExpression("x", 1, n)) == expected
