"""RAFT/RAPR: the texts of Suri and McCoy (1994)."""

from __future__ import annotations

import pytest

from hearer.algorithms.focus.raft_rapr import RaftRapr
from hearer.hearing import Hearer
from hearer.model import Utterance
from tests.algorithms.focus_texts import (
    DODGE,
    FERRARI,
    JACK_RACES_HER,
    LYN_RACES_HER,
    LYN_RACES_SUSAN,
    SHE_BEATS_HER,
    SHE_RACES_JACK,
    SHE_WINS,
    antecedents,
    hear,
    notes,
)


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


def test_examples_3_and_4_in_the_second_sentence_grammatical_roles_are_kept() -> None:
    assert antecedents(hear("raft-rapr", LYN_RACES_SUSAN, SHE_RACES_JACK)) == [("she", "LYN")]
    assert antecedents(hear("raft-rapr", LYN_RACES_SUSAN, JACK_RACES_HER)) == [("her", "SUSAN")]


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
    walls = (
        "The/DET/det/2 walls/NOUN/nsubj/4/wall/Number=Plur were/AUX/cop/4/be/VerbForm=Fin "
        "bare/ADJ/root/0"
    )
    him = "Mary/PROPN/nsubj/2 saw/VERB/root/0/see/VerbForm=Fin John/PROPN/obj/2"
    he = "He/PRON/nsubj/2 slept/VERB/root/0/sleep/VerbForm=Fin"
    found = hear("raft-rapr", him, walls, he)
    assert antecedents(found) == [("he", "JOHN")]
    assert found.resolutions[0].attempts[-1].states_back == 1


def known(sentence: str, *before: str) -> str:
    """The CF after a sentence that follows others."""
    return notes(hear("raft-rapr", *before, sentence))[-1]["CF"]


SUSAN_HAS = (
    "Susan/PROPN/nsubj/2 gave/VERB/root/0/give/VerbForm=Fin a/DET/det/4 car/NOUN/obj/2 "
    "to/ADP/case/6 Lyn/PROPN/obl/2"
)  # SF = SUSAN, CF = CAR, PFL = LYN


def test_a_non_subject_noun_phrase_that_keeps_the_focus_beats_a_subject_pronoun() -> None:
    """The only pronoun is the subject and co-specifies the PFL; the CF stays where it was."""
    she = "She/PRON/nsubj/2 sold/VERB/root/0/sell/VerbForm=Fin the/DET/det/4 car/NOUN/obj/2"
    assert known(she, SUSAN_HAS) == "CAR"


def test_a_non_subject_noun_phrase_from_the_pfl_beats_a_subject_pronoun_that_keeps_the_focus() -> (
    None
):
    it = "It/PRON/nsubj/2 killed/VERB/root/0/kill/VerbForm=Fin Lyn/PROPN/obj/2"
    assert antecedents(hear("raft-rapr", SUSAN_HAS, it)) == [("it", "CAR")]
    assert known(it, SUSAN_HAS) == "LYN"


def test_among_non_subjects_from_the_pfl_a_pronoun_comes_first() -> None:
    both = (
        "Rain/NOUN/nsubj/2 hit/VERB/root/0/hit/VerbForm=Fin Susan/PROPN/obj/2 and/CCONJ/cc/5 "
        "soaked/VERB/conj/2/soak him/PRON/obj/5"
    )
    before = (
        "Cars/NOUN/nsubj/2/car/Number=Plur passed/VERB/root/0/pass/VerbForm=Fin a/DET/det/4 "
        "tree/NOUN/obj/2 beside/ADP/case/6 Susan/PROPN/obl/2 and/CCONJ/cc/9 beside/ADP/case/9 "
        "John/PROPN/obl/2"
    )
    assert known(both, before) == "JOHN"


def test_segments_change_nothing() -> None:
    raft = RaftRapr(lambda pronoun, candidate: None)
    for expression in hear("raft-rapr", LYN_RACES_SUSAN).expressions:
        raft.hear(expression)
    before = raft.end_utterance(1).state
    assert [element.entity for element in before] == ["LYN", "SUSAN"]
    assert raft.begin_segment().state == before


def test_stacks_grow_no_deeper_than_asked() -> None:
    listener = Hearer(algorithm="raft-rapr", depth=3)
    for n in range(1, 30):
        text = f"Thing{n}/NOUN/nsubj/2 hit/VERB/root/0/hit/VerbForm=Fin rock{n}/NOUN/obj/2"
        for word in Utterance.of(text, number=n).words:
            listener.hear(word)
    algorithm = listener.algorithm
    assert isinstance(algorithm, RaftRapr)
    assert [len(stack) for _, stack in algorithm.foci.stacks] == [3, 3, 0, 0]
