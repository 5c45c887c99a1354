"""Functional centering: the vectors of docs/specification/centering.md D.1."""

import pytest

from hearer.algorithms.centering.centering import Centers, is_cheap, revised_transition
from tests.algorithms.telling import Telling


def told(**options: object) -> Telling:
    text = Telling("functional-centering", **options)
    text.say("Brennan=BRENNAN/nsubj/f/U", "Alfa Romeo=ALFA ROMEO/obj/n")
    text.say("she/nsubj/f")
    return text


def test_the_sentry_text() -> None:
    text = Telling("functional-centering")
    states = []
    for said in (
        ("sentry=SENTRY/nsubj/m/E",),
        ("he/nsubj/m", "signs=SIGNS/obj/pl"),
        ("he/nsubj/m", "tunic=TUNIC/obl/n"),
        ("Mike=MIKE/nsubj/m/E", "this=TUNIC/obj/n/E", "him/obl/m", "it/obj/n//7"),
        ("he/nsubj/m", "man=SENTRY/obj/m/E"),
    ):
        text.say(*said)
        states.append([f"{x.entity}_{x.familiarity}" for x in text.last.state])
    assert states == [
        ["SENTRY_E"],
        ["SENTRY_E", "SIGNS_BN"],
        ["SENTRY_E", "TUNIC_BN"],
        ["MIKE_E", "TUNIC_E", "SENTRY_E"],
        ["MIKE_E", "SENTRY_E"],
    ]


@pytest.mark.parametrize("version", ["1999-basic", "1999-extended"])
def test_she_is_friedman_in_d_and_d_prime(version: str) -> None:
    for ending in (
        ("she/nsubj/f", "Laguna Seca=LAGUNA SECA/obl/n/U"),
        ("she/nsubj/f", "her/obj/f"),
    ):
        text = told(version=version)
        text.say("Friedman=FRIEDMAN/nsubj/f/U", "her/obj/f")
        assert [str(x) for x in text.last.state] == ["FRIEDMAN_U: Friedman", "BRENNAN_E: her"]
        text.say(*ending)
        assert text.meant["she"] == "FRIEDMAN"


@pytest.mark.parametrize("version", ["1999-basic", "1999-extended"])
def test_a_new_driver_does_not_stand_in_brennans_way(version: str) -> None:
    for ending in (("she/nsubj/f",), ("she/nsubj/f", "her/obj/f")):
        text = told(version=version)
        text.say("driver=DRIVER/nsubj/mf", "her/obj/f")
        assert [str(x) for x in text.last.state] == ["BRENNAN_E: her", "DRIVER_BN: driver"]
        text.say(*ending)
        assert text.meant["she"] == "BRENNAN"
    assert text.meant["her"] == "DRIVER"


def test_the_1996_version_fails_on_friedman_because_unused_is_not_yet_old() -> None:
    text = told(version="1996")
    text.say("Friedman=FRIEDMAN/nsubj/f/U", "her/obj/f")
    assert text.cf == ["BRENNAN", "FRIEDMAN"]
    text.say("she/nsubj/f")
    assert text.meant == {"she": "BRENNAN"}


def test_the_extended_version_knows_mediated_entities() -> None:
    said = "fan=FAN/nsubj/m/BN", "engine=ENGINE/obj/n/BNA", "Brennan=BRENNAN/obl/f/E"
    basic, extended = (
        Telling("functional-centering", version=version)
        for version in ("1999-basic", "1999-extended")
    )
    basic.say(*said)
    extended.say(*said)
    assert basic.cf == ["BRENNAN", "FAN", "ENGINE"]
    assert extended.cf == ["BRENNAN", "ENGINE", "FAN"]


def test_a_pronoun_is_decided_when_it_is_heard() -> None:
    text = told()
    text.say("she/nsubj/f")
    assert text.last.resolutions == ()
    assert text.meant == {"she": "BRENNAN"}


def test_a_pair_is_cheap_if_the_cb_was_the_cp() -> None:
    before = Centers(("A", "B"), "A")
    assert is_cheap(before, Centers(("C", "A"), "A"))
    assert not is_cheap(before, Centers(("B",), "B"))
    assert not is_cheap(before, Centers(("C",), None))


def test_revised_transitions_ask_for_the_same_cp() -> None:
    before = Centers(("A", "B"), "B")
    assert revised_transition(before, Centers(("B",), "B")) == "EXP-CONTINUE"
    assert revised_transition(before, Centers(("A",), "A")) == "SMOOTH-SHIFT"
    assert revised_transition(Centers(("C", "A"), "B"), Centers(("A",), "A")) == "EXP-SMOOTH-SHIFT"
    assert revised_transition(before, Centers(("A", "B"), "B")) == "RETAIN"
