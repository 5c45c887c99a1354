"""Options by name: which belong to the analysis, which to the algorithm, and what they may be.

split_options    options as users give them, typed and divided
analysis_options, algorithm_options
                 the names and defaults that the analysis and an algorithm understand
understood       of some options, those that each of several algorithms knows
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum

from hearer import registry
from hearer.analysis.options import AnalysisOptions
from hearer.errors import UnknownName, UsageError

TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def split_options(
    algorithm: Callable[..., object], options: Mapping[str, object]
) -> tuple[AnalysisOptions, dict[str, object]]:
    """The options of the analysis and those of the algorithm; an unknown name is an error.

    >>> from hearer.algorithms.s_list.s_list import SListAlgorithm
    >>> split_options(SListAlgorithm, {"window": "7", "temporal": "all"})[1]
    {'window': 7}
    """
    of_analysis, of_algorithm = analysis_options(), algorithm_options(algorithm)
    for name in options:
        if name not in of_analysis and name not in of_algorithm:
            raise UnknownName("option", name, {*of_analysis, *of_algorithm})
    chosen = {
        name: _typed(name, value, of_analysis[name])
        for name, value in options.items()
        if name in of_analysis
    }
    rest = {
        name: _typed(name, value, of_algorithm[name])
        for name, value in options.items()
        if name in of_algorithm
    }
    return AnalysisOptions(**chosen), rest  # type: ignore[arg-type]


def analysis_options() -> dict[str, object]:
    """The names and defaults of the options of the analysis."""
    return {option.name: option.default for option in fields(AnalysisOptions)}


def algorithm_options(algorithm: Callable[..., object]) -> dict[str, object]:
    """The names and defaults of the options of an algorithm."""
    if options := getattr(algorithm, "Options", None):
        return {option.name: option.default for option in fields(options) if option.init}
    parameters = inspect.signature(algorithm).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def understood(
    algorithms: Sequence[str], options: Mapping[str, object]
) -> dict[str, dict[str, object]]:
    """The options that each algorithm knows; one that none of them knows is an error.

    >>> understood(["s-list", "hobbs"], {"window": 7})
    {'s-list': {'window': 7}, 'hobbs': {}}
    """
    known = {
        name: {*analysis_options(), *algorithm_options(registry.find("algorithm", name))}
        for name in algorithms
    }
    everything = set().union(*known.values())
    for option in options:
        if option not in everything:
            raise UnknownName("option", option, everything)
    return {name: {k: v for k, v in options.items() if k in known[name]} for name in algorithms}


def _typed(name: str, value: object, default: object) -> object:
    """`value` in the type of the option's default, also when it comes as text."""
    try:
        return _coerced(value, default)
    except (KeyError, ValueError) as error:
        raise UsageError(
            f"The option {name} cannot be {value!r}; it may be {_allowed(default)}."
        ) from error


def _coerced(value: object, default: object) -> object:
    if value in (None, "none") and not isinstance(default, (StrEnum, str, bool)):
        return None
    if isinstance(default, StrEnum):
        return type(default)(str(value))
    if isinstance(default, bool):
        return value if isinstance(value, bool) else TRUTH[str(value).lower()]
    if isinstance(default, (int, float)):
        return type(default)(str(value))
    return value


def _allowed(default: object) -> str:
    if isinstance(default, StrEnum):
        return ", ".join(type(default))
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, float):
        return "a number"
    return "a whole number" if isinstance(default, int) else "a text"
