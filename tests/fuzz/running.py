"""Run cases with a clock, and replay those that failed once."""

from __future__ import annotations

import argparse
import json
import re
import resource
import signal
import traceback
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from tests.fuzz.promises import BrokenPromiseError, require
from tests.fuzz.samples import HERE
from tests.fuzz.targets import TARGETS, TURNS, Input, input_of
from tests.timing import seconds

LIMIT = 2.0  # seconds of this process
MEMORY = 3 << 30  # bytes of address space: more is a failure, not a machine that swaps
KEPT: list[dict[str, Any]] = [  # the cases that failed once
    json.loads(line) for line in (HERE / "kept.jsonl").read_text(encoding="utf-8").splitlines()
]


class StalledError(BaseException):
    """A case took too long; no `except Exception` on the way catches this."""


class Failure(NamedTuple):
    """A case that failed."""

    target: str
    number: int
    kind: str
    message: str
    place: str
    given: Input

    @property
    def was(self) -> str:
        return f"{self.kind}: {self.message[:300]} ({self.place})"

    def __str__(self) -> str:
        again = f"python -m tests.fuzz --target {self.target} --from {self.number} --cases 1"
        return f"{self.target} {self.number}: {self.was}\n{again}"


def run(number: int, target: str | None = None) -> Failure | None:
    """Run one case; return None if all promises hold."""
    chosen = target or TURNS[number % len(TURNS)]
    return replay(chosen, input_of(chosen, number), number)


def replay(target: str, given: Input, number: int = -1) -> Failure | None:
    started, before = process_time(), signal.signal(signal.SIGPROF, _stall)
    signal.setitimer(signal.ITIMER_PROF, seconds(LIMIT))  # of this process, not of others
    try:
        TARGETS[target].check(given)
        require(process_time() - started <= seconds(LIMIT), "took too long, and was not stopped")
    except (Exception, StalledError) as error:  # noqa: BLE001 - whatever it is, it is a failure
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "/hearer/" in frame.filename] or list(frames)
        place = f"{own[-1].filename.rpartition('/hearer/')[2]}:{own[-1].lineno}"
        if isinstance(error, BrokenPromiseError):
            place = re.sub(r"\d+", "N", str(error))[:45]
        return Failure(target, number, type(error).__name__, str(error)[:2000], place, given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return None


def _stall(*_: object) -> None:
    raise StalledError("took too long")


def warm_up() -> None:
    """Load what is loaded once, so that no case pays for it."""
    for target in ("text", "live", "command", "session"):
        input_of(target, 0)
    TARGETS["text"].check({"text": "Anna met a judge. She won.", "algorithm": "weighted-s-list"})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N")
    parser.add_argument("--cases", type=int, default=2_000, metavar="M")
    parser.add_argument("--target", choices=sorted(TARGETS))
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add failures, as kept.jsonl has")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    warm_up()
    seen: Counter[tuple[str, str, str]] = Counter()
    for number in range(given.first, given.first + given.cases):
        if (failure := run(number, given.target)) is None:
            continue
        way = failure.target, failure.kind, failure.place
        seen[way] += 1
        if seen[way] <= 3:  # of one kind, at one place
            print(f"FAILED {failure}", flush=True)
            if given.keep:  # with the input: a number changes with the mutations
                row = {"target": failure.target, "was": failure.was, "input": failure.given}
                with given.keep.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(row) + "\n")
    print(f"{given.cases} cases from {given.first}, {seen.total()} failed, {len(seen)} ways")
    for (target, kind, place), count in seen.most_common():
        print(f"  {count:6} {target} {kind} {place}")
    return 1 if seen else 0
