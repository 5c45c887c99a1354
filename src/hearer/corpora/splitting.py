"""Split files that hold many documents: CoNLL-U, CoNLL-2012, JSON lines and Parquet.

Nothing is parsed beyond what is needed to find the documents, and one is held at a time.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from hearer.corpora.document import Failure
from hearer.errors import MANY, InputError, MissingPackage, UnknownName
from hearer.formats.conllu.file import key_of
from hearer.formats.decoding import decoded
from hearer.formats.format import Problems
from hearer.formats.json_values import NO_JSON, loaded
from hearer.harmless import quoted
from hearer.limits import MOST_BYTES
from hearer.model import Problem

MISSING = "table-column"
ROWS_AT_ONCE = 64  # of Parquet: a row may be a book
SPLIT = frozenset({"corefud", "gum", "conllu", "conll2012"})  # formats
_BEGIN = re.compile(rb"#begin document(?: \((.*)\)(?:; part 0*([0-9]+))?)?")
_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class BrokenInput(InputError):  # noqa: N818 - it reads as what it is
    """An input that cannot be read; docs/problems.md explains the code of its failure."""

    def __init__(self, code: str, message: str) -> None:
        self.failure = Failure(code, message)
        super().__init__(message)


class Piece(NamedTuple):
    """One document of a file; without a name it is called by its line or number."""

    line: int
    content: bytes = b""
    name: str = ""
    failure: Failure | None = None
    problems: tuple[Problem, ...] = ()


class TextColumns(NamedTuple):
    """The columns of a table that hold the text and, optionally, the name of a row."""

    text: str = "text"
    id: str | None = None

    def check(self, columns: Sequence[str]) -> None:
        """Raise BrokenInput if a column is missing, or is there twice."""
        for name in filter(None, self):
            if columns.count(name) != 1:
                message = str(UnknownName("column", name, islice(columns, MANY)))
                twice = f"There is more than one column {name!r}."
                raise BrokenInput(MISSING, twice if name in columns else message)


def documents_in(stream: BinaryIO, *, most: int = MOST_BYTES) -> Iterator[Piece]:
    r"""Split a CoNLL file before each document; the pieces joined are the file again.

    A document starts with `#begin document` (CoNLL-2012), or with `# newdoc` after a blank line
    (CoNLL-U); one that starts otherwise stays in the piece before it.

    >>> from io import BytesIO
    >>> file = BytesIO(b"# newdoc id = a\n1\tHush\n\n# newdoc id = b\n1\tHush\n\n")
    >>> [(one.line, one.name) for one in documents_in(file)]
    [(1, 'a'), (4, 'b')]
    """
    piece, contents, size, is_empty, is_after_blank = Piece(1), list[bytes](), 0, True, True
    for number, line in enumerate(_limited_lines(stream, most), start=1):
        plain = line.removeprefix(BOM_UTF8) if number == 1 else line
        name = _document_name(plain, is_after_blank=is_after_blank)
        if name is not None:
            if not is_empty:
                yield piece._replace(content=b"".join(contents))
                piece, contents, size = Piece(number), [], 0
            piece = piece._replace(name=name)
        size += len(line)
        contents.append(line)
        if size > most:
            contents.clear()
            message = f"It has more than {most:,} bytes: cut it in pieces."
            piece = piece._replace(failure=Failure("input-too-large", message))
        is_after_blank = not plain.decode("utf-8", "replace").strip()
        is_empty = is_empty and is_after_blank
    yield piece._replace(content=b"".join(contents))


def _document_name(line: bytes, *, is_after_blank: bool) -> str | None:
    """Return the name of the document that a line starts, None if it starts none."""
    if found := _BEGIN.match(line):
        name, part = (found[1] or b"").decode("utf-8", "replace"), (found[2] or b"0").decode()
        return name if part == "0" else f"{name}-{part}"
    if not is_after_blank or not line.startswith(b"#") or b"newdoc" not in line:
        return None
    key, name = key_of(line.decode("utf-8", "replace"))
    return name if key in {"newdoc", "newdoc id"} else None


def _limited_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield lines up to LF; of a longer one the first `most` + 1 bytes."""
    for line in iter(partial(stream.readline, most + 1), b""):
        yield line
        end = line
        while len(end) > most and not end.endswith(b"\n"):
            end = stream.readline(most + 1)


