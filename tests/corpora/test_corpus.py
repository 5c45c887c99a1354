"""A corpus that was written is opened, and shows what is in it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hearer
from hearer.corpora.kept.manifest import State
from hearer.corpora.kept.parts import Parts
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.told.summary import FailedDocument
from hearer.errors import InputError, UnknownName, UsageError
from tests.corpora.asked import MadeRow, manifest, out, pronoun
from tests.corpora.made import done, failed

DOCUMENTS: list[MadeRow] = [
    {"document": "a.txt", "status": "done", "words": 7, "pronouns": 2, "resolved": 1},
    {"document": "b.txt", "status": "failed", "code": "file-gone", "reason": "It is gone."},
]
COUNTS = {"documents": 2, "done": 1, "failed": 1, "words": 7, "resolved": 1}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = out(
        tmp_path / "out", documents=DOCUMENTS, pronouns=[pronoun("she", "ANNA"), pronoun("it")]
    )
    _write(Path(made), counts=COUNTS, labels={"resolved": 1, "no antecedent": 1})
    return Path(made)


def _write(folder: Path, **rest: Any) -> None:
    (folder / "manifest.json").write_bytes(manifest(**rest).content)


def test_a_corpus_shows_itself_in_a_line(folder: Path) -> None:
    assert repr(hearer.Corpus(folder)) == f"<Corpus {folder}: 2 documents, 7 words>"


def test_a_corpus_has_a_summary(folder: Path) -> None:
    summary = hearer.Corpus(folder).summary
    assert (summary.done, summary.failed, summary.words, summary.pronouns) == (1, 1, 7, 2)
    assert summary.first_failed == (FailedDocument("b.txt", "file-gone", "It is gone."),)


def test_a_corpus_knows_what_failed(folder: Path) -> None:
    assert hearer.Corpus(folder).failed == (FailedDocument("b.txt", "file-gone", "It is gone."),)


def test_all_documents_are_there(folder: Path) -> None:
    documents = hearer.Corpus(folder).documents
    assert [row[0] for row in documents] == ["a.txt", "b.txt"]
    assert documents.header[:3] == ("document", "path", "status")


def test_tables_are_those_of_arrow_and_pandas(folder: Path) -> None:
    corpus = hearer.Corpus(folder)
    assert corpus.table("pronouns").column("text").to_pylist() == ["she", "it"]
    assert list(corpus.to_pandas("pronouns")["text"]) == ["she", "it"]
    with pytest.raises(UnknownName, match="did you mean 'pronouns'"):
        corpus.table("pronoun")


def test_an_answer_is_rows_and_a_table(folder: Path) -> None:
    answer = hearer.Corpus(folder).query("SELECT text, 2.5 AS n FROM pronouns ORDER BY text")
    assert answer.rows == [("it", 2.5), ("she", 2.5)]
    assert len(answer) == 2
    assert list(answer.to_pandas().columns) == ["text", "n"]
    assert str(answer) == "text    n\n---------\nit    2.5\nshe   2.5"
    assert repr(answer) == "<CorpusAnswer: 2 rows>"
    assert "<td>she</td>" in answer._repr_html_()


def test_a_long_answer_is_cut_to_a_screen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    answer = hearer.Corpus(folder).query("SELECT range AS n, repeat('x', 99) AS x FROM range(1234)")
    lines = str(answer).splitlines()
    assert len(lines) == 53
    assert max(map(len, lines[:-1])) == 40
    assert lines[-1] == "… and 1184 more rows: save('all.csv') writes all."
    assert answer._repr_html_().count("<tr>") == 51


def test_an_answer_is_saved_as_its_name_says(folder: Path, tmp_path: Path) -> None:
    answer = hearer.Corpus(folder).query("SELECT '=1+1' AS name, 3 AS n")
    answer.save(tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text() == "name,n\n'=1+1,3\n"
    answer.save(tmp_path / "x.tsv")
    assert (tmp_path / "x.tsv").read_text() == "name\tn\n'=1+1\t3\n"
    answer.save(tmp_path / "x.json")
    assert (tmp_path / "x.json").read_text() == '[\n{"name": "=1+1", "n": 3}\n]\n'
    answer.save(tmp_path / "x.md")
    assert "| =1+1 | 3 |" in (tmp_path / "x.md").read_text()
    answer.save(tmp_path / "x.SVG")
    assert (tmp_path / "x.SVG").read_bytes().startswith(b"<?xml")
    answer.save(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("copied", [lambda one: pickle.loads(pickle.dumps(one)), copy.deepcopy])
def test_a_corpus_and_its_answers_can_be_copied(
    folder: Path, copied: Callable[[object], object]
) -> None:
    corpus = hearer.Corpus(folder)
    answer = corpus.ask("labels")
    again = copied(corpus)
    assert again == corpus
    assert isinstance(again, hearer.Corpus)
    assert copied(answer) == answer == again.ask("labels")
    assert answer != corpus.ask("pronouns")


def test_what_is_asked_of_strangers_shows_itself_in_a_short_line(folder: Path) -> None:
    corpus = hearer.Corpus(folder)
    answer = corpus.query("SELECT 'x\x1b[31m' AS \"a\nb\" FROM range(9)")
    values = (corpus, answer, corpus.ask("labels").chart())
    assert max(len(repr(value)) for value in values) <= 200
    assert not any("\n" in repr(value) for value in values)
    assert "\x1b" not in str(answer)


def test_the_questions_are_listed(folder: Path) -> None:
    assert hearer.Corpus(folder).questions["labels"] == "What became of the pronouns"


def test_no_file_is_replaced_unless_by_force(folder: Path, tmp_path: Path) -> None:
    answer = hearer.Corpus(folder).query("SELECT 1 AS n")
    (tmp_path / "x.csv").write_text("mine")
    with pytest.raises(hearer.OutputError, match="is there already"):
        answer.save(tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text() == "mine"
    answer.save(tmp_path / "x.csv", force=True)
    assert (tmp_path / "x.csv").read_text() == "n\n1\n"
    with pytest.raises(UsageError, match=r"Names that say it end with \.txt"):
        answer.save(tmp_path / "x.doc")


# Several folders ------------------------------------------------------------------------------


def test_several_folders_are_one_corpus(tmp_path: Path) -> None:
    for name in ("one", "two"):
        document = {"document": f"{name}.txt", "status": "done"}
        out(tmp_path / name, documents=[document])
        _write(tmp_path / name, counts={"done": 1, "words": 5}, labels={"resolved": 2})
    corpus = hearer.Corpus(tmp_path / "one", tmp_path / "two")
    assert [row[0] for row in corpus.documents] == ["one.txt", "two.txt"]
    assert (corpus.summary.done, corpus.summary.words, corpus.summary.pronouns) == (2, 10, 4)


def test_documents_of_several_folders_have_names_of_their_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        out(tmp_path / name, documents=[{"document": "a.txt", "status": "done"}])
    corpus = hearer.Corpus(tmp_path / "one", tmp_path / "two")
    with pytest.raises(InputError, match=r"'a\.txt' is in several of these folders"):
        corpus.query("SELECT 1")


# What is no corpus ----------------------------------------------------------------------------


def test_what_is_no_corpus_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not there"):
        hearer.Corpus(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is no corpus"):
        hearer.Corpus(tmp_path)
    (tmp_path / "manifest.json").write_text('{"of": "somebody else"}')
    with pytest.raises(InputError, match="is no manifest of ours"):
        hearer.Corpus(tmp_path)
    with pytest.raises(UsageError, match="Say which folder"):
        hearer.Corpus()


@pytest.mark.parametrize("target", ["jsonl", "json"])
def test_only_tables_can_be_asked(folder: Path, target: str) -> None:
    _write(folder, target=target)
    corpus = hearer.Corpus(folder)
    with pytest.raises(UsageError, match=f"was written as {target}, and only tables can be asked"):
        corpus.query("SELECT 1")


def test_what_is_unfinished_says_how_far_it_is(tmp_path: Path) -> None:
    parts = Parts(str(tmp_path / ".hearer" / "parts"))
    (tmp_path / ".hearer").mkdir()
    parts.write("ab" * 16, BatchOutcome((done("a.txt", words=3, resolved=2), failed("b.txt"))))
    _write(tmp_path, state=State.RUNNING, files=())
    corpus = hearer.Corpus(tmp_path)
    assert not corpus.is_complete
    assert corpus.summary.documents == 2
    assert [one.document for one in corpus.failed] == ["b.txt"]
    with pytest.raises(InputError, match="is unfinished: 2 documents heard so far, and no tables"):
        corpus.ask("characters")


def test_what_was_complete_before_can_still_be_asked(folder: Path) -> None:
    _write(folder, state=State.RUNNING)
    corpus = hearer.Corpus(folder)
    assert "unfinished" in repr(corpus)
    assert len(corpus.query("SELECT * FROM pronouns")) == 2


def test_a_table_that_is_gone_is_told(folder: Path) -> None:
    (folder / "pronouns.parquet").unlink()
    with pytest.raises(InputError, match=r"pronouns\.parquet' cannot be read as Parquet"):
        hearer.Corpus(folder).query("SELECT 1")
