"""A CoNLL-U file as a value: every line as it stood, and what it says.

ID … MISC     the numbers of the ten columns
Range         a multiword token
Other         a line with columns that is no word
ConlluSentence      comments and words between two blank lines
ConlluDocument      the sentences from one `# newdoc` to the next
ConlluFile    the whole file
key_of        the key and the value of a comment
misc_of       the MISC column as a mapping
nodes_of      the words and empty nodes of a document, as coreference counts them
document_of   the CoNLL-U that a discourse was read from
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.formats.entities import NodePlace
from hearer.model import Discourse, Problem

ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)
FIELDS = "global.Entity"  # the comment that says what stands between the dashes of Entity=

Columns = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """A multiword token: the words `first` to `last` are written together as `form`."""

    first: int
    last: int
    form: str
    misc: str


@dataclass(frozen=True, slots=True)
class Other:
    """A line with columns that is no word: a multiword range or an empty node."""

    line: int
    columns: Columns


@dataclass(frozen=True, slots=True)
class ConlluSentence:
    """What stands between two blank lines; its first line has number `line`.

    `columns` are the ten columns of the syntactic words, with `_` for what is missing; word n
    stands at index n - 1 of each, and in line `word_lines[n - 1]`. `heads` are numbers, and
    always a tree: where HEAD cannot be used, the problem says what was done.
    """

    line: int
    comments: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    heads: tuple[int, ...]
    word_lines: Sequence[int]
    ranges: tuple[Range, ...] = ()
    others: tuple[Other, ...] = ()

    @property
    def begins_document(self) -> bool:
        return any(key_of(comment)[0] in {"newdoc", "newdoc id"} for comment in self.comments)

    def comment(self, key: str) -> str:
        """The value of the last comment of that key, or nothing."""
        values = (key_of(comment) for comment in reversed(self.comments))
        return next((value for name, value in values if name == key), "")

    def __len__(self) -> int:
        return len(self.heads)


@dataclass(frozen=True, slots=True)
class ConlluDocument:
    """A run of sentences with all their lines; the first has number `first_line` in the file.

    The lines of all documents of a file, written one after the other, are the file.
    """

    name: str
    first_line: int
    lines: tuple[str, ...] = field(repr=False)
    sentences: tuple[ConlluSentence, ...] = field(repr=False)
    path: str = ""
    line_end: str = "\n"
    declared: str = ""  # what `# global.Entity` says in it, or in a document before

    def text_of(self, line: int) -> str:
        """The line of that number, without its line end."""
        return self.lines[line - self.first_line].removesuffix("\r")


@dataclass(frozen=True, slots=True)
class ConlluFile:
    """All lines of a file (bytes that are not UTF-8 as surrogates), sentences and problems."""

    path: str
    lines: tuple[str, ...] = field(repr=False)
    sentences: tuple[ConlluSentence, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()
    line_end: str = "\n"  # what stands between two lines; CRLF leaves a CR at their ends

    @property
    def documents(self) -> tuple[ConlluDocument, ...]:
        """One per `# newdoc`; all of the file when there is none."""
        begins = [n for n, sentence in enumerate(self.sentences) if sentence.begins_document]
        bounds = [0, *(n for n in begins if n), len(self.sentences)]
        found: list[ConlluDocument] = []
        for first, end in pairwise(bounds):
            found.append(self._document(first, end, found[-1].declared if found else ""))
        return tuple(found)

    def _document(self, first: int, end: int, declared: str) -> ConlluDocument:
        sentences = self.sentences[first:end]
        line = self.sentences[first].line if first else 1
        if end == len(self.sentences):
            lines = self.lines[line - 1 :]
        else:  # the empty string at the end is the line end before the next document
            lines = (*self.lines[line - 1 : self.sentences[end].line - 1], "")
        name = next((sentence.comment("newdoc id") for sentence in sentences), "")
        name = name or Path(self.path).stem
        return ConlluDocument(
            name, line, lines, sentences,
            path=self.path, line_end=self.line_end,
            declared=next(filter(None, (one.comment(FIELDS) for one in sentences)), declared),
        )  # fmt: skip


def key_of(comment: str) -> tuple[str, str]:
    """The key of a comment and its value, which is empty when there is no `=`.

    >>> key_of("# newdoc id = a = b")
    ('newdoc id', 'a = b')
    """
    key, _, value = comment[1:].partition("=")
    return key.strip(), value.strip()


@lru_cache(maxsize=4096)
def misc_of(column: str) -> Mapping[str, str]:
    """The MISC column as a mapping; an entry without `=` has an empty value.

    >>> misc_of("SpaceAfter=No|Checked|Gloss=a=b")["Gloss"]
    'a=b'
    """
    pairs = (entry.partition("=") for entry in column.split("|") if column != "_")
    return MappingProxyType({key: value for key, _, value in pairs})


# Words and empty nodes, as coreference counts them ----------------------------------------------


class ConlluNode(NamedTuple):
    """A word or an empty node, in line `line` of its file."""

    place: NodePlace
    line: int
    misc: str


def nodes_of(document: ConlluDocument) -> Iterator[ConlluNode]:
    """All words and empty nodes, in the order of their lines.

    Utterances are counted as in the discourse: sentences without words are none.
    """
    for number, sentence in enumerate(filter(len, document.sentences), start=1):
        words = zip(sentence.word_lines, sentence.columns[MISC], strict=True)
        nodes = [
            ConlluNode(NodePlace(number, n), line, misc) for n, (line, misc) in enumerate(words, 1)
        ]
        empty = [other for other in sentence.others if "." in other.columns[ID]]
        behind: Counter[int] = Counter()
        for other in empty:
            word = bisect_left(sentence.word_lines, other.line)
            behind[word] += 1
            place = NodePlace(number, word, behind[word])
            nodes.append(ConlluNode(place, other.line, other.columns[MISC]))
        yield from sorted(nodes) if empty else nodes


def document_of(discourse: Discourse) -> ConlluDocument:
    """The CoNLL-U that a discourse was read from."""
    if not isinstance(discourse.source, ConlluDocument):
        raise UsageError(f"The discourse {discourse.name!r} was not read from CoNLL-U.")
    return discourse.source
