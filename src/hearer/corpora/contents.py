"""What is in a file: documents, whatever they are wrapped in.

Contents    the documents of one file after the other, each with a name of its own
Opened      a file that is open: on the disk, in an archive, packed
HowToRead   what was said about how to read
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BufferedReader, BytesIO
from itertools import chain, islice
from pathlib import PurePath
from typing import BinaryIO

from hearer.corpora.archives import is_archive, member_name, members
from hearer.corpora.columns import JSON_LINES, Columns, Row, json_rows
from hearer.corpora.document import Document, Failure
from hearer.corpora.names import Names
from hearer.corpora.splitting import is_split, pieces
from hearer.corpora.unpacking import BROKEN, BrokenInput, Meter, packed_suffix, unpacked
from hearer.errors import InputError, MissingPackage
from hearer.formats import FORMATS
from hearer.formats.converting import known, of_input
from hearer.formats.decoding import content_of
from hearer.harmless import printable
from hearer.limits import MOST_BYTES

PARQUET = ".parquet"
BRAT = ".ann"
_SNIFFED = 1 << 16
_NO_END = "archive-bomb"  # what ends an archive, not only a member of it


@dataclass(frozen=True, slots=True)
class HowToRead:
    """What was said about how to read; the folder `besides` is not searched: results go there."""

    format: str | None = None
    text_column: str = "text"
    id_column: str | None = None
    besides: str = ""

    def is_known(self, name: str) -> bool:
        """Whether the name of a file tells what is in it, or somebody has said so."""
        if self.format or is_archive(name) or name.lower().endswith((*JSON_LINES, PARQUET)):
            return True
        if suffix := packed_suffix(name):
            return self.is_known(name[: -len(suffix)]) and not is_archive(name[: -len(suffix)])
        return _suffix(name) in {end for one in known() if one.read for end in one.suffixes}


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that is open; `disk` is the same one where it can be read in any order."""

    name: str  # in the corpus, if no other has it
    path: str
    stream: BinaryIO
    meter: Meter
    disk: BinaryIO | None = None
    is_member: bool = False


