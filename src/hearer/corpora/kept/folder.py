"""The folder that a corpus is written to: whether it is ours, and what is in it.

OutFolder    the folder of a run, ours alone as long as it runs
opened       a folder, if it is new, empty or ours
cut_short    what is said of one whose manifest is not whole
HIDDEN       the folder in it that is ours alone: parts, and what is not finished

A folder that is not ours is never touched, and neither is a file in ours that we did not make.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from hearer.corpora.kept import manifest
from hearer.corpora.kept.manifest import FileMade, Manifest
from hearer.corpora.kept.parts import Parts
from hearer.corpora.schema import TABLES
from hearer.corpora.told.summary import Summary
from hearer.errors import OutputError
from hearer.formats.json_values import dumped
from hearer.harmless import number_and
from hearer.writing.files import write_file
from hearer.writing.folders import alone, is_taken, is_written, keep, move, names_in, remove
from hearer.writing.places import told

HIDDEN, LOCK, NEW, PARTS, SUMMARY = ".hearer", "lock", "new", "parts", "summary.json"
INPUTS = "inputs"  # which documents there were
RESULTS = {  # by name, of all targets
    "documents",
    *(f"{name}.parquet" for name in TABLES),
    *(f"{name}.jsonl" for name in ("results", "documents", "problems")),
}
MOST_TOLD = 3  # of the files that are in the way
PIECE = 1 << 20  # bytes that are read at once


class OutFolder:
    """The folder of a run."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.parts = Parts(self.inside(PARTS))

    def inside(self, *names: str) -> str:
        return str(Path(self.path, HIDDEN, *names))

    def read(self) -> Manifest | None:
        return manifest.read(self.path)

    @property
    def is_cut_short(self) -> bool:
        """Whether it is ours, and its manifest is not whole any more: the power failed."""
        hidden = Path(self.inside())
        is_ours = hidden.is_dir() and not hidden.is_symlink() and (hidden / LOCK).is_file()
        return is_ours and manifest.is_cut_short(self.path)

    def taken_for_made(self) -> tuple[FileMade, ...]:
        """What stands there by the names of results, where no manifest says what was made."""
        return tuple(FileMade(one, -1, "") for one in names_in(self.path) if one in RESULTS)

    def write(self, content: Manifest) -> None:
        """Put the manifest to its place."""
        written = self.inside(manifest.NAME)
        write_file(written, content.content, force=True)
        move(written, str(Path(self.path) / manifest.NAME))

    @contextmanager
    def new(self) -> Iterator[str]:
        """An empty folder to write files into, which is gone in the end."""
        new = self.inside(NEW)
        keep(new)
        try:
            yield new
        finally:
            remove(new)

    def clean(self) -> None:
        """Remove what a run has left that was ended where it stood."""
        for name in names_in(self.inside()):
            if name not in {LOCK, PARTS, SUMMARY, INPUTS}:
                remove(self.inside(name))

    def write_summary(self, summary: Summary) -> None:
        """Keep the figures of the run, how long it took among them: no part of what is made."""
        content = f"{dumped(summary.as_json(), indent=1)}\n".encode()
        write_file(self.inside(SUMMARY), content, force=True)

    def listed(self, content: bytes) -> bytes:
        """Keep the list of the documents there are now; the one before is returned."""
        path = Path(self.inside(INPUTS))
        with told(str(path)):
            before = path.read_bytes() if path.is_file() else b""
        if content != before:
            write_file(path, content, force=True)
        return before

    def begin_anew(self) -> None:
        """Forget what was done; what was made of it stays until it is replaced."""
        self.tidy()

    def stand(self, paths: Sequence[str]) -> None:
        """Move what is finished to its place."""
        for path in paths:
            move(path, str(Path(self.path) / Path(path).name))

    def refuse_others(self, made: Iterable[FileMade], known: Iterable[FileMade]) -> None:
        """Raise if a file is in the way that we did not make."""
        ours = {one.name for one in known}
        for one in made:
            if one.name not in ours and os.path.lexists(Path(self.path) / one.name):
                raise OutputError(
                    f"{str(Path(self.path) / one.name)!r} is in the way, and is not ours: move it, "
                    "and go on with --resume (resume=True)."
                )

    def forget(self, before: Iterable[FileMade], now: Iterable[FileMade]) -> None:
        """Remove what was made before and is not made any more."""
        names = {one.name for one in now}
        for one in before:
            if one.name not in names:
                remove(str(Path(self.path) / one.name))

    def has(self, files: Sequence[FileMade]) -> bool:
        """Whether these are there, as far as their sizes tell."""
        return bool(files) and all(size_of(Path(self.path) / one.name) == one.size for one in files)

    def tidy(self) -> None:
        """Remove the parts: whoever adds inputs has all of them heard again."""
        remove(self.parts.folder)
        remove(self.inside(INPUTS))


