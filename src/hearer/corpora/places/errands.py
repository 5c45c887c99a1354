"""What is sent to a cluster next, and what becomes of batches whose workers die.

Errand     a batch on its way, or one document of a batch that has lost its workers
Errands    all of them: what to send next, and what to make of what comes back

A batch that has lost some workers is taken apart, and its documents are sent one by one. A document
that loses some more may have been waiting beside the one that is to blame; so it is sent again when
nothing else is on its way. Only what then goes on to kill is failed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hearer.corpora.batches import Batch
from hearer.corpora.document import Document
from hearer.corpora.hearing import MOST_DEATHS, Task, died, joined
from hearer.corpora.outcome import BatchOutcome

MOST_SUSPECTS = 50  # documents that wait until nothing else is on its way
Heard = tuple[Batch, BatchOutcome]


@dataclass(frozen=True, slots=True)
class Errand:
    """Documents of a batch on their way: all of them, or the one that is `at` a place in it."""

    batch: Batch
    at: int | None = None
    deaths: int = 0  # workers that died with this document alone

    @property
    def documents(self) -> tuple[Document, ...]:
        return self.batch.documents if self.at is None else (self.batch.documents[self.at],)

    @property
    def size(self) -> int:
        return sum(len(document.content) for document in self.documents)


class Errands:
    """What is to be sent, in order: what was taken apart, other batches, suspects by themselves."""

    def __init__(self, task: Task, batches: Iterator[Batch]) -> None:
        self._task, self._batches = task, batches
        self._again: deque[Errand] = deque()
        self._suspects: deque[Errand] = deque()
        self._apart: dict[int, list[BatchOutcome | None]] = {}
        self._is_alone = False  # a suspect is on its way, and shall be all that is
        self._is_at_end = False

    def next(self, on_their_way: int) -> Errand | None:
        """What to send now, or nothing: all is on its way, or a suspect has to go alone."""
        if self._is_alone:
            return None
        if len(self._suspects) < MOST_SUSPECTS:
            errand = self._again.popleft() if self._again else self._from_batches()
            if errand is not None:
                return errand
        if on_their_way or not self._suspects:
            return None
        self._is_alone = True
        return self._suspects.popleft()

    def _from_batches(self) -> Errand | None:
        batch = None if self._is_at_end else next(self._batches, None)
        self._is_at_end = batch is None
        if batch is None:
            return None
        return Errand(batch, at=0 if len(batch.documents) == 1 else None)

    def came_back(self, errand: Errand, outcome: BatchOutcome) -> Iterator[Heard]:
        """What was heard of an errand; the whole batch, once all of it is there."""
        self._is_alone = False
        if errand.at is None or len(errand.batch.documents) == 1:
            yield errand.batch, outcome
            return
        number = errand.batch.number
        found = self._apart[number]
        found[errand.at] = outcome
        whole = [one for one in found if one is not None]
        if len(whole) == len(found):
            del self._apart[number]
            yield errand.batch, joined(self._task, whole)

    def was_lost(self, errand: Errand, deaths: int) -> Iterator[Heard]:
        """So many workers died with an errand: take it apart, suspect it, or give it up."""
        self._is_alone = False
        if errand.at is None:
            count = len(errand.batch.documents)
            self._apart[errand.batch.number] = [None] * count
            self._again.extend(Errand(errand.batch, at=n) for n in range(count))
        elif errand.deaths + deaths < MOST_DEATHS or not errand.deaths:
            deaths = min(errand.deaths + deaths, MOST_DEATHS - 1)
            self._suspects.append(replace(errand, deaths=deaths))
        else:
            (document,) = errand.documents
            yield from self.came_back(errand, died(self._task, document))
