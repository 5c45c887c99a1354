"""Tetreault's shallow S-list: the rules of docs/specification/s-list.md A.9."""

from __future__ import annotations

import pytest

from hearer.algorithms.s_list import TetreaultSList
from hearer.hearing import listen
from hearer.model import Entity, Familiarity, Kind, ReferringExpression
from tests.algorithms.understood import in_paper, paper_texts
from tests.analysis.parsed import PARAGRAPH, heard, resolved
from tests.cases import cases

STATUS = [
    (Kind.PRONOUN, Familiarity.EVOKED),
    (Kind.POSSESSIVE, Familiarity.EVOKED),
    (Kind.INDEFINITE, Familiarity.BRAND_NEW),
    (Kind.BARE, Familiarity.UNUSED),
    (Kind.NAME, Familiarity.UNUSED),
    (Kind.DEFINITE, Familiarity.ANCHORED_BRAND_NEW),
    (Kind.POSSESSED, Familiarity.ANCHORED_BRAND_NEW),
    (Kind.QUANTIFIED, Familiarity.ANCHORED_BRAND_NEW),
]
RAIN = "The/DET/det/2 rain/NOUN/nsubj/3 fell/VERB/root/0"
MARY = "Mary/PROPN/nsubj/2 slept/VERB/root/0"
SHE = "She/PRON/nsubj/2 left/VERB/root/0"


@pytest.mark.parametrize(("kind", "status"), STATUS)
def test_the_status_of_an_expression_is_that_of_its_form(kind: Kind, status: Familiarity) -> None:
    heard = ReferringExpression("x", 1, 1, entity=Entity("X"), kind=kind)
    step = TetreaultSList(lambda _pronoun, _candidate: None).hear(heard)
    assert step.state[0].familiarity is status


@cases(__file__)
def test_the_texts_of_the_paper_follow_the_rules(text: str, expected: str) -> None:
    assert ", ".join(in_paper(text, "s-list-tetreault")) == expected


def test_the_list_has_no_limit_no_segments_and_no_anaphoric_names() -> None:
    """In (3a) the paper's list has five elements, CURTIS evoked, and nothing of before."""
    found = listen(paper_texts()["table5"], algorithm="s-list-tetreault")
    at_he = next(step for step in found.steps if step.word and step.word.form == "he")

    assert str(at_he) == (
        "S: [CURTIS_E: he, PROSECUTORS_U: prosecutors, DOCTORS_U: Doctors, REPORTS_U: reports, "
        "JUDGE_BN: judge, REQUEST_BN: request]"
    )


def test_all_past_lists_of_the_document_are_searched() -> None:
    text = (MARY, *[PARAGRAPH + RAIN] * 9, SHE)
    found = heard(*text, algorithm="s-list-tetreault")

    assert resolved(*text, algorithm="s-list-tetreault") == ["she MARY"]
    assert found.resolutions[0].attempts[-1].states_back == 10
