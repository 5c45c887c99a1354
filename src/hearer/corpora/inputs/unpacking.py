"""Bytes from strangers, unpacked as they are asked for, and never more than can be meant.

Meter            how many bytes of a file were read, and how many came of them
OpenedFile           a file that is open: on the disk, in an archive, packed
BrokenInput      what cannot be read, with the code of its failure
packed_suffix    the suffix that says how one file is packed: .gz, .bz2, .xz, .zst
unpacked         the bytes of a packed file, as a stream
metered          the same bytes, counted as they are read
buffered         bytes as a stream like all others
BROKEN           what is raised where something packed is broken
"""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, Protocol

from hearer.errors import InputError, MissingPackage
from hearer.limits import MOST_EXPANSION, MOST_UNPACKED, MOST_UNPACKING_MEMORY

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BROKEN = (
    EOFError, NotImplementedError, OSError, OverflowError, RecursionError, RuntimeError, ValueError,
    lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_CHUNK = 1 << 16
_BUFFER = 1 << 18


class BrokenInput(InputError):  # noqa: N818 - it reads as what it is
    """What cannot be read; docs/problems.md explains every code."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class Meter:
    """How many bytes of a file were read (`at`), and how many came of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.at = 0
        self._unpacked = 0
        self.most = MOST_UNPACKED + MOST_EXPANSION * size

    @property
    def left(self) -> int:
        """How many bytes may still come of it."""
        return self.most - self._unpacked

    def read(self, number: int) -> None:
        """Count what was read of the file."""
        self.at += number

    def unpack(self, number: int) -> None:
        """Count what came of it; beyond all measure there is no end of it."""
        self._unpacked += number
        if self._unpacked > self.most:
            raise BrokenInput(
                "archive-bomb",
                f"More than {self.most:,} bytes come of {self.size:,}: that is no text, and the "
                "rest is not read.",
            )


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is open; `disk` is the same where it can be read in any order."""

    name: str  # in the corpus, if no other has it
    path: str
    stream: io.BufferedReader
    meter: Meter
    disk: BinaryIO | None = None
    is_member: bool = False


class Decompressor(Protocol):
    """How bz2 and lzma unpack."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gunzip:
    """How gzip unpacks, in the same words."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


def _unxz() -> Decompressor:
    return lzma.LZMADecompressor(memlimit=MOST_UNPACKING_MEMORY)


_DECOMPRESSORS: dict[str, Callable[[], Decompressor]] = {
    ".gz": _Gunzip,
    ".bz2": BZ2Decompressor,
    ".xz": _unxz,
    ".lzma": _unxz,
}
_ZSTD = ".zst"
PACKED = (*_DECOMPRESSORS, _ZSTD)


def packed_suffix(name: str) -> str:
    """The suffix that says how a file is packed; nothing if it says so.

    >>> packed_suffix("story.TXT.GZ"), packed_suffix("story.txt")
    ('.gz', '')
    """
    return next((suffix for suffix in PACKED if name.lower().endswith(suffix)), "")


def unpacked(stream: BinaryIO, suffix: str, meter: Meter) -> io.BufferedReader:
    """The bytes that a packed file stands for."""
    if suffix == _ZSTD:
        return metered(_unzstd(stream), meter.unpack)
    return io.BufferedReader(_Unpacked(stream, _DECOMPRESSORS[suffix], meter), _BUFFER)


def _unzstd(stream: BinaryIO) -> BinaryIO:
    try:
        from hearer.corpora.inputs.parquet_rows import unzstd
    except MissingPackage as error:
        raise BrokenInput("input-package", str(error)) from error
    return unzstd(stream)


def metered(stream: BinaryIO, count: Callable[[int], None]) -> io.BufferedReader:
    """The same bytes, counted as they are read."""
    return io.BufferedReader(_Metered(stream, count), _BUFFER)


def buffered(content: bytes) -> io.BufferedReader:
    """Bytes as a stream like all others."""
    return metered(io.BytesIO(content), lambda _: None)


class _Metered(io.RawIOBase):
    """A stream whose bytes are counted."""

    def __init__(self, stream: BinaryIO, count: Callable[[int], None]) -> None:
        self._stream = stream
        self._count = count

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        read = self._stream.read(len(view))
        view[: len(read)] = read
        self._count(len(read))
        return len(read)


class _Unpacked(io.RawIOBase):
    """What a packed stream stands for; several of them may follow on each other."""

    def __init__(self, stream: BinaryIO, make: Callable[[], Decompressor], meter: Meter) -> None:
        self._stream = stream
        self._make = make
        self._meter = meter
        self._at_work = make()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        while True:
            more = self._behind() if self._at_work.eof else self._more()
            if more is None:
                return 0
            if found := self._at_work.decompress(more, len(view)):
                view[: len(found)] = found
                self._meter.unpack(len(found))
                return len(found)

    def _more(self) -> bytes:
        if not self._at_work.needs_input:
            return b""
        if more := self._stream.read(_CHUNK):
            return more
        raise EOFError("it ends in the middle")

    def _behind(self) -> bytes | None:
        """What follows behind an end, if anything does: zeros are only padding."""
        rest = self._at_work.unused_data.lstrip(b"\0")
        while not rest:
            if not (more := self._stream.read(_CHUNK)):
                return None
            rest = more.lstrip(b"\0")
        self._at_work = self._make()
        return rest
