"""BFP: the vectors of docs/specification/centering.md B.3, and the appendix of the 1987 paper."""

import pytest

import hearer
from hearer.algorithms.centering import bfp
from hearer.algorithms.centering.bfp import generate, is_contra_indexed
from hearer.algorithms.centering.centering import Transition
from hearer.algorithms.centering.readings import Update
from hearer.algorithms.centering.units import Unit
from hearer.model import Constraint, Entity
from tests.algorithms.telling import Telling, named, pronoun


def told(*, driver: bool = False, **options: object) -> Telling:
    """Examples (1) and (2), a to c."""
    text = Telling("bfp", **options)
    text.say("Brennan=BRENNAN/nsubj/f/U", "Alfa Romeo=ALFA ROMEO/obj/n")
    text.say("she/nsubj/f")
    who = "driver=DRIVER/nsubj/mf" if driver else "Friedman=FRIEDMAN/nsubj/f/U"
    text.say(who, "her/obj/f", "weekends=WEEKENDS/obl/pl")
    return text


def test_the_first_utterance_has_no_cb_and_the_second_continues() -> None:
    text = Telling("bfp")
    text.say("Brennan=BRENNAN/nsubj/f/U", "Alfa Romeo=ALFA ROMEO/obj/n")
    assert text.centers == "Cb = none; Cf = [BRENNAN, ALFA ROMEO]; first"
    text.say("she/nsubj/f")
    assert (text.meant, text.transition) == ({"she": "BRENNAN"}, "CONTINUE")


def test_1c_retains_brennan_behind_friedman() -> None:
    text = told()
    assert text.meant == {"her": "BRENNAN"}
    assert text.cf == ["FRIEDMAN", "BRENNAN", "WEEKENDS"]
    assert text.transition == "RETAIN"


def test_1d_prefers_to_continue_with_brennan() -> None:
    text = told()
    text.say("she/nsubj/f", "Laguna Seca=LAGUNA SECA/obl/n/U")
    assert text.readings == [
        "she = BRENNAN; Cb = BRENNAN; Cf = [BRENNAN, LAGUNA SECA]; CONTINUE",
        "she = FRIEDMAN; Cb = FRIEDMAN; Cf = [FRIEDMAN, LAGUNA SECA]; SMOOTH-SHIFT",
    ]
    assert text.meant == {"she": "BRENNAN"}


def test_1d_prime_prefers_a_smooth_shift_to_a_rough_one() -> None:
    text = told()
    text.say("she/nsubj/f", "her/obj/f")
    assert text.readings == [
        "she = FRIEDMAN, her = BRENNAN; Cb = FRIEDMAN; Cf = [FRIEDMAN, BRENNAN]; SMOOTH-SHIFT",
        "she = BRENNAN, her = FRIEDMAN; Cb = FRIEDMAN; Cf = [BRENNAN, FRIEDMAN]; ROUGH-SHIFT",
    ]
    assert text.meant == {"she": "FRIEDMAN", "her": "BRENNAN"}


def test_example_2_goes_as_example_1_does_whoever_the_driver_is() -> None:
    text = told(driver=True)
    assert text.transition == "RETAIN"
    text.say("she/nsubj/f", "Laguna Seca=LAGUNA SECA/obl/n/U")
    assert [reading.rpartition("; ")[2] for reading in text.readings] == [
        "CONTINUE",
        "SMOOTH-SHIFT",
    ]
    assert text.meant == {"she": "BRENNAN"}
    text = told(driver=True)
    text.say("she/nsubj/f", "her/obj/f")
    assert [reading.rpartition("; ")[2] for reading in text.readings] == [
        "SMOOTH-SHIFT",
        "ROUGH-SHIFT",
    ]
    assert text.meant == {"she": "DRIVER", "her": "BRENNAN"}


@pytest.mark.parametrize(("initial_cb", "transition"), [("none", "RETAIN"), ("cp", "ROUGH-SHIFT")])
def test_example_5_is_ambiguous(initial_cb: str, transition: str) -> None:
    text = Telling("bfp", initial_cb=initial_cb)
    text.say("Jim=JIM/nsubj/m", "sacks=SACKS/obj/pl", "deer=DEER/obl/deer")
    text.say("Liz=LIZ/nsubj/f", "them/obl/pl")
    assert [reading.rpartition("; ")[2] for reading in text.readings] == [transition, transition]
    assert (text.meant, text.rivals) == ({"them": "SACKS"}, {"them": ["DEER"]})


