"""The documents of files, one after the other, in an order that depends on the names alone.

documents    all documents that names come to
Documents    these, as they come; how many bytes their files have, and what was passed over
Asked        what was said about how to read them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path, PurePath
from typing import BinaryIO

from hearer.corpora.document import Document, Failure
from hearer.corpora.finding import Found, FoundFile, found
from hearer.corpora.splitting import Piece, is_split, pieces
from hearer.errors import InputError
from hearer.formats import FORMATS
from hearer.formats.converting import known, of_input
from hearer.formats.decoding import content_of
from hearer.harmless import printable
from hearer.limits import MOST_BYTES


@dataclass(frozen=True, slots=True)
class Asked:
    """What was said about how to read; the folder `besides` is not searched: results go there."""

    format: str | None = None
    text_column: str = "text"
    id_column: str | None = None
    besides: str = ""


def documents(inputs: Sequence[str], asked: Asked | None = None) -> Documents:
    """All documents that names of files, folders and patterns come to.

    What is not there is an error at once. What cannot be read is a document, too, and says why.
    """
    asked = asked or Asked()
    if asked.format:
        FORMATS.find(asked.format)
    suffixes = {suffix for one in known() if one.read for suffix in one.suffixes}
    search = found(
        inputs,
        is_known=lambda name: bool(asked.format) or PurePath(name).suffix.lower() in suffixes,
        besides=asked.besides,
    )
    return Documents(search, asked)


class Documents(Iterator[Document]):
    """Documents as they come: the files are read only then.

    `files` and `size` are known beforehand; the `size` of each document says how much of it was
    read for it. `passed_over` grows: what is in an archive is seen when it is read.
    """

    def __init__(self, search: Found, asked: Asked) -> None:
        self.files = len(search.files)
        self.size = search.size
        self.passed_over: Counter[str] = search.passed_over
        self._asked = asked
        self._coming = self._all(search.files)

    def __next__(self) -> Document:
        return next(self._coming)

    def _all(self, files: Sequence[FoundFile]) -> Iterator[Document]:
        taken: set[str] = set()
        for file in files:
            for document in self._of_file(file):
                name = printable(document.name)
                number, unique = 1, name
                while unique in taken:
                    number += 1
                    unique = f"{name}~{number}"
                taken.add(unique)
                yield replace(document, name=unique)

    def _of_file(self, file: FoundFile) -> Iterator[Document]:
        if file.unread:
            yield _failed(file, "input-unreadable", f"{file.path!r}: {file.unread}")
            return
        try:
            with Path(file.path).open("rb") as stream:
                yield from self._read(file, stream)
        except (OSError, ValueError) as error:
            yield _failed(file, "input-unreadable", f"{file.path!r} cannot be read: {error}.")
        except InputError as error:
            yield _failed(file, "input-too-large", str(error))

    def _read(self, file: FoundFile, stream: BinaryIO) -> Iterator[Document]:
        content = content_of(stream, file.path)
        name = self._asked.format or of_input(file.path, content).name
        if not is_split(name):
            yield Document(file.name, file.path, name, content, size=file.size)
            return
        several = list(pieces(BytesIO(content), name))
        for number, piece in enumerate(several, start=1):
            yield _of_piece(file, name, piece, number if len(several) > 1 else 0)


def _of_piece(file: FoundFile, format_name: str, piece: Piece, number: int) -> Document:
    name = f"{file.name}#{piece.name or number}" if number else file.name
    failure = None
    if piece.is_too_long:
        message = f"A document of more than {MOST_BYTES:,} bytes: cut it in pieces."
        failure = Failure("input-too-large", message)
    return Document(
        name,
        file.path,
        format_name,
        piece.content,
        line=piece.line,
        failure=failure,
        size=len(piece.content),
    )


def _failed(file: FoundFile, code: str, message: str) -> Document:
    return Document(
        file.name, file.path, "text", failure=Failure(code, printable(message)), size=file.size
    )
