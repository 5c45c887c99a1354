"""Files of many documents, cut where one begins: nothing is parsed, and one is held at a time.

is_split      whether files of a format are cut
pieces        a file, document by document
FilePiece         the bytes of a document, the line it begins at, and what it is called in its file
any_lines     the lines of a file, whatever ends them
reading_of    what is read of a document: the same as of its part of the whole file

CoNLL-U is cut before a sentence with `# newdoc`, CoNLL-2012 before `#begin document`. Where a cut
could change what is read, none is made, and a piece has two documents in it.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BufferedReader
from typing import BinaryIO, NamedTuple

from hearer.corpora.document import Document
from hearer.errors import InputError
from hearer.formats import FORMATS, Reading
from hearer.formats.conllu.file import key_of
from hearer.formats.converting import read_as
from hearer.limits import MOST_BYTES
from hearer.model import Discourse, Problem

BEGIN = b"#begin document"
_BEGIN_NAMED = re.compile(rb"#begin document \((.*)\)(?:; part 0*([0-9]+))?")
_NEWDOC, _NEWDOC_ID = "newdoc", "newdoc id"
_LINES_OF_OLD = re.compile(rb"[^\r]*\r|[^\r]+")
_LINES_OF_ALL = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class FilePiece(NamedTuple):
    """A document as it stands in its file; of one beyond the limit there are no bytes."""

    content: bytes
    line: int
    name: str = ""
    is_too_long: bool = False
    is_last: bool = False  # nothing follows it in the file


class _Stretch(NamedTuple):
    """Some lines that are never cut; `counts`: whether a document can begin behind them."""

    content: bytes
    lines: int
    counts: bool
    begins: bool
    name: str = ""


def is_split(format_name: str) -> bool:
    """Whether files of a format are cut at their documents."""
    return format_name in _STRETCHES


def pieces(
    stream: BufferedReader, format_name: str, *, most: int = MOST_BYTES
) -> Iterator[FilePiece]:
    r"""A file document by document; written one after the other they are the file again.

    >>> from io import BytesIO
    >>> file = BytesIO(b"# newdoc id = a\n1\tHush\n\n# newdoc id = b\n1\tHush\n\n")
    >>> [(one.line, one.name) for one in pieces(BufferedReader(file), "conllu")]
    [(1, 'a'), (4, 'b')]
    """
    line, piece = 1, _Gathered(1, most)
    for stretch in _STRETCHES[format_name](stream, most):
        if stretch.begins and piece.counts:
            yield piece.whole()
            piece = _Gathered(line, most)
        piece.add(stretch)
        line += stretch.lines
    yield piece.whole()._replace(is_last=True)


class _Gathered:
    """What belongs to a document so far; beyond the limit nothing of it is kept."""

    def __init__(self, line: int, most: int) -> None:
        self.counts = False
        self._line = line
        self._most = most
        self._size = 0
        self._name = ""
        self._contents: list[bytes] = []

    def add(self, stretch: _Stretch) -> None:
        if stretch.counts and not self.counts:
            self._name, self.counts = stretch.name, True
        self._size += len(stretch.content)
        self._contents.append(stretch.content)
        if self._size > self._most:
            self._contents.clear()

    def whole(self) -> FilePiece:
        content, is_too_long = b"".join(self._contents), self._size > self._most
        return FilePiece(content, self._line, self._name, is_too_long=is_too_long)


# CoNLL-U ----------------------------------------------------------------------------------------


def _sentences(stream: BufferedReader, most: int) -> Iterator[_Stretch]:
    """The sentences of CoNLL-U, each with the blank line behind it."""
    lines: list[bytes] = []
    size, first = 0, b""
    for line in _lines(stream, most):
        lines.append(line)
        size += len(line)
        first = first or line
        if size > most or _is_blank(line):
            yield _sentence(lines, first)
            lines, size = [], 0
    if lines:
        yield _sentence(lines, first)


def _sentence(lines: list[bytes], first: bytes) -> _Stretch:
    """A sentence; `first` is the first line of the file."""
    content = b"".join(lines)
    if lines[0] is first:
        lines = [first.removeprefix(BOM_UTF8), *lines[1:]]
    comments = (line for line in lines if line.startswith(b"#") and b"newdoc" in line)
    said = dict(key_of(line.decode("utf-8", "replace")) for line in comments)
    # Read alone, a mark at its beginning or a last line without an end would mean something else.
    is_ended = b"\n" in content if first.endswith(b"\n") else b"\r" in content
    is_safe = not lines[0].startswith(BOM_UTF8) and (is_ended or _has_no_end(content, first))
    counts = not all(map(_is_blank, lines))
    begins = counts and is_safe and (_NEWDOC in said or _NEWDOC_ID in said)
    name = said.get(_NEWDOC_ID, "")
    return _Stretch(content, len(lines), counts=counts, begins=begins, name=name)


def _has_no_end(content: bytes, first: bytes) -> bool:
    return first.endswith(b"\n") and b"\r" not in content


def _is_blank(line: bytes) -> bool:
    """Whether a line ends a sentence: all kinds of white space are blank."""
    if line[:1] in _PLAIN:
        return False
    return not line.strip() or not line.decode("utf-8", "replace").strip()


_PLAIN = frozenset(bytes([n]) for n in range(0x21, 0x7F))


# CoNLL-2012 -------------------------------------------------------------------------------------


def _begun(stream: BufferedReader, most: int) -> Iterator[_Stretch]:
    """The lines of CoNLL-2012, whatever ends them."""
    for n, line in enumerate(any_lines(stream, most)):
        begins = (line.removeprefix(BOM_UTF8) if n == 0 else line).startswith(BEGIN)
        name = _begun_name(line) if begins else ""
        yield _Stretch(line, 1, counts=begins, begins=begins, name=name)


def any_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """The lines of a file, whether LF, CRLF or CR ends them; of too long ones the beginning."""
    for line in _limited(stream, most):
        if b"\r" in line:
            yield from (found[0] for found in _LINES_OF_ALL.finditer(line))
        else:
            yield line


def _begun_name(line: bytes) -> str:
    found = _BEGIN_NAMED.search(line)
    if not found:
        return ""
    name, part = found[1].decode("utf-8", "replace"), (found[2] or b"0").decode()
    return name if part == "0" else f"{name}-{part}"


_STRETCHES: dict[str, Callable[[BufferedReader, int], Iterator[_Stretch]]] = {
    "corefud": _sentences,
    "gum": _sentences,
    "conllu": _sentences,
    "conll2012": _begun,
}


# Lines ------------------------------------------------------------------------------------------


def _lines(stream: BufferedReader, most: int) -> Iterator[bytes]:
    """Lines as CoNLL-U has them: a CR ends one only where there is no LF in all of the file."""
    head = stream.peek()
    if b"\n" not in head and b"\r" in head:
        head = stream.read(most + 1)
        if b"\n" not in head:
            yield from (found[0] for found in _LINES_OF_OLD.finditer(_limits(head, most)))
            return
        *lines, last = head.split(b"\n")
        yield from (line + b"\n" for line in lines)
        yield from filter(None, [last + stream.readline(most + 1)])
    yield from _limited(stream, most)


def _limits(content: bytes, most: int) -> bytes:
    """The bytes of a file, if these are all of them."""
    if len(content) > most:
        raise InputError(f"It has more than {most:,} bytes: cut it in pieces.")
    return content


def _limited(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Lines to the LF; of one that is too long anyway only the beginning."""
    for line in iter(partial(stream.readline, most + 1), b""):
        yield line
        end = line
        while len(end) > most and not end.endswith(b"\n"):
            end = stream.readline(most + 1)


# Reading ----------------------------------------------------------------------------------------


def reading_of(document: Document) -> Reading:
    """What is read of a document; its problems stand where they stand in its file."""
    read = read_as(FORMATS.find(document.format), document.content, document.path)
    if document.line == 1 and not document.problems and not document.title:
        return read
    move = partial(_moved, document)
    problems = (*document.problems, *map(move, read.problems))
    return Reading((_titled(one, document) for one in read), path=read.path, problems=problems)


def _titled(found: Discourse, document: Document) -> Discourse:
    problems = tuple(_moved(document, problem) for problem in found.problems)
    name = document.title if document.title and found.is_raw else found.name
    return replace(found, problems=problems, name=name)


def _moved(document: Document, problem: Problem) -> Problem:
    """A problem of a document where it stands in the file; all of a row is one line there."""
    if document.title and problem.line:
        return replace(problem, line=document.line)
    return replace(problem, line=problem.line + document.line - 1) if problem.line else problem
