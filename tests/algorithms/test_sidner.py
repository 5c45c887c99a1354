"""Sidner's focus model: the texts of her 1981 paper, and Azzam's clause by clause."""

from __future__ import annotations

from hearer.algorithms.sidner import DEPTH, Sidner
from hearer.hearing import Hearer
from hearer.model import Constraint, Event, Outline, Utterance
from hearer.model.tree import Tree
from tests.algorithms.focus_texts import (
    BASEBALL,
    JEFF,
    MIKE,
    antecedents,
    hear,
    notes,
)

BOYS = "{ALFRED, ZOHAR}"


def parsed(*sentences: str) -> list[Utterance]:
    return [Utterance.of(text, number=n) for n, text in enumerate(sentences, start=1)]


def test_agents_are_the_actor_focus_and_objects_the_discourse_focus() -> None:
    found = hear("sidner", *BASEBALL[:2])
    first = notes(found)[0]
    assert (first["AF"], first["DF"]) == (BOYS, "BASEBALL")
    assert antecedents(found) == [("they", BOYS), ("it", "BASEBALL")]


def test_what_fails_on_the_discourse_focus_goes_to_the_first_potential_focus() -> None:
    found = hear("sidner", *BASEBALL)
    tasted = found.resolutions[-1]
    tested = [(attempt.candidate.entity, attempt.violated) for attempt in tasted.attempts]
    assert tested == [("BASEBALL", Constraint.AGREEMENT), ("CONES", None)]


def test_the_discourse_focus_moves_to_a_potential_focus_and_the_old_one_is_stacked() -> None:
    before, after = notes(hear("sidner", *BASEBALL))[2:]
    assert (before["DF"], before["PDF"].split(", ")[0]) == ("BASEBALL", "CONES")
    assert (after["DF"], after["FS"]) == ("CONES", "BASEBALL")


def test_potential_foci_stand_in_thematic_order_with_the_agent_last() -> None:
    assert notes(hear("sidner", *BASEBALL))[2]["PDF"] == f"CONES, GAME, {BOYS}"


def test_the_theme_rule_prefers_whom_the_thinking_is_about() -> None:
    found = hear("sidner", *JEFF)
    assert antecedents(found, 2)[0] == ("he", "JEFF")
    assert antecedents(found, 3) == [("he", "JEFF")]
    assert notes(found)[1]["AF"] == "CARL"
    assert notes(found)[2]["rule"] == "he → JEFF: theme rule"


def test_an_actor_and_one_potential_actor_are_ambiguous_and_the_actor_is_taken() -> None:
    he = hear("sidner", *MIKE).resolutions[0]
    assert he.entity == "JOHN"
    assert [rival.entity for rival in he.rivals] == ["MIKE"]
    assert he.rivals


def test_an_actor_focus_last_mentioned_by_a_pronoun_is_not_ambiguous() -> None:
    again = "He/PRON/nsubj/2 called/VERB/root/0/call/VerbForm=Fin"
    he = hear("sidner", MIKE[0], MIKE[1], again).resolutions[-1]
    assert (he.entity, he.rivals) == ("JOHN", ())


def test_a_stacked_focus_is_found_again_last_in_first_out() -> None:
    it = "It/PRON/nsubj/2 vanished/VERB/root/0/vanish/VerbForm=Fin"
    found = hear("sidner", *BASEBALL, it)
    assert antecedents(found, 5) == [("it", "BASEBALL")]
    assert found.resolutions[-1].attempts[-1].states_back == 1
    assert notes(found)[4]["FS"] == "–"


def test_nothing_is_decided_before_the_sentence_ends() -> None:
    listener = Hearer(algorithm="sidner")
    steps = [listener.hear(word) for utterance in parsed(*MIKE) for word in utterance.words]
    decided = [step.word.number for step in steps if step.resolutions and step.word]
    assert decided == [len(parsed(*MIKE)[1])]


def test_a_segment_stacks_the_foci() -> None:
    sidner = Sidner(lambda pronoun, candidate: None)
    found = hear("sidner", *MIKE[:1])
    sidner.begin_utterance(Outline(Tree(found.discourse.utterances[0])))
    for expression in found.expressions:
        sidner.hear(expression)
    sidner.end_utterance(1)
    assert sidner.begin_segment().event is Event.SEGMENT
    assert sidner.in_view() == ()
    assert [element.entity for element in sidner.foci.fs] == ["MIKE"]
    assert [element.entity for element in sidner.foci.afs] == ["JOHN"]


def test_stacks_have_a_greatest_depth() -> None:
    sentences = [
        f"John/PROPN/nsubj/2 saw/VERB/root/0/see/VerbForm=Fin a/DET/det/4 thing{n}/NOUN/obj/2 ./PUNCT/punct/2 It/PRON/nsubj/7 broke/VERB/parataxis/2/break/VerbForm=Fin"
        for n in range(80)
    ]
    found = Hearer(algorithm="sidner", segments="paragraph")
    for utterance in parsed(*sentences):
        for word in utterance.words:
            found.hear(word)
    algorithm = found.algorithm
    assert isinstance(algorithm, Sidner)
    assert len(algorithm.foci.fs) <= DEPTH
