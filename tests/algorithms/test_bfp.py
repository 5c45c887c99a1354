"""BFP: the vectors of docs/specification/centering.md B.3, and the appendix of the 1987 paper."""

from __future__ import annotations

import pytest

import hearer
from hearer.algorithms import readings
from hearer.algorithms.centering import Transition
from hearer.algorithms.readings import Update, generate, is_contra_indexed
from hearer.algorithms.text_units import Unit
from hearer.model import Constraint, Entity
from tests.algorithms.telling import Telling, named, pronoun


def test_full_clauses_of_a_compound_sentence_are_utterances() -> None:
    # Example 5 as the paper has it, in one sentence.
    utterance = hearer.model.Utterance.of(
        "Jim/PROPN/nsubj/2 pulled/VERB/root/0/pull/VerbForm=Fin the/DET/det/4 sacks/NOUN/obj/2/sack/Number=Plur off/ADP/case/7 the/DET/det/7 deer/NOUN/obl/2 and/CCONJ/cc/10 Liz/PROPN/nsubj/10 looked/VERB/conj/2/look/VerbForm=Fin at/ADP/case/12 them/PRON/obl/10/they/Number=Plur|Person=3|PronType=Prs"
    )
    found = hearer.resolve(hearer.model.Discourse((utterance,)), algorithm="bfp")
    (them,) = found.resolutions
    assert (them.entity, [x.entity for x in them.rivals]) == ("SACKS", ["DEER"])


# Kehler (1997) --------------------------------------------------------------------------------


def woken(algorithm: str, **options: object) -> Telling:
    """Terry wanted Tony to join him on a sailing trip … Tony called him at 6AM."""
    text = Telling(algorithm, **options)
    text.say("Terry=TERRY/nsubj/m/U")
    text.say("he/nsubj/m")
    text.say("he/nsubj/m", "Tony=TONY/obj/m/U", "him/obj/m//7")
    text.say("Tony=TONY/nsubj/m/E", "him/obj/m")
    return text


ENDINGS = (("he/nsubj/m",), ("he/nsubj/m", "him/obl/m"), ("he/nsubj/m", "Tony=TONY/obl/m/E"))


def test_a_filtered_reading_is_reached_by_way_of_former_utterances() -> None:
    text = woken("bfp", rule1="filter")
    text.say(*ENDINGS[2])
    (he,) = text.resolutions
    tested = [(a.candidate.entity, a.violated, a.states_back) for a in he.attempts]
    assert tested == [("TONY", Constraint.BINDING, 0), ("TERRY", None, 1)]
    assert [str(note) for note in text.last.notes[-1:]] == ["rule 1: violated"]


@pytest.mark.parametrize("rule1", ["filter", "prefer"])
def test_a_reading_that_violates_rule_1_is_better_than_none(rule1: str) -> None:
    # John met Mike. He called John.
    text = Telling("bfp", rule1=rule1)
    text.say("John=JOHN/nsubj/m", "Mike=MIKE/obj/m")
    text.say("he/nsubj/m", "John=JOHN/obj/m/E")
    (he,) = text.resolutions
    tested = [(a.candidate.entity, a.violated, a.states_back) for a in he.attempts]
    assert tested == [("JOHN", Constraint.BINDING, 0), ("MIKE", None, 0)]
    assert (he.entity, he.rivals) == ("MIKE", ())
    assert text.centers == "Cb = JOHN; Cf = [MIKE, JOHN]; RETAIN"
    assert str(text.last.notes[-1]) == "rule 1: violated"


# The appendix of Brennan, Friedman & Pollard ---------------------------------------------------


def test_of_the_four_readings_of_the_appendix_two_survive() -> None:
    friedman, brennan, weekend = named("FRIEDMAN", 1), named("BRENNAN", 3), named("WEEKEND", 5)
    update = Update(
        (pronoun("she", 1), pronoun("her", 3)),
        Unit((friedman, brennan, weekend), Entity("BRENNAN")),
        {0: (friedman, brennan), 1: (friedman, brennan)},
        frozenset({(0, 1)}),
    )
    generated = list(generate(update))  # the appendix has each with four candidates for Cb
    assert [is_contra_indexed(x, update) for x in generated] == [True, False, False, True]
    survivors = list(readings.filter(generated, update))
    found = [(r.places, r.transition) for r in survivors]
    assert found == [((0, 1), Transition.SMOOTH_SHIFT), ((1, 0), Transition.ROUGH_SHIFT)]


# Strategy and limits --------------------------------------------------------------------------


def test_a_pronoun_that_finds_nothing_else_goes_back_to_former_utterances() -> None:
    text = Telling("bfp")
    text.say("Mary=MARY/nsubj/f")
    text.say("weather=WEATHER/nsubj/n")
    text.say("she/nsubj/f")
    assert text.meant == {"she": "MARY"}
    (she,) = text.resolutions
    assert [(a.candidate.entity, a.states_back) for a in she.attempts] == [
        ("WEATHER", 0),
        ("MARY", 1),
    ]
