"""Sequences whose items are made when somebody asks for them.

WhenAsked    a sequence that only has to say how it is gone through
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class WhenAsked(Sequence[T]):
    """A sequence that only has to say how it is gone through."""

    __slots__ = ()

    @abstractmethod
    def __iter__(self) -> Iterator[T]: ...

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return tuple(self)[index]
