r"""JSON from untrusted files, with the position of everything that is wrong, and JSON output.

NaN, Infinity and numbers beyond the limits are read as null, halves of characters ("\ud800") as
U+FFFD. A text that is nested too deeply, or is no JSON, is not read at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from math import isfinite, nan
from typing import Any, NamedTuple, TypeVar

from hearer.formats.decoding import Lines
from hearer.formats.format import Problems, quoted
from hearer.harmless import as_json
from hearer.limits import DEEPEST, MOST_JSON_DIGITS

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Kind = TypeVar("Kind", str, int, list[object], dict[str, object])
Steps = tuple[str | int, ...]  # the keys and indices that lead to a value
NO_JSON = object()
_KINDS = {str: "text", int: "whole number", list: "array", dict: "object"}
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"?'  # or the rest of the text, if it never ends
_PIECE = re.compile(
    rf"(?P<string>{_STRING})|(?P<opening>[\[{{])|(?P<closing>[\]}}])|(?P<comma>,)|[-+.\w]+",
    re.DOTALL,
)
# Only a text in which this is found can have wrong numbers or halves of characters.
_SUSPICIOUS = re.compile(
    rf"[0-9]{{{MOST_JSON_DIGITS + 1}}}|Infinity|NaN|[0-9.][eE]\+?[0-9]{{3}}|\\u[dD][89a-fA-F]"
)
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # the others are bytes that were not UTF-8
_CAREFUL = json.JSONDecoder(
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
    is_suspicious = _SUSPICIOUS.search(text) is not None
    try:
        value = _CAREFUL.decode(text) if is_suspicious else json.loads(text)
        is_deep = _is_deep(value)
    except json.JSONDecodeError as error:
        return NO_JSON, [JsonFault(error.pos, f"no JSON ({error.msg}); ignored")]
    except RecursionError:
        is_deep = True
    if is_deep:
        depth = 0
        for piece in _PIECE.finditer(text):
            depth += bool(piece["opening"]) - bool(piece["closing"])
            if depth > DEEPEST:
                break
        return NO_JSON, [JsonFault(piece.start(), f"nested more than {DEEPEST} deep; ignored")]
    wrong: dict[Steps, str] = {}
    value = _cleaned(value, (), wrong, halves=halves) if is_suspicious else value
    places = places_of(text, wrong) if wrong else {}
    return value, [JsonFault(places.get(at, 0), message) for at, message in wrong.items()]


def _is_deep(value: object) -> bool:
    """Return True if values are nested more than DEEPEST levels deep."""
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        level = [one for one in level if isinstance(one, (list, dict))]
        if not level:
            return False
        level = [*chain.from_iterable(v.values() if isinstance(v, dict) else v for v in level)]
    return True


def _cleaned(value: Any, steps: Steps, wrong: dict[Steps, str], *, halves: bool) -> Any:
    """Replace numbers that are none by None, and halves of characters by U+FFFD."""
    if isinstance(value, dict):
        if not halves and any(map(_HALF.search, value)):
            wrong[steps] = "a key has half a character; read as U+FFFD"
        return {
            key if halves else _HALF.sub("\ufffd", key): _cleaned(
                one, (*steps, key), wrong, halves=halves
            )
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [_cleaned(v, (*steps, n), wrong, halves=halves) for n, v in enumerate(value)]
    if isinstance(value, float) and not isfinite(value):
        wrong[steps] = "this is no number, or too large; read as null"
        return None
    if isinstance(value, str) and not halves and (half := _HALF.search(value)):
        wrong[steps] = f"\\u{ord(half[0]):04x} is half a character; read as U+FFFD"
        return _HALF.sub("\ufffd", value)
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


class JsonRecords:
    """The JSON of a text, which begins in line `line` of its file, and its problems.

    `code` is the code of problems with a text, or an object, that is no document.
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
        wrong = code if self.value is NO_JSON else "file-value"
        self._add([(offset, wrong, message) for offset, message in faults])

    def objects(self, is_one: Callable[[JsonObject], bool], wanted: str) -> list[JsonObject]:
        """Return the object or the objects of the array; report what is no `wanted`."""
        if self.value is NO_JSON:
            return []
        is_array = isinstance(self.value, list)
        found = []
        for n, value in enumerate(self.value if is_array else [self.value]):
            one = JsonObject(value, (n,) if is_array else (), self)
            if isinstance(value, dict) and is_one(one):
                found.append(one)
            else:
                one.fault(self._code, f"no {wanted}; ignored")
        return found

    def fault(self, steps: Steps, code: str, message: str) -> None:
        """Collect a problem with the value that these steps lead to."""
        self._faults.append((steps, code, message))

    def report(self) -> None:
        """Report the collected problems at the position of their value or its container."""
        if not self._faults:
            return
        wanted = {steps[:n] for steps, _, _ in self._faults for n in range(len(steps) + 1)}
        offsets = places_of(self._text, wanted)
        found = []
        for steps, code, message in dict.fromkeys(self._faults):
            known = (steps[:n] for n in range(len(steps), -1, -1) if steps[:n] in offsets)
            found.append((offsets.get(next(known, ()), 0), code, message))
        self._add(sorted(found))

    def _add(self, found: Sequence[tuple[int, str, str]]) -> None:
        lines = Lines(self._text if found else "")
        for offset, code, message in found:
            line, column = lines.place(offset)
            self._problems.add(self._line + line - 1, code, message, column=column)


