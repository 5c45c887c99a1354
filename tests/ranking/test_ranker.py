"""The ranker: features of candidates, scores as sums of cells, shares, confidences."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from math import exp, inf, isnan, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearer.model import (
    Agreement,
    Cue,
    Element,
    Entity,
    EntityKind,
    Gender,
    Kind,
    Number,
    ReferringExpression,
)
from hearer.model.meaning import NO_MEANING, SIZE, WIDTH, mean, nobody
from hearer.ranking.entity_list import (
    ExpressionForm,
    GrammaticalRole,
    ListedEntity,
    MadeOf,
    PronounClass,
    class_of,
)
from hearer.ranking.features import FEATURES, NAMED, WHICH, Situation, odds_of, values, which
from hearer.ranking.ranker import (
    LEAST,
    MOST,
    MOST_MADE,
    NOBODY_LEFT,
    Calibration,
    Ranker,
    decision_kind,
    shares_of,
    shipped,
)
from tests.algorithms.ear import meaning
from tests.conftest import ROOT
from tests.ranking.listed import CAR, fit, listed

IT = ReferringExpression(
    "it", 3, 1, is_pronoun=True, kind=Kind.PRONOUN, meaning=meaning("it"),
    agreement=Agreement(frozenset({Number.SINGULAR}), frozenset({Gender.NEUTER})),
)  # fmt: skip


def at(name: str, utterance: int, position: float, **known: object) -> ListedEntity:
    said = replace(CAR, utterance=utterance, position=position, head=int(position))
    return listed(name, said, **known)


def situation(*candidates: ListedEntity, **known: object) -> Situation:
    it = class_of(IT.agreement)
    here = Situation(IT, it, which(IT), GrammaticalRole.SUBJECT, candidates=candidates)
    return here._replace(**known)


def found(feature: str, here: Situation) -> list[int]:
    """Return the values of one feature for all candidates and nobody."""
    return [int(each) for each in values(here, [NAMED[feature]])[0]]


# Features ---------------------------------------------------------------------------------------


def test_names_are_unique_and_every_value_has_words() -> None:
    assert not [name for name, n in Counter(f.name for f in FEATURES).items() if n > 1]
    assert all(feature.of_pronoun or feature.of_candidates for feature in FEATURES)
    assert all(feature.words for feature in FEATURES)
    page = (ROOT / "docs" / "algorithms" / "weighted-s-list.md").read_text(encoding="utf-8")
    table = page.split("| feature | group | values |\n")[1].split("\n\n")[0].splitlines()[1:]
    rows = [tuple(row.split(" | ")[:2]) for row in table]
    assert rows == [(f"| {feature.name}", feature.about) for feature in FEATURES]


NEAR_AND_FAR = (at("NEAR", 3, 1), at("FAR", 1, 2, word=1, mentions=9))
CASES = {
    "sentences back": [1, 3, 0],
    "mentions": [1, 6, 0],
    "pronoun": [2, 2, 2],
    "before": [3, 3, 3],
    "words back": [6, 9, 0],
}


@pytest.mark.parametrize(("feature", "expected"), CASES.items())
def test_values_of_candidates_and_of_nobody(feature: str, expected: list[int]) -> None:
    here = situation(NEAR_AND_FAR[0]._replace(word=22), NEAR_AND_FAR[1], word=30, before=2)
    assert found(feature, here) == expected


def test_who_was_called_so_last() -> None:
    it, she = PronounClass.IT, PronounClass.SHE
    known = [listed("A"), listed("B", called=she), listed("C", called=it), listed("D", called=it)]
    assert found("called", situation(*known, called_last=Entity("D"))) == [1, 2, 3, 4, 0]


def test_a_parallel_role_with_the_same_governor_counts_more() -> None:
    roles = [
        listed("A", replace(CAR, governor="see"), role=GrammaticalRole.SUBJECT),
        listed("B", replace(CAR, governor="hear"), role=GrammaticalRole.SUBJECT),
        listed("C", replace(CAR, governor="see"), role=GrammaticalRole.OBJECT),
    ]
    here = situation(*roles, pronoun=replace(IT, governor="see"))
    assert found("parallel role", here) == [3, 2, 1, 0]


def test_a_clause_is_told_by_where_it_stands() -> None:
    def clause(utterance: int, position: int) -> ReferringExpression:
        entity = Entity(f"C {utterance}.{position}", EntityKind.CLAUSE)
        return ReferringExpression("c", utterance, position, kind=Kind.CLAUSE, entity=entity)

    here, main, last, before = clause(3, 1), clause(2, 3), clause(2, 9), clause(1, 2)
    clauses = []
    for each in (here, main, last, before):
        one = listed("X", each)
        clauses.append(one._replace(element=Element.of(each), latest=each))
    now = situation(*clauses, pronoun=replace(IT, clauses=(here, main, last, before)))
    words = NAMED["made of"].words
    assert [words[n - 1] for n in found("made of", now)[:-1]] == [
        "the nearest clause of this sentence",
        "the main clause of the sentence before",
        "the last clause of the sentence before",
        "a clause farther back",
    ]


def test_demonstratives_are_pronouns_of_their_own() -> None:
    these = replace(IT, text="these", kind=Kind.DEMONSTRATIVE, agreement=Agreement())
    both = replace(IT, text="both", kind=Kind.QUANTIFIED)
    found = [WHICH[which(one) - 1] for one in (IT, these, both)]
    assert found == ["it", "these or those", "both, each or the two"]


def test_cues_of_the_pronoun() -> None:
    cues = frozenset({Cue.TOLD_RARELY, Cue.ACTION})
    here = situation(pronoun=replace(IT, cues=cues, nothing=50))
    assert NAMED["takes a clause"].words[found("takes a clause", here)[0] - 1] == "what is done"
    assert found("pleonastic", here) == [5]
    assert found("pleonastic", situation()) == [0]


# The encoder's score ----------------------------------------------------------------------------


def test_odds_are_those_of_the_encoder_s_scores() -> None:
    car, bus = (replace(CAR, meaning=meaning(name)[:WIDTH]) for name in ("car", "bus"))
    known = [listed("CAR", car), listed("BUS", bus, named=meaning("coach")[:WIDTH])]
    scores = [
        fit(IT.meaning, car.meaning, car.meaning),
        fit(IT.meaning, bus.meaning, meaning("coach")[:WIDTH]),
        nobody(IT.meaning),
    ]
    shares = shares_of(scores)
    assert odds_of(IT, known) == pytest.approx([log(s / (1 - s)) for s in shares], rel=1e-6)


@given(*[st.binary(min_size=SIZE, max_size=SIZE)] * 3)
def test_odds_are_what_is_asked_times_what_is_offered(
    asking: bytes, car: bytes, bus: bytes
) -> None:
    """What a candidate asks for itself does not count."""
    bus, asked = bus[:WIDTH], replace(IT, meaning=asking)
    known = [listed("CAR", replace(CAR, meaning=car)), listed("BUS", named=bus)]
    shares = shares_of([fit(asking, car, car), fit(asking, b"", bus), nobody(asking)])
    for odds, share in zip(odds_of(asked, known), shares, strict=True):
        expected = inf if share == 1 else log(share / (1 - share))
        assert odds == pytest.approx(expected, rel=1e-3)  # near 1, a share has few digits


def test_what_has_no_meaning_has_no_odds() -> None:
    known = [listed("CAR", replace(CAR, meaning=meaning("car")[:WIDTH])), listed("BUS")]
    assert [isnan(each) for each in odds_of(IT, known)] == [False, True, False]
    assert all(map(isnan, odds_of(replace(IT, meaning=NO_MEANING), known)))
    assert all(map(isnan, odds_of(None, known)))
    assert found("fit", situation(*known, odds=odds_of(None, known))) == [0, 0, 0]


def test_a_better_fit_has_a_higher_value_and_nobody_values_of_its_own() -> None:
    here = situation(listed("A"), listed("B"), listed("C"), odds=[-inf, 0.2, 9.0, -0.5])
    low, middle, high, of_nobody = found("fit", here)
    assert low == 1 < middle < high < of_nobody


def test_a_set_offers_the_mean_of_its_members() -> None:
    assert mean([bytes([2, 250] * 32), bytes([4, 252] * 32)]) == bytes([3, 251] * 32)
    assert mean([bytes(WIDTH), NO_MEANING]) == NO_MEANING


# Scores and reasons -----------------------------------------------------------------------------


def ranker(**more: object) -> Ranker:
    """Return a ranker with one table over two features and one over one."""
    times, pronoun, role = (NAMED[name] for name in ("mentions", "pronoun", "role"))
    pairs = [[100 * a + b for b in range(pronoun.size)] for a in range(times.size)]
    stored = {
        "tables": [
            {"features": ["mentions", "pronoun"], "thousandths": pairs},
            {"features": ["role"], "thousandths": [[-10 * n] for n in range(role.size)]},
        ],
        "nobody": {"it": -500}, "calibrations": {}, "precisions": {}, "salience": [], "decay": 1000,
        **more,
    }  # fmt: skip
    return Ranker(json.dumps(stored))


def test_a_score_is_the_sum_of_one_cell_of_each_table() -> None:
    here, learnt = (
        situation(listed("A", role=GrammaticalRole.OBJECT), listed("B", mentions=2)),
        ranker(),
    )
    numbers = values(here, learnt.features)
    scores = learnt.scores(numbers)
    of_b = here.candidates[1].role
    assert scores == pytest.approx([0.102 - 0.02, 0.202 - of_b / 100, 0.002 - 0.5])
    for n, score in enumerate(scores):
        assert sum(factor.weight for factor in learnt.reasons(numbers, n)) == pytest.approx(score)
    first, second = learnt.reasons(numbers, 0)
    assert [value.words for value in first.values] == ["mentioned once", "it"]
    assert [(value.words, value.tells_candidates_apart) for value in second.values] == [
        ("object", True)
    ]


def test_a_table_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="mentions and pronoun"):
        ranker(tables=[{"features": ["mentions", "pronoun"], "thousandths": [[1, 2]]}])


def test_shipped_tables_are_few_and_small() -> None:
    tables = shipped().tables
    assert 0 < sum(len(table.cells) * len(table.cells[0]) for table in tables) <= 6_000
    assert all(len(table.features) <= 2 for table in tables)
    assert "fit" in {feature.name for table in tables for feature in table.features}


def test_shares_add_up_to_one_however_large_the_scores() -> None:
    shares = shares_of([1000.0, 999.0, -1000.0])
    assert sum(shares) == pytest.approx(1)
    assert shares[0] / shares[1] == pytest.approx(exp(1))


def test_later_expressions_are_more_salient() -> None:
    learnt = ranker(salience=[[n] * len(GrammaticalRole) for n in range(len(ExpressionForm))])
    assert learnt.salience(replace(CAR, utterance=2)) - learnt.salience(CAR) == pytest.approx(1)
    assert learnt.salience(CAR) == pytest.approx(1 + (ExpressionForm.BARE - 1) / 1000)


# Confidence -------------------------------------------------------------------------------------


def test_a_confidence_is_a_calibrated_share() -> None:
    here = situation(listed("A"))
    learnt = ranker(calibrations={"it": [1000, 500, 0]})
    assert learnt.confidence(here, [0.9, 0.1], 0) == Calibration(1.0, 0.5).confidence(0.9)
    assert learnt.confidence(here, [0.9, 0.1], 1) == 0.1
    assert (Calibration().confidence(1.0), Calibration().confidence(0.0)) == (MOST, LEAST)
    assert Calibration(judged=1.0).confidence(0.5, 0.8) == 0.8


def test_without_candidates_nobody_is_likely_but_not_sure() -> None:
    assert ranker().confidence(situation(), [1.0], 0) == NOBODY_LEFT
    pleonastic = situation(pronoun=replace(IT, nothing=90))
    assert ranker().confidence(pleonastic, [1.0], 0) == 0.9


def test_decisions_are_calibrated_by_kind() -> None:
    made = listed("S", replace(CAR, kind=Kind.SET), made_of=MadeOf.SUBJECTS)
    here = situation(listed("A"), made)
    assert [decision_kind(here, n) for n in range(3)] == ["it", "it", "it: nobody"]
    sure = [ranker().confidence(here, [0.95, 0.95, 0.95], n) for n in range(3)]
    assert sure == [0.95, MOST_MADE, 0.95]
