"""Binding: whom a pronoun may not, and a reflexive must, be coindexed with (docs/specification/analysis.md 0.3)."""

from __future__ import annotations

from typing import Any

from tests.analysis.parsed import heard, resolved
from tests.cases import cases

MARY = "Mary/PROPN/nsubj/2 came/VERB/root/0"


def verdicts(*sentences: str, pronoun: str) -> dict[str, str | None]:
    """What each candidate for the last such pronoun violated."""
    resolution = [r for r in heard(*sentences).resolutions if r.pronoun.text == pronoun][-1]
    return {attempt.candidate.entity: attempt.violated for attempt in resolution.attempts}


@cases(__file__)
def test_anna_is_contra_indexed_with_her(case: str, sentence: str) -> None:
    assert verdicts(MARY, sentence, pronoun="her")["ANNA"] == "binding", case
    assert resolved(MARY, sentence) == ["her MARY"]


@cases(__file__)
def test_anna_may_be_her(case: str, sentence: str) -> None:
    assert resolved(sentence) == ["her ANNA"], case


def test_an_entity_is_out_as_soon_as_one_of_its_mentions_is() -> None:
    """1d': after she = ANNA, her is not ANNA, though her name stood in the sentence before."""
    sentence = "She/PRON/nsubj/2 beats/VERB/root/0 her/PRON/obj/2"

    assert resolved("Anna/PROPN/nsubj/2 came/VERB/root/0", sentence) == ["she ANNA", "her None"]


@cases(__file__)
def test_verdicts_are(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert verdicts(sentences, **options) == expected, claim


@cases(__file__)
def test_what_stands_beside_a_noun_is_an_island_to_that(
    sentence: str, pronoun: str, expected: dict[str, str | None]
) -> None:
    assert verdicts(sentence, pronoun=pronoun) == expected


def test_a_relative_clause_is_an_island_to_that() -> None:
    driver = "The/DET/det/2 driver/NOUN/nsubj/8 who/PRON/nsubj/4/who/PronType=Rel says/VERB/acl:relcl/2 she/PRON/nsubj/7 will/AUX/aux/7 win/VERB/ccomp/4 left/VERB/root/0"

    assert resolved(driver) == ["she DRIVER"]


@cases(__file__)
def test_a_reflexive_is_bound_in_its_domain(sentence: str, expected: list[str]) -> None:
    assert resolved(sentence) == expected


def test_a_reflexive_is_never_bound_from_another_sentence() -> None:
    assert resolved(MARY, "Jim/PROPN/nsubj/2 saw/VERB/root/0 herself/PRON/obj/2") == [
        "herself None"
    ]


def test_a_reciprocal_is_bound_by_a_plural() -> None:
    sentence = (
        "Drivers/NOUN/nsubj/2/driver/Number=Plur race/VERB/root/0 each/DET/det/4 other/ADJ/obj/2"
    )

    assert resolved(sentence) == ["each other DRIVERS"]
