"""What is done, batch by batch, on the disk: a part each.

Parts       the parts of a run, by the keys of their batches
packed      what a batch comes to, as the bytes of a part
unpacked    the same again; none if it is broken

A part is an archive (zip, stored) of what became of each document (`outcomes.json`) and of what
the target makes of them; a digest over all of it stands at its end. It is there whole or not at
all, and then its batch is done: there is no other record of that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from hearer.corpora.document import DIGEST_BYTES, Failure
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.errors import OutputError
from hearer.model import Problem
from hearer.writing.files import write_file
from hearer.writing.folders import keep, remove

OUTCOMES = "outcomes.json"
PIECES = "pieces/"
SUFFIX = ".part"
BEGINNING = 2  # letters of a key that its folder is called by: no folder has too many files


class Parts:
    """The parts of a run, by the keys of their batches."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def path(self, key: str) -> str:
        return str(Path(self.folder) / key[:BEGINNING] / f"{key}{SUFFIX}")

    def write(self, key: str, outcome: BatchOutcome) -> None:
        """Put a part to its place; then its batch is done, even if the power fails."""
        path = self.path(key)
        keep(str(Path(path).parent))
        write_file(path, packed(outcome), force=True)

    def found(self, key: str) -> BatchOutcome | None:
        """The part of a batch, if it is there and whole."""
        try:
            content = Path(self.path(key)).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise OutputError(f"{self.path(key)!r} cannot be read: {error.strerror}.") from error
        return unpacked(content)

    def drop(self, key: str) -> None:
        """Forget that a batch was done."""
        remove(self.path(key))

    def in_order(self, keys: Sequence[str]) -> Iterator[BatchOutcome]:
        """The parts of batches, one after the other; all are there."""
        for key in keys:
            part = self.found(key)
            if part is None:
                raise OutputError(
                    f"{self.path(key)!r} was whole, and is not any more: go on with --resume "
                    "(resume=True), and it is made again."
                )
            yield part

    def keep_only(self, keys: Sequence[str]) -> None:
        """Remove what is of no batch: of inputs that are gone or changed, or half written."""
        ours = {f"{key}{SUFFIX}" for key in keys}
        for path in Path(self.folder).glob("*/*"):
            if path.name not in ours:
                remove(str(path))


# A part as bytes --------------------------------------------------------------------------------


def packed(outcome: BatchOutcome) -> bytes:
    """What a batch comes to, as the bytes of a part."""
    told = json.dumps([asdict(one) for one in outcome.outcomes]).encode()
    pieces = {OUTCOMES: told, **{f"{PIECES}{n}": p for n, p in outcome.written.items()}}
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for name, piece in pieces.items():
            archive.writestr(ZipInfo(name), piece)
        archive.comment = _digest(pieces)
    return made.getvalue()


def unpacked(content: bytes) -> BatchOutcome | None:
    """What a batch came to; none if the part is broken."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            pieces = {name: archive.read(name) for name in archive.namelist()}
            if archive.comment != _digest(pieces):
                return None
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError):
        return None
    told = pieces.pop(OUTCOMES)
    written = {name.removeprefix(PIECES): piece for name, piece in pieces.items()}
    return BatchOutcome(tuple(map(_outcome, json.loads(told))), written)


def _digest(pieces: Mapping[str, bytes]) -> bytes:
    made = blake2b(digest_size=DIGEST_BYTES)
    for name, piece in pieces.items():
        made.update(f"{name}\0{len(piece)}\0".encode())
        made.update(piece)
    return made.hexdigest().encode()


def _outcome(told: Mapping[str, object]) -> DocumentOutcome:
    fields = dict(told)
    failure, problems = fields.pop("failure"), fields.pop("problems")
    return DocumentOutcome(
        **fields,  # type: ignore[arg-type]
        failure=Failure(*failure) if isinstance(failure, list) else None,
        problems=tuple(Problem(**one) for one in problems if isinstance(one, dict))
        if isinstance(problems, list)
        else (),
    )
