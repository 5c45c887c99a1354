"""Noun and name are one; a name stays a name."""

from __future__ import annotations

import pickle

import pytest

from hearer.analysis.expressions.openings import with_name
from hearer.hearing import Hearer, listen
from hearer.model import Utterance
from tests.analysis.parsed import discourse
from tests.cases import cases


def chains(*sentences: str) -> list[str]:
    found = listen(discourse(*sentences), profile="default")
    return [", ".join(map(str, chain.expressions)) for chain in found.chains]


@cases(__file__)
def test_a_name_is_that_of_who_is_said_to_bear_it(sentence: str, chain: str) -> None:
    assert chain in chains(sentence)


def test_a_verb_that_only_calls_somebody_names_nobody() -> None:
    called = "The/DET/det/2 boy/NOUN/nsubj/3 called/VERB/root/0/call Finn/PROPN/obj/3"
    assert "boy, Finn" not in chains(called)


VET = "The/DET/det/2 vet/NOUN/nsubj/3 smiled/VERB/root/0"
INES = "Ines/PROPN/nsubj/2/Ines/Number=Sing smiled/VERB/root/0"


@cases(__file__)
def test_noun_and_name_take_up_the_same(sentence: str) -> None:
    (chain,) = chains(sentence, VET, INES)
    assert chain.endswith("vet, Ines")


def test_a_known_name_tells_whom_its_noun_means() -> None:
    first = "Ines/PROPN/nsubj/2/Ines/Number=Sing came/VERB/root/0"
    then = (
        "My/PRON/nmod:poss/2 sister/NOUN/nsubj/4 Ines/PROPN/appos/2/Ines/Number=Sing"
        " smiled/VERB/root/0"
    )
    assert "Ines, sister, Ines" in chains(first, then)


def test_a_title_in_short_is_a_title() -> None:
    doctor = "Dr./PROPN/nmod:desc/2 Osei/PROPN/nsubj/3/Osei/Number=Sing came/VERB/root/0"
    assert "Dr. Osei, doctor" in chains(doctor, VET.replace("vet", "doctor"))


def test_the_noun_beside_a_name_tells_its_gender() -> None:
    actress = (
        "The/DET/det/3 actress/NOUN/nmod:desc/3 Douglas/PROPN/nsubj/4/Douglas/Number=Sing"
        " came/VERB/root/0"
    )
    she = "She/PRON/nsubj/2 smiled/VERB/root/0"
    assert "Douglas, she" in chains(actress, she)


def test_of_two_nouns_a_name_goes_with_that_of_its_gender() -> None:
    sentence = (
        "The/DET/det/2 widow/NOUN/nsubj/9 of/ADP/case/5 the/DET/det/5 pilot/NOUN/nmod/2"
        " ,/PUNCT/punct/7 Ingrid/PROPN/appos/5 Holm/PROPN/flat/7 left/VERB/root/0"
    )
    assert "widow, Ingrid Holm" in chains(sentence)


# The first word -------------------------------------------------------------------------------


def nobody(_: str) -> None:
    return None


@cases(__file__)
def test_a_given_name_that_opens_an_utterance_is_its_subject(sentence: str, read: str) -> None:
    made = with_name(Utterance.of(sentence), nobody)
    columns = zip(made.upos, made.relations, map(str, made.heads), strict=True)
    assert " ".join(map("/".join, columns)) == read


@cases(__file__)
def test_what_need_not_be_a_name_stays_what_it_is(sentence: str) -> None:
    utterance = Utterance.of(sentence)
    assert with_name(utterance, nobody) is utterance


def test_a_name_heard_before_stays_one() -> None:
    met = "We/PRON/nsubj/2 met/VERB/root/0 Banks/PROPN/obj/2/Banks/Number=Sing"
    banks = "Banks/NOUN/nsubj/2/bank/Number=Plur laughed/VERB/root/0"
    assert "Banks, Banks" in chains(met, banks)


def test_a_noun_that_may_be_a_name_may_be_she() -> None:
    patience = "Patience/NOUN/nsubj/2 lost/VERB/root/0 her/PRON/nmod:poss/4 way/NOUN/obj/2"
    assert "Patience, her" in chains(patience)


def test_a_person_may_be_called_after_a_month() -> None:
    may = "May/PROPN/nsubj/2/May/Number=Sing lost/VERB/root/0 her/PRON/nmod:poss/4 way/NOUN/obj/2"
    assert "May, her" in chains(may)


def test_a_hearer_that_reads_names_can_be_stored() -> None:
    assert pickle.loads(pickle.dumps(Hearer(profile="default")))


