"""The output folder of a corpus: its manifest and its parts.

A batch is done when its record `.hearer/parts/KEY.json` is there and the checksums in it hold for
the files of its part. Files are complete or not there at all; one process writes at a time.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from hearer.corpora.document import DIGEST_BYTES, BatchOutcome, DocumentOutcome, Failure, digest
from hearer.corpora.processing import Task
from hearer.corpora.schema import SCHEMA, tables
from hearer.errors import InputError, OutputError
from hearer.formats.json_values import dumped
from hearer.model import Problem
from hearer.writing.files import names_in, os_errors, sync_folder

MANIFEST, HIDDEN, LOCK, PARTS, NEW = "manifest.json", ".hearer", "lock", "parts", "new"
SECONDS_TO_LOCK = 0.5  # a process that only looks at the lock has it for a moment
JOB = ("schema", "program", "model", "parser", "target", "algorithm", "profile", "options")
_KEY = re.compile(rf"[0-9a-f]{{{2 * DIGEST_BYTES}}}")
BROKEN = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
Value = str | int | float | bool | None
ANEW = {"hint": "Begin anew with force=True.", "command_hint": "Begin anew with --force."}
GO_ON = {
    "hint": "Go on with resume=True, or begin anew with force=True.",
    "command_hint": "Go on with --resume, or begin anew with --force.",
}


class State(StrEnum):
    """How far a corpus is; in a manifest an interrupted run is called running, too."""

    RUNNING = "running"
    COMPLETE = "complete"
    INTERRUPTED = "interrupted"


def job_of(task: Task) -> dict[str, Any]:
    """Return what determines the result of a document: equal jobs write equal bytes."""
    how, settings = task.profile, sorted(task.profile.settings.items())
    options = {name: one if isinstance(one, Value) else str(one) for name, one in settings}
    own = {"target": task.target, "algorithm": how.algorithm, "profile": how.name}
    return {"schema": SCHEMA, **task.versions, **own, "options": options}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was done, with which options and versions.

    It depends on the inputs and options only: there is no time, machine or number of workers in it.
    """

    job: Mapping[str, Any]
    inputs: tuple[str, ...] = ()
    reading: Mapping[str, Value] = field(default_factory=dict)
    state: State = State.RUNNING
    passed_over: Mapping[str, int] = field(default_factory=dict)  # what is not read, by reason
    parts: tuple[str, ...] = ()  # keys in the order of the inputs

    @property
    def content(self) -> bytes:
        fields = asdict(self)
        fields = {**fields.pop("job"), "state": fields.pop("state"), **fields}
        return f"{dumped(fields, indent=1)}\n".encode()

    @classmethod
    def of_content(cls, found: dict[str, Any]) -> Manifest:
        """Return the manifest that some JSON is; raise ValueError or the like if it is none."""
        job = {name: found.pop(name) for name in JOB}
        inputs, parts = (tuple(map(str, found.pop(name))) for name in ("inputs", "parts"))
        made = cls(job, inputs, state=State(found.pop("state")), parts=parts, **found)
        plain: Any = ((job["options"], Value), (made.reading, Value), (made.passed_over, int))
        if not all(map(_KEY.fullmatch, made.parts)) or not all(
            isinstance(one, kind) for values, kind in plain for one in dict(values).values()
        ):
            raise ValueError(MANIFEST)
        return made

    def differences(self, before: Manifest) -> str:
        """Describe the options and versions that were different before."""
        was, now = ({**x.job["options"], **x.job, **x.reading} for x in (before, self))
        names = [one for one in {**was, **now} if one != "options" and was.get(one) != now.get(one)]
        return "; ".join(f"{one} was {was.get(one)!s}, now {now.get(one)!s}" for one in names)


