"""How far a long work is: on the standard error, and only where there is someone to look at it.

shown       a bar to be told how much is done
tracked     the works of a list, with a bar when there are many
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Work = TypeVar("Work")
Tell = Callable[[int, int], None]  # how much is done, of how much
MANY = 20  # works that are worth a bar
WIDTH = 40
CLEARED = "\r\x1b[K"


@contextmanager
def shown(*, quiet: bool = False) -> Iterator[Tell]:
    """Something to tell how much is done; the bar is gone when the work is."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    try:
        yield _tell
    finally:
        sys.stderr.write(CLEARED)
        sys.stderr.flush()


def tracked(works: Sequence[Work], *, quiet: bool = False) -> Iterator[Work]:
    """Go through `works`, and show how far we are when there are many of them."""
    with shown(quiet=quiet or len(works) < MANY) as tell:
        for n, work in enumerate(works):
            tell(n, len(works))
            yield work


def _tell(done: int, total: int) -> None:
    sys.stderr.write(f"{CLEARED}{bar(done, total)}")
    sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """A bar with what it stands for.

    >>> bar(3, 4)
    'Listening ██████████████████████████████·········· 3/4'
    """
    filled = WIDTH * min(done, total) // max(total, 1)
    return f"Listening {'█' * filled}{'·' * (WIDTH - filled)} {done}/{total}"
