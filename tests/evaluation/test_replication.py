"""The replication report: computed, and the same every time."""

from __future__ import annotations

import re

import pytest

from bench.replicate import blocks
from bench.replication import Corpora
from tests.evaluation.gold_by_hand import CLASSES, discourses_of

ALGORITHMS = ("bfp", "bfp-kameyama", "hobbs", "lrc", "most-recent", "s-list")


def written() -> str:
    documents = discourses_of(CLASSES)
    corpora = Corpora(documents, documents, (), (), ALGORITHMS, has_parser=False, processes=1)
    return "\n".join(f"{name}\n{block}" for name, block in blocks(corpora))


@pytest.mark.untraced
def test_two_runs_give_the_same_bytes() -> None:
    assert written() == written()


def test_what_is_not_there_is_said() -> None:
    text = written()
    assert "The shipped parser is not installed" in text
    assert "gap-paper\n\n" in text
    for part in ("Strube 1998", "Tetreault 2001", "most-recent", "segments: every paragraph"):
        assert part in text


def test_what_became_of_the_claims_is_said_with_intervals() -> None:
    told = written().partition("* **As the paper counts**")[2].partition("* **The paper's own")[0]
    assert re.search(r"With ties broken, [^*]+\*\*: [\d.]+ against [\d.]+,\n  \S+ \[.+\], p ", told)
    assert re.search(r"Lappin & Leass .+: [a-z ]+, [\d.]+ against [\d.]+,\n  \S+ \[.+\], p ", told)


def test_the_table_is_that_of_the_command() -> None:
    assert "|  | Wrong (ambig.) | 1 | 0 | 0 | 0 | 0 | 1 |" in written()
