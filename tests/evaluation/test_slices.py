"""Slices of an evaluation, and comparisons: nothing is heard again."""

from __future__ import annotations

import json

import pytest

from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.measures import PronounRow, compared, table_6
from hearer.evaluation.score_report import heading, render
from hearer.report.forms import Form
from tests.evaluation.gold_by_hand import CLASSES, Texts, discourses_of

SETUP = Setup(("s-list", "bfp"), mentions=Mentions.GOLD)
SPEECH: Texts = {
    "speech": (
        "Ann:1 slept",
        '"/PUNCT/``/punct/3/_ She/PRON/PRP/nsubj/3/1 snores/VERB/VBZ/ccomp/6/_'
        " \"/PUNCT/''/punct/3/_ Tom/PROPN/NNP/nsubj/6/2 said/VERB/VBD/root/0/_",
        "She:1 left",
    )
}


@pytest.fixture(scope="module")
def found() -> Evaluation:
    return evaluate(discourses_of(CLASSES), SETUP)


def is_he(row: PronounRow) -> bool:
    return row.scored.group == "he"


def test_a_slice_has_the_pronouns_that_are_wanted(found: Evaluation) -> None:
    """Of seven pronouns, the *he* before Bob and the *he* that is Mary, both wrong."""
    sliced = found.where(is_he, only="he")
    assert [row.scored.form for row in sliced.rows("s-list")] == ["he", "he"]
    assert table_6(sliced.rows("s-list")).correct == 0
    assert len(found.rows("s-list")) == 7
    assert heading(sliced).startswith("2 documents, ")
    assert heading(sliced).endswith("; only he.")


@pytest.mark.parametrize("form", Form)
def test_a_slice_is_reported_without_whole_chains(found: Evaluation, form: Form) -> None:
    shown = render(found.where(is_he, only="he"), to=form)
    assert "CoNLL" in render(found, to=form)
    if form is not Form.JSON:
        assert "CoNLL" not in shown


def test_slices_of_slices_say_both(found: Evaluation) -> None:
    rest = found.where(lambda row: not is_he(row))
    assert len(rest.rows("s-list")) == 7 - 2
    twice = found.where(is_he, only="he").where(lambda row: row.scored.genre == "other", "other")
    assert twice.only == "he, other"
    assert len(twice.rows("bfp")) == 1


def test_without_classes_all_else_is_the_same(found: Evaluation) -> None:
    quick = evaluate(
        discourses_of(CLASSES), Setup(SETUP.algorithms, mentions=Mentions.GOLD, classes=False)
    )
    for name in SETUP.algorithms:
        mine, theirs = quick.rows(name), found.rows(name)
        assert [row.is_right for row in mine] == [row.is_right for row in theirs]
        assert [row.is_counted for row in mine] == [row.is_counted for row in theirs]
        assert all(row.error_class is None for row in mine)
    assert json.loads(render(quick, to=Form.JSON))["algorithms"]["bfp"]["errors"] is None
    assert "Wrong (" not in render(quick)


def test_only_pronouns_that_both_count_are_compared() -> None:
    """The default profile hears direct speech, the paper's does not: *She* is counted once."""
    both = evaluate(discourses_of(SPEECH), Setup(("weighted-s-list", "s-list"), "default"))
    assert [len(both.counted(name)) for name in both.setup.algorithms] == [2, 1]
    for one, other in (both.setup.algorithms, both.setup.algorithms[::-1]):
        found = both.compared(one, other)
        assert (found.pronouns, found.first, found.second) == (1, 1, 1)
        assert found.mcnemar.exact == found.difference.p == 1
    shown = render(both)
    assert "weighted-s-list – s-list" in shown
    assert "Over the pronouns that both count" in shown


def test_two_ways_to_hear_are_compared_document_by_document(found: Evaluation) -> None:
    """The S-list has *her* and *she* right, which BFP has not; in two documents of five."""
    result = compared(found.by_document("s-list"), found.by_document("bfp"))
    assert (result.pronouns, result.first, result.second) == (7, 3, 1)
    assert result.difference.points == pytest.approx(2 / 7)
    assert result.difference.p == 2 / 4
