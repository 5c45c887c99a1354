"""Batches heard on a Dask cluster: one that is started here, or one whose scheduler is known.

place      where `--on` says: a cluster of this machine, a scheduler's address, or a Client
Cluster    a cluster that hears batches, some of them at a time

A scheduler runs whatever it is sent: it is for networks of one's own, and for TLS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pkgutil import resolve_name
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from hearer.corpora.batches import Batch
from hearer.corpora.hearing import Task, versions
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places.cluster_client import ClusterError, client_for
from hearer.corpora.places.cluster_flight import Flight
from hearer.corpora.places.cluster_worker import differing, packed, told
from hearer.corpora.places.errands import Errand, Errands, Heard
from hearer.corpora.places.place import cores
from hearer.corpora.told.telling import Delayed, Tell, silent
from hearer.errors import HearerError

if TYPE_CHECKING:
    from distributed import Client

Answer = TypeVar("Answer")
PER_THREAD = 2  # batches on their way: one that is heard, and one that waits beside it
MOST_BYTES = 256_000_000  # on their way, if it is more than one errand
OFTEN = 1.0  # seconds after which we look how many workers there are
PATIENCE = 60.0  # seconds that a cluster has to get its first worker, or another one
TROUBLE = 4  # deaths that an error counts for which is none of a document, nor of all workers
KEPT = "What is done is kept: go on with --resume (resume=True)."
FEW = 5  # workers that are named where something is wrong with many


def place(
    on: object, *, workers: int | None = None, memory: int | None = None, tell: Tell = silent
) -> Cluster:
    """The cluster that `on` says: "dask", "tcp://host:8786", "tls://host:8786" or a Client."""
    opened = ExitStack()
    try:
        number = cores() if workers is None else max(workers, 1)
        return Cluster(client_for(on, number, memory, opened), opened, tell=tell)
    except BaseException:
        opened.close()
        raise


class Cluster:
    """A cluster that hears batches; what was `opened` for it is closed with it."""

    def __init__(self, client: Client, opened: ExitStack, *, tell: Tell = silent) -> None:
        self._client, self._opened, self._tell = client, opened, tell
        self._address = str(client.scheduler.address)
        self._looked, self._threads = -OFTEN, 0
        self._flight = Flight(client)
        self._opened.callback(self._flight.drop)
        self._wait_for_workers()

    @property
    def workers(self) -> int:
        """How many batches are heard at a time; it changes when workers come and go."""
        if monotonic() - self._looked >= OFTEN:
            self._threads = sum(self._asked(self._client.nthreads).values())
            self._looked = monotonic()
        return self._threads

    def close(self) -> None:
        """Leave it: what is under way is not waited for, and a cluster of our own ends."""
        self._opened.close()

    def heard(self, task: Task, batches: Iterable[Batch]) -> Iterator[Heard]:
        """What batches come to, in any order; two at most are on their way for a thread."""
        expected = self._checked(task)
        errands, flight = Errands(task, iter(batches)), self._flight
        while True:
            while self._has_room() and (errand := errands.next(len(flight))):
                flight.send(errand, packed(task, expected, errand.documents))
            if not len(flight):
                return
            for errand, came in flight.arrivals(OFTEN):
                yield from self._settled(errands, errand, came)
            self._wait_for_workers()

    def _has_room(self) -> bool:
        on_their_way = len(self._flight)
        return not on_their_way or (
            on_their_way < PER_THREAD * self.workers and self._flight.size < MOST_BYTES
        )

    def _settled(
        self, errands: Errands, errand: Errand, came: BatchOutcome | Exception
    ) -> Iterator[Heard]:
        """What came back of an errand: what was heard, or what became of its workers."""
        from distributed import CancelledError, KilledWorker

        if isinstance(came, BatchOutcome):
            return errands.came_back(errand, came)
        if isinstance(came, KilledWorker):
            return errands.was_lost(errand, came.allowed_failures + 1)
        if isinstance(came, CancelledError):
            raise self._gone() from came
        if isinstance(came, (HearerError, ImportError)):
            raise ClusterError(f"A worker of {self._address} cannot hear: {came} {KEPT}") from came
        return errands.was_lost(errand, TROUBLE)

    # Who is there -----------------------------------------------------------------------------

    def _wait_for_workers(self) -> None:
        """Wait until there is one."""
        if self.workers:
            return
        self._tell(Delayed(f"The cluster at {self._address} has no workers now."))
        end = monotonic() + PATIENCE
        while not self.workers:
            if monotonic() > end:
                raise ClusterError(f"The cluster at {self._address} has no workers: start some.")
            sleep(OFTEN)

    def _checked(self, task: Task) -> dict[str, str]:
        """The versions that all workers have, which are ours."""
        expected = versions(task)
        wrong = list(self._wrong(task, expected))
        if wrong:
            more = f" (and {len(wrong) - FEW} more)" if len(wrong) > FEW else ""
            raise ClusterError(
                f"Workers of {self._address} do not hear as we do: {'; '.join(wrong[:FEW])}{more}"
            )
        return expected

    def _wrong(self, task: Task, expected: Mapping[str, str]) -> Iterator[str]:
        """What is wrong with each worker. Whether hearer is there at all is asked first.

        A worker that dies just now is none; who comes in its place is asked with every batch.
        """
        found = self._asked_all(resolve_name, "hearer.corpora.places.cluster_worker:told")
        missing = [name for name, answer in found.items() if isinstance(answer, Exception)]
        yield from (f"{worker} has no such hearer ({found[worker]})" for worker in missing)
        if missing:
            return
        for worker, answer in self._asked_all(told, task).items():
            if isinstance(answer, Exception):
                yield f"{worker}: {answer}"
            elif answer != expected:
                yield f"{worker} has {differing(expected, answer)}"

    def _asked_all(
        self, question: Callable[..., Answer], *told: object
    ) -> dict[str, Answer | Exception]:
        found = self._asked(self._client.run, question, *told, on_error="return")
        return {name: answer for name, answer in found.items() if not isinstance(answer, OSError)}

    def _asked(self, question: Callable[..., Answer], *told: object, **how: object) -> Answer:
        try:
            return question(*told, **how)
        except OSError as error:
            raise self._gone() from error

    def _gone(self) -> ClusterError:
        return ClusterError(f"The cluster at {self._address} is gone. {KEPT}")