def test_full_clauses_of_a_compound_sentence_are_utterances() -> None:
    # Example 5 as the paper has it, in one sentence.
    utterance = hearer.model.Utterance.of(
        "Jim/PROPN/nsubj/2 pulled/VERB/root/0/pull/VerbForm=Fin the/DET/det/4 "
        "sacks/NOUN/obj/2/sack/Number=Plur off/ADP/case/7 the/DET/det/7 deer/NOUN/obl/2 "
        "and/CCONJ/cc/10 Liz/PROPN/nsubj/10 looked/VERB/conj/2/look/VerbForm=Fin at/ADP/case/12 "
        "them/PRON/obl/10/they/Number=Plur|Person=3|PronType=Prs"
    )
    found = hearer.resolve(hearer.model.Discourse((utterance,)), algorithm="bfp")
    (them,) = found.resolutions
    assert (them.entity, [x.entity for x in them.rivals]) == ("SACKS", ["DEER"])


def test_the_sentry_text() -> None:
    text = Telling("bfp")
    transitions = []
    for said in (
        ("sentry=SENTRY/nsubj/m/E",),
        ("he/nsubj/m", "signs=SIGNS/obj/pl"),
        ("he/nsubj/m", "tunic=TUNIC/obl/n"),
        ("Mike=MIKE/nsubj/m/E", "this=TUNIC/obj/n/E", "him/obl/m", "it=TUNIC/obj/n/E"),
        ("he/nsubj/m", "man=SENTRY/obj/m/E"),
    ):
        text.say(*said)
        transitions.append(text.transition)
    assert transitions == ["first", "CONTINUE", "CONTINUE", "RETAIN", "SMOOTH-SHIFT"]
    assert text.meant == {"he": "MIKE"}


def test_lyn_and_susan_are_equally_good() -> None:
    text = Telling("bfp")
    text.say("Lyn=LYN/nsubj/f", "Susan=SUSAN/obj/f")
    text.say("she/nsubj/f", "Jack=JACK/obj/m")
    assert text.transition == "CONTINUE"
    assert (text.meant, text.rivals) == ({"she": "LYN"}, {"she": ["SUSAN"]})


def test_the_display_and_the_status_are_equally_good() -> None:
    text = Telling("bfp")
    text.say(
        "display=DISPLAY/nsubj/n",
        "you=YOU/iobj/pl",
        "status=STATUS/obj/n",
        "printers=PRINTERS/nmod/pl",
    )
    text.say("it/nsubj/n", "options=OPTIONS/obj/pl", "printers=PRINTERS/obj/pl//9")
    assert (text.meant, text.rivals) == ({"it": "DISPLAY"}, {"it": ["STATUS"]})


# Kehler (1997) --------------------------------------------------------------------------------


def woken(algorithm: str, **options: object) -> Telling:
    """Terry wanted Tony to join him on a sailing trip … Tony called him at 6AM."""
    text = Telling(algorithm, **options)
    text.say("Terry=TERRY/nsubj/m/U")
    text.say("he/nsubj/m")
    text.say("he/nsubj/m", "Tony=TONY/obj/m/U", "him/obj/m//7")
    text.say("Tony=TONY/nsubj/m/E", "him/obj/m")
    return text


def test_tony_called_him_retains_terry() -> None:
    text = woken("bfp")
    assert text.centers == "Cb = TERRY; Cf = [TONY, TERRY]; RETAIN"


ENDINGS = (("he/nsubj/m",), ("he/nsubj/m", "him/obl/m"), ("he/nsubj/m", "Tony=TONY/obl/m/E"))


def test_what_follows_changes_bfps_reading_of_the_first_pronoun() -> None:
    found = []
    for ending in ENDINGS:
        text = woken("bfp")
        text.say(*ending)
        found.append((text.meant["he"], text.transition))
    assert found == [("TERRY", "CONTINUE"), ("TONY", "SMOOTH-SHIFT"), ("TERRY", "ROUGH-SHIFT")]


def test_what_follows_does_not_change_the_s_lists() -> None:
    found = set()
    for ending in ENDINGS:
        text = woken("s-list")
        text.say(*ending)
        found.add(text.meant["he"])
    assert found == {"TONY"}


def test_furious_with_tony_can_only_violate_rule_1() -> None:
    text = woken("bfp", rule1="prefer")
    text.say(*ENDINGS[2])
    assert text.readings == [
        "he = TERRY; Cb = TONY; Cf = [TERRY, TONY]; ROUGH-SHIFT (violates Rule 1)"
    ]


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


