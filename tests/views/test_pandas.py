"""A table of pandas, where pandas is; one sentence where it is not."""

from __future__ import annotations

import sys

import pytest

import hearer
from hearer.errors import MissingPackage
from hearer.views.notebook import COLUMNS
from tests.conftest import EXAMPLES

TABLE_5 = EXAMPLES / "table5.conllu"


def test_a_row_for_every_expression() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    found = hearer.resolve(TABLE_5, profile="paper")
    frame = found.to_pandas()
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(found.expressions)
    pronouns = frame[frame.label.notna()]
    assert list(pronouns.name) == [resolution.name for resolution in found.resolutions]


def test_nothing_gives_a_table_with_columns_and_no_rows() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = hearer.resolve(hearer.Discourse(())).to_pandas()
    assert (len(frame), list(frame.columns)) == (0, list(COLUMNS))


def test_without_pandas_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"found.to_pandas\(\) needs the package pandas"):
        hearer.resolve(TABLE_5).to_pandas()


def test_rows_have_these_columns_and_names() -> None:
    found = hearer.resolve(TABLE_5, profile="paper")
    rows = found.rows()
    assert rows
    assert all(list(row) == list(COLUMNS) for row in rows)
    named = {row["entity"]: row["name"] for row in rows}
    assert named == {chain.entity: chain.name for chain in found.chains}
