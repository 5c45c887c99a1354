"""Boosting reaches the optimum of its model, and makes the steps one can compute by hand."""

from __future__ import annotations

from itertools import product
from math import exp

import numpy as np
import pytest

from training import boosting
from training.boosting import Booster, Examples, Floats, most_useful

SIZES = (2, 2, 2)  # three factors of two values: eight cells, one table
CELLS = list(product(*map(range, SIZES)))
ALL = (0, 1, 2)


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pronoun and every factor in every round, so that nothing is left to chance."""
    monkeypatch.setattr(boosting, "SAMPLE", 1.0)


# The optimum ----------------------------------------------------------------------------------


def drawn(pronouns: int = 400, candidates: int = 4) -> Examples:
    """Pronouns with random candidates, one of them right: what is likely, but not always."""
    chance = np.random.default_rng(7)
    truth = np.array([0.0, 0.8, -0.5, 1.1, 0.3, -0.9, 1.6, 0.1])
    rows, right = [], []
    for _ in range(pronouns):
        picked = chance.integers(len(CELLS), size=candidates)
        mass = np.exp(truth[picked])
        antecedent = chance.choice(candidates, p=mass / mass.sum())
        rows += [CELLS[cell] for cell in picked]
        right += [float(n == antecedent) for n in range(candidates)]
    return Examples(
        values=np.array(rows),
        right=np.array(right),
        pronoun=np.repeat(np.arange(pronouns), candidates),
    )


def loss(examples: Examples, scores: Floats) -> float:
    """The mean negative log probability of the right candidate, pronoun by pronoun."""
    total = 0.0
    for pronoun in range(examples.pronouns):
        of_pronoun = examples.pronoun == pronoun
        own, right = scores[of_pronoun], examples.right[of_pronoun]
        total += np.log(np.exp(own).sum()) - np.log((np.exp(own) * right).sum())
    return float(total / examples.pronouns)


def best_loss(examples: Examples) -> float:
    """The least loss that weights of the eight cells have: Newton's method, to the last digit."""
    cell = examples.values @ np.array([4, 2, 1])
    design = np.eye(len(CELLS))[cell][:, 1:]  # only differences matter: the first cell weighs 0
    weights = np.zeros(len(CELLS) - 1)
    for _ in range(30):
        gradient, hessian = np.zeros_like(weights), np.zeros((len(weights), len(weights)))
        for pronoun in range(examples.pronouns):
            own = design[examples.pronoun == pronoun]
            mass = np.exp(own @ weights)
            share = mass / mass.sum()
            mean = share @ own
            gradient += mean - examples.right[examples.pronoun == pronoun] @ own
            hessian += (own * share[:, None]).T @ own - np.outer(mean, mean)
        weights -= np.linalg.solve(hessian, gradient)
    assert np.abs(gradient).max() < 1e-9
    return loss(examples, design @ weights)


def test_boosting_reaches_the_exact_optimum(whole: None) -> None:
    examples = drawn()
    optimum = best_loss(examples)
    booster = Booster(examples, SIZES)
    booster.run(30)
    early = loss(examples, booster.scores)
    booster.run(300)
    assert early > optimum + 1e-4
    assert optimum <= loss(examples, booster.scores) < optimum + 1e-5


def test_boosting_by_samples_comes_near_the_optimum() -> None:
    examples = drawn()
    booster = Booster(examples, SIZES)
    booster.run(400)
    optimum = best_loss(examples)
    assert optimum < loss(examples, booster.scores) < optimum + 1e-3


def test_the_scores_are_the_sums_of_the_tables(whole: None) -> None:
    examples = drawn(60)
    booster = Booster(examples, SIZES)
    booster.run(50, triples=(ALL,))
    (table,) = booster.tables.values()
    assert booster.scores == pytest.approx([table[tuple(row)] for row in examples.values])


# Steps by hand --------------------------------------------------------------------------------


def by_hand() -> Examples:
    """Twelve pronouns with a right candidate of value 1 and nobody, of value 0."""
    return Examples(
        values=np.array([[1, 0, 0], [0, 0, 0]] * 12),
        right=np.array([1.0, 0.0] * 12),
        pronoun=np.repeat(np.arange(12), 2),
    )


def test_the_first_step_is_the_one_computed_by_hand(whole: None) -> None:
    booster = Booster(by_hand(), SIZES)
    booster.run(1)
    # Each share is ½: the gradients are ∓½ and the second derivatives ¼, twelve times each. The
    # ridge is 2, the rate a tenth: the right ones get 0.1 · 6 / (3 + 2).
    table = booster.tables[ALL]
    assert table[1] == pytest.approx(np.full((2, 2), 0.12))
    assert table[0] == pytest.approx(np.full((2, 2), -0.12))
    assert booster.gains == {(0,): pytest.approx(6**2 / 5 + 6**2 / 5)}


def test_the_second_step_starts_from_the_first(whole: None) -> None:
    booster = Booster(by_hand(), SIZES)
    booster.run(2)
    share = 1 / (1 + exp(-0.24))
    step = 0.1 * 12 * (1 - share) / (12 * share * (1 - share) + 2)
    assert booster.tables[ALL][1] == pytest.approx(np.full((2, 2), 0.12 + step))


def test_a_leaf_has_at_least_twelve_rows(whole: None) -> None:
    few = by_hand()
    few = Examples(few.values[:-2], few.right[:-2], few.pronoun[:-2])
    booster = Booster(few, SIZES)
    booster.run(1)
    assert not booster.gains[()]
    assert not booster.scores.any()


def test_only_the_combinations_given_are_used(whole: None) -> None:
    examples = Examples(
        values=np.array([[0, 0, 0, 1], [0, 0, 0, 0]] * 12),
        right=by_hand().right,
        pronoun=by_hand().pronoun,
    )
    booster = Booster(examples, (2, 2, 2, 2))
    booster.run(1, triples=((0, 1, 2),))
    assert not booster.scores.any()
    booster.run(1, triples=((0, 1, 2), (1, 2, 3)))
    assert list(booster.tables) == [(0, 1, 2), (1, 2, 3)]
    assert booster.scores[:2] == pytest.approx([0.12, -0.12])


def test_a_combination_counts_what_its_parts_gained() -> None:
    gains = {(0, 1, 2): 1.0, (1, 2, 3): 1.5, (0,): 2.0, (3,): 0.25, (4, 5): 9.0}
    assert most_useful(gains, 2) == ((0, 1, 2), (1, 2, 3))
    assert most_useful(gains, 1) == ((0, 1, 2),)
