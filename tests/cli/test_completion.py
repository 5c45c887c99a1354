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
        ("hearer why", ["why", "why-not"]),
        ("hearer --vers", ["--version"]),
        ("hearer resolve --al", ["--algorithm"]),
        ("hearer resolve -a lrc", ["lrc", "lrc-f", "lrc-p"]),
        ("hearer compare -a al", ["all"]),
        ("hearer evaluate gold.conllu -a hob", ["hobbs"]),
        ("hearer algorithms ss", ["ssk"]),
        ("hearer gallery tetreault-1999", ["tetreault-1999-northeast"]),
        ("hearer resolve --profile ", ["default", "paper"]),
        ("hearer resolve --to tsv", ["tsv"]),
        ("hearer convert x --to jso", ["json", "jsonlines", "jsonl"]),
        ("hearer resolve --from jso", ["json", "jsonlines"]),
        ("hearer trace --parser st", ["stanza"]),
        ("hearer trace --view ", ["terminal", "html", "latex"]),
        ("hearer resolve x --set mean", ["meaning="]),
        ("hearer corp", ["corpus"]),
        ("hearer corpus q", ["query"]),
        ("hearer corpus texts q", []),
        ("hearer corpus --to parq", ["parquet"]),
        ("hearer corpus --retry", ["--retry-failed"]),
        ("hearer corpus status out --fa", ["--failed"]),
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


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/hearer.sh"),
        ("zsh", ".zfunc/_hearer"),
        ("fish", ".config/fish/completions/hearer.fish"),
    ],
)
def test_it_is_installed_for_the_shell_that_is_named(
    shell: str, file: str, tmp_path: Path, hearer: Callable[..., str]
) -> None:
    said = hearer("--install-completion", shell, HOME=str(tmp_path))
    assert str(tmp_path / file) in said
    installed = (tmp_path / file).read_text(encoding="utf-8").strip()
    assert installed == hearer("--show-completion", shell).strip()


def test_bash_itself_completes_with_it(tmp_path: Path, hearer: Callable[..., str]) -> None:
    """The script in a real bash: the words it offers for `hearer conv`."""
    program = tmp_path / "hearer"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hearer "$@"\n')
    program.chmod(0o755)
    script = hearer("--show-completion", "bash")
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
