"""A bar is drawn on a terminal while work takes long, and is gone at the end."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from hearer.report import progress

BAR = "Listening"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True

    def shows(self) -> list[str]:
        """The lines that are left when every erased line is gone."""
        return [
            line
            for line in self.getvalue().rpartition(progress.CLEARED)[2].split("\n")
            if BAR in line
        ]


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()  # not a fixture: pytest puts its own stream there after the set-up
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def test_nothing_is_drawn_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown(BAR) as tell:
        tell(1, 2)
    assert list(progress.tracked(range(30), BAR, 30)) == list(range(30))
    assert capsys.readouterr() == ("", "")


def test_nor_on_a_terminal_that_cannot_erase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    assert list(progress.tracked(range(30), BAR, 30)) == list(range(30))
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(("patience", "is_drawn"), [(0.0, True), (60.0, False)])
def test_a_bar_is_drawn_when_it_takes_long_and_gone_at_the_end(
    patience: float, *, is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with progress.shown(BAR) as tell:
        tell(3, 30)
    assert (f"{BAR} " in terminal.getvalue(), "10%" in terminal.getvalue()) == (is_drawn, is_drawn)
    assert terminal.shows() == []


def test_a_large_total_is_a_percentage(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with progress.shown(BAR) as tell:
        tell(30_000, 40_000)
    assert "75%" in terminal.getvalue()


def test_a_bar_is_not_drawn_for_every_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "INTERVAL", 60.0)
    with progress.shown(BAR) as tell:
        for done in range(1, 1001):
            tell(done, 1000)
    assert 0 < terminal.getvalue().count("%") < 5


def test_one_bar_is_drawn_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "INTERVAL", 0.0)
    for _ in progress.tracked(range(2), "Outer", 2):
        with progress.shown(BAR) as tell:
            tell(1, 5)
    assert "Outer" in terminal.getvalue()
    assert BAR not in terminal.getvalue()
    with progress.shown(BAR) as tell:
        tell(1, 5)
    assert "20%" in terminal.getvalue()
    assert terminal.shows() == []


def test_the_bar_goes_when_the_work_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    pieces = progress.tracked(range(30), BAR, 30)
    next(pieces)
    assert terminal.shows()
    with pytest.raises(KeyboardInterrupt):
        pieces.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    assert terminal.shows() == []
