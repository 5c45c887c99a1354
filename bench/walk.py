"""The walk of one raw text from the command line to JSON: through which files, by how many calls.

    walk     what was called while `hearer resolve --text … --to json` ran
    Walk     the calls from one file of src/hearer to another, in order
    upward   the calls that go up through the layers: there should be none
    tree     the files in the order they are entered, each under the one that called it first

Everything is imported and the pipeline loaded before it is counted. A call through the standard
library or through spaCy counts for the file of ours that it came from.

Run as: python -m bench.walk [--tree] [--text TEXT]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import hearer
from hearer import cli

ROOM = str(Path(hearer.__file__).parent)
THREE_SENTENCES = "Anna met a judge. She thanked him. He smiled."
NOT_CALLED = frozenset({"<module>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"})


@dataclass
class Walk:
    """The calls from one file to another: (caller's file, callee's file, callee), in order."""

    calls: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    files: dict[str, str] = field(default_factory=dict)  # each by the one that entered it first

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Take note of a call, as sys.setprofile tells of it."""
        callee = _file(frame)
        if event != "call" or callee is None or frame.f_code.co_name in NOT_CALLED:
            return
        caller = _caller(frame)
        self.files.setdefault(callee, caller)
        if caller != callee:
            self.calls[caller, callee, frame.f_code.co_qualname] += 1


def _file(frame: FrameType) -> str | None:
    name = frame.f_code.co_filename
    return name[len(ROOM) + 1 :] if name.startswith(ROOM) else None


def _caller(frame: FrameType) -> str:
    """The nearest file of ours further out."""
    outer = frame.f_back
    while outer is not None:
        if file := _file(outer):
            return file
        outer = outer.f_back
    return ""


def walk(text: str = THREE_SENTENCES) -> Walk:
    """What is called while a text is resolved."""
    arguments = ["resolve", "--text", text, "--to", "json"]
    written = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(written):
        cli.main(arguments)
        seen = Walk()
        sys.setprofile(seen.note)
        try:
            cli.main(arguments)
        finally:
            sys.setprofile(None)
    return seen


def tree(seen: Walk) -> Iterator[str]:
    """The files in the order they are entered, each under the one that called it first."""
    yield from _branch(seen, "", depth=0)


def _branch(seen: Walk, caller: str, *, depth: int) -> Iterator[str]:
    for file in [each for each, by in seen.files.items() if by == caller and each != caller]:
        names = dict.fromkeys(
            name.rpartition(".")[2] for (by, to, name) in seen.calls if (by, to) == (caller, file)
        )
        yield f"{'  ' * depth}{file}: {', '.join(names)}"
        yield from _branch(seen, file, depth=depth + 1)


def upward(seen: Walk) -> list[str]:
    """The calls that go up through the layers of the import contract."""
    heights = _heights()
    return [
        f"{caller} -> {callee} {name}"
        for caller, callee, name in seen.calls
        if caller and heights[_room(callee)] > heights[_room(caller)]
    ]


def _heights() -> dict[str, int]:
    """How high each room is; the package itself has the names of the api."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = [re.findall(r"\w+", layer) for layer in reversed(layers)]
    heights = {room: n for n, layer in enumerate(rooms) for room in layer}
    return heights | {"__init__": heights["api"]}


def _room(file: str) -> str:
    return file.partition("/")[0].removesuffix(".py")


def main() -> None:
    """Print the figures, and the walk itself if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--text", default=THREE_SENTENCES)
    asked = parser.parse_args()
    seen = walk(asked.text)
    if asked.tree:
        print(*tree(seen), sep="\n")
    print(f"{len(seen.files)} files, {seen.calls.total()} calls across files")
    print(*upward(seen), sep="\n")
    print(f"{len(seen.calls)} different calls from {len({(a, b) for a, b, _ in seen.calls})} pairs")


if __name__ == "__main__":
    main()
