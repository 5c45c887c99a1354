"""Tables are asked in SQL, and SQL can do nothing else."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from hearer.corpora.asked.query import CorpusTables, in_one_line
from hearer.errors import InputError, UsageError
from tests.corpora.asked import out, pronoun


@pytest.fixture
def tables(tmp_path: Path) -> CorpusTables:
    made = out(tmp_path / "out", pronouns=[pronoun("she", "ANNA"), pronoun("it")])
    return CorpusTables({"pronouns": [f"{made}/pronouns.parquet"]})


def rows(tables: CorpusTables, sql: str) -> list[tuple[object, ...]]:
    return [row for batch in tables.rows(sql) for row in batch.rows()]


def test_rows_are_what_the_table_has(tables: CorpusTables) -> None:
    found = tables.rows("SELECT text, entity FROM pronouns ORDER BY text")
    assert found.header == ["text", "entity"]
    assert [row for batch in found for row in batch.rows()] == [("it", None), ("she", "ANNA")]


def test_parameters_are_values_and_no_sql(tables: CorpusTables) -> None:
    sql = "SELECT count(*) FROM pronouns WHERE text = $text"
    assert tables.rows(sql, {"text": "she"}).table().to_pylist() == [{"count_star()": 1}]
    assert tables.rows(sql, {"text": "' OR '' = '"}).table().to_pylist() == [{"count_star()": 0}]


def test_a_sum_is_a_plain_number(tables: CorpusTables) -> None:
    found = tables.rows("SELECT sum(utterance + 3) AS n FROM pronouns").table()
    assert found.schema.field("n").type == pa.int64()
    assert found.to_pylist() == [{"n": 6}]


def test_columns_of_one_name_are_told_apart(tables: CorpusTables) -> None:
    found = tables.rows("SELECT text, text, 1 AS text_2 FROM pronouns")
    assert found.header == ["text", "text_2", "text_2_2"]
    assert found.table().column_names == found.header


READ_ONLY = "A question reads the tables of the corpus and does nothing else: "
OUT_OF_REACH = f"{READ_ONLY}no other file, no network and no setting is within its reach."


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("COPY pronouns TO 'x.csv'", f"{READ_ONLY}COPY is refused."),
        ("COPY (SELECT 1) TO '/dev/null'", f"{READ_ONLY}COPY is refused."),
        ("ATTACH 'x.db'", f"{READ_ONLY}ATTACH is refused."),
        ("INSTALL httpfs", f"{READ_ONLY}LOAD is refused."),
        ("LOAD httpfs", f"{READ_ONLY}LOAD is refused."),
        ("SET threads = 1", f"{READ_ONLY}SET is refused."),
        ("SET enable_external_access = true", f"{READ_ONLY}SET is refused."),
        ("PRAGMA database_list", f"{READ_ONLY}PRAGMA is refused."),
        ("CREATE TABLE x AS SELECT 1", f"{READ_ONLY}CREATE is refused."),
        ("DROP VIEW pronouns", f"{READ_ONLY}DROP is refused."),
        ("DELETE FROM pronouns", f"{READ_ONLY}DELETE is refused."),
        ("EXPORT DATABASE 'x'", f"{READ_ONLY}EXPORT is refused."),
        ("SELECT 1; SELECT 2", "One question at a time: these are 2."),
        ("SELECT 1; COPY pronouns TO 'x.csv'", "One question at a time: these are 2."),
        ("", "There is no question: say SQL, as in 'SELECT * FROM documents'."),
        ("-- nothing", "There is no question: say SQL, as in 'SELECT * FROM documents'."),
        ("SELECT * FROM read_csv('/etc/passwd')", OUT_OF_REACH),
        ("SELECT * FROM read_text('/etc/passwd')", OUT_OF_REACH),
        ("SELECT * FROM glob('/*')", OUT_OF_REACH),
        ("SELECT * FROM 'https://example.org/x.parquet'", OUT_OF_REACH),
        ("SELECT * FROM sqlite_scan('x.db', 'y')", OUT_OF_REACH),
    ],
)
def test_nothing_but_the_tables_is_within_reach(
    tables: CorpusTables, sql: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(UsageError) as refused:
        rows(tables, sql)
    assert str(refused.value) == told
    assert list(Path().iterdir()) == []
    assert rows(tables, "SELECT count(*) FROM pronouns") == [(2,)]


def test_a_parquet_file_is_out_of_reach_though_it_is_one_of_ours(
    tables: CorpusTables, tmp_path: Path
) -> None:
    with pytest.raises(UsageError):
        rows(tables, f"SELECT * FROM '{tmp_path}/out/documents.parquet'")
    with pytest.raises(UsageError):
        rows(tables, f"SELECT * FROM read_parquet('{tmp_path}/out/documents.parquet')")


def test_variables_of_the_caller_are_no_tables(tables: CorpusTables) -> None:
    secret = pa.table({"x": [1]})
    with pytest.raises(UsageError, match="Table with name secret does not exist"):
        rows(tables, "SELECT * FROM secret")
    assert secret.num_rows == 1


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        (
            "SELECT * FROM pronuns",
            'SQL: Table with name pronuns does not exist! Did you mean "pronouns"?',
        ),
        (
            "SELECT txt FROM pronouns",
            'SQL: Referenced column "txt" not found in FROM clause! Candidate bindings: "text"',
        ),
        ("SELEC 1", 'SQL: syntax error at or near "SELEC". (Line 1, at "SELEC".)'),
        ("SELECT\nlenght(text) FROM pronouns", 'name lenght does not exist! Did you mean "length"'),
    ],
)
def test_what_is_wrong_in_sql_is_one_line(tables: CorpusTables, sql: str, told: str) -> None:
    with pytest.raises(UsageError) as wrong:
        rows(tables, sql)
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("sql", ["SELECT '\udcff'", None, b"SELECT 1"])
def test_what_is_no_text_is_no_question(tables: CorpusTables, sql: str) -> None:
    with pytest.raises(UsageError, match=r"no UTF-8|A question is SQL, a text"):
        tables.rows(sql)


def test_a_message_without_a_place_stays_as_it_is() -> None:
    assert in_one_line("Out of Range Error: too large") == "too large."


def test_candidates_of_functions_are_left_out(tables: CorpusTables) -> None:
    with pytest.raises(UsageError) as wrong:
        rows(tables, "SELECT sum(text) FROM pronouns")
    assert str(wrong.value).startswith("SQL: No function matches")
    assert "HUGEINT" not in str(wrong.value)


@pytest.mark.parametrize("sql", ["DESCRIBE pronouns", "SHOW TABLES", "EXPLAIN SELECT 1"])
def test_what_only_looks_is_allowed(tables: CorpusTables, sql: str) -> None:
    assert rows(tables, sql)


def test_a_pivot_is_a_question(tables: CorpusTables) -> None:
    sql = "PIVOT (SELECT text, label FROM pronouns) ON label USING count(*) ORDER BY text"
    assert rows(tables, sql) == [("it", 1, 0), ("she", 0, 1)]


def test_rows_come_before_all_are_there(tmp_path: Path) -> None:
    """A hundred million rows, of which the first are had at once."""
    parquet.write_table(pa.table({"n": [1]}), tmp_path / "t.parquet")
    tables = CorpusTables({"t": [str(tmp_path / "t.parquet")]})
    found = tables.rows("SELECT range FROM t, range(100000000)")
    first = next(iter(found))
    assert next(first.rows()) == (0,)


def test_several_files_are_one_table(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{n}.parquet") for n in range(2)]
    for n, path in enumerate(paths):
        parquet.write_table(pa.table({"n": [n]}), path)
    tables = CorpusTables({"t": paths})
    assert rows(tables, "SELECT n FROM t ORDER BY n") == [(0,), (1,)]
    assert tables.table("t").num_rows == 2


def test_files_that_differ_are_not_one_table(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{n}.parquet") for n in range(2)]
    parquet.write_table(pa.table({"n": [0]}), paths[0])
    parquet.write_table(pa.table({"m": [0]}), paths[1])
    with pytest.raises(InputError, match="have different columns"):
        CorpusTables({"t": paths})


def test_what_is_no_parquet_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(InputError, match=r"t\.parquet' cannot be read as Parquet"):
        CorpusTables({"t": [str(path)]})
    with pytest.raises(InputError, match=r"u\.parquet' cannot be read as Parquet"):
        CorpusTables({"t": [str(tmp_path / "u.parquet")]})


def test_a_table_that_breaks_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    parquet.write_table(pa.table({"n": list(range(100_000))}), path, compression="zstd")
    content = path.read_bytes()
    path.write_bytes(content[:4] + b"\xff" * 1000 + content[1004:])
    tables = CorpusTables({"t": [str(path)]})
    with pytest.raises((InputError, UsageError)) as wrong:
        rows(tables, "SELECT sum(n) FROM t")
    assert "\n" not in str(wrong.value)


ENDLESS = """
import sys
from hearer.cli.process import prepare
from hearer.corpora.asked.query import CorpusTables
prepare()
print("asked", flush=True)
tables = CorpusTables({"t": [sys.argv[1]]})
many = "range(100000000) AS a, range(100000) AS b"
tables.rows(f"SELECT count(*) FROM t, {many} WHERE hash(a.range + b.range) % 7 = 1").table()
"""


def test_an_interrupt_ends_a_question(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"n": [1]}), tmp_path / "t.parquet")
    path = str(tmp_path / "t.parquet")
    with subprocess.Popen([sys.executable, "-c", ENDLESS, path], stdout=subprocess.PIPE) as asked:
        assert asked.stdout
        asked.stdout.readline()
        time.sleep(1)
        asked.send_signal(signal.SIGINT)
        assert asked.wait(20) == 128 + signal.SIGINT
