"""How the command starts: what it imports, and that it does not let one wait."""

import subprocess
import sys

import pytest

from hearer.cli.app import COMMANDS, command

PRINT_MODULES = "import sys; print(*sys.modules, file=sys.stderr)"
RUN = "from hearer.cli import program; status = program(); "


def modules_after(*arguments: str) -> set[str]:
    """What a command has imported when it is done."""
    code = f"import sys; sys.argv[1:] = {list(arguments)!r}; {RUN}{PRINT_MODULES}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    return set(done.stderr.split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith("hearer.")}


def test_help_imports_no_command() -> None:
    light = {"hearer.cli", *(f"hearer.cli.{x}" for x in ("app", "process"))}
    light |= {"hearer.errors", "hearer.escape"}
    found = modules_after("--help")
    assert ours(found) <= light
    assert found.isdisjoint({"spacy", "numpy", "rich", "pydantic", "importlib.metadata"})


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_has_the_first_line_of_the_help(name: str) -> None:
    assert command(name).help.partition("\n")[0] == COMMANDS[name][1]


def test_the_help_of_resolve_needs_no_model_and_no_table() -> None:
    found = modules_after("resolve", "--help")
    assert found.isdisjoint({"duckdb", "numpy", "onnxruntime", "pyarrow", "rich", "spacy"})


def test_a_sentence_is_understood_without_what_only_others_need() -> None:
    found = modules_after("resolve", "--text", "Anna slept. She smiled.")
    assert "onnxruntime" in found
    assert found.isdisjoint({"spacy", "onnx", "requests", "rich", "hearer.evaluation"})
    assert found.isdisjoint(
        {"hearer.views.comparison", "hearer.views.rewriting", "hearer.session.listener"}
    )
