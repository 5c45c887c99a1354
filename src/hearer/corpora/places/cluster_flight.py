"""Errands on their way to a Dask cluster and back.

Flight    what is on its way; whatever has come back is forgotten by the cluster at once
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING
from uuid import uuid4

from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places.cluster_worker import hear, unpacked
from hearer.corpora.places.errands import Errand

if TYPE_CHECKING:
    from distributed import Client, Future

AT_ONCE = 32  # results that are fetched together: every question takes some milliseconds
SETTINGS = {
    "distributed.admin.large-graph-warning-threshold": "1TB",  # one large document is no mistake
    "distributed.diagnostics.computations.nframes": 0,  # our own source is no news to anybody
}


class Flight:
    """Errands on their way to a cluster and back."""

    def __init__(self, client: Client) -> None:
        self._client, self._name, self._sent = client, f"hearer-{uuid4().hex}", 0
        self._on_their_way: dict[Future, Errand] = {}
        self._done: SimpleQueue[Future] = SimpleQueue()
        self.size = 0  # bytes of all that is on its way

    def __len__(self) -> int:
        return len(self._on_their_way)

    def send(self, errand: Errand, content: bytes) -> None:
        """Send an errand; `content` is what it looks like on its way."""
        from dask import config

        self._sent += 1
        with config.set(SETTINGS):
            future = self._client.submit(hear, content, key=(self._name, self._sent), pure=False)
        self._on_their_way[future] = errand
        self.size += errand.size
        future.add_done_callback(self._done.put)

    def arrivals(self, timeout: float) -> Iterator[tuple[Errand, BatchOutcome | Exception]]:
        """What has come back, or what went wrong with it; nothing, after a while."""
        futures = self._some(timeout)
        for future, came in zip(futures, self._fetched(futures), strict=True):
            errand = self._on_their_way.pop(future)
            self.size -= errand.size
            future.release()
            yield errand, came

    def _some(self, timeout: float) -> list[Future]:
        found: list[Future] = []
        with suppress(Empty):
            found.append(self._done.get(timeout=timeout))
            while len(found) < AT_ONCE:
                found.append(self._done.get_nowait())
        return found

    def _fetched(self, futures: list[Future]) -> list[BatchOutcome | Exception]:
        try:
            together = self._client.gather(futures) if futures else []
        except Exception:  # noqa: BLE001 - of one of them, whatever it is: each for itself
            return [self._result(future) for future in futures]
        return [unpacked(content) for content in together]

    def _result(self, future: Future) -> BatchOutcome | Exception:
        try:
            return unpacked(future.result())
        except Exception as error:  # noqa: BLE001 - who asked knows what to make of it
            return error

    def drop(self) -> None:
        """Let go of all that is on its way."""
        for future in self._on_their_way:
            future.release()
        self._on_their_way.clear()
