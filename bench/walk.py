"""Count the files and calls that two sentences take through the code.

python -m bench.walk           # the default profile and the S-list
python -m bench.walk --list    # and the calls of each function
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import hearer

TEXT = "Anna met a judge. She thanked him."
SOURCE = str(Path(hearer.__file__).parent)
RUNS = 3  # the last is counted: caches are filled by then


class Walk(NamedTuple):
    """The calls of each function of hearer, by file and qualified name."""

    calls: Counter[tuple[str, str]]

    @property
    def files(self) -> int:
        return len({file for file, _ in self.calls})

    def __str__(self) -> str:
        return f"{self.files} files, {len(self.calls)} functions, {self.calls.total()} calls"


def walk(resolve: Callable[[], object]) -> Walk:
    """Count the calls of functions of hearer in the last of some equal runs of `resolve`.

    Comprehensions, lambdas and module bodies are no functions.
    """
    calls: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SOURCE) and code.co_name[0] != "<":
            calls[code.co_filename[len(SOURCE) + 1 :], code.co_qualname] += 1

    for _ in range(RUNS - 1):
        resolve()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        resolve()
    finally:
        sys.setprofile(before)
    return Walk(calls)


def s_list() -> Walk:
    """Count the calls of the S-list algorithm."""
    return walk(lambda: hearer.resolve(TEXT, algorithm="s-list"))


def default() -> Walk:
    """Count the calls of the default profile."""
    return walk(lambda: hearer.resolve(TEXT))


def main() -> None:
    """Print what the arguments ask for."""
    for name, found in (("default", default()), ("s-list", s_list())):
        print(f"{name:8} {found}")
        if "--list" in sys.argv[1:]:
            for (file, function), calls in found.calls.most_common():
                print(f"{calls:6}  {file}  {function}")


if __name__ == "__main__":
    main()
