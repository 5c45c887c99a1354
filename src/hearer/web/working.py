"""Work on threads: a bounded queue, a time limit, and nobody works for those who have left.

Workers     runs work, or says that too much is waiting
Deadline    what a piece of work asks, word by word, whether it may go on
left        waits until whoever asked has left
TooBusy, TookTooLong
            what is answered when it may not

Whoever waits, waits in the event loop and not in the pool's own queue: who leaves makes room at
once. Threads and not processes: on two cores two threads do 1.5 times the work of one (the parser
lets others run while it computes), two processes 1.9 times, but these would hold the model and
what was heard lately twice, and could not be told to stop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil
from time import monotonic
from typing import TypeVar

from fastapi import Request
from starlette.types import Receive

from hearer.web.problems import RequestProblem

Result = TypeVar("Result")
Value = TypeVar("Value")
LATELY = 0.1  # how much the last piece of work counts in how long one takes
LATEST = 60  # seconds that anybody is told to wait
LEFT = "Nobody is waiting for this."
STOPPING = "The server is stopping."


class TooBusy(RequestProblem):
    """The queue is full, or did not move."""

    def __init__(self, waiting: int, again_after: float = 1) -> None:
        said, later = f"{waiting} requests are waiting already.", ceil(again_after)
        super().__init__(429, said, again_after=min(max(later, 1), LATEST), code="too-busy")


class TookTooLong(RequestProblem):
    """The work took longer than it may, or is not wanted any more."""

    def __init__(self, detail: str, code: str) -> None:
        super().__init__(503, detail, again_after=1, code=code)

    @classmethod
    def after(cls, seconds: float) -> TookTooLong:
        """What is said when the time is over."""
        return cls(f"This took longer than {seconds:g} seconds.", "too-long")


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
            raise TookTooLong.after(self.seconds)

    def through(self, several: Iterable[Value]) -> Iterator[Value]:
        """The same values, as long as the work may go on."""
        for one in several:
            self.check()
            yield one


class Workers:
    """Some threads, and a queue before them that has an end: first come, first served.

    `patience` is how long anybody waits for a turn, in seconds.
    """

    def __init__(self, *, threads: int, queue: int, seconds: float, patience: float = 60) -> None:
        self.threads, self.queue, self.seconds, self.patience = threads, queue, seconds, patience
        self.waiting = 0
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="hearer")
        self._turns = asyncio.Semaphore(threads)
        self._working: set[Deadline] = set()  # touched by the event loop alone
        self._takes = 0.0  # seconds, lately
        self._is_closed = False

    @property
    def working(self) -> int:
        """How many pieces of work are being done."""
        return len(self._working)

    async def run(
        self, work: Callable[[Deadline], Result], request: Request | None = None
    ) -> Result:
        """What a piece of work comes to; it is dropped when whoever sent the request leaves."""
        deadline = Deadline(self.seconds)
        done = asyncio.ensure_future(self._done(work, deadline))
        leaving = asyncio.ensure_future(left(request.receive)) if request else None
        tasks = {done, leaving} if leaving else {done}
        try:
            await asyncio.wait(tasks, return_when="FIRST_COMPLETED")
            if not done.done():
                raise TookTooLong(LEFT, "left")
            return done.result()
        finally:
            deadline.stop(LEFT)
            done.cancel()
            if leaving:
                leaving.cancel()

    async def _done(self, work: Callable[[Deadline], Result], deadline: Deadline) -> Result:
        await self._turn()
        if self._is_closed:
            self._turns.release()
            raise TookTooLong(STOPPING, "stopped")
        loop, began = asyncio.get_running_loop(), monotonic()
        self._working.add(deadline)

        def ended(_: Future[Result]) -> None:  # on the thread, even where nobody waits any more
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._ended, deadline, monotonic() - began)

        deadline.begin()
        future = self._pool.submit(work, deadline)
        future.add_done_callback(ended)
        return await asyncio.wrap_future(future)

    async def _turn(self) -> None:
        """Wait for a thread, if there is room to wait."""
        if self._turns.locked() and self.waiting >= self.queue:
            raise self._too_busy()
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience):
                await self._turns.acquire()
        except TimeoutError:
            raise self._too_busy() from None
        finally:
            self.waiting -= 1

    def _too_busy(self) -> TooBusy:
        return TooBusy(self.waiting, self._takes * (self.waiting + 1) / self.threads)

    def _ended(self, deadline: Deadline, took: float) -> None:
        self._working.discard(deadline)
        self._takes += LATELY * (took - self._takes)
        self._turns.release()

    def stop(self) -> None:
        """Let all work end where it stands, and begin none."""
        self._is_closed = True
        for deadline in self._working:
            deadline.stop(STOPPING)

    def close(self) -> None:
        """Stop, and let the threads go."""
        self.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


async def left(receive: Receive) -> None:
    """Wait until whoever sent a request, and its whole body, has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
