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
from itertools import pairwise, takewhile
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

ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)
NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
FIELDS = "global.Entity"  # the comment that names the fields of Entity=
Columns = tuple[str, ...]
Fault = tuple[int, int, str, str]  # row and column, from 0, code and message
_SPACELESS = (ID, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS)
_WORD_ID = re.compile(r"[1-9][0-9]{0,8}")
_OTHER_ID = re.compile(r"[0-9]{1,9}[-.][0-9]{1,9}")
_PLAIN_IDS = [*map(str, range(1, 257))]
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
        comments = (comment for comment in self.comments if "newdoc" in comment)
        return any(key_of(comment)[0] in {"newdoc", "newdoc id"} for comment in comments)

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
        values = (key_of(comment) for comment in reversed(self.comments) if key in comment)
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
        declared, file = "", {"path": self.path, "line_end": self.line_end}
        for first, end in pairwise([0, *begins, len(self.sentences)]):
            sentences = self.sentences[first:end]
            line = self.sentences[first].line if first else 1
            lines = self.lines[line - 1 :]
            if end < len(self.sentences):  # "": the line end before the next document
                lines = (*self.lines[line - 1 : self.sentences[end].line - 1], "")
            name = (sentences and sentences[0].comment("newdoc id")) or Path(self.path).stem
            headers = (sentence.comment(FIELDS) for sentence in sentences)
            declared = next(filter(None, headers), declared)
            found.append(ConlluDocument(name, line, lines, sentences, declared=declared, **file))
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
    text = data.decode("utf-8", "surrogateescape")
    is_utf8 = len(text.encode("utf-8", "ignore")) == len(data)
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
    for n, line in enumerate(readable if "\0" in text else ()):
        if "\0" in line:
            at = line.index("\0") + 1
            problems.add(n + 1, "conllu-nul", "a NUL character; kept", column=at)
    sentences = tuple(_sentences(readable, problems))
    return ConlluFile(path, tuple(lines), sentences, tuple(sorted(problems)), line_end=line_end)


def _sentences(lines: list[str], problems: Problems) -> Iterator[ConlluSentence]:
    """Return the runs of lines between blank ones."""
    begin = 0
    for n, line in enumerate((*lines, "")):
        if line.strip():
            continue
        if line:
            message = f"the blank line is {quoted(line)}; it ends the sentence"
            problems.add(n + 1, "conllu-blank", message, column=1)
        if n > begin:
            yield _sentence(begin + 1, lines[begin:n], problems)
        begin = n + 1


def _sentence(first: int, lines: list[str], problems: Problems) -> ConlluSentence:
    """Return a sentence, and report what is wrong in it."""
    comments = [*takewhile(lambda line: line[0] == "#", lines)]
    faults: list[Fault] = []
    body, row_lines = lines[len(comments) :], [*range(first + len(comments), first + len(lines))]
    rows = [line.split("\t") for line in body]
    text = "\n".join(body)
    has_space = " " in text and any(" " in line.rpartition("\t")[0] for line in body)  # not in MISC
    if has_space or "\n#" in text or {*map(len, rows)} != {10} or not all(map(all, rows)):
        rows, row_lines, faults = _checked(row_lines, body, comments, problems)
    numbering = _Numbering([row[ID] for row in rows])
    words, places = numbering.words, numbering.places
    columns = tuple(zip(*map(rows.__getitem__, words), strict=True)) or ((),) * 10
    heads, wrong_heads = _heads(columns[HEAD], numbering)
    if not words:
        problems.add(first, "conllu-no-words", "no words follow here; kept")
    for n, column, code, message in (*faults, *numbering.faults, *wrong_heads):
        before = lines[row_lines[n] - first].split("\t")[:column]
        problems.add(row_lines[n], code, message, column=1 + sum(map(len, before)) + len(before))
    ranges = ((rows[n], places[begin], places[end]) for n, begin, end in numbering.ranges)
    return ConlluSentence(
        first,
        tuple(comments),
        columns,
        heads,
        word_lines=tuple(map(row_lines.__getitem__, words)),
        ranges=tuple(Range(begin, end, row[FORM], row[MISC]) for row, begin, end in ranges),
        others=tuple(Other(row_lines[n], tuple(rows[n])) for n in numbering.others),
    )


def _checked(
    numbers: Sequence[int], lines: Sequence[str], comments: list[str], problems: Problems
) -> tuple[list[list[str]], list[int], list[Fault]]:
    """Return the rows among the lines, their numbers and what is wrong in them; add comments."""
    rows: list[list[str]] = []
    row_lines, faults = [], []
    for number, line in zip(numbers, lines, strict=True):
        row = line.split("\t")
        if line[0] == "#":
            comments.append(line)
            if rows:
                message = f"the comment {quoted(line)} is among the words; kept"
                problems.add(number, "conllu-comment", message, column=1)
        elif len(row) == 1:
            message = f"{quoted(line)} is neither a comment nor columns; kept, and no word"
            problems.add(number, "conllu-line", message, column=1)
        else:
            faults += [(len(rows), *fault) for fault in _field_faults(row)]
            rows.append([value or "_" for value in (*row, *[""] * 10)[:10]])
            row_lines.append(number)
    return rows, row_lines, faults


