"""Options by name, with values or with text: `window=7`, `--set window=7`.

Each algorithm and the analysis have one frozen dataclass of options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import EnumType
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, TypeVar, get_args, get_type_hints

from hearer.errors import UsageError
from hearer.escape import quoted
from hearer.model.state import MOST

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")
SPELLED: dict[object, dict[str, bool | None]] = {
    NoneType: {"none": None},
    bool: {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False},
}
ALLOWED: dict[object, str] = {
    bool: "true or false",
    float: "a number",
    int: "a whole number",
    NoneType: "none",
}


def options_of(options: DataclassInstance | type[DataclassInstance]) -> dict[str, object]:
    """Return the names and defaults of options."""
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


@cache
def _types(options: type[DataclassInstance]) -> dict[str, tuple[object, ...]]:
    hints = get_type_hints(options)
    return {name: get_args(hints[name]) or (hints[name],) for name in options_of(options)}


def _typed(name: str, value: object, types: tuple[object, ...]) -> object:
    """Convert `value` to the first of the types that it can have; numbers are not negative."""
    text = str(value)
    for kind in types:
        try:
            if kind in SPELLED:
                return SPELLED[kind][text.lower()]
            if kind not in {int, float}:
                return kind(text) if isinstance(kind, EnumType) else value
            number = int(text) if kind is int else float(text)
            if 0 <= number < MOST:
                return number
        except (KeyError, ValueError):
            continue
    lists = (", ".join(kind) if isinstance(kind, EnumType) else ALLOWED[kind] for kind in types)
    shown = quoted(value) if isinstance(value, str) else repr(value)
    raise UsageError(f"The option {name} cannot be {shown}; it may be {' or '.join(lists)}.")
