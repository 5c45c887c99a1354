"""A CoNLL-U file as a value: every line as it was, the sentences, and the problems in them.

The format: https://universaldependencies.org/format.html
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hearer.errors import InputError, UsageError
from hearer.formats.decoding import BOM, NOT_UTF8
from hearer.formats.entities import NodePlace
from hearer.formats.format import Problems, in_bytes, quoted
from hearer.model import ROOT, Discourse, Problem
from hearer.model.tree import circles
from hearer.once import Once

ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)
NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
FIELDS = "global.Entity"  # the comment that names the fields of Entity=
Columns = tuple[str, ...]
Fault = tuple[int, int, str, str]  # row and column, from 0, code and message
_SPACELESS = (ID, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS)
_WORD_ID = re.compile(r"[1-9][0-9]{0,8}")
_OTHER_ID = re.compile(r"[0-9]{1,9}[-.][0-9]{1,9}")
_NUMBER = re.compile(r"0|[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class Range:
    """A multiword token: the words `first` to `last` are written together as `form`."""

    first: int
    last: int
    form: str
    misc: str


@dataclass(frozen=True, slots=True)
class Other:
    """A row that is no word: a multiword token or an empty node."""

    line: int
    columns: Columns


@dataclass(frozen=True, slots=True)
class ConlluSentence:
    """The lines between two blank lines; the first has number `line`.

    `columns` are the ten columns of the syntactic words, with `_` for missing values; word n
    is at index n - 1 of each, and in line `word_lines[n - 1]`. `heads` are always a tree: a HEAD
    that cannot be used is replaced, and a problem says how.
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

    @property
    def empty_nodes(self) -> Iterator[tuple[int, int, Other]]:
        """The empty nodes, each with the word it follows and its number after that word."""
        behind: Counter[int] = Counter()
        for other in self.others:
            if "." in other.columns[ID]:
                word = bisect_left(self.word_lines, other.line)
                behind[word] += 1
                yield word, behind[word], other

    def comment(self, key: str) -> str:
        """Return the value of the last comment with this key, or ""."""
        values = (key_of(comment) for comment in reversed(self.comments))
        return next((value for name, value in values if name == key), "")

    def __len__(self) -> int:
        return len(self.heads)


@dataclass(frozen=True, slots=True)
class ConlluDocument:
    """A sequence of sentences with all their lines; the first has number `first_line`.

    The lines of all documents of a file, written one after the other, are the file.
    """

    name: str
    first_line: int
    lines: tuple[str, ...] = field(repr=False)
    sentences: tuple[ConlluSentence, ...] = field(repr=False)
    path: str = ""
    line_end: str = "\n"
    declared: str = ""  # the value of `# global.Entity` in it, or in a document before

    def text_of(self, line: int) -> str:
        """Return the line of that number, without its line end."""
        return self.lines[line - self.first_line].removesuffix("\r")


