"""Write files completely or not at all, and never over an existing file without `force`.

A file is written under a temporary name in its folder, flushed to the disk and then renamed. A file
that is replaced keeps its mode, a link stays a link, and a file that is read is never replaced.
"""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EDQUOT, EEXIST, EFBIG, EIO, ENOSPC
from pathlib import Path
from shutil import copy2
from typing import BinaryIO

from hearer.errors import OutputError
from hearer.harmless import quoted

Name = str | os.PathLike[str]
Identity = tuple[int, int]  # device and inode: the same file under any name
STDIN = "-"
# Streams of this process: a file behind one would be truncated if it were opened again.
DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,4})|/dev/std(out|err)")
NUMBERS = {"out": 1, "err": 2}
DISK = {ENOSPC, EDQUOT, EFBIG, EIO}
HELD = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
LONGEST = 40  # characters of the name that a temporary name contains
# Temporary files and new folders, with the process that made them: a fork must not remove them.
_UNFINISHED: dict[str, int] = {}


def write_file(name: Name, content: bytes, *, force: bool = False) -> None:
    """Write one file."""
    with NewFiles(force=force) as files:
        files.write(name, content)


@dataclass(slots=True)
class _Draft:
    name: str
    place: str
    temporary: str
    backup: str = ""


class NewFiles:
    """Several files of one result: at the end of the block all of them appear, or none.

    `read` are the inputs: they are not replaced, even with `force`.
    """

    def __init__(self, *, force: bool = False, read: Iterable[Name] = ()) -> None:
        self.force, self.read = force, identities(read)
        self.drafts: dict[str, _Draft] = {}  # by place

    def write(self, name: Name, content: bytes) -> None:
        """Write one of the files."""
        with self.new(name) as file:
            file.write(content)

    @contextmanager
    def new(self, name: Name) -> Iterator[BinaryIO]:
        """Open one of the files; a pipe or a device is written directly."""
        refuse([name], force=self.force, read=self.read, taken=self.drafts)
        path = os.fspath(name)
        if is_stream(name):
            with os_errors(path), _opened_stream(path) as file:
                yield file
            return
        place = place_of(name)
        draft = self.drafts[place] = _Draft(path, place, _temporary(place))
        with os_errors(path):
            file = _created(draft)
        try:
            with os_errors(path, only=DISK):
                yield file
                file.flush()
                _sync(file.fileno())
        finally:
            with suppress(OSError):  # reported above
                file.close()

    def __enter__(self) -> NewFiles:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        try:
            if failed is None:
                with _signals_held():
                    self._rename_all()
        finally:
            for draft in self.drafts.values():
                _discard(draft.temporary, draft.backup)

    def _rename_all(self) -> None:
        done: list[_Draft] = []
        drafts = list(self.drafts.values())
        try:
            for draft in drafts:
                with os_errors(draft.name):
                    _rename(draft, force=self.force, with_backup=len(drafts) > 1)
                done.append(draft)
        except BaseException:
            for draft in reversed(done):
                with suppress(OSError):
                    if draft.backup:
                        os.replace(draft.backup, draft.place)  # noqa: PTH105
                    else:
                        Path(draft.place).unlink()
            raise
        for folder in {os.path.dirname(draft.place) for draft in drafts}:  # noqa: PTH120
            sync_folder(folder)


def _temporary(place: str) -> str:
    folder, name = os.path.split(place)
    path = str(Path(folder) / f".{name[:LONGEST]}.{os.urandom(6).hex()}")
    _UNFINISHED[path] = os.getpid()
    return path


def _created(draft: _Draft) -> BinaryIO:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    replaced = Path(draft.place) if Path(draft.place).exists() else None
    descriptor = os.open(draft.temporary, flags, 0o600 if replaced else 0o666)
    file = os.fdopen(descriptor, "wb")
    if replaced:
        Path(draft.temporary).chmod(stat.S_IMODE(replaced.stat().st_mode))
    return file


def _rename(draft: _Draft, *, force: bool, with_backup: bool) -> None:
    if force and Path(draft.place).exists():
        if with_backup:
            backup = _temporary(draft.place)
            try:
                os.link(draft.place, backup)
            except OSError:  # a file system without hard links
                copy2(draft.place, backup)
            draft.backup = backup
        os.replace(draft.temporary, draft.place)  # noqa: PTH105
        return
    try:  # unlike a rename, a link fails if another process has just written the file
        os.link(draft.temporary, draft.place)
    except OSError as error:
        if error.errno == EEXIST or Path(draft.place).exists():
            raise
        os.replace(draft.temporary, draft.place)  # noqa: PTH105


def _opened_stream(name: str) -> BinaryIO:
    found = DESCRIPTOR.fullmatch(name)
    if not found:
        return Path(name).open("wb")
    if sys.stdout is not None:
        sys.stdout.flush()
    return os.fdopen(os.dup(NUMBERS.get(found[2]) or int(found[1])), "wb")


@contextmanager
def new_folder(name: Name) -> Iterator[None]:
    """Make a folder if it is missing; remove it again if the block raises."""
    if is_dir(name):
        yield
        return
    folder = os.fspath(name).rstrip("/") + "/"
    with _signals_held(), os_errors(os.fspath(name)):
        Path(folder).mkdir()
        _UNFINISHED[folder] = os.getpid()
    try:
        yield
    except BaseException:
        _discard(folder)
        raise
    finally:
        _UNFINISHED.pop(folder, None)


