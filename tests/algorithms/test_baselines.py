"""The baselines of docs/specification/search.md D.8."""

from __future__ import annotations

from tests.algorithms.understood import in_paper
from tests.analysis.parsed import resolved

LYN_MET_SUE = "Lyn/PROPN/nsubj/2 met/VERB/root/0 Sue/PROPN/obj/2"
SHE_WON = "She/PRON/nsubj/2 won/VERB/root/0"
SHE_PRAISED_HER = "She/PRON/nsubj/2 praised/VERB/root/0 her/PRON/obj/2"
RAIN = "The/DET/det/2 rain/NOUN/nsubj/3 fell/VERB/root/0"
WITH_SUE = "With/ADP/case/2 Sue/PROPN/obl/4 Lyn/PROPN/nsubj/4 left/VERB/root/0"
BASELINES = ["most-recent", "previous-subject", "previous-first", "parallelism", "random"]


def test_the_most_recent_noun_phrase_is_the_last_one_that_passes() -> None:
    assert resolved(LYN_MET_SUE, RAIN, SHE_WON, algorithm="most-recent") == ["she SUE"]


def test_the_most_recent_baseline_goes_over_the_text_from_right_to_left() -> None:
    expected = ["she SUE", "her LYN"]
    assert resolved(LYN_MET_SUE, SHE_PRAISED_HER, algorithm="most-recent") == expected


def test_an_ellipsis_is_not_the_most_recent_noun_phrase() -> None:
    assert in_paper("table5", "most-recent")[0] == "3a he CURTIS"


def test_the_previous_subject_is_that_of_the_main_clause() -> None:
    said = (
        "Lyn/PROPN/nsubj/2 said/VERB/root/0 that/SCONJ/mark/5 Sue/PROPN/nsubj/5 "
        "won/VERB/ccomp/2/win/VerbForm=Fin"
    )
    assert resolved(said, SHE_WON, algorithm="previous-subject") == ["she LYN"]


def test_there_is_no_answer_without_a_previous_subject_that_passes() -> None:
    assert resolved(LYN_MET_SUE, RAIN, SHE_WON, algorithm="previous-subject") == ["she None"]


def test_the_first_noun_phrase_need_not_be_the_subject() -> None:
    assert resolved(WITH_SUE, SHE_WON, algorithm="previous-first") == ["she SUE"]
    assert resolved(WITH_SUE, SHE_WON, algorithm="previous-subject") == ["she LYN"]


def test_a_subject_goes_back_to_a_subject_and_an_object_to_an_object() -> None:
    expected = ["she LYN", "her SUE"]
    assert resolved(LYN_MET_SUE, SHE_PRAISED_HER, algorithm="parallelism") == expected


def test_there_is_no_answer_without_a_parallel() -> None:
    told = "Lyn/PROPN/nsubj/2 told/VERB/root/0 Sue/PROPN/iobj/2"
    praised = "Jim/PROPN/nsubj/2 praised/VERB/root/0 her/PRON/obj/2"
    assert resolved(told, praised, algorithm="parallelism") == ["her None"]


def test_random_answers_differ_with_the_seed_and_only_with_it() -> None:
    answers = [
        tuple(resolved(LYN_MET_SUE, SHE_WON, algorithm="random", seed=seed)) for seed in range(20)
    ]
    again = [
        tuple(resolved(LYN_MET_SUE, SHE_WON, algorithm="random", seed=seed)) for seed in range(20)
    ]
    assert set(answers) == {("she LYN",), ("she SUE",)}
    assert answers == again
