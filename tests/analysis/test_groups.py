"""Groups, quantities and what is no entity: what the profile "default" makes of them."""

from __future__ import annotations

import pytest

from hearer.analysis.draft import Draft
from hearer.analysis.reader import TreeReader
from hearer.model import Gender, Number, Sort, Utterance
from hearer.model.tree import Tree
from hearer.profiles import DEFAULT, PAPER, Profile
from tests.cases import cases

PLURAL = "Number=Plur"
ANY_NUMBER = {Number.SINGULAR, Number.PLURAL}


def heard(parsed: str, profile: Profile = DEFAULT) -> dict[str, Draft]:
    tree = Tree(Utterance.of(parsed))
    found = TreeReader(profile.analysis).read(tree, (False,) * (len(tree) + 1))
    return {draft.text: draft for draft in found}


def quantity(words: str, noun: str = f"sailors/NOUN/nmod/2/sailor/{PLURAL}") -> str:
    """*A lot of sailors sang*, with another quantity."""
    determiner, head = words.split()
    return f"{determiner}/DET/det/2 {head}/NOUN/nsubj/5 of/ADP/case/4 {noun} sang/VERB/root/0"


# Groups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("noun", ["orchestra", "bakery", "hospital", "clan"])
def test_a_group_is_it_or_they_but_neither_he_nor_she(noun: str) -> None:
    group = heard(f"The/DET/det/2 {noun}/NOUN/nsubj/3 met/VERB/root/0")[noun]
    assert group.agreement.number == ANY_NUMBER
    assert group.agreement.gender == {Gender.NEUTER}
    assert Sort.ORGANIZATION in group.sorts


def test_several_groups_are_they_only() -> None:
    groups = heard("Clans/NOUN/nsubj/2/clan/Number=Plur met/VERB/root/0")["Clans"]
    assert groups.agreement.number == {Number.PLURAL}


@pytest.mark.parametrize("word", ["Somebody", "Everyone", "Nobody", "Anyone", "Whoever"])
def test_somebody_is_a_person_of_any_number(word: str) -> None:
    person = heard(f"{word}/PRON/nsubj/2/{word.lower()} sang/VERB/root/0")[word]
    assert person.sorts == {Sort.PERSON}
    assert person.agreement.number == ANY_NUMBER


@pytest.mark.parametrize("word", ["Something", "Nothing", "Everything"])
def test_something_is_no_person(word: str) -> None:
    thing = heard(f"{word}/PRON/nsubj/2/{word.lower()} fell/VERB/root/0")[word]
    assert Sort.PERSON not in thing.sorts
    assert thing.agreement.gender == {Gender.NEUTER}


def test_both_are_many() -> None:
    (both,) = heard("Both/PRON/nsubj/2/both fell/VERB/root/0").values()
    assert both.agreement.number == {Number.PLURAL}


# Quantities ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["a lot", "a number", "a couple", "the majority", "a bunch"])
def test_a_number_of_sailors_are_many_and_persons(words: str) -> None:
    found = heard(quantity(words))
    whole = found[words.split()[1]]
    assert [*found] == [words.split()[1]], "the sailors are no entity apart"
    assert whole.agreement.number == {Number.PLURAL}
    assert whole.sorts == {Sort.PERSON}


def test_a_crowd_of_sailors_is_it_or_they() -> None:
    crowd = heard(quantity("a crowd"))["crowd"]
    assert crowd.agreement.number == ANY_NUMBER
    assert crowd.sorts == {Sort.PERSON, Sort.ORGANIZATION}


def test_a_lot_of_rain_is_one_thing() -> None:
    whole = heard(quantity("a lot", "rain/NOUN/nmod/2"))["lot"]
    assert whole.agreement.number == {Number.SINGULAR}


def test_one_of_the_sailors_is_one_and_a_person() -> None:
    found = heard(
        f"One/NUM/nsubj/5/one of/ADP/case/4 the/DET/det/4 sailors/NOUN/nmod/1/sailor/{PLURAL} sang/VERB/root/0"
    )
    assert [*found] == ["One", "sailors"]
    assert found["One"].agreement.number == {Number.SINGULAR}
    assert found["One"].sorts == {Sort.PERSON}


def test_all_of_the_sailors_are_the_sailors() -> None:
    found = heard(
        f"All/PRON/nsubj/5/all of/ADP/case/4 the/DET/det/4 sailors/NOUN/nmod/1/sailor/{PLURAL} sang/VERB/root/0"
    )
    assert [*found] == ["All"]
    assert found["All"].agreement.number == {Number.PLURAL}


def test_one_of_us_is_a_person() -> None:
    found = heard("One/NUM/nsubj/4/one of/ADP/case/3 us/PRON/nmod/1 sang/VERB/root/0")
    assert found["One"].sorts == {Sort.PERSON}


def test_a_kind_of_sailor_is_what_a_sailor_is_and_one_kind() -> None:
    kind = heard(quantity("a kind", "sailor/NOUN/nmod/2"))["kind"]
    assert kind.sorts == {Sort.PERSON}
    assert kind.agreement.number == {Number.SINGULAR}


@cases(__file__)
def test_nouns_for_persons_tell_gender_by_their_ending(noun: str, gender: list[str]) -> None:
    person = heard(f"The/DET/det/2 {noun}/NOUN/nsubj/3 left/VERB/root/0")[noun]
    assert sorted(map(str, person.agreement.gender)) == gender
    assert person.sorts == {Sort.PERSON}


def test_a_jar_of_honey_counts_as_a_jar() -> None:
    assert [*heard(quantity("a jar", "honey/NOUN/nmod/2"))] == ["jar", "honey"]


def test_to_the_paper_a_crowd_is_a_crowd() -> None:
    assert [*heard(quantity("a crowd"), PAPER)] == ["crowd", "sailors"]
