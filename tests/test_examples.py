"""Every example in a docstring runs and gives what it says, in all modules of the package."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import hearer

MODULES = ["hearer", *sorted(each.name for each in walk_packages(hearer.__path__, "hearer."))]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
WITH_EXAMPLES = [
    name
    for name in MODULES
    if any(test.examples for test in doctest.DocTestFinder().find(import_module(name)))
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_every_example_gives_what_it_says(module: str) -> None:
    assert len(WITH_EXAMPLES) > 60
    assert "hearer.session.session" in WITH_EXAMPLES
    failed, tried = doctest.testmod(import_module(module), optionflags=FLAGS)
    assert tried
    assert failed == 0
