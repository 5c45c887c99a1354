"""Caches: values computed once by their key, and keys compared by identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Once(dict[Key, Value]):
    """Values of a function by their argument; emptied when it has `most` of them.

    >>> lengths = Once(len)
    >>> lengths["she"], dict(lengths)
    (3, {'she': 3})
    """

    def __init__(self, function: Callable[[Key], Value], *, most: int = 50_000) -> None:
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._function(key)
        return value


class Same(Generic[Value]):
    """A value as a key that equals only the key of the same object."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value
