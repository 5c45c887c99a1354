"""The options that several commands share, and how their values are read.

Algorithm, Profile, Settings, Output, Strict
settings    NAME=VALUE as keyword arguments
"""

from __future__ import annotations

from typing import Annotated

import typer

from hearer.errors import UsageError

Algorithm = Annotated[
    str, typer.Option("--algorithm", "-a", help="Who resolves; see `hearer algorithms`.")
]
Profile = Annotated[str | None, typer.Option(help="A named set of options.", metavar="NAME")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="An option; may be repeated.", metavar="NAME=VALUE"),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help="Write here, not to the standard output.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Problems in the input are errors: exit 1.")]
RESERVED = frozenset({"algorithm", "discourse", "keep", "profile"})


def settings(pairs: list[str] | None) -> dict[str, object]:
    """Keyword arguments from NAME=VALUE; what a value means is known to whose option it is.

    >>> settings(["window=5", "fallback=document"])
    {'window': '5', 'fallback': 'document'}
    """
    chosen: dict[str, object] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.replace("-", "_").isidentifier():
            raise UsageError(f"--set wants NAME=VALUE, as in --set window=5, not {pair!r}.")
        if name in RESERVED:
            raise UsageError(f"--set is for options; {name!r} is none.")
        chosen[name.replace("-", "_")] = value
    return chosen
