"""CoNLL-U from bytes, and back.

parse, read    bytes, text or a file to a ConlluFile, with everything wrong in it
write          a ConlluFile back to bytes
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path

from hearer.errors import InputError
from hearer.formats.conllu import checks
from hearer.formats.conllu.file import (
    HEAD,
    ID,
    Columns,
    ConlluDocument,
    ConlluFile,
    ConlluSentence,
    Other,
)
from hearer.formats.decoding import BOM
from hearer.formats.format import Problems, in_bytes, quoted

_NOT_UTF8 = re.compile("[\udc80-\udcff]")


def parse(data: bytes | str, *, path: str = "") -> ConlluFile:
    r"""Read CoNLL-U from memory; `path` is only named in problems.

    >>> file = parse("# a comment\n1\tShe\tshe\tPRON\tPRP\t_\t0\troot\t_\t_\n\n")
    >>> file.sentences[0].columns[1], file.problems
    (('She',), ())
    """
    text, is_utf8 = _decoded(data)
    line_end = "\r" if "\n" not in text and "\r" in text else "\n"
    lines = text.split(line_end)
    reading = _Lines(path, _readable(lines, text), has_nul="\0" in text)
    if not is_utf8:
        reading.report_bytes()
    sentences = tuple(reading.sentences())
    problems = tuple(sorted(reading.problems))
    return ConlluFile(path, tuple(lines), sentences, problems, line_end=line_end)


def read(path: str | PathLike[str]) -> ConlluFile:
    """Read a CoNLL-U file."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}.") from error
    return parse(data, path=str(path))


def write(file: ConlluFile | ConlluDocument) -> bytes:
    """The bytes that were read."""
    return in_bytes(file.line_end.join(file.lines))


def _decoded(data: bytes | str) -> tuple[str, bool]:
    """The text, and whether all of it is UTF-8; bytes that are not stand as surrogates."""
    if isinstance(data, str):
        if data.isascii():
            return data, True
        data = data.encode("utf-8", "surrogatepass")
    try:
        return data.decode("utf-8"), True
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape"), False


def _readable(lines: list[str], text: str) -> list[str]:
    """The lines without what is not for reading: line ends and a byte order mark."""
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    if text.startswith(BOM):
        lines = [lines[0].removeprefix(BOM), *lines[1:]]
    return list(lines)


