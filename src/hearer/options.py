"""Options by name: which there are, and what they may be.

    options_of    the names and defaults of an options value's class
    changed       an options value with some of them set, also from text
    require_sound that an options value has nothing that an option cannot be

Each algorithm and the analysis have one frozen dataclass of options. Users set them by name, with
values or with their spelling: `window=7`, `--set window=7`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, TypeVar, get_args, get_type_hints

from hearer.errors import UsageError
from hearer.harmless import quoted
from hearer.limits import MOST_DIGITS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")
ABSENT = {"none": None}
TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def options_of(options: DataclassInstance | type[DataclassInstance]) -> dict[str, object]:
    """The names and defaults of options.

    >>> from hearer.algorithms.s_list import SListOptions
    >>> options_of(SListOptions)["window"]
    5
    """
    return {option.name: option.default for option in fields(options) if option.init}


def changed(options: Value, settings: Mapping[str, object]) -> Value:
    """Options with some of them set, those whose names they have; the others are passed over.

    >>> from hearer.algorithms.s_list import SListOptions
    >>> changed(SListOptions(), {"window": "7", "temporal": "all"}).window
    7
    """
    types = _types(type(options))
    own = {name: value for name, value in settings.items() if name in types}
    return replace(options, **{name: _typed(name, own[name], types[name]) for name in own})


def require_sound(options: DataclassInstance) -> None:
    """Raise if one of the options is something that it cannot be, however it came there.

    >>> from hearer.algorithms.s_list import SListOptions
    >>> require_sound(SListOptions(window=-1))
    Traceback (most recent call last):
    hearer.errors.UsageError: The option window cannot be -1; it may be a whole number or ...
    """
    for name, types in _types(type(options)).items():
        value = getattr(options, name)
        if all(isinstance(kind, type) for kind in types) and value != _typed(name, value, types):
            raise _impossible(name, value, types)


@cache
def _types(options: type[DataclassInstance]) -> dict[str, tuple[type, ...]]:
    """The types that each option may have."""
    hints = get_type_hints(options)
    return {name: get_args(hints[name]) or (hints[name],) for name in options_of(options)}


def _typed(name: str, value: object, types: tuple[type, ...]) -> object:
    """`value` in the first type that it can have."""
    for kind in types:
        try:
            return _coerced(value, kind)
        except (KeyError, ValueError):
            continue
    raise _impossible(name, value, types)


def _impossible(name: str, value: object, types: tuple[type, ...]) -> UsageError:
    allowed = " or ".join(map(_allowed, types))
    said = quoted(value) if isinstance(value, str) else repr(value)
    counts = ", from 0" if int in types and str(value).lstrip("-").isdecimal() else ""
    return UsageError(f"The option {name} cannot be {said}; it may be {allowed}{counts}.")


def _coerced(value: object, kind: type) -> object:
    if kind is NoneType:
        return ABSENT[str(value).lower()]
    if kind is bool:
        return value if isinstance(value, bool) else TRUTH[str(value).lower()]
    if kind in {int, float}:
        return _number(kind(str(value)))
    return kind(str(value)) if issubclass(kind, StrEnum) else value


def _number(number: float) -> float:
    """A number that counts or measures something; none is less than nothing, or without end."""
    if not 0 <= number < 10**MOST_DIGITS:
        raise ValueError
    return number


def _allowed(kind: type) -> str:
    if issubclass(kind, StrEnum):
        return ", ".join(kind)
    return ALLOWED.get(kind, "a text")


ALLOWED = {bool: "true or false", float: "a number", int: "a whole number", NoneType: "none"}
