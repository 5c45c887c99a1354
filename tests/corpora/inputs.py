"""Inputs as people and strangers send them, for the tests of what is read.

all_of       the documents that names come to
told         these as names and texts; codes: what their failures are
PACKING      bytes as .gz, .bz2 or .xz
zipped, tarred
             an archive of some members
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hearer.corpora.document import Document
from hearer.corpora.sources import Documents

Members = Sequence[tuple[str, bytes]]
ANNA, TOM = b"Anna slept. She snored.\n", b"Tom fell. He cried.\n"
Pack = Callable[[bytes], bytes]
PACKING: dict[str, Pack] = {
    ".gz": gzip.compress,
    ".bz2": partial(bz2.compress, compresslevel=1),  # in small pieces
    ".xz": lzma.compress,
}


def all_of(*names: str | Path, **how: Any) -> list[Document]:
    return list(Documents([str(name) for name in names], **how))


def told(found: Iterable[Document]) -> dict[str, str]:
    """Names with texts; a failure is the code in brackets."""
    return {
        one.name: f"[{one.failure.code}]" if one.failure else one.content.decode("utf-8", "replace")
        for one in found
    }


def codes(found: Iterable[Document]) -> list[str]:
    return [one.failure.code if one.failure else "" for one in found]


def put(name: str, content: bytes | str) -> str:
    """Write a file, and the folders above it; return its name."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


def zipped(members: Members) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def tarred(members: Members, *, others: Iterable[tarfile.TarInfo] = ()) -> bytes:
    """A tar archive, not packed; `others` have no bytes: links, devices, folders."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for other in others:
            archive.addfile(other)
        for name, content in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()
