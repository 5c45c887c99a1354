"""The documents keep their word: what they name exists, and their snippets run."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest

from tests.conftest import ROOT

PLACE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|conllu|txt))(?::([\w.]+))?`")
PAPER = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
PLACES = sorted(set(PLACE.findall(PAPER)))


def test_the_paper_is_mapped() -> None:
    assert len(PLACES) > 40


@pytest.mark.parametrize(("file", "name"), PLACES, ids=lambda part: part or "whole")
def test_every_place_named_in_paper_md_exists(file: str, name: str) -> None:
    source = ROOT / "src" / "hearer" / file
    if not source.exists():
        assert (ROOT / file).exists(), file
        return
    if name:
        module = importlib.import_module(f"hearer.{Path(file).with_suffix('')}".replace("/", "."))
        reduce(getattr, name.split("."), module)


def test_all_28_disagreements_are_listed() -> None:
    assert [int(n) for n in re.findall(r"^\| (\d+) \|", PAPER, re.MULTILINE)][-28:] == list(
        range(1, 29)
    )


# Snippets -------------------------------------------------------------------------------------

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SNIPPETS = {
    path.relative_to(ROOT).as_posix(): BLOCK.findall(path.read_text(encoding="utf-8"))
    for path in DOCUMENTS
}
WITH_SNIPPETS = sorted(name for name, blocks in SNIPPETS.items() if blocks)


def test_the_readme_has_snippets() -> None:
    assert "README.md" in WITH_SNIPPETS


@pytest.mark.parametrize("document", WITH_SNIPPETS)
def test_every_snippet_runs_and_prints_what_it_says(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python blocks of a document share their names; a console block shows commands and output."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": document}
    for language, block in SNIPPETS[document]:
        if language == "python":
            _run_python(block, names)
        else:
            _run_console(block)


def _run_python(block: str, names: dict[str, object]) -> None:
    if ">>>" not in block:
        exec(compile(block, "snippet", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block, names, "snippet", None, 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    written: list[str] = []
    runner.run(test, out=written.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(written)


def _run_console(block: str) -> None:
    for command, shown in re.findall(
        r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE
    ):
        if not command.startswith(("hearer", "echo", "printf", "cat")):
            continue
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-c", command], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        printed = {line.rstrip() for line in done.stdout.splitlines()}
        for line in shown.splitlines():
            assert line.rstrip() in printed or line.strip() in {"", "…", "..."}, (command, line)
