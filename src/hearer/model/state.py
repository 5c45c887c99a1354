"""Objects with state: copied, stored as JSON, and restored by the types of their fields.

The JSON names no classes: every value is checked against the type of the field it is for, and
refused with its place if it does not fit. Fields with their default value are left out. Sets are
sorted, so that the same state gives the same bytes.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache, partial
from inspect import Parameter, signature
from itertools import repeat
from types import GenericAlias, NoneType, UnionType
from typing import Any, Self, Union, cast, get_args, get_origin, get_type_hints

from hearer.model.expression import Entity, EntityKind, ReferringExpression
from hearer.model.meaning import SIZE, WIDTH, Meaning
from hearer.model.text import Utterance
from hearer.model.tree import circles

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
CONSTANT = "constant"
constant = partial(field, metadata={CONSTANT: True})  # a field that is no state: shared by copies
MOST_DIGITS = 9  # of a position or a count in a file
MOST = 10**MOST_DIGITS  # no word, utterance or code point has a larger number
PLAIN = (bool, int, float, str)
CONTAINERS = (list, dict, set, deque)
MANY = (*CONTAINERS, frozenset, tuple)
_types = cache(get_type_hints)


def number_of(text: str) -> int | None:
    """Return the number in `text`, or None if it has a sign, a fraction or too many digits."""
    is_number = len(text) <= MOST_DIGITS and text.isascii() and text.isdigit()
    return int(text) if is_number else None


class MisstoredError(ValueError):
    """What is wrong with a stored state, and where: "memory.entities[3]: 7 is no str"."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = [place] if place else []

    def __str__(self) -> str:
        return f"{''.join(reversed(self.place)).lstrip('.') or 'state'}: {self.message}"


@dataclass(slots=True, eq=False)
class Stateful:
    """An object with state. A subclass is a dataclass, too: @dataclass(slots=True, eq=False)."""

    def copy(self, **instead: Any) -> Self:
        """Return an independent part with the same state, but other values for some fields."""
        kind: Any = type(self)
        other: Self = object.__new__(kind)
        for name, is_state in _names(kind):
            if name in instead:
                setattr(other, name, instead[name])
            else:
                value = getattr(self, name)
                setattr(other, name, _copied(value) if is_state else value)
        return other

    def settle(self) -> None:
        """Bring the fields up to date before they are stored."""

    def fault(self) -> str:
        """Return what is wrong with a restored state, where types cannot tell; "" if nothing."""
        return ""

    def __copy__(self) -> Self:
        return self.copy()


@cache
def _names(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Return the names of the fields of a part, each with True if it belongs to the state."""
    return tuple((each.name, CONSTANT not in each.metadata) for each in fields(kind))


def _copied(value: Any) -> Any:
    """Copy a part, or a container with the parts and containers in it; share anything else."""
    if isinstance(value, Stateful):
        return value.copy()
    if not isinstance(value, CONTAINERS):
        return value
    other: Any = value.copy()
    inside = value.values() if isinstance(value, dict) else value
    first = next((each for each in inside if each is not None), None)  # all have its type
    if isinstance(first, (Stateful, *CONTAINERS)):
        copied = [*map(_copied, inside)]
        if isinstance(value, dict):
            other.update(zip(value, copied, strict=True))
        else:
            other.clear()
            other.extend(copied)
    return other


def stored(value: Any, hint: Any = None) -> Any:
    """Return a part, or another value of the type `hint`, as JSON."""
    kind, arguments = _shape(hint or cast("Any", type(value)))
    if value is None or kind in PLAIN:
        return value
    if kind is UnionType:
        return stored(value, arguments[0])
    if kind is Entity:
        named = getattr(value, "kind", EntityKind.NAMED)
        return str(value) if named is EntityKind.NAMED else [str(value), named.value]
    if kind is Meaning:
        return b2a_base64(value, newline=False).decode("ascii")
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Stateful):
        value.settle()
        return {name: stored(getattr(value, name), own) for name, own in _hints(value).items()}
    if kind in MANY:
        several = value.items() if kind is dict else value
        written = [*map(stored, several, _of_each(arguments))]
        return sorted(written, key=repr) if kind in (set, frozenset) else written
    return {
        name: stored(getattr(value, name), own)
        for name, (own, default) in _fields(kind).items()
        if getattr(value, name) != default
    }


def restore(part: Stateful, state: Json) -> None:
    """Give `part` the stored `state`."""
    hints = _hints(part)
    written = _checked(state, known=hints, needed=hints)
    for name, own in hints.items():
        now = getattr(part, name)
        if isinstance(now, Stateful):
            _at(f".{name}", restore, now, written[name])
            continue
        value = _at(f".{name}", read, own, written[name])
        setattr(part, name, deque(value, now.maxlen) if isinstance(now, deque) else value)
    if wrong := part.fault():
        raise MisstoredError(wrong)


def _hints(part: Stateful) -> dict[str, Any]:
    """Return the fields that are state with their types."""
    kind: Any = type(part)
    hints = _types(kind)
    return {name: hints[name] for name, is_state in _names(kind) if is_state}


def read(hint: Any, value: Json) -> Any:
    """Return a value of the type `hint` from JSON; raise MisstoredError if it does not fit."""
    kind, arguments = _shape(hint)
    if kind in _SIMPLE:
        return _SIMPLE[kind](value)
    if kind is UnionType:
        return None if value is None else read(arguments[0], value)
    if kind in MANY:
        length = None if arguments[-1] is ... else len(arguments)
        pairs = enumerate(zip(_listed(value, length), _of_each(arguments), strict=False))
        return kind(_at(f"[{n}]", read, own, each) for n, (each, own) in pairs)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _member(kind, value)
    known = _fields(kind)
    needed = [name for name, (_, default) in known.items() if default is Parameter.empty]
    written = _checked(value, known=known, needed=needed)
    made = {name: _at(f".{name}", read, known[name][0], each) for name, each in written.items()}
    if kind in _CHECKS and (wrong := _CHECKS[kind](made)):
        raise MisstoredError(wrong)
    return kind(**made)


@cache
def _shape(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the class of a type and its arguments.

    Of a union with None, return the other type; of a container, the type of each value and `...`.
    """
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return UnionType, tuple(each for each in arguments if each is not NoneType)
    if kind in (dict, Mapping):
        return dict, (GenericAlias(tuple, arguments), ...)
    if kind in (list, set, frozenset, deque):
        return kind, (*arguments, ...)
    return (tuple, (*arguments, ...)) if kind is Sequence else (kind, arguments)


def _of_each(arguments: tuple[Any, ...]) -> Iterable[Any]:
    return repeat(arguments[0]) if arguments[-1] is ... else arguments


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, object]]:
    """Return the parameters that a record is made from, each with its type and its default."""
    maker = kind.__new__ if issubclass(kind, tuple) else kind.__init__
    _, *parameters = signature(maker).parameters.values()
    hints = _types(kind)
    if not all(one.name in hints for one in parameters):
        raise TypeError(f"{kind!r} is no type that a state can hold")
    return {one.name: (hints[one.name], one.default) for one in parameters}


