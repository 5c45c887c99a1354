"""What a command reads: files, what is in folders, the standard input, or a text itself.

Input         a file to be read, and where its result goes in a folder of results
Inputs        the files that some names come to, and what was passed over
inputs_of     names to files: folders are searched to their depths
named         the names that are said; without any, the standard input if something is piped in
placed        the documents of a file, each with its path: what is printed can be asked about
refuse        say of what is no file, but a text, a place or a pattern, what to type instead
refuse_broken say of a file in which nothing can be read that it is broken
TextForFile   a text where a file should be named
"""

from __future__ import annotations

import os
import re
import shlex
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from hearer.cli.asking import file_of
from hearer.cli.process import say
from hearer.errors import InputError, UsageError
from hearer.harmless import SENTENCE, quoted
from hearer.writing.places import is_dir, is_there

if TYPE_CHECKING:
    from hearer.formats import Reading
    from hearer.model import Discourse

STDIN = "-"
PATTERN = re.compile(r"[*?]|\[.+\]")
NOTHING = "Say what to read: files, - for the standard input, or --text 'Anna slept. She snored.'"
TYPED = "hearer: reading what you type; Ctrl-D ends it, and --text '…' takes a text at once"
EMPTY = "file-empty"  # a problem, and no error


class TextForFile(InputError):  # noqa: N818 - it reads as what it is
    """Where a file should be named stands a text."""

    def __init__(self, text: str, command: str = "resolve") -> None:
        self.text = text
        said = shlex.quote(text) if len(text) < 80 else "'…'"
        super().__init__(
            f"There is no file {quoted(text)}. To give the text itself, say --text: "
            f"hearer {command} --text {said}"
        )


class Input(NamedTuple):
    """A file to be read; `name` is what it is called in a folder of results, without a suffix."""

    path: str
    name: Path


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files that some names come to; `passed_over` counts what is in folders besides."""

    files: tuple[Input, ...]
    in_folders: bool = False
    passed_over: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        counts = ", ".join(f"{number} {what}" for what, number in sorted(self.passed_over.items()))
        return f"passed over in folders: {counts}"


def inputs_of(names: Sequence[str], *, source: str | None = None, besides: str = "") -> Inputs:
    """The files that are meant; in folders, those whose name tells a format that can be read.

    With `source`, every file of a folder is of that format. The folder `besides` is not searched:
    results go there.
    """
    from hearer.corpora.inputs.finding import FolderSearch
    from hearer.formats.converting import known

    if not any(map(is_dir, names)):
        return Inputs(tuple(Input(name, _stem(name)) for name in names))
    suffixes = {suffix for one in known() if one.read for suffix in one.suffixes}
    search = FolderSearch(lambda name: bool(source) or _suffix(name) in suffixes, besides)
    files: list[Input] = []
    for name in names:
        within = Path(Path(name).resolve().name if len(names) > 1 else "")
        if is_dir(name):
            paths = search.files(name)
            files += [Input(path, within / os.path.relpath(path, name)) for path in paths]
        else:
            files.append(Input(name, _stem(name)))
    if not files:
        known_suffixes = ", ".join(sorted(suffixes))
        raise UsageError(
            f"There is no file to read in {', '.join(map(repr, names))}: "
            f"none has a name that ends with {known_suffixes}."
        )
    return Inputs(tuple(files), in_folders=True, passed_over=search.passed_over)


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _stem(name: str) -> Path:
    return Path("stdin" if name == STDIN else Path(name).name)


# What is not there ------------------------------------------------------------------------------


def named(names: Sequence[str] | None) -> list[str]:
    """The names that are said; without any, the standard input if something is piped in."""
    if names:
        if STDIN in names and sys.stdin is not None and sys.stdin.isatty():
            say(TYPED)
        return list(names)
    if not _is_piped():
        raise UsageError(NOTHING)
    return [STDIN]


def _is_piped() -> bool:
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # closed, or none of the system's
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)


def placed(reading: Reading) -> list[Discourse]:
    """The documents of a file, each with its path: JSON may name the one it was made from."""
    return [replace(one, path=reading.path or one.path) for one in reading]


def refuse_broken(readings: Iterable[Reading]) -> None:
    """Refuse a file that is broken and has no document left; its problems have been reported.

    One that is empty has nothing to be resolved, and that is no error.
    """
    for one in readings:
        if not one and any(problem.code != EMPTY for problem in one.problems):
            raise InputError(f"{one.path!r} is broken: there is no document in it.")


def refuse(name: str) -> None:
    """Say of what is no file, but a text, a place or a pattern, what to type instead."""
    if name == STDIN or "\0" in name or is_there(name):
        return
    if SENTENCE.search(name):
        raise TextForFile(name)
    if of := file_of(name):
        raise InputError(
            f"{name!r} is a place in the file {of!r}: `hearer why {name}` says "
            "why the pronoun there means what it means."
        )
    if PATTERN.search(name):
        raise InputError(f"There is no file whose name is like {name!r}.")
