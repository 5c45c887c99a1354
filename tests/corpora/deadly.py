"""What goes wrong on a cluster's workers, for tests: plugins of Dask that are sent to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from time import sleep

from distributed import Worker, WorkerPlugin

from hearer.corpora.document import Document
from hearer.corpora.hearing import Task, heard, versions
from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.places import cluster_worker

POISON = b"arsenic"


class Deadly(WorkerPlugin):  # type: ignore[misc]  # Dask's types are not looked at
    """Whoever hears a document with poison in it dies, as if the system had killed it."""

    name = "deadly"

    def setup(self, worker: Worker) -> None:
        setattr(cluster_worker, "heard", heard_or_dead)  # noqa: B010 - it is not that module's own

    def teardown(self, worker: Worker) -> None:
        setattr(cluster_worker, "heard", heard)  # noqa: B010


def heard_or_dead(task: Task, documents: Sequence[Document]) -> BatchOutcome:
    if any(POISON in document.content for document in documents):
        os.kill(os.getpid(), signal.SIGKILL)
    return heard(task, documents)


class Greedy(WorkerPlugin):  # type: ignore[misc]
    """Whoever hears a document with poison in it takes more and more memory."""

    name = "greedy"

    def setup(self, worker: Worker) -> None:
        setattr(cluster_worker, "heard", heard_with_greed)  # noqa: B010


def heard_with_greed(task: Task, documents: Sequence[Document]) -> BatchOutcome:
    taken = []
    for _ in range(100 if any(POISON in one.content for one in documents) else 0):
        taken.append(b"x" * 50_000_000)
        sleep(0.1)
    return heard(task, documents)


class OtherVersion(WorkerPlugin):  # type: ignore[misc]
    """Workers of another version of hearer."""

    name = "other-version"

    def setup(self, worker: Worker) -> None:
        setattr(cluster_worker, "versions", other_versions)  # noqa: B010

    def teardown(self, worker: Worker) -> None:
        setattr(cluster_worker, "versions", versions)  # noqa: B010


def other_versions(task: Task) -> dict[str, str]:
    return {**versions(task), "program": "hearer 0.0"}
