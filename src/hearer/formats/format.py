"""The declaration of a file format, from which commands, conversion and docs derive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from hearer import escape
from hearer.errors import UsageError
from hearer.model import Discourse, Interpretation, Problem

PROGRAM = "hearer"
quoted = escape.quoted
_SPACES = str.maketrans("\t\n\r", "   ")


class Holds(StrEnum):
    """Content that a document can have and that a format can or cannot store."""

    RAW_TEXT = "raw text"  # and nothing else: it is parsed before it is resolved
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


class Reading(tuple[Discourse, ...]):
    """The documents of a file in order, its path, and the problems found in it."""

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
        return f"Reading({escape.number_and(len(self), 'document')}, path={self.path!r})"


class Problems(list[Problem]):
    """The problems of the file `path`, in the order in which they are found."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def add(self, line: int, code: str, message: str, *, column: int = 0) -> None:
        self.append(Problem(self.path, line, column, code=code, message=message))


class Screen(NamedTuple):
    """A terminal: whether it shows colours, and its width in columns (0: unlimited)."""

    color: bool = False
    width: int = 0


NO_SCREEN = Screen()


def _never(_: object) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format.

    `read` takes the bytes of a file and the path to name in problems. `write` takes the
    interpretations of one or more documents and returns one file; an annotated document is passed
    as an interpretation made from its annotation. A format without one of the two is read-only or
    write-only.

    >>> loud = Format(name="loud", description="The text, shouted.", suffixes=(".loud",),
    ...               write=lambda found: found[0].discourse.text.upper().encode())
    >>> loud.write([Interpretation(discourse=Discourse((), before="hush"))])
    b'HUSH'
    """

    name: str
    description: str  # one line
    suffixes: tuple[str, ...]  # of its files; new files get the first
    holds: frozenset[Holds] = frozenset()
    sniff: Callable[[bytes], bool] = _never  # whether a file has this format
    read: Callable[[bytes, str], Reading] | None = None
    write: Callable[[Sequence[Interpretation]], bytes] | None = None
    stays: Callable[[Discourse], bool] = _never  # whether a document is written as it was read
    # For people: written file by file, in colours if the screen has them.
    shown: Callable[[Sequence[Interpretation], Screen], str] | None = None
    text_suffix: str = ""  # of a second file with the text, if the format has one
    etype: Callable[[str], str] = str  # the spelling of an entity type in this format

    def __repr__(self) -> str:
        return escape.brief(self, f"{self.name}: {self.description}")


def alone(found: Sequence[Interpretation], name: str) -> Interpretation:
    """Return the only interpretation; raise if there are several and the format holds one."""
    if len(found) != 1:
        raise UsageError(
            f"{name} has one document a file, and there are {len(found)}: write to a folder."
        )
    return found[0]


def encoded(lines: Iterable[str]) -> bytes:
    """Encode lines as a file; see `in_bytes`."""
    return in_bytes("".join(f"{line}\n" for line in lines))


def in_bytes(text: str) -> bytes:
    r"""Encode a text in which surrogates stand for bytes that are not UTF-8.

    >>> in_bytes("caf\udce9")
    b'caf\xe9'
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        around = text[max(error.start - 10, 0) : error.start + 10]
        raise UsageError(
            f"U+{ord(text[error.start]):04X} in {around!r} is a lone surrogate, which no file "
            "can hold: correct the text or the name that contains it, or write json."
        ) from error


def one_line(text: str) -> str:
    r"""Replace tabs and line ends, which would separate columns and lines, by spaces.

    >>> one_line("a\tb\r\nc")
    'a b  c'
    """
    return text.translate(_SPACES)


# The program that writes a file -----------------------------------------------------------------


@cache
def program() -> str:
    """Return the name and version of this program; the name alone if it is not installed."""
    try:
        return f"{PROGRAM} {version(PROGRAM)}"
    except PackageNotFoundError:
        return PROGRAM


def generator(found: Interpretation) -> str:
    """Return the program and the models that parsed and resolved a document.

    >>> generator(Interpretation(model="english 1.0")).partition(" (")[2]
    'english 1.0)'
    """
    models = dict.fromkeys(filter(None, (found.discourse.parser, found.model)))
    return f"{program()} ({', '.join(models)})" if models else program()
