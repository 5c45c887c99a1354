"""Walker's segments (section 4, Method)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.analysis.parsed import PARAGRAPH, heard
from tests.cases import cases

BRENNAN = "Brennan/PROPN/nsubj/2 came/VERB/root/0"
YEAH = "Yeah/INTJ/root/0"
HE_LEFT = "He/PRON/nsubj/2 left/VERB/root/0"


def segments(second: str, **options: object) -> int:
    return len(heard(BRENNAN, second, **options).segments)


@cases(__file__)
def test_a_paragraph_opens_a_segment_or_not(sentence: str, expected: int) -> None:
    assert segments(PARAGRAPH + sentence) == expected


@cases(__file__)
def test_there_are_as_many_segments(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert segments(sentences, **options) == expected, claim


def test_a_turn_that_realizes_nothing_opens_none() -> None:
    """Brennan came. – Yeah. – He left: *he* is still Brennan."""
    found = heard(BRENNAN, PARAGRAPH + YEAH, PARAGRAPH + HE_LEFT)
    assert len(found.segments) == 1
    assert found.resolutions[0].entity == "BRENNAN"


@pytest.mark.parametrize(("then", "expected"), [(HE_LEFT, 1), (BRENNAN, 2)])
def test_after_it_the_first_sentence_with_an_expression_decides(then: str, expected: int) -> None:
    assert len(heard(BRENNAN, PARAGRAPH + YEAH, then).segments) == expected
    assert len(heard(BRENNAN, PARAGRAPH + YEAH, YEAH, then).segments) == expected
    assert len(heard(BRENNAN, PARAGRAPH + YEAH, HE_LEFT, then).segments) == 1


def test_fallback_stops_at_the_segment_or_not() -> None:
    anna = "Anna/PROPN/nsubj/2 came/VERB/root/0"
    car = PARAGRAPH + "Cars/NOUN/nsubj/2/car/Number=Plur came/VERB/root/0"
    she = "She/PRON/nsubj/2 left/VERB/root/0"

    within = heard(anna, car, she).resolutions[0]
    across = heard(anna, car, she, fallback="document").resolutions[0]
    assert (within.entity, across.entity) == (None, "ANNA")
