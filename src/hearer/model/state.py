"""Parts with state: copied, stored as JSON and restored by the types of their fields.

Nothing is made by a name that stands in the JSON: every value is checked against the type of the
field it is for, and refused with its place if it does not fit. Fields with their default value are
left out. Sets are sorted, so that the same state is the same bytes.
"""

from __future__ import annotations

import types
from binascii import a2b_base64, b2a_base64
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from typing import Any, NamedTuple, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from hearer.limits import DEEPEST, MOST_DIGITS
from hearer.model.expression import Entity, EntityKind, ReferringExpression
from hearer.model.meaning import SIZE, WIDTH, Meaning
from hearer.model.text import Utterance
from hearer.model.tree import circles

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


Made = Mapping[str, Any]
_COLUMNS = "lemmas upos xpos features heads relations spaces sorts meanings".split()
_OPTIONAL = frozenset({"sorts", "meanings"})  # columns that may be empty


def impossible(kind: type, made: Made) -> str:
    """Why there can be no value of a kind with these fields, if there cannot.

    >>> impossible(ReferringExpression, {"utterance": 1, "position": 2.0, "first": 3, "last": 2})
    'words 3 to 2 with head 2.0 in utterance 1 cannot be'
    """
    check = _CHECKS.get(kind)
    return check(made) if check else ""


def _utterance(made: Made) -> str:
    """Columns have one length, and heads are a tree."""
    size = len(made["forms"])
    for name in _COLUMNS:
        column = made.get(name)
        is_missing = size and column == () and name not in _OPTIONAL
        if is_missing or len(column or made["forms"]) != size:
            return f"{len(column or ())} {name} of {size} words"
    if not all(0 <= head <= size for head in made["heads"]):
        return "a head is no word of the utterance"
    return "its heads go in a circle" if circles(made["heads"]) else ""


def _expression(made: Made) -> str:
    """Words end behind their beginning, and nothing stands before the text."""
    first, last, head = made.get("first", 0), made.get("last", 0), made["position"]
    if 0 <= first <= last and 0 <= head < 10**MOST_DIGITS and made["utterance"] >= 0:
        return ""
    return f"words {first} to {last} with head {head} in utterance {made['utterance']} cannot be"


_CHECKS: dict[type, Callable[[Made], str]] = {
    Utterance: _utterance,
    ReferringExpression: _expression,
}


Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
PLAIN = (bool, int, float, str)
MANY = (list, set, frozenset, deque)
MOST = 10**MOST_DIGITS  # no word, utterance or code point has a number beyond


