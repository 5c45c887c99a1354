"""hearer centering: any number of files, in every form, and what is wrong with them."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from hearer.cli import main
from hearer.report.forms import Form
from tests.conftest import ROOT
from tests.evaluation.centering_texts import NINE, simple, text

PAGE = (ROOT / "docs" / "algorithms" / "centering.md").read_text(encoding="utf-8")
ONE = ["--unit", "sentence", "--set", "realization=direct", "--rank", "grammatical"]
BROKEN = b"PK\x03\x04 no text at all \xff\xfe"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "texts"
    (made / "below").mkdir(parents=True)
    (made / "nine.conllu").write_text(NINE, encoding="utf-8")
    (made / ".hidden.conllu").write_text(NINE, encoding="utf-8")
    (made / "link.conllu").symlink_to(made / "nine.conllu")
    (made / "below" / "raw.txt").write_text("Anna met a judge. She thanked him.", encoding="utf-8")
    (made / "below" / "two.conllu").write_text(
        NINE.replace("id = nine", "id = ten") + NINE, encoding="utf-8"
    )
    return made


def run(*arguments: object) -> int:
    return main(["centering", "--set", "workers=1", *map(str, arguments)])


def told(capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[str, str]:
    out, err = capfdbinary.readouterr()
    return out.decode(), err.decode()


Capture = pytest.CaptureFixture[bytes]


def test_folders_are_searched_and_files_may_have_many_documents(
    folder: Path, capfdbinary: Capture
) -> None:
    assert run(folder, "--summary", "--to", "json", *ONE, "--set", "cb=constraint-3") == 0
    found = json.loads(told(capfdbinary)[0])
    assert (found["documents"], found["annotated"], found["with_bridges"]) == (4, 3, 3)
    # Three times nine, and two of the raw text.
    assert [one["utterances"] for one in found["instantiations"]] == [29]


@pytest.mark.parametrize("form", [["--summary"], []])
def test_broken_files_are_named_and_the_others_are_counted(
    form: list[str], folder: Path, capfdbinary: Capture
) -> None:
    nine = folder / "nine.conllu"
    assert run(nine, *form) == 0
    expected = told(capfdbinary)[0]
    (folder / "broken.json").write_bytes(BROKEN)
    assert run(folder / "broken.json", nine, folder / "missing.txt", *form) == 1
    out, err = told(capfdbinary)
    assert out == expected
    assert [line.count("hearer: error: ") for line in err.splitlines()] == [1, 1]
    assert "broken.json" in err
    assert "missing.txt" in err


def test_where_no_file_can_be_read_that_is_an_error(tmp_path: Path, capfdbinary: Capture) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(BROKEN)
    for paths in ([path], [path, path]):
        assert run(*paths, "--summary") == 2
        assert "hearer: error: " in told(capfdbinary)[1]


def test_processes_make_no_difference(folder: Path, capfdbinary: Capture) -> None:
    for form in ["--summary"], []:
        shown = set()
        for workers in (1, 2):
            assert run(folder, *form, "--set", f"workers={workers}", *ONE) == 0
            shown.add(told(capfdbinary)[0])
        assert len(shown) == 1


def test_where_there_is_no_utterance_nothing_is_counted(
    tmp_path: Path, capfdbinary: Capture
) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("", encoding="utf-8")
    assert run(path, "--summary") == 2
    assert "nothing can be counted" in told(capfdbinary)[1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--unit", "clause", "--unit", "sentence"], "Rows are of one instantiation"),
        (["--summary", "-o", "s.xlsx"], "'s.xlsx' has no suffix of a form that can be written"),
        (["--to", "conllu"], "There is no form 'conllu'"),
        (["--set", "mentions=gold"], "has no entities"),
    ],
)
def test_what_contradicts_itself_is_refused(
    arguments: list[str], expected: str, capfdbinary: Capture
) -> None:
    assert run(ROOT / "examples" / "table3.conllu", *arguments) == 2
    assert expected in told(capfdbinary)[1]


# Forms ------------------------------------------------------------------------------------------


def test_the_names_of_json_and_csv_are_documented(folder: Path, capfdbinary: Capture) -> None:
    assert run(folder / "nine.conllu", "--summary", "--to", "json") == 0
    found = json.loads(told(capfdbinary)[0])
    (table,) = re.findall(r"\| name \| \|\n((?:\|.*\n)+)", PAGE)
    columns = re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.splitlines()))
    assert list(found["instantiations"][0]) == columns
    for name in found:
        assert f"`{name}`" in PAGE
    assert run(folder / "nine.conllu", "--summary", "--to", "csv") == 0
    assert next(csv.reader(told(capfdbinary)[0].splitlines())) == columns


def test_a_summary_is_the_same_in_every_form(folder: Path, capfdbinary: Capture) -> None:
    shown = {}
    for form in Form:
        assert run(folder, "--summary", "--to", form, *ONE) == 0
        shown[form] = told(capfdbinary)[0]
    rows = list(csv.DictReader(shown[Form.CSV].splitlines()))
    records = json.loads(shown[Form.JSON])["instantiations"]
    assert [row["utterances"] for row in rows] == [str(one["utterances"]) for one in records]
    assert [row["cb"] for row in rows] == ["constraint-3", "current-rank"]
    for form in (Form.TEXT, Form.LATEX, Form.MARKDOWN):
        assert "constraint-3" in shown[form]
        assert not re.search(r"[ (&|]0?\.0000\b", shown[form])


def test_latex_has_as_many_cells_as_columns(folder: Path, capfdbinary: Capture) -> None:
    assert run(folder, "--summary", "--all", "--to", "latex") == 0
    out = told(capfdbinary)[0]
    tables = re.findall(r"\\begin\{tabular\}\{(\S+)\}\n(.*?)\\end\{tabular\}", out, re.DOTALL)
    assert len(tables) == 7
    for columns, body in tables:
        lines = [line for line in body.splitlines() if line != r"\hline"]
        assert len(lines) == 1 + 48
        assert {line.count(" & ") + 1 for line in lines} == {len(columns.replace("|", ""))}
        said = "".join(lines).replace("$-$", "").replace(" & ", "")
        assert not re.search(r"(?<!\\)[%&_#$]", said)
    assert not re.search(r"(?<!\\)[%&_#$]", "".join(re.findall(r"caption\{(.*)\}", out)))


# Rows -------------------------------------------------------------------------------------------


def test_rows_of_several_files_are_one_table(folder: Path, capfdbinary: Capture) -> None:
    assert run(folder) == 0
    header, *rows = told(capfdbinary)[0].splitlines()
    assert header.startswith("document\tutterance\t")
    assert len(rows) == 29


def test_entities_have_names_and_no_numbers(tmp_path: Path, capfdbinary: Capture) -> None:
    path = tmp_path / "curtis.conllu"
    path.write_text(
        text(
            simple("Curtis/7", "met", "Curtis/8"),
            simple("He/8", "saw", "her/9"),
        ),
        encoding="utf-8",
    )
    assert run(path, "--to", "json") == 0
    first, second = json.loads(told(capfdbinary)[0])
    assert (first["cf"], first["ids"]) == (["Curtis", "Curtis (2)"], ["7", "8"])
    assert (second["cf"], second["cb"], second["ids"]) == (
        ["Curtis (2)", "her"],
        "Curtis (2)",
        ["8", "9"],
    )