@dataclass(frozen=True, slots=True)
class ConlluFile:
    """All lines of a file (bytes that are not UTF-8 as surrogates), sentences and problems."""

    path: str
    lines: tuple[str, ...] = field(repr=False)
    sentences: tuple[ConlluSentence, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()
    line_end: str = "\n"  # between two lines; with CRLF, the lines end with a CR

    @property
    def documents(self) -> tuple[ConlluDocument, ...]:
        """One document per `# newdoc`; the whole file if there is none."""
        begins = [n for n, sentence in enumerate(self.sentences) if n and sentence.begins_document]
        found: list[ConlluDocument] = []
        declared = ""
        for first, end in pairwise([0, *begins, len(self.sentences)]):
            sentences = self.sentences[first:end]
            line = self.sentences[first].line if first else 1
            lines = self.lines[line - 1 :]
            if end < len(self.sentences):  # "": the line end before the next document
                lines = (*self.lines[line - 1 : self.sentences[end].line - 1], "")
            name = sentences[0].comment("newdoc id") if sentences else ""
            headers = (sentence.comment(FIELDS) for sentence in sentences)
            declared = next(filter(None, headers), declared)
            found.append(
                ConlluDocument(
                    name or Path(self.path).stem,
                    line,
                    lines,
                    sentences,
                    path=self.path,
                    line_end=self.line_end,
                    declared=declared,
                )
            )
        return tuple(found)


def key_of(comment: str) -> tuple[str, str]:
    """Split a comment into key and value; the value is "" if there is no `=`.

    >>> key_of("# newdoc id = a = b")
    ('newdoc id', 'a = b')
    """
    key, _, value = comment[1:].partition("=")
    return key.strip(), value.strip()


@lru_cache(maxsize=4096)
def misc_of(column: str) -> Mapping[str, str]:
    """Return the MISC column as a mapping; an entry without `=` has the value "".

    >>> misc_of("SpaceAfter=No|Checked|Gloss=a=b")["Gloss"]
    'a=b'
    """
    pairs = (entry.partition("=") for entry in column.split("|") if column != "_")
    return MappingProxyType({key: value for key, _, value in pairs})


class ConlluNode(NamedTuple):
    """A word or an empty node, in line `line` of its file."""

    place: NodePlace
    line: int
    misc: str


def nodes_of(document: ConlluDocument) -> Iterator[ConlluNode]:
    """Return all words and empty nodes in the order of their lines.

    Utterances are counted as in the discourse, without sentences that have no words.
    """
    for number, sentence in enumerate(filter(len, document.sentences), start=1):
        words = zip(sentence.word_lines, sentence.columns[MISC], strict=True)
        nodes = [
            ConlluNode(NodePlace(number, n), line, misc) for n, (line, misc) in enumerate(words, 1)
        ]
        empty = [
            ConlluNode(NodePlace(number, word, rank), other.line, other.columns[MISC])
            for word, rank, other in sentence.empty_nodes
        ]
        yield from sorted(nodes + empty) if empty else nodes


def document_of(discourse: Discourse) -> ConlluDocument:
    """Return the CoNLL-U that a discourse was read from."""
    if not isinstance(discourse.source, ConlluDocument):
        raise UsageError(f"The discourse {discourse.name!r} was not read from CoNLL-U.")
    return discourse.source


# Reading and writing ----------------------------------------------------------------------------


def read(path: str | PathLike[str]) -> ConlluFile:
    """Read a CoNLL-U file."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error
    return parse(data, path=str(path))


def write(file: ConlluFile | ConlluDocument) -> bytes:
    """Return the bytes that were read."""
    return in_bytes(file.line_end.join(file.lines))


def parse(data: bytes | str, *, path: str = "") -> ConlluFile:
    r"""Read CoNLL-U from memory; `path` is only named in problems.

    >>> file = parse("# a comment\n1\tShe\tshe\tPRON\tPRP\t_\t0\troot\t_\t_\n\n")
    >>> file.sentences[0].columns[1], file.problems
    (('She',), ())
    """
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    try:
        text, is_utf8 = data.decode("utf-8"), True
    except UnicodeDecodeError:
        text, is_utf8 = data.decode("utf-8", "surrogateescape"), False
    line_end = "\r" if "\n" not in text and "\r" in text else "\n"
    lines = text.split(line_end)
    readable = [line.removesuffix("\r") for line in lines] if "\r" in text else lines.copy()
    readable[0] = readable[0].removeprefix(BOM)
    problems = Problems(path)
    for n, line in enumerate(() if is_utf8 else readable):
        if bad := NOT_UTF8.search(line):
            byte = ord(bad[0]) - 0xDC00
            message = f"the byte 0x{byte:02x} is not UTF-8; kept, and read as U+FFFD"
            problems.add(n + 1, "conllu-utf8", message, column=bad.start() + 1)
            readable[n] = line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    sentences = tuple(_sentences(readable, problems, has_nul="\0" in text))
    return ConlluFile(path, tuple(lines), sentences, tuple(sorted(problems)), line_end=line_end)


def _sentences(lines: list[str], problems: Problems, *, has_nul: bool) -> Iterator[ConlluSentence]:
    """Return the runs of lines between blank ones; nearly all have nothing wrong in them."""
    first, end = 0, -1
    while (first := end + 1) < len(lines):
        try:
            end = lines.index("", first)
        except ValueError:
            end = len(lines)
        block = lines[first:end]
        if block and (sentence := None if has_nul else _plain_sentence(first + 1, block)):
            yield sentence
            continue
        begin = 0
        for n, line in enumerate([*block, ""]):
            if line.strip():
                continue
            if line:
                message = f"the blank line is {quoted(line)}; it ends the sentence"
                problems.add(first + 1 + n, "conllu-blank", message, column=1)
            if n > begin:
                yield _sentence(first + 1 + begin, block[begin:n], problems)
            begin = n + 1


def _plain_sentence(first: int, block: list[str]) -> ConlluSentence | None:
    """Return the sentence if there is nothing wrong with it, else None."""
    begin = 0
    while begin < len(block) and block[begin].startswith("#"):
        begin += 1
    rows = [line.split("\t") for line in block[begin:]]
    try:
        columns = tuple(zip(*rows, strict=True))
    except ValueError:
        return None
    is_whole = len(columns) == 10 and all(map(all, columns))
    if not is_whole or any(" " in "".join(columns[n]) for n in _SPACELESS):
        return None
    comments, lines = tuple(block[:begin]), range(first + begin, first + len(block))
    numbering = None
    if columns[ID] != _ids(len(rows)):
        numbering = _Numbering(rows)
        columns = tuple(zip(*(rows[n] for n in numbering.words), strict=True))
        if numbering.faults or not columns:
            return None
    heads = heads_of(columns[HEAD])
    if heads and numbering:
        return numbering.sentence(first, comments, columns, heads, lines=lines)
    return ConlluSentence(first, comments, columns, heads, word_lines=lines) if heads else None


def _sentence(first: int, lines: list[str], problems: Problems) -> ConlluSentence:
    """Return a sentence that may have something wrong in it, and report that."""
    comments: list[str] = []
    rows: list[list[str]] = []
    row_lines: list[int] = []
    for number, line in enumerate(lines, start=first):
        if "\0" in line:
            column = line.index("\0") + 1
            problems.add(number, "conllu-nul", "a NUL character; kept", column=column)
        if line.startswith("#"):
            comments.append(line)
            if rows:
                message = f"the comment {quoted(line)} is among the words; kept"
                problems.add(number, "conllu-comment", message, column=1)
        elif "\t" in line:
            rows.append(line.split("\t"))
            row_lines.append(number)
        else:
            message = f"{quoted(line)} is neither a comment nor columns; kept, and no word"
            problems.add(number, "conllu-line", message, column=1)
    numbering = _Numbering(rows)
    columns = tuple(zip(*(_ten(rows[n]) for n in numbering.words), strict=True)) or ((),) * 10
    heads, faults = _repaired(columns[HEAD], numbering)
    if not numbering.words:
        problems.add(first, "conllu-no-words", "no words follow here; kept")
    for row, column, code, message in (*_field_faults(rows), *numbering.faults, *faults):
        at = 1 + sum(len(value) + 1 for value in rows[row][:column])
        problems.add(row_lines[row], code, message, column=at)
    return numbering.sentence(first, tuple(comments), columns, heads, lines=row_lines)


def _ten(row: Sequence[str]) -> Columns:
    """Return ten columns, with `_` for those that are missing or empty."""
    return (*(value or "_" for value in row[:10]), *("_" for _ in range(10 - len(row))))


def _field_faults(rows: Sequence[Sequence[str]]) -> Iterator[Fault]:
    """Report wrong numbers of columns, empty columns, and spaces where none may be."""
    for n, row in enumerate(rows):
        if len(row) != 10:
            done = "missing ones are read as _" if len(row) < 10 else "the others are kept"
            message = f"{len(row)} columns instead of 10; {done}"
            yield n, min(len(row), 10), "conllu-columns", message
        for column, value in enumerate(row[:10]):
            if not value:
                yield n, column, "conllu-empty-field", f"{NAMES[column]} is empty; read as _"
            elif " " in value and column in _SPACELESS:
                message = f"a space in {NAMES[column]} {quoted(value)}; kept"
                yield n, column, "conllu-space", message


class _Numbering:
    """The rows that are words by their IDs, and the multiword tokens they make.

    A row without a usable ID is a word, too. `places` are the words by the IDs that a HEAD names.
    """

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.words: list[int] = []  # indices of rows
        self.places: dict[str, int] = {}
        self.faults: list[Fault] = []
        self._rows = rows
        self._ranges: list[tuple[int, str, str]] = []  # row, first and last ID
        self._covered = 0  # the highest word ID in a range
        self._unnamed: list[int] = []  # words without an ID since the latest that has one
        self._latest = 0  # the highest word ID
        self._empty = 0  # the number of the latest empty node after it
        for n, row in enumerate(rows):
            if _OTHER_ID.fullmatch(row[ID]):
                self._other(n, row[ID])
                continue
            self.words.append(n)
            if self._unnamed or row[ID] != str(self._latest + 1):
                self._word(n, row[ID])
            else:  # nearly always
                self._latest, self._empty = self._latest + 1, 0
                self.places[row[ID]] = len(self.words)
        self._name_the_unnamed()
        for n, *ends in self._ranges:
            if not self.places.keys() >= set(ends):
                message = f"the range {rows[n][ID]} goes beyond the sentence; ignored"
                self._report(n, "conllu-range-beyond", message)

    def sentence(
        self,
        first: int,
        comments: tuple[str, ...],
        columns: tuple[tuple[str, ...], ...],
        heads: tuple[int, ...],
        lines: Sequence[int],
    ) -> ConlluSentence:
        """Return the sentence of these words; `lines` are those of all rows."""
        places, words = self.places, frozenset(self.words)
        others = {n: _ten(row) for n, row in enumerate(self._rows) if n not in words}
        return ConlluSentence(
            first,
            comments,
            columns,
            heads,
            word_lines=tuple(lines[n] for n in self.words),
            ranges=tuple(
                Range(places[begin], places[end], others[n][FORM], others[n][MISC])
                for n, begin, end in self._ranges
                if begin in places and end in places
            ),
            others=tuple(Other(lines[n], row) for n, row in others.items()),
        )

    def _word(self, n: int, number: str) -> None:
        place = len(self.words)
        if not _WORD_ID.fullmatch(number):
            self._unnamed.append(place)
            self._report(n, "conllu-id", f"{quoted(number)} is no ID; read as word {place}")
            return
        value = int(number)
        if number in self.places:
            message = f"ID {number} occurs twice; read as word {place}"
            self._report(n, "conllu-id-duplicate", message)
        elif value == self._latest + 1 + len(self._unnamed):
            self._name_the_unnamed()
        elif value != self._latest + 1:
            message = f"ID {number} after {self._latest}; read as word {place}"
            self._report(n, "conllu-id-order", message)
        self._unnamed.clear()
        self.places.setdefault(number, place)
        self._latest, self._empty = max(self._latest, value), 0

    def _name_the_unnamed(self) -> None:
        """Give words without an ID of their own the IDs that were left out, if those fit."""
        for number, place in enumerate(self._unnamed, start=self._latest + 1):
            self.places.setdefault(str(number), place)

    def _other(self, n: int, number: str) -> None:
        """Check a multiword token, `1-2`, or an empty node, `1.1`."""
        first, last = map(int, re.split("[-.]", number))
        after = f"is after word {self._latest}"
        if "." in number:
            if (first, last) != (self._latest, self._empty + 1):
                self._report(n, "conllu-empty-node", f"the empty node {number} {after}; kept")
            self._empty = last
        elif 0 < first <= self._covered:
            message = f"the range {number} begins inside another; ignored"
            self._report(n, "conllu-range-overlap", message)
        elif first >= last or first != self._latest + 1:
            self._report(n, "conllu-range", f"the range {number} {after}; ignored")
        else:
            self._covered = last
            self._ranges.append((n, str(first), str(last)))

    def _report(self, n: int, code: str, message: str) -> None:
        self.faults.append((n, ID, code, message))


# Heads ------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _ids(words: int) -> Columns:
    return tuple(map(str, range(1, words + 1)))


def _number(text: str) -> int:
    if len(text) > 9 or not _NUMBER.fullmatch(text):
        raise KeyError(text)
    return int(text)


_NUMBERS = Once(_number)


def heads_of(column: Sequence[str]) -> tuple[int, ...] | None:
    """Return the heads if they are a tree with one root, for words with the IDs 1 to n.

    >>> heads_of(("2", "0", "2")), heads_of(("2", "1")), heads_of(("0", "x"))
    ((2, 0, 2), None, None)
    """
    try:
        heads = tuple(map(_NUMBERS.__getitem__, column))
    except KeyError:
        return None
    if heads.count(ROOT) != 1 or max(heads) > len(heads) or circles(heads):
        return None
    return heads


def _repaired(column: Sequence[str], numbering: _Numbering) -> tuple[tuple[int, ...], list[Fault]]:
    """Make the heads a tree, and report every repair.

    A word whose head cannot be used is attached to the first root; if there is none, the first
    such word becomes the root.
    """
    places, rows = numbering.places, numbering.words
    heads: list[int] = []
    wrong: dict[int, tuple[str, str]] = {}
    for n, head in enumerate(column, start=1):
        if not _NUMBER.fullmatch(head):
            wrong[n] = "conllu-head", f"HEAD {quoted(head)} is not a number"
        elif head != "0" and head not in places:
            wrong[n] = "conllu-head-range", f"HEAD {quoted(head)} is no word of this sentence"
        elif places.get(head) == n:
            wrong[n] = "conllu-head-self", f"word {n} is its own HEAD"
        heads.append(ROOT if n in wrong else places.get(head, ROOT))
    roots = [n for n, head in enumerate(heads, start=1) if head == ROOT and n not in wrong]
    for circle in circles(heads):
        way = " → ".join(map(str, circle[:10])) + (" …" if len(circle) > 10 else f" → {circle[0]}")
        wrong[circle[0]] = "conllu-cycle", f"the heads form a cycle, {way}"
    root = next(iter((*roots, *wrong)), 0)
    faults = []
    for word, (code, message) in wrong.items():
        heads[word - 1] = ROOT if word == root else root
        done = "taken as the root" if word == root else f"attached to word {root}"
        faults.append((rows[word - 1], HEAD, code, f"{message}; word {word} is {done}"))
    if root and not roots:
        message = f"no word has HEAD 0; word {root} is taken as the root"
        faults.append((rows[root - 1], HEAD, "conllu-no-root", message))
    for n in roots[1:]:
        message = f"word {n} has HEAD 0, and so has word {root}; kept"
        faults.append((rows[n - 1], HEAD, "conllu-roots", message))
    return tuple(heads), faults


def as_tree(heads: Sequence[int]) -> tuple[int, ...]:
    """Replace heads that are no word, or that form a circle, by 0.

    >>> as_tree([2, 1, 9])
    (0, 1, 0)
    """
    tree = [head if 0 <= head <= len(heads) else ROOT for head in heads]
    for circle in circles(tree):
        tree[circle[0] - 1] = ROOT
    return tuple(tree)