@contextmanager
def opened(name: str, *, resume: bool, force: bool) -> Iterator[OutFolder]:
    """A folder, if it is new, empty, or ours and to be gone on with: nobody else writes to it."""
    folder = OutFolder(name)
    _refuse(folder, resume=resume, force=force)
    keep(folder.inside())
    with alone(name, folder.inside(LOCK)):
        folder.clean()
        yield folder


def _refuse(folder: OutFolder, *, resume: bool, force: bool) -> None:
    path = Path(folder.path)
    if not os.path.lexists(path):
        return
    if not path.is_dir():
        raise OutputError(f"{folder.path!r} is a file, and a folder is to be written.")
    _refuse_links(folder)
    if not resume and not force and is_taken(folder.inside(LOCK)):
        raise is_written(folder.path, folder.inside(LOCK))
    if folder.is_cut_short:
        if not resume and not force:
            raise OutputError(f"{cut_short(folder.path)}, or begin anew with --force (force=True).")
        return
    before = folder.read()
    if before is None:
        _refuse_strangers(folder)
    elif not resume and not force:
        raise _is_there(folder, before)


def _is_there(folder: OutFolder, before: Manifest) -> OutputError:
    documents = number_and(before.counts.get("documents", 0), "document")
    what = f"a corpus of {documents}" if before.counts else "a corpus that is not finished"
    return OutputError(
        f"{folder.path!r} has {what} in it: go on with it, or add to it, with --resume "
        "(resume=True), or begin anew with --force (force=True)."
    )


def cut_short(name: str) -> str:
    """That the manifest of a folder is not whole, and what to do."""
    return (
        f"{str(Path(name) / manifest.NAME)!r} is not whole, as if the power had failed; what is "
        "done is kept: go on with the same inputs and options and --resume (resume=True)"
    )


def _refuse_links(folder: OutFolder) -> None:
    """Raise if what is ours alone is a link: what is behind it may be anybody's."""
    for inside in (folder.inside(), folder.parts.folder):
        if Path(inside).is_symlink() or (os.path.lexists(inside) and not Path(inside).is_dir()):
            raise OutputError(f"{inside!r} is no folder of ours: choose another output.")


def _refuse_strangers(folder: OutFolder) -> None:
    """Raise if there is anything in a folder but what a run leaves that has just begun."""
    others = [name for name in names_in(folder.path) if name != HIDDEN]
    if others:
        told = ", ".join(map(repr, others[:MOST_TOLD])) + (" …" if others[MOST_TOLD:] else "")
        raise OutputError(
            f"{folder.path!r} is no corpus of ours, and has {told} in it: choose a new folder."
        )


# Sizes and sums ---------------------------------------------------------------------------------


def made(path: str) -> FileMade:
    """A file or a folder that was made."""
    with told(path):
        return FileMade(Path(path).name, size_of(Path(path)), sum_of(Path(path)))


def size_of(path: Path) -> int:
    """The bytes of a file, or of all in a folder; -1 if nothing is there."""
    if path.is_dir():
        return sum(one.stat().st_size for one in path.rglob("*") if one.is_file())
    try:
        return path.stat().st_size
    except OSError:
        return -1


def sum_of(path: Path) -> str:
    """The sum of a file; of a folder, that of the names in it and their sums."""
    total = sha256()
    if path.is_dir():
        for name in sorted(one.relative_to(path).as_posix() for one in path.rglob("*")):
            if (path / name).is_file():
                total.update(f"{sum_of(path / name)}  {name}\n".encode())
        return total.hexdigest()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            total.update(piece)
    return total.hexdigest()
