"""Who wrote a file: the program and what it knows its language from.

program      "hearer 0.4.0"
models       those that parsed a document and told what its words mean, each once
generator    both in a line: "hearer 0.4.0 (english 0.2.0-1a2b3c4d)"

A document that was only converted has been understood by others, and says nothing of us.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from hearer.model import Interpretation

NAME = "hearer"


@cache
def program() -> str:
    """The program and its version; the name alone where it runs without being installed."""
    try:
        return f"{NAME} {version(NAME)}"
    except PackageNotFoundError:
        return NAME


def models(found: Interpretation) -> tuple[str, ...]:
    """Who parsed the document and who told what its words mean, by name and version."""
    return tuple(dict.fromkeys(filter(None, (found.discourse.parser, found.model))))


def generator(found: Interpretation) -> str:
    """The program with the models it used.

    >>> generator(Interpretation(model="english 1.0")).partition(" (")[2]
    'english 1.0)'
    """
    used = models(found)
    return f"{program()} ({', '.join(used)})" if used else program()
