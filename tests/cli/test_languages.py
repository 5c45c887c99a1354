"""Other languages at the command line: what is said, to whom, and how often."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.cli import main, output
from tests.conftest import EXAMPLES

GERMAN, CZECH = str(EXAMPLES / "german.conllu"), str(EXAMPLES / "czech.conllu")
RAW = "Maria traf den alten Richter. Sie dankte ihm, und er lächelte."
SEEMS = "text-language this seems to be German; raw text is parsed as English"
LEARNT = "weighted-s-list is trained on English"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _nothing_was_said_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "REPORTED", set())


def run(capture: Captured, *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    out, err = capture.readouterr()
    return status, out, err


@pytest.mark.parametrize("command", ["resolve", "trace", "why", "compare", "centering"])
def test_raw_german_is_told_once(command: str, capsys: Captured) -> None:
    status, _, err = run(capsys, command, "--text", RAW)
    assert status == 0
    assert err.count(SEEMS) == 1


def test_under_strict_raw_german_is_refused(capsys: Captured) -> None:
    assert run(capsys, "resolve", "--text", RAW, "--strict")[0] == 1


def test_two_documents_of_one_language_are_told_of_once(tmp_path: Path, capsys: Captured) -> None:
    both = tmp_path / "both.conllu"
    both.write_text(Path(CZECH).read_text(encoding="utf-8") * 2, encoding="utf-8")
    _, out, err = run(capsys, "resolve", str(both))
    assert out.count("Ø → Marie") == 2
    assert err.count("it is read as Czech, by Universal Dependencies alone") == 1
    assert err.count(LEARNT) == 1


def test_compare_leaves_out_what_is_learnt_from_english(capsys: Captured) -> None:
    status, out, err = run(capsys, "compare", GERMAN)
    assert status == 0
    assert "weighted-s-list" not in out
    assert f"{LEARNT}, and left out of other languages." in err


def test_evaluate_refuses_what_is_learnt_from_english(capsys: Captured) -> None:
    status, _, err = run(capsys, "evaluate", CZECH, "--set", "workers=1")
    assert status == 2
    assert f"{LEARNT}, and" in err
    status, out, _ = run(capsys, "evaluate", CZECH, "-a", "s-list", "--set", "workers=1")
    assert status == 0
    assert out.startswith("s-list resolves 100.0 % of 5 anaphoric pronouns")


def test_the_language_can_be_said(capsys: Captured) -> None:
    _, out, _ = run(capsys, "trace", CZECH, "--set", "language=en")
    assert "Ø" not in out
    status, _, err = run(capsys, "resolve", CZECH, "--set", "language=42")
    assert status == 2
    assert "The option language cannot be '42'" in err
