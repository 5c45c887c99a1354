"""Write the keyword options: every option of the analysis and of our algorithms, for type checkers.

    source    the text of src/hearer/keywords.py, derived from the options values

Run as: python -m bench.keyword_options > src/hearer/keywords.py && ruff format src
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
HEAD = '''"""Every option by its name, so that a type checker knows them: `resolve(text, window=7)`.

    Options    keyword arguments: values, or the strings that stand for them

Derived from the options values of the analysis and of our algorithms (bench/keyword_options.py). An
algorithm of a plug-in has options of its own; they are known when it is called by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
'''
CLASS = '''

class Options(TypedDict, total=False):
    """What may be set by name."""

'''


def source() -> str:
    """The text of the module."""
    of_analysis = _types(AnalysisOptions)
    of_algorithms: Types = {}
    for name in ALGORITHMS.ours:
        for option, types in _types(type(ALGORITHMS.find(name).options)).items():
            known = of_algorithms.setdefault(option, [])
            known += [each for each in types if each not in known]
    every = {**of_analysis, **of_algorithms}
    lines = [f"    {name}: {_written(types)}\n" for name, types in sorted(every.items())]
    return HEAD + "".join(_imports(every)) + CLASS + "".join(lines)


def _types(options: Any) -> Types:
    hints = get_type_hints(options)
    chosen = [option.name for option in fields(options) if option.init]
    return {name: list(get_args(hints[name]) or (hints[name],)) for name in chosen}


def _imports(every: Types) -> Iterator[str]:
    enums = {each for types in every.values() for each in types if issubclass(each, StrEnum)}
    modules = sorted({each.__module__ for each in enums})
    for module in modules:
        names = sorted(each.__name__ for each in enums if each.__module__ == module)
        yield f"    from {module} import {', '.join(names)}\n"


def _written(types: list[type]) -> str:
    """The type of an option: values, and the strings that stand for them."""
    spelled = dict.fromkeys(
        f'"{value}"' for each in types if issubclass(each, StrEnum) for value in each
    )
    literal = [f"Literal[{', '.join(spelled)}]"] if spelled else []
    named = ["None" if each is NoneType else each.__name__ for each in types]
    return " | ".join([*sorted(named, key=lambda name: name == "None"), *literal])


if __name__ == "__main__":
    print(source(), end="")
