"""Names to things: what users type, and where it is found.

Plain dicts that everybody can read. A plug-in adds names through entry points of the groups
`hearer.algorithms`, `hearer.formats`, `hearer.parsers` and `hearer.views`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from hearer.errors import UnknownName

ALGORITHMS = {
    "s-list": "hearer.algorithms.s_list:SListAlgorithm",
}
FORMATS = {
    "conllu": "hearer.formats.conllu",
    "corefud": "hearer.formats.corefud",
    "json": "hearer.formats.json",
    "tsv": "hearer.formats.plain",
}
VIEWS = {
    "html": "hearer.views.html:render",
    "latex": "hearer.views.latex:render",
    "terminal": "hearer.views.terminal:render",
}
REGISTRIES = {"algorithm": ALGORITHMS, "format": FORMATS, "view": VIEWS}


def names(kind: str) -> tuple[str, ...]:
    """All names of a kind, sorted: ours and those of plug-ins."""
    return tuple(sorted({*REGISTRIES[kind], *_plugins(kind)}))


def find(kind: str, name: str) -> Any:
    """What `name` stands for, imported now and not before."""
    if name in REGISTRIES[kind]:
        return _load(REGISTRIES[kind][name])
    plugins = _plugins(kind)
    if name not in plugins:
        raise UnknownName(kind, name, names(kind))
    return _load(plugins[name])


def _plugins(kind: str) -> dict[str, str]:
    return {point.name: point.value for point in entry_points(group=f"hearer.{kind}s")}


def _load(place: str) -> Any:
    module, _, attribute = place.partition(":")
    loaded = import_module(module)
    return getattr(loaded, attribute) if attribute else loaded
