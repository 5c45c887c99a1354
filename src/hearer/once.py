"""What is worked out once and asked for often.

Once    a table that works out what is not in it yet, and never grows beyond a bound
Same    a value that is like no other: it need not be compared part by part
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST = 50_000


class Once(dict[Key, Value]):
    """The values of a function, each worked out once: a text has few words, and many of each.

    >>> lengths = Once(len)
    >>> lengths["she"], dict(lengths)
    (3, {'she': 3})
    """

    def __init__(self, work_out: Callable[[Key], Value], *, most: int = MOST) -> None:
        super().__init__()
        self._work_out, self._most = work_out, most

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work_out(key)
        return value


class Same(Generic[Value]):
    """A value that is like no other, to be asked for itself.

    >>> one = (1, 2)
    >>> Same(one) == Same(one), Same(one) == Same((*one, 3)[:2])
    (True, False)
    """

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value
