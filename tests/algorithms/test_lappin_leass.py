"""RAP: the numbers of docs/specification/salience.md D.5, which are those of Lappin and Leass (1994)."""

from __future__ import annotations

import pytest

from hearer.algorithms.salience.lappin_leass import LappinLeassAlgorithm
from hearer.hearing import Hearer
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Kind,
    Outline,
    ReferringExpression,
    Resolution,
    Utterance,
    Verdict,
)
from hearer.model.tree import Tree
from hearer.profiles import how_to_hear
from tests.algorithms.understood import SACKS, in_paper, paper_texts
from tests.analysis.parsed import discourse, heard, resolved

EMACS = (
    "At/ADP/case/3 this/DET/det/3 point/NOUN/obl/7 ,/PUNCT/punct/7 emacs/NOUN/nsubj/7 "
    "is/AUX/aux/7 waiting/VERB/root/0 for/ADP/case/10 a/DET/det/10 command/NOUN/obl/7",
    "It/PRON/nsubj:pass/3 is/AUX/aux:pass/3/be/VerbForm=Fin prepared/VERB/root/0 "
    "to/PART/mark/5 see/VERB/xcomp/3 if/SCONJ/mark/11 the/DET/det/9 variable/ADJ/amod/9 "
    "keys/NOUN/nsubj/11/key/Number=Plur are/AUX/cop/11 TRUE/ADJ/ccomp/5 ,/PUNCT/punct/14 "
    "and/CCONJ/cc/14 executes/VERB/conj/3/execute/VerbForm=Fin some/DET/det/16 "
    "lines/NOUN/obj/14/line/Number=Plur if/SCONJ/mark/19 they/PRON/nsubj/19 "
    "are/VERB/advcl/14/be/VerbForm=Fin",
)
PRINTER = (
    "You/PRON/nsubj/4 have/AUX/aux/4 not/PART/advmod/4 waited/VERB/root/0 for/SCONJ/mark/9 "
    "the/DET/det/7 file/NOUN/nsubj/9 to/PART/mark/9 close/VERB/advcl/4",
    "You/PRON/nsubj/4 may/AUX/aux/4 have/AUX/aux/4 asked/VERB/root/0/ask/VerbForm=Fin "
    "to/PART/mark/6 print/VERB/xcomp/4 on/ADP/case/10 the/DET/det/10 virtual/ADJ/amod/10 "
    "printer/NOUN/obl/6 ,/PUNCT/punct/14 but/CCONJ/cc/14 it/PRON/nsubj/14 "
    "failed/VERB/conj/4/fail/VerbForm=Fin",
)
TAG = Utterance.of(
    "The/DET/det/3 PARTNUM/PROPN/compound/3 tag/NOUN/nsubj/4 prints/VERB/root/0 a/DET/det/7 "
    "part/NOUN/compound/7 number/NOUN/obj/4 on/ADP/case/10 the/DET/det/10 document/NOUN/obl/4"
)
COVER = Utterance.of(
    "&name/PROPN/nmod:poss/4 's/PART/case/1 initial/ADJ/amod/4 setting/NOUN/nsubj/5 "
    "places/VERB/root/0 it/PRON/obj/5 on/ADP/case/10 the/DET/det/10 back/NOUN/compound/10 "
    "cover/NOUN/obl/5",
    number=2,
)
MARY = "Mary/PROPN/nsubj/2 slept/VERB/root/0"
RAIN = "The/DET/det/2 rain/NOUN/nsubj/3 fell/VERB/root/0"
WHEN = (
    "When/ADV/advmod/3 she/PRON/nsubj/3 left/VERB/advcl/6/leave/VerbForm=Fin ,/PUNCT/punct/6 "
    "Sue/PROPN/nsubj/6 slept/VERB/root/0/sleep/VerbForm=Fin"
)


