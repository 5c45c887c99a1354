"""How a command takes what is made from options: `how`, `documents`, `where`.

taking    a command with the options of what it takes, in its place
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Container
from functools import wraps
from types import SimpleNamespace
from typing import Any, get_type_hints

from hearer.cli.inputs import TextForFile


def taking(**makers: Callable[..., object]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command, in the place of each parameter that is made, the options it is made from.

    So a command takes a `how`, and its users say --algorithm, --profile and so on. They are made in
    this order: what is refused at once comes first.
    """
    return lambda command: _taking(command, makers)


def _taking(
    command: Callable[..., None], makers: dict[str, Callable[..., object]]
) -> Callable[..., None]:
    own = _parameters(command, made=makers)
    options: dict[str, inspect.Parameter] = {}
    for name, parameter in own.items():
        options |= _parameters(makers[name]) if name in makers else {name: parameter}

    @wraps(command)
    def run(**values: Any) -> None:
        try:
            made = {name: _made(maker, values) for name, maker in makers.items()}
            command(**made, **{name: values[name] for name in own if name not in makers})
        except TextForFile as error:
            name = command.__name__.replace("_", "-")
            raise TextForFile(error.text, name) from None

    run.__dict__["__signature__"] = inspect.Signature(list(options.values()))
    run.__annotations__ = {name: each.annotation for name, each in options.items()}
    return run


def _made(maker: Callable[..., object], values: dict[str, Any]) -> object:
    return maker(**{name: values[name] for name in _parameters(maker)})


def _parameters(
    function: Callable[..., object], *, made: Container[str] = ()
) -> dict[str, inspect.Parameter]:
    """The parameters of a function by name, all keyword-only, with their real types.

    The types of what is made, and of what is given back, are imported when they are used.
    """
    known = inspect.signature(function).parameters
    told = SimpleNamespace(
        __annotations__={name: known[name].annotation for name in known if name not in made}
    )
    hints = get_type_hints(told, vars(sys.modules[function.__module__]), include_extras=True)
    return {
        name: each.replace(kind=each.KEYWORD_ONLY, annotation=hints.get(name, each.annotation))
        for name, each in known.items()
    }
