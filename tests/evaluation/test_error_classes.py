"""Error classes: a gold file with one pronoun of each gets exactly these."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.measures import LeftOut, table_6
from hearer.evaluation.scoring import GoldStanding, Scoring
from hearer.formats import conllu
from tests.evaluation.gold_by_hand import CLASSES, Texts, discourses_of, with_link

GOLD = Setup(("s-list", "bfp"), mentions=Mentions.GOLD)


def classes(texts: Texts, algorithm: str, setup: Setup = GOLD) -> dict[str, list[str]]:
    """What became of the pronouns of each text, in order."""
    found: dict[str, list[str]] = {name: [] for name in texts}
    for row in evaluate(discourses_of(texts), setup).rows(algorithm):
        told = "correct" if row.is_right else str(row.error_class)
        found[row.scored.genre].append(told)
    return found


def cells(texts: Texts, algorithm: str) -> Counter[str]:
    return Counter(told for pronouns in classes(texts, algorithm).values() for told in pronouns)


BY_BFP = {
    "strategy-chain": ["correct", "strategy", "chain"],
    "ambiguity": ["ambiguity"],
    "intra": ["intra"],
    "other": ["other"],
    "pipeline": ["pipeline"],
}
BY_S_LIST = BY_BFP | {"ambiguity": ["correct"], "intra": ["correct"]}


@pytest.mark.parametrize("mentions", Mentions)
def test_one_pronoun_of_each_class_gets_its_class(mentions: Mentions) -> None:
    setup = replace(GOLD, mentions=mentions)
    assert classes(CLASSES, "bfp", setup) == BY_BFP


def test_the_s_list_has_no_ambiguities_and_no_errors_of_its_own_inside_the_sentence() -> None:
    assert classes(CLASSES, "s-list") == BY_S_LIST


def test_every_class_is_there() -> None:
    told = {told for pronouns in BY_BFP.values() for told in pronouns}
    assert told == {"correct", *map(str, ErrorClass)}


def test_a_flipped_link_moves_one_cell_from_chain_to_correct() -> None:
    flipped = with_link(CLASSES, "strategy-chain", 2, ("nsubj/2/2", "nsubj/2/1"))
    before, after = cells(CLASSES, "bfp"), cells(flipped, "bfp")
    assert after - before == {"correct": 1}
    assert before - after == {"chain": 1}
    assert classes(flipped, "bfp")["strategy-chain"] == ["correct", "correct", "strategy"]


def test_a_flipped_link_moves_one_cell_from_correct_to_strategy() -> None:
    flipped = with_link(CLASSES, "ambiguity", 1, ("her/PRON/PRP/obj/2/1", "her/PRON/PRP/obj/2/2"))
    before, after = cells(CLASSES, "s-list"), cells(flipped, "s-list")
    assert after - before == {"strategy": 1}
    assert before - after == {"correct": 1}


def test_by_location_chains_vanish() -> None:
    setup = replace(GOLD, scoring=Scoring.LOCATION)
    assert classes(CLASSES, "s-list", setup)["strategy-chain"] == ["correct", "strategy", "correct"]


# Invariants -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evaluation(data: Path) -> Evaluation:
    paths = sorted((data / "gum" / "dev").glob("*.conllu"))[:6]
    assert len(paths) == 6
    documents = [d for path in paths for d in conllu.discourses(conllu.read(str(path)))]
    return evaluate(documents, Setup(("s-list", "bfp", "lrc", "hobbs")))


@pytest.mark.untraced
def test_correct_and_classes_are_all_pronouns(evaluation: Evaluation) -> None:
    for algorithm in evaluation.setup.algorithms:
        found = table_6(evaluation.rows(algorithm))
        assert found.pronouns > 100
        assert found.correct + sum(found.errors.values()) == found.pronouns
        for row in evaluation.counted(algorithm):
            assert row.is_right == (row.error_class is None)


def test_what_is_counted_does_not_depend_on_the_algorithm(evaluation: Evaluation) -> None:
    counted = {
        algorithm: [row.scored.word for row in evaluation.counted(algorithm)]
        for algorithm in evaluation.setup.algorithms
    }
    assert len(set(map(tuple, counted.values()))) == 1


def test_only_algorithms_with_clauses_have_errors_inside_the_sentence(
    evaluation: Evaluation,
) -> None:
    for algorithm in ("s-list", "lrc", "hobbs"):
        assert table_6(evaluation.rows(algorithm)).errors[ErrorClass.INTRA] == 0


def test_what_is_not_counted_has_a_reason(evaluation: Evaluation) -> None:
    for row in evaluation.rows("s-list"):
        if row.scored.kind == "reflexive" and row.scored.standing is GoldStanding.ANAPHORIC:
            assert row.exclusion is LeftOut.REFLEXIVE
        if row.scored.standing is GoldStanding.NO_MENTION:
            assert row.exclusion is LeftOut.PLEONASTIC