def discard() -> None:
    """Remove the unfinished files and folders of this process, before it ends on a signal."""
    _discard(
        *(path for path in sorted(_UNFINISHED, reverse=True) if _UNFINISHED[path] == os.getpid())
    )


def _discard(*paths: str) -> None:
    for path in paths:
        if _UNFINISHED.pop(path, None):
            with suppress(OSError):
                (Path(path).rmdir if path.endswith("/") else Path(path).unlink)()


def sync_folder(folder: str) -> None:
    """Flush the names in a folder to the disk, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            _sync(handle)
        finally:
            os.close(handle)


def _sync(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in DISK:  # else the file cannot be flushed: a pipe
            raise


@contextmanager
def _signals_held() -> Iterator[None]:
    """Block signals while the block runs."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Names ------------------------------------------------------------------------------------------


def refuse(
    names: Sequence[Name],
    *,
    force: bool = False,
    read: Collection[Identity] = (),
    taken: Collection[str] = (),
    in_new_folder: bool = False,
) -> None:
    """Raise OutputError for a name that cannot or must not be written.

    `read` are the identities of the inputs, `taken` the places of other results.
    """
    places: set[str] = set()
    for name in names:
        if is_stream(name):
            continue
        place = place_of(name)
        if place in places or place in taken:
            raise OutputError(f"Two results would be written to {os.fspath(name)!r}.")
        places.add(place)
        with os_errors(os.fspath(name)):
            _refuse_one(os.fspath(name), place, is_read=_identity(place) in read, force=force)
        if not in_new_folder:
            folder = str(Path(place).parent)
            if not is_dir(folder):
                raise OutputError(f"There is no folder {folder!r} to write to.")
            if not os.access(folder, os.W_OK | os.X_OK):
                raise OutputError(f"The folder {folder!r} cannot be written to: permission denied.")


def _refuse_one(name: str, place: str, *, is_read: bool, force: bool) -> None:
    if name.endswith("/") or is_dir(place):
        raise OutputError(f"{name!r} is a folder, and one file is to be written.")
    if is_read:
        raise OutputError(f"{name!r} is an input: the result needs another name.")
    if not Path(place).exists():
        return
    if not os.access(place, os.W_OK):
        raise OutputError(f"{name!r} cannot be replaced, even with force: permission denied.")
    if not force:
        raise OutputError(
            f"{name!r} is there already, and is not replaced.",
            hint="Choose another name, or say force=True.",
            command_hint="Choose another name, or say --force.",
        )


def identities(names: Iterable[Name]) -> frozenset[Identity]:
    """Return the identities of the files with these names; - is the standard input."""
    found = (_identity(0 if name == STDIN else name) for name in names)
    return frozenset(one for one in found if one)


def _identity(path: Name | int) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - descriptors, too
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def place_of(name: Name) -> str:
    """Return the path of a file with all links resolved."""
    path = os.fspath(name)
    try:
        is_name = bool(path) and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # half of a surrogate pair
        is_name = False
    if not is_name:
        raise OutputError(f"{path!r} is no name of a file.")
    with os_errors(path):
        place = os.path.realpath(path)
        is_loop = Path(place).is_symlink()
    if is_loop:
        raise OutputError(f"{path!r} cannot be written: it is a link that leads to itself.")
    return place


def is_dir(name: Name) -> bool:
    """Return True if a folder has this name; False also for an impossible name."""
    try:
        return bool(os.fspath(name)) and Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_there(name: Name) -> bool:
    """Return True if anything has this name, even a broken link."""
    try:
        return os.path.lexists(name)
    except (OSError, ValueError):
        return False


def is_stream(name: Name) -> bool:
    """Return True for a pipe, a device or a stream of this process, as /dev/stdout."""
    path = os.fspath(name)
    if DESCRIPTOR.fullmatch(path):
        return True
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def names_in(folder: str) -> list[str]:
    """Return the sorted names in a folder; none if there is no such folder."""
    with os_errors(folder), suppress(FileNotFoundError):
        return sorted(os.listdir(folder))  # noqa: PTH208 - names
    return []


def beside(name: Name, suffix: str, *, of: str) -> str:
    """Return the name of the text file that belongs to an annotation file.

    >>> beside("story.ann", ".txt", of=".ann")
    'story.txt'
    """
    path = Path(name)
    if not path.name or path.suffix == suffix:
        raise OutputError(
            f"{os.fspath(name)!r} is the name of the text, which is written beside: "
            f"name the annotations, as in {path.stem + of!r}."
        )
    return str(path.with_suffix(suffix))


@contextmanager
def os_errors(name: str, *, only: Collection[int] = ()) -> Iterator[None]:
    """Raise OutputError for an OSError about a file; `only` limits it to some error numbers."""
    try:
        yield
    except BrokenPipeError:  # the reader has left
        raise
    except OSError as error:
        if only and error.errno not in only:
            raise
        reason = error.strerror or error
        raise OutputError(f"{quoted(name, 500)} cannot be written: {reason}.") from error
