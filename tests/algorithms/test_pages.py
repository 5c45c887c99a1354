"""The traces in the documentation are what the code prints."""

from __future__ import annotations

import doctest

import pytest

from tests.conftest import ROOT

PAGES = ["hobbs", "lrc", "lappin-leass", "baselines", "s-list-tetreault"]


@pytest.mark.parametrize("page", PAGES)
def test_a_traced_example_is_what_the_code_prints(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    path = ROOT / "docs" / "algorithms" / f"{page}.md"

    failed, tried = doctest.testfile(str(path), module_relative=False, encoding="utf-8")

    assert failed == 0
    assert tried > 0
