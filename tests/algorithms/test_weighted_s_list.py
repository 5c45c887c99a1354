"""The weighted S-list: the order is learnt, explained by factors that add up, and abstains."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hearer.algorithms.weighted.answers import Weighed, label_of, probabilities
from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.factors import NAMED
from hearer.algorithms.weighted.options import WeightedSListOptions
from hearer.algorithms.weighted.values import GrammaticalRole, PronounClass
from hearer.algorithms.weighted.weighted_s_list import WeightedSList
from hearer.algorithms.weighted.weights import Weights, read, weights
from hearer.hearing import Hearer, listen
from hearer.model import (
    Agreement,
    Constraint,
    Cue,
    Discourse,
    Entity,
    Gender,
    Interpretation,
    Label,
    Number,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.testing import check_algorithm
from tests.algorithms.listed import listed

PARSED = (
    "Brennan/PROPN/nsubj/2/Brennan/Number=Sing drives/VERB/root/0/drive a/DET/det/5/a "
    "red/ADJ/amod/5 car/NOUN/obj/2/car/Number=Sing",
    "She/PRON/nsubj/2/she/Gender=Fem|Number=Sing likes/VERB/root/0/like it/PRON/obj/2/it/Number=Sing",
)
RAIN = (
    "The/DET/det/2/the car/NOUN/nsubj/3/car/Number=Sing stops/VERB/root/0/stop",
    "It/PRON/expl/2/it/Number=Sing rains/VERB/root/0/rain",
)


def heard(*parsed: str, precision: float = 0.0) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    return listen(Discourse(utterances), profile="default", precision=precision)


def resolved(*parsed: str, precision: float = 0.0) -> dict[str, Resolution]:
    return {r.pronoun.text: r for r in heard(*parsed, precision=precision).resolutions}


@pytest.mark.untraced
def test_the_contract_holds() -> None:
    check_algorithm("weighted-s-list")


def test_a_woman_and_a_car_are_told_apart() -> None:
    found = resolved(*PARSED)
    assert (found["she"].entity, found["it"].entity) == ("BRENNAN", "CAR")


def test_the_factors_of_a_candidate_add_up_to_its_score() -> None:
    weighed = [a for r in heard(*PARSED).resolutions for a in r.attempts if a.factors]
    assert weighed
    for attempt in weighed:
        assert attempt.score == pytest.approx(sum(factor.weight for factor in attempt.factors))


def test_every_attempt_has_a_constraint_or_is_the_antecedent() -> None:
    resolutions = heard(*PARSED).resolutions
    assert resolutions
    for resolution in resolutions:
        passed = [a.candidate for a in resolution.attempts if a.succeeded]
        assert passed == ([resolution.antecedent] if resolution.antecedent else [])


def test_the_antecedent_is_the_heaviest_that_passes() -> None:
    for resolution in heard(*PARSED).resolutions:
        scores = [a.score for a in resolution.attempts if a.score is not None]
        best = next(a.score for a in resolution.attempts if a.succeeded)
        assert best == max(scores)


def test_what_fails_the_test_is_not_weighed() -> None:
    attempts = [a for r in heard(*PARSED).resolutions for a in r.attempts]
    rejected = [a for a in attempts if a.violated not in {None, Constraint.WEIGHT}]
    assert rejected
    assert all(attempt.score is None for attempt in rejected)


def test_attempts_are_a_sequence_like_any_other() -> None:
    (she, it), again = heard(*PARSED).resolutions, heard(*PARSED).resolutions
    attempts = list(it.attempts)
    assert len(it.attempts) == len(attempts) > 1
    assert (it.attempts[-1], it.attempts[:1]) == (attempts[-1], tuple(attempts[:1]))
    assert (she, it) == again
    assert hash(it) == hash(again[1])
    assert it.attempts != she.attempts


def test_pleonastic_it_is_labelled_and_introduces_nothing() -> None:
    found = heard(*RAIN)
    (it,) = found.resolutions
    assert (it.antecedent, it.label) == (None, Label.PLEONASTIC)
    assert [element.entity for element in found.steps[-1].state] == ["CAR"]


def values_of(factor: str, speakers: tuple[str, str]) -> set[str]:
    """What a factor says of the candidates of the last pronoun: two lines, two speakers."""
    lines = (
        "The/DET/det/2 car/NOUN/nsubj/3 hit/VERB/root/0 the/DET/det/5 tree/NOUN/obj/3",
        "It/PRON/nsubj/2/it/Number=Sing stood/VERB/root/0 as/SCONJ/mark/5 it/PRON/nsubj/5/it/Number=Sing was/VERB/advcl/2",
    )
    seen: list[Weighed] = []

    class Watched(WeightedSList):
        def choose(self, weighed: Weighed) -> int:
            seen.append(weighed)
            entities = [each.element.entity for each in weighed.here.candidates]
            return entities.index(Entity("TREE"))

    listener = Hearer(profile="default", keep=False)
    listener.algorithm = Watched(listener.analyst.test, WeightedSListOptions(events=False))
    for n, (line, speaker) in enumerate(zip(lines, speakers, strict=True), 1):
        for word in replace(Utterance.of(line, number=n), speaker=speaker).words:
            listener.hear(word)
    here, found = seen[-1].here, NAMED[factor]
    numbers, names = found.numbers(here)[:-1], [value.name for value in found.values]
    said = zip(here.candidates, numbers, strict=True)
    return {f"{each.element.entity}: {names[number - 1]}" for each, number in said}


@pytest.mark.parametrize(
    ("speakers", "said"),
    [
        (("", ""), {"TREE: NOBODY", "CAR: NOBODY"}),
        (("Ann", "Ann"), {"TREE: SAME", "CAR: SAME"}),
        (("Ann", "Bob"), {"TREE: SAME", "CAR: ANOTHER"}),
    ],
)
def test_who_said_it_last_is_a_factor(speakers: tuple[str, str], said: set[str]) -> None:
    assert values_of("speaker", speakers) == said


def test_what_the_latest_such_pronoun_meant_is_a_factor() -> None:
    told = values_of("meant by the latest pronoun like this", ("", ""))
    assert told == {"TREE: YES", "CAR: NO"}


def test_confidences_are_probabilities() -> None:
    for resolution in heard(*PARSED).resolutions:
        assert resolution.confidence is not None
        assert 0 < resolution.confidence <= 1


def test_asking_for_all_precision_resolves_nothing_and_labels_it() -> None:
    found = resolved(*PARSED, precision=1.0)
    assert [r.antecedent for r in found.values()] == [None, None]
    assert all(r.taken_as is not None for r in found.values())


def test_more_precision_never_resolves_more() -> None:
    counts = [
        sum(r.antecedent is not None for r in heard(*PARSED, precision=p).resolutions)
        for p in (0.0, 0.8, 0.9, 0.95, 1.0)
    ]
    assert counts == sorted(counts, reverse=True)


def test_a_prefix_never_depends_on_what_follows() -> None:
    utterances = [Utterance.of(text, number=n) for n, text in enumerate(PARSED, 1)]
    words = [word for utterance in utterances for word in utterance.words]
    whole = [Hearer(profile="default")]
    steps = [whole[0].hear(word) for word in words]
    for n in range(len(words)):
        prefix = Hearer(profile="default")
        assert [prefix.hear(word) for word in words[:n]] == steps[:n]


def test_the_shipped_tables_are_as_large_as_their_factors() -> None:
    tables = weights().tables
    assert len(tables) == 64
    for (first, second, third), rows in tables:
        assert len(rows) == first.size
        assert {len(row) for row in rows} == {second.size}
        assert {len(cells) for row in rows for cells in row} == {third.size}


def test_a_score_is_the_sum_of_one_cell_of_each_table() -> None:
    for resolution in heard(*PARSED).resolutions:
        for attempt in resolution.attempts:
            assert attempt.score in {None, sum(factor.weight for factor in attempt.factors)}


def test_a_factor_says_what_is_weighed_together() -> None:
    table = {"factors": ["pronoun", "role", "parallel role"], "thousandths": [250] * (5 * 10 * 3)}
    stored = {"nobody": {}, "decay": 1, "salience": [], "precisions": [], "tables": [table]}
    tiny = read(json.dumps(stored))
    candidate = listed(role=GrammaticalRole.SUBJECT)
    here = Circumstances(it(), PronounClass.IT, GrammaticalRole.SUBJECT, (candidate,))
    of_candidate, of_nobody = (tuple(tiny.factors(each)) for each in tiny.numbers(here))
    assert [str(factor) for factor in of_candidate] == [
        "+0.25 it, subject, in the role of the pronoun"
    ]
    assert [str(factor) for factor in of_nobody] == ["+0.25 it"]


def test_without_weights_nobody_and_everybody_are_alike() -> None:
    candidates = (listed(), listed("TREE"))
    here = Circumstances(it(), PronounClass.IT, GrammaticalRole.SUBJECT, candidates)
    assert Weights().scores(Weights().numbers(here)) == [0, 0, 0]
    assert probabilities([0.0, 0.0]) == [0.5, 0.5]


def it(*cues: Cue) -> ReferringExpression:
    neuter = Agreement(frozenset({Number.SINGULAR}), frozenset({Gender.NEUTER}))
    return ReferringExpression("it", 1, 1, is_pronoun=True, agreement=neuter, cues=frozenset(cues))


@pytest.mark.parametrize(
    ("cues", "shares", "label"),
    [
        ((), (0.6, 0.4), Label.AMBIGUOUS),  # somebody is likelier than nobody
        ((), (0.3, 0.3, 0.4), Label.AMBIGUOUS),
        ((), (0.1, 0.9), Label.NO_ANTECEDENT),
        ((Cue.PLEONASTIC,), (0.6, 0.4), Label.PLEONASTIC),
        ((Cue.INTENSIFIER,), (0.1, 0.9), Label.PLEONASTIC),
        ((Cue.EVENT,), (0.1, 0.9), Label.EVENT),
        ((Cue.AHEAD,), (0.1, 0.9), Label.CATAPHORIC),
        ((Cue.SUBORDINATE,), (0.1, 0.9), Label.NO_ANTECEDENT),
    ],
)
def test_what_is_not_resolved_is_labelled(
    cues: tuple[Cue, ...], shares: tuple[float, ...], label: Label
) -> None:
    assert label_of(it(*cues), shares) is label
