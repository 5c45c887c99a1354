"""Parquet tables: the same bytes whatever the batches, and read by everybody."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow.parquet
import pytest

import hearer
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.corpora.schema import SCHEMA, TABLES, arrow_schema
from hearer.corpora.targets import parquet
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.corpora.targets.parquet import TARGET
from hearer.errors import OutputError
from hearer.model import Discourse, Interpretation, Problem, Utterance
from tests.corpora.made import failed
from tests.corpora.test_rows import tables

ANNA = "Anna/PROPN/nsubj/2 met/VERB/root/0 a/DET/det/4 judge/NOUN/obj/2"
SHE = "She/PRON/nsubj/2 thanked/VERB/root/0 him/PRON/obj/2"
Part = Mapping[str, bytes]
Documents = list[UnderstoodDocument]


def heard(name: str, *sentences: str) -> UnderstoodDocument:
    """A document, heard without a parser."""
    said = tuple(Utterance.of(one, number=n) for n, one in enumerate(sentences, start=1))
    found = hearer.resolve(Discourse(said, name))
    return UnderstoodDocument(
        DocumentOutcome(name, f"{name}.txt", words=sum(map(len, said))), found
    )


@pytest.fixture(scope="module")
def documents() -> Documents:
    return [
        heard("a", ANNA, SHE),
        UnderstoodDocument(failed("b")),
        heard("c"),
        heard("d", SHE),
        heard("e", ANNA, ANNA, SHE),
    ]


def assembled(parts: Sequence[Part], folder: Path) -> dict[str, str]:
    """The digests of the files that parts come to."""
    folder.mkdir()
    names = [*TARGET.assembled([BatchOutcome((), part) for part in parts], str(folder))]
    assert {Path(name).name for name in names} == {f"{table}.parquet" for table in TABLES}
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def rows_in(folder: Path, name: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = pyarrow.parquet.read_table(
        folder / f"{name}.parquet"
    ).to_pylist()
    return rows


# Batches --------------------------------------------------------------------------------------


def test_joined_one_by_one_is_rendered_at_once(documents: Documents) -> None:
    one_by_one = [TARGET.rendered([one]) for one in documents]
    assert TARGET.joined(one_by_one) == TARGET.rendered(documents)


def test_files_do_not_depend_on_batches(documents: Documents, tmp_path: Path) -> None:
    at_once = assembled([TARGET.rendered(documents)], tmp_path / "one")
    each = assembled([TARGET.rendered([one]) for one in documents], tmp_path / "each")
    halves = [TARGET.rendered(documents[:2]), TARGET.rendered(documents[2:])]
    assert at_once == each == assembled(halves, tmp_path / "halves")


def test_nor_do_row_groups(
    documents: Documents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "ROWS_IN_GROUP", 4)
    monkeypatch.setattr(parquet, "ROWS_AT_ONCE", 3)
    each = assembled([TARGET.rendered([one]) for one in documents], tmp_path / "each")
    assert each == assembled([TARGET.rendered(documents)], tmp_path / "one")
    told = pyarrow.parquet.read_metadata(tmp_path / "one" / "expressions.parquet")
    sizes = [told.row_group(n).num_rows for n in range(told.num_row_groups)]
    assert len(sizes) > 1
    assert set(sizes[:-1]) == {4}
    assert sum(sizes) == sum(
        len(tables(one.found)["expressions"]) for one in documents if one.found
    )


def test_rows_arrive_as_they_were_made(documents: Documents, tmp_path: Path) -> None:
    assembled([TARGET.rendered(documents)], tmp_path / "out")
    for name in TABLES:
        made = [row for one in documents for row in tables(one.found, one.outcome)[name]]
        listed = [{k: [*v] if isinstance(v, tuple) else v for k, v in row.items()} for row in made]
        assert rows_in(tmp_path / "out", name) == listed


# Readers --------------------------------------------------------------------------------------


def test_every_table_is_there_with_its_types_though_nothing_is_in_it(tmp_path: Path) -> None:
    assembled([], tmp_path / "none")
    assembled([TARGET.rendered([])], tmp_path / "empty")
    for folder in (tmp_path / "none", tmp_path / "empty"):
        for name, table in TABLES.items():
            found = pyarrow.parquet.read_table(folder / f"{name}.parquet")
            assert found.num_rows == 0
            assert found.schema == arrow_schema(table)


def test_types_are_those_of_the_schema(documents: Documents, tmp_path: Path) -> None:
    assembled([TARGET.rendered(documents)], tmp_path / "out")
    for name, table in TABLES.items():
        found = pyarrow.parquet.read_schema(tmp_path / "out" / f"{name}.parquet")
        told = [(one.name, str(one.type).replace("element", "item"), one.nullable) for one in found]
        types = {"list<string>": "list<item: string>"}
        assert told == [
            (one.name, types.get(one.type, one.type), one.is_nullable) for one in table.columns
        ]
        assert [one.metadata[b"meaning"].decode() for one in found] == [
            one.meaning for one in table.columns
        ]


def test_a_file_says_what_it_is(documents: Documents, tmp_path: Path) -> None:
    parsed = hearer.resolve("Anna slept.")
    documents = [*documents, UnderstoodDocument(DocumentOutcome("f", "f.txt"), parsed)]
    assembled([TARGET.rendered(documents)], tmp_path / "out")
    for name in TABLES:
        told = pyarrow.parquet.read_metadata(tmp_path / "out" / f"{name}.parquet").metadata
        assert told[b"hearer.schema"].decode() == SCHEMA == "hearer-corpus-1"
        assert told[b"hearer.table"].decode() == name
        assert told[b"hearer.program"].decode() == f"hearer {hearer.__version__}"
        assert told[b"hearer.model"].decode() == parsed.model
        schema = pyarrow.parquet.read_schema(tmp_path / "out" / f"{name}.parquet")
        assert schema.metadata[b"hearer.model"] == told[b"hearer.model"]


def test_pandas_and_duckdb_read_them_as_they_are(documents: Documents, tmp_path: Path) -> None:
    duckdb, pandas = pytest.importorskip("duckdb"), pytest.importorskip("pandas")
    assembled([TARGET.rendered(documents)], tmp_path / "out")
    for name, table in TABLES.items():
        path, count = tmp_path / "out" / f"{name}.parquet", len(rows_in(tmp_path / "out", name))
        frame = pandas.read_parquet(path)
        assert (len(frame), tuple(frame.columns)) == (count, table.names)
        columns = ", ".join(table.names)  # none has to be quoted
        assert len(duckdb.sql(f"SELECT {columns} FROM '{path}'").fetchall()) == count


# What goes wrong ------------------------------------------------------------------------------


def test_what_is_no_text_becomes_one_one_for_one(tmp_path: Path) -> None:
    odd = heard("odd\udcff", "An\udcffna/PROPN/nsubj/2 slept/VERB/root/0")
    wrong = Problem("a", 1, 3, "text-utf8", "\ud800")
    outcome = DocumentOutcome("odd\udcff", "odd", problems=(wrong,))
    assembled([TARGET.rendered([odd._replace(outcome=outcome)])], tmp_path / "out")
    (row,) = rows_in(tmp_path / "out", "expressions")
    assert (row["document"], row["text"], row["start_char"]) == ("odd\ufffd", "An\ufffdna", 0)
    assert row["end_char"] == 5
    (entity,) = rows_in(tmp_path / "out", "entities")
    assert entity["aliases"] == ["An\ufffdna"]
    (problem,) = rows_in(tmp_path / "out", "problems")
    assert problem["message"] == "\ufffd"


def test_nothing_is_left_of_files_that_were_not_finished(
    documents: Documents, tmp_path: Path
) -> None:
    def parts() -> Iterator[BatchOutcome]:
        yield BatchOutcome((), TARGET.rendered(documents))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(TARGET.assembled(parts(), str(tmp_path)))
    assert not [*tmp_path.iterdir()]


def test_no_file_is_written_over(documents: Documents, tmp_path: Path) -> None:
    (tmp_path / "pronouns.parquet").write_bytes(b"mine")
    with pytest.raises(OutputError):
        list(TARGET.assembled([BatchOutcome((), TARGET.rendered(documents))], str(tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == ["pronouns.parquet"]


DIGESTS = """
import hashlib
from hearer.hearing import listen
from hearer.reading import one_discourse
from hearer.corpora.outcome import DocumentOutcome
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.corpora.targets.parquet import TARGET
text = 'Tom met Clara Bow. "They say he is late," she said. Clara and Tom left; it rained.'
found = UnderstoodDocument(DocumentOutcome("d", "d"), listen(one_discourse(text)))
found = TARGET.rendered([found])
print({name: hashlib.sha256(content).hexdigest() for name, content in found.items()})
"""


@pytest.mark.slow
def test_the_same_bytes_under_two_hash_seeds() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", DIGESTS],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "pronouns" in printed.pop()


def test_an_interpretation_is_needed_for_nothing_but_its_values() -> None:
    """What was understood without steps, as a reader may give it, has rows, too."""
    part = TARGET.rendered([UnderstoodDocument(DocumentOutcome("d", "d"), Interpretation())])
    assert set(part) == set(TABLES)
