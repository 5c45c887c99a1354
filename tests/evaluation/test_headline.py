"""The line an evaluation opens with: true whatever was evaluated."""

from __future__ import annotations

import json
import re

import pytest

from hearer.evaluation.experiment import Mentions, Setup, evaluate
from hearer.evaluation.report import headline, render
from hearer.report.forms import Form
from tests.evaluation.gold_by_hand import CLASSES, discourses_of

GOLD = Mentions.GOLD


def told(*algorithms: str, texts: str = "") -> str:
    chosen = {name: CLASSES[name] for name in texts.split() or CLASSES}
    return headline(evaluate(discourses_of(chosen), Setup(algorithms, mentions=GOLD)))


def test_one_algorithm_has_no_rival() -> None:
    """Of She, She, She, her, she and He, it has the second She wrong, and the He that is Mary."""
    opening = (
        r"s-list resolves 66\.7 % of 6 anaphoric pronouns \(accuracy, by location; 95 % interval "
    )
    closing = (
        r"[\d.]+–[\d.]+\); 80\.0 % of its answers are right\. Table 6, by entity: \d+ of \d+ \(.*"
    )
    assert re.fullmatch(opening + closing, told("s-list"))


def test_the_best_comes_first_whatever_the_order() -> None:
    """Both names of a sentence are as good for BFP's *her*; it looks for *she* in the last one."""
    both = told("bfp", "s-list", texts="ambiguity intra")
    assert both == told("s-list", "bfp", texts="ambiguity intra")
    assert both.startswith("s-list resolves 100.0 % of 2 anaphoric pronouns (accuracy, ")
    assert re.search(r"; next bfp, \d+\.\d %\. Table 6", both)


def test_two_of_two_say_little() -> None:
    """Wilson's interval of n of n begins at n / (n + z²): 2 / 5.84."""
    assert "; 95 % interval 34.2–100.0)" in told("s-list", texts="ambiguity intra")


def test_the_first_table_and_the_line_say_the_same() -> None:
    found = evaluate(discourses_of(CLASSES), Setup(("s-list",), mentions=GOLD))
    line, shown = headline(found), render(found)
    said = re.search(r"Table 6, by entity: (\d+) of (\d+) \(([\d.]+) %\)\.$", line)
    assert said
    for name, value in zip(
        ("Correct", r"Pron\. and Poss\. Pron\.", "Correct %"), said.groups(), strict=True
    ):
        assert re.search(rf"{name} .* {re.escape(value)}$", shown, re.MULTILINE)


def test_one_pronoun_is_one_pronoun() -> None:
    assert "of 1 anaphoric pronoun (" in told("s-list", texts="ambiguity")


def test_without_pronouns_nothing_is_resolved() -> None:
    texts = {"silent": ("Ann/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",)}
    found = evaluate(discourses_of(texts), Setup(("s-list",), mentions=GOLD))
    assert headline(found).startswith("There is no anaphoric third-person pronoun in gold")


@pytest.mark.parametrize("form", [Form.TEXT, Form.MARKDOWN, Form.LATEX, Form.HTML, Form.JSON])
def test_every_form_for_people_opens_with_it(form: Form) -> None:
    found = evaluate(discourses_of(CLASSES), Setup(("s-list", "bfp"), mentions=GOLD))
    shown = render(found, to=form)
    assert headline(found) in (json.loads(shown)["headline"] if form is Form.JSON else shown)
    if form in {Form.TEXT, Form.MARKDOWN}:
        assert shown.splitlines()[0] == headline(found)


def test_algorithms_whose_profiles_count_other_pronouns_stand_side_by_side() -> None:
    """The default profile keeps direct speech, the paper's leaves it out."""
    texts = {
        "speech": (
            "Ann/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
            '"/PUNCT/``/punct/3/_ She/PRON/PRP/nsubj/3/1 snores/VERB/VBZ/ccomp/6/_'
            " \"/PUNCT/''/punct/3/_ Tom/PROPN/NNP/nsubj/6/2 said/VERB/VBD/root/0/_",
            "She/PRON/PRP/nsubj/2/1 left/VERB/VBD/root/0/_",
        )
    }
    shown = render(evaluate(discourses_of(texts), Setup(("weighted-s-list", "bfp"), "default")))
    assert re.search(r"^Pron\. and Poss\. Pron\. +2/1$", shown, re.MULTILINE)
    assert "weighted-s-list – bfp" in shown
