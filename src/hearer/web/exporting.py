"""What the studio takes along: a file of what was understood, as it is shown.

exported     a document as a file of some kind
ExportedFile its bytes, its name and its media type
Exporting    what it is made from
KINDS        what there is besides the formats: pages, tables, texts, corrections

Byte for byte what `hearer resolve`, `hearer trace` and `hearer rewrite` write for the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import hearer
from hearer.errors import UnknownName
from hearer.formats import FORMATS, Format
from hearer.formats.converting import converted, known, writer, written
from hearer.formats.format import in_bytes
from hearer.model import Interpretation
from hearer.session.corrections import written as written_corrections
from hearer.session.knowledge import Corrections, Knowledge
from hearer.web.media_types import MEDIA_TYPES, PLAIN, media_type

UNNAMED = "hearer"
LONGEST_NAME = 80  # letters of the name of a file
# What no file system takes, or what would lead elsewhere.
UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f"*/:<>?\\|\u2028-\u202e\u2066-\u2069\ud800-\udfff]+')
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same content is the same file


class ExportedFile(NamedTuple):
    """A file to be taken along."""

    content: bytes
    name: str
    media_type: str

    @property
    def disposition(self) -> str:
        """What a browser is told: to save it, and as what."""
        plain = self.name.encode("ascii", "replace").decode().replace("?", "_")
        return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(self.name, safe='')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporting:
    """What a file is made from: what was understood, what was known, and how to rewrite."""

    found: Interpretation
    knowledge: Knowledge | None = None
    style: str = "replace"
    every: str = "needed"
    standalone: bool = False  # of LaTeX: a whole document, not the table only

    @property
    def corrections(self) -> Corrections:
        told = self.knowledge or Knowledge()
        return Corrections(told.corrections, told.names)


class _Kind(NamedTuple):
    """Something else than a format: what its files end with, and how they are made."""

    ending: str
    made: Callable[[Exporting], str]


def _rewritten(asked: Exporting) -> str:
    return hearer.rewrite(asked.found, style=asked.style, every=asked.every).text


def _latex(asked: Exporting) -> str:
    return hearer.trace(asked.found, view="latex", standalone=asked.standalone)


KINDS: Mapping[str, _Kind] = {
    "trace": _Kind(".trace.html", lambda asked: hearer.trace(asked.found, view="html")),
    "latex": _Kind(".tex", _latex),
    "rewritten": _Kind(".rewritten.txt", _rewritten),
    "conllu": _Kind(".conllu", lambda asked: converted([asked.found.discourse], to="conllu")),
    "corrections.tsv": _Kind(
        ".corrections.tsv", lambda asked: written_corrections(asked.corrections, to="tsv")
    ),
    "corrections.json": _Kind(
        ".corrections.json", lambda asked: written_corrections(asked.corrections, to="json")
    ),
}


def checked(to: str) -> str:
    """A kind of file that there is; what is none raises, with the one that is probably meant."""
    formats = [one.name for one in known() if one.write]
    if to in KINDS or to in formats:
        return to
    raise UnknownName("kind of file", to, [*KINDS, *formats])


def exported(asked: Exporting, to: str) -> ExportedFile:
    """What was understood as a file of the kind `to`: a format, or one of KINDS."""
    stem = _stem(asked.found.discourse.name)
    if kind := KINDS.get(to):
        ending = kind.ending[kind.ending.rindex(".") :]
        media = MEDIA_TYPES.get(ending, PLAIN)
        return ExportedFile(in_bytes(kind.made(asked)), f"{stem}{kind.ending}", media)
    of = FORMATS.find(to)
    if of.text_suffix:
        return _with_text(asked.found, of, stem)
    content = in_bytes(written([asked.found], to=to))
    return ExportedFile(content, f"{stem}{of.suffixes[0]}", media_type(to))


def _with_text(found: Interpretation, of: Format, stem: str) -> ExportedFile:
    """Annotations and the text that goes beside them, in one archive."""
    files = {
        f"{stem}{of.suffixes[0]}": writer(of)([found]),
        f"{stem}{of.text_suffix}": in_bytes(found.discourse.text),
    }
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(ZipInfo(name, LONG_AGO), content, ZIP_DEFLATED)
    return ExportedFile(archive.getvalue(), f"{stem}.{of.name}.zip", "application/zip")


def _stem(name: str) -> str:
    r"""The name of a document as that of a file, without its ending.

    >>> _stem("../texts/story.txt"), _stem("a\x00b: c"), _stem("...")
    ('texts_story', 'a_b_ c', 'hearer')
    """
    plain = UNSAFE.sub("_", name).strip("._- ")
    stem = re.sub(r"\.(txt|md|conllu?|json|jsonl|tsv|ann|html)$", "", plain, flags=re.IGNORECASE)
    return stem[:LONGEST_NAME].strip(". ") or UNNAMED
