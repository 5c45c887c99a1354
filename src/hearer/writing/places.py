"""Where files are to be written, and what is refused before any is.

refuse       raise for a file that is there, that is read, or that cannot be written
identities   what is read, whatever it is called
place_of     where a file stands in the end, through links
is_dir       whether a folder is there
is_there     whether anything is there
is_stream    whether an output is written as it comes: a pipe, a device, /dev/stdout
beside       the name of a text that goes with its annotations
told         what the system says about a file, as an error of ours
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from hearer.errors import OutputError
from hearer.harmless import quoted

Name = str | os.PathLike[str]
Identity = tuple[int, int]  # what makes a file the same one under every name
STDIN = "-"
# The streams of this process by name: opened anew, a file behind one would be cut.
DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,4})|/dev/std(out|err)")


def refuse(
    names: Sequence[Name],
    *,
    force: bool = False,
    read: Collection[Identity] = (),
    besides: Collection[str] = (),
    in_new_folder: bool = False,
) -> None:
    """Raise for what cannot be written, or is not to be: a file that is there, or that is read.

    `read` are the identities of what is read, `besides` places that are taken.
    """
    taken: set[str] = set()
    for name in names:
        if is_stream(name):
            continue
        place = place_of(name)
        if place in taken or place in besides:
            raise OutputError(f"Two results would be written to {os.fspath(name)!r}.")
        taken.add(place)
        with told(os.fspath(name)):
            _refuse_one(os.fspath(name), place, is_read=_identity(place) in read, force=force)
        if not in_new_folder:
            _refuse_folder(place)


def _refuse_one(name: str, place: str, *, is_read: bool, force: bool) -> None:
    if name.endswith("/") or is_dir(place):
        raise OutputError(f"{name!r} is a folder, and one file is to be written.")
    if is_read:
        raise OutputError(f"{name!r} is what is read: the result needs a name of its own.")
    if not Path(place).exists():
        return
    if not os.access(place, os.W_OK):
        raise OutputError(f"{name!r} may not be written, by force neither: permission denied.")
    if not force:
        raise OutputError(
            f"{name!r} is there already, and is not replaced.",
            hint="Choose another name, or say force=True.",
            command_hint="Choose another name, or say --force.",
        )


def _refuse_folder(place: str) -> None:
    folder = str(Path(place).parent)
    if not is_dir(folder):
        raise OutputError(f"There is no folder {folder!r} to write to.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"Nothing may be written to the folder {folder!r}: permission denied.")


def identities(names: Iterable[Name]) -> frozenset[Identity]:
    """What is read under these names; - is the standard input."""
    found = (_identity(0 if name == STDIN else name) for name in names)
    return frozenset(one for one in found if one)


def _identity(path: Name | int) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - of a descriptor, too
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def place_of(name: Name) -> str:
    """Where a file stands in the end: through links, so that they stay."""
    path = os.fspath(name)
    if not path or "\0" in path or not _can_be_a_name(path):
        raise OutputError(f"{path!r} is no name of a file.")
    with told(path):
        place = os.path.realpath(path)
        is_loop = Path(place).is_symlink()
    if is_loop:
        raise OutputError(f"{path!r} cannot be written: it is a link that leads to itself.")
    return place


def _can_be_a_name(path: str) -> bool:
    """Whether a path can be spelled in bytes: halves of characters cannot."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True


def is_dir(name: Name) -> bool:
    """Whether a folder is there; no name, and one that nothing can have, is none."""
    try:
        return bool(os.fspath(name)) and Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_there(name: Name) -> bool:
    """Whether anything is there, be it a link that leads nowhere."""
    try:
        return os.path.lexists(name)
    except (OSError, ValueError):
        return False


def is_stream(name: Name) -> bool:
    """Whether an output is written as it comes: a pipe, a device, a stream of this process."""
    path = os.fspath(name)
    if DESCRIPTOR.fullmatch(path):
        return True
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def beside(name: Name, suffix: str, *, of: str) -> str:
    """The name of the file with the text that goes beside a file which ends with `of`.

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
def told(name: str) -> Iterator[None]:
    """What the system says about a file, as an error of ours; that a reader has left is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        said = error.strerror or error
        raise OutputError(f"{quoted(name, 500)} cannot be written: {said}.") from error
