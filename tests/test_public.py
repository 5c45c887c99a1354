"""What is public: the names of `hearer`, the types behind them, and what the documents import."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

import hearer
from tests.conftest import ROOT
from tests.test_docs import SNIPPETS

FUNCTIONS = [
    name for name in hearer.__all__ if inspect.isfunction(inspect.unwrap(getattr(hearer, name)))
]


def test_the_public_names_are_sorted_and_there() -> None:
    assert hearer.__all__ == sorted(set(hearer.__all__))
    assert {"Profile", "Interpretation", "Explanation", "PAPER", "resolve"} <= set(hearer.__all__)
    assert all(getattr(hearer, name) is not None for name in hearer.__all__)
    assert dir(hearer) == hearer.__all__
    with pytest.raises(AttributeError, match="has no attribute 'resolves'"):
        hearer.resolves  # type: ignore[attr-defined]  # noqa: B018


def test_type_checkers_read_the_same_names() -> None:
    stub = ast.parse((ROOT / "src" / "hearer" / "__init__.pyi").read_text(encoding="utf-8"))
    places = {
        alias.name: node.module
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    places = {name: place for name, place in places.items() if str(place).startswith("hearer.")}
    assert places.pop("ResolveOptions") == "hearer.keywords"
    places |= {one.name: "hearer.api" for one in stub.body if isinstance(one, ast.FunctionDef)}
    assert sorted([*places, "__version__"]) == hearer.__all__
    for name, module in places.items():
        assert getattr(importlib.import_module(str(module)), name) is getattr(hearer, name)


def test_importing_hearer_reads_nothing_else_of_it() -> None:
    told = "import sys, hearer; print(*[m for m in sys.modules if m.startswith('hearer.')])"
    shown = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == []


def test_what_a_public_function_returns_is_public() -> None:
    assert len(FUNCTIONS) > 10
    late = ("Comparison", "Evaluation", "Rewriting")
    namespace = {name: getattr(hearer, name) for name in late}
    for name in FUNCTIONS:
        returned = get_type_hints(getattr(hearer, name), localns=namespace)["return"]
        ours = [each for each in _types_in(returned) if each.__module__.startswith("hearer.")]
        assert {each.__name__ for each in ours} <= set(hearer.__all__), name


def _types_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for each in get_args(hint):
        yield from _types_in(each)


NAMESPACES = {"hearer", "hearer.plugins"}

# Documents ---------------------------------------------------------------------------------------


def _imports() -> Iterator[tuple[str, str, str]]:
    """Document, module and name, "" for a module itself."""
    for document, blocks in SNIPPETS.items():
        for language, block in blocks:
            for node in _nodes(block) if language == "python" else ():
                if isinstance(node, ast.Import):
                    yield from ((document, alias.name, "") for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    yield from ((document, str(node.module), alias.name) for alias in node.names)


def _nodes(block: str) -> Iterator[ast.AST]:
    examples = doctest.DocTestParser().get_examples(block)
    for source in [example.source for example in examples] or [block]:
        yield from ast.walk(ast.parse(source))


def test_the_documents_import_public_names_only() -> None:
    """Those of `hearer` from there or, by authors, from `hearer.plugins`; others by `__all__`."""
    imported = sorted(each for each in set(_imports()) if each[1].startswith("hearer"))
    assert len(imported) > 10
    private = [
        (document, module, name)
        for document, module, name in imported
        if name
        and (name not in _public(module) or (name in hearer.__all__ and module not in NAMESPACES))
    ]
    assert private == []


def _public(module: str) -> list[str]:
    """The names of a module; a format is documented as a module, with whatever is in it."""
    found = importlib.import_module(module)
    if module.startswith("hearer.formats"):
        below = (each.name for each in pkgutil.iter_modules(getattr(found, "__path__", ())))
        return [name for name in (*dir(found), *below) if not name.startswith("_")]
    names: list[str] = getattr(found, "__all__", [])
    return names


def test_plug_in_authors_find_what_they_build_on() -> None:
    from hearer import plugins

    assert {"Needs", "Stateful", "Strategy", "Element"} <= set(plugins.__all__)
    assert all(hasattr(plugins, name) for name in plugins.__all__)
