"""Explanations: the sentence a linguist would write, and the same as values."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.cli.app import app
from hearer.errors import UsageError
from hearer.hearing import listen
from hearer.model import (
    Constraint,
    Discourse,
    Factor,
    FactorValue,
    Interpretation,
    Label,
    Verdict,
)
from tests.analysis.parsed import BRENNAN, SHE_WINS, heard
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.strategies import parsed_discourses

IS_BOUND = "Friedman is the subject of the same verb (“races”)."


@pytest.fixture(scope="module")
def table3() -> Interpretation:
    return hearer.resolve(hearer.read(EXAMPLES / "table3.conllu")[0], profile="paper")


def test_who_is_meant_and_what_rules_others_out_is_one_sentence(table3: Interpretation) -> None:
    told = table3.why("her")
    assert str(told) == f"“her” at 25:3 is Brennan: Friedman is ruled out, {IS_BOUND}"
    friedman, brennan = told.tested
    assert (friedman.entity, friedman.violated) == ("FRIEDMAN", Constraint.BINDING)
    assert (brennan.entity, brennan.violated, brennan.familiarity) == ("BRENNAN", None, "E")
    assert json.loads(json.dumps(asdict(told)))["entity"] == "BRENNAN"


def test_a_pronoun_can_be_asked_for_by_text_by_place_or_itself(table3: Interpretation) -> None:
    resolution = table3.resolutions[1]
    for asked_for in ("HER", (3, 3), resolution, resolution.pronoun):
        assert table3.why(asked_for) == table3.why("her")
    assert table3.why("She").entity == "BRENNAN"  # of several the first
    assert table3.why("She", which=2).entity == "FRIEDMAN"
    for pronoun, which, only in (("She", 3, 2), ("her", 2, 1)):
        with pytest.raises(UsageError, match=f"number {which}, only {only}"):
            table3.why(pronoun, which=which)
    with pytest.raises(UsageError, match="There is no pronoun 'they'; there is she, her"):
        table3.why("they")
    with pytest.raises(UsageError, match=r"There is no pronoun '\(1, 1\)'"):
        table3.why((1, 1))


def test_a_clash_of_agreement_is_told_with_both_values_and_what_was_learnt_since() -> None:
    he = "He/PRON/nsubj/2 wins/VERB/root/0"
    found = heard("Mrs./PROPN/compound/2 Smith/PROPN/nsubj/3 drives/VERB/root/0", he)
    because = "is feminine, and “he” is masculine"
    expected = "“he” at 1:19 has no antecedent: Mrs. Smith is ruled out, she is feminine."
    assert str(found.why("he")) == expected
    assert str(found.why_not("he", "Smith")) == f"“he” at 1:19 is not Mrs. Smith: she {because}."
    (tested,) = heard(BRENNAN.split(" an/")[0], SHE_WINS, he).why("he").tested
    assert tested.because == because


def test_why_not_tells_what_ruled_a_candidate_out_or_stood_before_it(
    table3: Interpretation,
) -> None:
    told = table3.why_not("her", "Friedman")
    assert str(told) == f"“her” at 25:3 is not Friedman: {IS_BOUND}"
    assert told.candidate == "FRIEDMAN"
    assert str(table3.why_not("she", "Friedman")) == (
        "“she” at 15:3 is not Friedman: it was not mentioned before."
    )
    assert str(table3.why_not("she", "Alfa Romeo", which=2)) == (
        "“she” at 32:3 is not Alfa Romeo: it was not on the list: it was last mentioned at 8:3."
    )
    why = str(table3.why("her"))
    assert str(table3.why_not("her", "she")) == f"But it does mean Brennan: {why}"
    with pytest.raises(UsageError, match="Nothing is called 'Kim'; there is Brennan"):
        table3.why_not("her", "Kim")
    met = "Brennan/PROPN/nsubj/2 met/VERB/root/0 Friedman/PROPN/obj/2"
    assert str(heard(met, SHE_WINS).why_not("she", "FRIEDMAN")) == (
        "“she” at 1:22 is not Friedman: Brennan comes before it on the list and fits. "
        "Both are OLD and in one utterance, and the earlier position precedes."
    )


EXPLAINED = ["s-list", "weighted-s-list", "lappin-leass", "hobbs", "bfp"]


@given(parsed_discourses(), st.sampled_from(EXPLAINED))
def test_every_pronoun_of_every_algorithm_can_be_explained(text: Discourse, algorithm: str) -> None:
    assert algorithm in ALGORITHMS.names()
    found = listen(text, algorithm=algorithm)
    for resolution in found.resolutions:
        assert found.why(resolution).sentence
        for chain in found.chains:
            assert found.why_not(resolution, chain.entity).candidate == chain.entity


def test_where_candidates_are_weighed_the_weights_are_told() -> None:
    found = heard(BRENNAN, SHE_WINS)
    (resolution,) = found.resolutions
    (attempt,) = resolution.attempts
    subject = FactorValue("role", "subject", "grammatical role")
    far, near = (FactorValue(each, "", each) for each in ("far", "near"))
    weights = (Factor((subject,), 1.5), Factor((far,), -0.25))
    light = replace(attempt, verdict=Verdict(Constraint.WEIGHT), score=1.25, factors=weights)
    lost = replace(resolution, attempts=(light,), antecedent=None, taken_as=Label.EVENT)
    lost = replace(lost, confidence=0.68, nobody_score=2.0, nobody=(Factor((near,), 2.0),))

    assert found.why(lost).sentences == (
        "“she” at 1:30 means an event that no noun phrase names (probability 0.68).",
        "Weights: Brennan +1.25, no antecedent +2.00.",
        "For no antecedent: near +2.00.",
        "For Brennan: grammatical role (subject) +1.50, far −0.25.",
    )
    (tested,) = found.why(lost).tested
    assert tested.because == "fits, less likely"


# On the command line --------------------------------------------------------------------------

TABLE3 = str(EXAMPLES / "table3.conllu")
PAPER = ("--profile", "paper")


def asked(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["why", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


LINES = (EXAMPLES / "table3.conllu").read_text(encoding="utf-8").splitlines()
HER = 1 + next(n for n, line in enumerate(LINES) if line.startswith("3\ther\t"))


def test_the_line_of_a_conllu_file_is_a_place_and_the_answer_can_be_json(
    table3: Interpretation,
) -> None:
    assert asked(TABLE3, "--at", f"{HER}:1", *PAPER) == (
        f"{table3.why('her')}\n\ncandidate\n"
        f"Friedman   {IS_BOUND.removeprefix('Friedman ').removesuffix('.')}\nBrennan    fits\n"
    )
    assert asked(TABLE3, "--at", f"{HER}:1", "--not", "Friedman").startswith("“her” at 25:3 is not")
    told = json.loads(asked(TABLE3, "--at", f"{HER}:1", "--to", "json", *PAPER))
    assert told == json.loads(json.dumps(asdict(table3.why("her"))))
    assert len(asked(TABLE3).splitlines()) == 7  # without a place every pronoun is explained
    with pytest.raises(UsageError, match="--at wants LINE:COLUMN"):
        asked(TABLE3, "--at", "her")


@needs_model
def test_a_place_of_a_text_is_a_line_and_a_column() -> None:
    found = hearer.resolve("Anna met Eva.\nI saw\nthat they loved each other.")
    they, other = found.resolutions
    assert found.why("3:6") == found.why("3:9") == found.why(they)
    assert found.why("3:17") == found.why("3:24") == found.why(other)
    assert found.why("2:1") == found.why("I")
    assert found.why_not("3:6", "Anna") == found.why_not(they, "Anna")
    with pytest.raises(UsageError, match="no pronoun at 3:11; the nearest is “they” at 3:6"):
        found.why("3:11")
    with pytest.raises(UsageError, match="There is no pronoun '1:1'; there is none"):
        hearer.resolve("Anna met Eva.").why("1:1")


def test_the_docs_describe_every_field_of_why_and_no_other() -> None:
    page = (EXAMPLES.parent / "docs" / "schema.md").read_text(encoding="utf-8")
    _, answer, candidate = page[page.index("## Why") :].split("| --- | --- |\n")
    for table, described in ((answer, hearer.Explanation), (candidate, hearer.Tested)):
        rows = table.split("\n\n")[0].splitlines()
        assert [row.split("`")[1] for row in rows] == [one.name for one in fields(described)]
