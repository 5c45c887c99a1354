"""JSON from strangers, and JSON for everybody.

json_of       the value of a text, or NO_JSON if it is none
objects_of    the objects of a file that are documents, and how many are none
first_object  the first object of a file, which tells what kind it is of
JsonObject    an object, asked field by field; what is of another kind counts as absent
dumped        a value as JSON that can be encoded, whatever the input was
arrayed       several objects as one file
rounded       a confidence or a weight to the places it is known to
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

NO_JSON = object()
Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Kind = TypeVar("Kind", str, int, list[object], dict[str, object])


def json_of(content: bytes | str) -> object:
    """The value of a JSON text; NO_JSON if it is none.

    >>> json_of("{]") is NO_JSON
    True
    """
    text = content if isinstance(content, str) else content.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return NO_JSON


def objects_of(
    content: bytes, is_one: Callable[[JsonObject], bool]
) -> tuple[list[JsonObject], int]:
    """The object that a file is, or those of its array, and how many others there are."""
    value = json_of(content)
    several = [JsonObject(one) for one in (value if isinstance(value, list) else [value])]
    found = [one for one in several if is_one(one)]
    return found, len(several) - len(found)


def first_object(content: bytes) -> JsonObject:
    """The object that a file is, or the first of its array; an empty one if there is none."""
    if not content.lstrip().startswith((b"{", b"[")):
        return JsonObject(None)
    value = json_of(content)
    return JsonObject(value[0] if isinstance(value, list) and value else value)


class JsonObject:
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

    def objects(self, name: str) -> list[JsonObject]:
        return [JsonObject(value) for value in self.several(name)]

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


def dumped(value: object, *, indent: int | None = None) -> str:
    """JSON that can be encoded whatever the input was: lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent)
    return text


def arrayed(values: Sequence[Mapping[str, Value]]) -> bytes:
    """One object as it is; several, or none, as an array."""
    texts = [dumped(value, indent=1) for value in values]
    text = texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]"
    return f"{text}\n".encode()


def rounded(confidence: float | None) -> float | None:
    """A confidence or a weight to three places, the places it is known to."""
    return None if confidence is None else round(confidence, 3)
