"""A case made by hand for each rule of Table 6 (docs/evaluation.md): its class and its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from hearer.evaluation.error_classes import ErrorClass, impossible, is_feature_wrong
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold import gold_of
from hearer.evaluation.measures import LeftOut, accuracy, critical, disclosure, table_6
from hearer.evaluation.scoring import Scoring
from hearer.formats import conllu
from hearer.model import Constraint, Verdict
from tests.cases import cases
from tests.evaluation.gold_by_hand import CLASSES, Texts, discourses_of

GOLD = Setup(("s-list", "bfp"), mentions=Mentions.GOLD)
AUTO = Setup(("s-list", "bfp"))

SAID = "“/PUNCT/``/punct/3/_ {0}/{1}/nsubj/3/1 slept/VERB/VBD/root/0/_ ”/PUNCT/''/punct/3/_".format


def classed(texts: Texts, algorithm: str, setup: Setup = GOLD) -> dict[str, list[str]]:
    """The classes of the pronouns of each text, in order."""
    found: dict[str, list[str]] = {name: [] for name in texts}
    for row in evaluate(discourses_of(texts), setup).rows(algorithm):
        found[row.scored.genre].append("correct" if row.is_right else str(row.error_class))
    return found


@cases(__file__)
def test_each_rule_gives_its_class_and_its_reason(
    case: str, algorithm: str, settings: dict[str, object], sentences: list[str], expected: str
) -> None:
    """`case` begins with the number of the rule; the last pronoun is looked at."""
    options, profile = dict(settings), settings.get("profile", "paper")
    mentions = Mentions(str(options.pop("mentions", "auto")))
    options.pop("profile", None)
    setup = Setup((algorithm,), str(profile), mentions=mentions, options=options)
    row = evaluate(discourses_of({"made": sentences}), setup).rows(algorithm)[-1]
    assert not row.is_right
    assert f"{row.error_class}: {row.reason}" == expected, case


def test_there_is_a_case_for_every_rule_and_every_class() -> None:
    _, *lines = (
        Path(__file__)
        .with_name("cases")
        .joinpath("error_classes.tsv")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    assert {int(line.split("\t")[0].partition(":")[0]) for line in lines} == set(range(1, 19))
    assert {line.split("\t")[4].partition(":")[0] for line in lines} == set(map(str, ErrorClass))


BY_BFP = {
    "strategy-chain": ["correct", "strategy", "chain"],
    "ambiguity": ["ambiguity"],
    "intra": ["intra"],
    "other": ["other"],
    "pipeline": ["pipeline"],
}


@pytest.mark.parametrize("setup", [GOLD, AUTO])
def test_bfp_has_one_error_of_each_class_of_the_paper(setup: Setup) -> None:
    assert classed(CLASSES, "bfp", setup) == BY_BFP


def test_the_s_list_has_no_ambiguities_and_no_errors_of_its_own_inside_the_sentence() -> None:
    by_s_list = BY_BFP | {"ambiguity": ["correct"], "intra": ["correct"]}
    assert classed(CLASSES, "s-list") == by_s_list


@pytest.mark.parametrize(
    ("algorithm", "name", "before", "after", "moved"),
    [
        ("bfp", "strategy-chain", "She:2 smiled", "She:1 smiled", ("chain", "correct")),
        ("s-list", "ambiguity", "liked her:1", "liked her:2", ("correct", "strategy")),
    ],
)
def test_a_changed_link_moves_one_cell(
    algorithm: str, name: str, before: str, after: str, moved: tuple[str, str]
) -> None:
    texts = {name: CLASSES[name]}
    changed = {name: tuple(one.replace(before, after) for one in CLASSES[name])}
    assert changed != texts
    old, new = (Counter(classed(each, algorithm)[name]) for each in (texts, changed))
    assert (old - new, new - old) == ({moved[0]: 1}, {moved[1]: 1})


def test_by_location_chains_vanish() -> None:
    setup = replace(GOLD, scoring=Scoring.LOCATION)
    assert classed(CLASSES, "s-list", setup)["strategy-chain"] == ["correct", "strategy", "correct"]


def test_accuracy_counts_all_anaphoric_pronouns_and_false_positives() -> None:
    """The second *She* is wrong, *He* (Mary) unresolved, and *he* before Bob no anaphor."""
    found = accuracy(evaluate(discourses_of(CLASSES), GOLD).rows("s-list"))
    assert (found.anaphoric, found.correct, found.wrong, found.unresolved) == (6, 4, 1, 1)
    assert (found.non_anaphoric, found.false_positives) == (1, 0)
    assert (found.answered, found.rates.precision) == (5 / 6, 4 / 5)


def test_a_chain_of_pronouns_stands_for_its_first_one_by_entity() -> None:
    texts = {"made": ("He:1 slept", "He:2 left", "He:1 cried")}
    by = {how: replace(GOLD, scoring=how) for how in Scoring}
    right = {how: evaluate(discourses_of(texts), by[how]).rows("s-list")[-1] for how in by}
    assert right[Scoring.ENTITY].is_right
    assert not right[Scoring.LOCATION].is_right


def test_critical_success_counts_pronouns_with_more_than_one_compatible_candidate() -> None:
    """*She* has Ann alone in view, *her* both Ann and Sue, *they* nobody."""
    few = {"one": ("Ann:1 slept", "She:1 left"), "none": ("Tom:1 slept", "They:1 left")}
    texts = few | {"two": CLASSES["ambiguity"]}
    rows = evaluate(discourses_of(texts), GOLD).rows("s-list")
    assert {row.scored.form: row.compatible for row in rows} == {"she": 1, "her": 2, "they": 0}
    assert (critical(rows).part, critical(rows).whole) == (1, 1)


def test_a_pronoun_that_is_not_counted_has_its_reason() -> None:
    """All but *it* refer, counted or not: *himself* and the first *he* are right, 2 of 5."""
    texts = {
        "made": (
            "Tom:1 saw himself/PRON/PRP/obj/2/1",
            "It rained",
            "He:1 left",
            SAID("He", "PRON/PRP"),
            "He/PRON/PRP/nsubj/4/(2 or/CCONJ/CC/cc/3/_ she/PRON/PRP/conj/1/2)"
            " left/VERB/VBD/root/0/_",
        )
    }
    rows = evaluate(discourses_of(texts), GOLD).rows("s-list")
    assert [(row.scored.form, row.exclusion) for row in rows] == [
        ("himself", LeftOut.REFLEXIVE),
        ("it", LeftOut.PLEONASTIC),
        ("he", None),
        ("he", LeftOut.SPEECH),
        ("he", None),
        ("she", LeftOut.COORDINATED),
    ]
    found = disclosure(rows)
    assert (found.found, found.referring, found.resolved) == (6, 5, 2)
    assert found.counted == {"he": 2}


# Invariants on GUM ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evaluation(data: Path) -> Evaluation:
    paths = sorted((data / "gum" / "dev").glob("*.conllu"))[:4]
    assert len(paths) == 4
    documents = [d for path in paths for d in conllu.discourses(conllu.read(str(path)))]
    return evaluate(documents, Setup(("s-list", "bfp", "lrc", "hobbs")))


@pytest.mark.untraced
def test_correct_and_classes_are_all_pronouns(evaluation: Evaluation) -> None:
    counted = set()
    for algorithm in evaluation.setup.algorithms:
        found = table_6(evaluation.rows(algorithm))
        assert found.pronouns > 50
        assert found.correct + sum(found.errors.values()) == found.pronouns
        assert algorithm == "bfp" or found.errors[ErrorClass.INTRA] == 0
        for row in evaluation.counted(algorithm):
            assert row.is_right == (row.error_class is None)
        counted.add(tuple(row.scored.word for row in evaluation.counted(algorithm)))
    assert len(counted) == 1  # what is counted does not depend on the algorithm


# What gold says of a feature ------------------------------------------------------------------

MIXED: Texts = {
    "mixed": (
        "Bears/NOUN/NNS/nsubj/2/1.animal slept",
        "A/DET/DT/det/2/_ bear/NOUN/NN/nsubj/3/1.animal snored/VERB/VBD/root/0/_",
        "She:1.animal left Ann:2.person",
        "She:2.person cried",
        "You/PRON/PRP/nsubj/2/3 slept",
    )
}


def test_a_feature_is_wrong_if_gold_has_another() -> None:
    """*A bear* is not plural, though *bears* stand before it; a noun has no person."""
    gold = gold_of(*discourses_of(MIXED))
    bears, bear, _, ann, _, you = gold.mentions
    plural = Verdict(Constraint.AGREEMENT, shown="singular", wanted="plural")
    singular = Verdict(Constraint.AGREEMENT, shown="plural", wanted="singular")
    person = Verdict(Constraint.AGREEMENT, shown="first person", wanted="third person")
    assert not is_feature_wrong(gold, "they", plural, [bears, bear])
    assert is_feature_wrong(gold, "it", singular, [bears, bear])
    said_of_them = replace(bear, link="pred")  # *they are a bear* is no evidence of number
    assert is_feature_wrong(gold, "they", plural, [bears, said_of_them])
    assert is_feature_wrong(gold, "she", person, [ann])
    assert not is_feature_wrong(gold, "she", person, [ann, you])
    assert not is_feature_wrong(gold, "she", Verdict(Constraint.BINDING), [ann])
    assert is_feature_wrong(gold, "she", Verdict(Constraint.SORT), [ann])
    assert not is_feature_wrong(gold, "it", Verdict(Constraint.SORT), [ann])


def test_who_is_she_in_gold_is_no_it_unless_it_is_an_animal() -> None:
    gold = gold_of(*discourses_of(MIXED))
    bear, ann = gold.mentions[0], gold.mentions[3]
    assert impossible(gold, "it", bear) == ""
    assert impossible(gold, "he", bear) == "is “she” in gold"
    assert impossible(gold, "it", ann) == "is “she” in gold"
    assert impossible(gold, "they", ann) == ""
