"""Write src/hearer/keywords.pyi: the options of the analysis and of our algorithms, with types.

Run as: python -m bench.keyword_options > src/hearer/keywords.pyi && ruff format src
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_type_hints

from hearer.algorithms import ALGORITHMS
from hearer.analysis.options import AnalysisOptions

Types = dict[str, list[type]]  # by the name of an option
HEAD = '''"""Keyword arguments with their types; written by bench/keyword_options.py."""

from typing import Literal, TypedDict

'''
CLASS = '''from hearer.profiles import Profile
from hearer.session.knowledge import Knowledge

class Options(TypedDict, total=False):
    """The options of the analysis and of all our algorithms."""

'''
MORE = """
class HearingOptions(Options, total=False):
    algorithm: str | None
    profile: Profile | str | None

class ResolveOptions(HearingOptions, total=False):
    parser: object
    knowledge: Knowledge | None
    given: bool
"""


def source() -> str:
    """Return the text of the stub."""
    of_analysis = _types(AnalysisOptions)
    of_algorithms: Types = {}
    for name in ALGORITHMS.ours:
        for option, types in _types(type(ALGORITHMS.find(name).options)).items():
            known = of_algorithms.setdefault(option, [])
            known += [each for each in types if each not in known]
    every = {**of_analysis, **of_algorithms}
    lines = [f"    {name}: {_written(types)}\n" for name, types in sorted(every.items())]
    return HEAD + "".join(_imports(every)) + CLASS + "".join(lines) + MORE


def _types(options: Any) -> Types:
    hints = get_type_hints(options)
    chosen = [option.name for option in fields(options) if option.init]
    return {name: list(get_args(hints[name]) or (hints[name],)) for name in chosen}


def _imports(every: Types) -> Iterator[str]:
    enums = {each for types in every.values() for each in types if issubclass(each, StrEnum)}
    modules = sorted({each.__module__ for each in enums})
    for module in modules:
        names = sorted(each.__name__ for each in enums if each.__module__ == module)
        yield f"from {module} import {', '.join(names)}\n"


def _written(types: list[type]) -> str:
    """Return the type of an option: its values, and the strings that stand for them."""
    spelled = dict.fromkeys(
        f'"{value}"' for each in types if issubclass(each, StrEnum) for value in each
    )
    literal = [f"Literal[{', '.join(spelled)}]"] if spelled else []
    named = ["None" if each is NoneType else each.__name__ for each in types]
    return " | ".join([*sorted(named, key=lambda name: name == "None"), *literal])


if __name__ == "__main__":
    print(source(), end="")
