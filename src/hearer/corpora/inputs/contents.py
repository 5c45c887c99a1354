"""What is in a file: documents, whatever they are wrapped in.

Contents    the documents of one file after the other, each with a name of its own
HowToRead   what was said about how to read
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BufferedReader, BytesIO
from pathlib import PurePath

from hearer.corpora.document import Document, Failure
from hearer.corpora.inputs.archives import is_archive, member_name, members
from hearer.corpora.inputs.columns import JSON_LINES, Row, TextColumns, json_rows
from hearer.corpora.inputs.names import GivenNames
from hearer.corpora.inputs.splitting import is_split, pieces
from hearer.corpora.inputs.unpacking import (
    BROKEN,
    BrokenInput,
    OpenedFile,
    buffered,
    packed_suffix,
    unpacked,
)
from hearer.errors import InputError, MissingPackage
from hearer.formats import FORMATS
from hearer.formats.converting import known, of_input
from hearer.formats.decoding import content_of
from hearer.harmless import printable
from hearer.limits import MOST_BYTES

PARQUET = ".parquet"
BRAT = ".ann"
_NO_END = "archive-bomb"  # what ends an archive, not only a member of it


@dataclass(frozen=True, slots=True)
class HowToRead:
    """What was said about how to read; the folder `besides` is not searched: results go there."""

    format: str | None = None
    text_column: str = "text"
    id_column: str | None = None
    besides: str = ""


class Contents:
    """Goes through files; names are given once in all of them."""

    def __init__(self, how: HowToRead) -> None:
        self._how = how
        self._chosen = FORMATS.find(how.format).name if how.format else ""
        self._formats = known()
        self._suffixes = {end for one in self._formats if one.read for end in one.suffixes}
        self._names = GivenNames()
        self._named_after: dict[str, str] = {}  # the last file with rows
        self.passed_over: Counter[str] = Counter()

    def is_known(self, name: str) -> bool:
        """Whether the name of a file tells what is in it, or somebody has said so."""
        if self._chosen or is_archive(name) or name.lower().endswith((*JSON_LINES, PARQUET)):
            return True
        if suffix := packed_suffix(name):
            return self.is_known(name[: -len(suffix)])
        return _suffix(name) in self._suffixes

    def of(self, file: OpenedFile) -> Iterator[Document]:
        """The documents of a file; where it breaks off, a document that says so."""
        try:
            yield from self._unwrapped(file)
        except BrokenInput as error:
            if file.is_member and error.code == _NO_END:
                raise
            yield self._broken(file, Failure(error.code, str(error)))
        except InputError as error:
            yield self._broken(file, Failure("input-too-large", str(error)))
        except BROKEN as error:
            is_packed = file.is_member or packed_suffix(file.name) or is_archive(file.name)
            code = "archive-broken" if is_packed else "input-unreadable"
            said = f"{file.path!r} cannot be read to its end: {error}."
            yield self._broken(file, Failure(code, said))

    def failed(self, name: str, path: str, failure: Failure) -> Document:
        """What cannot be had, and why."""
        return _failed(self._names.given(name), path, failure)

    def _broken(self, file: OpenedFile, failure: Failure) -> Document:
        """A file that breaks off; if others are called after it, its own name is free."""
        name = self._named_after.pop(file.name, "") or self._names.given(file.name)
        return _failed(name, file.path, failure)

    def _named(self, file: OpenedFile) -> str:
        """The name of a file that its documents are called after."""
        self._named_after = {file.name: self._names.given(file.name, has_rows=True)}
        return self._named_after[file.name]

    def _unwrapped(self, file: OpenedFile) -> Iterator[Document]:
        suffix = packed_suffix(file.name)
        inner = file.name[: -len(suffix)] if suffix else file.name
        if is_archive(file.name) and not file.is_member:
            yield from self._members(file)
        elif is_archive(file.name) or (suffix and (is_archive(inner) or packed_suffix(inner))):
            raise BrokenInput("archive-nested", "It is packed twice: unpack it once before.")
        elif suffix:
            stream = unpacked(file.stream, suffix, file.meter)
            yield from self._plain(replace(file, stream=stream, disk=None), inner)
        else:
            yield from self._plain(file, inner)

    def _members(self, archive: OpenedFile) -> Iterator[Document]:
        for member in members(archive, self.passed_over):
            within = member_name(member.name)
            name, path = f"{archive.name}/{within}", f"{archive.path}/{within}"
            if not self.is_known(within):
                self.passed_over["of no known format"] += 1
            elif _suffix(within) == BRAT:
                self.passed_over["beside their text"] += 1
            elif member.stream is None:
                yield self.failed(name, path, member.failure or Failure("archive-broken", ""))
            else:
                opened = OpenedFile(name, path, member.stream, archive.meter, is_member=True)
                yield from self.of(opened)

    def _plain(self, file: OpenedFile, inner: str) -> Iterator[Document]:
        """The documents of a file that is not packed; `inner` is its name."""
        chosen, lower = self._chosen, inner.lower()
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
    def _columns(self) -> TextColumns:
        return TextColumns(self._how.text_column, self._how.id_column)

    # Files of a format --------------------------------------------------------------------------

    def _texts(self, file: OpenedFile, inner: str) -> Iterator[Document]:
        likely = [one.name for one in self._formats if _suffix(inner) in one.suffixes]
        likely = [self._chosen] if self._chosen else likely
        if likely and all(map(is_split, likely)):
            yield from self._split(file, file.stream, self._format(inner, file.stream.peek()))
            return
        content = content_of(file.stream, file.path)
        format_name = self._format(inner, content)
        if is_split(format_name):
            yield from self._split(file, buffered(content), format_name)
        else:
            name = self._names.given(file.name)
            yield Document(name, printable(file.path), format_name, content)

    def _format(self, name: str, content: bytes) -> str:
        return self._chosen or of_input(name, content, self._formats).name

    def _split(
        self, file: OpenedFile, stream: BufferedReader, format_name: str
    ) -> Iterator[Document]:
        name, names = self._named(file), GivenNames()
        for number, piece in enumerate(pieces(stream, format_name), start=1):
            is_alone = number == 1 and piece.is_last
            inside = "" if is_alone else names.given(piece.name or str(number))
            yield Document(
                f"{name}#{inside}" if inside else name,
                printable(file.path),
                format_name,
                content=piece.content,
                line=piece.line,
                failure=_too_long() if piece.is_too_long else None,
            )

    # Tables -------------------------------------------------------------------------------------

    def _rows(self, file: OpenedFile, rows: Iterator[Row]) -> Iterator[Document]:
        name, names = self._named(file), GivenNames()
        for row in rows:
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


def _failed(name: str, path: str, failure: Failure) -> Document:
    told = Failure(failure.code, printable(failure.message))
    return Document(name, printable(path), "text", failure=told)


def _too_long() -> Failure:
    return Failure("input-too-large", f"It has more than {MOST_BYTES:,} bytes: cut it in pieces.")


def _suffix(name: str) -> str:
    return PurePath(name).suffix.lower()


def _parquet_rows(file: OpenedFile, columns: TextColumns) -> Iterator[Row]:
    try:
        from hearer.corpora.inputs.parquet_rows import parquet_rows
    except MissingPackage as error:
        raise BrokenInput("input-package", str(error)) from error
    disk = file.disk or BytesIO(content_of(file.stream, file.path))
    return parquet_rows(disk, columns, file.meter)
