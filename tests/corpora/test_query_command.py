"""hearer corpus query: questions at a shell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from hearer.cli import main
from hearer.corpora.asked.questions.questions import QUESTIONS
from hearer.corpora.kept.manifest import State
from tests.cli.test_cli import Captured, run
from tests.corpora.asked import manifest, out, person, pronoun
from tests.test_missing_packages import without

HEARD = [pronoun("she", "ANNA"), pronoun("it"), pronoun("it")]
LABELS = """\
What became of the pronouns
label          pronouns  share  confidence  candidates
------------------------------------------------------
no antecedent         2  0.667                     0.0
resolved              1  0.333                     0.0
"""


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    formula = person("E", "=HYPERLINK(1)", expressions=2)
    return Path(out(tmp_path / "out", pronouns=HEARD, entities=[formula]))


def test_without_a_question_all_are_listed(corpus: Path, capsysbinary: Captured) -> None:
    status, printed, _ = run(capsysbinary, "corpus", "query", "out")
    assert status == 0
    for name, one in QUESTIONS.items():
        assert f"  {name} " in printed
        assert one.title in printed
    assert "  quotations            document, quotation, first_utterance," in printed
    status, listed, _ = run(capsysbinary, "corpus", "query", "--how", "list")
    assert (status, listed) == (0, printed.split("\nTables")[0])


def test_a_question_is_a_table(corpus: Path, capsysbinary: Captured) -> None:
    assert run(capsysbinary, "corpus", "query", "out", "--how", "labels") == (0, LABELS, "")


def test_own_sql_is_a_table(corpus: Path, capsysbinary: Captured) -> None:
    sql = "SELECT text, count(*) AS n FROM pronouns GROUP BY text ORDER BY text"
    status, printed, _ = run(capsysbinary, "corpus", "query", "out", sql)
    assert (status, printed) == (0, "text  n\n-------\nit    2\nshe   1\n")


def test_sql_comes_from_the_standard_input(
    corpus: Path, capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("SELECT count(*) AS n FROM pronouns"))
    assert run(capsysbinary, "corpus", "query", "out", "-") == (0, "n\n-\n3\n", "")


def test_the_sql_of_a_question_can_be_changed(corpus: Path, capsysbinary: Captured) -> None:
    shown = run(capsysbinary, "corpus", "query", "--how", "labels", "--show-sql")[1]
    assert shown.startswith("/* What became of the pronouns. */\nSELECT\n    label,")
    status, printed, _ = run(capsysbinary, "corpus", "query", "out", shown)
    assert (status, printed) == (0, LABELS.partition("\n")[2])


def test_the_form_is_said_or_told_by_the_name(corpus: Path, capsysbinary: Captured) -> None:
    asked = ("corpus", "query", "out", "--how", "entities")
    row = "'=HYPERLINK(1),NA,person,a.txt,2,0,0\n"
    csv = f"name,aliases,sort,document,mentions,names,pronouns\n{row}"
    assert run(capsysbinary, *asked, "--to", "csv")[1] == csv
    assert run(capsysbinary, *asked, "-o", "found.csv") == (0, "", "")
    assert Path("found.csv").read_text() == csv
    printed = run(capsysbinary, *asked, "--to", "json")[1]
    assert json.loads(printed)[0]["name"] == "=HYPERLINK(1)"
    assert "| =HYPERLINK(1) |" in run(capsysbinary, *asked, "--to", "markdown")[1]
    assert r"\begin{tabular}" in run(capsysbinary, *asked, "--to", "latex")[1]
    assert "<td>=HYPERLINK(1)</td>" in run(capsysbinary, *asked, "--to", "html")[1]


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_picture_is_drawn(corpus: Path, capsysbinary: Captured, suffix: str) -> None:
    name = f"labels.{suffix}"
    assert run(capsysbinary, "corpus", "query", "out", "--how", "labels", "-o", name) == (0, "", "")
    assert Path(name).read_bytes()[:5] == {"svg": b"<?xml", "png": b"\x89PNG\r"}[suffix]


def test_own_sql_is_drawn(corpus: Path, capsysbinary: Captured) -> None:
    sql = "SELECT text, count(*) AS n FROM pronouns GROUP BY text"
    assert (
        run(capsysbinary, "corpus", "query", "out", sql, "--chart", "line", "-o", "x.svg")[0] == 0
    )
    assert "What is asked" in Path("x.svg").read_text()


def test_a_picture_goes_to_a_pipe(corpus: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["corpus", "query", "out", "--how", "labels", "--to", "png"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG")


WRONG = [
    (("out", "--how", "lables"), "There is no question 'lables' (did you mean 'labels'?)."),
    (("out", "SELECT * FROM pronuns"), "SQL: Table with name pronuns does not exist! Did you mean"),
    (("out", "COPY pronouns TO 'x.csv'"), "does nothing else: COPY is refused."),
    (("out", "SELECT 1", "--how", "labels"), "Say either SQL or --how, not both."),
    (("out", "SELECT 1", "--least", "3"), "--least is for ready-made questions: say it in SQL."),
    (("out", "--how", "labels", "--least", "3"), "takes no least; it takes document."),
    (("out", "--show-sql"), "--show-sql is for ready-made questions"),
    (("SELECT 1",), "Say whom to ask: hearer corpus query OUT SQL."),
    ((), "Say what to ask: a folder that `hearer corpus` wrote."),
    *(
        (("out", empty), 'The question is empty: say one, as in "SELECT count(*) FROM pronouns".')
        for empty in ("", ";", " ", " ;\n; ")
    ),
    (("nowhere", "--how", "labels"), "'nowhere' is not there"),
    (("out", "--how", "labels", "-o", "there.csv"), "'there.csv' is there already"),
    (("out", "--how", "labels", "-o", "out/pronouns.parquet"), "What is 'out/pronouns.parquet'"),
    (("out", "--how", "labels", "-o", "x.doc"), "What is 'x.doc' to be?"),
    (("out", "--how", "labels", "--chart", "bar"), "--chart draws a picture: say where"),
    (("out", "--how", "failed", "-o", "x.svg"), "There is nothing to draw"),
]


@pytest.mark.parametrize(("asked", "told"), WRONG)
def test_what_is_wrong_is_one_line_and_nothing_is_written(
    corpus: Path, capsysbinary: Captured, asked: tuple[str, ...], told: str
) -> None:
    Path("there.csv").write_text("mine")
    status, printed, err = run(capsysbinary, "corpus", "query", *asked)
    assert (status, printed) == (2, "")
    assert err.startswith("hearer: error: ")
    assert told in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == ["out", "there.csv"]
    assert Path("there.csv").read_text() == "mine"


def test_no_table_of_the_corpus_is_written_to_by_force(
    corpus: Path, capsysbinary: Captured
) -> None:
    before = (corpus / "pronouns.parquet").read_bytes()
    Path("link.csv").symlink_to(corpus / "pronouns.parquet")
    asked = ("corpus", "query", "out", "--how", "labels", "-o", "link.csv", "--force")
    status, _, err = run(capsysbinary, *asked)
    assert status == 2
    assert "is what is read" in err
    assert (corpus / "pronouns.parquet").read_bytes() == before


def test_a_file_is_replaced_by_force(corpus: Path, capsysbinary: Captured) -> None:
    Path("x.csv").write_text("mine")
    asked = ("corpus", "query", "out", "SELECT 1 AS n", "-o", "x.csv", "--force")
    assert run(capsysbinary, *asked)[0] == 0
    assert Path("x.csv").read_text() == "n\n1\n"


def test_an_unfinished_corpus_says_so(corpus: Path, capsysbinary: Captured) -> None:
    (corpus / "manifest.json").write_bytes(manifest(State.RUNNING).content)
    status, printed, err = run(capsysbinary, "corpus", "query", "out", "--how", "labels")
    assert (status, printed) == (0, LABELS)
    assert err.startswith("hearer: This corpus is unfinished")


def test_a_terminal_shows_fifty_rows_of_its_width(corpus: Path) -> None:
    reader, writer = os.openpty()
    sql = "SELECT range AS n, repeat('x', 300) AS x FROM range(60)"
    asked = [sys.executable, "-m", "hearer", "corpus", "query", "out", sql]
    environment = {**os.environ, "COLUMNS": "60", "TERM": "dumb"}
    with subprocess.Popen(asked, stdout=writer, env=environment) as process:
        os.close(writer)
        printed = b""
        while piece := _read(reader):
            printed += piece
        assert process.wait(20) == 0
    os.close(reader)
    lines = printed.decode().splitlines()
    assert len(lines) == 2 + 50 + 1
    assert max(map(len, lines)) == 60
    assert lines[-1] == "… and 10 more rows: say -o all.csv for all."


def test_a_pipe_has_all_rows_and_a_file_all_letters(
    corpus: Path, capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    sql = "SELECT range AS n, repeat('x', 300) AS x FROM range(60)"
    _, printed, _ = run(capsysbinary, "corpus", "query", "out", sql)
    lines = printed.splitlines()
    assert (len(lines), max(map(len, lines))) == (62, 160)
    run(capsysbinary, "corpus", "query", "out", sql, "-o", "x.txt")
    assert Path("x.txt").read_text().splitlines()[-1] == f"59  {'x' * 300}"


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 65536)
    except OSError:  # the other end is closed
        return b""


def test_many_rows_stream_to_a_file(corpus: Path, capsysbinary: Captured) -> None:
    sql = "SELECT range AS n, 'she' AS text FROM range(100000)"
    assert run(capsysbinary, "corpus", "query", "out", sql, "-o", "x.csv") == (0, "", "")
    lines = Path("x.csv").read_text().splitlines()
    assert (len(lines), lines[0], lines[-1]) == (100_001, "n,text", "99999,she")


STREAM = """
import resource, sys
from hearer.cli import main
main(["corpus", "query", "out", "SELECT 1 AS n", "-o", "first.csv"])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
many = "SELECT range AS n, repeat('she ', 20) AS text FROM range(1000000)"
assert main(["corpus", "query", "out", many, "-o", "all.csv"]) == 0
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
def test_a_million_rows_take_little_memory(corpus: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STREAM], capture_output=True, text=True, check=True
    )
    assert Path("all.csv").stat().st_size > 80_000_000
    assert int(done.stdout) < 60  # MiB


@pytest.mark.parametrize(
    ("package", "asked", "who"),
    [
        ("duckdb", ["--how", "labels"], "Asking a corpus"),
        ("pyarrow", ["--how", "labels"], "Asking a corpus"),
        ("matplotlib", ["--how", "labels", "-o", "x.svg"], "Drawing"),
    ],
)
def test_what_is_not_installed_is_told(
    corpus: Path, package: str, asked: list[str], who: str
) -> None:
    command = ["corpus", "query", "out", *asked]
    code = f"import sys; sys.stderr = sys.stdout; from hearer.cli import main; main({command!r})"
    assert without((package,), code) == (
        f"hearer: error: {who} needs the package {package}: pip install 'hearer[corpus]'\n"
    )


def test_listing_and_showing_sql_need_no_packages(corpus: Path) -> None:
    code = "from hearer.cli import main; main(['corpus', 'query', '--how', 'list'])"
    assert "characters" in without(("duckdb", "pyarrow", "matplotlib"), code)
