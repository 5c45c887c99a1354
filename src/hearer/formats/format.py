"""A format: all there is to know of it, declared once.

Format    its name, its files, how it is read and written, and what it holds
Holds     what a document may have, and a format a place for
Reading   the documents of a file, and what is wrong with it
alone     one document, for formats that have one a file
Screen    what people look at: its colours and its width; NO_SCREEN is a file or a pipe
Problems  what is wrong with a file, as it is found; docs/problems.md explains every code
encoded   the bytes of lines, and `in_bytes` of a text
quoted    a piece of the input, short enough for a message
one_line  a piece of the output without tabs and line ends

Everything else derives from these values: what `hearer.read` takes a file for, what a command
offers, what is lost when one format is converted to another, the table in the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from hearer import harmless
from hearer.errors import UsageError
from hearer.model import Discourse, Interpretation, Problem, Step

quoted = harmless.quoted
_SPACES = str.maketrans("\t\n\r", "   ")


class Holds(StrEnum):
    """What a document may have, and a format a place for."""

    RAW_TEXT = "raw text"  # and nothing else: it is parsed before it is heard
    PRONOUNS = "pronouns and their antecedents"
    ENTITIES = "entities"
    ENDS = "where sentences end"
    PARSE = "the dependency parse"
    TAGS = "lemmas and universal tags"
    FEATURES = "features and language-specific tags"
    SPACES = "the white space between words"
    SPEAKERS = "speakers"
    PARAGRAPHS = "paragraphs and headings"
    SENTENCES = "names of sentences"
    EMPTY_NODES = "mentions without words"
    PARTS = "further parts of discontinuous mentions"
    TYPES = "types of entities"
    FIELDS = "further fields of mentions"
    LINKS = "bridging and split antecedents"
    NAMES = "names of entities"


PARSED = frozenset({Holds.PARSE, Holds.TAGS, Holds.FEATURES})


class Reading(tuple[Discourse, ...]):
    """The documents of a file in order, where they come from, and what is wrong with them."""

    path: str
    problems: tuple[Problem, ...]

    def __new__(
        cls, discourses: Iterable[Discourse], *, path: str = "", problems: Iterable[Problem] = ()
    ) -> Reading:
        reading = super().__new__(cls, discourses)
        reading.path = path
        reading.problems = tuple(problems)
        return reading

    def __repr__(self) -> str:
        return f"Reading({harmless.number_and(len(self), 'document')}, path={self.path!r})"


class Problems(list[Problem]):
    """What is wrong with the file `path`."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def add(self, line: int, code: str, message: str, *, column: int = 0) -> None:
        self.append(Problem(self.path, line, column, code=code, message=message))


class Stream(Protocol):
    """What writes a document while it is heard."""

    def fallen(self, step: Step) -> Iterator[str]:
        """What is to be written after a step."""


class Screen(NamedTuple):
    """What people look at: whether it has colours, and its columns; 0 is as many as it takes."""

    color: bool = False
    width: int = 0


NO_SCREEN = Screen()


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format, declared once.

    `read` takes the bytes of a file and the path to name in problems. `write` takes what was
    understood of one document or several, and gives one file; whoever writes an annotated document
    hands in its annotation as if it had been understood. A format without one of them is only
    written, or only read.

    >>> loud = Format(name="loud", description="The text, shouted.", suffixes=(".loud",),
    ...               write=lambda found: found[0].discourse.text.upper().encode())
    >>> loud.write([Interpretation(discourse=Discourse((), before="hush"))])
    b'HUSH'
    """

    name: str
    description: str  # one line
    suffixes: tuple[str, ...]  # of its files; the first is given to new ones
    holds: frozenset[Holds] = frozenset()
    sniff: Callable[[bytes], bool] = _never  # whether a file is of this format
    read: Callable[[bytes, str], Reading] | None = None
    write: Callable[[Sequence[Interpretation]], bytes] | None = None
    stays: Callable[[Discourse], bool] = _never  # whether a document is written as it was read
    stream: Callable[[str, str], Stream] | None = None  # from the name and the text of a document
    # For people: written file by file, in colours where there are any.
    shown: Callable[[Sequence[Interpretation], Screen], str] | None = None
    text_suffix: str = ""  # of the file with the text, where the text stands beside
    etype: Callable[[str], str] = str  # the spelling of an entity type in this format

    def __repr__(self) -> str:
        return harmless.brief(self, f"{self.name}: {self.description}")


def encoded(lines: Iterable[str]) -> bytes:
    """The lines as a file; what was no UTF-8 is written as it was."""
    return in_bytes("".join(f"{line}\n" for line in lines))


def in_bytes(text: str) -> bytes:
    r"""The text as a file; bytes that are not UTF-8 stand in it as surrogates. No other may.

    >>> in_bytes("caf\udce9")
    b'caf\xe9'
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        around = text[max(error.start - 10, 0) : error.start + 10]
        raise UsageError(
            f"U+{ord(text[error.start]):04X} in {around!r} is half a character, and no file can "
            "hold it: mend the text or the name it stands in, or write json."
        ) from error


def alone(found: Sequence[Interpretation], name: str) -> Sequence[Interpretation]:
    """What was understood, if it is of one document: some formats have no place for a second."""
    if len(found) != 1:
        raise UsageError(
            f"{name} has one document a file, and there are {len(found)}: write to a folder."
        )
    return found


def one_line(text: str) -> str:
    r"""The text with spaces for tabs and line ends, which would be columns and lines.

    >>> one_line("a\tb\r\nc")
    'a b  c'
    """
    return text.translate(_SPACES)