def _field_faults(row: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Report a wrong number of columns, empty columns, and spaces where none may be."""
    if len(row) != 10:
        done = "missing ones are read as _" if len(row) < 10 else "the others are kept"
        yield min(len(row), 10), "conllu-columns", f"{len(row)} columns instead of 10; {done}"
    for column, value in enumerate(row[:10]):
        if not value:
            yield column, "conllu-empty-field", f"{NAMES[column]} is empty; read as _"
        elif " " in value and column in _SPACELESS:
            yield column, "conllu-space", f"a space in {NAMES[column]} {quoted(value)}; kept"


class _Numbering:
    """The rows that are words by their IDs, the others, and the multiword tokens among these.

    A row without a usable ID is a word, too. `places` are the words by the IDs that a HEAD names.
    """

    def __init__(self, numbers: Sequence[str]) -> None:
        self.words: list[int] = []  # indices of rows
        self.others: list[int] = []
        self.places: dict[str, int] = {}
        self.ranges: list[tuple[int, str, str]] = []  # row, first and last ID
        self.faults: list[Fault] = []
        self._covered = 0  # the highest word ID in a range
        self._latest = 0  # the highest word ID
        self._empty = 0  # the number of the latest empty node after it
        if numbers == _PLAIN_IDS[: len(numbers)]:
            self.words = [*range(len(numbers))]
            self.places = {number: n for n, number in enumerate(numbers, start=1)}
            return
        for n, number in enumerate(numbers):
            fault = self._other(n, number) if _OTHER_ID.fullmatch(number) else self._word(n, number)
            self.faults += [(n, ID, *fault)] if fault else []
        for n, *ends in self.ranges:
            if not self.places.keys() >= set(ends):
                message = f"the range {numbers[n]} goes beyond the sentence; ignored"
                self.faults.append((n, ID, "conllu-range-beyond", message))
        self.ranges = [one for one in self.ranges if self.places.keys() >= set(one[1:])]

    def _word(self, n: int, number: str) -> tuple[str, str] | None:
        """Add a word; one without a usable ID has the next."""
        self.words.append(n)
        if number == str(self._latest + 1):
            self._latest, self._empty, self.places[number] = self._latest + 1, 0, len(self.words)
            return None
        fault, done = None, f"read as word {len(self.words)}"
        is_id = _WORD_ID.fullmatch(number)
        value = int(number) if is_id else self._latest + 1
        if not is_id:
            fault = "conllu-id", f"{quoted(number)} is no ID; {done}"
        elif number in self.places:
            fault = "conllu-id-duplicate", f"ID {number} occurs twice; {done}"
        else:
            fault = "conllu-id-order", f"ID {number} after {self._latest}; {done}"
        self.places.setdefault(str(value), len(self.words))
        self._latest, self._empty = max(self._latest, value), 0
        return fault

    def _other(self, n: int, number: str) -> tuple[str, str] | None:
        """Check a multiword token, `1-2`, or an empty node, `1.1`."""
        self.others.append(n)
        first, last = map(int, re.split("[-.]", number))
        after = f"is after word {self._latest}"
        if "." in number:
            is_next, self._empty = (first, last) == (self._latest, self._empty + 1), last
            kept = "conllu-empty-node", f"the empty node {number} {after}; kept"
            return None if is_next else kept
        if 0 < first <= self._covered:
            return "conllu-range-overlap", f"the range {number} begins inside another; ignored"
        if first >= last or first != self._latest + 1:
            return "conllu-range", f"the range {number} {after}; ignored"
        self._covered = last
        self.ranges.append((n, str(first), str(last)))
        return None


# Heads ------------------------------------------------------------------------------------------


def _heads(column: Sequence[str], numbering: _Numbering) -> tuple[tuple[int, ...], list[Fault]]:
    """Return the heads as a tree, and report every repair.

    A word whose head cannot be used is attached to the first root; if there is none, the first
    such word becomes the root.
    """
    places, rows = numbering.places, numbering.words
    heads = [places.get(head, ROOT) for head in column]
    if heads.count(ROOT) == 1 == column.count("0") and not circles(heads):
        return tuple(heads), []
    wrong: dict[int, tuple[str, str]] = {}
    for n, head in enumerate(column, start=1):
        if heads[n - 1] == n:
            wrong[n], heads[n - 1] = ("conllu-head-self", f"word {n} is its own HEAD"), ROOT
        elif head not in places and head != "0":
            is_number = _NUMBER.fullmatch(head)
            fault = "is no word of this sentence" if is_number else "is not a number"
            code = "conllu-head-range" if is_number else "conllu-head"
            wrong[n] = code, f"HEAD {quoted(head)} {fault}"
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
