"""The state of a hearer between two utterances, as JSON values and back.

    dump       what a hearer needs to go on, as values that json can write
    restore    a hearer that goes on from there

Values of ours (elements, expressions, statuses, whatever an algorithm keeps) are written once each,
in a table, and referred to by number: [7]. Everything else says what it is: {"list": [...]}. Only
classes of hearer's own model, analysis and algorithms are read back. What an algorithm names as
`shipped` comes with hearer, and is not written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module

from hearer.errors import UsageError
from hearer.model import Entity, EntityKind
from hearer.session.informed import InformedHearer

VERSION = 1
TRUSTED = ("hearer.model", "hearer.analysis", "hearer.algorithms", "hearer.session.knowledge")
# What an analyst remembers beyond an utterance; its tree and what hangs on it begin anew.
REMEMBERED = (
    "memory", "_speech", "_recent_nouns", "_nameless", "_conversation", "_clauses_told",
    "entity_at",
)  # fmt: skip
DEEPEST = 100

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]


def dump(hearer: InformedHearer) -> dict[str, Value]:
    """What `hearer` needs to go on after the utterance it heard last."""
    writer = _Writer(hearer._algorithm)
    analyst = {name: getattr(hearer._analyst, name) for name in REMEMBERED}
    shipped = getattr(hearer._algorithm, "shipped", ())
    algorithm = {
        name: value
        for name, value in _attributes(hearer._algorithm)
        if not callable(value) and name not in shipped
    }
    written = {
        "analyst": writer.written(analyst),
        "algorithm": writer.written(algorithm),
        "state": writer.written(hearer._state),
    }
    return {"version": VERSION, "values": writer.values, **written}


def restore(hearer: InformedHearer, state: Mapping[str, Value]) -> None:
    """Let a new hearer go on from `state`."""
    if state.get("version") != VERSION:
        raise UsageError(f"This state has version {state.get('version')!r}, not {VERSION}.")
    try:
        reader = _Reader(state["values"])
        for name, value in reader.attributes(state["analyst"]):
            setattr(hearer._analyst, name, value)
        for name, value in reader.attributes(state["algorithm"]):
            setattr(hearer._algorithm, name, value)
        elements = reader.read(state["state"])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ImportError) as error:
        raise UsageError(f"This is no state of a session: {error!r}.") from error
    hearer._state = elements  # type: ignore[assignment]


def _attributes(value: object) -> Iterator[tuple[str, object]]:
    """The attributes of an object, whether it keeps them in slots or not."""
    names = dict.fromkeys(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__:
        slots = getattr(kind, "__slots__", ())
        names.update(dict.fromkeys((slots,) if isinstance(slots, str) else slots))
    yield from ((name, getattr(value, name)) for name in names if hasattr(value, name))


class _Writer:
    """Writes values, each of ours once."""

    def __init__(self, whose: object) -> None:
        self.values: list[Value] = []
        self._numbers: dict[tuple[type, object], int] = {}
        self._whose = type(whose).__name__
        self._depth = 0

    def written(self, value: object) -> Value:
        if isinstance(value, Entity):
            return {"entity": [str(value), value.kind.value]}
        if value is None or (isinstance(value, (bool, int, float, str)) and not _is_ours(value)):
            return value
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._unwritable(value)
        try:
            return self._once(value) if _is_frozen(value) else self._container(value)
        finally:
            self._depth -= 1

    def _once(self, value: object) -> Value:
        key = (type(value), value)
        if key not in self._numbers:
            written = self._frozen(value)
            self.values.append(written)
            self._numbers[key] = len(self.values) - 1
        return [self._numbers[key]]

    def _frozen(self, value: object) -> Value:
        if isinstance(value, Enum):
            return {_name(value): [value.value]}
        if isinstance(value, frozenset):
            members = [self.written(member) for member in sorted(value, key=repr)]
            return {"frozenset": members}
        if is_dataclass(value):
            parts = [getattr(value, field.name) for field in fields(value)]
            return {_name(value): [self.written(part) for part in parts]}
        assert isinstance(value, tuple)  # noqa: S101 - nothing else is frozen
        name = _name(value) if _is_ours(value) else "tuple"
        return {name: [self.written(part) for part in value]}

    def _container(self, value: object) -> Value:
        if isinstance(value, Mapping):
            return {"dict": [[self.written(k), self.written(v)] for k, v in value.items()]}
        if isinstance(value, deque):
            return {"deque": [value.maxlen, *map(self.written, value)]}
        if isinstance(value, (list, set)):
            members = sorted(value, key=repr) if isinstance(value, set) else value
            return {type(value).__name__: [self.written(member) for member in members]}
        if not _is_ours(value):
            raise self._unwritable(value)
        return {f"{_name(value)}!": [[k, self.written(v)] for k, v in _attributes(value)]}

    def _unwritable(self, value: object) -> UsageError:
        return UsageError(
            f"The state of {self._whose} cannot be stored: it holds {type(value).__name__}."
        )


class _Reader:
    """Reads what a _Writer wrote."""

    def __init__(self, values: Value) -> None:
        self._values: list[object] = []
        for value in _listed(values):
            self._values.append(self.read(value))

    def read(self, value: Value) -> object:
        if isinstance(value, Mapping):
            ((name, parts),) = value.items()
            return self._made(name, _listed(parts))
        if isinstance(value, list):
            (number,) = value
            return self._values[number]
        return value

    def attributes(self, value: Value) -> Iterator[tuple[str, object]]:
        read = self.read(value)
        if not isinstance(read, dict):
            raise TypeError(f"{read!r} has no attributes")
        yield from read.items()

    def _made(self, name: str, parts: list[Value]) -> object:
        if name == "entity":
            return Entity(str(parts[0]), EntityKind(str(parts[1])))
        if name == "dict":
            return {self.read(k): self.read(v) for k, v in map(_listed, parts)}
        if name.endswith("!"):
            return self._thing(name.removesuffix("!"), parts)
        if name == "deque":
            return deque(map(self.read, parts[1:]), maxlen=parts[0])  # type: ignore[arg-type]
        if name in _PLAIN:
            return _PLAIN[name](map(self.read, parts))
        kind, read = _class(name), [self.read(part) for part in parts]
        if not is_dataclass(kind):
            return kind(*read)
        made = object.__new__(kind)
        for field, part in zip(fields(kind), read, strict=True):
            object.__setattr__(made, field.name, part)
        return made

    def _thing(self, name: str, parts: list[Value]) -> object:
        kind = _class(name)
        made: object = object.__new__(kind)
        for attribute, value in map(_listed, parts):
            setattr(made, str(attribute), self.read(value))
        return made


_PLAIN = {"tuple": tuple, "list": list, "set": set, "frozenset": frozenset}


def _listed(value: Value) -> list[Value]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value


def _is_ours(value: object) -> bool:
    return type(value).__module__.startswith(TRUSTED)


def _is_frozen(value: object) -> bool:
    if isinstance(value, (Enum, frozenset, tuple)):
        return True
    if not is_dataclass(value):
        return False
    try:
        return hash(value) is not None
    except TypeError:  # it holds a list or a mapping
        return False


def _name(value: object) -> str:
    return f"{type(value).__module__.removeprefix('hearer.')}:{type(value).__qualname__}"


def _class(name: str) -> type:
    module, _, attribute = name.partition(":")
    if not f"hearer.{module}".startswith(TRUSTED):
        raise ValueError(f"{name} is not read back")
    found = getattr(import_module(f"hearer.{module}"), attribute)
    if not isinstance(found, type):
        raise TypeError(f"{name} is no class")
    return found