def _at(place: str, do: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; an error about what is stored gets the place."""
    try:
        return do(*arguments)
    except MisstoredError as error:
        error.place.append(place)
        raise


# Checks -----------------------------------------------------------------------------------------


def _plain(kind: type, value: Json) -> Any:
    if kind is float and type(value) is int:
        return value  # as it was: JSON has another form for a float
    if type(value) is not kind:
        raise _refused(value, kind.__name__)
    if kind is int and not -MOST < value < MOST:
        raise MisstoredError(f"{repr(value)[:40]} is beyond {MOST:,}")
    return value


def _meaning(value: Json) -> Meaning:
    try:
        found = a2b_base64(_plain(str, value), strict_mode=True)
    except ValueError:
        raise _refused(value, "meaning") from None
    if len(found) not in {0, WIDTH, SIZE}:
        raise MisstoredError(f"a meaning has {SIZE} numbers, or {WIDTH}, not {len(found)}")
    return found


def _entity(value: Json) -> Entity:
    if isinstance(value, str):
        return Entity(value)
    letters, kind = _listed(value, 2)
    return Entity(_plain(str, letters), _member(EntityKind, kind))


_SIMPLE: dict[Any, Callable[[Json], Any]] = {
    **{kind: partial(_plain, kind) for kind in PLAIN},
    Entity: _entity,
    Meaning: _meaning,
}


def _member(kind: type[Enum], value: Json) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise _refused(value, kind.__name__) from None


def _listed(value: Json, length: int | None = None) -> Sequence[Json]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise _refused(value, f"list of {length}" if length else "list")
    return value


def _checked(value: Json, *, known: Collection[str], needed: Iterable[str]) -> Mapping[str, Json]:
    """Return a JSON object that has only known names, and all that are needed."""
    if not isinstance(value, dict):
        raise _refused(value, "object")
    if unknown := [name for name in value if name not in known]:
        raise MisstoredError(f"{unknown[0]!r} is not known")
    if missing := [name for name in needed if name not in value]:
        raise MisstoredError(f"{missing[0]!r} is missing")
    return value


def _refused(value: Json, wanted: str) -> MisstoredError:
    return MisstoredError(f"{repr(value)[:40]} is no {wanted}")


def _utterance(made: Mapping[str, Any]) -> str:
    """Return why there is no such utterance: a column is too short, or heads are no tree."""
    size = len(made["forms"])
    for name in "lemmas upos xpos features heads relations spaces sorts meanings".split():
        column, is_optional = made.get(name, ()), name in {"sorts", "meanings"}
        if len(column) != size and (column or not is_optional):
            return f"{len(column)} {name} of {size} words"
    if not all(0 <= head <= size for head in made["heads"]):
        return "a head is no word of the utterance"
    return "its heads go in a circle" if circles(made["heads"]) else ""


def _expression(made: Mapping[str, Any]) -> str:
    """Return why there is no such expression: it ends before it begins, or has no such place."""
    first, last, head = made.get("first", 0), made.get("last", 0), made["position"]
    if 0 <= first <= last and 0 <= head < MOST and made["utterance"] >= 0:
        return ""
    return f"words {first} to {last} with head {head} in utterance {made['utterance']} cannot be"


_CHECKS: dict[type, Callable[[Mapping[str, Any]], str]] = {
    Utterance: _utterance,
    ReferringExpression: _expression,
}
