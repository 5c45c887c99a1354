"""How many of the discourses are right, and what is answered to the others.

python -m tests.discourses [--kind sets] [--parsed] [--all | --table] [--folder OTHERS]
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.discourses.judge import Verdict, judge
from tests.discourses.reading import HERE, KINDS, parsed_by_hand, read_discourses

HEAD = f"{'':16}{'right':>7} {'of':>4} {'%':>6}  sure if right  wrong > 0.9\n"


def verdicts(kind: str, *, parsed: bool = False, folder: Path = HERE) -> list[Verdict]:
    if parsed:
        return [v for d, by_hand in parsed_by_hand(kind) for v in judge(d, by_hand)]
    return [v for discourse in read_discourses(kind, folder) for v in judge(discourse)]


def row(name: str, judged: Sequence[Verdict]) -> str:
    right = [v for v in judged if v.is_right]
    sure = [v.confidence for v in right if v.confidence is not None]
    mean = sum(sure) / len(sure) if sure else 0
    too_sure = sum(v.is_too_sure for v in judged)
    share = 100 * len(right) / (len(judged) or 1)
    return f"{name:16}{len(right):7} {len(judged):4} {share:6.1f}  {mean:13.2f}  {too_sure:11}\n"


def listed(judged: Iterable[Verdict]) -> str:
    return "".join(
        f"\n{'!!' if v.is_too_sure else '  '} {v.discourse.name}: {v.discourse.text}\n      {v}\n"
        for v in judged
    )


def main() -> None:
    options = ArgumentParser(prog="python -m tests.discourses", description=__doc__)
    options.add_argument("--kind", action="append", choices=KINDS, help="only this kind")
    options.add_argument("--parsed", action="store_true", help="those that are parsed by hand")
    options.add_argument("--all", action="store_true", help="also list what is right")
    options.add_argument("--table", action="store_true", help="list nothing")
    options.add_argument("--folder", type=Path, default=HERE, help="other files than ours")
    asked = options.parse_args()
    by_kind = {
        kind: verdicts(kind, parsed=asked.parsed, folder=asked.folder)
        for kind in asked.kind or KINDS
    }
    everything = [v for judged in by_kind.values() for v in judged]
    sys.stdout.write(HEAD + "".join(row(kind, judged) for kind, judged in by_kind.items()))
    sys.stdout.write(row("all", everything))
    if not asked.table:
        sys.stdout.write(listed(v for v in everything if asked.all or not v.is_right))


if __name__ == "__main__":
    main()
