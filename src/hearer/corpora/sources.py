"""Find and read the inputs of a corpus: files, folders, patterns, archives, compressed files.

Files are listed and opened by fsspec, so that s3:// and http:// names work where they are allowed.
Archives are read in place and never extracted; what they say about themselves is checked.
"""

from __future__ import annotations

import os
import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BufferedReader, BytesIO, RawIOBase
from itertools import count
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self, cast

from hearer.corpora.columns import TextColumns, json_rows, parquet_rows
from hearer.corpora.document import BrokenInput, Document, Failure
from hearer.errors import InputError, UsageError
from hearer.escape import printable
from hearer.formats import FORMATS
from hearer.formats.converting import known, of_input
from hearer.formats.decoding import content_of
from hearer.names import OwnNames
from hearer.reading import SENTENCE, missing
from hearer.writing.files import is_there

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from fsspec import AbstractFileSystem

MOST_EXPANSION = 200  # size of an unpacked archive, in multiples of its packed size
MOST_UNPACKED = 100_000_000  # bytes that any archive may unpack to
MOST_MEMBER_HEADER = 8_192  # bytes; Python before 3.11.10 reads tar headers in quadratic time
JSON_LINES, PARQUET, ZIP = (".jsonl", ".ndjson"), ".parquet", ".zip"
COMPRESSED = (".gz", ".bz2", ".xz", ".lzma", ".zst")
TAR = re.compile(r"\.(?:tar|tar\.(gz|bz2|xz|lzma|zst)|t(gz|bz2|xz|zst))$", re.IGNORECASE)
PATTERN = re.compile(r"[*?]|\[.+\]")
RESULTS = frozenset({".hearer", "manifest.json"})  # a folder that a corpus was written to
BOMB, BROKEN = "archive-bomb", "archive-broken"
ZIP_UTF8 = 0x800  # flag of a member
Open = Callable[[], Any]  # returns a binary file


class _File(NamedTuple):
    """A file or archive member: how messages show it, its name in the corpus, how to open it."""

    path: str
    name: str
    open: Open
    place: str = ""  # the same for all names of one file
    size: int = 0
    label: str = ""  # the name, made unique


class _Budget:
    """Bytes that may be unpacked from one input file."""

    def __init__(self, size: int) -> None:
        self.size, self.most = size, MOST_UNPACKED + MOST_EXPANSION * size
        self.left = self.most

    def spend(self, number: int) -> None:
        self.left -= number
        if self.left < 0:
            message = f"More than {self.most:,} bytes come of {self.size:,}: the rest is not read."
            raise BrokenInput(BOMB, message)


