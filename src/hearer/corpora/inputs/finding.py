"""GivenNames to files: folders are searched to their depths, patterns come to what is like them.

found           the files that names come to, each once, and what was passed over
FoundFiles      these files, and how many bytes they have
FoundFile       a file, and what it is called in the corpus
FolderSearch    goes through folders, each once
called          what is typed, as a name in the corpus
"""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from pathlib import Path, PurePath
from typing import NamedTuple

from hearer.errors import InputError, UsageError
from hearer.reading import missing
from hearer.writing.places import is_dir, is_there

STDIN = "-"
ANYTHING_BELOW = "**"
IsKnown = Callable[[str], bool]  # whether the name of a file tells what is in it
MAGIC = re.compile(r"[*?]|\[.+\]")
BRAT = (".ann", ".txt")
RESULTS = frozenset({".hearer", "manifest.json"})  # a folder that a corpus was written to


class FoundFile(NamedTuple):
    """A file, what it is called in the corpus, and its bytes; of some it is known why not."""

    path: str
    name: str
    size: int = 0
    unread: str = ""  # why it cannot be read, if that is known


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files that names come to; `passed_over` counts what is in folders besides."""

    files: tuple[FoundFile, ...]
    passed_over: Counter[str] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


def found(names: Sequence[str], *, is_known: IsKnown, besides: str = "") -> FoundFiles:
    """The files that are meant, in the order of the names, and in folders in that of their names.

    In folders only those count whose name `is_known`. The folder `besides` is not searched:
    results go there. What a file is called depends on no other.
    """
    search = FolderSearch(is_known, besides)
    files: dict[str, FoundFile] = {}
    for name in names:
        for file, place in _meant(name, search):
            if place in files:
                search.passed_over["named before"] += 1
            else:
                files[place] = file
    if not files:
        said = ", ".join(map(repr, names))
        raise UsageError(f"There is no file in {said} whose name tells a format that is read.")
    return FoundFiles(tuple(files.values()), search.passed_over)


def _meant(name: str, search: FolderSearch) -> Iterator[tuple[FoundFile, str]]:
    """The files that a name comes to, each with its one place."""
    if name == STDIN:
        raise UsageError("A corpus is files and folders: the standard input cannot be read again.")
    if is_dir(name):
        yield from _in_folder(name, name, search)
    elif is_there(name):
        yield _named(name, name)
    elif MAGIC.search(name):
        yield from _like(name, search)
    else:
        raise missing(name)


def _named(path: str, typed: str) -> tuple[FoundFile, str]:
    try:
        there = Path(path).stat()
    except OSError:  # who opens it will say why
        return FoundFile(path, called(typed)), os.path.realpath(path)
    unread = "" if stat.S_ISREG(there.st_mode) else "it is no file, but a pipe or a device"
    return FoundFile(path, called(typed), there.st_size, unread), os.path.realpath(path)


def called(typed: str) -> str:
    """What is typed, as a name in the corpus: from outside this folder the last part counts.

    >>> called("novels/./emma.txt"), called("/home/me/novels"), called("../novels"), called(".")
    ('novels/emma.txt', 'novels', 'novels', '')
    """
    parts = PurePath(os.path.normpath(typed)).parts if typed else ()
    if parts and (parts[0] == ".." or PurePath(typed).is_absolute()):
        parts = tuple(part for part in parts if part != ".." and not PurePath(part).is_absolute())[
            -1:
        ]
    return "/".join(part for part in parts if part != ".")


def _in_folder(folder: str, typed: str, search: FolderSearch) -> Iterator[tuple[FoundFile, str]]:
    within = called(typed)
    for entry in search.entries(folder):
        below = entry.path[len(folder) :].replace(os.sep, "/").strip("/")
        name = "/".join(filter(None, (within, below)))
        name = entry.path if name == entry.path else name  # there may be millions
        yield FoundFile(entry.path, name, entry.size, entry.unread), entry.place


# Folders ----------------------------------------------------------------------------------------


class FolderEntry(NamedTuple):
    """A file in a folder; `place` is where it stands in the end, through links."""

    path: str
    place: str
    size: int = 0
    unread: str = ""


class FolderSearch:
    """Goes through folders, each once: a link may lead in a circle."""

    def __init__(self, is_known: IsKnown, besides: str = "") -> None:
        self.is_known = is_known
        self.seen = {os.path.realpath(besides)} if besides else set()
        self.passed_over: Counter[str] = Counter()

    def files(self, folder: str) -> list[str]:
        """The paths of the files in a folder and in those below it, by name."""
        return [entry.path for entry in self.entries(folder) if not entry.unread]

    def entries(self, folder: str) -> Iterator[FolderEntry]:
        """The same, and the folders that nobody may look into, each with its reason."""
        waiting: list[str | FolderEntry] = [folder]
        while waiting:
            one = waiting.pop()
            if isinstance(one, str):
                waiting += reversed(list(self._within(one, is_named=one is folder)))
            else:
                yield one

    def _within(self, folder: str, *, is_named: bool) -> Iterator[str | FolderEntry]:
        """What stands in one folder, by name: files, and folders to be searched."""
        real = os.path.realpath(folder)
        if real in self.seen:
            return
        self.seen.add(real)
        try:
            with os.scandir(folder) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError as error:
            self.passed_over["not to be read"] += 1
            yield FolderEntry(folder, real, unread=str(error.strerror or error))
            return
        names = {entry.name for entry in entries}
        if names >= RESULTS and not is_named:
            self.passed_over["of results of hearer"] += 1
            return
        for entry in entries:
            if why := self._passed_over(entry, names):
                self.passed_over[why] += 1
            elif _is(entry, folder=True):
                yield entry.path
            else:
                yield _entry(entry, real)

    def _passed_over(self, entry: os.DirEntry[str], names: set[str]) -> str:
        """Why an entry of a folder does not count, if it does not."""
        if entry.name.startswith("."):
            return "hidden"
        if _is(entry, folder=True):
            return ""
        if names >= RESULTS:
            return "of results of hearer"
        stem, dot, suffix = entry.name.rpartition(".")
        if not self.is_known(entry.name):
            return "of no known format"
        if not _is(entry, folder=False):
            return "not to be read"
        if dot + suffix == BRAT[0] and stem + BRAT[1] in names:
            return "beside their text"
        return ""


def _is(entry: os.DirEntry[str], *, folder: bool) -> bool:
    """Whether an entry is a folder, or a file, in the end; a link may lead nowhere."""
    try:
        return entry.is_dir() if folder else entry.is_file()
    except OSError:
        return False


def _entry(entry: os.DirEntry[str], real: str) -> FolderEntry:
    place = os.path.realpath(entry.path) if entry.is_symlink() else f"{real}{os.sep}{entry.name}"
    try:
        return FolderEntry(entry.path, place, entry.stat().st_size)
    except OSError:  # it is gone: who opens it will say so
        return FolderEntry(entry.path, place)


# Patterns ---------------------------------------------------------------------------------------


def _like(pattern: str, search: FolderSearch) -> Iterator[tuple[FoundFile, str]]:
    """The files whose name is like a pattern; of a folder of such a name, all that is in it.

    A pattern that ends with a suffix says itself what is to be read.
    """
    parts = PurePath(pattern).parts
    first = next(n for n, part in enumerate(parts) if MAGIC.search(part))
    root, rest = str(PurePath(*parts[:first])), parts[first:]
    paths = sorted(set(_expanded(root, rest)), key=lambda path: PurePath(path).parts)
    if not paths:
        raise InputError(f"There is no file whose name is like {pattern!r}.")
    for path in paths:
        typed = "/".join(filter(None, (called(root), os.path.relpath(path, root))))
        if is_dir(path):
            yield from _in_folder(path, typed, search)
        elif "." in rest[-1] or search.is_known(path):
            yield _named(path, typed)
        else:
            search.passed_over["of no known format"] += 1


def _expanded(folder: str, parts: Sequence[str]) -> Iterator[str]:
    """What is like the parts of a pattern; ** is any number of folders."""
    if not parts:
        yield folder
    elif parts[0] == ANYTHING_BELOW:
        for one in _folders_below(folder):
            yield from _expanded(one, parts[1:])
    elif not MAGIC.search(parts[0]):
        if os.path.lexists(one := str(PurePath(folder, parts[0]))):
            yield from _expanded(one, parts[1:])
    else:
        is_like = re.compile(translate(parts[0])).match
        for entry in _listed(folder):
            is_hidden = entry.name.startswith(".") and not parts[0].startswith(".")
            if not is_hidden and is_like(entry.name) and (not parts[1:] or _is(entry, folder=True)):
                yield from _expanded(str(PurePath(entry.path)), parts[1:])


def _folders_below(folder: str) -> Iterator[str]:
    """A folder and those in it, each once."""
    seen, waiting = set[str](), [folder]
    while waiting:
        one = waiting.pop()
        if (real := os.path.realpath(one)) in seen:
            continue
        seen.add(real)
        yield one
        below = (entry for entry in _listed(one) if not entry.name.startswith("."))
        waiting += [entry.path for entry in below if _is(entry, folder=True)]


def _listed(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as scanned:
            return list(scanned)
    except OSError:
        return []
