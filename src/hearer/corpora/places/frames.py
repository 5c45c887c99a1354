"""What a worker and who asks it say to each other: frames on pipes.

send         a value as a frame: eight bytes of length, then the value
received     the next value; none where the stream ends
Ready        the models are loaded, or cannot be
WorkerAnswer what a batch comes to, and how much memory the worker has

Frames are pickles between processes of ours; nobody else can write to these pipes.
"""

from __future__ import annotations

import pickle
from typing import BinaryIO, NamedTuple

from hearer.corpora.outcome import BatchOutcome

LENGTH = 8  # bytes before a value


class Ready(NamedTuple):
    """The models are loaded, or why they cannot be."""

    error: Exception | None = None


class WorkerAnswer(NamedTuple):
    """What a batch comes to, and how many bytes of memory the worker has; 0: nobody knows."""

    outcome: BatchOutcome
    memory: int = 0


def send(file: BinaryIO, value: object) -> None:
    """Write a value as a frame."""
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    file.write(len(content).to_bytes(LENGTH, "big"))
    file.write(content)
    file.flush()


def received(file: BinaryIO) -> object | None:
    """The next value; none where the stream ends, in the middle of a value, too."""
    length = int.from_bytes(file.read(LENGTH), "big")
    content = file.read(length) if length else b""
    if not length or len(content) < length:
        return None
    value: object = pickle.loads(content)  # noqa: S301 - of a process of ours
    return value
