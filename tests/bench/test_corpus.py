"""The benchmark of corpora: what it measures with, on small things."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.corpus import BEGIN, BYTES_PER_WORD, END, Output, repeated, slope
from tests.conftest import ROOT


def test_texts_are_repeated_until_there_are_enough(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for name in "abc":
        (texts / f"{name}.txt").write_bytes(name.encode() * 480)
    few = repeated(texts, tmp_path / "few", most=2)
    many = repeated(texts, tmp_path / "many", words=1000)
    assert [path.read_bytes()[:1] for path in sorted(few.rglob("*.txt"))] == [b"a", b"b"]
    assert sum(path.stat().st_size for path in many.rglob("*.txt")) == 1000 * BYTES_PER_WORD


def test_what_grows_has_a_slope() -> None:
    assert slope([(0.0, 10.0), (1.0, 12.0), (2.0, 14.0)]) == pytest.approx(2)
    assert slope([(0.0, 10.0), (1.0, 10.0)]) == 0


def test_figures_stand_between_the_marks_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    say = Output()
    say("2 cores")
    say.write(page)
    assert page.read_text(encoding="utf-8") == (
        f"before\n{BEGIN}\n```\n2 cores\n```\n{END}\nafter\n"
    )
    whole = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert 0 < whole.find(BEGIN) < whole.find(END)
