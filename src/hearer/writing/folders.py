"""A folder that is ours: what is in it comes, goes and is moved by us alone.

keep         that a folder is there, and whatever is above it
alone        be the only process that writes to a folder, as long as it runs
is_written   what is said to all others then
is_taken     whether one does so now
move         a file or a folder of ours to its place, over what was there before
remove       what is ours, a file or a folder with all that is in it
names_in     what is in a folder, sorted

When a process that is alone is gone, however it went, another can be.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOLCK, ENOSYS, EOPNOTSUPP
from pathlib import Path

from hearer.errors import OutputError
from hearer.writing.files import sync_folder
from hearer.writing.places import told

PATIENCE = 0.5  # seconds
MOST_DIGITS = 20  # of the number of a process
NO_LOCKS = {ENOLCK, ENOSYS, EOPNOTSUPP}  # a disk that has none: nobody can be kept away


def keep(folder: str) -> None:
    """Make a folder, and whatever is missing above it; it may be there."""
    with told(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)


@contextmanager
def alone(folder: str, lock: str) -> Iterator[None]:
    """Be the only process that writes to a folder: the one that has the file `lock`."""
    with told(lock):
        file = Path(lock).open("ab")  # noqa: SIM115 - closed below
    with file:
        if not _is_locked_soon(file.fileno()):
            raise is_written(folder, lock)
        with suppress(OSError):  # who it is: on a full disk nobody can say
            file.truncate(0)
            file.write(str(os.getpid()).encode())
            file.flush()
        yield


def is_written(folder: str, lock: str) -> OutputError:
    """That another process writes to a folder; which one, if it has said so."""
    who = ""
    with suppress(OSError, ValueError):
        who = f" (process {int(Path(lock).read_bytes()[:MOST_DIGITS])})"
    told = f"{folder!r} is being written by another run{who}: wait for it, or end it."
    return OutputError(told)


def is_taken(lock: str) -> bool:
    """Whether a process writes to the folder of a lock now."""
    try:
        with Path(lock).open("rb") as file:
            return not _is_locked(file.fileno())
    except OSError:  # there is no lock, or nobody may look at it
        return False


def _is_locked_soon(descriptor: int) -> bool:
    """Whether we have the lock; who only looked at it, or is just going, is waited for."""
    end = time.monotonic() + PATIENCE
    while not _is_locked(descriptor):
        if time.monotonic() > end:
            return False
        time.sleep(PATIENCE / 10)
    return True


def _is_locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in NO_LOCKS
    return True


def move(path: str, to: str) -> None:
    """Move a file or a folder of ours to its place; what was there before was ours, too."""
    with told(to):
        if Path(to).is_dir() and not Path(to).is_symlink():
            remove(to)
        os.replace(path, to)  # noqa: PTH105 - one step
        sync_folder(os.path.dirname(to))  # noqa: PTH120


def remove(path: str) -> None:
    """Remove what is ours, a file or a folder with all that is in it; it may be gone."""
    with told(path):
        if Path(path).is_dir() and not Path(path).is_symlink():
            shutil.rmtree(path)
        else:
            with suppress(FileNotFoundError):
                Path(path).unlink()


def names_in(folder: str) -> list[str]:
    """What is in a folder, sorted; nothing if it is not there."""
    with told(folder), suppress(FileNotFoundError):
        return sorted(os.listdir(folder))  # noqa: PTH208 - names
    return []
