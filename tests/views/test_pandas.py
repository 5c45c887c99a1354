"""A table of pandas, where pandas is; one sentence where it is not."""

from __future__ import annotations

import sys

import pytest

import hearer
from hearer.errors import MissingPackage
from hearer.views.notebook import COLUMNS
from tests.conftest import EXAMPLES

TABLE_5 = EXAMPLES / "table5.conllu"


def test_a_table_has_a_row_for_every_expression_and_the_name_of_its_document() -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    found = hearer.resolve(TABLE_5, profile="paper")
    frame = found.to_pandas()
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(found.expressions)
    pronouns = frame[frame.label.notna()]
    assert list(pronouns.name) == [resolution.name for resolution in found.resolutions]
    empty = hearer.resolve(hearer.Discourse(())).to_pandas()
    assert (len(empty), list(empty.columns)) == (0, list(COLUMNS))
    both = hearer.resolve(list(hearer.read(EXAMPLES / "table3.conllu")))
    table = pandas.concat(one.to_pandas() for one in both)
    assert list(table.document.unique()) == [one.discourse.name for one in both]
    assert len(table.document.unique()) == 2


def test_without_pandas_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"found.to_pandas\(\) needs the package pandas"):
        hearer.resolve(TABLE_5).to_pandas()


def test_rows_have_these_columns_and_names_and_the_place_that_why_takes() -> None:
    found = hearer.resolve(TABLE_5, profile="paper")
    rows = found.rows()
    assert rows
    assert all(list(row) == list(COLUMNS) for row in rows)
    named = {row["entity"]: row["name"] for row in rows}
    assert named == {chain.entity: chain.name for chain in found.chains}
    pronouns = [row for row in rows if row["label"]]
    assert pronouns
    for row, resolution in zip(pronouns, found.resolutions, strict=True):
        place = f"{row['line']}:{row['column']}"
        assert found.why(place) == found.why(f"table5.conllu:{place}") == found.why(resolution)
