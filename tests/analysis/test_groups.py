"""Groups and what is no entity: what the profile "default" makes of them."""

from __future__ import annotations

import pytest

from hearer.analysis.draft import Draft
from hearer.analysis.reader import TreeReader
from hearer.model import Gender, Number, Sort, Utterance
from hearer.model.tree import Tree
from hearer.profiles import DEFAULT, Profile
from tests.cases import cases

PLURAL = "Number=Plur"
ANY_NUMBER = {Number.SINGULAR, Number.PLURAL}


def heard(parsed: str, profile: Profile = DEFAULT) -> dict[str, Draft]:
    tree = Tree(Utterance.of(parsed))
    found = TreeReader(profile.analysis).read(tree, (False,) * (len(tree) + 1))
    return {draft.text: draft for draft in found}


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


@cases(__file__)
def test_nouns_for_persons_tell_gender_by_their_ending(noun: str, gender: list[str]) -> None:
    person = heard(f"The/DET/det/2 {noun}/NOUN/nsubj/3 left/VERB/root/0")[noun]
    assert sorted(map(str, person.agreement.gender)) == gender
    assert person.sorts == {Sort.PERSON}