def json_rows(
    stream: BinaryIO, path: str, columns: TextColumns, *, most: int = MOST_BYTES
) -> Iterator[Piece]:
    r"""Read JSON lines, one document per object; if the first lacks a column, the file fails.

    >>> from io import BytesIO
    >>> rows = json_rows(BytesIO(b'{"text": "Anna slept."}\n{"text": null}\n'), "", TextColumns())
    >>> [row.failure.code if row.failure else row.content for row in rows]
    [b'Anna slept.', 'row-text']
    """
    is_checked, number = False, 0
    for some in _limited_lines(stream, most):
        for line in _LINES.findall(some) if b"\r" in some else [some]:
            number += 1
            problems, place = Problems(path), f"Line {number}"
            text = decoded(line[:most].rstrip(b"\r\n"), problems)
            value, faults = loaded(text)
            if len(line) > most:
                yield _failed(number, "input-too-large", f"{place} has more than {most:,} bytes.")
            elif value is NO_JSON and text.strip():
                reason = faults[0].message.removesuffix("; ignored")
                yield _failed(
                    number, "row-json", f"{place}, column {faults[0].offset + 1}: {reason}."
                )
            elif isinstance(value, dict):
                if not is_checked:
                    columns.check(list(value))
                    is_checked = True
                for offset, fault in faults:
                    problems.add(1, "file-value", fault, column=offset + 1)
                moved = tuple(replace(one, line=number) for one in problems)
                yield row_of(number, value, columns, place)._replace(problems=moved)
            elif text.strip():
                yield _failed(number, "row-json", f"{place}: {quoted(text.strip())} is no object.")


def row_of(number: int, value: Mapping[str, object], columns: TextColumns, place: str) -> Piece:
    """Make a document from the columns of a row; `place` starts the messages."""
    if columns.text not in value:
        return _failed(number, MISSING, f"{place}: There is no column {columns.text!r}.")
    text, name = value[columns.text], value.get(columns.id) if columns.id else None
    if not isinstance(text, str | bytes):
        return _failed(
            number, "row-text", f"{place}: {columns.text} is {_shown(text)}, and no text."
        )
    is_name = (isinstance(name, str) and bool(name.strip())) or type(name) is int
    if name is not None and not is_name:
        return _failed(number, "row-id", f"{place}: {columns.id} is {_shown(name)}, and no name.")
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return Piece(number, content, "" if name is None else str(name))


def _failed(number: int, code: str, message: str) -> Piece:
    return Piece(number, failure=Failure(code, message))


def _shown(value: object) -> str:
    return "null" if value is None else quoted(str(value))


def parquet_rows(stream: BinaryIO, columns: TextColumns) -> Iterator[Piece]:
    """Read Parquet, one document per row; a broken file raises BrokenInput."""
    try:
        import pyarrow as pa
        from pyarrow import dataset
    except ImportError as error:
        package = MissingPackage("pyarrow", "Reading Parquet")
        raise BrokenInput("input-package", str(package)) from error
    number, names = 0, [*filter(None, columns)]
    try:
        # A text that is repeated in many rows is decompressed once.
        options = dataset.ParquetReadOptions(dictionary_columns=[columns.text])
        table = dataset.ParquetFileFormat(options).make_fragment(pa.PythonFile(stream, mode="r"))
        columns.check(table.physical_schema.names)
        reading = {"batch_readahead": 0, "fragment_readahead": 0, "use_threads": False}
        groups = table.split_by_row_group()  # what stands before a break is read
        found = (
            one.to_batches(columns=names, batch_size=ROWS_AT_ONCE, **reading) for one in groups
        )
        for batch in chain.from_iterable(found):
            values = [_values(batch, name, is_text=name == columns.text) for name in names]
            for row in zip(*values, strict=True):
                number += 1
                yield row_of(number, dict(zip(names, row, strict=True)), columns, f"Row {number}")
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        message = f"It is no Parquet, or broken behind row {number}: {reason}."
        raise BrokenInput("table-broken", message) from error


def _values(batch: Any, name: str, *, is_text: bool) -> Iterable[object]:
    """Return the values of a column of a pyarrow.RecordBatch; texts as bytes, maybe no UTF-8."""
    import pyarrow as pa

    column = batch.column(name)
    column = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
    try:
        found = column.cast(pa.large_binary()).to_pylist()
    except pa.ArrowNotImplementedError as error:
        if is_text:
            message = f"The column {name!r} is of {column.type}, and no text."
            raise BrokenInput(MISSING, message) from error
        return list(column.to_pylist())
    return found if is_text else [one and one.decode("utf-8", "replace") for one in found]
