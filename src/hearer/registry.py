"""Registries: things that users choose by name, ours and those of plug-ins.

Each kind has one: hearer.algorithms.ALGORITHMS, hearer.formats.FORMATS, hearer.parsers.PARSERS,
hearer.views.VIEWS. Plug-ins add names by entry points of the group `hearer.algorithms`, and so on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import Generic, TypeVar, cast

from hearer.errors import UnknownName
from hearer.escape import brief

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Registry(Generic[Thing]):
    """The names of things of one `kind`, with the place of each: "module:attribute".

    >>> tables: Registry[type] = Registry("counter", {"dict": "collections:Counter"})
    >>> tables.names(), tables.find("dict")
    (('dict',), <class 'collections.Counter'>)
    """

    kind: str
    ours: Mapping[str, str]

    def __repr__(self) -> str:
        return brief(self, f"of {self.kind}s: {', '.join(self.names())}")

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._known()))

    def find(self, name: str) -> Thing:
        """Import and return what `name` stands for; a plug-in cannot replace ours."""
        known = self._known()
        place = known.get(name, known.get(str(name).lower()))
        if place is None:
            raise UnknownName(self.kind, name, self.names())
        return cast(Thing, resolve_name(place))

    def _known(self) -> dict[str, str]:
        return {**_installed(entry_points, f"hearer.{self.kind}s", tuple(sys.path)), **self.ours}


@cache  # reading the entry points takes longer than resolving a short text
def _installed(
    points: Callable[..., Iterable[EntryPoint]], group: str, _: tuple[str, ...]
) -> dict[str, str]:
    return {point.name: point.value for point in points(group=group)}
