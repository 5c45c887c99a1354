"""How the command starts: what it imports, and that it does not let one wait."""

import inspect
import subprocess
import sys
import time

import pytest

from hearer.cli.commands import COMMANDS, spelled

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
    light = {"hearer.cli", *(f"hearer.cli.{x}" for x in ("commands", "process", "running"))}
    light |= {"hearer.errors", "hearer.harmless"}
    found = modules_after("--help")
    assert ours(found) <= light
    assert found.isdisjoint({"spacy", "numpy", "rich", "pydantic", "importlib.metadata"})


def test_help_comes_at_once() -> None:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "hearer", "--help"], capture_output=True, check=True)
    assert time.perf_counter() - begun < 1  # 0.07 s on an idle machine


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_of_itself(name: str) -> None:
    word = spelled(name)
    command = getattr(__import__(f"hearer.cli.{word}", fromlist=[word]), word)
    summary, _, _ = (inspect.getdoc(command) or "").partition("\n")
    assert COMMANDS[name].summary == summary


@pytest.mark.parametrize(
    "name", ["resolve", "trace", "why", "corpus", "corpus query", "corpus status"]
)
def test_the_help_of_a_command_needs_nothing_that_hears(name: str) -> None:
    found = modules_after(*name.split(), "--help")
    assert f"hearer.cli.{spelled(name)}" in found
    assert found.isdisjoint({"duckdb", "pyarrow", "rich"})
    assert found.isdisjoint({"spacy", "numpy", "hearer.model", "hearer.api", "hearer.analysis"})


def test_a_sentence_is_understood_without_what_only_others_need() -> None:
    found = modules_after("resolve", "--text", "Anna slept. She smiled.")
    assert "onnxruntime" in found
    assert found.isdisjoint({"spacy", "onnx", "requests", "rich", "hearer.evaluation"})
    assert found.isdisjoint(
        {"hearer.views.comparison", "hearer.views.rewriting", "hearer.session.live"}
    )
