"""Reports: the same figures in every form, from any number of processes."""

from __future__ import annotations

import csv
import json
from html import escape
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hearer.errors import UnknownName, UsageError
from hearer.evaluation.annotation import analysis_tables
from hearer.evaluation.error_classes import ErrorClass
from hearer.evaluation.experiment import Evaluation, Mentions, Setup, evaluate
from hearer.evaluation.gold_analyst import GoldFeature
from hearer.evaluation.report import (
    COLUMNS,
    export_rows,
    pictures,
    render,
    tables_of,
)
from hearer.formats import conllu
from hearer.model import Discourse
from hearer.profiles import how_to_hear
from hearer.report import forms
from hearer.report.forms import Form
from hearer.report.plots import COLOURS
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


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.linked: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.linked += [name for name, _ in attrs if name in {"src", "href"}]


def test_the_page_needs_nothing_else_and_has_all_plots(evaluation: Evaluation) -> None:
    tags = Tags()
    tags.feed(render(evaluation, to=Form.HTML))
    assert tags.linked == []
    assert tags.seen.count("svg") == len(pictures(evaluation)) == 4


def test_every_plot_is_well_formed(evaluation: Evaluation) -> None:
    for plot in pictures(evaluation):
        assert ET.fromstring(plot.svg).tag.endswith("svg")


def test_a_row_has_the_columns_that_are_documented(evaluation: Evaluation) -> None:
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


def test_every_class_has_its_colour() -> None:
    assert len(set(COLOURS)) == len(COLOURS) > len(ErrorClass)  # and one for what is correct


def test_the_analysis_is_measured_against_gum(data: Path) -> None:
    (table,) = analysis_tables(some_documents(data), Setup())
    told = {(row[0], row[1]): row for row in table.rows}
    right, said, true = map(int, told["number", "all"][5:])
    assert 0 < right <= min(said, true)
    assert {name for name, _ in told} >= {"pleonastic it", "familiarity", "transition", "gender"}
    assert "precision" in forms.render([table])


RAIN = {
    "rain": (
        "It/PRON/PRP/expl/2/_ rained/VERB/VBD/root/0/_",
        "The/DET/DT/det/2/_ dog/NOUN/NN/nsubj/3/1 slept/VERB/VBD/root/0/_",
        "It/PRON/PRP/nsubj/2/1 snored/VERB/VBD/root/0/_",
    )
}


@pytest.mark.parametrize("algorithm", ["weighted-s-list", "s-list"])
def test_pleonastic_it_is_counted_whether_it_is_heard_or_not(algorithm: str) -> None:
    """The default profile hears it and takes it as pleonastic; the paper's does not hear it."""
    (table,) = analysis_tables(discourses_of(RAIN), Setup((algorithm,), how_to_hear(algorithm)))
    (row,) = (row for row in table.rows if row[0] == "pleonastic it")
    assert row[5:] == ("1", "1", "1")


def test_gold_sorts_need_gold_mentions() -> None:
    with pytest.raises(UsageError, match="gold mentions only"):
        Setup(knowledge=frozenset({GoldFeature.SORTS}))


def test_an_option_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(UnknownName, match="no option 'windw'"):
        Setup(options={"windw": 5})
    both = Setup(("s-list", "hobbs"), options={"window": 7})
    assert both.heard_with("s-list") == how_to_hear("s-list", settings={"window": 7})
    assert both.heard_with("hobbs") == how_to_hear("hobbs")


def test_a_notebook_shows_the_page_in_a_frame(evaluation: Evaluation) -> None:
    shown = evaluation._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert escape(render(evaluation, to=Form.HTML)) in shown
