"""Work on threads: the queue has an end, the time has one, and what is kept is kept once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

pytest.importorskip("fastapi", reason="the server is an extra: pip install 'hearer[web]'")

from hearer.profiles import DEFAULT, PAPER
from hearer.web.hearing import LEAST, HeardLately, Said
from hearer.web.working import Deadline, TooBusy, TookTooLong, Workers
from tests.conftest import EXAMPLES
from tests.parsers.parses import needs_model
from tests.web.conftest import ANNA


def test_work_gives_what_it_comes_to() -> None:
    async def asked() -> int:
        workers = Workers(threads=1, queue=1, seconds=5)
        try:
            return await workers.run(lambda _: 7)
        finally:
            workers.close()

    assert asyncio.run(asked()) == 7


def test_a_full_queue_says_so_at_once() -> None:
    async def asked() -> list[object]:
        workers, go = Workers(threads=1, queue=2, seconds=5), Event()
        waiting = [asyncio.create_task(workers.run(lambda _: go.wait(5))) for _ in range(5)]
        await asyncio.wait(waiting, return_when="FIRST_COMPLETED")
        go.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        workers.close()
        assert (workers.waiting, workers.working) == (0, 0)
        return list(found)

    found = asyncio.run(asked())
    refused = [one for one in found if isinstance(one, TooBusy)]
    assert [one for one in found if one is True] == [True] * 3
    assert len(refused) == 2
    assert refused[0].status == 429
    assert int(refused[0].headers["Retry-After"]) >= 1


def test_work_ends_at_its_deadline() -> None:
    def endless(deadline: Deadline) -> None:
        for _ in deadline.through(iter(int, 1)):
            pass

    async def asked() -> None:
        workers = Workers(threads=1, queue=1, seconds=0.05)
        try:
            await workers.run(endless)
        finally:
            workers.close()

    with pytest.raises(TookTooLong, match=r"longer than 0\.05 seconds"):
        asyncio.run(asked())


def test_waiting_in_the_queue_is_not_counted() -> None:
    async def asked() -> list[object]:
        workers, go = Workers(threads=1, queue=1, seconds=0.3), Event()
        first = asyncio.create_task(workers.run(lambda _: go.wait(5)))
        second = asyncio.create_task(workers.run(lambda deadline: deadline.check()))
        await asyncio.sleep(0.4)
        go.set()
        found = await asyncio.gather(first, second)
        workers.close()
        return list(found)

    assert asyncio.run(asked()) == [True, None]


def test_whoever_stops_the_workers_stops_the_work() -> None:
    async def asked() -> None:
        workers, begun = Workers(threads=1, queue=1, seconds=60), Event()

        def endless(deadline: Deadline) -> None:
            begun.set()
            for _ in deadline.through(iter(int, 1)):
                pass

        work = asyncio.create_task(workers.run(endless))
        await asyncio.to_thread(begun.wait)
        await asyncio.to_thread(workers.close)
        await work

    with pytest.raises(TookTooLong, match="stopping"):
        asyncio.run(asked())


# What was heard lately ---------------------------------------------------------------------------


@needs_model
def test_a_document_is_heard_once() -> None:
    heard, deadline = HeardLately(1_000), Deadline(60)
    first = heard.hear(Said(ANNA), DEFAULT, deadline)
    assert heard.hear(Said(ANNA), DEFAULT, deadline) is first
    other = heard.hear(Said(ANNA), PAPER, deadline)
    assert other is not first
    assert other[0].discourse is first[0].discourse
    assert heard.hear(Said(ANNA, name="other"), DEFAULT, deadline) is not first


@needs_model
def test_no_more_words_are_kept_than_are_allowed() -> None:
    words = 10
    heard, deadline = HeardLately(3 * (words + LEAST)), Deadline(60)
    first = heard.read(Said(ANNA), deadline)
    for n in range(10):
        heard.read(Said(f"Anna met the old judge {n}. She thanked him."), deadline)
        assert heard.words <= 3 * (words + LEAST + 1)
    assert heard.read(Said(ANNA), deadline) is not first
    assert len(heard.read(Said("She slept. " * 60), deadline)[0].utterances) == 60
    assert heard.words <= 3 * (words + LEAST + 1)


@needs_model
def test_two_who_ask_at_once_are_answered_by_one_piece_of_work() -> None:
    heard, story = HeardLately(10_000), (EXAMPLES / "story.txt").read_text(encoding="utf-8")
    with ThreadPoolExecutor(4) as pool:
        asked = [
            pool.submit(heard.hear, Said(story), DEFAULT, Deadline(60)) for _ in range(8)
        ]  # fmt: skip
    assert len({id(one.result()) for one in asked}) == 1


@needs_model
def test_what_somebody_gave_up_is_worked_out_by_the_next() -> None:
    heard = HeardLately(10_000)
    late = Deadline(0)
    with pytest.raises(TookTooLong):
        heard.hear(Said(ANNA), DEFAULT, late)
    assert len(heard.hear(Said(ANNA), DEFAULT, Deadline(60))[0].resolutions) == 2
