"""Sizes of the packages, and rules of the source that no linter checks."""

from __future__ import annotations

import ast
import io
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

SRC = ROOT / "src"
HEARER = SRC / "hearer"
# Lines of Python at most, counted as ../shared/house does. The figures may only fall.
MACHINERY: dict[tuple[str, ...], int] = {
    ("cli",): 2_000,
    ("corpora",): 2_760,
    ("evaluation", "gallery"): 4_745,
    ("formats",): 3_915,
    ("views", "names.py"): 3_700,
    ("web",): 2_240,
    ("report", "writing", "testing"): 1_075,
}
CORE: dict[tuple[str, ...], int] = {
    ("model",): 1_839,
    ("analysis", "binding.py"): 4_220,
    ("algorithms",): 3_533,
    ("ranking",): 1_749,
    ("parsers",): 1_484,
    ("session",): 1_004,
    (".",): 1_283,
}
ELSEWHERE = {"binding.py", "names.py"}
MOST_FILES = {"machinery": 109, "core": 78}
MOST_WORDS = {"machinery": 150_000, "core": 104_588}  # code tokens
BESIDE = {"src/hearer_spacy": 161, "tests": 33_900, "bench": 3_500, "training": 4_491}
MOST_JAVASCRIPT = 4_240
MOST_POSITIONS = 4  # arguments without a name in a call
# Made for every word, by position: keywords take three times as long.
MADE_OFTEN = {
    "ReferringExpression", "Element", "Draft", "Naming", "ListedEntity", "Description", "TreePlace",
}  # fmt: skip
MOST_LAYERS = 9

NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef
KINDS = (ast.Call, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FILES = {path.relative_to(SRC).as_posix(): path for path in sorted(SRC.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in FILES.items()}


@cache
def all_nodes() -> list[tuple[str, ast.AST]]:
    return [
        (name, node)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, KINDS)
    ]


def nodes(kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> Iterator[tuple[str, ast.AST]]:
    """All nodes of a kind, each with the name of its file."""
    return ((name, node) for name, node in all_nodes() if isinstance(node, kind))


def functions() -> list[Function]:
    return [node for _, node in nodes((ast.FunctionDef, ast.AsyncFunctionDef))]  # type: ignore[misc]


def assert_none(found: list[str]) -> None:
    assert not found, f"{len(found)}:\n" + "\n".join(found)


# Sizes ----------------------------------------------------------------------------------------


def files_in(places: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for place in places:
        if place == ".":
            found += [path for path in HEARER.glob("*.py") if path.name not in ELSEWHERE]
        elif place.endswith(".py"):
            found += HEARER.glob(place)
        else:
            found += (HEARER / place).rglob("*.py")
    return found


def lines_in(paths: list[Path]) -> int:
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def words_in(name: str) -> int:
    """Number of code tokens, without comments, docstrings and white space."""
    docstrings = {
        node.value.lineno
        for node in ast.walk(trees()[name])
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    read = io.StringIO(FILES[name].read_text(encoding="utf-8")).readline
    return sum(
        token.type not in NO_CODE
        and not (token.type == tokenize.STRING and token.start[0] in docstrings)
        for token in tokenize.generate_tokens(read)
    )


def test_no_package_grows() -> None:
    limits = {**MACHINERY, **CORE}
    sizes = {places: lines_in(files_in(places)) for places in limits}
    assert all(sizes.values())
    assert_none([f"{k}: {n:,} > {limits[k]:,}" for k, n in sizes.items() if n > limits[k]])


def test_bfp_is_read_in_two_files_and_the_s_list_in_one() -> None:
    bfp, s_list = (
        sum(
            (SRC / "hearer" / "algorithms" / f"{name}.py").read_text().count("\n") for name in names
        )
        for names in (("centering", "readings"), ("s_list",))
    )
    assert (0 < bfp <= 750, 0 < s_list <= 330) == (True, True)


def test_nor_does_the_number_of_files_and_of_tokens() -> None:
    counted = 0
    for part, packages in ("machinery", MACHINERY), ("core", CORE):
        paths = [path for places in packages for path in files_in(places)]
        words = sum(words_in(path.relative_to(SRC).as_posix()) for path in paths)
        assert (len(paths) <= MOST_FILES[part], words <= MOST_WORDS[part]) == (True, True), part
        counted += len(paths)
    assert counted == len([*HEARER.rglob("*.py")])  # every file has a limit


def test_nor_do_tests_scripts_and_pages() -> None:
    sizes = {name: lines_in([*(ROOT / name).rglob("*.py")]) for name in BESIDE}
    assert_none([f"{name}: {n:,}" for name, n in sizes.items() if not 0 < n <= BESIDE[name]])
    scripts = [path for path in (HEARER / "web").rglob("*.js") if ".min." not in path.name]
    assert 0 < lines_in(scripts) <= MOST_JAVASCRIPT


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


# Calls ----------------------------------------------------------------------------------------


def own_names() -> frozenset[str]:
    """Our classes and functions, except those that take any number of arguments."""
    classes = {node.name for _, node in nodes(ast.ClassDef) if isinstance(node, ast.ClassDef)}
    variadic = {function.name for function in functions() if function.args.vararg}
    return frozenset(classes | {function.name for function in functions()} - variadic)


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_a_call_with_many_arguments_names_them_and_no_text_is_run_as_code() -> None:
    own, run = own_names(), {"eval", "exec", "compile"}
    found = [
        f"{name}:{node.lineno} {called(node)}"
        for name, node in nodes(ast.Call)
        if isinstance(node, ast.Call)
        and (
            (called(node) in own - MADE_OFTEN and len(node.args) > MOST_POSITIONS)
            or (isinstance(node.func, ast.Name) and node.func.id in run)
        )
    ]
    assert_none(found)


# Layers ---------------------------------------------------------------------------------------


def test_there_are_at_most_nine_layers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (whole,) = (one for one in contracts if one.get("exhaustive"))
    assert whole["containers"] == ["hearer"]
    assert len(whole["layers"]) <= MOST_LAYERS


def test_no_two_modules_have_the_same_name() -> None:
    names = Counter(path.stem for path in FILES.values())
    assert [name for name, times in names.items() if times > 1] == ["__init__"]
