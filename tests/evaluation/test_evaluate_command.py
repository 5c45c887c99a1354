"""hearer evaluate, as it is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from hearer.cli.evaluate import evaluate
from hearer.errors import HearerError, UsageError
from hearer.evaluation.experiment import Setup, evaluate_document
from hearer.formats import gap
from hearer.parsers import find, reparsed
from tests.evaluation.gold_by_hand import CLASSES, conllu_of, discourses_of

GAP = f"{gap.HEADER}\nx\tAnn met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold" / "classes.conllu"
    path.parent.mkdir()
    path.write_text(conllu_of(CLASSES), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    app = typer.Typer()
    app.command()(evaluate)
    return CliRunner().invoke(app, [*map(str, arguments), "--set", "workers=1"])


def told(*arguments: str | Path) -> str:
    result = run(*arguments)
    assert result.exception is None, result.output
    return result.output


def test_a_folder_stands_for_its_gold_files(gold: Path) -> None:
    assert told(gold) == told(gold.parent)
    assert "Table 6" in told(gold)


def test_the_name_of_the_output_tells_the_form(gold: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert told(gold, "-a", "bfp", "--set", "mentions=gold", "-o", report) == ""
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["algorithms"]["bfp"]["errors"] == {
        "strategy": 1, "ambiguity": 1, "intra": 1, "chain": 1, "other": 1,
        "out-of-view": 0, "never-heard": 0, "ruled-out": 0, "nothing-passed": 0, "pipeline": 1,
    }  # fmt: skip
    assert found == json.loads(told(gold, "-a", "bfp", "--set", "mentions=gold", "--to", "json"))


def test_rows_are_written_beside_the_report(gold: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.tsv"
    told(gold, "--export", rows)
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "pdf"], "no form 'pdf'"),
        (["--set", "gold=sorts"], "gold mentions only"),
        (["-a", "s-lits"], "no algorithm 's-lits'"),
    ],
)
def test_wrong_use_is_said_in_one_sentence(gold: Path, arguments: list[str], message: str) -> None:
    error = run(gold, *arguments).exception
    assert isinstance(error, HearerError)
    assert message in str(error)


def test_gap_and_others_do_not_mix(gold: Path, tmp_path: Path) -> None:
    other = tmp_path / "gap.tsv"
    other.write_text(GAP, encoding="utf-8")
    assert "not both" in str(run(gold, other).exception)


def test_without_gold_coreference_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "plain.conllu"
    path.write_text("1\tShe\tshe\tPRON\tPRP\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    error = run(path).exception
    assert isinstance(error, UsageError)
    assert str(error).startswith(f"There is no gold coreference in {str(path)!r}: ")


# With the shipped parser ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def english() -> str:
    try:
        find("english")
    except HearerError as error:
        pytest.skip(str(error))
    return "english"


def test_another_parse_keeps_words_and_sentences(english: str) -> None:
    for discourse in discourses_of(CLASSES):
        again = reparsed(discourse, english)
        assert [u.forms for u in again.utterances] == [u.forms for u in discourse.utterances]
        assert all(u.heads.count(0) == 1 for u in again.utterances)
        result = evaluate_document(discourse, Setup(parse=english))
        assert len(result.rows["s-list"]) >= 1


def test_gap_is_evaluated_from_raw_text(english: str, tmp_path: Path) -> None:
    path = tmp_path / "gap.tsv"
    path.write_text(GAP, encoding="utf-8")
    said, *lines = told(path).splitlines()
    assert said.startswith("weighted-s-list has F1 ")
    assert [line.split()[:1] for line in lines[4:5]] == [["weighted-s-list"]]


def test_documents_without_gold_are_left_out_and_named(gold: Path, tmp_path: Path) -> None:
    alone = told(gold, "-a", "s-list", "--to", "json")
    bare = re.sub(r"Entity=[^|\n]*", "_", gold.read_text(encoding="utf-8"))
    other = tmp_path / "bare.conllu"
    other.write_text(bare.replace("# newdoc id = ", "# newdoc id = bare-"), encoding="utf-8")
    result = run(gold, other, "-a", "s-list", "--to", "json")
    assert result.exception is None
    assert result.stdout == alone
    (line,) = [x for x in result.stderr.splitlines() if "left out" in x]
    assert line.startswith("hearer: left out, for there is no gold coreference in ")
    assert f"{other} bare-" in line
    assert str(gold) not in line
