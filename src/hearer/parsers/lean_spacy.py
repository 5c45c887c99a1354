"""spaCy without its own command line, which it imports for one function that tells its version.

    imported    the package; its commands come when they are asked for, as if they were there

The commands bring requests, httpx, rich and jinja2 along: a third of the time the import takes.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

COMMANDS = "spacy.cli"
_INFO = "spacy.cli.info"


def imported() -> Any:
    """The package spacy; who has it already has all of it.

    >>> import sys
    >>> imported() is sys.modules["spacy"]
    True
    """
    if "spacy" in sys.modules:
        return sys.modules["spacy"]
    try:
        return _without_commands()
    except ImportError:  # it asks more of its commands than we know of, or is not there
        return import_module("spacy")


def _without_commands() -> ModuleType:
    stands_in = {name: ModuleType(name) for name in (COMMANDS, _INFO)}
    vars(stands_in[_INFO])["info"] = _info
    sys.modules.update(stands_in)
    try:
        spacy = import_module("spacy")
    finally:
        for name in stands_in:
            del sys.modules[name]
    vars(spacy).setdefault("__getattr__", _asked_for)
    return spacy


def _info(*arguments: Any, **options: Any) -> Any:
    """Call spaCy's own `info`."""
    return import_module(_INFO).info(*arguments, **options)


def _asked_for(name: str) -> object:
    if name == "cli":
        return import_module(COMMANDS)
    raise AttributeError(f"module 'spacy' has no attribute {name!r}")