class Documents(Iterator[Document]):
    """Documents of files, folders and patterns, in the order of their names.

    `size` (bytes) is known at once; a name that does not exist is an error at once.
    `passed_over` counts what is not read, by reason. A file is opened when its first document is
    taken; one that cannot be read is a document with a failure. The folder `exclude` is not
    searched, because results go there; `remote` allows names such as s3://bucket/texts.
    """

    def __init__(  # noqa: PLR0913 - one parameter per option
        self,
        inputs: Sequence[str],
        *,
        format: str | None = None,  # noqa: A002 - the name users know
        text_column: str = "text",
        id_column: str | None = None,
        exclude: str = "",
        remote: bool = False,
    ) -> None:
        self.columns, self.remote = TextColumns(text_column, id_column), remote
        self.exclude = os.path.realpath(exclude) if exclude else None
        self.chosen = FORMATS.find(format).name if format else ""
        self.formats = known()
        suffixes = {end for one in self.formats if one.read for end in one.suffixes}
        # Not the annotations of brat: their text is read.
        self.suffixes = (*(suffixes - {".ann"}), *JSON_LINES, PARQUET, *COMPRESSED)
        self.passed_over: Counter[str] = Counter()
        self._names, self._number, self._done, self._source = OwnNames(), count(), 0, BytesIO()
        files = dict[str, _File]()
        for file in (one for name in inputs for one in self._named(name)):
            if files.setdefault(file.place, file) is not file:
                self.passed_over["named before"] += 1
        if not files:
            listed = ", ".join(map(repr, inputs))
            raise UsageError(f"In {listed} there is no file of a known format.")
        self.size = sum(one.size for one in files.values())
        self._documents = (document for file in files.values() for document in self._top(file))

    def __next__(self) -> Document:
        return next(self._documents)

    @property
    def position(self) -> int:
        """Bytes of the files that were read so far."""
        return self._done + (0 if self._source.closed else self._source.tell())

    # Finding

    def _named(self, name: str) -> Iterator[_File]:
        """Find the files that one name stands for."""
        from fsspec.core import url_to_fs

        is_local = is_there(name) or ("://" not in name and "::" not in name)
        if not is_local and not self.remote:
            message = f"{name!r} is not on this machine, and such names are not read by default."
            raise UsageError(message, hint="Say remote=True.", command_hint="Set HEARER_REMOTE=1.")
        try:
            files, location = url_to_fs("" if is_local else name)
        except (ImportError, ValueError) as error:
            raise UsageError(f"{name!r} cannot be read: {error}") from error
        if is_local:
            location = str(Path.cwd() / os.path.normpath(name))
        if files.isdir(location):
            yield from self._folder(files, location, name)
        elif files.exists(location):
            yield _file(files, location, name, corpus_name(name))
        elif PATTERN.search(name) and not SENTENCE.search(name):
            yield from self._pattern(files, location, name)
        else:
            raise missing(name)

    def _folder(self, files: AbstractFileSystem, root: str, typed: str) -> Iterator[_File]:
        """Find the files in a folder and below it, in the order of the parts of their paths."""
        found, waiting = list[str](), [root]
        while waiting:
            folder = waiting.pop()
            try:
                entries = files.ls(folder, detail=True)
            except OSError:
                found.append(folder)  # opening it fails, and is reported
                continue
            if {PurePath(one["name"]).name for one in entries} >= RESULTS:
                self.passed_over["of results of hearer"] += 1
                continue
            for entry in entries:
                path, is_folder = str(entry["name"]), entry["type"] == "directory"
                name = PurePath(path).name
                reason = _link(path, root) if entry.get("islink") and name[:1] != "." else ""
                reason = reason or self._passed_over(name, is_folder=is_folder)
                is_special = entry["type"] not in {"directory", "file"} and not Path(path).is_file()
                reason = reason or ("not to be read" if is_special else "")
                if reason:
                    self.passed_over[reason] += 1
                elif not is_folder:
                    found.append(path)
                elif os.path.realpath(path) != self.exclude:
                    waiting.append(path)
        for path in sorted(found, key=lambda one: one.split("/")):
            below = path[len(root) :].strip("/")
            name = "/".join(filter(None, (corpus_name(typed), below)))
            yield _file(files, path, str(PurePath(typed) / below), name)

    def _pattern(self, files: AbstractFileSystem, location: str, typed: str) -> Iterator[_File]:
        """Find the files that match a pattern, and those in folders that match it."""
        is_hidden = "/." not in typed and not typed.startswith(".")
        first = PATTERN.search(location)
        root = location[: first.start() if first else 0].rpartition("/")[0]
        start = len(location) - len(typed) if location.endswith(typed) else 0
        paths = sorted(map(str, files.glob(location)), key=lambda one: one.split("/"))
        found = [path for path in paths if not is_hidden or "/." not in path[len(root) :]]
        if not found:
            raise missing(typed)
        for path in found:
            shown = path[start:]
            if Path(path).is_symlink() and (reason := _link(path, root)):
                self.passed_over[reason] += 1
            elif files.isdir(path):
                yield from self._folder(files, path, shown)
            elif "." in typed.rpartition("/")[2] or self._is_known(path):
                yield _file(files, path, shown, corpus_name(shown))
            else:
                self.passed_over["of no known format"] += 1

    def _is_known(self, name: str) -> bool:
        """Return True if the name of a file tells how to read it, or the format was given."""
        inner = name[: -len(_compression(name)) or None]
        is_known = PurePath(inner).suffix.lower() in self.suffixes
        return bool(self.chosen) or is_archive(name) or is_archive(inner) or is_known

    def _passed_over(self, name: str, *, is_folder: bool = False) -> str:
        """Return why a file in a folder or archive is not read, "" if it is."""
        if any(part.startswith(".") or part == "__MACOSX" for part in name.split("/")):
            return "hidden"
        return "" if is_folder or self._is_known(name) else "of no known format"

    # Reading

    def _top(self, file: _File) -> Iterator[Document]:
        """Read an input file."""
        is_empty = True
        for document in self._read(file, _Budget(file.size)):
            is_empty = False
            yield document
        self._done, self._source = self._done + file.size, BytesIO()
        if is_empty:
            self.passed_over["without a document"] += 1

    def _read(self, file: _File, budget: _Budget, *, is_member: bool = False) -> Iterator[Document]:
        """Read a file or member; where it cannot be read further, add a failed document."""
        label = self._names.own(printable(file.name), next(self._number))
        failure = None
        try:
            with file.open() as source:
                self._source = self._source if is_member else source
                stream = _stream(source, budget if is_member else None)
                named = file._replace(label=label)
                if is_archive(file.name) and not is_member:
                    members = _zip_members if file.name.lower().endswith(ZIP) else _tar_members
                    yield from self._members(named, members(named, source, stream, budget), budget)
                else:
                    yield from self._plain(named, source, stream, budget)
        except BrokenInput as error:
            if is_member and error.failure.code == BOMB:
                raise  # ends the whole archive
            failure = error.failure
        except InputError as error:
            failure = Failure("input-too-large", str(error))
        except Exception as error:  # noqa: BLE001 - one broken input never ends a run
            is_packed = is_member or _compression(file.name) or is_archive(file.name)
            is_packed = is_packed and not isinstance(error, FileNotFoundError | PermissionError)
            reason = getattr(error, "strerror", None) or error
            message = f"{file.path!r} cannot be read: {reason}."
            failure = Failure(BROKEN if is_packed else "input-unreadable", message)
        if failure:
            failure = Failure(failure.code, printable(failure.message))
            yield Document(label, printable(file.path), "text", failure=failure)

    def _members(
        self, archive: _File, members: Iterator[_File], budget: _Budget
    ) -> Iterator[Document]:
        """Read the members of an archive; a member that cannot be opened has no `open`."""
        for member in members:
            parts = [one for one in re.split(r"[/\\]+", member.name) if one not in {"", ".", ".."}]
            within = "/".join(parts) or "member"  # no name leads out of the archive
            if reason := self._passed_over(within):
                self.passed_over[reason] += 1
            elif member.place == "link":
                self.passed_over["links and devices in archives"] += 1
            else:
                path, name = f"{archive.path}/{within}", f"{archive.label}/{within}"
                opening, too_large = member.open, member.size > budget.left
                if too_large:
                    message = f"It has {member.size:,} bytes, which is too much of {budget.size:,}"
                    opening = partial(_refuse, BrokenInput(BOMB, f"{message} packed ones."))
                yield from self._read(_File(path, name, opening), budget, is_member=not too_large)

    def _plain(
        self, file: _File, source: Any, stream: BufferedReader, budget: _Budget
    ) -> Iterator[Document]:
        """Read a file that is no archive, compressed or not."""
        inner, path = file.name, printable(file.path)
        if suffix := _compression(file.name):
            inner = file.name[: -len(suffix)]
        if is_archive(inner) or is_archive(file.name) or (suffix and _compression(inner)):
            raise BrokenInput("archive-nested", "It is packed twice: unpack it once before.")
        if suffix:
            source, stream = None, _decompressed(stream, suffix[1:], budget)
        if inner.lower().endswith(PARQUET):
            seekable = source if source and source.seekable() else BytesIO(content_of(stream, path))
            for row in _rows(file, parquet_rows(seekable, self.columns)):
                budget.spend(len(row.content))
                yield row
            return
        if inner.lower().endswith(JSON_LINES) and not self.chosen:
            yield from _rows(file, json_rows(stream, path, self.columns))
            return
        content = content_of(stream, file.path)
        chosen = self.chosen or of_input(inner, content, self.formats).name
        yield Document(file.label, path, chosen, content)


