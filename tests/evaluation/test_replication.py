"""The replication report: computed, and the same every time."""

from __future__ import annotations

import pytest

from bench.replicate import page
from bench.replication import Corpora
from tests.evaluation.gold_by_hand import CLASSES, discourses_of

ALGORITHMS = ("bfp", "bfp-kameyama", "hobbs", "lrc", "most-recent", "s-list")


def written() -> str:
    documents = discourses_of(CLASSES)
    corpora = Corpora(documents, documents, (), (), ALGORITHMS, has_parser=False, processes=1)
    return "\n".join(page(corpora))


@pytest.mark.untraced
def test_two_runs_give_the_same_bytes() -> None:
    assert written() == written()


def test_what_is_not_there_is_said() -> None:
    text = written()
    assert "The shipped parser is not installed" in text
    assert "## GAP" not in text
    for part in ("Strube 1998", "Tetreault 2001", "All algorithms", "What each component is worth"):
        assert part in text


def test_the_table_is_that_of_the_command() -> None:
    assert "|  | Wrong (ambig.) | 1 | 0 | 0 | 0 | 0 | 1 |" in written()
