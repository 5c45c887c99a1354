"""Many clients at the same time: every request is answered, or refused with Retry-After."""

from __future__ import annotations

import asyncio

import pytest

from bench.load import CALLS, load, served
from tests.parsers.parses import needs_model


@needs_model
def test_clients_are_answered_or_told_to_wait() -> None:
    with served(queue=2) as (address, pid):
        found = asyncio.run(load(address, clients=20, seconds=2, pid=pid))
    assert found.errors == []
    assert found.answered > 0
    assert found.refused > 0
    assert {status for _, status in found.statuses} <= {200, 201, 429}


@pytest.mark.slow
@needs_model
def test_memory_does_not_grow_under_load() -> None:
    with served() as (address, pid):
        found = asyncio.run(load(address, clients=200, seconds=120, pid=pid))
    lines = "\n".join(found.lines())
    assert found.errors == [], lines
    assert {call for call, _ in found.statuses} == set(CALLS), lines
    half = max(memory for second, memory in found.memory.items() if second <= 65)
    assert found.memory[120] < 1.1 * half, lines  # the cache is full after a minute
