"""Write a corpus by hand, for tests that query it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from hearer.corpora.schema import SCHEMA, TABLES, Column, ColumnType, arrow_schema
from hearer.corpora.storage import Job, Manifest, State

EMPTY: Mapping[ColumnType, object] = {
    ColumnType.TEXT: "",
    ColumnType.TEXTS: [],
    ColumnType.WHOLE: 0,
    ColumnType.NUMBER: 0.0,
    ColumnType.YES_NO: False,
}
SampleRow = Mapping[str, object]
JOB = Job(
    schema=SCHEMA, program="hearer 0", model="none", parser="english", target="parquet",
    algorithm="s-list", profile="paper", options={},
)  # fmt: skip


def manifest(state: State = State.COMPLETE, **rest: Any) -> Manifest:
    return replace(Manifest(JOB, ("texts",), state=state), **rest)


def sample(folder: Path, **tables: Sequence[SampleRow]) -> Path:
    """Write all tables, each row as a part of its own; columns that a row does not name are empty.

    A table without rows has one empty part.
    """
    assert set(tables) <= set(TABLES)
    for name, table in TABLES.items():
        (folder / name).mkdir(parents=True)
        rows = [_complete(row, table.columns) for row in tables.get(name, ())]
        for n, part in enumerate([[row] for row in rows] or [[]]):
            written = pa.Table.from_pylist(part, schema=arrow_schema(table))
            parquet.write_table(written, folder / name / f"{n:03}.parquet")
    (folder / "manifest.json").write_bytes(manifest().content)
    return folder


def _complete(row: SampleRow, columns: Sequence[Column]) -> dict[str, object]:
    assert set(row) <= {column.name for column in columns}, row
    return {c.name: row.get(c.name, None if c.is_nullable else EMPTY[c.type]) for c in columns}


def pronoun(text: str, entity: str | None = None, **rest: object) -> SampleRow:
    """A pronoun of the document a.txt."""
    label = "resolved" if entity else "no antecedent"
    return {"document": "a.txt", "text": text, "entity": entity, "label": label, **rest}


def person(entity: str, name: str | None, **rest: object) -> SampleRow:
    """A person of the document a.txt."""
    return {
        "document": "a.txt", "entity": entity, "name": name, "is_person": True,
        "aliases": [name] if name else [], "expressions": 2, **rest,
    }  # fmt: skip