class _Lines:
    """One pass over the lines: sentences that are plainly right go fast, others are examined."""

    def __init__(self, path: str, lines: list[str], *, has_nul: bool) -> None:
        self.problems = Problems(path)
        self._lines = lines
        self._has_nul = has_nul

    def sentences(self) -> Iterator[ConlluSentence]:
        for first, block in _blocks(self._lines):
            sentence = None if self._has_nul else _plain_sentence(first, block)
            if sentence:
                yield sentence
            else:
                yield from self._examined(first, block)

    def report_bytes(self) -> None:
        for number, line in enumerate(self._lines, start=1):
            if bad := _NOT_UTF8.search(line):
                byte = ord(bad[0]) - 0xDC00
                message = f"the byte 0x{byte:02x} is not UTF-8; kept, and read as U+FFFD"
                self.problems.add(number, "conllu-utf8", message, column=bad.start() + 1)
                raw = line.encode("utf-8", "surrogateescape")
                self._lines[number - 1] = raw.decode("utf-8", "replace")

    def _examined(self, first: int, block: list[str]) -> Iterator[ConlluSentence]:
        """The sentences of a block that may have something wrong in it."""
        begin = 0
        for n, line in enumerate([*block, ""]):
            if line.strip():
                continue
            if line:
                message = f"the blank line is {quoted(line)}; it ends the sentence"
                self.problems.add(first + n, "conllu-blank", message, column=1)
            if n > begin:
                yield self._sentence(first + begin, block[begin:n])
            begin = n + 1

    def _sentence(self, first: int, lines: list[str]) -> ConlluSentence:
        comments, rows, row_lines = self._sorted_out(first, lines)
        numbering = checks.numbered(rows)
        words = [checks.columns_of(rows[n]) for n in numbering.words]
        columns = tuple(zip(*words, strict=True)) or ((),) * 10
        heads, tree_faults = checks.repaired(columns[HEAD], numbering.places) if words else ((), [])
        tree_faults = [fault._replace(row=numbering.words[fault.row]) for fault in tree_faults]
        if not words:
            self.problems.add(first, "conllu-no-words", "no words follow here; kept")
        for fault in (*checks.field_faults(rows), *numbering.faults, *tree_faults):
            self._report_fault(fault, rows, row_lines)
        return ConlluSentence(
            first,
            tuple(comments),
            columns,
            heads,
            word_lines=tuple(row_lines[n] for n in numbering.words),
            ranges=tuple(numbering.ranges),
            others=_others(rows, row_lines, numbering),
        )

    def _sorted_out(
        self, first: int, lines: Iterable[str]
    ) -> tuple[list[str], list[Columns], list[int]]:
        """Comments, rows, and the line numbers of the rows."""
        comments: list[str] = []
        rows: list[Columns] = []
        row_lines: list[int] = []
        for number, line in enumerate(lines, start=first):
            if "\0" in line:
                column = line.index("\0") + 1
                self.problems.add(number, "conllu-nul", "a NUL character; kept", column=column)
            if line.startswith("#"):
                comments.append(line)
                if rows:
                    message = f"the comment {quoted(line)} stands among the words; kept"
                    self.problems.add(number, "conllu-comment", message, column=1)
            elif "\t" in line:
                rows.append(tuple(line.split("\t")))
                row_lines.append(number)
            else:
                message = f"{quoted(line)} is neither a comment nor columns; kept, and no word"
                self.problems.add(number, "conllu-line", message, column=1)
        return comments, rows, row_lines

    def _report_fault(self, fault: checks.Fault, rows: list[Columns], row_lines: list[int]) -> None:
        before = rows[fault.row][: fault.column]
        column = 1 + sum(len(field) + 1 for field in before)
        self.problems.add(row_lines[fault.row], fault.code, fault.message, column=column)


def _blocks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The runs of lines between empty ones, each with the number of its first line."""
    first = 0
    while first < len(lines):
        try:
            end = lines.index("", first)
        except ValueError:
            end = len(lines)
        if end > first:
            yield first + 1, lines[first:end]
        first = end + 1


def _plain_sentence(first: int, block: list[str]) -> ConlluSentence | None:
    """The sentence, if there is nothing wrong with it; this is the quick way."""
    begin = 0
    while begin < len(block) and block[begin].startswith("#"):
        begin += 1
    rows = [line.split("\t") for line in block[begin:]]
    columns = _ten_columns(rows)
    if not columns or (" " in "".join(block[begin:]) and any(checks.field_faults(rows))):
        return None
    comments, lines = tuple(block[:begin]), range(first + begin, first + len(block))
    if columns[ID] == checks.numbers(len(rows)):
        heads = checks.heads_of(columns[HEAD])
        return ConlluSentence(first, comments, columns, heads, word_lines=lines) if heads else None
    numbering = checks.numbered(rows)
    if numbering.faults or not numbering.words:
        return None
    columns = tuple(zip(*(rows[n] for n in numbering.words), strict=True))
    heads = checks.heads_of(columns[HEAD])
    if heads is None:
        return None
    return ConlluSentence(
        first,
        comments,
        columns,
        heads,
        word_lines=tuple(lines[n] for n in numbering.words),
        ranges=tuple(numbering.ranges),
        others=_others(rows, lines, numbering),
    )


def _ten_columns(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...] | None:
    """The rows as columns, if each row has ten and none is empty."""
    try:
        columns = tuple(zip(*rows, strict=True))
    except ValueError:
        return None
    return columns if len(columns) == 10 and all(map(all, columns)) else None


def _others(
    rows: Sequence[Sequence[str]], row_lines: Sequence[int], numbering: checks.Numbering
) -> tuple[Other, ...]:
    words = frozenset(numbering.words)
    return tuple(
        Other(row_lines[n], checks.columns_of(row)) for n, row in enumerate(rows) if n not in words
    )
