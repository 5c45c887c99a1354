"""Names to things: what users type, and where it is found.

    Registry    the names of one kind: ours, and those that plug-ins add by entry points

There is one for each kind, in the room of what it names: hearer.algorithms.ALGORITHMS,
hearer.formats.FORMATS, hearer.parsers.PARSERS, hearer.views.VIEWS. A plug-in's entry points are
of the groups `hearer.algorithms`, `hearer.formats`, `hearer.parsers` and `hearer.views`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar, cast

from hearer.errors import UnknownName
from hearer.harmless import brief

Thing = TypeVar("Thing")
Points = Callable[..., Iterable[EntryPoint]]


@dataclass(frozen=True, slots=True)
class Registry(Generic[Thing]):
    """The names of things of one `kind`, and the places where they are.

    >>> tables: Registry[type] = Registry("counter", {"dict": "collections:Counter"})
    >>> tables.names(), tables.find("dict")
    (('dict',), <class 'collections.Counter'>)
    """

    kind: str
    ours: Mapping[str, str]
    any_case: bool = False  # whether JSON is json

    def __repr__(self) -> str:
        return brief(self, f"of {self.kind}s: {', '.join(self.names())}")

    def names(self) -> tuple[str, ...]:
        """All names, sorted: ours and those of plug-ins."""
        return tuple(sorted(self._places()))

    def find(self, name: str) -> Thing:
        """What `name` stands for, imported now and not before."""
        spelled = str(name).lower() if self.any_case else name
        place = self.ours.get(spelled) or self._places().get(spelled)
        if place is None:
            raise UnknownName(self.kind, name, self.names())
        module, _, attribute = place.partition(":")
        loaded: object = import_module(module)
        return cast(Thing, getattr(loaded, attribute) if attribute else loaded)

    def _places(self) -> dict[str, str]:
        """Where everything is; what is ours cannot be taken away by a plug-in."""
        plugins = _installed(entry_points, f"hearer.{self.kind}s", tuple(sys.path))
        return {**plugins, **self.ours}


@cache
def _installed(points: Points, group: str, _: tuple[str, ...]) -> dict[str, str]:
    """What plug-ins add, looked for once: that takes longer than to hear a short text."""
    return {point.name: point.value for point in points(group=group)}
