"""ClearNLP's labels, one after the other, against trees that the UD guidelines give."""

from __future__ import annotations

from pathlib import Path

from hearer.parsers.columns import CLEAR_ONLY, RENAMED
from tests.cases import cases
from tests.parsers.docs import universal


@cases(__file__)
def test_a_clearnlp_tree_becomes_the_universal_one(parsed: str, expected: list[str]) -> None:
    found = universal(parsed)
    assert [line for line in expected if line not in found] == []


def test_the_predicate_heads_a_copular_clause_with_all_its_dependents() -> None:
    parsed = (
        "Now/ADV/RB/advmod/3 she/PRON/PRP/nsubj/3 is/AUX/VBZ/ROOT/0 a/DET/DT/det/5"
        " judge/NOUN/NN/attr/3 of/ADP/IN/prep/5 men/NOUN/NNS/pobj/6 !/PUNCT/./punct/3"
    )
    assert universal(parsed) == [
        "Now advmod judge",
        "she nsubj judge",
        "is cop judge",
        "a det judge",
        "judge root -",
        "of case men",
        "men nmod judge",
        "! punct judge",
    ]


def test_every_label_of_clearnlp_has_a_test() -> None:
    table = Path(__file__).with_name("cases") / "clearnlp.tsv"
    words = table.read_text(encoding="utf-8").split()
    tried = {word.split("/")[3] for word in words if word.count("/") == 4} | {"attr"}
    old = set("complm hmod hyph infmod nn num number partmod possessive rcmod".split())
    assert CLEAR_ONLY - tried - old == set()


def test_old_labels_are_only_renamed() -> None:
    for label in ("complm", "hmod", "infmod", "nn", "num", "partmod", "possessive", "rcmod"):
        assert universal(f"x/NOUN/NN/{label}/2 y/NOUN/NN/ROOT/0")[0] == f"x {RENAMED[label]} y"


def test_universal_dependencies_are_left_alone() -> None:
    parsed = (
        "She/PRON/PRP/nsubj/4 is/AUX/VBZ/cop/4 in/ADP/IN/case/4 Rome/PROPN/NNP/ROOT/0"
        " and/CCONJ/CC/cc/6 Milan/PROPN/NNP/conj/4 of/ADP/IN/case/8 Italy/PROPN/NNP/nmod/6"
    )
    kept = [f"{w.split('/')[0]} {w.split('/')[3]}" for w in parsed.replace("ROOT", "root").split()]
    assert [line.rpartition(" ")[0] for line in universal(parsed)] == kept
