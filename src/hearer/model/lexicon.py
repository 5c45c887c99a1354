"""The word lists in analysis/lexicon, read when first needed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain


@cache
def entries(*names: str) -> frozenset[str]:
    """Return the entries of these lists in lexicon, one a line."""
    return frozenset(chain(*(_text(f"{name}.txt").splitlines() for name in names)))


@cache
def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lines of lexicon/`name`.txt as a mapping of the first word to the others."""
    rows = (line.split() for line in _text(f"{name}.txt").splitlines())
    return {key: tuple(values) for key, *values in rows}


def words(section: str, names: str) -> list[frozenset[str]]:
    """Return short lists of lexicon/words.toml, in the order of their names."""
    return [frozenset(data("words")[section][name].split()) for name in names.split()]


@cache
def data(name: str) -> dict[str, dict[str, str]]:
    """Return the tables of lexicon/`name`.toml."""
    return tomllib.loads(_text(f"{name}.toml"))


def _text(name: str) -> str:
    return files("hearer.analysis").joinpath("lexicon", name).read_text(encoding="utf-8")
