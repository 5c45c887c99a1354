"""Parts: what goes on while a discourse is heard. Their fields are their state.

Part       a dataclass that changes; its copy is derived from the types of its fields
given      a field that is no state: options, weights, whatever a part is wired with

A part owns its lists, dicts, sets, deques and other parts, so a copy has its own; everything else
in a field is frozen and is shared. Storing as JSON is derived the same way (storing.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

GIVEN = "given"
given = partial(field, metadata={GIVEN: True})
CONTAINERS = (list, dict, set, deque)
Copier = Callable[[Any], Any]


class PartField(NamedTuple):
    """A field of a part: its name, its type, and whether it belongs to the state."""

    name: str
    hint: Any
    is_state: bool


@dataclass(slots=True, eq=False)
class Part:
    """Something that goes on. A subclass is a dataclass, too: @dataclass(slots=True, eq=False).

    >>> @dataclass(slots=True, eq=False)
    ... class Heard(Part):
    ...     words: list[str] = field(default_factory=list)
    >>> here = Heard(["She"])
    >>> ahead = here.copy()
    >>> ahead.words.append("drives")
    >>> here.words, ahead.words
    (['She'], ['She', 'drives'])
    """

    def copy(self, **instead: Any) -> Self:
        """The same state, to go on independently; with other values for the fields `instead`."""
        kind: Any = type(self)
        other: Self = object.__new__(kind)
        for name, copied in _copiers(kind):
            if name in instead:
                setattr(other, name, instead[name])
            else:
                value = getattr(self, name)
                setattr(other, name, copied(value) if copied else value)
        return other

    def fault(self) -> str:
        """What is wrong with a state that was stored, where the types of its fields cannot tell."""
        return ""

    def __copy__(self) -> Self:
        return self.copy()


@cache
def parts_of(hint: Any) -> tuple[PartField, ...]:
    """The fields of a type of part, generic or not, in order."""
    kind = get_origin(hint) or hint
    chosen = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint), strict=False))
    hints = get_type_hints(kind)
    return tuple(
        PartField(each.name, _with(hints[each.name], chosen), GIVEN not in each.metadata)
        for each in fields(kind)
    )


def _with(hint: Any, chosen: dict[Any, Any]) -> Any:
    """A type with what was chosen for its type variables."""
    if isinstance(hint, TypeVar):
        return chosen.get(hint, hint)
    if not (chosen and get_args(hint)):
        return hint
    return (
        hint[tuple(chosen[each] for each in hint.__parameters__)] if hint.__parameters__ else hint
    )


@cache
def _copiers(kind: Any) -> tuple[tuple[str, Copier | None], ...]:
    return tuple(
        (each.name, _of_hint(each.hint) if each.is_state else None) for each in parts_of(kind)
    )


def _of_hint(hint: Any) -> Copier | None:
    """How a value of a type is copied; None if it is shared."""
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if isinstance(kind, type) and issubclass(kind, Part):
        return Part.copy
    if getattr(kind, "_is_protocol", False):
        return _part
    if kind in CONTAINERS:
        inner = _of_hint(arguments[-1])
        return partial(_deep, inner) if inner else kind.copy
    owned = [one for one in map(_of_hint, arguments) if one] if kind is not tuple else []
    return partial(_unless_none, owned[0]) if owned else None


def _deep(inner: Copier, value: Any) -> Any:
    if isinstance(value, dict):
        other = value.copy()
        other.update((key, inner(each)) for key, each in value.items())
        return other
    copied = map(inner, value)
    return deque(copied, value.maxlen) if isinstance(value, deque) else type(value)(copied)


def _part(value: Any) -> Any:
    """What is known by a protocol may be a part."""
    return value.copy() if isinstance(value, Part) else value


def _unless_none(copied: Copier, value: Any) -> Any:
    return None if value is None else copied(value)
