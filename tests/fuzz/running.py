"""Runs cases with a clock, and replays those that failed once."""

from __future__ import annotations

import json
import re
import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from tests.fuzz.promises import BrokenPromiseError, require
from tests.fuzz.samples import HERE
from tests.fuzz.targets import TARGETS, TURNS, Input, input_of
from tests.timing import seconds

LIMIT = 2.0  # seconds of this process
KEPT = HERE / "kept.jsonl"


class StalledError(BaseException):
    """A case took too long; no `except Exception` on the way catches this."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed."""

    target: str
    number: int
    kind: str
    message: str
    place: str
    given: Input

    @property
    def again(self) -> str:
        return f"python -m tests.fuzz --target {self.target} --from {self.number} --cases 1"

    def __str__(self) -> str:
        return f"{self.target} {self.number}: {self.kind}: {self.message[:300]} ({self.place})"


def target_of(number: int) -> str:
    return TURNS[number % len(TURNS)]


def run(number: int, target: str | None = None) -> Failure | None:
    """Run one case; return None if all promises hold."""
    chosen = target or target_of(number)
    return replay(chosen, input_of(chosen, number), number)


def replay(target: str, given: Input, number: int = -1) -> Failure | None:
    started = process_time()
    try:
        with clock(seconds(LIMIT)):
            TARGETS[target].check(given)
        require(
            process_time() - started <= seconds(LIMIT), "took too long, and could not be stopped"
        )
    except (Exception, StalledError) as error:  # noqa: BLE001 - whatever it is, it is a failure
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "/hearer/" in frame.filename] or list(frames)
        place = f"{own[-1].filename.rpartition('/hearer/')[2]}:{own[-1].lineno}"
        if isinstance(error, BrokenPromiseError):
            place = re.sub(r"\d+", "N", str(error))[:45]
        return Failure(target, number, type(error).__name__, str(error)[:2000], place, given)
    return None


@contextmanager
def clock(limit: float) -> Iterator[None]:
    """Raise when this process has worked for longer; other processes do not count."""

    def stall(*_: object) -> None:
        raise StalledError("took too long")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, stall)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def warm_up() -> None:
    """Load what is loaded once, so that no case pays for it."""
    for target in ("text", "live", "command", "session"):
        input_of(target, 0)
    TARGETS["text"].check({"text": "Anna met a judge. She won.", "algorithm": "weighted-s-list"})


def kept() -> list[dict[str, Any]]:
    """Return the cases that failed once: target, number, input, and what was wrong."""
    return [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]


def keep(failure: Failure, file: Path = KEPT) -> None:
    """Append a failure with its input: the number is enough only until the mutations change."""
    was = f"{failure.kind}: {failure.message[:160]} ({failure.place})"
    row = {"target": failure.target, "seed": failure.number, "was": was, "input": failure.given}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")
