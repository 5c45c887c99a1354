"""A connection that says nothing, or does not read, is closed; and how many there are at once.

Patience     how long, and how many
Connection   uvicorn's connection, with the clocks that it has not
connections  what uvicorn makes of every connection that comes in

Uvicorn waits for the head of a request for ever, and for a client that does not read its answer.
Where there are too many connections, the one makes room that has owed us its request longest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10
MOST_HEAD = 32_768  # bytes of a request's head: browsers send less than two thousand


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a client is waited for that does not read, and how many may be there."""

    seconds: float = 30
    most: int = 1_000

    @property
    def head_seconds(self) -> float:
        """For the head of a request: it comes at once, if it comes."""
        return min(self.seconds, HEAD_SECONDS)


class Connection(H11Protocol):
    """A connection that is closed if no head of a request comes, or no answer is taken."""

    def __init__(
        self,
        *uvicorn: Any,  # as it was made: the names are uvicorn's own affair
        patience: Patience,
        unsaid: dict[Connection, None],
        **more: Any,
    ) -> None:
        super().__init__(*uvicorn, **more)
        self.patience = patience
        self.unsaid = unsaid  # those that have not said all they want, the oldest first
        self.head_clock: asyncio.TimerHandle | None = None
        self.reading_clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()
        if len(self.connections) > self.patience.most:
            next(iter(self.unsaid), self).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_awaited:
            self._wait_for_head()
            return
        self._stop_waiting()
        if self.conn.their_state is h11.SEND_BODY:
            self.unsaid[self] = None  # guards.bodies has the clock for it

    @property
    def is_awaited(self) -> bool:
        """Whether nobody works for it: a head is to come, or the rest of a body that was refused.

        Most clients read no answer before they have sent all, so that rest is let in for a while,
        and thrown away; to close at once would lose the answer.
        """
        if self.conn.their_state is h11.SEND_BODY:
            return self.conn.our_state is h11.DONE
        return self.conn.their_state is h11.IDLE

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.is_awaited and not self.transport.is_closing():
            self._wait_for_head()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading_clock = self.loop.call_later(self.patience.seconds, self.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.reading_clock is not None:
            self.reading_clock.cancel()

    def abort(self) -> None:
        """Close at once: what was not read is not waited for."""
        self._stop_waiting()
        self.connections.discard(self)
        self.transport.abort()

    def _wait_for_head(self) -> None:
        if self.head_clock is None:
            self.unsaid[self] = None
            self.head_clock = self.loop.call_later(self.patience.head_seconds, self.abort)

    def _stop_waiting(self) -> None:
        self.unsaid.pop(self, None)
        if self.head_clock is not None:
            self.head_clock.cancel()
            self.head_clock = None


def connections(patience: Patience) -> Callable[..., Connection]:
    """What uvicorn makes of every connection that comes in."""
    return partial(Connection, patience=patience, unsaid={})
