"""Files on their way to their places.

write_file    one file
NewFiles      the files of one result: all of them, or none
new_folder    a folder to write into, which is gone again if that fails
discard       remove what is unfinished: the process is told to go
signals_held  let signals wait
sync_folder   let the names in a folder be on the disk
NewFile       a file on its way: where it is to stand, and where it stands meanwhile
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EDQUOT, EEXIST, EFBIG, EIO, ENOSPC
from pathlib import Path
from shutil import copy2
from typing import BinaryIO

from hearer.writing.places import (
    DESCRIPTOR,
    Name,
    identities,
    is_dir,
    is_stream,
    place_of,
    refuse,
    told,
)

NUMBERS = {"out": 1, "err": 2}
DISK = {ENOSPC, EDQUOT, EFBIG, EIO}  # what a disk answers to who writes
HELD = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
LONGEST = 40  # characters of a name that its unfinished file has, too

# What is unfinished, with the process it is of: a fork is not to remove what its parent writes.
_UNFINISHED: dict[str, int] = {}


def write_file(name: Name, content: bytes, *, force: bool = False) -> None:
    """Write one file."""
    with NewFiles(force=force) as files:
        files.write(name, content)


class NewFiles:
    """Files of one result; when all are written they stand in their places, or none of them does.

    `read` are files that are read for it: these are not written to, by force neither.
    """

    def __init__(self, *, force: bool = False, read: Iterable[Name] = ()) -> None:
        self.force, self.read = force, identities(read)
        self.drafts: dict[str, NewFile] = {}  # by where they are to stand

    def write(self, name: Name, content: bytes) -> None:
        """Write one of them."""
        with self.new(name) as file:
            file.write(content)

    @contextmanager
    def new(self, name: Name) -> Iterator[BinaryIO]:
        """One of them, to write into; a stream is written as it comes."""
        refuse([name], force=self.force, read=self.read, besides=self.drafts)
        if is_stream(name):
            with _stream(os.fspath(name)) as file:
                yield file
            return
        draft = NewFile(name, force=self.force)
        self.drafts[draft.place] = draft
        with draft.opened() as file:
            yield file

    def __enter__(self) -> NewFiles:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        try:
            if failed is None:
                _commit(tuple(self.drafts.values()))
        finally:
            for draft in self.drafts.values():
                draft.discard()


@contextmanager
def new_folder(name: Name) -> Iterator[None]:
    """A folder to write into, made if it is missing; then it is gone again if that fails."""
    if is_dir(name):
        yield
        return
    folder = os.fspath(name).rstrip("/") + "/"
    with signals_held(HELD), told(os.fspath(name)):
        Path(folder).mkdir()
        _UNFINISHED[folder] = os.getpid()
    try:
        yield
    except BaseException:
        _remove(folder)
        raise
    finally:
        _UNFINISHED.pop(folder, None)


def discard() -> None:
    """Remove what is unfinished, files before the folders they are in."""
    for path in sorted(_UNFINISHED, reverse=True):
        if _UNFINISHED.pop(path, None) == os.getpid():
            _remove(path)


def _remove(path: str) -> None:
    with suppress(OSError):
        if path.endswith("/"):
            Path(path).rmdir()
        else:
            Path(path).unlink()


class NewFile:
    """A file on its way: where it is to stand, and where it stands meanwhile."""

    def __init__(self, name: Name, *, force: bool) -> None:
        self.name, self.force = os.fspath(name), force
        self.place = place_of(name)
        self.unfinished, self.before = self._another_name(), ""

    def _another_name(self) -> str:
        folder, name = os.path.split(self.place)
        return str(Path(folder) / f".{name[:LONGEST]}.{os.urandom(6).hex()}")

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """The file to write into, on the disk in the end."""
        with told(self.name):
            file = self._new()
        try:
            with _full_disk_told(self.name):
                yield file
                file.flush()
                _sync(file.fileno())
        finally:
            with suppress(OSError):  # it has been told
                file.close()

    def _new(self) -> BinaryIO:
        _UNFINISHED[self.unfinished] = os.getpid()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        if not Path(self.place).exists():
            return os.fdopen(os.open(self.unfinished, flags, 0o666), "wb")
        file = os.fdopen(os.open(self.unfinished, flags, 0o600), "wb")
        Path(self.unfinished).chmod(stat.S_IMODE(Path(self.place).stat().st_mode))
        return file

    def stand(self, *, keep: bool) -> None:
        """Take the place; keep what was there until all is done."""
        with told(self.name):
            if self.force and Path(self.place).exists():
                if keep:
                    self._keep()
                os.replace(self.unfinished, self.place)  # noqa: PTH105 - one step
            else:
                self._stand_where_nothing_is()

    def _keep(self) -> None:
        before = self._another_name()
        _UNFINISHED[before] = os.getpid()
        try:
            os.link(self.place, before)
        except OSError:  # a disk that has no such links
            copy2(self.place, before)
        self.before = before

    def _stand_where_nothing_is(self) -> None:
        """A link, unlike a move, fails if somebody else has just written there."""
        try:
            os.link(self.unfinished, self.place)
        except OSError as error:
            if error.errno == EEXIST or Path(self.place).exists():
                raise
            os.replace(self.unfinished, self.place)  # noqa: PTH105

    def take_back(self) -> None:
        """Be as if nothing had been written."""
        with suppress(OSError):
            if self.before:
                os.replace(self.before, self.place)  # noqa: PTH105
            else:
                Path(self.place).unlink()

    def discard(self) -> None:
        for path in (self.unfinished, self.before):
            if _UNFINISHED.pop(path, None):
                _remove(path)


@contextmanager
def _stream(name: str) -> Iterator[BinaryIO]:
    with told(name), _opened_stream(name) as file:
        yield file


def _opened_stream(name: str) -> BinaryIO:
    found = DESCRIPTOR.fullmatch(name)
    if not found:
        return Path(name).open("wb")
    if sys.stdout is not None:
        sys.stdout.flush()
    return os.fdopen(os.dup(NUMBERS.get(found[2]) or int(found[1])), "wb")


def _commit(drafts: Sequence[NewFile]) -> None:
    """All stand in their places, or none: no signal comes between."""
    standing: list[NewFile] = []
    with signals_held(HELD):
        try:
            for draft in drafts:
                draft.stand(keep=len(drafts) > 1)
                standing.append(draft)
        except BaseException:
            for draft in reversed(standing):
                draft.take_back()
            raise
        for folder in {os.path.dirname(draft.place) for draft in drafts}:  # noqa: PTH120
            sync_folder(folder)
        for draft in drafts:
            draft.discard()


def _sync(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in DISK:  # else the system cannot
            raise


def sync_folder(folder: str) -> None:
    """Let the names in a folder be on the disk, as far as the system can."""
    with suppress(OSError):  # what it names is on the disk
        handle = os.open(folder, os.O_RDONLY)
        try:
            _sync(handle)
        finally:
            os.close(handle)


@contextmanager
def signals_held(numbers: Iterable[int]) -> Iterator[None]:
    """Let signals wait; processes that begin meanwhile never hear of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _full_disk_told(name: str) -> Iterator[None]:
    """What a disk answers while others write; what else happens meanwhile is not about the file."""
    try:
        yield
    except OSError as error:
        if error.errno not in DISK:
            raise
        with told(name):
            raise
