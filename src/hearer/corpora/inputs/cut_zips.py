"""Zip archives whose list of members is missing: the list stands at the end, and goes first.

cut_members    what stands in a cut archive, one member after the other, as far as it goes

What stands before each member says the same, but for the size where it was not known yet when the
member was written; then the packed bytes themselves say where they end.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile

from hearer.corpora.inputs.unpacking import BrokenInput

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEADER = struct.Struct("<4s5H3L2H")
BEGINS = b"PK\3\4"
_SIZED_BEHIND = b"PK\7\x08"
_SECRET, _SIZE_FOLLOWS, _UTF8 = 0x1, 0x8, 0x800
_CHUNK = 1 << 16


class CutMember(NamedTuple):
    """A member of a cut archive; without a stream it cannot be unpacked."""

    name: str
    stream: RawIOBase | None


class _Head(NamedTuple):
    """What stands before a member."""

    flags: int
    method: int
    crc: int
    size: int  # of the packed bytes
    name: str


def cut_members(disk: BinaryIO) -> Iterator[CutMember]:
    """The members of an archive without its list; that it is cut is raised in the end."""
    disk.seek(0)
    number = 0
    while head := _head(disk):
        number += 1
        start = disk.tell()
        if head.flags & _SECRET or head.method not in {ZIP_STORED, ZIP_DEFLATED}:
            yield CutMember(head.name, None)
            disk.seek(start + head.size)
            continue
        packed = _PackedMember(disk, head)
        yield CutMember(head.name, packed)
        if not packed.is_finished():
            break
        disk.seek(start + packed.size)
        if head.flags & _SIZE_FOLLOWS:
            _pass_sizes(disk)
    said = f"It is cut: its list of members is missing. It breaks off behind member {number}."
    raise BrokenInput("archive-broken", said)


def _head(disk: BinaryIO) -> _Head | None:
    """What stands before the next member, if there is one and all of that is there."""
    found = disk.read(HEADER.size)
    if len(found) < HEADER.size or not found.startswith(BEGINS):
        return None
    _, _, flags, method, _, _, crc, size, _, named, more = HEADER.unpack(found)
    name = disk.read(named)
    disk.read(more)
    spelled = name.decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    size_is_told = method == ZIP_DEFLATED or not flags & _SIZE_FOLLOWS
    return _Head(flags, method, crc=crc, size=size, name=spelled) if size_is_told else None


def _pass_sizes(disk: BinaryIO) -> None:
    """Go to the next member: the sizes in between have 12 to 24 bytes."""
    start = disk.tell()
    between = disk.read(28)
    at = between.find(BEGINS)
    skipped = at if at >= 0 else 16 if between.startswith(_SIZED_BEHIND) else 12
    disk.seek(start + skipped)


class _PackedMember(RawIOBase):
    """The bytes of a member; `size` is how many packed ones there are, in the end."""

    def __init__(self, disk: BinaryIO, head: _Head) -> None:
        self.size = head.size
        self._disk = disk
        self._head = head
        self._start = disk.tell()
        self._read = 0
        self._inflate = zlib.decompressobj(-15)
        self._crc = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        found = (
            self._stored(len(view)) if self._head.method == ZIP_STORED else self._next(len(view))
        )
        view[: len(found)] = found
        self._crc = zlib.crc32(found, self._crc)
        if not found and not self._head.flags & _SIZE_FOLLOWS and self._crc != self._head.crc:
            raise BadZipFile("Bad CRC-32")
        return len(found)

    def is_finished(self) -> bool:
        """Whether it is known where it ends: perhaps only who reads to the end knows."""
        try:
            while self._head.flags & _SIZE_FOLLOWS and not self._inflate.eof:
                self._next(_CHUNK)
        except (EOFError, zlib.error):
            return False
        return True

    def _stored(self, most: int) -> bytes:
        return self._more(min(most, self.size - self._read)) if self._read < self.size else b""

    def _next(self, most: int) -> bytes:
        found = b""
        while not found and not self._inflate.eof:
            packed = self._inflate.unconsumed_tail or self._more(_CHUNK)
            found = self._inflate.decompress(packed, most)
        if self._inflate.eof and self._head.flags & _SIZE_FOLLOWS:
            self.size = self._read - len(self._inflate.unused_data)
        return found

    def _more(self, most: int) -> bytes:
        self._disk.seek(self._start + self._read)
        found = self._disk.read(most)
        self._read += len(found)
        if not found:
            raise EOFError("it ends in the middle")
        return found
