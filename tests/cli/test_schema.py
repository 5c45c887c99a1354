"""The whole interpretation keeps to its published schema, which knows every value we have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import hearer
from hearer.formats.json import SCHEMA
from hearer.model import Constraint, Familiarity, Kind, Label, Sort

ROOT = Path(__file__).parents[2]
PUBLISHED: dict[str, Any] = json.loads(
    (ROOT / "src/hearer/formats/interpretation.schema.json").read_text()
)
EXAMPLES = sorted((ROOT / "examples").glob("*.conllu"))


def closed(schema: Any) -> Any:
    """A schema that allows no new field. The published one does: readers shall not break."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {name: closed(one) for name, one in schema.items()}
    return {**inside, "additionalProperties": False} if "properties" in schema else inside


CHECK = Draft202012Validator(closed(PUBLISHED))


def violations(value: object) -> list[str]:
    """What is wrong with a value, and where, in the order of the places."""
    wrong = sorted(CHECK.iter_errors(value), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message}" for error in wrong]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_is_written_keeps_to_the_schema(path: Path) -> None:
    for discourse in hearer.read(path):
        written = json.loads(hearer.write(hearer.resolve(discourse), to="json"))
        assert written["resolutions"]
        assert violations(written) == []


def test_the_check_finds_what_is_wrong() -> None:
    written = json.loads(hearer.write(hearer.resolve(hearer.Discourse(())), to="json"))
    assert violations(written) == []
    del written["text"]
    written["segments"] = [{"first": 0, "last": True}]
    written["new"] = 1
    assert violations(written) == [
        "$: 'text' is a required property",
        "$: Additional properties are not allowed ('new' was unexpected)",
        "$.segments[0].first: 0 is less than the minimum of 1",
        "$.segments[0].last: True is not of type 'integer'",
    ]


def test_the_schema_knows_every_value() -> None:
    assert EXAMPLES
    Draft202012Validator.check_schema(PUBLISHED)
    assert PUBLISHED["$id"] == SCHEMA
    known = PUBLISHED["$defs"]
    expression, attempt = known["expression"]["properties"], known["attempt"]["properties"]
    assert set(expression["kind"]["enum"]) == set(Kind)
    assert set(expression["sorts"]["items"]["enum"]) == set(Sort)
    assert set(expression["familiarity"]["enum"]) == set(Familiarity)
    assert set(attempt["violated"]["enum"]) == {*Constraint, None}
    labels = known["resolution"]["properties"]["label"]["enum"]
    assert set(labels) == {*Label, "resolved", "unresolved"}
