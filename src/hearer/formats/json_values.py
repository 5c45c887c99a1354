r"""JSON from untrusted files, with the position of everything that is wrong, and JSON output.

NaN, Infinity and numbers beyond the limits are read as null, halves of characters ("\ud800") as
U+FFFD. A text that is nested too deeply, or is no JSON, is not read at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from math import isfinite, nan
from typing import Any, NamedTuple, TypeVar

from hearer.escape import as_json
from hearer.formats.decoding import Lines
from hearer.formats.format import Problems, quoted

Kind = TypeVar("Kind", str, int, list[object])
Steps = tuple[str | int, ...]  # the keys and indices that lead to a value
MOST_JSON_DIGITS = 100  # of any whole number
DEEPEST = 64  # levels of nesting
NO_JSON = object()
_KINDS = {str: "text", int: "whole number", bool: "true or false", list: "array"}
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"?'  # or the rest of the text, if it never ends
_PIECE = re.compile(
    rf"(?P<string>{_STRING})|(?P<opening>[\[{{])|(?P<closing>[\]}}])|(?P<comma>,)|[-+.\w]+",
    re.DOTALL,
)
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # the others are bytes that were not UTF-8
_DECODER = json.JSONDecoder(
    parse_int=lambda digits: int(digits) if len(digits) <= MOST_JSON_DIGITS else nan
)


class JsonFault(NamedTuple):
    """An error at an offset of a text."""

    offset: int
    message: str


def loaded(text: str, *, halves: bool = False) -> tuple[Any, list[JsonFault]]:
    """Decode a text; return the value, NO_JSON if there is none, and the errors.

    `halves`: whether halves of characters stay as they are.

    >>> loaded('{"a": NaN}')
    ({'a': None}, [JsonFault(offset=6, message='this is no number, or too large; read as null')])
    """
    wrong: dict[Steps, str] = {}
    try:
        value = _cleaned(_DECODER.decode(text), (), wrong, half=None if halves else _HALF)
    except json.JSONDecodeError as error:
        return NO_JSON, [JsonFault(error.pos, f"no JSON ({error.msg}); ignored")]
    except RecursionError:
        depth = 0
        for piece in _PIECE.finditer(text):
            depth += bool(piece["opening"]) - bool(piece["closing"])
            if depth > DEEPEST:
                break
        return NO_JSON, [JsonFault(piece.start(), f"nested more than {DEEPEST} deep; ignored")]
    places = places_of(text, wrong) if wrong else {}
    return value, [JsonFault(places.get(at, 0), message) for at, message in wrong.items()]


def _cleaned(
    value: Any, steps: Steps, wrong: dict[Steps, str], *, half: re.Pattern[str] | None
) -> Any:
    """Replace numbers that are none by None, and halves of characters by U+FFFD."""
    if isinstance(value, str):
        found = half and half.search(value)
        if half is None or not found:
            return value
        wrong[steps] = f"\\u{ord(found[0]):04x} is half a character; read as U+FFFD"
        return half.sub("\ufffd", value)
    if isinstance(value, (dict, list)):
        if len(steps) >= DEEPEST:
            raise RecursionError
        if isinstance(value, list):
            return [_cleaned(v, (*steps, n), wrong, half=half) for n, v in enumerate(value)]
        if half and any(map(half.search, value)):
            wrong[steps] = "a key has half a character; read as U+FFFD"
        return {
            half.sub("\ufffd", key) if half else key: _cleaned(one, (*steps, key), wrong, half=half)
            for key, one in value.items()
        }
    if isinstance(value, float) and not isfinite(value):
        wrong[steps] = "this is no number, or too large; read as null"
        return None
    return value


def places_of(text: str, wanted: Collection[Steps]) -> dict[Steps, int]:
    """Return the offsets of the values that these steps lead to, found in one pass.

    >>> places_of('{"a": [1, {"b": 2}]}', [("a", 1, "b")])
    {('a', 1, 'b'): 16}
    """
    found: dict[Steps, int] = {}
    steps: list[str | int] = []
    is_key = False
    for piece in _PIECE.finditer(text):
        if piece["comma"] and steps:
            is_key = isinstance(steps[-1], str)
            steps[-1] = "" if isinstance(steps[-1], str) else steps[-1] + 1
        elif piece["closing"]:
            del steps[-1:]
        elif is_key and steps:
            steps[-1], is_key = json.loads(piece[0], strict=False) if piece["string"] else "", False
        else:
            if tuple(steps) in wanted:
                found[tuple(steps)] = piece.start()
            if piece["opening"]:
                is_key = piece[0] == "{"
                steps.append("" if is_key else 0)
    return found


# Objects ----------------------------------------------------------------------------------------


class JsonObject:
    """An object of JSON. A field of the wrong kind is reported, and read as if it were missing."""

    __slots__ = ("_faults", "_fields", "steps")

    def __init__(
        self, value: object, steps: Steps = (), faults: list[tuple[Steps, str, str]] | None = None
    ) -> None:
        self._fields: Mapping[str, object] = value if isinstance(value, dict) else {}
        self.steps = steps
        self._faults = [] if faults is None else faults

    def fault(self, code: str, message: str, *steps: str | int) -> None:
        """Collect a problem with a value in the object, or with the object."""
        self._faults.append(((*self.steps, *steps), code, message))

    def check_space(self, space: str, *steps: str | int) -> None:
        """Report visible characters in white space."""
        if any(one.isprintable() and one != " " for one in space):
            message = f"{quoted(space)} is outside all words; read as white space"
            self.fault("file-space", message, *steps)

    def text(self, name: str) -> str:
        return self._of(name, "")

    def number(self, name: str) -> int:
        return self._of(name, 0)

    def is_true(self, name: str) -> bool:
        return bool(self._of(name, False))

    def several(self, name: str) -> list[object]:
        return self._of(name, [])

    def is_number(self, name: str) -> bool:
        return type(self._fields.get(name)) is int

    def objects(self, name: str) -> list[JsonObject]:
        found = []
        for n, value in enumerate(self.several(name)):
            if isinstance(value, dict):
                found.append(JsonObject(value, (*self.steps, name, n), self._faults))
            else:
                said = f"{quoted(json.dumps(value))} is no object; ignored"
                self.fault("file-value", said, name, n)
        return found

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def _of(self, name: str, default: Kind) -> Kind:
        """Return a field; one of another kind is reported, but null counts as missing."""
        value = self._fields.get(name)
        if type(value) is type(default):
            return value
        if value is not None:
            message = f"{name} is {quoted(json.dumps(value))}, and no {_KINDS[type(default)]}"
            self.fault("file-value", f"{message}; ignored", name)
        return default


class Wanted(NamedTuple):
    """The objects that a format reads, and the code of problems with all others."""

    code: str
    description: str
    is_one: Callable[[JsonObject], bool]
    halves: bool = False  # whether halves of characters stay as they are


def objects_in(text: str, problems: Problems, wanted: Wanted) -> Iterator[JsonObject]:
    """Return the object of a text, or the objects of its array.

    After the last one, what was wrong with them is reported at its position.
    """
    value, wrong = loaded(text, halves=wanted.halves)
    own = wanted.code if value is NO_JSON else "file-value"
    found = [(offset, own, message) for offset, message in wrong]
    faults: list[tuple[Steps, str, str]] = []
    is_array = isinstance(value, list)
    for n, one in enumerate(value if is_array else [value] if value is not NO_JSON else []):
        record = JsonObject(one, (n,) if is_array else (), faults)
        if isinstance(one, dict) and wanted.is_one(record):
            yield record
        else:
            record.fault(wanted.code, f"no {wanted.description}; ignored")
    # A value that is missing is reported at the object around it.
    inside = {steps[:n] for steps, _, _ in faults for n in range(len(steps) + 1)}
    offsets = places_of(text, inside) if faults else {}
    for steps, code, message in dict.fromkeys(faults):
        known = (steps[:n] for n in range(len(steps), -1, -1) if steps[:n] in offsets)
        found.append((offsets.get(next(known, ()), 0), code, message))
    lines = Lines(text if found else "")
    for offset, code, message in (*found[: len(wrong)], *sorted(found[len(wrong) :])):
        line, column = lines.place(offset)
        problems.add(line, code, message, column=column)


def first_object(content: bytes) -> JsonObject:
    """Return the object of a file or the first of its array, by which its format is recognized."""
    if not content.lstrip().startswith((b"{", b"[")):
        return JsonObject(None)
    value, _ = loaded(content.decode("utf-8", "replace"))
    return JsonObject(value[0] if isinstance(value, list) and value else value)


# Output -----------------------------------------------------------------------------------------


def dumped(value: object, *, indent: int | None = None) -> str:
    """Encode a value as JSON; lone surrogates and control characters are escaped."""
    return as_json(value, indent=indent)


def rounded(confidence: float | None) -> float | None:
    """Round a confidence or a score to three digits."""
    return None if confidence is None else round(confidence, 3)
