"""hearer demo: every command stands before what it prints, and can be typed as it stands."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from hearer.cli import main
from hearer.cli.convert import DEMO, FIRST
from hearer.gallery.examples import examples_folder
from tests.conftest import ROOT

Captured = pytest.CaptureFixture[bytes]


def said(capture: Captured, *arguments: str) -> str:
    assert main(arguments) == 0
    return capture.readouterr().out.decode()


def test_what_is_shown_is_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = said(capsysbinary, "demo")
    assert shown.startswith(FIRST)
    said(capsysbinary, "demo", "-o", "examples")
    assert not said(capsysbinary, "demo").startswith(FIRST)
    assert len(DEMO) >= 5
    for command in DEMO:
        typed = said(capsysbinary, *shlex.split(command))
        assert f"\n$ hearer {command}\n\n{typed}" in shown


def test_what_is_copied_is_what_lies_in_the_repository(
    tmp_path: Path, capsysbinary: Captured
) -> None:
    said(capsysbinary, "demo", "-o", str(tmp_path / "new"))
    copied = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    lying = filter(Path.is_file, (ROOT / "examples").iterdir())
    assert copied == {path.name: path.read_bytes() for path in lying}


def test_a_copy_replaces_nothing_unless_told_to(tmp_path: Path, capsysbinary: Captured) -> None:
    mine = tmp_path / "story.txt"
    mine.write_text("mine")
    assert main(["demo", "-o", str(tmp_path)]) == 2
    assert mine.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["story.txt"]
    said(capsysbinary, "demo", "-o", str(tmp_path), "--force")
    assert mine.read_bytes() == (examples_folder() / "story.txt").read_bytes()
