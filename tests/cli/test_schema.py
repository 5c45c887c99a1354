"""The whole interpretation keeps to its published schema, which knows every value we have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hearer
from hearer.formats.json import SCHEMA
from hearer.model import Constraint, Familiarity, Kind, Label, Sort

ROOT = Path(__file__).parents[2]
PUBLISHED: dict[str, Any] = json.loads(
    (ROOT / "src/hearer/formats/interpretation.schema.json").read_text()
)
EXAMPLES = sorted((ROOT / "examples").glob("*.conllu"))
TYPES = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "number": float,
    "object": dict,
    "string": str,
}


def violations(value: Any, schema: dict[str, Any], place: str = "$") -> list[str]:
    """What of JSON Schema our file uses, and no more."""
    if "$ref" in schema:
        schema = PUBLISHED["$defs"][schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return [] if value == schema["const"] else [f"{place}: {value!r}"]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{place}: {value!r}"]
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not any(is_number if n == "integer" else isinstance(value, TYPES[n]) for n in names):
        return [f"{place}: {value!r} is no {names}"]
    if isinstance(value, (int, float)) and value < schema.get("minimum", value):
        return [f"{place}: {value} is too small"]
    if isinstance(value, (int, float)) and value > schema.get("maximum", value):
        return [f"{place}: {value} is too large"]
    return within(value, schema, place)


def within(value: Any, schema: dict[str, Any], place: str) -> list[str]:
    """What is wrong with what an array or an object holds."""
    if isinstance(value, list):
        parts = [(one, schema["items"], f"{place}[{n}]") for n, one in enumerate(value)]
        return [wrong for part in parts for wrong in violations(*part)]
    if not isinstance(value, dict):
        return []
    known = schema["properties"]
    missing = [f"{place}.{name} is missing" for name in schema["required"] if name not in value]
    new = [f"{place}.{name} is new" for name in value if name not in known]
    parts = [(value[name], known[name], f"{place}.{name}") for name in known if name in value]
    return missing + new + [wrong for part in parts for wrong in violations(*part)]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_is_written_keeps_to_the_schema(path: Path) -> None:
    for discourse in hearer.read(path):
        written = json.loads(hearer.write(hearer.resolve(discourse), to="json"))
        assert written["resolutions"]
        assert violations(written, PUBLISHED) == []


def test_the_check_finds_what_is_wrong() -> None:
    written = json.loads(hearer.write(hearer.resolve(hearer.Discourse(())), to="json"))
    assert violations(written, PUBLISHED) == []
    del written["text"]
    written["segments"] = [{"first": 0, "last": True}]
    assert sorted(violations(written, PUBLISHED)) == [
        "$.segments[0].first: 0 is too small",
        "$.segments[0].last: True is no ['integer']",
        "$.text is missing",
    ]


def test_the_schema_knows_every_value() -> None:
    assert EXAMPLES
    assert PUBLISHED["$id"] == SCHEMA
    known = PUBLISHED["$defs"]
    expression, attempt = known["expression"]["properties"], known["attempt"]["properties"]
    assert set(expression["kind"]["enum"]) == set(Kind)
    assert set(expression["sorts"]["items"]["enum"]) == set(Sort)
    assert set(expression["familiarity"]["enum"]) == set(Familiarity)
    assert set(attempt["violated"]["enum"]) == {*Constraint, None}
    labels = known["resolution"]["properties"]["label"]["enum"]
    assert set(labels) == {*Label, "resolved", "unresolved"}
