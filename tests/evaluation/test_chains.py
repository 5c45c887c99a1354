"""Whole chains: the test cases of the reference scorers, and scorch where it is installed.

The cases TC-A to TC-N are those of the CoNLL reference scorers; what they expect, LEA included, is
listed in tests/TestCases.README of ns-moosavi/coval, on which the official CorefUD scorer rests.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hearer.evaluation.chains import added, best_total, conll, score_chains
from hearer.evaluation.statistics import PrecisionRecall

A, M, N = "a bc def", "abcdef", "a b c d e f"
B3_PAPER = "12345 67 89ABC"
# Of each case the key, the response, and recall and precision by measure.
CASES: dict[str, tuple[str, str, dict[str, tuple[float, float]]]] = {
    "A1": (A, "a bc def", {"MUC": (1, 1), "B3": (1, 1), "CEAFm": (1, 1), "CEAFe": (1, 1), "LEA": (1,
        1)}),
    "A2": (A, "a de", {"MUC": (1 / 3, 1), "B3": (7 / 18, 1), "CEAFm": (3 / 6, 1), "CEAFe": (0.6,
        0.9), "LEA": (2 / 6, 1)}),
    "A3": (A, "a bcx defy z", {"MUC": (1, 3 / 5), "B3": (1, 55 / 108), "CEAFm": (1, 6 / 9), "LEA":
        (1, 4 / 9)}),
    "A4": (A, "a bcx dy z", {"MUC": (1 / 3, 1 / 3), "B3": (5 / 9, 17 / 42), "CEAFm": (4 / 6, 4 / 7),
        "CEAFe": (2.2 / 3, 2.2 / 4), "LEA": (3 / 6, 2 / 7)}),
    "A5": (A, "a bcxB dy z", {"MUC": (1 / 3, 1 / 4), "B3": (5 / 9, 5 / 16), "CEAFm": (4 / 6, 4 / 8),
        "LEA": (0.5, (1 + 4 / 6) / 8)}),
    "A6": (A, "a bcx dy Bz", {"MUC": (1 / 3, 1 / 4), "B3": (5 / 9, 17 / 48), "CEAFe": (2.2 / 3, 2.2
        / 4), "LEA": (0.5, 2 / 8)}),
    "A10": (A, N, {"MUC": (0, 0), "B3": (3 / 6, 1), "LEA": (1 / 6, 1 / 6)}),
    "A11": (A, M, {"MUC": (1, 3 / 5), "B3": (1, 7 / 18), "LEA": (5 / 6, 4 / 15)}),
    "A12": (A, "a x y c d e z", {"MUC": (0, 0), "B3": (13 / 36, 4 / 7), "LEA": (1 / 6, 1 / 7)}),
    "A13": (A, "axycdez", {"MUC": (1 / 3, 1 / 6), "B3": (17 / 36, 6 / 49), "LEA": (1 / 6, 1 / 21)}),
    "B1": ("ab cde", "bcx de", {"LEA": (1 / 5, 2 / 5)}),
    "C1": ("ab cde fg", "bcx de fg", {"LEA": (3 / 7, 4 / 7)}),
    "D1": (B3_PAPER, "12345 6789ABC", {"MUC": (1, 9 / 10), "B3": (1, 16 / 21), "LEA": (1, (5 + 77 /
        21) / 12)}),
    "E1": (B3_PAPER, "1234589ABC 67", {"MUC": (1, 9 / 10), "B3": (1, 7 / 12), "LEA": (1, (200 / 45 +
        2) / 12)}),
    "F1": ("ABCD", "AB CD", {"MUC": (2 / 3, 1), "LEA": (2 / 6, 1)}),
    "G1": ("AB CD", "ABCD", {"MUC": (1, 2 / 3), "LEA": (1, 2 / 6)}),
    "J1": ("ABC", "AC", {"MUC": (1 / 2, 1), "LEA": (1 / 3, 1)}),
    "K1": ("BCDEGHJ", "ABC DEF GHI", {"MUC": (3 / 6, 3 / 6), "LEA": (3 / 21, 3 / 9)}),
    "L1": ("ABC DEFG", "AB CD FGH", {"MUC": (2 / 5, 2 / 4), "LEA": ((1 + 4 / 6) / 7, 3 / 7)}),
    "M2": (M, N, {"MUC": (0, 0), "LEA": (0, 0)}),
    "M3": (M, "ab cde f", {"LEA": (4 / 15, 5 / 6)}),
    "M4": (M, "abcxyz", {"LEA": (3 / 15, 3 / 15)}),
    "M6": (M, "ab cxy z", {"LEA": (1 / 15, 2 / 6)}),
    "N1": (N, N, {"MUC": (0, 0), "B3": (1, 1), "CEAFe": (1, 1), "LEA": (1, 1)}),
    "N3": (N, "ab cde f", {"LEA": (1 / 6, 1 / 6)}),
    "N4": (N, "a b c x y z", {"LEA": (3 / 6, 3 / 6)}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_cases_of_the_reference_scorers_come_out(name: str) -> None:
    key, response, expected = CASES[name]
    found = score_chains(key.split(), response.split(), singletons=True)
    for measure, (recall, precision) in expected.items():
        assert found[measure].recall == pytest.approx(recall), measure
        assert found[measure].precision == pytest.approx(precision), measure


def test_chains_of_one_mention_are_left_out() -> None:
    found = score_chains(["a", "bc"], ["a", "bc", "d"])
    assert found["CEAFe"] == PrecisionRecall(1, 1, 1, 1)


def test_documents_add_up_before_they_are_divided() -> None:
    first, second = score_chains(["ab"], ["ab"]), score_chains(["ab", "cd"], ["ab"])
    assert added([first, second])["MUC"] == PrecisionRecall(2, 2, 2, 3)
    assert conll(added([first])) == 1


Weights = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from([0.5, 1.0, 2.0, 3.0])
)


@given(Weights)
def test_the_best_pairing_is_the_best_of_all_pairings(
    weights: dict[tuple[int, int], float],
) -> None:
    def best(pairs: list[tuple[int, int]]) -> float:
        if not pairs:
            return 0.0
        (left, right), *rest = pairs
        free = [(a, b) for a, b in rest if a != left and b != right]
        return max(best(rest), weights[left, right] + best(free))

    assert best_total(weights) == pytest.approx(best(list(weights)))


Partition = st.dictionaries(st.integers(0, 12), st.integers(0, 4), min_size=2)


@settings(deadline=None)  # importing scipy takes its time
@given(Partition, Partition)
def test_scorch_says_the_same(key: dict[int, int], response: dict[int, int]) -> None:
    scorch = pytest.importorskip("scorch.scores")
    gold, system = _clusters(key), _clusters(response)
    found = score_chains(gold, system, singletons=True)
    if not found["CEAFe"].f1:
        return  # scorch divides by zero there
    judges = {"MUC": "muc", "B3": "b_cubed", "CEAFm": "ceaf_m", "CEAFe": "ceaf_e"}
    for measure, judge in judges.items():
        if measure == "MUC" and not (found["MUC"].system and found["MUC"].gold):
            continue
        recall, precision, _ = getattr(scorch, judge)(gold, system)
        assert found[measure].recall == pytest.approx(recall), measure
        assert found[measure].precision == pytest.approx(precision), measure


def _clusters(entity_of: dict[int, int]) -> list[set[int]]:
    return [
        {m for m, e in entity_of.items() if e == entity}
        for entity in sorted(set(entity_of.values()))
    ]
