"""Many clients at once: every one is answered, or told to wait."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

from bench.load import CALLS, Load, at, load, served
from bench.load_client import Answer
from tests.parsers.parses import needs_model


@needs_model
def test_twenty_clients_get_answers_or_are_told_to_wait() -> None:
    with served("--queue", "8") as (address, pid):
        found = asyncio.run(load(address, clients=20, seconds=3, pid=pid))
    assert found.errors == []
    assert found.answered > 0
    assert found.refused > 0
    assert {status for _, status in found.statuses} <= {200, 201, 429}


@pytest.mark.slow
@needs_model
def test_two_hundred_clients_for_two_minutes_leave_memory_as_it_is() -> None:
    with served() as (address, pid):
        found = asyncio.run(load(address, clients=200, seconds=120, pid=pid))
    told = "\n".join(found.lines())
    assert found.errors == [], told
    assert {call for call, _ in found.statuses} >= {call.name for call in CALLS}, told
    half = max(found.memory[60], found.memory[50])
    assert found.memory[120] < 1.1 * half, told  # what is kept lately is full by then


def test_an_error_is_counted_and_a_refusal_is_none() -> None:
    found = Load(1, 1.0)
    for status in (200, 429, 500):
        found.note(Answer("x", status, seconds=0.1, headers={}, body=b"why"))
    assert found.errors == ["x: 500 b'why'"]
    assert (found.answered, found.refused) == (1, 1)


def test_the_99th_of_a_hundred_is_p99() -> None:
    assert at([float(n) for n in range(1, 101)], 0.5) == 51
    assert at([float(n) for n in range(1, 101)], 0.99) == 100
    assert at([7.0], 0.99) == 7
