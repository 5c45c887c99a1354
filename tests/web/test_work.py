"""Work on threads with a bounded queue and a time limit, and the cache of documents."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from threading import Event
from typing import Any, TypeVar

import anyio
import pytest

from hearer.errors import UsageError
from hearer.profiles import DEFAULT, PAPER
from hearer.web.documents import MIN_WORDS, DocumentCache, Source
from hearer.web.problems import RequestProblem
from hearer.web.work import Workers, cancellable
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA

Result = TypeVar("Result")


def workers(*, threads: int = 1, queue: int = 4, timeout: float = 60) -> Workers:
    return Workers(threads, queue=queue, timeout=timeout)


def endless() -> None:
    for _ in cancellable(iter(int, 1)):
        pass


def on_thread(work: Callable[[], Result]) -> Result:
    return asyncio.run(workers().run(work))


def test_a_full_queue_is_refused_at_once() -> None:
    async def work() -> list[object]:
        own, go = workers(queue=2), Event()
        waiting = [asyncio.create_task(own.run(lambda: go.wait(5))) for _ in range(5)]
        await asyncio.wait(waiting, return_when="FIRST_COMPLETED")
        assert (own.waiting, len(own.running)) == (2, 1)
        go.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert (own.waiting, len(own.running)) == (0, 0)
        return list(found)

    found = asyncio.run(work())
    refused = [one for one in found if isinstance(one, RequestProblem)]
    assert [one for one in found if one is True] == [True] * 3
    assert [(one.status, one.headers["Retry-After"]) for one in refused] == [(429, "1")] * 2


def test_the_time_in_the_queue_is_not_counted() -> None:
    async def work() -> list[object]:
        own, go = workers(timeout=0.3), Event()
        first = asyncio.create_task(own.run(lambda: go.wait(5)))
        second = asyncio.create_task(own.run(lambda: list(cancellable("ab"))))
        await asyncio.sleep(0.4)
        go.set()
        return list(await asyncio.gather(first, second))

    assert asyncio.run(work()) == [True, ["a", "b"]]


class Disconnecting:
    """A request whose client disconnects after 50 ms."""

    async def receive(self) -> dict[str, str]:
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}


@pytest.mark.parametrize("cause", ["disconnect", "stop"])
def test_work_is_cancelled_on_disconnect_and_when_the_server_stops(cause: str) -> None:
    async def work() -> Workers:
        own = workers()
        request: Any = Disconnecting() if cause == "disconnect" else None
        if cause == "stop":
            asyncio.get_running_loop().call_later(0.05, own.stop)
        with pytest.raises(RequestProblem) as raised:
            await own.run(endless, request)
        assert raised.value.code == ("left" if request else "stopped")
        if cause == "stop":
            with pytest.raises(RequestProblem, match="stopping"):
                await own.run(list)  # nothing starts after it
        return own

    assert not asyncio.run(work()).running


def slowly(most: int = 10**9, error: Exception | None = None) -> Iterator[int]:
    for number in count():
        if number == most:
            if error:
                raise error
            return
        time.sleep(0.01)
        yield number


async def taken(pieces: AsyncIterator[list[int]]) -> list[list[int]]:
    return [piece async for piece in pieces]


def test_pieces_come_in_order_and_before_an_exception() -> None:
    found: list[list[int]] = []

    async def work() -> None:
        async for piece in workers().pieces(slowly(30, UsageError("no further"))):
            found.append(piece)  # noqa: PERF401 - a list would be lost with the exception

    with pytest.raises(UsageError, match="no further"):
        asyncio.run(work())
    assert [number for piece in found for number in piece] == [*range(30)]
    assert len(found) > 3


def test_a_request_has_a_time_limit_and_all_its_pieces_together() -> None:
    with pytest.raises(RequestProblem, match=r"longer than 0\.05 seconds") as raised:
        asyncio.run(workers(timeout=0.05).run(endless))
    assert (raised.value.status, raised.value.code) == (503, "too-long")
    began = time.monotonic()
    with pytest.raises(RequestProblem, match=r"longer than 0\.3"):
        asyncio.run(taken(workers(timeout=0.3).pieces(slowly())))
    assert time.monotonic() - began < 2


def test_a_full_queue_refuses_a_first_piece_and_lets_a_later_one_wait() -> None:
    async def work() -> list[list[int]]:
        own = workers(queue=0)
        going = own.pieces(slowly(20))
        found = [await anext(going)]
        busy = asyncio.create_task(own.run(lambda: time.sleep(0.3)))
        await asyncio.sleep(0.01)
        with pytest.raises(RequestProblem, match="waiting"):
            await taken(own.pieces(slowly(1)))
        found += await taken(going)
        await busy
        return found

    assert [number for piece in asyncio.run(work()) for number in piece] == [*range(20)]


@needs_model
def test_a_document_is_parsed_and_resolved_once() -> None:
    cache = DocumentCache(1_000)

    def work() -> None:
        first = cache.resolve(Source(ANNA), DEFAULT)
        assert cache.resolve(Source(ANNA), DEFAULT) is first
        other = cache.resolve(Source(ANNA), PAPER)
        assert other is not first
        assert other[0].discourse is first[0].discourse
        assert cache.resolve(Source(ANNA, name="other"), DEFAULT) is not first

    on_thread(work)


@needs_model
def test_the_cache_is_bounded_and_the_least_recently_used_document_is_dropped() -> None:
    """A, B, A again, then C: there is room for two, so B goes and not A."""
    most = 2 * (10 + MIN_WORDS)
    cache = DocumentCache(most)
    texts = [Source(f"Anna met the old judge {name}. She smiled.") for name in "ABC"]

    def work() -> None:
        a, b = cache.read(texts[0]), cache.read(texts[1])
        assert cache.read(texts[0]) is a
        cache.read(texts[2])
        assert cache.read(texts[0]) is a
        assert cache.read(texts[1]) is not b
        assert 0 < cache.words <= most
        long = cache.read(Source("She slept. " * 60))  # too large to be cached
        assert len(long[0].utterances) == 60
        assert 0 < cache.words <= most
        assert cache.read(texts[1]) is cache.read(texts[1])

    on_thread(work)


@needs_model
def test_cancelled_work_is_not_cached() -> None:
    cache = DocumentCache(10_000)

    async def work() -> int:
        with pytest.raises(RequestProblem):
            await workers(timeout=0).run(lambda: cache.resolve(Source(ANNA), DEFAULT))
        assert cache.words == 0
        found = await workers().run(lambda: cache.resolve(Source(ANNA), DEFAULT))
        return len(found[0].resolutions)

    assert anyio.run(work) == 2
