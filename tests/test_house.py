"""The house stays plain: figures of the source, and rules that no linter has.

MOST_LINES and the other figures are limits, not aims. A function that is long for a reason is
allowed; that one in ten is, is not.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.conftest import ROOT

SRC = ROOT / "src"
MOST_LINES = 69_500
MOST_LINES_OF_A_FILE = 300
MOST_LINES_OF_A_FUNCTION = 14  # in nine functions of ten
MOST_BRANCHES_OF_A_FUNCTION = 5  # in nine functions of ten
MOST_POSITIONS = 4  # what comes after the fourth argument has its name beside it
MOST_LAYERS = 9

Function = ast.FunctionDef | ast.AsyncFunctionDef
KINDS = (ast.Call, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.BoolOp, ast.match_case)

FILES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}
LINES = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in FILES.items()}
PACKAGES = [name for name in FILES if name.endswith("/__init__.py")]


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}


@cache
def all_nodes() -> list[tuple[str, ast.AST]]:
    """All that is asked for here, each with its file: to walk through a house takes its time."""
    return [
        (name, node)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, KINDS)
    ]


def nodes(kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> Iterator[tuple[str, ast.AST]]:
    """All nodes of a kind, each with its file."""
    return ((name, node) for name, node in all_nodes() if isinstance(node, kind))


def functions() -> list[Function]:
    return [node for _, node in nodes((ast.FunctionDef, ast.AsyncFunctionDef))]  # type: ignore[misc]


def nine_tenths(figures: Iterable[int]) -> int:
    """The figure that nine of ten do not exceed."""
    ordered = sorted(figures)
    return ordered[-(-len(ordered) * 9 // 10) - 1]


def branches(function: Function) -> int:
    return sum(isinstance(node, BRANCHES) for node in ast.walk(function))


def assert_none(found: list[str]) -> None:
    assert not found, f"{len(found)}:\n" + "\n".join(found)


# Size -----------------------------------------------------------------------------------------


def test_there_is_a_house() -> None:
    assert len(FILES) > 100
    assert len(PACKAGES) > 10
    assert len(functions()) > 1000


def test_no_file_has_two_ideas() -> None:
    assert_none([f"{name}: {n}" for name, n in LINES.items() if n > MOST_LINES_OF_A_FILE])


def test_the_house_is_small() -> None:
    assert sum(LINES.values()) < MOST_LINES


def test_nine_functions_of_ten_are_short() -> None:
    lengths = [(f.end_lineno or f.lineno) - f.lineno + 1 for f in functions()]
    assert nine_tenths(lengths) <= MOST_LINES_OF_A_FUNCTION


def test_nine_functions_of_ten_have_few_branches() -> None:
    assert nine_tenths(map(branches, functions())) <= MOST_BRANCHES_OF_A_FUNCTION


# Names ----------------------------------------------------------------------------------------


def test_no_two_public_classes_have_one_name() -> None:
    classes = [
        (node.name, name)
        for name, node in nodes(ast.ClassDef)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    often = {name for name, times in Counter(name for name, _ in classes).items() if times > 1}
    assert classes
    assert_none(sorted(f"{name}: {file}" for name, file in classes if name in often))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_introduces_all_that_is_in_it(package: str) -> None:
    folder = FILES[package].parent
    inside = [path.stem for path in folder.glob("*.py") if path.stem not in SELF_EXPLAINING]
    inside += [path.parent.name for path in folder.glob("*/__init__.py")]
    told = (ast.get_docstring(trees()[package]) or "").split()
    assert_none(sorted(name for name in inside if name not in told))


SELF_EXPLAINING = frozenset({"__init__", "__main__"})


# Calls ----------------------------------------------------------------------------------------


def own_names() -> frozenset[str]:
    """The classes and functions of the house, but those that take any number of arguments."""
    classes = {node.name for _, node in nodes(ast.ClassDef) if isinstance(node, ast.ClassDef)}
    variadic = {function.name for function in functions() if function.args.vararg}
    return frozenset(classes | {function.name for function in functions()} - variadic)


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_a_call_with_many_arguments_names_them() -> None:
    own = own_names()
    found = [
        f"{name}:{node.lineno} {called(node)}"
        for name, node in nodes(ast.Call)
        if isinstance(node, ast.Call) and called(node) in own and len(node.args) > MOST_POSITIONS
    ]
    assert_none(found)


def test_no_text_is_run_as_code() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, node in nodes(ast.Call)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"eval", "exec", "compile"}
    ]
    assert_none(found)


# Layers ---------------------------------------------------------------------------------------


def test_there_are_at_most_nine_layers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (whole,) = (one for one in contracts if one.get("exhaustive"))
    assert whole["containers"] == ["hearer"]
    assert len(whole["layers"]) <= MOST_LAYERS


def test_every_family_of_algorithms_keeps_to_itself() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    families = {path.parent.name for path in (SRC / "hearer/algorithms").glob("*/__init__.py")}
    apart = [set(one["modules"]) for one in contracts if one["type"] == "independence"]
    assert families
    assert {f"hearer.algorithms.{family}" for family in families} in apart
