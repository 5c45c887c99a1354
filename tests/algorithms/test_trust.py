"""How sure a decision is: never quite, and as sure as such decisions were right."""

from __future__ import annotations

import json

import pytest

import hearer
from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.trust import LEAST, MOST, NOBODY_LEFT, Trust, Trusts
from hearer.algorithms.weighted.values import ExpressionForm, GrammaticalRole, PronounClass
from hearer.model import Kind, ReferringExpression
from tests.algorithms.listed import listed

STORED = json.loads(
    '{"kinds": {"it": [-500, 1000, 0], "nobody for it": [0, 500, 500]}, "forms": {"name": 500}}'
)


def here(nothing: int = 0, *, is_empty: bool = False) -> Circumstances:
    it = ReferringExpression("it", 2, 1, is_pronoun=True, kind=Kind.PRONOUN, nothing=nothing)
    candidates = () if is_empty else (listed("CAR"),)
    return Circumstances(it, PronounClass.IT, GrammaticalRole.SUBJECT, candidates)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_nobody_is_ever_quite_sure(share: float) -> None:
    assert LEAST <= Trust().confidence(share) <= MOST
    assert LEAST <= Trust(bias=9.0, odds=3.0).confidence(share) <= MOST


def test_what_is_right_less_often_is_trusted_less() -> None:
    trusts = Trusts.read(STORED)
    form = here().candidates[0].form
    more = 500 / 1000 if form is ExpressionForm.NAME else 0.0
    assert trusts.confidence(here(), (0.9, 0.1), 0) == Trust(bias=-0.5).confidence(0.9, more)
    assert trusts.confidence(here(), (0.9, 0.1), 0) < Trusts().confidence(here(), (0.9, 0.1), 0)


def test_the_judge_of_it_has_a_say_where_there_is_nobody() -> None:
    trusts, shares = Trusts.read(STORED), (0.2, 0.8)
    assert trusts.confidence(here(95), shares, 1) > trusts.confidence(here(5), shares, 1)


def test_an_empty_list_is_no_certainty() -> None:
    trusts = Trusts.read(STORED)
    assert trusts.confidence(here(2, is_empty=True), (1.0,), 0) == NOBODY_LEFT
    assert trusts.confidence(here(93, is_empty=True), (1.0,), 0) == 0.93


def test_no_answer_has_probability_one() -> None:
    found = hearer.resolve("Anna greeted Tom. She smiled at him. It was raining, and he left.")
    assert found.resolutions
    assert all((r.confidence or 0.0) <= MOST for r in found.resolutions)
