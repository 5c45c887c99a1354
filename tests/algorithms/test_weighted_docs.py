"""The page of the weighted S-list has the factors as they are declared."""

from __future__ import annotations

from collections.abc import Iterator

from hearer.algorithms.weighted.factors import FACTORS
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "algorithms" / "weighted-s-list.md"
MOST = 5  # values that are shown


def table() -> Iterator[str]:
    """All factors, a line each."""
    yield "| factor | about | values |"
    yield "| --- | --- | --- |"
    for factor in FACTORS:
        told = [factor.told(value) for value in factor.values]
        shown = told if len(told) <= MOST else [*told[:MOST], "…"]
        yield f"| {factor.name} | {factor.about} | {'; '.join(shown)} |"


def test_the_page_lists_every_factor_as_it_is_declared() -> None:
    """If it does not: put what `table` yields in its place."""
    assert "\n".join(table()) in PAGE.read_text(encoding="utf-8")
