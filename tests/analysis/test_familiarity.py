"""Prince's scale, rule by rule (docs/specification/s-list.md A.3), with every option."""

from __future__ import annotations

import pytest

from tests.analysis.parsed import heard
from tests.cases import cases

JUDGE = "A/DET/det/2/a judge/NOUN/nsubj/3 came/VERB/root/0"
THE_JUDGE = "The/DET/det/2/the judge/NOUN/nsubj/3 left/VERB/root/0"


def statuses(*sentences: str, **options: object) -> dict[str, str]:
    """Every expression of the last sentence with the status it was heard with."""
    found = heard(*sentences, **options)
    last = found.discourse.utterances[-1].number
    return {e.text: e.familiarity.value for e in found.expressions if e.utterance == last}


@cases(__file__)
def test_a_first_mention_has_the_status(sentence: str, text: str, status: str) -> None:
    assert statuses(sentence)[text] == status


def test_a_definite_with_the_same_head_is_evoked() -> None:
    assert statuses(JUDGE, THE_JUDGE) == {"judge": "E"}


def test_a_bare_plural_or_an_indefinite_is_never_anaphoric() -> None:
    plural = "Prosecutors/NOUN/nsubj/2/prosecutor/Number=Plur left/VERB/root/0"

    assert statuses(plural, plural) == {"Prosecutors": "BN"}
    assert statuses(JUDGE, JUDGE) == {"judge": "BN"}


def test_the_other_judge_is_another_judge() -> None:
    other = "The/DET/det/3/the other/ADJ/amod/3 judge/NOUN/nsubj/4 left/VERB/root/0"

    assert statuses(JUDGE, other) == {"judge": "BN"}


def test_a_name_is_brand_new_until_its_elaboration() -> None:
    sentence = (
        "Smirga/PROPN/nsubj/5 ,/PUNCT/punct/4 the/DET/det/4 attorney/NOUN/appos/1 left/VERB/root/0"
    )
    states = [str(step) for step in heard(sentence).steps]

    assert states[0] == "S: [SMIRGA_BN: Smirga]"
    assert states[3] == "S: [SMIRGA_E: attorney]"


def test_without_the_rule_for_appositives_they_are_not_heard() -> None:
    sentence = (
        "Smirga/PROPN/nsubj/5 ,/PUNCT/punct/4 the/DET/det/4 attorney/NOUN/appos/1 left/VERB/root/0"
    )

    assert "attorney" not in statuses(sentence, appositives=False)


@pytest.mark.parametrize("status", ["BN", "I", "BNA", "U"])
def test_the_option_first_definite_decides_on_first_definites(status: str) -> None:
    assert statuses(THE_JUDGE, first_definite=status) == {"judge": status}


OF_BRENNAN = "a/DET/det/2 car/NOUN/nsubj/5 of/ADP/case/4 Brennan/PROPN/nmod/2 came/VERB/root/0"
FROM_BRENNAN = "a/DET/det/2 car/NOUN/nsubj/5 from/ADP/case/4 Brennan/PROPN/nmod/2 came/VERB/root/0"


@pytest.mark.parametrize(
    ("anchors", "of", "from_"), [("poss", "BN", "BN"), ("of", "BNA", "BN"), ("any", "BNA", "BNA")]
)
def test_the_option_anchors_decides_what_anchors(anchors: str, of: str, from_: str) -> None:
    assert statuses(OF_BRENNAN, anchors=anchors)["car"] == of
    assert statuses(FROM_BRENNAN, anchors=anchors)["car"] == from_


def test_one_of_the_known_is_a_containing_inferrable() -> None:
    drivers = "A/DET/det/2/a drivers/NOUN/nsubj/3/driver/Number=Plur came/VERB/root/0"
    one = (
        "One/NUM/nsubj/5/one of/ADP/case/4 the/DET/det/4 drivers/NOUN/nmod/1/driver/Number=Plur"
        " left/VERB/root/0"
    )

    assert statuses(drivers, one)["One"] == "IC"


def test_parts_of_what_was_heard_are_inferrable_with_the_lexicon_only() -> None:
    car = "A/DET/det/2/a car/NOUN/nsubj/3 came/VERB/root/0"
    engine = "The/DET/det/2/the engine/NOUN/nsubj/3 roared/VERB/root/0"

    assert statuses(car, engine) == {"engine": "BN"}
    assert statuses(car, engine, inferrables="lexicon") == {"engine": "I"}


def test_dates_are_never_unused() -> None:
    december = "The/DET/det/2 December/PROPN/nsubj/3 came/VERB/root/0"

    assert statuses(december) == {"December": "BN"}


def test_a_set_is_as_new_as_its_newest_member() -> None:
    sentence = (
        "Brennan/PROPN/nsubj/5 and/CCONJ/cc/4 a/DET/det/4 driver/NOUN/conj/1 raced/VERB/root/0"
    )

    assert statuses(sentence)["Brennan and a driver"] == "BN"


def test_a_set_named_again_is_evoked() -> None:
    both = "Brennan/PROPN/nsubj/4 and/CCONJ/cc/3 Friedman/PROPN/conj/1 raced/VERB/root/0"

    assert statuses(both)["Brennan and Friedman"] == "U"
    assert statuses(both, both)["Brennan and Friedman"] == "E"


# Titles ------------------------------------------------------------------------------------------


@cases(__file__)
def test_titles_are_unused(phrase: str, status: str) -> None:
    """Section 3.2: "Unused discourse entities are proper names and titles."."""
    assert [*statuses(f"{phrase} spoke/VERB/root/0/speak").values()] == [status]


@pytest.mark.parametrize(
    ("modifier", "noun", "status"),
    [
        ("French/ADJ/amod/3", "president", "U"),
        ("prime/ADJ/amod/3", "minister", "U"),
        ("old/ADJ/amod/3", "king", "BN"),  # one of many
    ],
)
def test_what_a_title_is_called_belongs_to_it(modifier: str, noun: str, status: str) -> None:
    sentence = f"the/DET/det/3 {modifier} {noun}/NOUN/nsubj/4 spoke/VERB/root/0/speak"
    assert statuses(sentence) == {noun: status}


def test_a_title_of_something_is_anchored_there() -> None:
    sentence = (
        "the/DET/det/2 president/NOUN/nsubj/5 of/ADP/case/4 Peru/PROPN/nmod/2 spoke/VERB/root/0"
    )
    assert statuses(sentence) == {"president": "BNA", "Peru": "U"}


def test_a_title_with_a_relative_clause_is_brand_new_and_then_evoked() -> None:
    sentence = (
        "the/DET/det/2 queen/NOUN/nsubj/5 who/PRON/nsubj/4 reigns/VERB/acl:relcl/2/reign"
        " spoke/VERB/root/0/speak"
    )
    assert statuses(sentence) == {"queen": "BN", "who": "E"}


def test_the_driver_is_inferred_from_the_bus() -> None:
    """Prince (1981), "I got on a bus yesterday and the driver was drunk"."""
    bus = "I/PRON/nsubj/2 took/VERB/root/0/take a/DET/det/4 bus/NOUN/obj/2"
    driver = "The/DET/det/2 driver/NOUN/nsubj/4 was/AUX/cop/4/be drunk/ADJ/root/0"
    assert statuses(bus, driver, inferrables="lexicon") == {"driver": "I"}
