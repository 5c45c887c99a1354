"""Files and raw text to documents.

read       the documents of a file, parsed
open_file  the same, but raw text as it is, to be parsed while it is heard
Reading    the documents of a file, and what is wrong with it
RawText    a text that is not parsed yet
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType
from typing import overload

from hearer import parsers, registry
from hearer.errors import InputError, StrictError, UsageError
from hearer.model import Discourse, Problem
from hearer.parsers.text import decoded, looks_like_conllu

STDIN = "-"
TEXT = "text"
DEFAULT_PARSER = "english"
CONLLU_SUFFIXES = frozenset({".conllu", ".conll"})
TEXT_SUFFIXES = frozenset({".txt", ".md"})
# The same files; what is in their last column is another matter.
READ_AS = {"corefud": "conllu", "gum": "conllu"}


@dataclass(frozen=True, slots=True)
class RawText:
    """A text that is not parsed yet, and where it comes from."""

    text: str
    name: str = ""
    path: str = ""
    problems: tuple[Problem, ...] = ()

    def parsed(self, parser: object = DEFAULT_PARSER) -> Discourse:
        """The whole text, parsed: its words and spaces are the text again."""
        utterances = tuple(parsers.find(parser).parse(self.text)) if self.text.strip() else ()
        before = self.text[: utterances[0].start] if utterances else self.text
        return Discourse(utterances, self.name, self.path, problems=self.problems, before=before)


class Reading(Sequence[Discourse]):
    """The documents of a file in order, where they come from, and what is wrong with them."""

    def __init__(
        self, discourses: Iterable[Discourse], *, path: str = "", problems: Iterable[Problem] = ()
    ) -> None:
        self.path = path
        self.problems = tuple(problems)
        self._discourses = tuple(discourses)

    @overload
    def __getitem__(self, index: int) -> Discourse: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Discourse]: ...
    def __getitem__(self, index: int | slice) -> Discourse | Sequence[Discourse]:
        return self._discourses[index]

    def __len__(self) -> int:
        return len(self._discourses)

    def __repr__(self) -> str:
        return f"Reading({len(self)} documents, path={self.path!r})"


def read(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - what users type
    parser: object = DEFAULT_PARSER,
    strict: bool = False,
) -> Reading:
    """Read the documents of a file; "-" is the standard input.

    Raw text ("text", *.txt, *.md) is one document, parsed by `parser`. Whatever is wrong with the
    file is in `problems` and work goes on; `strict` raises instead.
    """
    opened = open_file(path, format=format)
    if strict and opened.problems:
        raise StrictError(opened.problems)
    if isinstance(opened, Reading):
        return opened
    return Reading([opened.parsed(parser)], path=fspath(path), problems=opened.problems)


def open_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002
) -> Reading | RawText:
    """The documents of a file, or its raw text; its name, else its first lines, tell which."""
    name = fspath(path)
    content = _bytes_of(name)
    chosen = format or _format_of(name, content)
    if chosen == TEXT:
        found = decoded(content, path=shown(name))
        title = "" if name == STDIN else Path(name).stem
        return RawText(found.text, title, shown(name), found.problems)
    module = _reader(chosen)
    file = module.parse(content, path=shown(name))
    return Reading(module.discourses(file), path=name, problems=file.problems)


def shown(path: str) -> str:
    """What a path is called in messages."""
    return "<stdin>" if path == STDIN else path


def _format_of(path: str, content: bytes) -> str:
    suffix = Path(path).suffix.lower()
    if suffix in TEXT_SUFFIXES:
        return TEXT
    return "conllu" if suffix in CONLLU_SUFFIXES or looks_like_conllu(content) else TEXT


def _reader(name: str) -> ModuleType:
    module: ModuleType = registry.find("format", READ_AS.get(name, name))
    if not hasattr(module, "parse"):
        raise UsageError(f"The format {name!r} can be written, not read.")
    return module


def _bytes_of(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path!r}.") from error
    except IsADirectoryError as error:
        raise InputError(f"{path!r} is a folder: name the files in it, {path}/*.conllu") from error
    except PermissionError as error:
        raise InputError(f"{path!r} may not be read: permission denied.") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} cannot be read: {error}.") from error
