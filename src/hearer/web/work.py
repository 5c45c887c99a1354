"""Blocking work on threads, with a bounded queue and a time limit. Threads share the model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

import anyio
from anyio import from_thread, to_thread
from starlette.requests import Request

from hearer.web.problems import RequestProblem

Result = TypeVar("Result")
Value = TypeVar("Value")
QUEUE_SECONDS = 60  # that a request waits for a thread
PIECE_SECONDS = 0.05
PIECE_VALUES = 500


def cancellable(values: Iterable[Value]) -> Iterator[Value]:
    """Yield the values; raise, on a worker thread, when the work was cancelled."""
    for value in values:
        from_thread.check_cancelled()
        yield value


class Workers:
    """Threads that run work for requests, first come, first served."""

    def __init__(self, threads: int, *, queue: int, timeout: float) -> None:
        self.queue, self.timeout, self.waiting = queue, timeout, 0
        self.running: set[anyio.CancelScope] = set()
        self._limiter = anyio.CapacityLimiter(threads)
        self._is_stopped = False

    async def run(
        self, work: Callable[[], Result], request: Request | None = None, *, waits: bool = False
    ) -> Result:
        """Run `work` in a thread; cancel it on disconnect; raise 429 if the queue is full."""
        if request is None:
            return await self._run(work, waits=waits)
        result: Result | Exception = RequestProblem(503, "The client disconnected.", "left")
        async with anyio.create_task_group() as tasks:

            async def cancel_on_disconnect() -> None:
                while (await request.receive())["type"] != "http.disconnect":
                    pass
                tasks.cancel_scope.cancel()

            tasks.start_soon(cancel_on_disconnect)
            try:
                result = await self._run(work, waits=waits)
            except Exception as error:  # noqa: BLE001 - raised below, outside of the task group
                result = error
            tasks.cancel_scope.cancel()
        if isinstance(result, Exception):
            raise result
        return result

    async def _run(self, work: Callable[[], Result], *, waits: bool) -> Result:
        try:
            self._limiter.acquire_nowait()
        except anyio.WouldBlock:
            await self._wait(waits=waits)
        with anyio.CancelScope() as scope:
            self.running.add(scope)
            try:
                if self._is_stopped:
                    scope.cancel()
                with anyio.fail_after(self.timeout):
                    return await to_thread.run_sync(work)
            except TimeoutError:
                raise self._too_long() from None
            finally:
                self.running.discard(scope)
                self._limiter.release()
        raise RequestProblem(503, "The server is stopping.", "stopped", retry=1)

    async def _wait(self, *, waits: bool) -> None:
        """Wait for a thread; raise 429 if the queue is full or does not move."""
        detail = f"{self.waiting} requests are waiting already."
        too_busy = RequestProblem(429, detail, "too-busy", retry=1)
        if self.waiting >= self.queue and not waits:
            raise too_busy
        self.waiting += 1
        try:
            with anyio.fail_after(QUEUE_SECONDS):
                await self._limiter.acquire()
        except TimeoutError:
            raise too_busy from None
        finally:
            self.waiting -= 1

    async def pieces(
        self, values: Iterator[Value], *, waits: bool = False
    ) -> AsyncGenerator[list[Value]]:
        """Yield the values in lists, each computed within PIECE_SECONDS or a little more.

        No thread waits for a client that reads slowly. All pieces together have the time of one
        request. What was computed before an exception is yielded before it is raised.
        """
        left = self.timeout

        def piece() -> tuple[list[Value], Exception | None, float]:
            began, found = monotonic(), list[Value]()
            end: Exception | None = StopIteration()
            try:
                for value in cancellable(values):
                    found.append(value)
                    if monotonic() - began >= left:
                        end = self._too_long()
                        break
                    if monotonic() - began > PIECE_SECONDS or len(found) == PIECE_VALUES:
                        end = None
                        break
            except Exception as error:  # noqa: BLE001 - raised below
                end = error
            return found, end, monotonic() - began

        while True:
            found, end, seconds = await self.run(piece, waits=waits)
            waits, left = True, left - seconds
            if found:
                yield found
            if isinstance(end, StopIteration):
                return
            if end:
                raise end

    def stop(self) -> None:
        """Cancel all running work and start none."""
        self._is_stopped = True
        for scope in self.running:
            scope.cancel()

    def _too_long(self) -> RequestProblem:
        detail = f"This took longer than {self.timeout:g} seconds."
        return RequestProblem(503, detail, "too-long", retry=1)