def _rows(file: _File, rows: Iterator[Document]) -> Iterator[Document]:
    """Name the documents of a table by the names of their rows, else by number."""
    inside = OwnNames()
    for row in rows:
        name = inside.own(printable(row.name), row.line)
        mark = f"#{name}" if row.name else f":{row.line}"
        yield replace(row, name=file.label + mark, path=printable(file.path))


def corpus_name(typed: str) -> str:
    """Return the name in the corpus for a path: outside the current folder only its last part.

    >>> corpus_name("novels/./emma.txt"), corpus_name("/home/me/novels"), corpus_name(".")
    ('novels/emma.txt', 'novels', '')
    """
    path = PurePath(os.path.normpath(typed)) if typed else PurePath()
    is_outside = ".." in path.parts or path.is_absolute() or "://" in typed
    return path.name if is_outside else "/".join(path.parts)


def _file(files: AbstractFileSystem, location: str, path: str, name: str) -> _File:
    """Return a file of a file system; what is no regular file cannot be opened."""
    size, opening, place = 0, partial(files.open, location, "rb"), location
    with suppress(OSError):  # it is reported when the file is opened
        found = files.info(location)
        size = found["size"] or 0
        place = os.path.realpath(location) if "islink" in found else location
        if found["type"] == "other":
            opening = partial(_refuse, OSError("it is no file, but a pipe or a device"))
    return _File(path, name, opening, place, size=size)


