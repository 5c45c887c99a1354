"""RAP: the numbers of docs/specification/search.md D.5, which are those of Lappin and Leass (1994)."""

from __future__ import annotations

from typing import Any

import pytest

from hearer.algorithms.lappin_leass import LappinLeassAlgorithm
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
from tests.cases import cases

PRINTER = (
    "You/PRON/nsubj/4 have/AUX/aux/4 not/PART/advmod/4 waited/VERB/root/0 for/SCONJ/mark/9 the/DET/det/7 file/NOUN/nsubj/9 to/PART/mark/9 close/VERB/advcl/4",
    "You/PRON/nsubj/4 may/AUX/aux/4 have/AUX/aux/4 asked/VERB/root/0/ask/VerbForm=Fin to/PART/mark/6 print/VERB/xcomp/4 on/ADP/case/10 the/DET/det/10 virtual/ADJ/amod/10 printer/NOUN/obl/6 ,/PUNCT/punct/14 but/CCONJ/cc/14 it/PRON/nsubj/14 failed/VERB/conj/4/fail/VerbForm=Fin",
)
TAG = Utterance.of(
    "The/DET/det/3 PARTNUM/PROPN/compound/3 tag/NOUN/nsubj/4 prints/VERB/root/0 a/DET/det/7 part/NOUN/compound/7 number/NOUN/obj/4 on/ADP/case/10 the/DET/det/10 document/NOUN/obl/4"
)
COVER = Utterance.of(
    "&name/PROPN/nmod:poss/4 's/PART/case/1 initial/ADJ/amod/4 setting/NOUN/nsubj/5 places/VERB/root/0 it/PRON/obj/5 on/ADP/case/10 the/DET/det/10 back/NOUN/compound/10 cover/NOUN/obl/5",
    number=2,
)
MARY = "Mary/PROPN/nsubj/2 slept/VERB/root/0"
WHEN = "When/ADV/advmod/3 she/PRON/nsubj/3 left/VERB/advcl/6/leave/VerbForm=Fin ,/PUNCT/punct/6 Sue/PROPN/nsubj/6 slept/VERB/root/0/sleep/VerbForm=Fin"


def _weights(*sentences: str, **options: object) -> dict[str, float]:
    """What the classes weigh after the last sentence."""
    hearer = Hearer(profile=how_to_hear("lappin-leass", settings=options))
    for word in discourse(*sentences).words:
        hearer.hear(word)
    rap = hearer.algorithm
    assert isinstance(rap, LappinLeassAlgorithm)
    return {entity: rap.weight[entity] for entity in rap.classes}


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


@cases(__file__)
def test_entities_weigh(
    claim: str, sentences: str, options: dict[str, Any], expected: object
) -> None:
    assert _weights(*sentences.split(" | "), **options) == expected, claim


@cases(__file__)
def test_an_entity_weighs(claim: str, sentences: str, key: str, expected: object) -> None:
    assert _weights(*sentences.split(" | "))[key] == expected, claim


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
        form, relation = TAG.forms[n - 1], TAG.relations[n - 1]
        rap.hear(ReferringExpression(form, 1, n, entity=Entity(entity), relation=relation))
    rap.end_utterance(1)
    rap.begin_utterance(Outline(Tree(COVER)))
    rap.hear(ReferringExpression("&name", 2, 1, entity=Entity("NAME")))
    rap.hear(ReferringExpression("setting", 2, 4, entity=Entity("SETTING")))
    it = ReferringExpression("it", 2, 6, True, kind=Kind.PRONOUN, relation="obj")
    step = rap.hear(it)
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


def test_of_two_that_weigh_the_same_the_nearest_is_chosen() -> None:
    text = (
        "Rain/NOUN/nsubj/2 fell/VERB/root/0 on/ADP/case/4 Sue/PROPN/obl/2 near/ADP/case/6 Mary/PROPN/obl/2",
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


def test_a_pronoun_is_resolved_at_once_when_nothing_to_its_right_can_win() -> None:
    found = heard(MARY, WHEN, algorithm="lappin-leass")

    assert [len(step.resolutions) for step in found.steps] == [0, 0, 0, 1, 0, 0, 0, 0]
