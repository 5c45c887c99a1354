"""Count the files and calls of hearer's functions that two sentences take, with --list each."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import hearer

TEXT = "Anna met a judge. She thanked him."
SOURCE = str(Path(hearer.__file__).parent)
RUNS = 3  # the last is counted: caches are filled by then
Calls = Counter[tuple[str, str]]  # by file and qualified name


def walk(algorithm: str | None = None) -> Calls:
    """Count the calls in the last of some equal runs, without comprehensions and lambdas."""
    calls: Calls = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SOURCE) and code.co_name[0] != "<":
            calls[code.co_filename[len(SOURCE) + 1 :], code.co_qualname] += 1

    before = sys.getprofile()
    for run in range(RUNS):
        sys.setprofile(count if run == RUNS - 1 else before)
        try:
            hearer.resolve(TEXT, algorithm=algorithm)
        finally:
            sys.setprofile(before)
    return calls


def main() -> None:
    """Print the figures of the default profile and of the S-list."""
    for name, calls in (("default", walk()), ("s-list", walk("s-list"))):
        files = {file for file, _ in calls}
        print(f"{name:8}{len(files):4} files {len(calls):5} functions {calls.total():5} calls")
        if "--list" in sys.argv[1:]:
            for (file, function), number in calls.most_common():
                print(f"{number:6}  {file}  {function}")


if __name__ == "__main__":
    main()
