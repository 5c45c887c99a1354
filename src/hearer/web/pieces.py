"""Long work piece by piece: whoever is slow to take what was worked out holds no thread.

in_pieces    what an iterator gives, worked out a piece at a time

Between two pieces whatever else is waiting gets its turn. All pieces together may take as long as
the work on any request; the time in between does not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from hearer.web.working import Deadline, TooBusy, TookTooLong, Workers

Value = TypeVar("Value")
LONGEST = 0.05  # seconds of a piece, or a little more
MOST = 500  # values in it
AGAIN_AFTER = 0.1  # seconds, where the queue is full and the work has begun


@dataclass(frozen=True, slots=True)
class PieceOfWork(Generic[Value]):
    """What was worked out in one go, and what ended it."""

    values: list[Value]
    seconds: float
    is_last: bool
    error: Exception | None = None  # raised when the values were taken


async def in_pieces(
    workers: Workers, several: Iterator[Value], *, is_begun: bool = False
) -> AsyncIterator[list[Value]]:
    """What `several` gives. A full queue refuses the first piece; the others wait for room.

    So does the first, where it goes on with something that has begun.
    """
    left = workers.seconds
    while True:
        run = partial(_run_patiently, workers) if is_begun else workers.run
        piece = await run(partial(_worked_out, several, left))
        is_begun = True
        left -= piece.seconds
        if piece.values:
            yield piece.values
        if piece.error:
            raise piece.error
        if piece.is_last:
            return


async def _run_patiently(
    workers: Workers, work: Callable[[Deadline], PieceOfWork[Value]]
) -> PieceOfWork[Value]:
    """Run a piece, when there is room for it."""
    ends = monotonic() + workers.seconds
    while True:
        try:
            return await workers.run(work)
        except TooBusy:
            if monotonic() > ends:
                raise
        await asyncio.sleep(AGAIN_AFTER)


def _worked_out(several: Iterator[Value], left: float, deadline: Deadline) -> PieceOfWork[Value]:
    began = monotonic()
    values: list[Value] = []
    error: Exception | None = None
    is_last = True
    try:
        for value in deadline.through(several):
            values.append(value)
            took = monotonic() - began
            if took >= left:
                error = TookTooLong.after(deadline.seconds)
                break
            if took > LONGEST or len(values) == MOST:
                is_last = False
                break
    except Exception as found:  # noqa: BLE001 - raised again, when what came before it was sent
        error = found
    return PieceOfWork(values, monotonic() - began, is_last, error)
