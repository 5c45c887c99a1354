"""What the algorithms answer: the vectors of docs/specification, and of the papers it cites."""

from __future__ import annotations

from typing import Any

from tests.algorithms.telling import told_of
from tests.algorithms.understood import in_paper
from tests.analysis.parsed import last_state, resolved
from tests.cases import cases


@cases(__file__)
def test_pronouns_mean(
    claim: str, algorithm: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert resolved(*sentences.split(" | "), algorithm=algorithm, **options) == expected, claim


@cases(__file__)
def test_an_answer_in_the_paper_is(claim: str, sentences: str, key: int, expected: str) -> None:
    assert in_paper(*sentences.split(" | "))[key] == expected, claim


@cases(__file__)
def test_the_last_state_is(
    claim: str, sentences: str, options: dict[str, Any], expected: str
) -> None:
    assert last_state(*sentences.split(" | "), **options) == expected, claim


@cases(__file__)
def test_of_what_is_told_last(
    claim: str,
    algorithm: str,
    options: dict[str, Any],
    utterances: str,
    expected: dict[str, object],
) -> None:
    assert told_of(algorithm, utterances, **options).shown(*expected) == expected, claim


LYN_MET_SUE = "Lyn/PROPN/nsubj/2 met/VERB/root/0 Sue/PROPN/obj/2"
SHE_WON = "She/PRON/nsubj/2 won/VERB/root/0"


def test_random_answers_differ_with_the_seed_and_only_with_it() -> None:
    text = LYN_MET_SUE, SHE_WON
    answers, again = (
        [resolved(*text, algorithm="random", seed=seed)[0] for seed in range(20)] for _ in range(2)
    )
    assert answers == again
    assert set(answers) == {"she LYN", "she SUE"}