def _weights(*sentences: str, **options: object) -> dict[str, float]:
    """What the classes weigh after the last sentence."""
    hearer = Hearer(profile=how_to_hear("lappin-leass", settings=options))
    for word in discourse(*sentences).words:
        hearer.hear(word)
    rap = hearer.algorithm
    assert isinstance(rap, LappinLeassAlgorithm)
    return {entity: rap.classes.weight(Entity(entity)) for entity in rap.classes.by_entity}


def _weighed(text: str, pronoun: str, sentence: int) -> dict[str, str]:
    """What the candidates weigh for a pronoun of a text of the paper."""
    hearer = Hearer(algorithm="lappin-leass")
    steps = [hearer.hear(word) for word in paper_texts()[text].words]
    parts = [part for step in steps for part in step.parts if part.heard]
    notes = next(
        part.notes
        for part in parts
        if part.heard and (part.heard.text, part.heard.utterance) == (pronoun, sentence)
    )
    return {note.name: note.text.partition(" ")[0] for note in notes}


def _candidates(*sentences: str, **options: object) -> list[str]:
    """What was added up for the last pronoun."""
    found = heard(*sentences, algorithm="lappin-leass", **options)
    parts = [part for step in found.steps for part in step.parts if part.resolutions]
    return [str(note) for note in parts[-1].notes]


def test_emacs_weighs_465_keys_310_lines_280_command_135_and_point_90() -> None:
    assert _weights(*EMACS) == {
        "EMACS": 465,
        "KEYS": 310,
        "LINES": 280,
        "COMMAND": 135,
        "POINT": 90,
    }


def test_it_is_emacs_and_they_are_the_keys() -> None:
    assert resolved(*EMACS, algorithm="lappin-leass") == ["it EMACS", "they KEYS"]


def test_the_printer_at_270_beats_the_file_at_190() -> None:
    weighed = _candidates(*PRINTER)

    assert weighed[1:] == [
        "PRINTER: 270 = recency 100 + oblique complement 40 + head noun 80 + non-adverbial 50",
        "FILE: 190 = (recency 100 + subject 80 + head noun 80 + non-adverbial 50) / 2"
        " + parallel role 35",
    ]
    assert resolved(*PRINTER, algorithm="lappin-leass") == ["it PRINTER"]


