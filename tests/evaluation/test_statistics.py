"""Tests and intervals, against values computed by hand."""

from __future__ import annotations

import pytest

from hearer.evaluation.statistics import (
    Difference,
    Interval,
    McNemar,
    bootstrap,
    mcnemar,
    paired,
    sign_test,
    trend_test,
    wilson,
)
from hearer.report.table import written_p


def test_the_sign_test_is_the_exact_binomial_test() -> None:
    # 2 * (C(10,0) + C(10,1) + C(10,2)) / 2**10 = 2 * 56 / 1024
    assert sign_test(8, 2) == sign_test(2, 8) == McNemar(8, 2).exact == 112 / 1024
    assert sign_test(9, 1) == 2 * (1 + 10) / 2**10
    assert sign_test(0, 3) == 2 / 2**3
    assert sign_test(4, 4) == sign_test(0, 0) == 1.0
    assert 0 < sign_test(700, 300) < 1e-30  # and no number is too large
    assert 0.9 < sign_test(2501, 2500) <= 1
    assert sign_test(60_000, 30_000) >= 0.0


def test_mcnemar_compares_pronoun_by_pronoun() -> None:
    assert mcnemar([True, True, False, False], [True, False, True, False]) == McNemar(1, 1)
    assert mcnemar([True, True, False], [False, False, False]) == McNemar(2, 0)
    assert McNemar(0, 0).exact == McNemar(0, 0).chi_square_p == 1
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        mcnemar([True, False], [True])


def test_the_chi_square_has_a_continuity_correction() -> None:
    # (|59 - 6| - 1)**2 / 65
    assert McNemar(59, 6).chi_square == pytest.approx(2704 / 65)
    # The 5 % point of chi-square with 1 degree of freedom is 3.841: (|b - c| - 1)**2 = 3.841 n.
    assert McNemar(16, 5).chi_square == pytest.approx(100 / 21)
    assert McNemar(16, 5).chi_square_p == pytest.approx(0.0291, abs=0.0001)
    assert McNemar(3, 3).chi_square == 0


def test_the_trend_test_wants_more_of_what_is_preferred() -> None:
    # One document, 4 > 3 > 2 > 1: L is 5 above its mean, its variance 5 * 5 / 3, z = sqrt(3).
    assert trend_test([[4, 3, 2, 1]]) == pytest.approx(0.0416, abs=1e-4)
    assert trend_test([[1, 2, 3, 4]]) == pytest.approx(1 - 0.0416, abs=1e-4)
    assert trend_test([[2, 2, 2, 2]]) == 1.0
    # 3 3 1: the ranks 2.5, 2.5, 1 lie 1.5 above their mean (weights 3 2 1), the variance is 1.5.
    assert trend_test([[3, 3, 1]]) == pytest.approx(0.1103, abs=1e-4)


def test_the_interval_resamples_documents_with_a_fixed_seed() -> None:
    groups = [[True] * 9 + [False], [True] * 5 + [False] * 5, [False] * 4]
    found = bootstrap(groups)
    assert found == bootstrap(groups)
    assert found.share == 14 / 24
    assert 0 <= found.low <= found.share <= found.high <= 0.9
    assert bootstrap([[True] * 5, [False] * 5]) == Interval(0.5, 0, 1)
    assert bootstrap([]) == bootstrap([[]]) == Interval(0, 0, 0)


def test_the_pronouns_of_one_document_are_resampled() -> None:
    found = bootstrap([[True] * 50 + [False] * 50])
    # The normal approximation: 0.5 ± 1.96 * sqrt(0.25 / 100)
    assert found.low == pytest.approx(0.402, abs=0.03)
    assert found.high == pytest.approx(0.598, abs=0.03)


def test_wilsons_interval_is_wide_for_few() -> None:
    """Of n of n it begins at n / (n + z²): 2 / 5.84; of none it ends at z² / (n + z²)."""
    assert (wilson(2, 2).share, wilson(2, 2).high) == (1, 1)
    assert wilson(2, 2).low == pytest.approx(0.3424, abs=1e-4)
    assert wilson(0, 2).high == pytest.approx(0.6576, abs=1e-4)
    assert wilson(0, 0) == Interval(0.0, 0.0, 0.0)


def test_few_documents_are_exchanged_in_all_ways() -> None:
    """+3, +1, +1 more: of the eight ways to give signs, +++ and --- are 5 from 0; p is 2/8."""
    first = [[True] * 3, [True, True], [True, False]]
    second = [[False] * 3, [False, True], [False, False]]
    found = paired(first, second)
    assert found.p == 2 / 8
    assert found.points == pytest.approx(5 / 7)
    assert 0.5 <= found.low <= found.points <= found.high <= 1


def test_documents_that_differ_either_way_are_no_evidence() -> None:
    """Thirty pronouns more here and thirty more there: McNemar sees 60, documents see two."""
    found = paired([[True] * 30, [False] * 30], [[False] * 30, [True] * 30])
    assert found == Difference(points=0, low=-1, high=1, p=1)


def test_p_is_never_0() -> None:
    """One more in each of 40 documents: 2 of 2**40 ways, so no draw finds one; ours is one, too."""
    found = paired([[True, True]] * 40, [[False, True]] * 40)
    assert found == Difference(points=0.5, low=0.5, high=0.5, p=1 / 10_001)
    assert written_p(0.0) == written_p(0.00004) == "<0.0001"
    assert [written_p(p) for p in (0.0001, 0.00099, 0.001, 0.0496, 0.05, 0.9994, 0.9996)] == [
        "0.0001", "0.0010", "0.001", "0.050", "0.050", "0.999", "1",
    ]  # fmt: skip


def test_chance_comes_near_the_exact_p() -> None:
    """15 up, 5 down, of 20 documents: two-sided binomial, as in McNemar's exact test."""
    found = paired([[True]] * 15 + [[False]] * 5, [[False]] * 15 + [[True]] * 5)
    assert found.p == pytest.approx(McNemar(15, 5).exact, abs=0.01)


def test_shares_may_be_of_different_numbers() -> None:
    """1 of 1 and 2 of 2 against 1 of 2 and 1 of 2; exchanged in one document: ±1/3, in both −1/2.

    With the first exchanged: (1 + 2)/(2 + 2) - (1 + 1)/(1 + 2) = 3/4 - 2/3; with the second:
    (1 + 1)/(1 + 2) - (1 + 2)/(2 + 2). So two of four are as far from 0 as 1/2.
    """
    found = paired([[True], [True, True]], [[True, False], [True, False]])
    assert (found.points, found.p) == (0.5, 2 / 4)


def test_one_document_is_taken_by_its_pronouns_and_none_says_nothing() -> None:
    assert paired([[True] * 4], [[False] * 3 + [True]]).p == 2 / 8
    same = [[True], [False]]
    assert paired([], []).p == paired([[]], [[]]).p == paired(same, same).p == 1
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        paired([[True], [True]], [[True]])
