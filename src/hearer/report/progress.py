"""How far a long work is: a bar on the standard error, if that is a terminal.

shown      something to tell how much is done, while it is done
tracked    the works one by one, told as they are done
HowFar     texts parsed and words heard, told as they come
bar        the bar itself

What is over at once shows no bar; nor does anything in a pipe or a file.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from hearer.model import Utterance, Word

Work = TypeVar("Work")
Tell = Callable[[int, int], None]  # how much is done, of how much
PATIENCE = 0.4  # seconds that nobody minds waiting
OFTEN = 0.1  # seconds between two looks at the bar
COUNTABLE = 10_000  # of more than that nobody counts the pieces
WIDTH = 40
LISTENING = "Listening"
CLEARED = "\r\x1b[K"


@contextmanager
def shown(work: str = LISTENING, *, quiet: bool = False, at_once: bool = False) -> Iterator[Tell]:
    """Something to tell how much is done; the bar is gone when the work is.

    It is there `at_once` where the first piece of the work may take long.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    screen = _Screen(work, 0 if at_once else PATIENCE)
    try:
        yield screen.tell
    finally:
        screen.clear()


def tracked(works: Sequence[Work], *, quiet: bool = False) -> Iterator[Work]:
    """Go through `works`, and show how far we are when it takes long."""
    with shown(quiet=quiet) as tell:
        for n, work in enumerate(works):
            tell(n, len(works))
            yield work


@dataclass
class HowFar:
    """Streams of utterances and of words that tell how far they are, in code points."""

    tell: Tell
    total: int
    done: int = 0

    def parsed(self, utterances: Iterable[Utterance]) -> Iterator[Utterance]:
        for utterance in utterances:
            self.tell(self.done + utterance.start, self.total)
            yield utterance

    def heard(self, words: Iterable[Word]) -> Iterator[Word]:
        for word in words:
            if word.ends_utterance:
                self.tell(self.done + word.utterance.start, self.total)
            yield word


class _Screen:
    """Where the bar is drawn: not at once, and not all the time."""

    def __init__(self, work: str, patience: float) -> None:
        self.work = work
        self.next = time.monotonic() + patience
        self.is_drawn = False

    def tell(self, done: int, total: int) -> None:
        if (now := time.monotonic()) < self.next:
            return
        self.next, self.is_drawn = now + OFTEN, True
        sys.stderr.write(f"{CLEARED}{bar(done, total, self.work)}")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.is_drawn:
            sys.stderr.write(CLEARED)
            sys.stderr.flush()


def bar(done: int, total: int, work: str = LISTENING) -> str:
    """A bar with what it stands for: pieces, or the share of what has too many.

    >>> bar(3, 4)
    'Listening ██████████████████████████████·········· 3/4'
    >>> bar(30_000, 40_000)
    'Listening ██████████████████████████████·········· 75 %'
    """
    share = min(done, total) / max(total, 1)
    filled = int(WIDTH * share)
    told = f"{done}/{total}" if total < COUNTABLE else f"{100 * share:.0f} %"
    return f"{work} {'█' * filled}{'·' * (WIDTH - filled)} {told}"