def _refuse(error: Exception) -> None:
    raise error


def _link(path: str, root: str) -> str:
    """Return why a link in a folder is not followed, "" if it leads to a file in the folder."""
    target = os.path.realpath(path)
    if not Path(target).exists():
        return "not to be read"
    if not target.startswith(os.path.realpath(root) + os.sep):
        return "links out of the folder"
    return "named before" if Path(target).is_dir() else ""


class _Counted(RawIOBase):
    """A stream that spends the bytes read from it."""

    def __init__(self, source: Any, budget: _Budget | None) -> None:
        self._read, self._budget = getattr(source, "read1", source.read), budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        found = self._read(len(view))
        view[: len(found)] = found
        if self._budget:
            self._budget.spend(len(found))
        return len(found)


def _stream(source: object, budget: _Budget | None = None) -> BufferedReader:
    return BufferedReader(_Counted(source, budget), 1 << 18)


def is_archive(name: str) -> bool:
    """Return True if the name of a file is that of an archive.

    >>> is_archive("news.tar.gz"), is_archive("NEWS.ZIP"), is_archive("news.gz")
    (True, True, False)
    """
    return name.lower().endswith(ZIP) or bool(TAR.search(name))


def _compression(name: str) -> str:
    return next((suffix for suffix in COMPRESSED if name.lower().endswith(suffix)), "")


def _decompressed(stream: BufferedReader, suffix: str, budget: _Budget) -> BufferedReader:
    from fsspec.compression import compr
    from fsspec.utils import compressions

    if not stream.peek(1):
        raise EOFError("it is empty")
    kind = compressions.get(suffix.lower())
    if kind is None:
        message = f"Files that end with .{suffix} need the package zstandard, or to be unpacked."
        raise BrokenInput("input-package", message)
    return _stream(compr[kind](stream, mode="rb"), budget)


def _zip_members(_: _File, source: Any, *__: object) -> Iterator[_File]:
    with zipfile.ZipFile(source) as archive:
        for entry in archive.infolist():
            name = entry.filename
            if not entry.flag_bits & ZIP_UTF8:  # many programs write UTF-8 without the flag
                with suppress(UnicodeError):
                    name = name.encode("cp437").decode("utf-8")
            if not entry.is_dir():
                yield _File("", name, partial(archive.open, entry), size=entry.file_size)


def _tar_members(
    file: _File, _: object, stream: BufferedReader, budget: _Budget
) -> Iterator[_File]:
    found = TAR.search(file.name)
    if suffix := (found[1] or found[2]) if found else "":
        stream = _decompressed(stream, suffix, budget)
    source = cast(BinaryIO, SimpleNamespace(read=stream.read1))  # keeps the bytes before a break
    with tarfile.open(fileobj=source, mode="r|", tarinfo=_TarEntry) as archive:
        while (entry := archive.next()) is not None:
            vars(archive)["members"].clear()  # tarfile would remember all of them
            if not 0 <= entry.size <= budget.most:  # tarfile would go through all of it
                raise BrokenInput(BOMB, f"A member of {entry.size:,} bytes cannot be in it.")
            if not entry.isdir():
                opening = partial(archive.extractfile, entry)
                place = "" if entry.isreg() else "link"
                yield _File("", entry.name, opening, place, size=entry.size)


class _TarEntry(tarfile.TarInfo):
    """A tar header. tarfile itself takes garbage for the end and reads headers of any length."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        try:
            found = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if not any(buf) and len(buf) == tarfile.BLOCKSIZE:
                raise  # a block of zeros is the end
            message = "It is broken or cut: no member begins where one should."
            raise BrokenInput(BROKEN, message) from error
        if found.type not in tarfile.SUPPORTED_TYPES and found.size > MOST_MEMBER_HEADER:
            raise BrokenInput(BOMB, f"The header of a member has {found.size:,} bytes.")
        return found