def _part_number() -> tuple[dict[str, str], Resolution]:
    """PARTNUM is a modifier, so expressions are heard by hand; the setting is contra-indexed."""

    def test(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        return Verdict(Constraint.BINDING) if candidate.entity == "SETTING" else None

    rap = LappinLeassAlgorithm(test)
    first = {2: "PARTNUM", 3: "TAG", 7: "NUMBER", 10: "DOCUMENT"}
    rap.begin_utterance(Outline(Tree(TAG)))
    for n, entity in first.items():
        rap.hear(ReferringExpression(TAG.forms[n - 1], 1, n, entity=Entity(entity)))
    rap.end_utterance(1)
    rap.begin_utterance(Outline(Tree(COVER)))
    rap.hear(ReferringExpression("&name", 2, 1, entity=Entity("NAME")))
    rap.hear(ReferringExpression("setting", 2, 4, entity=Entity("SETTING")))
    step = rap.hear(ReferringExpression("it", 2, 6, is_pronoun=True, kind=Kind.PRONOUN))
    (resolution,) = step.resolutions
    return {note.name: note.text.partition(" ")[0] for note in step.notes}, resolution


def test_the_part_number_wins_with_175() -> None:
    weights, resolution = _part_number()

    assert weights == {
        "SETTING": "310",
        "NUMBER": "175",
        "TAG": "155",
        "NAME": "150",
        "DOCUMENT": "135",
        "PARTNUM": "75",
    }
    assert resolution.entity == "NUMBER"


@pytest.mark.parametrize(
    "second",
    [
        "He/PRON/nsubj/2 called/VERB/root/0 John/PROPN/obj/2",
        # He thinks that John slept: condition 4.
        "He/PRON/nsubj/2 thinks/VERB/root/0 that/SCONJ/mark/5 John/PROPN/nsubj/5 slept/VERB/ccomp/2",
    ],
)
def test_who_is_named_behind_a_pronoun_in_its_domain_is_not_meant(second: str) -> None:
    first = "John/PROPN/nsubj/2 met/VERB/root/0 Mike/PROPN/obj/2"
    assert resolved(first, second, algorithm="lappin-leass") == ["he MIKE"]


def test_who_is_named_behind_it_elsewhere_may_be() -> None:
    first = "John/PROPN/nsubj/2 met/VERB/root/0 Mike/PROPN/obj/2"
    second = (
        "He/PRON/nsubj/2 slept/VERB/root/0 when/ADV/advmod/5 John/PROPN/nsubj/5 called/VERB/advcl/2"
    )
    assert resolved(first, second, algorithm="lappin-leass") == ["he JOHN"]


def test_brennan_weighs_465_after_1b_and_512_5_after_1c() -> None:
    sentences = (
        "Brennan/PROPN/nsubj/2 drives/VERB/root/0 an/DET/det/4 Alfa/PROPN/obj/2 Romeo/PROPN/flat/4",
        "She/PRON/nsubj/2 drives/VERB/root/0 too/ADV/advmod/4 fast/ADV/advmod/2",
        "Friedman/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2",
    )
    assert _weights(*sentences[:2])["BRENNAN"] == 465
    assert _weights(*sentences)["BRENNAN"] == 512.5


def test_in_1c_brennan_weighs_232_5_and_friedman_310() -> None:
    weighed = _weighed("table3", "her", 3)

    assert (weighed["BRENNAN"], weighed["FRIEDMAN"]) == ("232.5", "310")


@pytest.mark.parametrize("text", ["table3", "table3-prime"])
def test_in_1d_brennan_at_256_25_beats_friedman_at_190(text: str) -> None:
    weighed = _weighed(text, "she", 4)

    assert (weighed["BRENNAN"], weighed["FRIEDMAN"]) == ("256.25", "190")


def test_she_is_brennan_in_both_endings_and_her_is_friedman() -> None:
    assert in_paper("table3", "lappin-leass")[2] == "1d she BRENNAN"
    assert in_paper("table3-prime", "lappin-leass")[2:] == ["1d' she BRENNAN", "1d' her FRIEDMAN"]


def test_in_example_5_the_deer_weigh_305_as_a_complement() -> None:
    weighed = dict(note.split(": ", 1) for note in _candidates(SACKS))

    assert weighed["DEER"].startswith("305 = ")
    assert weighed["SACKS"].startswith("280 = ")
    assert resolved(SACKS, algorithm="lappin-leass") == ["them DEER"]


def test_in_example_5_the_deer_weigh_265_as_an_adjunct() -> None:
    weighed = dict(note.split(": ", 1) for note in _candidates(SACKS, oblique="marked"))

    assert weighed["DEER"].startswith("265 = ")
    assert resolved(SACKS, algorithm="lappin-leass", oblique="marked") == ["them SACKS"]


def test_the_notional_subject_of_there_is_earns_70() -> None:
    there = "There/PRON/expl/2 is/VERB/root/0 a/DET/det/4 judge/NOUN/nsubj/2"
    assert _weights(there) == {"JUDGE": 100 + 70 + 80 + 50}


def test_a_possessor_and_what_a_relative_clause_holds_are_no_head_nouns() -> None:
    held = (
        "Mary/PROPN/nmod:poss/3 's/PART/case/1 car/NOUN/nsubj/7 that/PRON/obj/6//PronType=Rel "
        "Sue/PROPN/nsubj/6 bought/VERB/acl:relcl/3 stopped/VERB/root/0"
    )
    weights = _weights(held, relative_pronouns=False)

    assert weights == {"MARY": 150, "CAR": 310, "SUE": 230}


def test_a_temporal_oblique_is_no_complement() -> None:
    slept = "Mary/PROPN/nsubj/2 slept/VERB/root/0 each/DET/det/4 night/NOUN/obl:unmarked/2"
    assert _weights(slept)["NIGHT"] == 100 + 80 + 50


def test_of_two_that_weigh_the_same_the_nearest_is_chosen() -> None:
    text = (
        "Rain/NOUN/nsubj/2 fell/VERB/root/0 on/ADP/case/4 Sue/PROPN/obl/2 near/ADP/case/6 "
        "Mary/PROPN/obl/2",
        "She/PRON/nsubj/2 left/VERB/root/0",
    )
    found = heard(*text, algorithm="lappin-leass")
    weighed = _candidates(*text)

    assert [note.split(" ")[:2] for note in weighed[1:]] == [["MARY:", "135"], ["SUE:", "135"]]
    assert [resolution.entity for resolution in found.resolutions] == ["MARY"]


def test_a_cataphor_waits_and_its_candidate_loses_175() -> None:
    found = heard(WHEN, algorithm="lappin-leass")
    weighed = _candidates(WHEN)

    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 0, 0, 1]
    assert weighed == [
        "SUE: 170 = recency 100 + subject 80 + head noun 80 + non-adverbial 50"
        " + parallel role 35 − cataphora 175"
    ]