class JsonObject:
    """An object of JSON. A field of the wrong kind is reported, and read as if it were missing."""

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

    @property
    def steps(self) -> Steps:
        return (*self._above.steps, *self._step) if self._above else self._step

    def fault(self, code: str, message: str, *steps: str | int) -> None:
        """Collect a problem with a value in the object, or with the object."""
        if self._records:
            self._records.fault((*self.steps, *steps), code, message)

    def check_space(self, space: str, *steps: str | int) -> None:
        """Report visible characters in white space."""
        if any(one.isprintable() and one != " " for one in space):
            message = f"{quoted(space)} is outside all words; read as white space"
            self.fault("file-space", message, *steps)

    def text(self, name: str) -> str:
        return self._of(name, "")

    def number(self, name: str) -> int:
        return self._of(name, 0)

    def several(self, name: str) -> list[object]:
        return self._of(name, [])

    def object(self, name: str) -> dict[str, object]:
        return self._of(name, {})

    def measure(self, name: str) -> float | None:
        """Return a number with or without a fraction, or None."""
        value = self._fields.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        self._wrong(name, "number")
        return None

    def is_true(self, name: str) -> bool:
        value = self._fields.get(name)
        if not isinstance(value, bool):
            self._wrong(name, "true or false")
        return value is True

    def is_number(self, name: str) -> bool:
        return type(self._fields.get(name)) is int

    def objects(self, name: str) -> list[JsonObject]:
        found = []
        for n, value in enumerate(self.several(name)):
            if isinstance(value, dict):
                found.append(JsonObject(value, (name, n), self._records, self))
            else:
                said = f"{quoted(json.dumps(value))} is no object; ignored"
                self.fault("file-value", said, name, n)
        return found

    def inner(self, name: str) -> JsonObject:
        return JsonObject(self._fields.get(name), (name,), self._records, self)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def _of(self, name: str, default: Kind) -> Kind:
        value = self._fields.get(name)
        if isinstance(value, type(default)) and not isinstance(value, bool):
            return value
        self._wrong(name, _KINDS[type(default)])
        return default

    def _wrong(self, name: str, kind: str) -> None:
        """Report that a field is of another kind; null counts as missing."""
        if self._fields.get(name) is not None:
            value = quoted(json.dumps(self._fields[name]))
            self.fault("file-value", f"{name} is {value}, and no {kind}; ignored", name)


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


def arrayed(values: Sequence[Mapping[str, Value]]) -> bytes:
    """Encode one object as it is; several, or none, as an array."""
    texts = [dumped(value, indent=1) for value in values]
    text = texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]"
    return f"{text}\n".encode()


def rounded(confidence: float | None) -> float | None:
    """Round a confidence or a score to three digits."""
    return None if confidence is None else round(confidence, 3)
