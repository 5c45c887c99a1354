"""Progress is for somebody who looks at it, and for nobody else."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from hearer.report import progress


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown() as tell:
        tell(1, 2)
    assert list(progress.tracked(range(30))) == list(range(30))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("patience", "is_shown"), [(0.0, True), (60.0, False)])
def test_a_bar_is_shown_on_a_terminal_when_it_takes_long_and_gone_at_the_end(
    patience: float, *, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    assert list(progress.tracked(range(30))) == list(range(30))
    assert ("Listening" in screen.getvalue()) is is_shown
    assert not is_shown or screen.getvalue().endswith(progress.CLEARED)


def test_a_bar_is_not_drawn_anew_for_every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "OFTEN", 60.0)
    with progress.shown() as tell:
        for done in range(1000):
            tell(done, 1000)
    assert screen.getvalue().count("Listening") == 1


def test_the_bar_goes_when_the_work_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    works = progress.tracked(range(30))
    next(works)
    with pytest.raises(KeyboardInterrupt):
        works.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    assert screen.getvalue().endswith(progress.CLEARED)
