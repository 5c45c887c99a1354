"""RAFT/RAPR: the texts of Suri and McCoy (1994)."""

from __future__ import annotations

import pytest

from hearer.algorithms.sidner import DEPTH, RaftRapr
from hearer.hearing import Hearer
from hearer.model import Utterance
from tests.algorithms.focus_texts import (
    DODGE,
    FERRARI,
    LYN_RACES_HER,
    LYN_RACES_SUSAN,
    SHE_BEATS_HER,
    SHE_WINS,
    antecedents,
    hear,
    notes,
)
from tests.cases import cases


def test_example_1_tracks_subject_focus_and_current_focus() -> None:
    first, second, third, _ = notes(
        hear("raft-rapr", *FERRARI, LYN_RACES_HER, SHE_BEATS_HER, temporal="all")
    )
    assert (first["SF"], first["CF"]) == ("SUSAN", "FERRARI")
    assert (second["SF"], second["CF"]) == ("SUSAN", "SUSAN")
    assert (third["SF"], third["CF"], third["PFL"]) == ("LYN", "SUSAN", "WEEKENDS")


def test_example_1_lyn_often_beats_susan() -> None:
    found = hear("raft-rapr", *FERRARI, LYN_RACES_HER, SHE_BEATS_HER)
    assert antecedents(found, 4) == [("she", "LYN"), ("her", "SUSAN")]


@pytest.mark.parametrize("third", [LYN_RACES_HER, LYN_RACES_SUSAN])
def test_examples_5_and_6_a_subject_prefers_the_last_subject(third: str) -> None:
    found = hear("raft-rapr", *FERRARI, third, SHE_WINS)
    assert antecedents(found, 4) == [("she", "LYN")]


@cases(__file__)
def test_the_current_focus_is(claim: str, sentences: str, expected: str) -> None:
    assert known(*sentences.split(" | ")) == expected, claim


def test_example_8_the_subject_after_a_because_sentence_is_the_subject_of_sx() -> None:
    found = hear("raft-rapr", *DODGE)
    assert antecedents(found, 3) == [("he", "EX-CONVICT")]
    assert notes(found)[1]["SF"] == "EX-CONVICT"


def test_the_subject_of_sy_prefers_the_subject_of_sx() -> None:
    found = hear("raft-rapr", *DODGE)
    assert antecedents(found, 2) == [("him", "DODGE"), ("he", "EX-CONVICT")]
    assert notes(found)[1]["rule"] == "he → EX-CONVICT: subject of SX"


def test_an_earlier_focus_is_found_on_the_stacks() -> None:
    """Example 2 in short: the referent is more than one sentence back."""
    walls = "The/DET/det/2 walls/NOUN/nsubj/4/wall/Number=Plur were/AUX/cop/4/be/VerbForm=Fin bare/ADJ/root/0"
    him = "Mary/PROPN/nsubj/2 saw/VERB/root/0/see/VerbForm=Fin John/PROPN/obj/2"
    he = "He/PRON/nsubj/2 slept/VERB/root/0/sleep/VerbForm=Fin"
    found = hear("raft-rapr", him, walls, he)
    assert antecedents(found) == [("he", "JOHN")]
    assert found.resolutions[0].attempts[-1].states_back == 1


def known(sentence: str, *before: str) -> str:
    """The CF after a sentence that follows others."""
    return notes(hear("raft-rapr", *before, sentence))[-1]["CF"]


def test_segments_change_nothing() -> None:
    raft = RaftRapr(lambda pronoun, candidate: None)
    for expression in hear("raft-rapr", LYN_RACES_SUSAN).expressions:
        raft.hear(expression)
    before = raft.end_utterance(1).state
    assert [element.entity for element in before] == ["LYN", "SUSAN"]
    assert raft.begin_segment().state == before


def test_stacks_have_a_greatest_depth() -> None:
    listener = Hearer(algorithm="raft-rapr")
    for n in range(1, 80):
        text = f"Thing{n}/NOUN/nsubj/2 hit/VERB/root/0/hit/VerbForm=Fin rock{n}/NOUN/obj/2"
        for word in Utterance.of(text, number=n).words:
            listener.hear(word)
    algorithm = listener.algorithm
    assert isinstance(algorithm, RaftRapr)
    assert [len(stack) for stack in algorithm.foci[-3:]] == [DEPTH, DEPTH, 0]
