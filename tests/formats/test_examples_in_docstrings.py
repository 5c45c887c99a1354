"""The examples in the docstrings of the formats run, and give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import hearer.formats

MODULES = [one.name for one in walk_packages(hearer.formats.__path__, "hearer.formats.")]


def test_every_example_gives_what_it_says() -> None:
    results = [doctest.testmod(import_module(name)) for name in MODULES]
    assert sum(result.attempted for result in results) >= 13
    assert sum(result.failed for result in results) == 0
