"""Reports: the same figures in every form, from any number of processes."""

from __future__ import annotations

import csv
import json
import re
from html import escape
from io import StringIO
from pathlib import Path

import pytest

from hearer.errors import UnknownName, UsageError
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.score_report import COLUMNS, export_rows, headline, render, tables_of
from hearer.formats import conllu
from hearer.model import Discourse
from hearer.profiles import how_to_hear
from hearer.report.forms import Form
from tests.conftest import ROOT
from tests.evaluation.gold_by_hand import CLASSES, discourses_of

SETUP = Setup(("s-list", "bfp"), mentions=Mentions.GOLD)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return evaluate(discourses_of(CLASSES), SETUP)


def some_documents(data: Path) -> list[Discourse]:
    paths = sorted((data / "gum" / "dev").glob("*.conllu"))[10:13]
    assert len(paths) == 3
    return [d for path in paths for d in conllu.discourses(conllu.read(str(path)))]


@pytest.mark.untraced
def test_figures_do_not_depend_on_processes_or_order(data: Path) -> None:
    documents = some_documents(data)
    alone = evaluate(documents, Setup(("s-list", "bfp")), processes=1)
    together = evaluate(reversed(documents), Setup(("s-list", "bfp")), processes=2)
    assert render(alone, to=Form.JSON) == render(together, to=Form.JSON)
    assert export_rows(alone) == export_rows(together)


TABLE_6 = """\
Table 6: evaluation results
                                         ambiguity  intra  other  pipeline  strategy-chain     Σ
------------------------------------------------------------------------------------------------
Pron. and Poss. Pron.                            1      1      1         1               3     7
------------------------------------------------------------------------------------------------
s-list                 Correct                   1      1      0         0               1     3
                       Correct %             100.0  100.0    0.0       0.0            33.3  42.9
                       Wrong                     0      0      1         1               2     4
                       Wrong (strat.)            0      0      0         0               1     1
                       Wrong (chain)             0      0      0         0               1     1
                       Wrong (other)             0      0      1         0               0     1
                       Wrong (pipeline)          0      0      0         1               0     1
------------------------------------------------------------------------------------------------
bfp                    Correct                   0      0      0         0               1     1
                       Correct %               0.0    0.0    0.0       0.0            33.3  14.3
                       Wrong                     1      1      1         1               2     6
                       Wrong (strat.)            0      0      0         0               1     1
                       Wrong (ambig.)            1      0      0         0               0     1
                       Wrong (intra)             0      1      0         0               0     1
                       Wrong (chain)             0      0      0         0               1     1
                       Wrong (other)             0      0      1         0               0     1
                       Wrong (pipeline)          0      0      0         1               0     1
"""


def test_table_6_is_laid_out_as_in_the_paper(evaluation: Evaluation) -> None:
    assert TABLE_6 in render(evaluation)


def test_json_and_csv_have_the_same_figures(evaluation: Evaluation) -> None:
    told = json.loads(render(evaluation, to=Form.JSON))
    found = told["algorithms"]["bfp"]
    assert found["correct"] + sum(found["errors"].values()) == found["pronouns"] == 7
    rows = list(csv.DictReader(StringIO(render(evaluation, to=Form.CSV))))
    cell = {"table": "table6", "row": "bfp Wrong (intra)", "column": "Σ", "value": "1"}
    assert cell in rows


def test_latex_has_a_table_for_each(evaluation: Evaluation) -> None:
    written = render(evaluation, to=Form.LATEX)
    count = len(list(tables_of(evaluation)))
    assert written.count(r"\begin{tabular}") == written.count(r"\end{table}") == count > 8
    assert r"Correct \%" in written


def test_the_page_needs_nothing_else(evaluation: Evaluation) -> None:
    page = render(evaluation, to=Form.HTML)
    assert not re.search(r"<[^>]+\b(src|href)=", page)
    assert escape(page) in evaluation._repr_html_()
    assert evaluation._repr_html_().startswith("<iframe srcdoc=")


def test_a_row_has_the_columns_that_are_documented(evaluation: Evaluation) -> None:
    page = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `(\w+)` \| (.+) \|$", page, flags=re.MULTILINE)
    assert documented == [(name, meaning) for name, (meaning, _) in COLUMNS.items()]
    header, *rows = (line.split("\t") for line in export_rows(evaluation).splitlines())
    assert header == list(COLUMNS)
    assert len(rows) == 14
    rank = {tuple(row[:1] + row[3:5]): row[header.index("rank")] for row in rows}
    assert rank["GUM_strategy-chain_hand", "3", "1"] == "2"  # Sue stands behind Ann


