"""JSON from strangers, and JSON for everybody.

JsonRecords    the JSON of a text, and what is wrong with its values
JsonObject     an object, asked field by field; what is of another kind is told, and is absent
first_object   the first object of a file, which tells what kind it is of
dumped         a value as JSON that can be encoded, whatever the input was
arrayed        several objects as one file
rounded        a confidence or a weight to the places it is known to
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from hearer.formats.format import Problems, quoted
from hearer.formats.json_text import NO_JSON, Steps, loaded, places_of
from hearer.formats.line_places import Lines
from hearer.harmless import as_json

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Kind = TypeVar("Kind", str, int, list[object], dict[str, object])
KINDS = {str: "text", int: "whole number", list: "array", dict: "object"}


class JsonRecords:
    """The JSON of a text, which begins in line `line` of its file, and what is wrong with it.

    `code` is that of what is no document at all.
    """

    def __init__(
        self, text: str, problems: Problems, *, code: str, line: int = 1, halves: bool = False
    ) -> None:
        self._text = text
        self._problems = problems
        self._code = code
        self._line = line
        self._faults: list[tuple[Steps, str, str]] = []
        self.value, faults = loaded(text, halves=halves)
        lines = Lines(text if faults else "")
        for offset, message in faults:
            wrong = code if self.value is NO_JSON else "file-value"
            self._tell(lines, offset, wrong, message)

    def objects(self, is_one: Callable[[JsonObject], bool], wanted: str) -> list[JsonObject]:
        """The object that a text is, or those of its array; what is no `wanted` is told."""
        if self.value is NO_JSON:
            return []
        several = self.value if isinstance(self.value, list) else [self.value]
        found = []
        for n, value in enumerate(several):
            steps: Steps = (n,) if isinstance(self.value, list) else ()
            one = JsonObject(value, steps, self)
            if isinstance(value, dict) and is_one(one):
                found.append(one)
            else:
                self.fault(steps, self._code, f"no {wanted}; left aside")
        return found

    def fault(self, steps: Steps, code: str, message: str) -> None:
        """Note what is wrong with the value that these steps lead to."""
        self._faults.append((steps, code, message))

    def report(self) -> None:
        """Tell what was noted, each with the place of its value; else of the object around it."""
        if not self._faults:
            return
        lines = Lines(self._text)
        wanted = {steps[:n] for steps, _, _ in self._faults for n in range(len(steps) + 1)}
        offsets = places_of(self._text, wanted)
        found = []
        for steps, code, message in dict.fromkeys(self._faults):
            known = (steps[:n] for n in range(len(steps), -1, -1) if steps[:n] in offsets)
            found.append((offsets.get(next(known, ()), 0), code, message))
        for offset, code, message in sorted(found):
            self._tell(lines, offset, code, message)

    def _tell(self, lines: Lines, offset: int, code: str, message: str) -> None:
        line, column = lines.place(offset)
        self._problems.add(self._line + line - 1, code, message, column=column)


class JsonObject:
    """An object of JSON, asked field by field."""

    __slots__ = ("_above", "_fields", "_records", "_step")

    def __init__(
        self,
        value: object,
        step: Steps = (),
        records: JsonRecords | None = None,
        above: JsonObject | None = None,
    ) -> None:
        self._fields: Mapping[str, object] = value if isinstance(value, dict) else {}
        self._step = step
        self._records = records
        self._above = above

    def fault(self, code: str, message: str, *steps: str | int) -> None:
        """Note what is wrong with a value in the object, or with all of it."""
        if self._records:
            self._records.fault((*self.steps, *steps), code, message)

    @property
    def steps(self) -> Steps:
        return (*self._above.steps, *self._step) if self._above else self._step

    def text(self, name: str) -> str:
        return self._of(name, "")

    def check_space(self, space: str, *steps: str | int) -> None:
        """Report visible characters in what should be white space."""
        if any(one.isprintable() and one != " " for one in space):
            message = f"{quoted(space)} is outside all words; read as white space"
            self.fault("file-space", message, *steps)

    def number(self, name: str) -> int:
        return self._of(name, 0)

    def measure(self, name: str) -> float | None:
        """A number with or without a fraction, or none."""
        value = self._fields.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        self._wrong(name, "number")
        return None

    def several(self, name: str) -> list[object]:
        return self._of(name, [])

    def objects(self, name: str) -> list[JsonObject]:
        several = self.several(name)
        for n, value in enumerate(several):
            if not isinstance(value, dict):
                self.fault(
                    "file-value", f"{quoted(json.dumps(value))} is no object; left aside", name, n
                )
        return [
            JsonObject(v, (name, n), self._records, self)
            for n, v in enumerate(several)
            if isinstance(v, dict)
        ]

    def object(self, name: str) -> dict[str, object]:
        return self._of(name, {})

    def inner(self, name: str) -> JsonObject:
        return JsonObject(self._fields.get(name), (name,), self._records, self)

    def is_true(self, name: str) -> bool:
        value = self._fields.get(name)
        if not isinstance(value, bool):
            self._wrong(name, "true or false")
        return value is True

    def is_number(self, name: str) -> bool:
        return type(self._fields.get(name)) is int

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def _of(self, name: str, default: Kind) -> Kind:
        value = self._fields.get(name)
        if isinstance(value, type(default)) and not isinstance(value, bool):
            return value
        self._wrong(name, KINDS[type(default)])
        return default

    def _wrong(self, name: str, kind: str) -> None:
        """Tell that a field is of another kind; null is none."""
        if self._fields.get(name) is not None:
            value = quoted(json.dumps(self._fields[name]))
            self.fault("file-value", f"{name} is {value}, and no {kind}; left aside", name)


def first_object(content: bytes) -> JsonObject:
    """The object that a file is, or the first of its array; an empty one if there is none."""
    if not content.lstrip().startswith((b"{", b"[")):
        return JsonObject(None)
    value, _ = loaded(content.decode("utf-8", "replace"))
    return JsonObject(value[0] if isinstance(value, list) and value else value)


def dumped(value: object, *, indent: int | None = None) -> str:
    """JSON that can be encoded whatever the input was: lone surrogates are escaped."""
    return as_json(value, indent=indent)


def arrayed(values: Sequence[Mapping[str, Value]]) -> bytes:
    """One object as it is; several, or none, as an array."""
    texts = [dumped(value, indent=1) for value in values]
    text = texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]"
    return f"{text}\n".encode()


def rounded(confidence: float | None) -> float | None:
    """A confidence or a weight to three places, the places it is known to."""
    return None if confidence is None else round(confidence, 3)
