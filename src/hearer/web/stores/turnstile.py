"""One at a time for each session, and the others in a short queue.

Turnstile    lets one through for every name
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from hearer.web.problems import RequestProblem

MOST = 16  # that wait for one name: who takes turns has one, who tries again a few


@dataclass(slots=True)
class Gate:
    """What one name is waited at."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    people: int = 0


class Turnstile:
    """Lets one through for every name, in the order they came; no thread waits meanwhile."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._gates: dict[str, Gate] = {}

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Be the only one of this name; too many at once get 429."""
        gate = self._gates.setdefault(name, Gate())
        if gate.people > self._most:
            said = f"{self._most} turns are waiting already."
            raise RequestProblem(429, said, again_after=1, code="too-busy")
        gate.people += 1
        try:
            async with gate.lock:
                yield
        finally:
            gate.people -= 1
            if not gate.people:
                del self._gates[name]
