"""Tar archives from strangers: what is said of a member is looked at before it is believed.

entries    the members of an archive as they come, and the archive they are read from

Python's own reader takes garbage for the end of an archive, reads headers of any length, and walks
through members of any size block by block, whether or not the bytes are there.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from io import BufferedReader
from typing import BinaryIO, Self, cast

from hearer.corpora.inputs.unpacking import BROKEN, BrokenInput, Meter
from hearer.limits import MOST_MEMBER_HEADER

_BUFFER = 1 << 18
_PAX = frozenset({tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE})
_SPOKEN = _PAX | {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}  # read into memory
_DIGITS = re.compile(rb"[0-9]{500}")  # a number that takes Python ages (CVE-2024-6232)


def entries(
    stream: BufferedReader, meter: Meter
) -> Iterator[tuple[tarfile.TarFile, tarfile.TarInfo]]:
    """The members of an archive that is not packed; what breaks it is raised as BrokenInput."""
    number, source = 0, cast(BinaryIO, _AtOnce(stream))
    try:
        with tarfile.open(fileobj=source, mode="r|", bufsize=_BUFFER, tarinfo=_TarEntry) as archive:
            while (entry := archive.next()) is not None:
                if entry.size < 0 or not 0 <= archive.offset - entry.offset <= meter.most:
                    said = f"A member of {entry.size:,} bytes cannot be in it."
                    raise BrokenInput("archive-bomb", said)
                vars(archive)["members"].clear()  # it would remember all of them
                number += 1
                yield archive, entry
    except BROKEN as error:
        said = f"It breaks off behind member {number}: {error}."
        raise BrokenInput("archive-broken", said) from error


class _AtOnce:
    """A stream that gives what it has: asked for more, a broken one would lose what it gave."""

    def __init__(self, stream: BufferedReader) -> None:
        self.read = stream.read1


class _TarEntry(tarfile.TarInfo):
    """What an archive says of a member; neither garbage nor nothing is taken for its end."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        try:
            found = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if not any(buf) and len(buf) == tarfile.BLOCKSIZE:
                raise  # a block of zeros is the end
            is_cut = len(buf) < tarfile.BLOCKSIZE
            what = "its end is missing" if is_cut else "no member begins where one should"
            raise BrokenInput("archive-broken", f"It is broken or cut: {what}.") from error
        if found.type in _SPOKEN and not 0 <= found.size <= MOST_MEMBER_HEADER:
            said = f"{found.size:,} bytes are said of one member: more than {MOST_MEMBER_HEADER:,}."
            raise BrokenInput("archive-bomb", said)
        return found

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        """Read what is said; this is where tarfile lets others in."""
        if self.type not in _PAX or archive.fileobj is None:
            return _processed(super(), archive)
        inner = archive.fileobj
        said = inner.read(-(-self.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE)
        if _DIGITS.search(said):
            raise BrokenInput("archive-bomb", "A number of hundreds of digits is said of a member.")
        archive.fileobj = cast(BinaryIO, _Again(said, inner))
        try:
            return _processed(super(), archive)
        finally:
            archive.fileobj = inner


def _processed(entry: object, archive: tarfile.TarFile) -> tarfile.TarInfo:
    found: tarfile.TarInfo = entry._proc_member(archive)  # type: ignore[attr-defined]  # noqa: SLF001
    return found


class _Again:
    """A stream with bytes before it that were read already."""

    def __init__(self, before: bytes, stream: object) -> None:
        self._before = before
        self._stream = cast(BinaryIO, stream)
        self.tell = self._stream.tell
        self.seek = self._stream.seek

    def read(self, size: int) -> bytes:
        found, self._before = self._before or self._stream.read(size), b""
        return found
