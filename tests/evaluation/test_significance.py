"""McNemar, the bootstrap and paired exchanges, against values computed by hand."""

from __future__ import annotations

import pytest

from hearer.evaluation.statistics import Difference, McNemar, bootstrap, mcnemar, paired


def test_the_exact_test_is_the_binomial_one() -> None:
    # 2 * (C(10,0) + C(10,1) + C(10,2)) / 2**10 = 2 * 56 / 1024
    assert McNemar(8, 2).exact == pytest.approx(112 / 1024)


def test_no_difference_is_no_evidence() -> None:
    assert McNemar(0, 0) == mcnemar([True, False], [True, False])
    assert McNemar(0, 0).exact == 1
    assert McNemar(5, 5).exact == 1
    assert McNemar(0, 0).chi_square_p == 1


def test_the_chi_square_has_a_continuity_correction() -> None:
    # (|59 - 6| - 1)**2 / 65
    assert McNemar(59, 6).chi_square == pytest.approx(2704 / 65)
    # The 5 % point of chi-square with 1 degree of freedom is 3.841: (|b - c| - 1)**2 = 3.841 n.
    assert McNemar(16, 5).chi_square == pytest.approx(100 / 21)
    assert McNemar(16, 5).chi_square_p == pytest.approx(0.0291, abs=0.0001)


def test_many_pronouns_do_not_overflow() -> None:
    assert 0 <= McNemar(3000, 2000).exact < 1e-40
    assert 0.9 < McNemar(2500, 2500).exact <= 1


def test_systems_are_compared_pronoun_by_pronoun() -> None:
    assert mcnemar([True, True, False, False], [True, False, True, False]) == McNemar(1, 1)
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        mcnemar([True, False], [True])


def test_the_interval_holds_the_share_and_does_not_depend_on_the_day() -> None:
    groups = [[True] * 9 + [False], [True] * 5 + [False] * 5, [False] * 4]
    found = bootstrap(groups)
    assert found == bootstrap(groups)
    assert found.share == 14 / 24
    assert 0 <= found.low <= found.share <= found.high <= 0.9


def test_two_documents_that_are_all_right_and_all_wrong_leave_everything_open() -> None:
    found = bootstrap([[True] * 5, [False] * 5])
    assert (found.low, found.share, found.high) == (0, 0.5, 1)


def test_the_pronouns_of_one_document_are_resampled() -> None:
    found = bootstrap([[True] * 50 + [False] * 50])
    # The normal approximation: 0.5 ± 1.96 * sqrt(0.25 / 100)
    assert found.low == pytest.approx(0.402, abs=0.03)
    assert found.high == pytest.approx(0.598, abs=0.03)


def test_nothing_has_no_share() -> None:
    assert bootstrap([]).share == bootstrap([[]]).high == 0


# By documents, paired ---------------------------------------------------------------------------


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
    assert (found.low, found.points, found.high, found.p) == (-1, 0, 1, 1)


def test_p_is_never_0() -> None:
    """One more in each of 40 documents: 2 of 2**40 ways, so no draw finds one; ours is one, too."""
    found = paired([[True, True]] * 40, [[False, True]] * 40)
    assert found == Difference(points=0.5, low=0.5, high=0.5, p=1 / 10_001)


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
    assert (
        paired([], []).p == paired([[]], [[]]).p == paired([[True], [False]], [[True], [False]]).p
    )
    assert paired([], []).p == 1
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        paired([[True], [True]], [[True]])
