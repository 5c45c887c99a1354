"""What a corpus is written as.

base       a target: what is made where documents are heard, and what of all of it in the end
lines      JSON lines: a document a line
files      one file a document, of any format that can be written
parquet    tables

find       the target of a name
names      those that there are
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hearer.corpora.targets.base import Target
from hearer.errors import UnknownName
from hearer.formats import FORMATS

PLACES = {
    "jsonl": "hearer.corpora.targets.lines",
    "parquet": "hearer.corpora.targets.parquet",
}


@cache
def find(name: str) -> Target:
    """The target of a name: ours, else one file a document of the format of that name."""
    if name in PLACES:
        target: Target = import_module(PLACES[name]).TARGET
        return target
    if name not in names():
        raise UnknownName("way to write a corpus", name, names())
    from hearer.corpora.targets.files import FilesTarget

    return FilesTarget(name)


def names() -> tuple[str, ...]:
    """Those that there are: ours, then the formats that can be written."""
    formats = [name for name in FORMATS.names() if FORMATS.find(name).write]
    return tuple(dict.fromkeys((*sorted(PLACES, reverse=True), *formats)))
