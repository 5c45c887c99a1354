"""This, that, these, those and so: each is resolved or labelled, in the default profile only."""

from __future__ import annotations

from dataclasses import replace

import pytest

import hearer
from hearer.algorithms.weighted.told_rules import settled
from hearer.hearing import listen
from hearer.model import Discourse, EntityKind, Interpretation, Kind, Label, Resolution, Utterance
from hearer.views.why import why

ROOF_FELL = "The/DET/det/2 roof/NOUN/nsubj/3/roof/Number=Sing fell/VERB/root/0/fall/VerbForm=Fin"
THAT_SHOCKED = (
    "That/PRON/nsubj/2/that/PronType=Dem|Number=Sing shocked/VERB/root/0/shock/VerbForm=Fin "
    "Ida/PROPN/obj/2/Ida/Number=Sing"
)
SHE_SAID = (
    "Ida/PROPN/nsubj/2/Ida said/VERB/root/0/say/VerbForm=Fin Bo/PROPN/nsubj/4/Bo "
    "left/VERB/ccomp/2/leave/VerbForm=Fin"
)
SOLD_LAMPS = (
    "Ida/PROPN/nsubj/2/Ida sold/VERB/root/0/sell/VerbForm=Fin lamps/NOUN/obj/2/lamp/Number=Plur"
)
THESE_SHINE = (
    "These/PRON/nsubj/2/this/PronType=Dem|Number=Plur shine/VERB/root/0/shine/VerbForm=Fin"
)
THOSE_WHO = (
    "Those/PRON/nsubj/4/that/PronType=Dem|Number=Plur who/PRON/nsubj/3/who/PronType=Rel "
    "came/VERB/acl:relcl/1/come/VerbForm=Fin laughed/VERB/root/0/laugh/VerbForm=Fin"
)
THINKS_SO = "Ida/PROPN/nsubj/2/Ida thinks/VERB/root/0/think/VerbForm=Fin so/ADV/advmod/2/so"
SO_THAT = (
    "Ida/PROPN/nsubj/2/Ida did/VERB/root/0/do/VerbForm=Fin so/ADV/advmod/2/so "
    "much/ADV/advmod/2/much"
)
SO_TIRED = "Ida/PROPN/nsubj/4/Ida was/AUX/cop/4/be so/ADV/advmod/4/so tired/ADJ/root/0/tired"
THIS_IS_IDA = "This/PRON/nsubj/3/this/PronType=Dem|Number=Sing is/AUX/cop/3/be Ida/PROPN/root/0/Ida/Number=Sing"


def heard(*parsed: str, profile: str = "default", **options: object) -> Interpretation:
    utterances = tuple(Utterance.of(text, number=n) for n, text in enumerate(parsed, 1))
    return listen(Discourse(utterances), profile=profile, **options)  # type: ignore[arg-type]


def only(found: Interpretation) -> Resolution:
    (resolution,) = [r for r in found.resolutions if r.pronoun.kind is Kind.DEMONSTRATIVE]
    return resolution


def told(found: Interpretation) -> str:
    antecedent = only(found).antecedent
    assert antecedent is not None
    assert antecedent.entity.kind is EntityKind.CLAUSE
    return antecedent.expression.text


def test_what_shocked_her_was_told() -> None:
    assert told(heard(ROOF_FELL, THAT_SHOCKED)) == "The roof fell"


def test_of_what_she_said_it_is_that_which_is_told() -> None:
    assert told(heard(SHE_SAID, THAT_SHOCKED)) == "Bo left"


def test_these_are_things() -> None:
    assert only(heard(SOLD_LAMPS, THESE_SHINE)).entity == "LAMPS"


def test_those_are_rather_things_than_the_topic() -> None:
    boys = SOLD_LAMPS.replace("Ida/PROPN/nsubj/2/Ida", "Boys/NOUN/nsubj/2/boy/Number=Plur")
    found = heard(boys, THESE_SHINE)
    assert only(found).entity == "LAMPS"
    assert "rather point at things" in str(why(found, "these"))


def test_those_who_came_were_not_named_before() -> None:
    found = heard(SOLD_LAMPS, THOSE_WHO)
    assert only(found).label is Label.NO_ANTECEDENT
    assert str(why(found, "those")).endswith(": it says itself who or what is meant.")


def test_so_stands_for_a_clause() -> None:
    found = heard(ROOF_FELL, THINKS_SO)
    assert told(found) == "The roof fell"
    assert "“so” stands for a clause" in str(why(found, "so"))


@pytest.mark.parametrize("sentence", [SO_THAT, SO_TIRED])
def test_so_of_a_degree_stands_for_nothing(sentence: str) -> None:
    assert not heard(ROOF_FELL, sentence).resolutions


@pytest.mark.parametrize(
    ("relation", "clause"),
    [("advcl:relcl/2", "Ida sold lamps"), ("acl:relcl/3", "Ida sold lamps")],
)
def test_which_may_take_up_a_clause(relation: str, clause: str) -> None:
    which = f"{SOLD_LAMPS} ,/PUNCT/punct/6/, which/PRON/nsubj/6/which/PronType=Rel shocked/VERB/"
    assert told(heard(f"{which}{relation}/shock/VerbForm=Fin Bo/PROPN/obj/6/Bo")) == clause


def test_which_may_take_up_a_thing() -> None:
    which = f"{SOLD_LAMPS} ,/PUNCT/punct/6/, which/PRON/nsubj/6/which/PronType=Rel shone/VERB/"
    assert not heard(f"{which}acl:relcl/3/shine/VerbForm=Fin").resolutions


def test_with_nothing_told_before_so_is_an_event() -> None:
    assert only(heard(THINKS_SO)).label is Label.EVENT


def test_who_this_is_the_predicate_says() -> None:
    found = heard(SOLD_LAMPS, THIS_IS_IDA)
    assert only(found).antecedent is None
    assert ["this", "Ida"] in [[e.text for e in chain.expressions] for chain in found.chains]


def test_a_clause_has_its_reason() -> None:
    found = heard(ROOF_FELL, THAT_SHOCKED)
    assert "stands for what was told, “The roof fell”" in str(why(found, "that"))
    unresolved = replace(only(found), antecedent=None, because="")
    assert "rather than of things" in settled(unresolved, 0.0).because


def test_no_guess_about_a_demonstrative_is_certain() -> None:
    for last in (THAT_SHOCKED, THOSE_WHO, THINKS_SO):
        confidence = only(heard(ROOF_FELL, last)).confidence
        assert confidence is not None
        assert confidence < 0.9


def test_without_pointing_they_are_heard_and_not_resolved() -> None:
    found = heard(ROOF_FELL, THAT_SHOCKED, pointing=False)
    assert not [r for r in found.resolutions if r.pronoun.text == "that"]
    assert "that" in [e.text for e in found.expressions]


def test_the_paper_does_not_hear_them() -> None:
    found = heard(ROOF_FELL, THAT_SHOCKED, SOLD_LAMPS, THESE_SHINE, THINKS_SO, profile="paper")
    assert not found.resolutions


def test_from_raw_text() -> None:
    found = hearer.resolve("The ferry sank in the harbour. This worried the mayor.")
    assert told(found) == "The ferry sank in the harbour"


def test_what_is_less_sure_than_asked_is_labelled() -> None:
    found = heard(ROOF_FELL, THINKS_SO, precision=0.99, meaning=False)
    assert (only(found).antecedent, only(found).label) == (None, Label.EVENT)
