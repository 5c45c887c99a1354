"""A function as a command: what its parameters say is what its users can say."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import pytest
from click.testing import CliRunner, Result

from hearer.cli.declared import Argument, Option, command


class Colour(StrEnum):
    RED = "red"
    BLUE = "light-blue"


def paint(
    walls: Annotated[list[str], Argument(metavar="WALL...", help="What to paint.")],
    *,
    colour: Annotated[Colour, Option(help="In which colour.")] = Colour.RED,
    coats: Annotated[int, Option("--coats", "-n", help="How often.", least=1)] = 2,
    beside: Annotated[list[str] | None, Option(help="What else.")] = None,
    is_dry: Annotated[bool, Option("--dry", help="Whether it is dry.")] = False,
    by: Annotated[str | None, Option(help="Who paints.", metavar="NAME")] = None,
) -> None:
    """Paint walls."""
    print(walls, repr(colour), coats, beside, is_dry, by)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command("paint", paint, epilog="That is all."), [*arguments])


def test_what_is_not_said_is_as_declared() -> None:
    assert run("a").output == "['a'] <Colour.RED: 'red'> 2 None False None\n"


def test_everything_can_be_said() -> None:
    told = run(*"a b --colour light-blue -n 3 --beside c --beside d --dry --by me".split())
    assert told.output == "['a', 'b'] <Colour.BLUE: 'light-blue'> 3 ['c', 'd'] True me\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "Missing argument 'WALL...'."),
        ("a --colour green", "'green' is not one of 'red', 'light-blue'."),
        ("a -n 0", "0 is not in the range x>=1."),
        ("a -n many", "'many' is not a valid integer"),
        ("a --dry=1", "Option '--dry' does not take a value."),
        ("a --hue", "No such option"),
    ],
)
def test_what_cannot_be_is_refused(arguments: str, said: str) -> None:
    told = run(*arguments.split())
    assert told.exit_code == 2
    assert said in told.output


def test_the_help_lists_arguments_options_and_defaults() -> None:
    told = run("--help").output
    assert told.startswith("Usage: paint [OPTIONS] WALL...\n\n  Paint walls.\n")
    lines = [" ".join(line.split()) for line in told.splitlines()]
    for line in (
        "WALL... What to paint.",
        "--colour [red|light-blue] In which colour. [default: red]",
        "-n, --coats INTEGER RANGE How often. [default: 2; x>=1]",
        "--by NAME Who paints.",
        "--dry Whether it is dry.",
        "That is all.",
    ):
        assert line in lines, told
