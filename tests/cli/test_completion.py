"""Shell completion, asked as shells ask: by variables of the environment."""

from __future__ import annotations

import os
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
        ("hearer --vers", ["--version"]),
        ("hearer resolve --al", ["--algorithm"]),
        ("hearer corpus --retry", ["--retry-failed"]),
        ("hearer corpus status out --t", ["--to"]),
        ("hearer resolve sto", []),  # files are for the shell to know
    ],
)
def test_tab_in_bash_offers_what_fits(
    typed: str, some: list[str], hearer: Callable[..., str]
) -> None:
    word = str(len(typed.split(" ")) - 1)
    told = hearer(_HEARER_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=word)
    assert told.split() == some


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
