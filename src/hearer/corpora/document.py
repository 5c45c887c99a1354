"""One document on its way to be heard: where it comes from, and its bytes as they were found.

Document    its name in the corpus, its format and its bytes, or why there are none
Failure     why there is no result: a stable code, and what is wrong in words
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from hearer.model import Problem

DIGEST_BYTES = 16


class Failure(NamedTuple):
    """Why a document has no result; docs/problems.md explains every code."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Document:
    """One document, not read as its format yet: that is done where it is heard.

    `name` is its own in the whole corpus: "novels/emma.txt", "news.zip/1/a.txt", "crawl.jsonl:17".
    `path` is the file it was found in, `line` where in it it begins. What cannot be had is
    a document, too, and says why: nothing is passed over in silence.
    """

    name: str
    path: str
    format: str  # the name of one of hearer.FORMATS
    content: bytes = b""
    line: int = 1
    failure: Failure | None = None
    problems: tuple[Problem, ...] = ()  # what was wrong with how it is wrapped: a row, an archive
    title: str = ""  # what it is called in results, where its file does not say
    size: int = field(default=0, compare=False)  # bytes of input files it stands for

    @property
    def digest(self) -> str:
        """What changes when anything of it changes."""
        made = blake2b(digest_size=DIGEST_BYTES)
        code = self.failure.code if self.failure else ""
        told = (code, self.title, *map(str, self.problems))
        for part in (self.name, self.path, self.format, str(self.line), *told):
            made.update(part.encode("utf-8", "surrogatepass") + b"\0")
        made.update(self.content)
        return made.hexdigest()
