"""The baselines of docs/specification/search.md D.8."""

from __future__ import annotations

from typing import Any

from tests.algorithms.understood import in_paper
from tests.analysis.parsed import resolved
from tests.cases import cases

LYN_MET_SUE = "Lyn/PROPN/nsubj/2 met/VERB/root/0 Sue/PROPN/obj/2"
SHE_WON = "She/PRON/nsubj/2 won/VERB/root/0"


@cases(__file__)
def test_pronouns_mean(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert resolved(*sentences.split(" | "), **options) == expected, claim


@cases(__file__)
def test_an_answer_in_the_paper_is(claim: str, sentences: str, key: int, expected: str) -> None:
    assert in_paper(*sentences.split(" | "))[key] == expected, claim


def test_random_answers_differ_with_the_seed_and_only_with_it() -> None:
    answers = [
        tuple(resolved(LYN_MET_SUE, SHE_WON, algorithm="random", seed=seed)) for seed in range(20)
    ]
    again = [
        tuple(resolved(LYN_MET_SUE, SHE_WON, algorithm="random", seed=seed)) for seed in range(20)
    ]
    assert set(answers) == {("she LYN",), ("she SUE",)}
    assert answers == again
