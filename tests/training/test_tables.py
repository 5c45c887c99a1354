"""The tables of the ranker: fitted by the loss they state, kept if the data speak for them."""

from __future__ import annotations

import numpy as np
import pytest

from training.tables import NONE, Examples, Tables, fit, learnt, minimized, purified

SIZES = (3, 3, 2)  # two features of candidates, and one of the pronoun
PRONOUN = frozenset({2})


def rows(count: int = 60) -> Examples:
    """Return two candidates and nobody each: right is 1 in the first feature, the rest is noise."""
    noise = np.random.default_rng(1998)
    values, right = [], []
    for n in range(count):
        first = n % 2
        for m in range(2):
            values.append([1 if m == first else 2, int(noise.integers(1, 3)), 1])
            right.append(m == first)
        values.append([0, int(noise.integers(1, 3)), 1])
        right.append(False)
    pronoun = np.repeat(np.arange(count), 3)
    return Examples(np.array(values), np.array(right), pronoun, np.ones(count))


def test_the_gradient_is_that_of_the_loss() -> None:
    examples, step = rows(4), 1e-6
    scores = np.linspace(-1, 1, len(examples.right))
    slope, _, loss = examples.slopes(scores)
    for n in range(len(scores)):
        moved = scores.copy()
        moved[n] += step
        assert (examples.slopes(moved)[2] - loss) / step == pytest.approx(slope[n], abs=1e-4)


def test_a_minimum_is_found() -> None:
    found = minimized(
        lambda x: (float(((x - 3) ** 2 * [1, 10]).sum()), 2 * (x - 3) * [1, 10]), np.zeros(2), 50
    )
    assert found == pytest.approx([3, 3], abs=1e-3)


def test_what_decides_gets_the_weight() -> None:
    tables = Tables([(0, NONE), (1, NONE)], SIZES)
    weak, strong = (
        fit(rows(), tables, np.full(6, ridge), np.zeros(6), 100) for ridge in (1.0, 10.0)
    )
    of_first, of_second = weak[:3], weak[3:]
    assert of_first[1] - of_first[2] > 2
    assert abs(of_second[1] - of_second[2]) < 0.5
    assert np.abs(strong).max() < np.abs(weak).max()


def test_where_no_candidate_is_right_nobody_is() -> None:
    examples = rows(2)
    none = Examples(examples.values, np.zeros(6, bool), examples.pronoun, examples.weight)
    assert none.target.tolist() == [0, 0, 1, 0, 0, 1]


def test_only_tables_with_what_decides_are_kept() -> None:
    tables, found = learnt(rows(400), SIZES, PRONOUN, frozenset())
    assert (0, NONE) in tables.pairs
    assert (1, NONE) not in tables.pairs
    assert len(found) == tables.starts[-1]
    more, _ = learnt(rows(400), SIZES, PRONOUN, frozenset({(1, NONE)}))
    assert (1, NONE) in more.pairs


def test_purified_tables_have_the_same_scores_and_single_features_apart() -> None:
    examples, tables = rows(50), Tables([(0, 1), (0, 2)], SIZES)
    found = np.random.default_rng(4).normal(size=int(tables.starts[-1]))
    pure, cells_ = purified(examples, tables, found, PRONOUN)
    before = found[tables.places(examples.values)].sum(axis=1)
    after = cells_[pure.places(examples.values)].sum(axis=1)
    assert after == pytest.approx(before)
    assert set(pure.pairs) == {(0, 1), (0, 2), (0, NONE), (1, NONE)}
    of_pair = cells_[: SIZES[0] * SIZES[1]].reshape(SIZES[0], SIZES[1])
    at = examples.values[examples.values[:, 0] > 0]
    left = of_pair[at[:, 0], at[:, 1]]
    for value in (1, 2):
        assert left[at[:, 0] == value].mean() == pytest.approx(0, abs=1e-2)
