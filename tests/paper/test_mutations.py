"""Each rule of the paper is held by a table: change one, and a printed row no longer comes out."""

from __future__ import annotations

import pytest

from hearer.algorithms import s_list
from hearer.algorithms.s_list import Overflow, Position, SList, SListOptions
from hearer.model import Element
from tests.paper.replay import TABLES, replay

TABLE_5 = TABLES[-1]


def failures() -> list[str]:
    return [line for table in TABLES for line in replay(table).failures]


def test_latest_mention_as_position_breaks_nine_of_the_18_checks_of_table_5() -> None:
    """The number of docs/specification/s-list.md A.2 was measured with another program."""
    replayed = replay(TABLE_5, SListOptions(position=Position.LATEST))

    assert (len(replayed.failures), replayed.checks) == (9, 18)
    assert "his -> CURTIS" in replayed.failures


def test_a_destructive_cut_at_insertion_breaks_exactly_the_last_row() -> None:
    last_row = TABLE_5.read_text(encoding="utf-8").splitlines()[-1]

    assert replay(TABLE_5, SListOptions(overflow=Overflow.CUT)).failures == [last_row]


def test_ignoring_the_status_breaks_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_status(element: Element, *_: object) -> tuple[int, float]:
        return -element.utterance, element.position

    monkeypatch.setattr(s_list, "rank", without_status)

    assert failures()


def test_skipping_step_2_breaks_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def keep_everything(self: SList, _: int) -> SList:
        return self

    monkeypatch.setattr(SList, "realized_in", keep_everything)

    assert failures()


def test_ranking_reversed_in_time_breaks_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def earlier_first(element: Element, *_: object) -> tuple[int, int, float]:
        return element.status, element.utterance, element.position

    monkeypatch.setattr(s_list, "rank", earlier_first)

    assert failures()


def test_ranking_from_right_to_left_breaks_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def rightmost_first(element: Element, *_: object) -> tuple[int, int, float]:
        return element.status, -element.utterance, -element.position

    monkeypatch.setattr(s_list, "rank", rightmost_first)

    assert failures()
