"""Archives: their members are read where they stand, one after the other, and never extracted.

is_archive     whether the name of a file says that it is an archive
members        what is in one, as it comes
Member         a file in an archive: its name, and its bytes or why there are none
member_name    the name of a member as one of the corpus: no way leads out of it

What an archive says of itself is not believed: sizes are counted, links and devices passed over.
"""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from io import BufferedReader
from typing import BinaryIO, NamedTuple, cast

from hearer.corpora.document import Failure
from hearer.corpora.inputs.cut_zips import BEGINS, cut_members
from hearer.corpora.inputs.tars import entries
from hearer.corpora.inputs.unpacking import (
    BROKEN,
    PACKED,
    BrokenInput,
    Meter,
    OpenedFile,
    metered,
    unpacked,
)
from hearer.limits import MOST_MEMBERS

ZIP = ".zip"
TAR = ".tar"
_SHORT = {".tgz": ".gz", ".tbz": ".bz2", ".tbz2": ".bz2", ".txz": ".xz", ".tzst": ".zst"}
TARS = {TAR: "", **{TAR + suffix: suffix for suffix in PACKED}, **_SHORT}
_SECRET, _UTF8 = 0x1, 0x800  # flags of a member of a zip
_STEPS = re.compile(r"[/\\]+")
_NOWHERE = frozenset({"", ".", ".."})
_OF_MAC = "__MACOSX"


class Member(NamedTuple):
    """A file in an archive, open until the next is asked for; or why it is not."""

    name: str
    stream: BufferedReader | None = None
    failure: Failure | None = None


def is_archive(name: str) -> bool:
    """Whether a name says that a file is an archive.

    >>> is_archive("news.tar.gz"), is_archive("NEWS.ZIP"), is_archive("news.gz")
    (True, True, False)
    """
    return name.lower().endswith((ZIP, *TARS))


def members(archive: OpenedFile, passed_over: Counter[str]) -> Iterator[Member]:
    """The files of an archive in their order; what breaks it is raised as BrokenInput."""
    name = archive.name.lower()
    if name.endswith(ZIP) and archive.disk:
        return _of_zip(archive.disk, archive.meter, passed_over)
    suffix = next(TARS[one] for one in (*_SHORT, *TARS) if name.endswith(one))
    return _of_tar(archive.stream, suffix, archive.meter, passed_over)


def member_name(name: str) -> str:
    r"""The name of a member as one of the corpus; what leads upwards or elsewhere is left out.

    >>> member_name("../../etc/passwd"), member_name("C:\\texts\\a.txt"), member_name("/")
    ('etc/passwd', 'C:/texts/a.txt', 'member')
    """
    return "/".join(step for step in _STEPS.split(name) if step not in _NOWHERE) or "member"


def _is_hidden(name: str) -> bool:
    steps = member_name(name).split("/")
    return any(step.startswith(".") or step == _OF_MAC for step in steps)


# zip --------------------------------------------------------------------------------------------


def _of_zip(stream: BinaryIO, meter: Meter, passed_over: Counter[str]) -> Iterator[Member]:
    try:
        archive = zipfile.ZipFile(stream)
    except BROKEN as error:
        stream.seek(0)
        if stream.read(len(BEGINS)) != BEGINS:
            said = f"It is no zip archive, or broken: {error}."
            raise BrokenInput("archive-broken", said) from error
        yield from _of_cut_zip(stream, meter, passed_over)
        return
    with archive:
        if len(listed := archive.infolist()) > MOST_MEMBERS:
            said = f"It has {len(listed):,} members, and no more than {MOST_MEMBERS:,} are read."
            raise BrokenInput("archive-bomb", said)
        for entry in listed:
            meter.at = min(entry.header_offset + entry.compress_size, meter.size)
            if _is_hidden(entry.filename):
                passed_over["hidden"] += 1
            elif not entry.is_dir():
                yield from _entry(archive, entry, meter)


def _of_cut_zip(stream: BinaryIO, meter: Meter, passed_over: Counter[str]) -> Iterator[Member]:
    for name, member in cut_members(stream):
        meter.at = stream.tell()
        if _is_hidden(name):
            passed_over["hidden"] += 1
        elif member is None:
            yield Member(name, failure=Failure("archive-method", "It cannot be unpacked."))
        elif not name.endswith("/"):
            yield Member(name, metered(cast(BinaryIO, member), meter.unpack))


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, meter: Meter) -> Iterator[Member]:
    name = _spelled(entry)
    if entry.flag_bits & _SECRET:
        yield Member(name, failure=Failure("archive-password", "A password is needed to read it."))
        return
    if entry.file_size > meter.left:  # no more is read of it than it says, so that can be believed
        said = f"It has {entry.file_size:,} bytes, which is too much of {meter.size:,} packed ones."
        yield Member(name, failure=Failure("archive-bomb", said))
        return
    try:
        file = archive.open(entry)
    except BROKEN as error:
        yield Member(name, failure=_failure(error))
        return
    with file:
        yield Member(name, metered(cast(BinaryIO, file), meter.unpack))


def _failure(error: Exception) -> Failure:
    if isinstance(error, NotImplementedError):
        return Failure("archive-method", f"It is packed in a way that is not known: {error}.")
    return Failure("archive-broken", f"It cannot be unpacked: {error}.")


def _spelled(entry: zipfile.ZipInfo) -> str:
    """The name of a member; many write UTF-8 and do not say so."""
    if entry.flag_bits & _UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


# tar --------------------------------------------------------------------------------------------


def _of_tar(
    stream: BufferedReader, suffix: str, meter: Meter, passed_over: Counter[str]
) -> Iterator[Member]:
    if suffix:
        stream = unpacked(stream, suffix, meter)
    for archive, entry in entries(stream, meter):
        yield from _tar_entry(archive, entry, passed_over)


def _tar_entry(
    archive: tarfile.TarFile, entry: tarfile.TarInfo, passed_over: Counter[str]
) -> Iterator[Member]:
    if entry.isdir():
        return
    if not entry.isreg():
        passed_over["links and devices in archives"] += 1
    elif _is_hidden(entry.name):
        passed_over["hidden"] += 1
    elif entry.issparse():
        failure = Failure("archive-method", "It is a file with holes, and these are not read.")
        yield Member(entry.name, failure=failure)
    elif file := archive.extractfile(entry):
        with file:
            yield Member(entry.name, metered(cast(BinaryIO, file), lambda _: None))
