"""A case made by hand for each rule of Table 6 (docs/evaluation.md): its class and its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hearer.evaluation.error_classes import ErrorClass, impossible, is_feature_wrong
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold import gold_of
from hearer.evaluation.measures import LeftOut, accuracy, critical, disclosure, table_6
from hearer.evaluation.scoring import GoldStanding, Scoring
from hearer.formats import conllu
from hearer.model import Constraint, Verdict
from tests.evaluation.gold_by_hand import CLASSES, Texts, discourses_of

GOLD = Setup(("s-list", "bfp"), mentions=Mentions.GOLD)
AUTO = Setup(("s-list", "bfp"))
DEFAULT = Setup(("weighted-s-list",), "default")

SINGULAR = "held to violate agreement (singular; plural wanted)"
BOUND = "held to violate binding (is the subject of the same verb (“hit”))"
FORCED = "with all pronouns before it right, what is chosen "
TIE = "what is as good cannot be meant by gold, or is the same: “Ann” or “Sue”"
NOT_HEARD = "never-heard: the antecedent “{}” is not heard: {}".format
EVENT = "other: the antecedent is an event or a stretch of discourse"
SAID = "“/PUNCT/``/punct/3/_ {0}/{1}/nsubj/3/1 slept/VERB/VBD/root/0/_ ”/PUNCT/''/punct/3/_".format
QUEEN = "Ann/PROPN/NNP/nsubj/4/1 is/AUX/VBZ/cop/4/_ a/DET/DT/det/4/_ queen/NOUN/NN/root/0/2..pred"
TOLD = "Eve:3 told Ann:1 that/SCONJ/IN/mark/6/_ she/PRON/PRP/nsubj/6/1 slept/VERB/VBD/ccomp/2/_"
LONDON = "London/PROPN/NNP/compound/2/1 trains/NOUN/NNS/nsubj/3/2 slept/VERB/VBD/root/0/_"
THAT = "Ann:1 saw that/SCONJ/IN/mark/5/(2 Tom/PROPN/NNP/nsubj/5/3 slept/VERB/VBD/ccomp/2/2)"
HOW = "Ann:1 knew how/ADV/WRB/advmod/4/(2 Tom/PROPN/NNP/nsubj/5/3 slept/VERB/VBD/ccomp/2/2)"
SIZED = "The/DET/DT/det/2/_ {}/NUM/CD/nsubj/3/1 left/VERB/VBD/root/0/_".format

# Name, algorithm, setup, sentences, and the class and the reason of the last pronoun.
CASES: tuple[tuple[str, str, Setup, Sequence[str], str], ...] = (
    ("1: a place is no he", "s-list", GOLD,
     ("Zorp:1.place charmed Tom:2.person", "He:2.person left"),
     "pipeline: what was chosen cannot be meant: “Zorp” is a place in gold"),
    ("1: an organization is no he", "s-list", AUTO,
     ("Zorp:1.organization met Rex:2.person", "He:2.person left"),
     "pipeline: what was chosen cannot be meant: “Zorp” is an organization in gold"),
    ("1: a person is no it", "bfp", GOLD,
     ("Rock:1.person broke stone:2.object", "It:2.object left"),
     "pipeline: what was chosen cannot be meant: “Rock” is a person in gold"),
    ("1: who is she elsewhere is no he", "s-list", AUTO,
     ("Zorp:1 met Rex:2", "Eve:3 met Zorp:1", "She:1 met Rex:2", "Zorp:1 met Rex:2", "He:2 left"),
     "pipeline: what was chosen cannot be meant: “Zorp” is “she” in gold"),
    ("1: a person may be he", "s-list", GOLD, ("Zorp:1.person charmed Tom:2.person", "He:2 left"),
     "strategy: “Zorp” was preferred to “Tom”"),
    ("2: speech", "s-list", GOLD, ("Ann:1 slept", SAID("She", "PRON/PRP")),
     "other: in direct speech, which is not heard"),
    ("2: split", "s-list", GOLD, ("Ann:1 met Sue:2", "They:3+1+2 slept"),
     "other: split antecedent"),
    ("2: cataphora by gold's link", "s-list", GOLD, ("It:1..cata slept",),
     "other: the antecedent follows"),
    ("2: cataphora by a later name", "s-list", GOLD, CLASSES["other"],
     "other: the antecedent follows"),
    ("2: no antecedent", "s-list", GOLD, ("He:1 slept",), "other: no antecedent in the text"),
    ("2: a stretch of discourse", "s-list", GOLD, ("Ann:1 slept", "It:1..disc slept"), EVENT),
    ("2: a verb, and this", "s-list", GOLD,
     ("Ann:1 left/VERB/VBD/root/0/2", "This:2 hurt", "It:2 mattered"), EVENT),
    ("2: a clause", "s-list", GOLD, (THAT, "It:2 hurt"), EVENT),
    ("2: a question", "s-list", GOLD, (HOW, "It:2 hurt"), EVENT),
    ("3: not heard", "s-list", AUTO, ("Ann:1 saw Rome:2", "It:2 rain"),
     "pipeline: the pronoun was not heard"),
    ("3: pleonastic", "weighted-s-list", DEFAULT, ("Ann:1 saw Rome:2", "It:2 rain"),
     "pipeline: the pronoun was taken as pleonastic"),
    ("4", "bfp", GOLD, CLASSES["strategy-chain"],
     "chain: right, had the pronouns before it been right"),
    ("5", "s-list", GOLD,
     ("Ann:1.person met Sue:2.person", "She:2.person gave Zorp:3.place Kim:5.person",
      "Sue:2.person met her:5.person"),
     f"pipeline: {FORCED}cannot be meant: “Zorp” is a place in gold"),
    ("6: a demonstrative", "s-list", GOLD, ("Tom:1 bought this:2", "It:2 broke"),
     NOT_HEARD("this", "a demonstrative")),
    ("6: a predicate of gold", "s-list", GOLD, (QUEEN, "Sue:3 slept", "She:2 slept"),
     NOT_HEARD("queen", "a predicate")),
    ("6: a predicate of ours", "s-list", AUTO, (QUEEN, "Sue:3 slept", "She:2 slept"),
     NOT_HEARD("queen", "predicative noun phrase")),
    ("6: a modifier", "s-list", GOLD, (LONDON, "It:1 slept"),
     NOT_HEARD("London", "a modifier inside a noun phrase")),
    ("6: speech", "s-list", GOLD, (SAID("Ann", "PROPN/NNP"), "She:1 slept"),
     NOT_HEARD("Ann", "in direct speech")),
    ("7", "s-list", replace(GOLD, algorithms=("s-list",), options={"segments": "paragraph"}),
     ("¶Ann:1 slept", "¶Sue:2 slept", "She:1 slept"),
     "other: all antecedents are in earlier segments"),
    ("8", "s-list", AUTO, ("Ann:1 slept here/ADV/RB/advmod/2/2", "It:2 slept"),
     "pipeline: no expression was found for any antecedent"),
    ("9: a rival that cannot be meant", "bfp", GOLD, ("Ann:1 met Sue:2.place", "Tom:3 liked her:1"),
     f"pipeline: {TIE}"),
    ("9: a rival that is the same", "bfp", AUTO, ("Ann:1 met Sue:1", "Tom:3 liked her:1"),
     f"pipeline: {TIE}"),
    ("10", "bfp", GOLD, CLASSES["ambiguity"], "ambiguity: equally good: “Ann” or “Sue”"),
    ("11: gender", "s-list", GOLD, CLASSES["pipeline"],
     "pipeline: the antecedent was wrongly held to violate agreement (feminine; masculine wanted)"),
    ("11: number of two", "s-list", GOLD, ("Stone:1 slept", SIZED("two"), "They:1 hurt"),
     f"pipeline: the antecedent was wrongly {SINGULAR}"),
    ("12", "s-list", AUTO, ("Lots/NOUN/NNS/nsubj/2/_ hit stones:2.object", "They:2.object slept"),
     f"pipeline: {FORCED}refers to nothing: “Lots” is no mention in gold"),
    ("13: agreement", "s-list", GOLD,
     ("Tom:1 met Ann:2 and/CCONJ/CC/cc/5/_ Sue/PROPN/NNP/conj/3/3", "They:1 snored"),
     f"ruled-out: “Ann and Sue” ({{ANN, SUE}}) passed; the antecedent was {SINGULAR}"),
    ("13: binding", "s-list", GOLD, ("Ann:1 slept", "Sue:2 hit her:2"),
     f"ruled-out: “Ann” passed; the antecedent was {BOUND}"),
    ("14: agreement", "s-list", GOLD, ("Tom:1 slept", "They:1 snored"),
     f"nothing-passed: nobody passed; the antecedent was {SINGULAR}"),
    ("14: binding", "s-list", GOLD, ("Sue:2 hit her:2",),
     f"nothing-passed: nobody passed; the antecedent was {BOUND}"),
    ("14: one is not plural", "s-list", GOLD, ("Stone:1 slept", SIZED("one"), "They:1 hurt"),
     f"nothing-passed: nobody passed; the antecedent was {SINGULAR}"),
    ("15", "s-list", AUTO, ("Ann:1 slept", "Ann:2 slept", "She:1 slept"),
     "pipeline: the antecedent was taken for a mention of something else"),
    ("16", "bfp", GOLD, CLASSES["intra"],
     "intra: the antecedent is in the sentence; “Ann” was taken from elsewhere"),
    ("16: not from the same clause", "bfp", GOLD, (TOLD,),
     "strategy: “Eve” was preferred to “Ann”"),
    ("17: the window", "s-list", replace(GOLD, algorithms=("s-list",), options={"window": 1}),
     ("Ann:1 met Sue:2", "She:2 left"),
     "out-of-view: not among the 1 that are looked at; last heard 1 sentences back"),
    ("17: no longer on the list", "s-list", GOLD, ("Ann:1 slept", "Sue:2 slept", "She:1 slept"),
     "out-of-view: not among the 1 that are looked at; last heard 2 sentences back"),
    ("18: bfp goes back through the segment", "bfp", GOLD,
     ("Ann:1 slept", "Sue:2 slept", "She:1 slept"), "strategy: “Sue” was preferred to “Ann”"),
    ("18: another", "s-list", GOLD, ("Ann:1 met Sue:2", "She:2 left"),
     "strategy: “Ann” was preferred to “Sue”"),
    ("18: nobody", "weighted-s-list", replace(DEFAULT, options={"precision": 0.99}),
     ("Ann:1 met Sue:2", "She:2 left"),
     "strategy: no antecedent was preferred to “Sue”, taken as ambiguous"),
)  # fmt: skip


def classed(texts: Texts, algorithm: str, setup: Setup = GOLD) -> dict[str, list[str]]:
    """The classes of the pronouns of each text, in order."""
    found: dict[str, list[str]] = {name: [] for name in texts}
    for row in evaluate(discourses_of(texts), setup).rows(algorithm):
        found[row.scored.genre].append("correct" if row.is_right else str(row.error_class))
    return found


@pytest.mark.parametrize(
    ("algorithm", "setup", "sentences", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_each_rule_gives_its_class_and_its_reason(
    algorithm: str, setup: Setup, sentences: Sequence[str], expected: str
) -> None:
    row = evaluate(discourses_of({"made": sentences}), setup).rows(algorithm)[-1]
    assert not row.is_right
    assert f"{row.error_class}: {row.reason}" == expected


def test_there_is_a_case_for_every_rule_and_every_class() -> None:
    assert {int(case[0].partition(":")[0]) for case in CASES} == set(range(1, 19))
    assert {case[-1].partition(":")[0] for case in CASES} == set(map(str, ErrorClass))


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
    assert (found.non_anaphoric, found.false_positives, found.spurious) == (1, 0, 0)
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


def test_a_pronoun_that_is_not_counted_has_a_reason(evaluation: Evaluation) -> None:
    for row in evaluation.rows("s-list"):
        if row.scored.kind == "reflexive" and row.scored.standing is GoldStanding.ANAPHORIC:
            assert row.exclusion is LeftOut.REFLEXIVE
        if row.scored.standing is GoldStanding.NO_MENTION:
            assert row.exclusion is LeftOut.PLEONASTIC


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
