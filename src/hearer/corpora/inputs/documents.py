"""The documents of files, one after the other, in an order that depends on the names alone.

documents    all documents that names come to
Documents    these, as they come; how many bytes their files have, and what was passed over

Files are read where they stand, and one document is held at a time. What cannot be read is
a document, too, which says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hearer.corpora.document import Document, Failure
from hearer.corpora.inputs.contents import PARQUET, Contents, HowToRead
from hearer.corpora.inputs.finding import FoundFile, FoundFiles, found
from hearer.corpora.inputs.unpacking import Meter, OpenedFile, metered


def documents(inputs: Sequence[str], asked: HowToRead | None = None) -> Documents:
    """All documents that names of files, folders and patterns come to.

    A name that comes to nothing is an error at once, and so is a package that is missing.
    """
    asked = asked or HowToRead()
    contents = Contents(asked)
    files = found(inputs, is_known=contents.is_known, besides=asked.besides)
    if any(file.path.lower().endswith(PARQUET) for file in files.files):
        import hearer.corpora.inputs.parquet_rows  # noqa: F401 - or the error that says what to install
    return Documents(files, contents)


class Documents(Iterator[Document]):
    """Documents as they come: a file is read when its first is asked for.

    `files` and `size` are known beforehand; the sizes of the documents come to the same in the
    end. `passed_over` grows: what else is in an archive is seen when it is read.
    """

    def __init__(self, files: FoundFiles, contents: Contents) -> None:
        self.files = len(files.files)
        self.size = files.size
        self.passed_over: Counter[str] = contents.passed_over
        self.passed_over.update(files.passed_over)
        self._contents = contents
        self._left = 0  # bytes of files without a document
        self._coming = (one for file in files.files for one in self._of(file))

    def __next__(self) -> Document:
        return next(self._coming)

    def _of(self, file: FoundFile) -> Iterator[Document]:
        """The documents of a file, each with the bytes that were read for it."""
        meter, told = Meter(file.size), 0
        waiting: Document | None = None
        for document in self._found(file, meter):
            if waiting:
                yield waiting
            at = min(meter.at, file.size)
            waiting = replace(document, size=self._left + max(at - told, 0))
            self._left, told = 0, max(at, told)
        if waiting:
            yield replace(waiting, size=waiting.size + file.size - told)
        else:
            self._left += file.size
            self.passed_over["without a document"] += 1

    def _found(self, file: FoundFile, meter: Meter) -> Iterator[Document]:
        if file.unread:
            said = f"{file.path!r} cannot be read: {file.unread}."
            yield self._contents.failed(file.name, file.path, Failure("input-unreadable", said))
            return
        try:
            disk = Path(file.path).open("rb")  # noqa: SIM115 - closed below; this may fail alone
        except (OSError, ValueError) as error:
            said = f"{file.path!r} cannot be read: {getattr(error, 'strerror', None) or error}."
            yield self._contents.failed(file.name, file.path, Failure("input-unreadable", said))
            return
        with disk:
            stream = metered(disk, meter.read)
            yield from self._contents.of(OpenedFile(file.name, file.path, stream, meter, disk=disk))
