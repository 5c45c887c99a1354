"""Write a corpus by hand, for tests that query it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from hearer.corpora.schema import SCHEMA, Column, arrow_schema, tables
from hearer.corpora.storage import Manifest, State

EMPTY = {"string": "", "list<string>": [], "int32": 0, "double": 0.0, "bool": False}
SampleRow = Mapping[str, object]
JOB = {
    "schema": SCHEMA, "program": "hearer 0", "model": "none", "parser": "english",
    "target": "parquet", "algorithm": "s-list", "profile": "paper", "options": {},
}  # fmt: skip


def manifest(state: State = State.COMPLETE, **rest: Any) -> Manifest:
    return replace(Manifest(JOB, ("texts",), state=state), **rest)


def sample(folder: Path, **rows: Sequence[SampleRow]) -> Path:
    """Write all tables, each row as a part of its own; columns that a row does not name are empty.

    A table without rows has one empty part.
    """
    assert set(rows) <= set(tables())
    for name, table in tables().items():
        (folder / name).mkdir(parents=True)
        whole = [_complete(row, table) for row in rows.get(name, ())]
        for n, part in enumerate([[row] for row in whole] or [[]]):
            written = pa.Table.from_pylist(part, schema=arrow_schema(name))
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