def read_manifest(folder: str) -> Manifest | None:
    """Read the manifest of a folder; None if there is none, OutputError if it is not valid."""
    path = Path(folder) / MANIFEST
    try:
        found = json.loads(path.read_bytes())
        schema = str(found["schema"])
        if schema == SCHEMA:
            return Manifest.of_content(found)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except BROKEN as error:
        message = f"{str(path)!r} is no manifest of ours: choose another folder. It stays as it is."
        raise OutputError(message) from error
    raise OutputError(
        f"{str(path)!r} is of the schema {schema[:40]!r}, and this hearer writes {SCHEMA}: run it "
        "again into another folder, or use the hearer that made it. It stays as it is."
    )


class Storage:
    """The output folder of a run."""

    def __init__(self, path: str) -> None:
        self.path = path

    def inside(self, *names: str) -> Path:
        """Return a path in the hidden folder."""
        return Path(self.path, HIDDEN, *names)

    @property
    def is_cut_short(self) -> bool:
        """Return True if the folder is ours, and its manifest is no JSON, as after a power cut."""
        try:
            json.loads(Path(self.path, MANIFEST).read_bytes())
        except (ValueError, RecursionError):
            return self.inside(LOCK).is_file()
        except OSError:
            return False
        return False

    @property
    def is_locked(self) -> bool:
        """Return True if a process is writing to the folder."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.inside(LOCK), timeout=0):
                return False
        except Timeout:
            return True
        except OSError:  # there is no lock, or it may not be opened
            return False

    def begin(self, now: Manifest, *, force: bool) -> None:
        """Write the manifest of a run; refuse other options than those of an earlier run."""
        before = None if self.is_cut_short or force else read_manifest(self.path)
        if force:
            self.keep_only(())
        if before and (differing := now.differences(before)):
            message = f"{self.path!r} was made otherwise: {differing}. Say the same again."
            raise OutputError(message, **ANEW)
        named = set(map(os.path.realpath, now.inputs))
        for name in before.inputs if before else ():
            if os.path.lexists(name) and os.path.realpath(name) not in named:
                message = f"{self.path!r} has the results of {name!r}, too, which is not named now"
                raise OutputError(f"{message}, and would go: name all inputs.", **ANEW)
        self.write_manifest(now)

    def write_manifest(self, manifest: Manifest) -> None:
        self._put(Path(self.path, MANIFEST), manifest.content)
        sync_folder(self.path)

    def write(self, key: str, outcome: BatchOutcome) -> None:
        """Write the files of a part, then its record: from then on its batch is done."""
        for name, content in outcome.files.items():
            self._put(Path(self.path, name), content)
        files = {name: digest(content) for name, content in outcome.files.items()}
        record = json.dumps([files, [asdict(one) for one in outcome.outcomes]]).encode()
        self._put(self.inside(PARTS, f"{key}.json"), record + b"\n" + digest(record).encode())
        sync_folder(str(self.inside(PARTS)))

    def _put(self, path: Path, content: bytes) -> None:
        with os_errors(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            with self.inside(NEW).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            self.inside(NEW).replace(path)

    def outcomes(self, key: str) -> tuple[DocumentOutcome, ...] | None:
        """Return what became of the documents of a part, None if it is not there or not whole."""
        files, outcomes = self._record(key)
        try:
            is_whole = all(
                digest(Path(self.path, name).read_bytes()) == checksum
                for name, checksum in files.items()
            )
        except OSError:
            return None
        return outcomes if files and is_whole else None

    def _record(self, key: str) -> tuple[dict[str, str], tuple[DocumentOutcome, ...]]:
        """Return the checksums and outcomes of a part; nothing if its record is not whole."""
        try:
            content, _, checksum = self.inside(PARTS, f"{key}.json").read_bytes().rpartition(b"\n")
            files, outcomes = (
                json.loads(content) if digest(content).encode() == checksum else ({}, ())
            )
            made = tuple(map(_outcome, outcomes))
            is_ours = all(map(_is_of_part, files))  # a record may be forged
        except BROKEN:
            return {}, ()
        return (files, made) if is_ours else ({}, ())

    def _keys(self) -> list[str]:
        return [name.removesuffix(".json") for name in names_in(str(self.inside(PARTS)))]

    def records(self) -> Iterator[DocumentOutcome]:
        """Yield what became of the documents of every part that is recorded, in no order."""
        yield from (one for key in self._keys() for one in self._record(key)[1])

    def keep_only(self, keys: Iterable[str]) -> None:
        """Remove the parts of batches that are not there any more."""
        kept = set(keys)
        needed = {name for key in kept for name in self._record(key)[0]}
        paths = [
            Path(self.path, folder, name)
            for folder in _folders()
            for name in names_in(str(Path(self.path, folder)))
            if _KEY.fullmatch(name.partition(".")[0]) and name.partition(".")[0] not in kept
        ]
        for key in set(self._keys()) - kept:
            paths += [Path(self.path, name) for name in self._record(key)[0] if name not in needed]
            paths.append(self.inside(PARTS, f"{key}.json"))
        for path in paths:
            with os_errors(str(path)):
                path.unlink(missing_ok=True)


def _folders() -> tuple[str, ...]:
    """Return the names of the folders that the targets write to."""
    return (*tables(), "results", "files")


def _is_of_part(name: str) -> bool:
    """Return True if a relative path is one that a target writes."""
    parts = name.split("/")
    return len(parts) > 1 and parts[0] in _folders() and not {"", ".", ".."} & set(parts)


def _outcome(found: dict[str, Any]) -> DocumentOutcome:
    failure, problems = found.pop("failure"), found.pop("problems")
    made = tuple(Problem(**one) for one in problems)
    return DocumentOutcome(**found, failure=Failure(*failure) if failure else None, problems=made)


@contextmanager
def opened(name: str, *, may_go_on: bool) -> Iterator[Storage]:
    """Lock an output folder that is new, empty, or a corpus to go on with or to replace."""
    from filelock import FileLock, Timeout

    storage = Storage(name)
    _refuse(storage, may_go_on=may_go_on)
    with os_errors(name):
        storage.inside(PARTS).mkdir(parents=True, exist_ok=True)
        try:
            lock = FileLock(storage.inside(LOCK), timeout=SECONDS_TO_LOCK).acquire()
        except Timeout as error:
            raise OutputError(f"{name!r} is being written by another run: wait for it.") from error
    with lock:
        yield storage


def _refuse(storage: Storage, *, may_go_on: bool) -> None:
    """Raise if the folder is not ours, or has results and nobody said what to do with them."""
    name = storage.path
    if not os.path.lexists(name):
        return
    for path in (Path(name), storage.inside(), storage.inside(PARTS)):
        is_ours = path.is_dir() and (path == Path(name) or not path.is_symlink())
        if os.path.lexists(path) and not is_ours:
            raise OutputError(f"{str(path)!r} is no folder of ours: choose another output.")
    if storage.is_cut_short:
        what = f"a corpus, but its {MANIFEST} is not whole: what is done is kept"
    elif before := read_manifest(name):
        what = "a corpus" if before.state is State.COMPLETE else "a corpus that is not finished"
    elif others := [one for one in names_in(name) if one != HIDDEN]:
        shown = ", ".join(map(repr, others[:3])) + (" …" if others[3:] else "")
        raise OutputError(f"{name!r} is no corpus of ours, and has {shown} in it: choose another.")
    else:
        return
    if not may_go_on:
        raise OutputError(f"{name!r} has {what} in it.", **GO_ON)


def open_corpus(name: str) -> tuple[Storage, Manifest]:
    """Open the folder of a corpus for reading; InputError if it is none."""
    storage, manifest = Storage(name), None
    if storage.is_cut_short:
        raise InputError(f"The {MANIFEST} of {name!r} is not whole; what is done is kept.", **GO_ON)
    try:
        manifest = read_manifest(name)
    except OutputError as error:
        raise InputError(error.message) from error
    if manifest is None:
        what = "is not a corpus" if os.path.lexists(name) else "does not exist"
        raise InputError(f"{name!r} {what}: give a folder that `hearer corpus -o` has written.")
    return storage, manifest
