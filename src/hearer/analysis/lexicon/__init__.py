"""The word lists of `analysis/lexicon`, one entry a line, read when first needed.

entries    a list as a set
table      a list of "key value value ..." lines as a mapping
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@cache
def entries(name: str) -> frozenset[str]:
    """The entries of lexicon/`name`.txt.

    >>> "mr." in entries("masculine_titles")
    True
    """
    return frozenset(_lines(name))


@cache
def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """The lines of lexicon/`name`.txt: the first word to the others.

    >>> table("noun_sorts")["judge"]
    ('person',)
    """
    rows = (line.split() for line in _lines(name))
    return MappingProxyType({key: tuple(values) for key, *values in rows})


def _lines(name: str) -> list[str]:
    text = files("hearer.analysis").joinpath("lexicon", f"{name}.txt").read_text(encoding="utf-8")
    return text.splitlines()
