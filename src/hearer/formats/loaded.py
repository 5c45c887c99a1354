"""JSON from strangers: what is there, if it is what it should be.

loaded     the value of a text, or nothing if it is no JSON
Fields     an object, asked field by field; what is of another kind counts as absent
chained    mentions by entity, in the order they first appear
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TypeVar

from hearer.formats.corefud_entities import Mention

__all__ = ["NO_JSON", "Fields", "chained", "loaded"]

NO_JSON = object()
Kind = TypeVar("Kind", str, int, list[object], dict[str, object])


def loaded(text: str | bytes) -> object:
    """The value of a JSON text; NO_JSON if it is none.

    >>> loaded("{]") is NO_JSON
    True
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return NO_JSON


class Fields:
    """An object of JSON, asked field by field."""

    def __init__(self, value: object) -> None:
        self._fields: Mapping[str, object] = value if isinstance(value, dict) else {}

    def text(self, name: str) -> str:
        return self._of(name, "")

    def number(self, name: str) -> int:
        return self._of(name, 0)

    def measure(self, name: str) -> float | None:
        """A number with or without a fraction, or none."""
        value = self._fields.get(name)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return float(value) if is_number else None  # type: ignore[arg-type]

    def several(self, name: str) -> list[object]:
        return self._of(name, [])

    def objects(self, name: str) -> list[Fields]:
        return [Fields(value) for value in self.several(name)]

    def object(self, name: str) -> dict[str, object]:
        return self._of(name, {})

    def is_true(self, name: str) -> bool:
        return self._fields.get(name) is True

    def is_number(self, name: str) -> bool:
        return type(self._fields.get(name)) is int

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def _of(self, name: str, default: Kind) -> Kind:
        value = self._fields.get(name)
        if isinstance(value, type(default)) and not isinstance(value, bool):
            return value
        return default


def chained(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """The mentions of each entity, in the order the entities first appear."""
    chains: dict[str, list[Mention]] = {}
    for mention in mentions:
        chains.setdefault(mention.entity, []).append(mention)
    return chains
