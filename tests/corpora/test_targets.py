"""Targets: the files of a part, the same whoever renders them, and read by everybody."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow.parquet
import pytest

import hearer
from hearer.corpora import targets
from hearer.corpora.document import DocumentOutcome, Failure, ProcessedDocument
from hearer.corpora.schema import SCHEMA, arrow_schema
from hearer.corpora.targets import find
from hearer.model import Discourse, Problem, Utterance
from tests.corpora.test_rows import COLUMNS, TABLES, tables

ANNA = "Anna/PROPN/nsubj/2 met/VERB/root/0 a/DET/det/4 judge/NOUN/obj/2"
SHE = "She/PRON/nsubj/2 thanked/VERB/root/0 him/PRON/obj/2"
FAILED = ProcessedDocument(DocumentOutcome("b", "b.txt", Failure("file-gone", "It is gone.")))
TARGET = find("parquet")


def resolved(name: str, *sentences: str) -> ProcessedDocument:
    """A document, resolved without a parser."""
    utterances = tuple(Utterance.of(one, number=n) for n, one in enumerate(sentences, start=1))
    found = hearer.resolve(Discourse(utterances, name))
    return ProcessedDocument(DocumentOutcome(name, f"{name}.txt"), found)


DOCUMENTS = [resolved("a", ANNA, SHE), FAILED, resolved("c"), resolved("e", ANNA, ANNA, SHE)]


def rows_of(documents: list[ProcessedDocument], name: str) -> list[dict[str, object]]:
    files = TARGET(documents, "k")
    assert set(files) == {f"{table}/k.parquet" for table in TABLES}
    table = pyarrow.parquet.read_table(io.BytesIO(files[f"{name}/k.parquet"]))
    rows: list[dict[str, object]] = table.to_pylist()
    return rows


@pytest.mark.parametrize("name", TABLES)
def test_rows_arrive_as_they_were_made(name: str) -> None:
    made = [row for one in DOCUMENTS for row in tables(one.interpretation, one.outcome)[name]]
    listed = [{k: [*v] if isinstance(v, tuple) else v for k, v in row.items()} for row in made]
    assert rows_of(DOCUMENTS, name) == listed


@pytest.mark.parametrize("documents", [[], DOCUMENTS], ids=["none", "some"])
def test_every_table_is_there_with_its_types_and_says_what_it_is(
    documents: list[ProcessedDocument],
) -> None:
    files = TARGET(documents, "k")
    for name, table in TABLES.items():
        found = pyarrow.parquet.read_table(io.BytesIO(files[f"{name}/k.parquet"]))
        assert found.schema == arrow_schema(name)
        assert found.schema.metadata[b"hearer.schema"].decode() == SCHEMA == "hearer-corpus-2"
        assert found.schema.metadata[b"hearer.table"].decode() == name
        meanings = [one.metadata[b"meaning"].decode() for one in found.schema]
        assert meanings == [one.meaning for one in table]


def test_pandas_and_duckdb_read_a_folder_of_parts_as_one_table(tmp_path: Path) -> None:
    duckdb, pandas = pytest.importorskip("duckdb"), pytest.importorskip("pandas")
    for n, one in enumerate(DOCUMENTS):
        for name, content in TARGET([one], str(n)).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(content)
    for name in TABLES:
        count = len(rows_of(DOCUMENTS, name))
        frame = pandas.read_parquet(tmp_path / name)
        assert (len(frame), list(frame.columns)) == (count, COLUMNS[name])
        columns = ", ".join(COLUMNS[name])  # none has to be quoted
        query = f"SELECT {columns} FROM '{tmp_path / name}/*.parquet'"
        assert len(duckdb.sql(query).fetchall()) == count


def test_what_is_no_text_becomes_one_one_for_one() -> None:
    odd = resolved("odd\udcff", "An\udcffna/PROPN/nsubj/2 slept/VERB/root/0")
    wrong = Problem("a", 1, 3, "text-utf8", "\ud800")
    odd = odd._replace(outcome=DocumentOutcome("odd\udcff", "odd", problems=(wrong,)))
    (row,) = rows_of([odd], "expressions")
    assert (row["document"], row["text"], row["start_char"]) == ("odd\ufffd", "An\ufffdna", 0)
    assert row["end_char"] == 5
    (entity,) = rows_of([odd], "entities")
    assert entity["aliases"] == ["An\ufffdna"]
    (problem,) = rows_of([odd], "problems")
    assert problem["message"] == "\ufffd"


@pytest.mark.parametrize("to", [name for name in targets.names() if name != "conllu"])
def test_every_target_renders_documents_and_failures(to: str) -> None:
    files = find(to)([DOCUMENTS[0], FAILED], "k")
    assert all("/" in name and content is not None for name, content in files.items())
    assert any(name.startswith("documents/k.") for name in files)
    assert files == find(to)([DOCUMENTS[0], FAILED], "k")
