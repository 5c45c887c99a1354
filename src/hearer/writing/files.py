"""Write files completely or not at all, and never over an existing file without `force`.

A file is written under a temporary name in its folder, flushed to the disk and then renamed. A file
that is replaced keeps its mode, a link stays a link, and a file that is read is never replaced.
"""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from shutil import copy2
from typing import BinaryIO

from hearer.errors import OutputError
from hearer.escape import quoted

Name = str | os.PathLike[str]
Identity = tuple[int, int]  # device and inode: the same file under any name
STDIN = "-"
HELD = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
LONGEST = 40  # characters of the name that a temporary name contains
# Temporary files, with the process that made them: a fork must not remove them.
_UNFINISHED: dict[str, int] = {}


def write_file(name: Name, content: bytes, *, force: bool = False) -> None:
    """Write one file."""
    with NewFiles(force=force) as files:
        files.write(name, content)


class NewFiles:
    """Several files of one result: at the end of the block all of them appear, or none.

    `read` are the inputs: they are not replaced, even with `force`.
    """

    def __init__(self, *, force: bool = False, read: Iterable[Name] = ()) -> None:
        self.force, self.read = force, identities(read)
        self.drafts: dict[str, tuple[str, str]] = {}  # by place: the name and a temporary file
        self.backups: list[str] = []

    def write(self, name: Name, content: bytes) -> None:
        """Write one of the files."""
        with self.new(name) as file:
            file.write(content)

    @contextmanager
    def new(self, name: Name) -> Iterator[BinaryIO]:
        """Open one of the files; a pipe or a device is written directly."""
        refuse([name], force=self.force, read=self.read, taken=self.drafts)
        path = os.fspath(name)
        with os_errors(path):
            if is_stream(name):
                with Path(path).open("wb") as file:
                    yield file
                return
            place = place_of(name)
            temporary = _temporary(place)
            self.drafts[place] = path, temporary
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
                if Path(place).exists():
                    Path(temporary).chmod(stat.S_IMODE(Path(place).stat().st_mode))
                yield file
                file.flush()
                os.fsync(file.fileno())

    def __enter__(self) -> NewFiles:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        try:
            if failed is None:
                with _signals_held():
                    self._rename_all()
        finally:
            _discard(*(temporary for _, temporary in self.drafts.values()), *self.backups)

    def _rename_all(self) -> None:
        with ExitStack() as undo:
            for place, (name, temporary) in self.drafts.items():
                with os_errors(name):
                    undo.callback(_restore, place, self._rename(temporary, place))
            undo.pop_all()
        for folder in {os.path.dirname(place) for place in self.drafts}:  # noqa: PTH120
            sync_folder(folder)

    def _rename(self, temporary: str, place: str) -> str:
        """Put a file in its place; return the backup of the file that was there, or ""."""
        if self.force and Path(place).exists():
            backup = _temporary(place)
            self.backups.append(backup)
            try:
                os.link(place, backup)
            except OSError:  # a file system without hard links
                copy2(place, backup)
            os.replace(temporary, place)  # noqa: PTH105
            return backup
        try:  # unlike a rename, a link fails if another process has just written the file
            os.link(temporary, place)
        except OSError:
            if Path(place).exists():
                raise
            os.replace(temporary, place)  # noqa: PTH105
        return ""


def _restore(place: str, backup: str) -> None:
    with suppress(OSError):
        if backup:
            os.replace(backup, place)  # noqa: PTH105
        else:
            Path(place).unlink()


def _temporary(place: str) -> str:
    folder, name = os.path.split(place)
    path = str(Path(folder) / f".{name[:LONGEST]}.{os.urandom(6).hex()}")
    _UNFINISHED[path] = os.getpid()
    return path


def make_folder(name: str) -> None:
    """Make a folder if it is missing."""
    with os_errors(name):
        Path(name).mkdir(exist_ok=True)


def discard() -> None:
    """Remove the unfinished files of this process, before it ends on a signal."""
    _discard(*(path for path in [*_UNFINISHED] if _UNFINISHED[path] == os.getpid()))


def _discard(*paths: str) -> None:
    for path in paths:
        if _UNFINISHED.pop(path, None):
            with suppress(OSError):
                Path(path).unlink()


def sync_folder(folder: str) -> None:
    """Flush the names in a folder to the disk, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


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
) -> None:
    """Raise OutputError for a name that cannot or must not be written.

    `read` are the identities of the inputs, `taken` the places of other results.
    """
    places = {*taken}
    for name in names:
        if is_stream(name):
            continue
        path, place = os.fspath(name), place_of(name)
        if place in places:
            raise OutputError(f"Two results would be written to {path!r}.")
        places.add(place)
        with os_errors(path):
            _refuse_one(path, place, is_read=_identity(place) in read, force=force)
        folder = os.path.dirname(place)  # noqa: PTH120
        if not is_dir(folder):
            raise OutputError(f"There is no folder {folder!r} to write to.")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise OutputError(f"The folder {folder!r} cannot be written to: permission denied.")


def _refuse_one(name: str, place: str, *, is_read: bool, force: bool) -> None:
    if name.endswith("/") or is_dir(place):
        raise OutputError(f"{name!r} is a folder, and one file is to be written.")
    if is_read:
        raise OutputError(f"{name!r} is an input: the result needs another name.")
    if Path(place).exists() and not os.access(place, os.W_OK):
        raise OutputError(f"{name!r} cannot be replaced, even with force: permission denied.")
    if Path(place).exists() and not force:
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
        with os_errors(path):
            place = os.path.realpath(path) if path else ""
            is_loop = Path(place).is_symlink()
    except ValueError:  # NUL, or half of a surrogate pair
        place = ""
    if not place:
        raise OutputError(f"{path!r} is no name of a file.")
    if is_loop:
        raise OutputError(f"{path!r} cannot be written: it is a link that leads to itself.")
    return place


def is_dir(name: Name) -> bool:
    """Return True if a folder has this name; False also for an impossible name."""
    return os.path.isdir(name)  # noqa: PTH112 - no exception


def is_there(name: Name) -> bool:
    """Return True if anything has this name, even a broken link."""
    return os.path.lexists(name)


def is_stream(name: Name) -> bool:
    """Return True for a pipe or a device."""
    try:
        mode = Path(name).stat().st_mode
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
def os_errors(name: str) -> Iterator[None]:
    """Raise OutputError for an OSError about a file."""
    try:
        yield
    except BrokenPipeError:  # the reader has left
        raise
    except OSError as error:
        reason = error.strerror or error
        raise OutputError(f"{quoted(name, 500)} cannot be written: {reason}.") from error
