"""What looks like a referring expression and is none."""

from __future__ import annotations

import pytest

from hearer.analysis.options import Temporal
from hearer.hearing import listen
from tests.analysis.parsed import discourse, texts
from tests.cases import cases


@cases(__file__)
def test_only_she_refers(left_out: str, sentence: str) -> None:
    assert texts(sentence) == ["she"], left_out


def test_what_a_cleft_points_out_refers() -> None:
    cleft = (
        "It/PRON/expl/3 was/AUX/cop/3 Anna/PROPN/root/0 who/PRON/nsubj/5/who/PronType=Rel"
        " left/VERB/acl:relcl/3"
    )
    found = listen(discourse(cleft, "She/PRON/nsubj/2 wept/VERB/root/0"), profile="paper")
    assert [r.entity for r in found.resolutions] == ["ANNA"]


@cases(__file__)
def test_pleonastic_it_does_not_refer(pattern: str, sentence: str) -> None:
    assert "it" not in texts(sentence), pattern


@pytest.mark.parametrize(
    "sentence",
    [
        "It/PRON/nsubj/3 is/AUX/cop/3 fast/ADJ/root/0",
        "Brennan/PROPN/nsubj/2 drives/VERB/root/0 it/PRON/obj/2",
        "It/PRON/nsubj/2 snowed/VERB/root/0/snow the/DET/det/4 town/NOUN/obj/2",
    ],
)
def test_other_its_do_refer(sentence: str) -> None:
    assert "it" in texts(sentence)


def test_existential_there_does_not_refer_but_what_there_is_does() -> None:
    assert texts("There/PRON/expl/2 is/VERB/root/0 a/DET/det/4 judge/NOUN/nsubj/2") == ["judge"]


EACH_YEAR = "She/PRON/nsubj/2 left/VERB/root/0 each/DET/det/4 year/NOUN/obl:unmarked/2"
LAST_WEEK = "She/PRON/nsubj/2 left/VERB/root/0 last/ADJ/amod/4 week/NOUN/obl:unmarked/2"


def test_a_determined_time_refers() -> None:
    assert texts(EACH_YEAR) == ["she", "year"]


@pytest.mark.parametrize(
    ("temporal", "expected"),
    [("all", ["she", "week"]), ("none", ["she"]), ("determined-only", ["she"])],
)
def test_the_option_temporal_decides_on_times(temporal: str, expected: list[str]) -> None:
    assert texts(LAST_WEEK, temporal=Temporal(temporal)) == expected


def test_no_time_refers_if_none_may() -> None:
    assert texts(EACH_YEAR, temporal=Temporal.NONE) == ["she"]


def test_the_possessor_inside_a_job_title_does_not_refer() -> None:
    title = (
        "the/DET/det/4 state/NOUN/nmod:poss/4 's/PART/case/2 attorney/NOUN/nsubj/5 left/VERB/root/0"
    )

    assert texts(title) == ["attorney"]


def test_a_determined_possessor_of_a_title_refers() -> None:
    title = (
        "the/DET/det/2 judge/NOUN/nmod:poss/4 's/PART/case/2 clerk/NOUN/nsubj/5 left/VERB/root/0"
    )

    assert texts(title) == ["judge", "clerk"]


# Predicates with a preposition -----------------------------------------------------------------

BOOK = "The/DET/det/2 book/NOUN/nsubj/5 was/AUX/cop/5/be"


@pytest.mark.parametrize("preposition", ["with", "in", "of", "from", "about", "near", "for"])
@pytest.mark.parametrize("profile", ["paper", "default"])
def test_what_stands_behind_a_preposition_is_no_predicate(preposition: str, profile: str) -> None:
    found = listen(
        discourse(
            f"{BOOK} {preposition}/ADP/case/5 Mary/PROPN/root/0",
            "She/PRON/nsubj/2 left/VERB/root/0/leave",
        ),
        profile=profile,
    )
    assert [str(resolution.entity) for resolution in found.resolutions] == ["MARY"]


def test_a_pronoun_behind_a_preposition_is_heard() -> None:
    assert texts(f"{BOOK} with/ADP/case/5 her/PRON/root/0") == ["book", "her"]


def test_whose_something_is_is_heard() -> None:
    sentence = "The/DET/det/2 book/NOUN/nsubj/4 was/AUX/cop/4/be Mary/PROPN/root/0 's/PART/case/4"
    assert texts(sentence) == ["book", "Mary"]


def test_a_conjunct_behind_a_preposition_is_heard_with_the_first() -> None:
    both = f"{BOOK} with/ADP/case/5 Ann/PROPN/root/0 and/CCONJ/cc/7 Mary/PROPN/conj/5"
    assert texts(both) == ["book", "Ann", "Mary", "Ann and Mary"]


def test_a_conjunct_has_its_own_preposition() -> None:
    """She was *a judge* and in *Paris*."""
    sentence = (
        "She/PRON/nsubj/4 was/AUX/cop/4/be a/DET/det/4 judge/NOUN/root/0 and/CCONJ/cc/7"
        " in/ADP/case/7 Paris/PROPN/conj/4"
    )
    assert texts(sentence) == ["she", "Paris"]
