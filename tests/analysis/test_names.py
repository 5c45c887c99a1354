"""Noun and name are one; a name stays a name."""

from __future__ import annotations

import pickle

import pytest

from hearer.hearing import Hearer, listen
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


@cases(__file__)
def test_a_chain_is(claim: str, sentences: str, chain: str) -> None:
    assert chain in chains(*sentences.split(" | ")), claim


def test_a_hearer_that_reads_names_can_be_stored() -> None:
    assert pickle.loads(pickle.dumps(Hearer(profile="default")))


@pytest.mark.parametrize(("title", "are_two"), [("Miss", True), ("Dr.", False)])
def test_titles_tell_two_of_a_name_apart(title: str, are_two: bool) -> None:
    first, then = (
        f"{each}/PROPN/nmod:desc/2 Birch/PROPN/nsubj/3/Birch/Number=Sing came/VERB/root/0"
        for each in ("Mrs.", title)
    )
    assert (len(chains(first, then)) == 2) is are_two


@cases(__file__)
def test_chains_are(claim: str, sentences: str, expected: object) -> None:
    assert chains(*sentences.split(" | ")) == expected, claim


BOTH_ON_THE_NAME = "Mr./PROPN/nmod:desc/4 and/CCONJ/cc/4 Mrs./PROPN/nmod:desc/4 Novak/PROPN/nsubj/5 sat/VERB/root/0"
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
