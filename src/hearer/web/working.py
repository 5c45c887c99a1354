"""Work on threads: a bounded queue, a time limit, and nobody works for those who have left.

Workers     runs work, or says that too much is waiting
Deadline    what a piece of work asks, word by word, whether it may go on
TooBusy, TookTooLong
            what is answered when it may not
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from time import monotonic
from typing import TypeVar

from fastapi import Request

from hearer.web.problems import RequestProblem

Result = TypeVar("Result")
Value = TypeVar("Value")
AGAIN_AFTER = 1  # seconds until it is worth to ask again


class TooBusy(RequestProblem):
    """The queue is full."""

    def __init__(self, waiting: int) -> None:
        super().__init__(429, f"{waiting} requests are waiting already.", code="too-busy")
        self.headers = {"Retry-After": str(AGAIN_AFTER)}


class TookTooLong(RequestProblem):
    """The work took longer than it may, or is not wanted any more."""

    def __init__(self, detail: str, code: str) -> None:
        super().__init__(503, detail, code=code)
        self.headers = {"Retry-After": str(AGAIN_AFTER)}


class Deadline:
    """When a piece of work has to be done; it asks as it goes, for nobody can end a thread.

    >>> soon = Deadline(60)
    >>> [*soon.through(["She", "sings"])]
    ['She', 'sings']
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.ends = seconds, monotonic() + seconds
        self._stopped = ""

    def begin(self) -> None:
        """Count from now on."""
        self.ends = monotonic() + self.seconds

    def stop(self, why: str) -> None:
        """Let the work end where it stands."""
        self._stopped = why

    def check(self) -> None:
        """Raise if the work may not go on."""
        if self._stopped:
            raise TookTooLong(self._stopped, "stopped")
        if monotonic() > self.ends:
            raise TookTooLong(f"This took longer than {self.seconds:g} seconds.", "too-long")

    def through(self, several: Iterable[Value]) -> Iterator[Value]:
        """The same values, as long as the work may go on."""
        for one in several:
            self.check()
            yield one


class Workers:
    """Some threads, and a queue before them that has an end."""

    def __init__(self, *, threads: int, queue: int, seconds: float) -> None:
        self.seconds, self.threads, self.queue = seconds, threads, queue
        self._most = threads + queue
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="hearer")
        self._going: set[Deadline] = set()
        self._lock = Lock()

    @property
    def going(self) -> int:
        """How many pieces of work are waiting or being done."""
        return len(self._going)

    async def run(
        self, work: Callable[[Deadline], Result], request: Request | None = None
    ) -> Result:
        """What a piece of work comes to; it is dropped when whoever sent the request leaves."""
        deadline = Deadline(self.seconds)
        future = self._submitted(work, deadline)
        left = asyncio.create_task(_left(request)) if request else None
        wrapped = asyncio.wrap_future(future)
        try:
            await asyncio.wait({wrapped, *([left] if left else ())}, return_when="FIRST_COMPLETED")
            if not wrapped.done():
                raise TookTooLong("Nobody is waiting for this.", "left")
            return wrapped.result()
        finally:
            deadline.stop("Nobody is waiting for this.")
            wrapped.cancel()
            if left:
                left.cancel()

    def _submitted(self, work: Callable[[Deadline], Result], deadline: Deadline) -> Future[Result]:
        """The work, in the queue if there is room."""

        def done() -> Result:
            deadline.begin()
            return work(deadline)

        with self._lock:
            if len(self._going) >= self._most:
                raise TooBusy(self.queue)
            self._going.add(deadline)
        future = self._pool.submit(done)
        future.add_done_callback(lambda _: self._ended(deadline))
        return future

    def _ended(self, deadline: Deadline) -> None:
        with self._lock:
            self._going.discard(deadline)

    def close(self) -> None:
        """Let all work end where it stands."""
        with self._lock:
            going = [*self._going]
        for deadline in going:
            deadline.stop("The server is stopping.")
        self._pool.shutdown(cancel_futures=True)


async def _left(request: Request) -> None:
    """Wait until whoever sent a request, and its whole body, has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
