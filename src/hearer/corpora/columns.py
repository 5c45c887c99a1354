"""Read tables of texts, JSON lines and Parquet: one document per row, one row at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from hearer.corpora.document import Failure
from hearer.errors import MANY, InputError, MissingPackage, UnknownName
from hearer.formats.decoding import decoded
from hearer.formats.format import Problems
from hearer.formats.json_values import NO_JSON, loaded
from hearer.harmless import quoted
from hearer.limits import MOST_BYTES
from hearer.model import Problem

MISSING = "table-column"
ROWS_AT_ONCE = 64  # of Parquet: a row may be a book
_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class BrokenInput(InputError):  # noqa: N818 - it reads as what it is
    """An input that cannot be read; docs/problems.md explains the code of its failure."""

    def __init__(self, code: str, message: str) -> None:
        self.failure = Failure(code, message)
        super().__init__(message)


class Row(NamedTuple):
    """One row of a table; without a name it is called by its number."""

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


def _limited_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield lines up to LF; of a longer one the first `most` + 1 bytes."""
    for line in iter(partial(stream.readline, most + 1), b""):
        yield line
        end = line
        while len(end) > most and not end.endswith(b"\n"):
            end = stream.readline(most + 1)


def json_rows(
    stream: BinaryIO, path: str, columns: TextColumns, *, most: int = MOST_BYTES
) -> Iterator[Row]:
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


def row_of(number: int, value: Mapping[str, object], columns: TextColumns, place: str) -> Row:
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
    return Row(number, content, "" if name is None else str(name))


def _failed(number: int, code: str, message: str) -> Row:
    return Row(number, failure=Failure(code, message))


def _shown(value: object) -> str:
    return "null" if value is None else quoted(str(value))


def parquet_rows(stream: BinaryIO, columns: TextColumns) -> Iterator[Row]:
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
