"""How far a run over a corpus is: counted from what it tells.

Watch        what is done, how fast, and how long it may take yet
duration     seconds as people say them
counted      a large number with its noun
"""

from __future__ import annotations

import time
from collections.abc import Callable

from hearer.corpora.told.summary import Tally
from hearer.corpora.told.telling import Assembling, BatchTold, Begun, Delayed, Event, InputsCompared
from hearer.harmless import number_and, printable

SOON = 1.0  # seconds of work before which nobody can say how long it takes
STALLED = 60.0  # seconds without a batch, after which the speed falls
UNITS = (  # in seconds: one of it, and one of the next larger
    (86_400, 86_400_000_000, "d"),
    (3600, 86_400, "h"),
    (60, 3600, "min"),
    (1, 60, "s"),
)


class Watch:
    """What is told is counted; what was there before is no work of this run.

    `tell` is called with all that happens, and `clock` says the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.start = clock()
        self.tally = Tally()
        self.begun: Begun | None = None
        self.assembling: Assembling | None = None
        self.compared: InputsCompared | None = None
        self.waiting = ""  # why nothing is heard yet
        self.before = 0  # documents
        self.words = 0  # heard now
        self.pronouns = self.problems = 0  # numbers, which another thread may look at
        self._reached = self._reached_before = 0  # bytes of the input
        self._since = self.start  # what was done before is passed by, and the work begins
        self._latest = self.start  # when a batch was done

    def tell(self, event: Event) -> None:
        """Count what happened."""
        if isinstance(event, Begun):
            self.begun, self._since = event, self.clock()
        elif isinstance(event, BatchTold):
            self.waiting = ""
            self._count(event)
        elif isinstance(event, Delayed):
            self.waiting = printable(event.why)
        elif isinstance(event, InputsCompared):
            self.compared = event
        else:
            self.assembling = event

    def _count(self, batch: BatchTold) -> None:
        self.tally.add(batch.outcomes)
        self.pronouns = self.tally.pronouns
        self.problems += sum(len(one.problems) for one in batch.outcomes)
        self._reached += batch.size
        if batch.is_before:
            self.before += len(batch.outcomes)
            self._reached_before += batch.size
            self._since = self._since if self.words else self.clock()
        else:
            self._latest = self.clock()
            self.words += sum(one.words for one in batch.outcomes)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self.clock() - self.start

    @property
    def seconds_worked(self) -> float:
        """How long documents were heard: what was there before cost nothing.

        Until the latest batch came: between two of them the speed does not fall.
        """
        now = self.clock()
        is_stalled = now - self._latest > STALLED and not self.assembling
        return (now if is_stalled else self._latest) - self._since

    @property
    def words_per_second(self) -> float:
        return self.words / self.seconds_worked if self.seconds_worked > 0 else 0.0

    @property
    def share(self) -> float:
        """How much of the input is done, from 0 to 1."""
        return min(self._reached / self.total, 1.0) if self.total else 0.0

    @property
    def total(self) -> int:
        """The bytes of the input, as far as it is known."""
        return self.begun.total if self.begun else 0

    @property
    def seconds_left(self) -> float | None:
        """How long it may take yet, by what this run has done; None if nobody knows."""
        done, worked = self._reached - self._reached_before, self.seconds_worked
        if done <= 0 or worked < SOON or not self.total:
            return None
        left = max(self.total - self._reached, 0) * worked / done
        return max(left - (self.clock() - self._since - worked), 0)


def duration(seconds: float) -> str:
    """Seconds as people say them, in two units at most.

    >>> [duration(n) for n in (0.04, 8, 8.2, 61, 7322, 200_000)]
    ['0.0 s', '8 s', '8.2 s', '1 min 1 s', '2 h 2 min', '2 d 7 h']
    """
    if seconds < 10 and seconds != int(seconds):
        return f"{seconds:.1f} s"
    numbers = [int(seconds) % above // size for size, above, _ in UNITS]
    first = next((n for n, number in enumerate(numbers) if number), len(UNITS) - 1)
    told = [f"{numbers[n]} {UNITS[n][2]}" for n in range(first, min(first + 2, len(UNITS)))]
    return " ".join(one for n, one in enumerate(told) if not n or not one.startswith("0 "))


def counted(number: int, noun: str) -> str:
    """A large number with its noun.

    >>> counted(1, "word"), counted(45112, "pronoun")
    ('1 word', '45,112 pronouns')
    """
    return number_and(number, noun).replace(str(number), f"{number:,}", 1)
