"""A plugin of Dask: workers that sleep as long as a batch takes, and answer always the same."""

from __future__ import annotations

import pickle
from time import sleep

from distributed import Worker, WorkerPlugin

from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places import cluster_worker


class Sleeping(WorkerPlugin):  # type: ignore[misc]  # Dask's types are not looked at
    """Whoever is asked sleeps, and answers."""

    name = "sleeping"

    def __init__(self, answer: bytes, seconds: float) -> None:
        self.answer, self.seconds = answer, seconds

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 - what Dask says
        """Replace what workers do."""
        setattr(cluster_worker, "heard", self.heard)  # noqa: B010 - it is not that module's own

    def heard(self, *_: object) -> BatchOutcome:
        """What is always answered."""
        sleep(self.seconds)
        outcome: BatchOutcome = pickle.loads(self.answer)
        return outcome
