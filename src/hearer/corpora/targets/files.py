"""A corpus as one file a document, of any format that can be written.

FilesTarget    a folder `documents` with these files, documents.jsonl and problems.jsonl
file_of        where in that folder the file of a document is, whatever it is called

The names of files are those of the documents, with the suffix of the format behind: two documents
never get one file, nothing gets out of the folder, and every system can have the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.corpora.targets.lines import DOCUMENTS, PROBLEMS, append_all, told_lines
from hearer.formats import FORMATS
from hearer.formats.converting import writer
from hearer.formats.format import in_bytes
from hearer.model import Interpretation
from hearer.writing.files import write_file
from hearer.writing.folders import keep

FOLDER = "documents"
LONGEST = 100  # characters of a name: of bytes a system allows 255
LONGEST_PATH = 600  # of all names together
DIGITS = 16
# What some system does not have in a name, and % itself: written as in an address of the web.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"\\|?*%\ud800-\udfff]|^[. ~-]|[. ]$')
# Names of devices, whatever suffix they have.
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


class FilesTarget:
    """A file for each document that was understood."""

    is_of_answers = False

    def __init__(self, name: str) -> None:
        self.name, self.format = name, FORMATS.find(name)
        self.write, self.suffix = writer(self.format), self.format.suffixes[0]
        self.write([Interpretation()])  # a format with no place for what is understood says so now
        self.suffixes = tuple(filter(None, (self.suffix, self.format.text_suffix)))

    def rendered(self, heard: Sequence[UnderstoodDocument]) -> Mapping[str, bytes]:
        """The files of a batch, by their names, and the lines of both lists."""
        pieces: dict[str, bytes] = {}
        files: dict[str, str] = {}
        for outcome, found, *_ in heard:
            if found is not None:
                name = f"{FOLDER}/{file_of(outcome.document, self.suffixes)}"
                files[outcome.document] = f"{name}{self.suffix}"
                pieces[f"{name}{self.suffix}"] = self.write([found])
                if beside := self.format.text_suffix:
                    pieces[f"{name}{beside}"] = in_bytes(found.discourse.text)
        return {**told_lines([one.outcome for one in heard], files), **pieces}

    def joined(self, several: Sequence[Mapping[str, bytes]]) -> Mapping[str, bytes]:
        """All files, and lines behind lines."""
        lists = {name: b"".join(one[name] for one in several) for name in (DOCUMENTS, PROBLEMS)}
        return {**lists, **{n: p for one in several for n, p in one.items() if n not in lists}}

    def assembled(self, parts: Iterable[BatchOutcome], folder: str) -> Iterator[str]:
        """The folder of files, and both lists."""
        keep(str(Path(folder) / FOLDER))
        yield str(Path(folder) / FOLDER)
        yield from append_all(_with_files(parts, folder), folder, (DOCUMENTS, PROBLEMS))


def _with_files(parts: Iterable[BatchOutcome], folder: str) -> Iterator[BatchOutcome]:
    """The parts as they come; the files of each are written."""
    for part in parts:
        for name, content in part.written.items():
            if name.startswith(f"{FOLDER}/"):
                place = Path(folder) / name
                keep(str(place.parent))
                write_file(str(place), content)
        yield part


def file_of(document: str, suffixes: Sequence[str]) -> str:
    """Where the file of a document is, without its suffix; it may have several.

    >>> [file_of(name, [".json"]) for name in ("novels/emma.txt", "../a:b", "a.json/b")]
    ['novels/emma.txt', '%2E%2E/a%3Ab', 'a%2Ejson/b']
    """
    *folders, last = document.split("/")
    names = [_folder(name, suffixes) for name in folders]
    whole = "/".join((*names, _safe(last)))
    return whole if len(whole) <= LONGEST_PATH else f"%{_digest(document)}"


def _folder(name: str, suffixes: Sequence[str]) -> str:
    """The name of a folder, which no file has: that would end with a suffix."""
    safe = _safe(name)
    for suffix in suffixes:
        if safe.endswith(suffix):
            safe = f"{safe.removesuffix(suffix)}%2E{suffix[1:]}"
    return safe


def _safe(name: str) -> str:
    """A name that every system can have; no two names become one."""
    if not name:
        return "%"
    if set(name) == {"."}:
        return "%2E" * len(name)
    safe = _UNSAFE.sub(lambda found: "".join(f"%{ord(c):02X}" for c in found[0]), name)
    if _DEVICE.match(safe):
        safe = f"%{ord(safe[0]):02X}{safe[1:]}"
    if len(safe.encode()) > LONGEST:
        safe = f"{safe[: LONGEST // 4]}%{_digest(name)}"
    return safe


def _digest(name: str) -> str:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=DIGITS // 2).hexdigest()