def test_a_recent_antecedent_beats_a_cataphoric_one_and_an_old_one_does_not() -> None:
    assert resolved(MARY, WHEN, algorithm="lappin-leass") == ["she MARY"]
    assert resolved(MARY, RAIN, WHEN, algorithm="lappin-leass") == ["she SUE"]


def test_a_pronoun_is_resolved_at_once_when_nothing_to_its_right_can_win() -> None:
    found = heard(MARY, WHEN, algorithm="lappin-leass")

    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 1, 0, 0, 0, 0]


def test_what_was_not_mentioned_for_four_sentences_is_still_a_candidate_but_no_longer() -> None:
    she = "She/PRON/nsubj/2 slept/VERB/root/0"
    assert resolved(MARY, RAIN, RAIN, RAIN, she, algorithm="lappin-leass") == ["she MARY"]
    assert resolved(MARY, RAIN, RAIN, RAIN, RAIN, she, algorithm="lappin-leass") == ["she None"]


def test_two_cataphors_of_one_predicate_stay_apart() -> None:
    text = (
        "When/ADV/advmod/3 she/PRON/nsubj/3 beat/VERB/advcl/6/beat/VerbForm=Fin her/PRON/obj/3 "
        "Mary/PROPN/nsubj/6 told/VERB/root/0/tell/VerbForm=Fin Sue/PROPN/obj/6"
    )
    assert resolved(text, algorithm="lappin-leass") == ["she MARY", "her SUE"]


def test_kennedy_and_boguraev_weigh_possessors_obliques_and_context() -> None:
    text = "Mary/PROPN/nmod:poss/3 's/PART/case/1 car/NOUN/nsubj/4 ran/VERB/root/0 into/ADP/case/6 Sue/PROPN/obl/4"
    assert _weights(text, variant="kennedy-boguraev") == {
        "MARY": 100 + 50 + 65 + 50,
        "CAR": 100 + 50 + 80 + 80 + 50,
        "SUE": 100 + 50 + 30 + 80 + 50,
    }


def test_kennedy_and_boguraev_undo_the_subordination_that_both_share() -> None:
    """Their own example: the candidate in the pronoun's relative clause goes from 352 to 432."""
    text = (
        "The/DET/det/2 booth/NOUN/nsubj/9 that/PRON/obj/5//PronType=Rel Mary/PROPN/nsubj/5 "
        "filled/VERB/acl:relcl/2/fill/VerbForm=Fin with/ADP/case/8 her/PRON/nmod:poss/8 "
        "products/NOUN/obl/5/product/Number=Plur fell/VERB/root/0/fall/VerbForm=Fin"
    )
    weighed = dict(n.split(": ", 1) for n in _candidates(text, variant="kennedy-boguraev"))

    assert weighed["MARY"] == (
        "360 = recency 100 + subject 80 + non-adverbial 50 + context 50 + locality (head noun) 80"
    )