def test_a_row_can_be_judged_by_who_reads_it(evaluation: Evaluation) -> None:
    """Ann slept. She met Sue. *She* (Sue) smiled: taken for Ann, who is *She* before."""
    header, *rows = (line.split("\t") for line in export_rows(evaluation).splitlines())
    told = [dict(zip(header, row, strict=True)) for row in rows]
    (row,) = (
        each for each in told if (each["algorithm"], each["error_class"]) == ("s-list", "strategy")
    )
    assert row["sentence"] == "[[She]] smiled"
    assert row["context"] == "Ann slept / She met Sue"
    assert (row["gold_text"], row["gold_sentence"]) == ("Sue", "She met [[Sue]]")
    assert (row["antecedent_text"], row["antecedent_utterance"]) == ("she", "2")
    assert (row["forced_text"], row["gold_noun"]) == ("she", "Sue")
    assert row["reason"] == "“she” (ANN) was preferred to “Sue”"
    numbers = ("words_back", "distance", "rank", "in_view", "compatible", "competitors")
    assert [row[name] for name in numbers] == ["1", "1", "2", "2", "2", "1"]


def test_distances_of_four_sentences_and_more_are_counted_together() -> None:
    texts = {str(n): ("Ann:1 slept", *["Tom:2 slept"] * (n - 1), "She:1 left") for n in range(1, 6)}
    found = evaluate(discourses_of(texts), Setup(mentions=Mentions.GOLD, classes=False))
    (table,) = (one for one in tables_of(found) if one.name == "by-distance")
    assert [row[:2] for row in table.rows] == [("1", "1"), ("2", "1"), ("3", "1"), ("4+", "2")]


def test_gold_sorts_need_gold_mentions() -> None:
    with pytest.raises(UsageError, match="gold mentions only"):
        Setup(knowledge=frozenset({GoldFeature.SORTS}))


def test_an_option_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(UnknownName, match="no option 'windw'"):
        Setup(options={"windw": 5})
    both = Setup(("s-list", "hobbs"), options={"window": 7})
    assert both.heard_with("s-list") == how_to_hear("s-list", settings={"window": 7})
    assert both.heard_with("hobbs") == how_to_hear("hobbs")


# The first line -------------------------------------------------------------------------------


def first_line(*algorithms: str, texts: str = "") -> str:
    chosen = {name: CLASSES[name] for name in texts.split() or CLASSES}
    return headline(evaluate(discourses_of(chosen), Setup(algorithms, mentions=Mentions.GOLD)))


def test_the_headline_of_one_algorithm() -> None:
    """Of She, She, She, her, she and He, it has the second She wrong, and the He that is Mary.

    Wilson's interval of 4 of 6 is 30.0 to 90.3; Table 6 also counts the *he* before Bob.
    """
    assert first_line("s-list") == (
        "s-list resolves 66.7 % of 6 anaphoric pronouns (accuracy, by location; 95 % interval "
        "30.0–90.3); 80.0 % of its answers are right. Table 6, by entity: 3 of 7 (42.9 %)."
    )
    assert "of 1 anaphoric pronoun (" in first_line("s-list", texts="ambiguity")


def test_the_best_algorithm_comes_first_whatever_the_order() -> None:
    both = first_line("bfp", "s-list", texts="ambiguity intra")
    assert both == first_line("s-list", "bfp", texts="ambiguity intra")
    assert both.startswith("s-list resolves 100.0 % of 2 anaphoric pronouns (accuracy, ")
    assert re.search(r"; next bfp, \d+\.\d %\. Table 6", both)


def test_without_pronouns_nothing_is_resolved() -> None:
    found = evaluate(discourses_of({"silent": ("Ann:1 slept",)}), SETUP)
    assert headline(found).startswith("There is no anaphoric third-person pronoun in gold")


@pytest.mark.parametrize("form", [Form.TEXT, Form.MARKDOWN, Form.LATEX, Form.HTML, Form.JSON])
def test_every_form_for_people_has_the_headline(evaluation: Evaluation, form: Form) -> None:
    shown = render(evaluation, to=form)
    assert headline(evaluation) in (json.loads(shown)["headline"] if form is Form.JSON else shown)
