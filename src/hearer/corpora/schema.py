"""The schema of a corpus: the tables of schema.tsv, with the type and meaning of every column.

A new version of the schema renames something or changes its meaning; a column added at the end of
a table does not need one. No column has a name that SQL reserves, such as *end* or *column*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from hearer.formats.format import program
from hearer.parsers.english import model_version

SCHEMA = "hearer-corpus-2"
Value = str | int | float | bool | Sequence[str] | None
Row = tuple[Value, ...]


class Column(NamedTuple):
    """One column of a table; `type` is its name in Arrow, in schema.tsv with ? if it is null."""

    name: str
    type: str
    meaning: str
    is_nullable: bool


@cache
def tables() -> Mapping[str, Sequence[Column]]:
    """Return the columns of each table."""
    found: dict[str, list[Column]] = {}
    content = (files("hearer.corpora") / "schema.tsv").read_text(encoding="utf-8")
    for line in content.splitlines()[1:]:
        table, name, kind, meaning = line.split("\t")
        column = Column(name, kind.rstrip("?"), meaning, kind.endswith("?"))
        found.setdefault(table, []).append(column)
    return found


def arrow_schema(table: str) -> Any:
    """Return a pyarrow.Schema with the meaning of each column and the versions as metadata."""
    import pyarrow as pa

    fields = [
        pa.field(
            one.name,
            pa.list_(pa.string()) if one.type == "list<string>" else pa.type_for_alias(one.type),
            one.is_nullable,
            {"meaning": one.meaning},
        )
        for one in tables()[table]
    ]
    metadata = {
        "hearer.schema": SCHEMA,
        "hearer.table": table,
        "hearer.program": program(),
        "hearer.model": model_version(),
    }
    return pa.schema(fields, metadata)
