"""What is done, batch by batch, on the disk: a part each.

Parts       the parts of a run, by the keys of their batches
packed      what a batch comes to, as the bytes of a part
unpacked    the same again; none if it is broken
outcomes_in what became of the documents of a part, and nothing else of it

A part is an archive (zip, stored) of what became of each document (`outcomes.json`) and of what
the target makes of them; a digest over all of it stands at its end. It is there whole or not at
all, and then its batch is done: there is no other record of that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from errno import EIO
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from hearer.corpora.document import DIGEST_BYTES, Failure
from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.errors import OutputError
from hearer.model import Problem
from hearer.writing.files import write_file
from hearer.writing.folders import keep, names_in, remove

OUTCOMES = "outcomes.json"
PIECES = "pieces/"
SUFFIX = ".part"
BROKEN = (BadZipFile, EOFError, KeyError, NotImplementedError, RuntimeError, TypeError, ValueError)
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
        return unpacked(_bytes(self.path(key)))

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
        for path in self._files():
            if Path(path).name not in ours:
                remove(path)

    def outcomes(self) -> Iterator[tuple[DocumentOutcome, ...]]:
        """What became of the documents of each part that is there, in no order that matters."""
        for path in self._files():
            if path.endswith(SUFFIX):
                yield outcomes_in(path)

    def _files(self) -> Iterator[str]:
        for folder in names_in(self.folder):
            for name in names_in(str(Path(self.folder) / folder)):
                yield str(Path(self.folder) / folder / name)


def _bytes(path: str) -> bytes:
    """What is in a part; nothing if it is not there, or is not to be read any more."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        if error.errno == EIO:
            return b""
        raise OutputError(f"{path!r} cannot be read: {error.strerror}.") from error


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
            pieces = {one.filename: _stored(archive, one) for one in archive.infolist()}
            if archive.comment != _digest(pieces):
                return None
        outcomes = _outcomes(pieces.pop(OUTCOMES))
    except BROKEN:
        return None
    written = {name.removeprefix(PIECES): piece for name, piece in pieces.items()}
    return BatchOutcome(outcomes, written)


def outcomes_in(path: str) -> tuple[DocumentOutcome, ...]:
    """What became of the documents of a part, and nothing else of it; none if it is broken."""
    try:
        with ZipFile(path) as archive:
            return _outcomes(_stored(archive, archive.getinfo(OUTCOMES)))
    except (*BROKEN, OSError):
        return ()


def _stored(archive: ZipFile, one: ZipInfo) -> bytes:
    if one.compress_type != ZIP_STORED:  # none of ours: it may be any size
        raise BadZipFile
    return archive.read(one)


def _digest(pieces: Mapping[str, bytes]) -> bytes:
    made = blake2b(digest_size=DIGEST_BYTES)
    for name, piece in pieces.items():
        made.update(f"{name}\0{len(piece)}\0".encode())
        made.update(piece)
    return made.hexdigest().encode()


def _outcomes(told: bytes) -> tuple[DocumentOutcome, ...]:
    return tuple(map(_outcome, json.loads(told)))


def _outcome(told: dict[str, Any]) -> DocumentOutcome:
    failure, problems = told.pop("failure"), told.pop("problems")
    return DocumentOutcome(
        **told,
        failure=Failure(*failure) if failure else None,
        problems=tuple(Problem(**one) for one in problems),
    )
