"""The best tree: against all trees there are, and in time."""

from __future__ import annotations

import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.model.tree import PART_LENGTH, circles
from hearer.parsers.english.encoder import Scores, best_tree
from tests.timing import seconds

sentences = st.integers(1, 5).flatmap(
    lambda words: st.lists(
        st.lists(st.integers(-9, 9), min_size=words + 1, max_size=words + 1),
        min_size=words,
        max_size=words,
    )
)


def total(scores: Scores, heads: list[int]) -> float:
    return float(sum(scores[n, head] for n, head in enumerate(heads)))


def every_tree(words: int) -> list[list[int]]:
    found = (list(heads) for heads in product(range(words + 1), repeat=words))
    return [heads for heads in found if heads.count(0) == 1 and not circles(heads)]


@given(sentences)
def test_no_tree_is_better(scores: list[list[int]]) -> None:
    array = np.array(scores, np.float32)
    found = best_tree(array)
    trees = every_tree(len(scores))
    assert found in trees
    assert total(array, found) == max(total(array, tree) for tree in trees)


def ladder(words: int) -> Scores:
    """Scores that make a circle, and of it and the next word another one, and so on."""
    scores = np.full((words, words + 1), -5.0)
    for n in range(words):
        scores[n, n or 2] = 10 - n / words
    return scores


@pytest.mark.parametrize("make", [ladder, lambda n: np.random.default_rng(0).random((n, n + 1))])
def test_the_longest_sentence_takes_no_time(make: object) -> None:
    assert callable(make)
    begun = time.perf_counter()
    heads = best_tree(make(PART_LENGTH))
    assert (heads.count(0), circles(heads)) == (1, [])
    assert time.perf_counter() - begun < seconds(0.2)


def test_the_scores_stay_as_they_are() -> None:
    scores = np.ones((3, 4), np.float32)
    best_tree(scores)
    assert (scores == 1).all()
