"""python -m tests.fuzz --from N --cases M [--target T] [--keep FILE]: run cases."""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from pathlib import Path

from tests.fuzz import running
from tests.fuzz.targets import TARGETS

MEMORY = 3 << 30  # bytes of address space: more is a failure, not a machine that swaps
MOST_ALIKE = 3  # of one kind at one place that are shown


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N")
    parser.add_argument("--cases", type=int, default=2_000, metavar="M")
    parser.add_argument("--target", choices=sorted(TARGETS))
    parser.add_argument("--keep", type=Path, metavar="FILE", help="add failures, as kept.jsonl has")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    running.warm_up()
    seen: Counter[tuple[str, str, str]] = Counter()
    for number in range(given.first, given.first + given.cases):
        failure = running.run(number, given.target)
        if failure is None:
            continue
        way = (failure.target, failure.kind, failure.place)
        seen[way] += 1
        if seen[way] <= MOST_ALIKE:
            print(f"FAILED {failure}\n       {failure.again}", flush=True)
            if given.keep:
                running.keep(failure, given.keep)
    print(f"{given.cases} cases from {given.first}, {seen.total()} failed, {len(seen)} ways")
    for (target, kind, place), count in seen.most_common():
        print(f"  {count:6} {target} {kind} {place}")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