@pytest.mark.parametrize("rule1", ["filter", "prefer"])
def test_readings_that_all_violate_rule_1_are_equally_good(rule1: str) -> None:
    text = Telling("bfp", rule1=rule1)
    text.say("John=JOHN/nsubj/m", "Mike=MIKE/obj/m", "Bill=BILL/obl/m")
    text.say("he/nsubj/m", "John=JOHN/obj/m/E")
    assert (text.meant, text.rivals) == ({"he": "MIKE"}, {"he": ["BILL"]})


def test_what_rule_1_discards_comes_after_what_the_sentence_and_former_ones_offer() -> None:
    # Sam slept. John met Mike. He called John.
    meant = {}
    for rule1 in ("filter", "prefer"):
        text = Telling("bfp", rule1=rule1)
        text.say("Sam=SAM/nsubj/m")
        text.say("John=JOHN/nsubj/m", "Mike=MIKE/obj/m")
        text.say("he/nsubj/m", "John=JOHN/obj/m/E")
        meant[rule1] = text.meant["he"]
    assert meant == {"filter": "SAM", "prefer": "MIKE"}


def test_bfp_is_led_up_the_garden_path() -> None:
    text = Telling("bfp")
    text.say("Terry=TERRY/nsubj/m/U")
    text.say("he/nsubj/m")
    text.say("he/nsubj/m", "Tony=TONY/obj/m/U", "him/obj/m//7")
    text.say("he/nsubj/m", "him/obj/m")
    assert [reading.rpartition("; ")[2] for reading in text.readings] == ["CONTINUE", "RETAIN"]
    assert text.meant == {"he": "TERRY", "him": "TONY"}
    text.say("he/nsubj/m")
    assert text.meant == {"he": "TERRY"}


# The appendix of Brennan, Friedman & Pollard ---------------------------------------------------


def test_the_appendix_has_sixteen_anchors_and_two_survive() -> None:
    friedman, brennan, weekend = named("FRIEDMAN", 1), named("BRENNAN", 3), named("WEEKEND", 5)
    update = Update(
        (pronoun("she", 1), pronoun("her", 3)),
        Unit((friedman, brennan, weekend), Entity("BRENNAN")),
        {0: (friedman, brennan), 1: (friedman, brennan)},
        frozenset({(0, 1), (1, 0)}),
    )
    anchors = list(generate(update))
    assert len(anchors) == 16
    out = [
        n
        for n, anchor in enumerate(anchors, start=1)
        if is_contra_indexed(anchor.antecedents, update)
    ]
    assert out == [1, 4, 5, 8, 9, 12, 13, 16]
    survivors = list(bfp.filter(anchors, update))
    found = [(r.places, r.transition) for r in survivors]
    assert found == [((0, 1), Transition.SMOOTH_SHIFT), ((1, 0), Transition.ROUGH_SHIFT)]


# Strategy and limits --------------------------------------------------------------------------


def test_a_pronoun_looks_left_before_it_looks_further_back() -> None:
    text = Telling("bfp")
    text.say("Mary=MARY/nsubj/f")
    text.say("weather=WEATHER/nsubj/n")
    text.say("Susan=SUSAN/nsubj/f///", "she/nsubj/f//7")
    assert text.meant == {"she": "SUSAN"}


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


def test_no_unresolved_pronoun_is_lost() -> None:
    text = Telling("bfp")
    text.say("she/nsubj/f")
    assert (text.meant, text.cf) == ({"she": None}, ["?1.1"])


def test_carter_looks_in_the_sentence_while_no_cb_is_established() -> None:
    told = ("John=JOHN/nsubj/m", "Bill=BILL/obj/m"), ("Sam=SAM/nsubj/m", "he/nsubj/m//7")
    plain, carter = Telling("bfp"), Telling("bfp-carter")
    for said in told:
        plain.say(*said)
        carter.say(*said)
    assert (plain.meant, carter.meant) == ({"he": "JOHN"}, {"he": "SAM"})


def test_carter_keeps_to_a_cb_that_fits() -> None:
    text = Telling("bfp-carter")
    text.say("John=JOHN/nsubj/m")
    text.say("he/nsubj/m")
    text.say("Sam=SAM/nsubj/m", "he/nsubj/m//7")
    assert text.meant == {"he": "JOHN"}
