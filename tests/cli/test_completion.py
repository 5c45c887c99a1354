"""Shell completion, asked as shells ask: by variables of the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hearer.cli import main
from tests.conftest import ROOT

PYTHONPATH = f"{ROOT / 'src'}:{os.environ.get('PYTHONPATH', '')}"


Captured = pytest.CaptureFixture[str]


@pytest.fixture
def hearer(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Callable[..., str]:
    """What is answered to arguments, and to variables of the environment."""

    def asked(*arguments: str, **variables: str) -> str:
        with monkeypatch.context() as patched:
            for name, value in variables.items():
                patched.setenv(name, value)
            assert main(arguments) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return asked


@pytest.mark.parametrize(
    ("typed", "some"),
    [
        ("hearer re", ["resolve", "rewrite"]),
        ("hearer why", ["why"]),
        ("hearer --vers", ["--version"]),
        ("hearer resolve --al", ["--algorithm"]),
        ("hearer resolve -a lrc", ["lrc", "lrc-f", "lrc-p"]),
        ("hearer compare -a al", ["all"]),
        ("hearer evaluate gold.conllu -a hob", ["hobbs"]),
        ("hearer list al", ["algorithms"]),
        ("hearer gallery tetreault-1999", ["tetreault-1999-northeast"]),
        ("hearer resolve --profile ", ["default", "paper"]),
        ("hearer resolve --to tsv", ["tsv"]),
        ("hearer convert x --to jso", ["json", "jsonlines", "jsonl"]),
        ("hearer trace --to ", ["text", "html", "latex"]),
        ("hearer rewrite --style a", ["annotate"]),
        ("hearer resolve x --set mean", ["meaning="]),
        ("hearer corp", ["corpus"]),
        ("hearer corpus q", ["query"]),
        ("hearer corpus --retry", ["--retry-failed"]),
        ("hearer corpus status out --t", ["--to"]),
        ("hearer corpus query out --se", ["--set"]),
        ("hearer resolve sto", []),  # files are for the shell to know
    ],
)
def test_tab_in_bash_offers_what_fits(
    typed: str, some: list[str], hearer: Callable[..., str]
) -> None:
    word = str(len(typed.split(" ")) - 1)
    told = hearer(_HEARER_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=word)
    assert told.split() == some


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_the_same(shell: str, hearer: Callable[..., str]) -> None:
    asked = {"_TYPER_COMPLETE_ARGS": "hearer rew", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    told = hearer(_HEARER_COMPLETE=f"complete_{shell}", **asked)
    assert "rewrite" in told
    assert "resolve" not in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_typer_installs_its_own_scripts(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hearer: Callable[..., str]
) -> None:
    """Typer asks shellingham which shell calls it; here a parent process of that name does."""
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    assert str(tmp_path) in hearer("--install-completion", HOME=str(tmp_path))
    (script,) = [path for path in tmp_path.rglob("*hearer*") if path.is_file()]
    shown = hearer("--show-completion").strip()
    assert shown == script.read_text(encoding="utf-8").strip()
    assert "_HEARER_COMPLETE" in shown


def test_bash_itself_completes_with_it(tmp_path: Path, hearer: Callable[..., str]) -> None:
    """The script in a real bash: the words it offers for `hearer conv`."""
    program = tmp_path / "hearer"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hearer "$@"\n')
    program.chmod(0o755)
    script = hearer(_HEARER_COMPLETE="source_bash")
    asking = (
        'COMP_WORDS=(hearer conv); COMP_CWORD=1; _hearer_completion hearer; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{asking}"],
        env={**os.environ, "PYTHONPATH": PYTHONPATH, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "convert\n"
