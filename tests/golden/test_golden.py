"""No answer changes unless it is meant to: `python -m tests.golden` records the new ones."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from tests.golden import Answer, answers, recorded

TOLERANCE = 0.11  # processors differ in the last digits of a confidence


def same(one: Answer | None, other: Answer | None) -> bool:
    if one is None or other is None or one[:-1] != other[:-1]:
        return False
    return one.confidence == other.confidence or (
        bool(one.confidence and other.confidence)
        and abs(float(one.confidence) - float(other.confidence)) < TOLERANCE
    )


@pytest.mark.untraced
def test_answers_are_those_on_record() -> None:
    before, now = recorded(), [*answers()]
    assert len(before) > 1000
    differ = [f"{b} → {n}" for b, n in zip_longest(before, now) if not same(b, n)]
    assert not differ, "\n".join(differ[:40])
