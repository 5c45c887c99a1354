"""What a cluster's workers are asked to do: plain functions that take bytes and give bytes.

hear        hear some documents, if the versions here are those of whoever asks
told        which versions are here
packed      what is sent
unpacked    what came back
differing   which versions differ, in words
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from hearer.corpora.document import Document
from hearer.corpora.hearing import Task, heard, prepare, versions
from hearer.corpora.outcome import BatchOutcome
from hearer.errors import UsageError

OFTEN = 8  # batches between two collections, as there
_BATCHES = count(1)  # that this process has heard
RARELY = (100_000, 50, 100)  # as workers of our own have it: many values, and no circles


def packed(task: Task, expected: Mapping[str, str], documents: tuple[Document, ...]) -> bytes:
    """What is sent, as bytes: Dask would look into everything else for tasks of its own."""
    return pickle.dumps((task, expected, documents), pickle.HIGHEST_PROTOCOL)


def unpacked(content: bytes) -> BatchOutcome:
    """What came back."""
    outcome: BatchOutcome = pickle.loads(content)  # noqa: S301 - whoever has a cluster trusts it
    return outcome


def told(task: Task) -> dict[str, str]:
    """Which versions are here; whatever is missing for a task is raised."""
    prepare(task)
    return versions(task)


def hear(content: bytes) -> bytes:
    """Hear some documents; a worker that came later may have another version, and says so."""
    task, expected, documents = pickle.loads(content)  # noqa: S301
    if (here := versions(task)) != expected:
        raise UsageError(f"it has {differing(expected, here)}.")
    with _rarely_collecting():
        return pickle.dumps(heard(task, documents), pickle.HIGHEST_PROTOCOL)


def differing(expected: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Which versions differ, in words.

    >>> differing({"program": "hearer 1.0", "model": "a"}, {"program": "hearer 0.9", "model": "a"})
    'program hearer 0.9, not hearer 1.0'
    """
    names = [name for name in expected if expected[name] != here.get(name)]
    return "; ".join(f"{name} {here.get(name)}, not {expected[name]}" for name in names)


@contextmanager
def _rarely_collecting() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if next(_BATCHES) % OFTEN == 0:
            gc.collect()
