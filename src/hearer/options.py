"""Options by name, from values or from text: `window=7`, `--set window=7`.

Each algorithm and the analysis have one frozen dataclass of options.
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
SPELLED: dict[type, dict[str, bool | None]] = {
    NoneType: {"none": None},
    bool: {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False},
}
ALLOWED = {bool: "true or false", float: "a number", int: "a whole number", NoneType: "none"}


def options_of(options: type[DataclassInstance]) -> dict[str, object]:
    """Return the names and defaults of options.

    >>> from hearer.algorithms.s_list import SListOptions
    >>> options_of(SListOptions)["window"]
    5
    """
    return {option.name: option.default for option in fields(options) if option.init}


def changed(options: Value, settings: Mapping[str, object]) -> Value:
    """Return options with those of the settings that they have; others are ignored.

    >>> from hearer.algorithms.s_list import SListOptions
    >>> changed(SListOptions(), {"window": "7", "temporal": "all"}).window
    7
    """
    types = _types(type(options))
    own = {name: value for name, value in settings.items() if name in types}
    return replace(options, **{name: _typed(name, own[name], types[name]) for name in own})


def require_sound(options: DataclassInstance) -> None:
    """Raise UsageError if one of the options has a value that is not allowed.

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
    hints = get_type_hints(options)
    return {name: get_args(hints[name]) or (hints[name],) for name in options_of(options)}


def _typed(name: str, value: object, types: tuple[type, ...]) -> object:
    """Convert `value` to the first of the types that it can have."""
    text = str(value)
    for kind in types:
        try:
            if kind in SPELLED:
                return SPELLED[kind][text.lower()]
            if kind not in {int, float}:
                return kind(text) if issubclass(kind, StrEnum) else value
            if 0 <= (number := kind(text)) < 10**MOST_DIGITS:
                return number
        except (KeyError, ValueError):
            continue
    raise _impossible(name, value, types)


def _impossible(name: str, value: object, types: tuple[type, ...]) -> UsageError:
    lists = (", ".join(kind) if issubclass(kind, StrEnum) else ALLOWED.get(kind) for kind in types)
    allowed = " or ".join(one or "a text" for one in lists)
    shown = quoted(value) if isinstance(value, str) else repr(value)
    counts = ", from 0" if int in types and str(value).lstrip("-").isdecimal() else ""
    return UsageError(f"The option {name} cannot be {shown}; it may be {allowed}{counts}.")
