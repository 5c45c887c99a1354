"""Tables 3 to 5, fed by hand: ranking, insertion, look-up and removal alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer.algorithms.s_list import Overflow, SListOptions
from tests.paper.replay import TABLES, replay


def test_all_five_tables_are_there() -> None:
    assert [table.stem for table in TABLES] == [
        "table_3",
        "table_3_prime",
        "table_4",
        "table_4_prime",
        "table_5",
    ]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_s_list_reproduces(table: Path) -> None:
    replayed = replay(table)

    assert replayed.checks > 0
    assert replayed.failures == []


def test_a_view_of_five_with_a_cut_at_the_end_of_utterances_reproduces_them_too() -> None:
    assert not any(
        replay(table, SListOptions(overflow=Overflow.CUT_AT_END)).failures for table in TABLES
    )
