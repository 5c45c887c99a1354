"""Explanations under the default profile: list, order, constraints, factors, confidence."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import pytest

import hearer
from hearer.hearing import listen
from hearer.model import (
    Attempt,
    Constraint,
    Factor,
    Interpretation,
    Label,
)
from hearer.ranking.features import FEATURES, FITS
from hearer.views.why import chances, grouped, in_favour
from tests.analysis.parsed import BRENNAN, SHE_WINS, discourse
from tests.conftest import EXAMPLES

IT_RAINS = "It/PRON/nsubj/2/it rains/VERB/root/0/rain"
NUMBER = re.compile("[+−][0-9]+[.][0-9]{2}")


@pytest.fixture(scope="module", params=["table3", "table4", "table5"])
def found(request: pytest.FixtureRequest) -> Interpretation:
    return hearer.resolve(hearer.read(EXAMPLES / f"{request.param}.conllu")[0])


def weighed(found: Interpretation) -> list[Attempt]:
    attempts = [a for r in found.resolutions for a in r.attempts if a.score is not None]
    assert attempts
    return attempts


def printed(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in NUMBER.findall(text)]


def test_the_groups_and_the_numbers_of_a_sentence_add_up_to_the_weight(
    found: Interpretation,
) -> None:
    for attempt in weighed(found):
        groups = grouped(attempt.factors)
        assert len(groups) > 3
        assert sum(group.weight for group in groups) == pytest.approx(attempt.score)
        told = in_favour("X", attempt.factors)
        assert sum(printed(told)) == pytest.approx(attempt.score, abs=0.04)  # each is rounded
    for resolution in found.resolutions:
        for parts in (resolution.nobody, grouped(resolution.nobody)):
            assert sum(one.weight for one in parts) == pytest.approx(resolution.nobody_score)
        none = found.why(resolution).no_antecedent
        assert sum(one.weight for one in none.factors) == pytest.approx(none.weight, abs=0.01)


def test_every_value_of_every_factor_has_words_of_its_own() -> None:
    for feature in FEATURES:
        assert all(feature.words)
        assert len(set(feature.words)) == len(feature.words), feature.name
    (group,) = grouped([Factor((), 0.25), Factor((), 0.5)])  # what no factor is about
    assert (group.factor, group.weight) == ("in general", 0.75)


NEAR = (
    "Anna met Ruth. She smiled.",
    "Iris lent Vera a coat. Rain fell. The bus was late. A boy sang to Joan. She was cold.",
    "The lorry passed the tram near the depot by the old mill. It stopped.",
    "Bernard lectured on Kant. Cyril took notes. Then Alfred asked a question. He was nervous.",
)


@pytest.mark.parametrize("text", NEAR)
def test_the_nearer_of_two_is_told_no_less_nearness(text: str) -> None:
    attempts = sorted(weighed(hearer.resolve(text)), key=lambda one: one.candidate.expression.order)
    told = [{x.factor.split(" (")[0]: x.weight for x in grouped(one.factors)} for one in attempts]
    nearness = [each["nearness"] for each in told]
    assert len(nearness) > 1
    assert nearness == sorted(nearness)


def test_no_words_about_the_context_compare_where_shares_do_not() -> None:
    compared = [least for words, least in FITS.items() if re.search("others|best", words)]
    assert compared
    assert all(odds > 0 for least in compared for odds in least)  # a share above one half


def test_members_are_not_told_to_be_less_likely_than_their_set() -> None:
    told = hearer.resolve("Ola met Kai. They danced.").why("they").sentence
    assert told.endswith("is Ola and Kai (probability 0.82): each alone is less likely.")
    told = hearer.resolve("The cups broke. Ola met Kai. They danced.").why("they").sentence
    assert told.endswith("): the cups are less likely.")


def test_one_sentence_answers_and_the_weights_come_after_it() -> None:
    found = hearer.resolve(hearer.read(EXAMPLES / "table3.conllu")[0])
    told = found.why("her")
    answer, weights, factors, others = (re.sub(r"\d[.]\d\d", "#", one) for one in told.sentences)
    expected = (
        "“her” at 25:3 is Brennan (probability #): Friedman is ruled out, Friedman is the subject "
        "of the same verb (“races”); Alfa Romeo is less likely."
    )
    assert answer == re.sub(r"\d[.]\d\d", "#", told.sentence) == expected
    assert weights.startswith("Weights: Brennan +#, Alfa Romeo −#, no antecedent ")
    assert factors.startswith("For Brennan: ")
    assert "nearness (" in factors
    assert "a thing for a person" in others


def test_a_pleonastic_pronoun_is_explained_as_one() -> None:
    found = listen(discourse(BRENNAN, IT_RAINS), profile="default")
    (rain,) = found.resolutions
    told = str(found.why("it"))

    assert rain.label is Label.PLEONASTIC
    assert told.startswith("“it” at 1:30 is pleonastic and means nothing (probability 0.")
    assert rain.because == "the clause is about the weather"
    assert told.endswith(f": {rain.because}.")


def test_what_is_withheld_is_said_to_be_the_likeliest() -> None:
    found = hearer.resolve("Anna met Tom. She thanked him.", precision=1)
    told = str(found.why("She"))

    assert told.startswith("“she” at 1:15 is ambiguous: perhaps Anna, but not sure (probab")
    assert "is the likeliest, but not sure enough" in str(found.why_not("She", "Anna"))


def test_nothing_on_the_list_is_said() -> None:
    found = listen(discourse(SHE_WINS), profile="default")
    assert str(found.why("she")) == (
        "“she” at 1:1 has no antecedent (probability 0.60): "
        "nothing that it could mean was mentioned before."
    )


def test_why_not_puts_both_on_the_scales(found: Interpretation) -> None:
    asked = [
        (resolution, attempt)
        for resolution in found.resolutions
        for attempt in resolution.attempts
        if attempt.violated is Constraint.WEIGHT and resolution.entity
    ]
    for resolution, attempt in asked:
        told = found.why_not(resolution, attempt.candidate.entity)
        assert f"{resolution.name} is more likely (" in told.sentence
        theirs, mine = map(float, re.findall(r"0[.]\d\d(?= against|\))", told.sentence))
        assert mine <= theirs
        assert told.sentences[2].startswith(f"For {resolution.name}: ")


@pytest.mark.parametrize(
    ("said", "pronoun", "candidate", "reason"),
    [
        (
            ("Rita/PROPN/nsubj/2/Rita wore/VERB/root/0/wear a/DET/det/4/a hat/NOUN/obj/2/hat",
             "Ivo/PROPN/nsubj/2/Ivo wore/VERB/root/0/wear another/PRON/obj/2/another"),
            "another", "hat", "a rule decides: it repeats the noun “hat”.",
        ),
        (
            ("The/DET/det/2/the train/NOUN/nsubj/3/train left/VERB/root/0/leave",
             "Ivo/PROPN/nsubj/2/Ivo thinks/VERB/root/0/think so/ADV/advmod/2/so"),
            "so", "train", "a rule decides: “so” stands for a clause, and this is the nearest.",
        ),
    ],
)  # fmt: skip
def test_why_not_tells_the_rule_where_one_decides(
    said: tuple[str, str], pronoun: str, candidate: str, reason: str
) -> None:
    found = listen(discourse(*said), profile="default")
    column = found.discourse.text.rindex(pronoun) + 1
    expected = f"“{pronoun}” at 1:{column} is not the {candidate}: {reason}"
    assert str(found.why_not(pronoun, candidate)) == expected


def test_an_explanation_has_its_factors_names_and_probabilities_as_values(
    found: Interpretation,
) -> None:
    for resolution in found.resolutions:
        told = json.loads(json.dumps(asdict(found.why(resolution))))
        assert told["label"] == "resolved"
        assert 0 < told["confidence"] <= 1
        assert told["no_antecedent"]["factors"]
        for one in told["tested"]:
            assert (one["weight"] is None) == (not one["factors"])
        names = {one["entity"]: one["name"] for one in told["tested"]}
        assert told["sentences"][0] == told["sentence"]
        assert names.items() >= {e: n for e, n in found.names.items() if n and e in names}.items()
        assert told["name"] == found.names.get(told["entity"])
        assert {one for one in names if "(" not in one} <= {*told["listed"]}
        given = [one["probability"] for one in told["tested"] if one["weight"] is not None]
        assert sum(given) + told["no_antecedent"]["probability"] == pytest.approx(1, abs=0.005)


# Probabilities --------------------------------------------------------------------------------


def test_the_probabilities_are_one_and_who_weighs_more_is_the_likelier(
    found: Interpretation,
) -> None:
    assert found.resolutions
    for resolution in found.resolutions:
        likely = {who: share or 0.0 for who, share in chances(resolution).items()}
        assert None in likely
        assert sum(likely.values()) == pytest.approx(1, abs=0.005)
        assert likely[resolution.entity] == resolution.confidence
        others = [a for a in resolution.attempts if a.score is not None and not a.succeeded]
        weights = sorted(others, key=lambda one: one.score or 0.0)
        assert weights == sorted(others, key=lambda one: likely[one.candidate.entity])
