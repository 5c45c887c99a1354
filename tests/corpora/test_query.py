"""Queries read the tables of a corpus, and nothing else."""

from __future__ import annotations

import copy
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

import hearer
from hearer.errors import InputError, UsageError, installed
from tests.cases import cases
from tests.cli.test_cli import Captured, run
from tests.corpora.sample import SampleRow, person, pronoun, sample
from tests.test_missing_packages import without

PRONOUNS = [pronoun("she", "ANNA"), pronoun("it"), pronoun("it")]
DOCUMENTS: list[SampleRow] = [
    {"document": "a.txt", "status": "done", "words": 7, "pronouns": 3, "resolved": 1},
    {"document": "b.txt", "status": "failed", "code": "file-gone", "reason": "It is gone."},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    formula = person("E", "=HYPERLINK(1)", expressions=2)
    return sample(tmp_path / "out", documents=DOCUMENTS, pronouns=PRONOUNS, entities=[formula])


@pytest.fixture
def corpus(folder: Path) -> hearer.Corpus:
    return hearer.Corpus(folder)


# SQL ---------------------------------------------------------------------------------------------


def test_a_table_is_all_its_parts_in_order(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT text, entity FROM pronouns")
    assert answer.header == ("text", "entity")
    assert answer.rows == [("she", "ANNA"), ("it", None), ("it", None)]
    assert corpus.tables["pronouns"].to_table().column("text").to_pylist() == ["she", "it", "it"]


def test_parameters_are_values_not_sql(corpus: hearer.Corpus) -> None:
    sql = "SELECT count(*) AS n FROM pronouns WHERE text = $text"
    assert corpus.sql(sql, text="she").rows == [(1,)]
    assert corpus.sql(sql, text="' OR '' = '").rows == [(0,)]


def test_a_sum_is_a_plain_number(corpus: hearer.Corpus) -> None:
    found = corpus.sql("SELECT sum(utterance + 3) AS n FROM pronouns").table
    assert found.schema.field("n").type == pa.int64()
    assert found.to_pylist() == [{"n": 9}]
    found = corpus.sql("SELECT 2.0::DECIMAL(4, 1) AS n").table
    assert pa.types.is_decimal(found.schema.field("n").type)


def test_columns_of_one_name_get_unique_names(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT 1 AS n, 2 AS n, 3 AS n_2, 4 AS n")
    assert answer.header == ("n", "n_2", "n_2_2", "n_3")


@cases(__file__)
def test_a_query_reaches_the_tables_only(corpus: hearer.Corpus, sql: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        corpus.sql(sql)
    assert message in str(error.value)
    assert [path.name for path in Path().iterdir()] == ["out"]
    assert corpus.sql("SELECT count(*) FROM pronouns").rows == [(3,)]


def test_settings_are_locked(corpus: hearer.Corpus) -> None:
    """The connection itself refuses them, also without the check of statements."""
    connection = corpus._connection
    for sql in ("SET enable_external_access = true", "SET threads = 1"):
        with pytest.raises(Exception, match=r"locked|configuration"):
            connection.execute(sql)


def test_variables_of_the_caller_are_no_tables(corpus: hearer.Corpus) -> None:
    secret = pa.table({"x": [1]})
    with pytest.raises(UsageError, match="Table with name secret does not exist"):
        corpus.sql("SELECT * FROM secret")
    assert secret.num_rows == 1


@cases(__file__)
def test_an_error_in_sql_is_one_line(corpus: hearer.Corpus, sql: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        corpus.sql(sql)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert "HUGEINT" not in str(error.value)


@pytest.mark.parametrize("sql", ["DESCRIBE pronouns", "SHOW TABLES", "EXPLAIN SELECT 1"])
def test_statements_that_only_describe_are_allowed(corpus: hearer.Corpus, sql: str) -> None:
    assert corpus.sql(sql).rows


@pytest.mark.parametrize("sql", [None, b"SELECT 1", "SELECT '\udcff'"])
def test_what_is_no_text_is_no_query(corpus: hearer.Corpus, sql: str) -> None:
    with pytest.raises(UsageError, match=r"A query is SQL, a text|not UTF-8"):
        corpus.sql(sql)


def test_a_pivot_is_a_query(corpus: hearer.Corpus) -> None:
    sql = "PIVOT (SELECT text, label FROM pronouns) ON label USING count(*) ORDER BY text"
    assert corpus.sql(sql).rows == [("it", 2, 0), ("she", 0, 1)]


DATES = ["DATE '20000-01-01'", "TIMESTAMP '290000-01-01'", "'infinity'::DATE", "[DATE '20000-1-1']"]


@pytest.mark.parametrize("value", DATES)
def test_a_date_that_python_cannot_hold_is_one_error(
    corpus: hearer.Corpus, capsysbinary: Captured, value: str
) -> None:
    answer = corpus.sql(f"SELECT {value} AS day")
    for read in (lambda: answer.rows, lambda: str(answer), lambda: answer.render("csv")):
        with pytest.raises(UsageError, match=r"Python cannot hold .*: use CAST\(… AS VARCHAR\)"):
            read()
    assert corpus.sql(f"SELECT CAST({value} AS VARCHAR) AS day").rows
    for form in ("text", "csv", "json"):
        asked = ("corpus", "query", "out", f"SELECT {value} AS day", "--to", form)
        status, _, err = run(capsysbinary, *asked)
        assert (status, err.count("\n")) == (2, 1)
        assert err.startswith("hearer: error: The answer has a value that Python cannot hold")


def test_dates_that_python_holds_stay_dates(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT DATE '2026-02-28' AS day, TIMESTAMP '2026-02-28 10:00' AS time")
    assert answer.render("csv") == "day,time\n2026-02-28,2026-02-28 10:00:00\n"


ENDLESS = """
import sys, hearer
corpus = hearer.Corpus(sys.argv[1])
print("started", flush=True)
many = "range(100000000) AS a, range(100000) AS b"
try:
    corpus.sql(f"SELECT count(*) FROM {many} WHERE hash(a.range + b.range) % 7 = 1")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_ends_a_query(folder: Path) -> None:
    command = [sys.executable, "-c", ENDLESS, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        for _ in range(30):  # one that comes while DuckDB is being loaded is lost
            with suppress(subprocess.TimeoutExpired):
                process.wait(2)
                break
            process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
        assert process.wait(20) == 0


def test_what_does_not_fit_into_memory_goes_to_the_temporary_folder(corpus: hearer.Corpus) -> None:
    ((folder,),) = corpus.sql("SELECT current_setting('temp_directory')")
    assert Path(str(folder)).name.startswith("hearer-")


# Broken tables -----------------------------------------------------------------------------------


def _folder_for_part(table: Path) -> None:
    (table / "001.parquet").unlink()
    (table / "001.parquet").mkdir()


def _file_for_folder(table: Path) -> None:
    table.rename("elsewhere")
    table.write_text("garbage")


def _damaged(table: Path) -> None:
    content = (table / "002.parquet").read_bytes()
    (table / "002.parquet").write_bytes(content[:4] + b"\xff" * 200 + content[204:])


BROKEN: list[Callable[[Path], object]] = [
    _folder_for_part, _file_for_folder, _damaged, lambda table: table.rename("elsewhere"),
    lambda table: (table / "000.parquet").write_bytes(b"PAR1 and nothing else"),
    lambda table: (table / "001.parquet").write_bytes(b"PAR1 and nothing else"),
]  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_a_table_that_cannot_be_read_is_one_error(
    folder: Path, capsysbinary: Captured, broken: Callable[[Path], object]
) -> None:
    broken(folder / "pronouns")
    with pytest.raises(InputError, match=r"pronouns") as error:
        hearer.Corpus(folder).sql("SELECT * FROM pronouns")
    assert "\n" not in str(error.value)
    status, out, err = run(capsysbinary, "corpus", "query", "out", "SELECT * FROM pronouns")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_table_without_parts_is_empty(folder: Path) -> None:
    for part in (folder / "pronouns").iterdir():
        part.unlink()
    answer = hearer.Corpus(folder).sql("SELECT text, confidence FROM pronouns")
    assert (answer.header, answer.rows) == (("text", "confidence"), [])


# The corpus and its answers ----------------------------------------------------------------------


def test_an_answer_is_rows_and_a_table(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT DISTINCT text, 2.5::DOUBLE AS n FROM pronouns ORDER BY text")
    assert answer.rows == [("it", 2.5), ("she", 2.5)]
    assert (len(answer), list(answer)) == (2, answer.rows)
    assert list(answer.to_pandas().columns) == ["text", "n"]
    assert str(answer) == "text    n\n---------\nit    2.5\nshe   2.5"
    shown = str(corpus.sql("SELECT 'a' AS x, 'bb' AS y, 1 AS n, 10 AS m"))
    assert shown == "x  y   n   m\n------------\na  bb  1  10"
    assert repr(answer) == "<CorpusAnswer: 2 rows>"
    assert "<td>she</td>" in answer._repr_html_()


def test_of_a_long_answer_the_beginning_is_shown(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT range AS n, repeat('x', 99) AS document FROM range(1234)")
    lines = str(answer).splitlines()
    assert len(lines) == 53
    assert lines[2] == f"0   {'x' * 39}…"
    assert lines[-1] == "… and 1184 more rows: render('csv') has all."
    assert answer._repr_html_().count("<tr>") == 51
    assert "more" not in str(corpus.sql("SELECT range FROM range(50)"))


def test_an_answer_has_many_forms(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT '=1+1' AS name, 3 AS n, ['a', 'b'] AS list, NULL AS none")
    assert answer.render("csv") == "name,n,list,none\n'=1+1,3,a; b,NA\n"
    assert answer.render("tsv") == "name\tn\tlist\tnone\n'=1+1\t3\ta; b\tNA\n"
    expected = '[\n{"name": "=1+1", "n": 3, "list": ["a", "b"], "none": null}\n]\n'
    assert answer.render("json") == expected
    assert "| =1+1 | 3 | a; b |" in answer.render("markdown")
    assert r"\begin{tabular}" in answer.render("latex")
    assert "<td>=1+1</td>" in answer.render("html")


def test_values_of_every_type_have_a_form(corpus: hearer.Corpus) -> None:
    sql = "SELECT 'nan'::DOUBLE AS a, 0.857142 AS b, true AS c, {'x': 1} AS d, 'x'::BLOB AS e"
    answer = corpus.sql(f"{sql}, 2.0::DECIMAL(4, 1) AS f, 1e20 AS g")
    assert answer.render("json") == (
        '[\n{"a": null, "b": 0.857142, "c": true, "d": {"x": 1}, "e": "x", "f": 2, "g": 1e+20}\n]\n'
    )
    assert str(answer).splitlines()[-1].split() == "0.857 yes {'x': 1} x 2 1e+20".split()
    assert corpus.sql("SELECT true AS a").render("csv") == "a\nTRUE\n"
    assert corpus.sql("SELECT 1 AS a WHERE false").render("json") == "[]\n"


def test_a_corpus_and_its_answers_can_be_copied(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("labels")
    again = pickle.loads(pickle.dumps(corpus))
    assert again.folders == corpus.folders == copy.deepcopy(corpus).folders
    assert again.sql("labels") == answer == pickle.loads(pickle.dumps(answer))
    assert answer != corpus.sql("pronouns")


def test_values_cannot_steer_a_terminal(corpus: hearer.Corpus) -> None:
    answer = corpus.sql("SELECT 'x\x1b[31m' AS \"a\nb\" FROM range(9)")
    assert "\x1b" not in str(answer)
    assert max(len(repr(value)) for value in (corpus, answer)) <= 200


def test_several_folders_are_one_corpus(tmp_path: Path) -> None:
    for name in ("one", "two"):
        sample(tmp_path / name, documents=[{"document": f"{name}.txt", "status": "done"}])
    both = hearer.Corpus(tmp_path / "one", tmp_path / "two")
    assert both.sql("SELECT document FROM documents").rows == [("one.txt",), ("two.txt",)]
    twice = hearer.Corpus(tmp_path / "one", tmp_path / "one")
    with pytest.raises(InputError, match=r"'one\.txt' is in several of these folders"):
        twice.sql("SELECT 1")


def test_a_corpus_has_a_folder() -> None:
    with pytest.raises(UsageError, match="Give a folder"):
        hearer.Corpus()


@pytest.mark.parametrize("package", ["duckdb", "pyarrow"])
def test_a_missing_package_is_named(folder: Path, package: str) -> None:
    code = (
        "import hearer\ntry:\n    hearer.Corpus('out').sql('labels')\n"
        "except hearer.MissingPackage as error:\n    print(error)"
    )
    assert (
        f"Querying a corpus needs the package {package}: pip install '{installed()}[corpus]'"
        in (without((package,), code))
    )


# The command -------------------------------------------------------------------------------------


def test_the_command_answers_named_queries_and_sql(folder: Path, capsysbinary: Captured) -> None:
    row = "'=HYPERLINK(1),NA,NA,a.txt,2,0,0,0,0,0,0\n"
    header = "name,aliases,pronoun,document,mentions,names,nouns,pronouns,speaker_pronouns"
    csv = f"{header},quotations,quoted_words\n{row}"
    asked = ("corpus", "query", "out", "characters", "--set", "least=2")
    assert run(capsysbinary, *asked, "--to", "csv") == (0, csv, "")
    assert run(capsysbinary, *asked, "-o", "x.csv") == (0, "", "")
    assert Path("x.csv").read_text() == csv
    sql = "SELECT text, count(*) AS n FROM pronouns GROUP BY text ORDER BY text"
    assert run(capsysbinary, "corpus", "query", "out", sql) == (
        0, "text  n\n-------\nit    2\nshe   1\n", "",
    )  # fmt: skip
