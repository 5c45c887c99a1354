"""The path of two sentences through the code stays short."""

from __future__ import annotations

from bench.walk import walk


def test_the_default_takes_few_files_and_calls() -> None:
    calls = walk()
    assert len({file for file, _ in calls}) <= 45
    assert calls.total() <= 650


def test_the_s_list_takes_few_files_and_calls() -> None:
    calls = walk("s-list")
    assert len({file for file, _ in calls}) <= 36
    assert calls.total() <= 425
