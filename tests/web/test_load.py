"""Many clients at once: every request is answered, or refused with Retry-After."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

pytest.importorskip("fastapi", reason="hearer[web] is not installed")

import httpx

from bench.load import CALLS, Load, load, quantile, served
from tests.parsers.parses import needs_model


@needs_model
def test_twenty_clients_are_answered_or_told_to_wait() -> None:
    with served(queue=2) as (address, pid):
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
    lines = "\n".join(found.lines())
    assert found.errors == [], lines
    assert {call for call, _ in found.statuses} == set(CALLS), lines
    half = max(memory for second, memory in found.memory.items() if second <= 65)
    assert found.memory[120] < 1.1 * half, lines  # the cache is full by then


def test_an_error_is_counted_and_a_refusal_is_none() -> None:
    found = Load(1, 1.0)
    for status in (200, 429, 500):
        answer = httpx.Response(status, text="why")
        answer.elapsed = timedelta(seconds=0.1)
        found.note("x", answer)
    assert found.errors == ["x: 500 'why'"]
    assert (found.answered, found.refused) == (1, 1)
    assert quantile([float(n) for n in range(1, 101)], 0.5) == 51
    assert quantile([float(n) for n in range(1, 101)], 0.99) == 100
    assert quantile([7.0], 0.99) == 7