class MisstoredError(ValueError):
    """What is wrong with a stored state, and where: "memory.entities[3]: 7 is no text"."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = [place] if place else []

    def __str__(self) -> str:
        return f"{''.join(reversed(self.place)).lstrip('.') or 'state'}: {self.message}"


class Codec(NamedTuple):
    """How values of a type are written and read."""

    write: Callable[[Any], Json]
    read: Callable[[Json, int], Any]  # the number says how deep it is in others


def stored(part: Part, hint: Any = None) -> dict[str, Json]:
    """The state of a part, which a field of type `hint` may hold."""
    return {each.name: _written(each, getattr(part, each.name)) for each in _state(part, hint)}


def restore(part: Part, state: Json, hint: Any = None) -> None:
    """Let `part`, which is wired with all it needs, go on from `state`."""
    known = {each.name: each for each in _state(part, hint)}
    written = _checked(state, known=known, needed=known)
    for name, each in known.items():
        with _at(f".{name}"):
            _take(part, each, written[name])
    if wrong := part.fault():
        raise MisstoredError(wrong)


def _take(part: Part, each: PartField, value: Json) -> None:
    now = getattr(part, each.name)
    if isinstance(now, Part):
        restore(now, value, each.hint)
        return
    read = codec(each.hint).read(value, 0)
    setattr(part, each.name, deque(read, now.maxlen) if isinstance(now, deque) else read)


def _state(part: Part, hint: Any) -> Iterator[PartField]:
    """The fields that are state; of a generic part as the field says that holds it."""
    kind: Any = hint if get_origin(hint) is type(part) else type(part)
    return (each for each in parts_of(kind) if each.is_state)


def _written(each: PartField, value: Any) -> Json:
    return stored(value, each.hint) if isinstance(value, Part) else codec(each.hint).write(value)


# Types ----------------------------------------------------------------------------------------


@cache
def codec(hint: Any) -> Codec:
    """How values of a type are written and read."""
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, types.UnionType):
        return _optional(arguments)
    if kind in PLAIN:
        return Codec(lambda value: value, lambda value, _: _plain(kind, value))
    if kind in _AS_TEXT:
        return _AS_TEXT[kind]
    if kind in MANY:
        return _many(kind, codec(arguments[0]))
    if kind in (tuple, Sequence):
        is_fixed = kind is tuple and arguments[1:] != (...,)
        return _tuple(arguments) if is_fixed else _many(tuple, codec(arguments[0]))
    if kind in (dict, Mapping):
        pairs = _many(dict, _tuple(arguments))
        return Codec(lambda mapping: pairs.write(mapping.items()), pairs.read)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Codec(lambda value: value.value, lambda value, _: _member(kind, value))
    return _record(kind)


def _optional(arguments: tuple[Any, ...]) -> Codec:
    """A type or None. Other unions are not told apart in JSON, so no state has them."""
    (kind,) = (each for each in arguments if each is not types.NoneType)
    inner = codec(kind)
    return Codec(
        lambda value: None if value is None else inner.write(value),
        lambda value, deep: None if value is None else inner.read(value, deep),
    )


def _many(kind: Any, inner: Codec) -> Codec:
    is_set = kind in (set, frozenset)

    def write(values: Any) -> Json:
        written = [inner.write(value) for value in values]
        return sorted(written, key=repr) if is_set else written

    def read(value: Json, deep: int) -> Any:
        return kind(_read(n, inner, each, deep) for n, each in enumerate(_listed(value)))

    return Codec(write, read)


def _tuple(arguments: tuple[Any, ...]) -> Codec:
    inner = [codec(each) for each in arguments]

    def write(values: Any) -> Json:
        return [one.write(value) for one, value in zip(inner, values, strict=True)]

    def read(value: Json, deep: int) -> Any:
        pairs = enumerate(zip(inner, _listed(value, len(inner)), strict=True))
        return tuple(_read(n, one, each, deep) for n, (one, each) in pairs)

    return Codec(write, read)


def _record(kind: Any) -> Codec:
    """A named tuple, a frozen dataclass, or what is made anew from some of its attributes."""

    def write(value: Any) -> Json:
        return {
            name: codec(hint).write(getattr(value, name))
            for name, (hint, default) in _fields(kind).items()
            if default is MISSING or getattr(value, name) != default
        }

    def read(value: Json, deep: int) -> Any:
        if deep > DEEPEST:
            raise MisstoredError("nested too deeply")
        known = _fields(kind)
        needed = [name for name, (_, default) in known.items() if default is MISSING]
        written = _checked(value, known=known, needed=needed)
        made = {
            name: _read(name, codec(known[name][0]), each, deep + 1)
            for name, each in written.items()
        }
        if reason := impossible(kind, made):
            raise MisstoredError(reason)
        return kind(**made)

    return Codec(write, read)


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, object]]:
    """The fields that a record is made from, each with its type and its default."""
    hints = get_type_hints(kind)
    if made_from := getattr(kind, "MADE_FROM", None):
        return {name: (hints[name], MISSING) for name in made_from}
    if is_dataclass(kind):
        return {each.name: (hints[each.name], _default(each)) for each in fields(kind)}
    if not hasattr(kind, "_field_defaults"):
        raise TypeError(f"{kind!r} is no type that a state can hold")
    return {name: (hints[name], kind._field_defaults.get(name, MISSING)) for name in kind._fields}


def _default(each: Field[Any]) -> object:
    return each.default if each.default_factory is MISSING else each.default_factory()


# Values ---------------------------------------------------------------------------------------


def _plain(kind: type, value: Json) -> Any:
    if kind is float and type(value) is int:
        return value  # as it was: a whole number is written in another way as a float
    if type(value) is not kind:
        raise MisstoredError(f"{_shown(value)} is no {kind.__name__}")
    if kind is int and not -MOST < value < MOST:
        raise MisstoredError(f"{_shown(value)} is beyond {MOST:,}")
    return value


def _meaning_written(meaning: Meaning) -> Json:
    return b2a_base64(meaning, newline=False).decode("ascii")


def _meaning(value: Json) -> Meaning:
    try:
        found = a2b_base64(_plain(str, value), strict_mode=True)
    except ValueError:
        raise MisstoredError(f"{_shown(value)} is no meaning") from None
    if len(found) not in {0, WIDTH, SIZE}:
        raise MisstoredError(f"a meaning has {SIZE} numbers, or {WIDTH}, not {len(found)}")
    return found


def _entity_written(entity: Entity) -> Json:
    kind = getattr(entity, "kind", EntityKind.NAMED)
    return str(entity) if kind is EntityKind.NAMED else [str(entity), kind.value]


def _entity(value: Json) -> Entity:
    if isinstance(value, str):
        return Entity(value)
    letters, kind = _listed(value, 2)
    return Entity(_plain(str, letters), _member(EntityKind, kind))


_AS_TEXT = {
    Entity: Codec(_entity_written, lambda value, _: _entity(value)),
    Meaning: Codec(_meaning_written, lambda value, _: _meaning(value)),
}


def _member(kind: type[Enum], value: Json) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise MisstoredError(f"{_shown(value)} is no {kind.__name__}") from None


def _read(place: str | int, inner: Codec, value: Json, deep: int) -> Any:
    """A value that is one of several, or a field; a state has thousands of them."""
    try:
        return inner.read(value, deep)
    except MisstoredError as error:
        error.place.append(f"[{place}]" if isinstance(place, int) else f".{place}")
        raise


def _listed(value: Json, length: int | None = None) -> Sequence[Json]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise MisstoredError(f"{_shown(value)} is no list{f' of {length}' if length else ''}")
    return value


def _checked(value: Json, *, known: Collection[str], needed: Iterable[str]) -> Mapping[str, Json]:
    """A JSON object that has nothing but what is known, and all that is needed."""
    if not isinstance(value, dict):
        raise MisstoredError(f"{_shown(value)} is no object")
    for name in value:
        if name not in known:
            raise MisstoredError(f"{name!r} is not known")
    for name in needed:
        if name not in value:
            raise MisstoredError(f"{name!r} is missing")
    return value


def _shown(value: Json) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"


@contextmanager
def _at(step: str) -> Iterator[None]:
    """Say where something is wrong that is found out below."""
    try:
        yield
    except MisstoredError as error:
        error.place.append(step)
        raise