def test_a_title_alone_is_a_noun() -> None:
    judge = "Judge/PROPN/nmod:desc/2 Miller/PROPN/nsubj/3/Miller/Number=Sing came/VERB/root/0"
    again = "The/DET/det/2 Judge/PROPN/nsubj/3/Judge/Number=Sing smiled/VERB/root/0"
    assert "Judge Miller, Judge" in chains(judge, again)


@pytest.mark.parametrize(("title", "are_two"), [("Miss", True), ("Dr.", False)])
def test_titles_tell_two_of_a_name_apart(title: str, are_two: bool) -> None:
    first, then = (
        f"{each}/PROPN/nmod:desc/2 Birch/PROPN/nsubj/3/Birch/Number=Sing came/VERB/root/0"
        for each in ("Mrs.", title)
    )
    assert (len(chains(first, then)) == 2) is are_two


def test_an_epithet_tells_nobody_apart() -> None:
    tom = "Tom/PROPN/nsubj/2/Tom/Number=Sing came/VERB/root/0"
    poor = "Poor/ADJ/amod/2 Tom/PROPN/nsubj/3/Tom/Number=Sing smiled/VERB/root/0"
    assert chains(tom, poor) == ["Tom, Tom"]


@pytest.mark.parametrize("pronoun", ["She", "It"])
def test_a_boat_with_a_name_is_she_or_it(pronoun: str) -> None:
    boat = (
        "A/DET/det/2 boat/NOUN/nsubj/5//Number=Sing named/VERB/acl/2/name Ida/PROPN/xcomp/3"
        " sank/VERB/root/0"
    )
    assert f"boat, Ida, {pronoun.lower()}" in chains(
        boat, f"{pronoun}/PRON/nsubj/2 burned/VERB/root/0"
    )


def test_a_given_name_is_no_thing() -> None:
    simon = "Simon/PROPN/nsubj/2/Simon/Number=Sing sold/VERB/root/0 the/DET/det/4 house/NOUN/obj/2"
    it = "It/PRON/nsubj/3 was/AUX/cop/3 old/ADJ/root/0"
    assert "house, it" in chains(simon, it)


def test_a_name_goes_with_the_person_not_with_the_thing() -> None:
    sentence = (
        "The/DET/det/2 author/NOUN/nsubj/9 of/ADP/case/5 the/DET/det/5 novel/NOUN/nmod/2"
        " ,/PUNCT/punct/7 Zadie/PROPN/appos/5 Cole/PROPN/flat/7 left/VERB/root/0"
    )
    assert "author, Zadie Cole" in chains(sentence)


def test_names_in_a_list_are_not_what_the_list_is() -> None:
    """*Two sisters, Ida and Vera*: the set is the sisters, and Ida is Ida."""
    sisters = (
        "Two/NUM/nummod/2 sisters/NOUN/nsubj/7/sister/Number=Plur ,/PUNCT/punct/4"
        " Ida/PROPN/appos/2/Ida/Number=Sing and/CCONJ/cc/6 Vera/PROPN/conj/4/Vera/Number=Sing"
        " came/VERB/root/0"
    )
    assert chains(sisters) == ["sisters, Ida and Vera", "Ida", "Vera"]


BOTH_ON_THE_NAME = (
    "Mr./PROPN/nmod:desc/4 and/CCONJ/cc/4 Mrs./PROPN/nmod:desc/4 Novak/PROPN/nsubj/5"
    " sat/VERB/root/0"
)
ONE_ON_THE_OTHER = (
    "Mr./PROPN/nmod:desc/4 and/CCONJ/cc/3 Mrs./PROPN/conj/1 Novak/PROPN/nsubj/5 sat/VERB/root/0"
)


@pytest.mark.parametrize("sentence", [BOTH_ON_THE_NAME, ONE_ON_THE_OTHER])
def test_a_couple_is_two_by_one_name(sentence: str) -> None:
    said = "They/PRON/nsubj/2 slept/VERB/root/0", "He/PRON/nsubj/2 woke/VERB/root/0"
    found = listen(discourse(sentence, *said), profile="default")
    they, he = found.resolutions
    assert they.name == "Mr. and Mrs. Novak"
    assert he.entity != they.entity
    couple, *_ = found.expressions
    assert (couple.text, couple.first, couple.last) == ("Mr. and Mrs. Novak", 1, 4)


def test_a_husband_is_not_the_couple() -> None:
    he = "Mr./PROPN/nmod:desc/2 Novak/PROPN/nsubj/3 sat/VERB/root/0"
    found = listen(discourse(BOTH_ON_THE_NAME, he, BOTH_ON_THE_NAME), profile="default")
    first, alone, again = (each.entity for each in found.expressions)
    assert first == again != alone