class Contents:
    """Goes through files; names are given once in all of them."""

    def __init__(self, how: HowToRead, passed_over: Counter[str]) -> None:
        self._how = how
        self._names = Names()
        self._passed_over = passed_over

    def of(self, file: Opened) -> Iterator[Document]:
        """The documents of a file; where it breaks off, a document that says so."""
        try:
            yield from self._unwrapped(file)
        except BrokenInput as error:
            if file.is_member and error.code == _NO_END:
                raise
            yield self.failed(file.name, file.path, Failure(error.code, str(error)))
        except InputError as error:
            yield self.failed(file.name, file.path, Failure("input-too-large", str(error)))
        except BROKEN as error:
            is_packed = file.is_member or packed_suffix(file.name)
            code = "archive-broken" if is_packed else "input-unreadable"
            failure = Failure(code, f"{file.path!r} cannot be read to its end: {error}.")
            yield self.failed(file.name, file.path, failure)

    def failed(self, name: str, path: str, failure: Failure) -> Document:
        """What cannot be had, and why."""
        told = Failure(failure.code, printable(failure.message))
        return Document(self._names.given(name), printable(path), "text", failure=told)

    def _unwrapped(self, file: Opened) -> Iterator[Document]:
        suffix = packed_suffix(file.name)
        inner = file.name[: -len(suffix)] if suffix else file.name
        if is_archive(file.name) and not file.is_member:
            yield from self._members(file)
        elif is_archive(file.name) or is_archive(inner):
            raise BrokenInput("archive-nested", "It is an archive in another: unpack that first.")
        elif suffix:
            stream = unpacked(file.stream, suffix, file.meter)
            yield from self._plain(replace(file, stream=stream, disk=None), inner)
        else:
            yield from self._plain(file, inner)

    def _members(self, archive: Opened) -> Iterator[Document]:
        stream = archive.disk or archive.stream
        if not archive.name.lower().endswith(".zip"):
            stream = archive.stream
        for member in members(stream, archive.name, archive.meter, self._passed_over):
            within = member_name(member.name)
            name, path = f"{archive.name}/{within}", f"{archive.path}/{within}"
            if not self._how.is_known(within):
                self._passed_over["of no known format"] += 1
            elif _suffix(within) == BRAT:
                self._passed_over["beside their text"] += 1
            elif member.stream is None:
                yield self.failed(name, path, member.failure or Failure("archive-broken", ""))
            else:
                opened = Opened(name, path, member.stream, archive.meter, is_member=True)
                yield from self.of(opened)

    def _plain(self, file: Opened, inner: str) -> Iterator[Document]:
        """The documents of a file that is not packed; `inner` is its name."""
        chosen, lower = self._how.format, inner.lower()
        if lower.endswith(PARQUET):
            yield from self._rows(file, _parquet_rows(file, self._columns))
        elif lower.endswith(JSON_LINES) and not chosen:
            yield from self._rows(file, json_rows(file.stream, file.path, self._columns))
        elif _suffix(inner) == BRAT and not chosen:
            said = "It has the annotations of a text, and the text stands beside: name that."
            raise BrokenInput("input-annotations", said)
        else:
            yield from self._texts(file, inner)

    @property
    def _columns(self) -> Columns:
        return Columns(self._how.text_column, self._how.id_column)

    # Files of a format --------------------------------------------------------------------------

    def _texts(self, file: Opened, inner: str) -> Iterator[Document]:
        likely = [one.name for one in known() if _suffix(inner) in one.suffixes]
        likely = [FORMATS.find(self._how.format).name] if self._how.format else likely
        if likely and all(map(is_split, likely)):
            yield from self._split(file, file.stream, self._sniffed(file, inner, likely))
            return
        content = content_of(file.stream, file.path)
        format_name = likely[0] if self._how.format else of_input(inner, content).name
        if is_split(format_name):
            yield from self._split(file, BytesIO(content), format_name)
        else:
            name = self._names.given(file.name)
            yield Document(name, printable(file.path), format_name, content)

    def _sniffed(self, file: Opened, inner: str, likely: list[str]) -> str:
        if len(likely) == 1 or not isinstance(file.stream, BufferedReader):
            return likely[0]
        return of_input(inner, file.stream.peek(_SNIFFED)).name

    def _split(self, file: Opened, stream: BinaryIO, format_name: str) -> Iterator[Document]:
        name, names = self._names.given(file.name, has_rows=True), Names()
        several = pieces(stream, format_name)
        first = list(islice(several, 2))
        for number, piece in enumerate(chain(first, several), start=1):
            inside = names.given(piece.name or str(number)) if len(first) > 1 else ""
            yield Document(
                f"{name}#{inside}" if inside else name,
                printable(file.path),
                format_name,
                content=piece.content,
                line=piece.line,
                failure=_too_long() if piece.is_too_long else None,
            )

    # Tables -------------------------------------------------------------------------------------

    def _rows(self, file: Opened, rows: Iterator[Row]) -> Iterator[Document]:
        name, names = "", Names()
        for row in rows:
            name = name or self._names.given(file.name, has_rows=True)
            mark = f"#{names.given(row.name)}" if row.name else f":{row.number}"
            yield Document(
                name + mark,
                printable(file.path),
                row.format,
                content=row.content,
                line=row.number,
                failure=row.failure,
                problems=row.problems,
                title=row.name or PurePath(name).name + mark,
            )


def _too_long() -> Failure:
    return Failure("input-too-large", f"It has more than {MOST_BYTES:,} bytes: cut it in pieces.")


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _parquet_rows(file: Opened, columns: Columns) -> Iterator[Row]:
    try:
        from hearer.corpora.parquet_rows import parquet_rows
    except MissingPackage as error:
        raise BrokenInput("input-package", str(error)) from error
    disk = file.disk or BytesIO(content_of(file.stream, file.path))
    return parquet_rows(disk, columns, file.meter)
