"""Options at random: names of any algorithm and of the analysis, values of any kind."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from hearer.algorithms import ALGORITHMS
from hearer.profiles import how_to_hear
from tests.fuzz.mutations import nasty_number, nasty_text

MOST = 4
PLAIN: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 5, 0.5, 1.5, -0.5, 1e308, 10**30, -(10**9), [], [1], {},
    {"a": 1}, "none", "true", "no", "all", "document", "nan", "inf", "-inf", "0.9", "1e999",
    "7", "",
)  # fmt: skip
NUMBERS = {"\0inf": float("inf"), "\0-inf": float("-inf"), "\0nan": float("nan")}


@cache
def names(algorithm: str) -> tuple[str, ...]:
    return tuple(sorted(how_to_hear(algorithm).known))


@cache
def spellings() -> tuple[str, ...]:
    """What some option or other may be."""
    found: set[str] = set()
    for algorithm in ALGORITHMS.names():
        how = how_to_hear(algorithm)
        for part in (how.analysis, how.own_options):
            for name in names(algorithm):
                members = getattr(type(getattr(part, name, None)), "__members__", {})
                found |= {str(member) for member in members.values()}
    return tuple(sorted(found))


def make(random: Random) -> dict[str, Any]:
    algorithm = random.choice(ALGORITHMS.names())
    chosen = random.sample(names(algorithm), random.randint(1, MOST))
    if random.random() < 0.05:
        chosen.append(nasty_text(random))
    return {"algorithm": algorithm, "options": {name: _value(random) for name in chosen}}


def _value(random: Random) -> Any:
    strange = random.choice((random.choice(tuple(NUMBERS)), nasty_text(random)))
    usual = random.choice(PLAIN), random.choice(PLAIN)
    return random.choice((nasty_number(random), strange, random.choice(spellings()), *usual))


def values(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options as Python values: some are spelled in JSON that has no such number."""
    return {
        name: NUMBERS.get(value, value) if isinstance(value, str) else value
        for name, value in options.items()
    }
