"""Error classes: a gold file with one pronoun of each gets exactly these."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold import gold_of
from hearer.evaluation.gold_features import impossible, is_feature_wrong
from hearer.evaluation.measures import LeftOut, table_6
from hearer.evaluation.scoring import GoldStanding, Scoring
from hearer.formats import conllu
from hearer.model import Constraint, Verdict
from tests.evaluation.gold_by_hand import CLASSES, NO_CHOICE, Texts, discourses_of, with_link

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
    assert told | {*NO_CHOICE, "out-of-view"} == {"correct", *map(str, ErrorClass)}


@pytest.mark.parametrize("algorithm", ["s-list", "bfp"])
def test_what_is_no_choice_of_the_algorithm_has_its_own_rows(algorithm: str) -> None:
    """*This* is not heard; *they* is not Tom, or nobody; Zorp, a place, is no *he*."""
    assert classes(NO_CHOICE, algorithm) == {name: [name] for name in NO_CHOICE}


def reason(texts: Texts, algorithm: str, setup: Setup = GOLD) -> str:
    (row,) = (
        row for row in evaluate(discourses_of(texts), setup).rows(algorithm) if row.error_class
    )
    return f"{row.error_class}: {row.reason}"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("never-heard", "the antecedent “this” is not heard: a demonstrative"),
        (
            "ruled-out",
            "“Ann and Sue” ({ANN, SUE}) passed; the antecedent was held to violate agreement "
            "(singular; plural wanted)",
        ),
        (
            "nothing-passed",
            "nobody passed; the antecedent was held to violate agreement (singular; plural wanted)",
        ),
        ("pipeline", "what was chosen cannot be meant: “Zorp” is a place in gold"),
    ],
)
def test_the_reason_says_what_was_in_the_way(name: str, told: str) -> None:
    assert reason({name: NO_CHOICE[name]}, "s-list") == f"{name}: {told}"


def test_a_winner_that_can_be_meant_is_one_of_strategy() -> None:
    texts = with_link(NO_CHOICE, "pipeline", 0, ("1.place", "1.person"))
    told = reason({"pipeline": texts["pipeline"]}, "s-list")
    assert told == "strategy: “Zorp” was preferred to “Tom”"


def test_what_the_window_hides_is_out_of_view() -> None:
    """Of Ann and Sue one element is viewed, and it is Ann."""
    texts = {
        "view": (
            "Ann/PROPN/NNP/nsubj/2/1 met/VERB/VBD/root/0/_ Sue/PROPN/NNP/obj/2/2",
            "She/PRON/PRP/nsubj/2/2 left/VERB/VBD/root/0/_",
        )
    }
    one = Setup(mentions=Mentions.GOLD, options={"window": 1})
    told = "out-of-view: not among the 1 that are looked at; last heard 1 sentences back"
    assert reason(texts, "s-list", one) == told
    assert reason(texts, "s-list", Setup(mentions=Mentions.GOLD)).startswith("strategy: “Ann” was")


def test_a_tie_with_what_cannot_be_meant_is_no_ambiguity() -> None:
    """*her* is Ann or Sue; but Sue is a place."""
    tie = {"ambiguity": CLASSES["ambiguity"]}
    assert reason(tie, "bfp") == "ambiguity: equally good: “Ann” or “Sue”"
    place = with_link(tie, "ambiguity", 0, ("obj/2/2", "obj/2/2.place"))
    assert reason(place, "bfp").startswith("pipeline: what is as good cannot be meant by gold")


def test_an_event_behind_a_demonstrative_is_an_event() -> None:
    """Ann left. This hurt. It mattered: all that is named before *it* is a clause."""
    texts = {
        "event": (
            "Ann/PROPN/NNP/nsubj/2/1 left/VERB/VBD/root/0/2",
            "This/PRON/DT/nsubj/2/2 hurt/VERB/VBD/root/0/_",
            "It/PRON/PRP/nsubj/2/2 mattered/VERB/VBD/root/0/_",
        )
    }
    assert reason(texts, "s-list") == "other: the antecedent is an event or a stretch of discourse"


def test_with_gold_mentions_a_wrong_gender_is_the_pipelines() -> None:
    told = reason({"pipeline": CLASSES["pipeline"]}, "s-list")
    assert told.startswith(
        "pipeline: the antecedent was wrongly held to violate agreement (feminine"
    )


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


def test_a_person_is_wrong_of_a_noun_but_not_of_a_pronoun() -> None:
    texts = {
        "person": (
            "Ann/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
            "You/PRON/PRP/nsubj/2/2 slept/VERB/VBD/root/0/_",
        )
    }
    (gold,) = (gold_of(discourse) for discourse in discourses_of(texts))
    ann, you = gold.mentions
    verdict = Verdict(Constraint.AGREEMENT, "first person", "third person")
    assert is_feature_wrong(gold, "she", verdict, [ann])
    assert not is_feature_wrong(gold, "she", verdict, [ann, you])
    assert not is_feature_wrong(gold, "she", Verdict(Constraint.BINDING), [ann])


MIXED: Texts = {
    "mixed": (
        "Bears/NOUN/NNS/nsubj/2/1.animal slept/VERB/VBD/root/0/_",
        "A/DET/DT/det/2/_ bear/NOUN/NN/nsubj/3/1.animal snored/VERB/VBD/root/0/_",
        "She/PRON/PRP/nsubj/2/1.animal left/VERB/VBD/root/0/_ Ann/PROPN/NNP/obj/2/2.person",
        "She/PRON/PRP/nsubj/2/2.person cried/VERB/VBD/root/0/_",
    )
}


def test_a_number_is_wrong_only_if_the_nearest_noun_has_another() -> None:
    """*A bear* is not many, and nothing is wrong with that, though *bears* stand before it."""
    gold = gold_of(*discourses_of(MIXED))
    bears = [gold.mentions[0], gold.mentions[1]]
    many = Verdict(Constraint.AGREEMENT, shown="singular", wanted="plural")
    one = Verdict(Constraint.AGREEMENT, shown="plural", wanted="singular")
    assert not is_feature_wrong(gold, "they", many, bears)
    assert is_feature_wrong(gold, "it", one, bears)


def test_what_is_she_in_gold_is_no_it_unless_it_is_an_animal() -> None:
    gold = gold_of(*discourses_of(MIXED))
    bear, ann = gold.mentions[0], gold.mentions[-1]
    assert impossible(gold, "it", bear) == ""
    assert impossible(gold, "he", bear) == "is “she” in gold"
    assert impossible(gold, "it", ann) == "is “she” in gold"
