"""Work in several processes, and always in order.

mapped    what a work makes of each of some things
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from hearer.report.progress import Tell

Given = TypeVar("Given")
Made = TypeVar("Made")


def mapped(
    work: Callable[[Given], Made],
    given: Sequence[Given],
    *,
    processes: int = 1,
    tell: Tell | None = None,
) -> Iterator[Made]:
    """What `work` makes of all that is `given`, in that order; `tell` hears how far it is.

    >>> list(mapped(abs, [-1, 2]))
    [1, 2]
    """
    for done, made in enumerate(_made(work, given, min(processes, len(given))), start=1):
        if tell:
            tell(done, len(given))
        yield made


def _made(work: Callable[[Given], Made], given: Sequence[Given], workers: int) -> Iterator[Made]:
    if workers < 2:
        yield from map(work, given)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, given)
