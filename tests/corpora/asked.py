"""A corpus that is made by hand, for tests that ask it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from hearer.corpora.kept.manifest import FileMade, Job, Manifest, State
from hearer.corpora.tables.schema import SCHEMA, TABLES, Column, ColumnType

TYPES = {
    ColumnType.TEXT: pa.string(),
    ColumnType.TEXTS: pa.list_(pa.string()),
    ColumnType.WHOLE: pa.int32(),
    ColumnType.NUMBER: pa.float64(),
    ColumnType.YES_NO: pa.bool_(),
}
EMPTY: Mapping[ColumnType, object] = {
    ColumnType.TEXT: "",
    ColumnType.TEXTS: [],
    ColumnType.WHOLE: 0,
    ColumnType.NUMBER: 0.0,
    ColumnType.YES_NO: False,
}
MadeRow = Mapping[str, object]
JOB = Job(
    schema=SCHEMA, program="hearer 0", model="none", parser="english", target="parquet",
    algorithm="s-list", profile="paper", options={},
)  # fmt: skip


def manifest(state: State = State.COMPLETE, *, target: str = "parquet", **rest: Any) -> Manifest:
    """A manifest that says so."""
    made = tuple(FileMade(f"{name}.parquet", 0, "") for name in TABLES)
    whole = Manifest(replace(JOB, target=target), ("texts",), state=state, files=made)
    return replace(whole, **rest)


def out(folder: Path, **tables: Sequence[MadeRow]) -> str:
    """A folder with all tables; columns that a row does not name are empty."""
    folder.mkdir()
    for name, table in TABLES.items():
        rows = [_whole(row, table.columns) for row in tables.pop(name, ())]
        schema = pa.schema([(c.name, TYPES[c.type], c.is_nullable) for c in table.columns])
        parquet.write_table(pa.Table.from_pylist(rows, schema=schema), folder / f"{name}.parquet")
    assert not tables
    (folder / "manifest.json").write_bytes(manifest().content)
    return str(folder)


def _whole(row: MadeRow, columns: Sequence[Column]) -> dict[str, object]:
    assert set(row) <= {column.name for column in columns}, row
    return {c.name: row.get(c.name, None if c.is_nullable else EMPTY[c.type]) for c in columns}


def pronoun(text: str, entity: str | None = None, **rest: object) -> MadeRow:
    """A pronoun of the document a.txt."""
    label = "resolved" if entity else "no antecedent"
    return {"document": "a.txt", "text": text, "entity": entity, "label": label, **rest}


def person(entity: str, name: str | None, **rest: object) -> MadeRow:
    """A person of the document a.txt."""
    return {
        "document": "a.txt", "entity": entity, "name": name, "is_person": True,
        "aliases": [name] if name else [], "expressions": 2, **rest,
    }  # fmt: skip
