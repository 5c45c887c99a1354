"""python -m tests.fuzz --from N --cases M [--target T] [--keep FILE] [--shrink]: run cases.

What fails is printed with its number and the command that runs it again; the exit code is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from tests.fuzz import running
from tests.fuzz.targets import TARGETS

MEMORY = 3 << 30  # bytes of address space: more is a failure, not a machine that swaps
OFTEN = 1_000  # cases after which it says how far it is
MOST_ALIKE = 3  # of one kind at one place that are shown


def main() -> int:
    asked = _arguments()
    resource.setrlimit(resource.RLIMIT_AS, (asked.memory << 30, resource.RLIM_INFINITY))
    running.warm_up()
    seen: Counter[tuple[str, str, str]] = Counter()
    slowest = (0.0, 0)
    for number in range(asked.first, asked.first + asked.cases):
        if number % OFTEN == 0 and number > asked.first:
            print(f"… {number}", file=sys.stderr, flush=True)
        started = process_time()
        failure = running.run(number, asked.target)
        slowest = max(slowest, (process_time() - started, number))
        if failure is None:
            continue
        alike = (failure.target, failure.kind, failure.place)
        seen[alike] += 1
        if seen[alike] <= MOST_ALIKE:
            _show(failure, asked)
    print(
        f"{asked.cases} cases from {asked.first}, {seen.total()} failed, {len(seen)} ways; ", end=""
    )
    print(f"slowest {slowest[0]:.2f} s (case {slowest[1]})", flush=True)
    for (target, kind, place), count in seen.most_common():
        print(f"  {count:6} {target} {kind} {place}")
    return 1 if seen else 0


def _show(failure: running.Failure, asked: argparse.Namespace) -> None:
    shown = running.shrunk(failure) if asked.shrink else failure
    print(f"FAILED {shown}\n       {failure.again}", flush=True)
    if asked.shrink:
        print(f"       {shown.given!r:.600}", flush=True)
    if asked.keep:
        running.keep(shown, asked.keep)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N")
    parser.add_argument("--cases", type=int, default=2_000, metavar="M")
    parser.add_argument("--target", choices=sorted(TARGETS))
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add failures, as kept.jsonl has")
    parser.add_argument("--shrink", action="store_true", help="make failing inputs smaller")
    parser.add_argument("--memory", type=int, default=MEMORY >> 30, metavar="GIB")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
