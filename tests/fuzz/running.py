"""One case after the other, with a clock.

Failure      a case that failed, and how to make it again
run          one case; None if all promises hold
replay       a case that was kept, by its input
kept         the cases of kept.jsonl
shrunk       a smaller input that fails in the same way
"""

from __future__ import annotations

import gc
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
from types import FrameType
from typing import Any

from tests.fuzz.promises import BrokenPromiseError
from tests.fuzz.samples import HERE
from tests.fuzz.targets import TARGETS, TURNS, Input, input_of
from tests.timing import seconds

LIMIT = 2.0  # seconds of this process
KEPT = HERE / "kept.jsonl"
MOST_TRIES = 400  # to make a failure smaller


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
    """Which target a case has, unless one is chosen."""
    return TURNS[number % len(TURNS)]


def run(number: int, target: str | None = None) -> Failure | None:
    chosen = target or target_of(number)
    return replay(chosen, input_of(chosen, number), number)


def replay(target: str, given: Input, number: int = -1) -> Failure | None:
    started = process_time()
    try:
        with clock(seconds(LIMIT)):
            TARGETS[target].check(given)
    except (Exception, StalledError) as error:  # noqa: BLE001 - whatever it is, it is a failure
        return _failure(error, target, given, number)
    took = process_time() - started
    if took > seconds(LIMIT):
        return Failure(target, number, "Stalled", f"{took:.1f} s", "", given)
    return None


def _failure(error: BaseException, target: str, given: Input, number: int) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/hearer/" in frame.filename] or list(frames)
    place = f"{own[-1].filename.rpartition('/hearer/')[2]}:{own[-1].lineno}"
    if isinstance(error, BrokenPromiseError):
        place = re.sub(r"\d+", "N", str(error))[:45]
    return Failure(target, number, type(error).__name__, str(error)[:2000], place, given)


@contextmanager
def clock(limit: float) -> Iterator[None]:
    """Raise when this process has worked for longer; other processes do not count."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _stalled)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stalled(_: int, __: FrameType | None) -> None:
    raise StalledError("took too long")


def warm_up() -> None:
    """Load what is loaded once, so that no case pays for it."""
    for target in ("text", "live", "command", "session"):
        input_of(target, 0)
    TARGETS["text"].check({"text": "Anna met a judge. She won.", "algorithm": "weighted-s-list"})
    gc.collect()


# Kept -------------------------------------------------------------------------------------------


def kept() -> list[dict[str, Any]]:
    """The cases that failed once: target, number, input, and what was wrong."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    return [json.loads(line) for line in lines]


def keep(failure: Failure, file: Path = KEPT) -> None:
    """Write a failure down; the number makes it again as long as the mutations stay as they are."""
    was = f"{failure.kind}: {failure.message[:160]} ({failure.place})"
    row = {"target": failure.target, "seed": failure.number, "was": was, "input": failure.given}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


def shrunk(failure: Failure) -> Failure:
    """The same failure of a smaller input: longer texts in it lose halves, quarters, and so on."""
    tries = 0
    best = failure
    for key in [k for k, v in failure.given.items() if isinstance(v, str) and len(v) > 8]:
        size = len(best.given[key]) // 2
        while size and tries < MOST_TRIES:
            start = 0
            while start < len(best.given[key]) and tries < MOST_TRIES:
                text = best.given[key]
                smaller = {**best.given, key: text[:start] + text[start + size :]}
                tries += 1
                found = replay(failure.target, smaller, failure.number)
                if found and (found.kind, found.place) == (failure.kind, failure.place):
                    best = found
                else:
                    start += size
            size //= 2
    return best
