r"""The text of JSON from strangers: what cannot be read is told with its place.

loaded      the value of a text, NO_JSON if it is none, and what is wrong with it
JsonFault   what is wrong where in the text, and what was done
places_of   where in the text some of its values begin

NaN, Infinity and numbers beyond every limit are read as null, halves of characters ("\ud800") as
U+FFFD; what is nested too deeply, or is no JSON, is not read at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import chain
from math import isinf
from typing import Any, NamedTuple

from hearer.limits import DEEPEST, MOST_JSON_DIGITS

NO_JSON = object()
Steps = tuple[str | int, ...]  # the names and numbers that lead to a value
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"?'  # or all the rest, if it never ends
_PIECE = re.compile(
    rf"(?P<string>{_STRING})|(?P<constant>-?Infinity|NaN)|(?P<number>-?[0-9][-+.0-9eE]*)"
    r"|(?P<opening>[\[{])|(?P<closing>[\]}])|(?P<comma>,)|(?P<literal>[a-z]+)",
    re.DOTALL,
)
# What may be wrong, wherever it stands: only where this is found a text is looked at closely.
_SUSPICIOUS = re.compile(
    rf"[0-9]{{{MOST_JSON_DIGITS + 1}}}|Infinity|NaN|[0-9.][eE]\+?[0-9]{{3}}"
    r"|\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # two halves are one whole
    r"|\\u[dD][cC][89a-fA-F][0-9a-fA-F]"  # a byte that was not UTF-8, as we write it
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)


class JsonFault(NamedTuple):
    """What is wrong at an offset of a text, and what was done."""

    offset: int
    message: str


def loaded(text: str, *, halves: bool = False) -> tuple[Any, list[JsonFault]]:
    """The value of a text, NO_JSON if it is none, and what is wrong with it.

    `halves`: whether halves of characters stay as they are.

    >>> loaded('{"a": NaN}')
    ({'a': None}, [JsonFault(offset=6, message='NaN is no number of JSON; read as null')])
    """
    faults: list[JsonFault] = []
    if _SUSPICIOUS.search(text):
        faults = [one for one in _faults(text) if not (halves and text[one.offset] == "\\")]
        text = _without_halves(text, faults)
    try:
        value = _CAREFUL.decode(text) if faults else json.loads(text)
    except json.JSONDecodeError as error:
        return NO_JSON, [JsonFault(error.pos, f"no JSON ({error.msg}); left aside")]
    except RecursionError:
        return NO_JSON, [_too_deep(text)]
    return (NO_JSON, [_too_deep(text)]) if _is_too_deep(value) else (value, faults)


def _null(_: str) -> None:
    return None


def _whole(digits: str) -> int | None:
    return int(digits) if len(digits) <= MOST_JSON_DIGITS else None


def _measure(digits: str) -> float | None:
    number = float(digits)
    return None if isinf(number) else number


_CAREFUL = json.JSONDecoder(parse_constant=_null, parse_int=_whole, parse_float=_measure)


def _faults(text: str) -> Iterator[JsonFault]:
    for piece in _PIECE.finditer(text):
        if piece["string"]:
            for half in _HALF.finditer(piece[0]):
                if half[1]:
                    message = f"{half[1]} is half a character; read as U+FFFD"
                    yield JsonFault(piece.start() + half.start(), message)
        elif piece["constant"]:
            yield JsonFault(piece.start(), f"{piece[0]} is no number of JSON; read as null")
        elif piece["number"] and (wrong := _wrong_number(piece[0])):
            yield JsonFault(piece.start(), f"{wrong}; read as null")


def _wrong_number(digits: str) -> str:
    """What is wrong with a number, if anything is."""
    if not digits.removeprefix("-").isdecimal():
        is_beyond = len(digits) > 4 and digits[-1].isdecimal() and _is_beyond(digits)
        return "a number beyond every measure" if is_beyond else ""
    if len(digits) <= MOST_JSON_DIGITS:
        return ""
    return f"a number of {len(digits)} digits, and no more than {MOST_JSON_DIGITS} are read"


def _is_beyond(digits: str) -> bool:
    try:
        return isinf(float(digits))
    except ValueError:  # no number: what reads the whole text will say so
        return False


def _without_halves(text: str, faults: list[JsonFault]) -> str:
    r"""The text with \ufffd for every half of a character: it stays as long as it was."""
    pieces, end = [], 0
    for offset, _ in faults:
        if text[offset] == "\\":
            pieces += [text[end:offset], r"\ufffd"]
            end = offset + len(r"\ufffd")
    return "".join([*pieces, text[end:]])


def _is_too_deep(value: object) -> bool:
    """Whether values stand in others more than so many deep, looked at level by level."""
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        level = [one for one in level if isinstance(one, (list, dict))]
        if not level:
            return False
        level = [*chain.from_iterable(v.values() if isinstance(v, dict) else v for v in level)]
    return True


def _too_deep(text: str) -> JsonFault:
    deep, pieces = 0, _PIECE.finditer(text)
    for piece in pieces:
        deep += bool(piece["opening"]) - bool(piece["closing"])
        if deep > DEEPEST:
            break
    return JsonFault(piece.start(), f"nested more than {DEEPEST} deep; left aside")


def places_of(text: str, wanted: Collection[Steps]) -> dict[Steps, int]:
    """The offsets of the values that these steps lead to, all found in one pass.

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
