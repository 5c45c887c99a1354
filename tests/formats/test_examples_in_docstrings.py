"""The examples in the docstrings of the formats run, and give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import hearer.formats

MODULES = sorted(path.stem for path in Path(hearer.formats.__path__[0]).glob("[!_]*.py"))


def test_every_example_gives_what_it_says() -> None:
    results = [doctest.testmod(import_module(f"hearer.formats.{name}")) for name in MODULES]
    assert sum(result.attempted for result in results) >= 13
    assert sum(result.failed for result in results) == 0
