"""A number of places, for what goes on for long: streams and sockets.

Seats    lets so many in at a time
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hearer.web.problems import RequestProblem

AGAIN_AFTER = 5  # seconds until one may be free


class Seats:
    """Lets so many in at a time; one more gets 429."""

    def __init__(self, most: int, called: str) -> None:
        self._most, self._called = most, called
        self.taken = 0

    @contextmanager
    def seat(self) -> Iterator[None]:
        """Be in."""
        if self.taken >= self._most:
            said = f"{self._most} {self._called} are open already."
            raise RequestProblem(429, said, again_after=AGAIN_AFTER, code="too-busy")
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
