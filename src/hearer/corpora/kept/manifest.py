"""The manifest of a corpus that was heard: what was done, with which options and versions.

Manifest       all that `manifest.json` says
Job            what changes what is made of a document
FileMade       a file, or a folder of files, that was made: its name, its size and its sum
counted        the figures of a summary, as a manifest has them
State          running, or complete
read           the manifest of a folder; none if there is none, an error if it is not ours
is_cut_short   whether a file is there that is not whole, as after a power cut
difference     what differs between two jobs, in words

It depends on the inputs and the options only: no time, no machine, no number of workers is in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hearer.corpora.document import DIGEST_BYTES
from hearer.corpora.hearing import Task, versions
from hearer.corpora.told.summary import Summary
from hearer.errors import OutputError
from hearer.formats.json_values import dumped

NAME = "manifest.json"
SCHEMA = "hearer-corpus-1"
COUNTED = "documents done failed words utterances expressions entities pronouns resolved".split()
_MADE = re.compile(r"[a-z]+(\.jsonl|\.parquet)?")
Value = str | int | float | bool | None


class State(StrEnum):
    """Whether all is done."""

    RUNNING = "running"  # or stopped before its end
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class FileMade:
    """A file that was made, or a folder of files: then the sum is over their names and sums."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Job:
    """What changes what is made of a document: two of the same give the same bytes."""

    schema: str
    program: str
    model: str
    parser: str
    target: str
    algorithm: str
    profile: str
    options: Mapping[str, Value]

    @classmethod
    def of(cls, task: Task) -> Job:
        """The job of a task."""
        how = task.how
        options = {name: _plain(value) for name, value in sorted(how.settings.items())}
        return cls(
            schema=SCHEMA,
            **versions(task),
            target=task.target,
            algorithm=how.algorithm,
            profile=how.name,
            options=options,
        )

    @property
    def key(self) -> str:
        """What changes when anything of it changes."""
        return blake2b(dumped(asdict(self)).encode(), digest_size=DIGEST_BYTES).hexdigest()


def _plain(value: object) -> Value:
    return value if isinstance(value, bool | int | float | None) else str(value)


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that is known of a corpus that was heard, or is being heard."""

    job: Job
    inputs: tuple[str, ...] = ()
    reading: Mapping[str, Value] = field(default_factory=dict)  # how the inputs are read
    state: State = State.RUNNING
    counts: Mapping[str, int] = field(default_factory=dict)  # documents, done, failed, words …
    labels: Mapping[str, int] = field(default_factory=dict)  # of pronouns
    failures: Mapping[str, int] = field(default_factory=dict)  # documents that failed, by code
    problems: Mapping[str, int] = field(default_factory=dict)  # by code
    passed_over: Mapping[str, int] = field(default_factory=dict)  # what is no document, and why
    work: str = ""  # what changes when any batch changes
    files: tuple[FileMade, ...] = ()

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        told = asdict(self)
        told = {**told.pop("job"), "state": told.pop("state"), **told}
        return f"{dumped(told, indent=1)}\n".encode()


def counted(summary: Summary) -> dict[str, Mapping[str, int]]:
    """The figures of a summary that depend on nothing but the inputs, as a manifest has them."""
    counts = {name: getattr(summary, name) for name in COUNTED}
    return {
        "counts": {**counts, "problems": sum(summary.problems.values())},
        **{name: getattr(summary, name) for name in ("labels", "failures", "problems")},
    }


def read(folder: str) -> Manifest | None:
    """The manifest of a folder; none if there is none, an error if it is not ours."""
    path = Path(folder) / NAME
    try:
        told = json.loads(path.read_bytes())
        if told["schema"] != SCHEMA:
            raise OutputError(_other_version(str(path), told["schema"]))
        return _manifest(told)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise OutputError(
            f"{str(path)!r} is no manifest of ours: choose another folder. It stays as it is."
        ) from error


def is_cut_short(folder: str) -> bool:
    """Whether there is a manifest that is not whole: empty, or no JSON to its end."""
    try:
        json.loads((Path(folder) / NAME).read_bytes())
    except (ValueError, RecursionError):
        return True
    except OSError:
        return False
    return False


def _other_version(path: str, schema: object) -> str:
    return (
        f"{path!r} is of the schema {str(schema)[:40]!r}, and this hearer has {SCHEMA}: use the "
        "hearer that made it, or another folder. It stays as it is."
    )


def _manifest(told: dict[str, Any]) -> Manifest:
    """What a file says, if it is all there."""
    job = Job(**{name: told.pop(name) for name in Job.__dataclass_fields__})
    files = tuple(FileMade(**one) for one in told.pop("files"))
    if not all(_is_name(one.name) for one in files):
        raise ValueError(NAME)
    state, inputs = State(told.pop("state")), tuple(map(str, told.pop("inputs")))
    found = Manifest(job, inputs, state=state, files=files, **told)
    if not all(_is_plain(one) for one in (job.options, found.reading)):
        raise ValueError(NAME)
    counts = (found.counts, found.labels, found.failures, found.problems, found.passed_over)
    if not all(_is_plain(one, of=int) for one in counts):
        raise ValueError(NAME)
    return found


def _is_plain(told: object, of: Any = Value) -> bool:
    """Whether it is an object of names with plain values."""
    return isinstance(told, dict) and all(isinstance(one, of) for one in told.values())


def _is_name(name: str) -> bool:
    """Whether it is the name of something that a target makes, in the folder itself."""
    return bool(_MADE.fullmatch(name))


def difference(before: Manifest, now: Manifest) -> str:
    """What differs between two jobs, in words; inputs may."""
    was, is_now = _settings(before), _settings(now)
    names = [name for name in {**was, **is_now} if was.get(name) != is_now.get(name)]
    return "; ".join(f"{name} was {was.get(name)!s}, now {is_now.get(name)!s}" for name in names)


def _settings(manifest: Manifest) -> dict[str, object]:
    told = asdict(manifest.job)
    options = told.pop("options")
    return {**told, **options, **manifest.reading}
