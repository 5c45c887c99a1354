"""A function as a command: what its parameters say of themselves is what its users can say.

Option, Argument    what stands in the annotation of a parameter, with what it is for
command             the command that a function is

    limit: Annotated[int, Option(help="At most so many.", least=1)] = 5

A list may be given several times, an enumeration has choices, and a parameter that may be None
or has a default need not be given.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import click


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that is given by its place."""

    help: str
    metavar: str | None = None


class Option:
    """Something that is given by its name: that of the parameter, where no other is said."""

    def __init__(
        self,
        *names: str,
        help: str,  # noqa: A002 - as everybody calls it
        metavar: str | None = None,
        least: int | None = None,
    ) -> None:
        self.names = names
        self.help = help
        self.metavar = metavar
        self.least = least


def command(name: str, function: Callable[..., None], *, epilog: str = "") -> click.Command:
    """The command that calls a function, and says of itself what the function says."""
    hints = get_type_hints(function, include_extras=True)
    declared = inspect.signature(function).parameters
    parameters = [_parameter(each, hints[each.name]) for each in declared.values()]
    run = partial(_run, function, {each.name for each in parameters if _is_list(each)})
    return _Command(
        name, callback=run, params=parameters, help=inspect.getdoc(function), epilog=epilog
    )


def _run(function: Callable[..., None], lists: set[str | None], **values: Any) -> None:
    """Call it; what may be repeated, and was not said once, is None."""
    for name in lists & values.keys():
        values[str(name)] = list(values[str(name)]) or None
    function(**values)


def _is_list(parameter: click.Parameter) -> bool:
    return parameter.multiple or parameter.nargs == -1


# Parameters --------------------------------------------------------------------------------------


def _parameter(parameter: inspect.Parameter, hint: Any) -> click.Parameter:
    """What a parameter of a function is on the command line."""
    kind, said = get_args(hint)
    kind = _given(kind)
    is_list = get_origin(kind) is list
    (kind,) = get_args(kind) if is_list else (kind,)
    is_required = parameter.default is inspect.Parameter.empty
    if isinstance(said, Argument):
        return _Placed(parameter.name, said, is_list=is_list, is_required=is_required)
    default = parameter.default
    return click.Option(
        [*(said.names or ("--" + parameter.name.replace("_", "-"),)), parameter.name],
        help=said.help,
        metavar=said.metavar,
        type=_type(kind, said),
        is_flag=kind is bool,
        multiple=is_list,
        default=default.value if isinstance(default, StrEnum) else default,
        show_default=default is not None and kind is not bool,
    )


def _given(kind: Any) -> Any:
    """The type of what is given, where nothing need be."""
    if get_origin(kind) is not UnionType:
        return kind
    (given,) = (each for each in get_args(kind) if each is not NoneType)
    return given


def _type(kind: type, said: Option) -> Any:
    if issubclass(kind, StrEnum):
        return _Choice(kind)
    return click.IntRange(min=said.least) if said.least is not None else kind


class _Choice(click.Choice[str]):
    """One of an enumeration, by its value."""

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__([each.value for each in kind])
        self.kind = kind

    def convert(self, value: Any, param: Any, ctx: Any) -> StrEnum:
        """What the value is the value of."""
        return self.kind(super().convert(str(value), param, ctx))


class _Placed(click.Argument):
    """An argument that says what it is for."""

    def __init__(self, name: str, said: Argument, *, is_list: bool, is_required: bool) -> None:
        super().__init__([name], required=is_required, nargs=-1 if is_list else 1, type=str)
        self.said = said
        self.shown = said.metavar or name.upper()

    def make_metavar(self, *_: Any) -> str:
        """How it is shown: in brackets where it need not be given."""
        several = "..." if self.nargs == -1 and not self.shown.endswith("...") else ""
        return f"{self.shown}{several}" if self.required else f"[{self.shown}]{several}"

    def get_error_hint(self, *_: Any) -> str:
        return f"'{self.shown}'"

    def get_help_record(self, *_: Any) -> tuple[str, str]:
        return self.shown, self.said.help


class _Command(click.Command):
    """A command that lists its arguments before its options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        placed = [each for each in self.get_params(ctx) if isinstance(each, _Placed)]
        if placed:
            with formatter.section("Arguments"):
                formatter.write_dl([each.get_help_record(ctx) for each in placed])
        named = [each for each in self.get_params(ctx) if not isinstance(each, _Placed)]
        with formatter.section("Options"):
            records = [each.get_help_record(ctx) for each in named]
            formatter.write_dl([record for record in records if record])
