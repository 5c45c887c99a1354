"""Read tables of texts, JSON lines and Parquet: one document per row, one row at a time.

The name of such a document is that of its row, if there is a column for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

from hearer.corpora.document import BrokenInput, Document, Failure
from hearer.errors import MANY, MissingPackage, UnknownName
from hearer.escape import quoted
from hearer.formats.decoding import MOST_BYTES, decoded
from hearer.formats.format import Problems
from hearer.formats.json_values import NO_JSON, loaded

MISSING = "table-column"
ROWS_AT_ONCE = 64  # of Parquet: a row may be a book


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


def json_rows(
    stream: BinaryIO, path: str, columns: TextColumns, *, most: int = MOST_BYTES
) -> Iterator[Document]:
    r"""Read JSON lines, one document per object; if the first lacks a column, the file fails.

    >>> from io import BytesIO
    >>> rows = json_rows(BytesIO(b'{"text": "Anna slept."}\n{"text": null}\n'), "", TextColumns())
    >>> [row.failure.code if row.failure else row.content for row in rows]
    [b'Anna slept.', 'row-text']
    """
    is_checked = False
    for number, line in enumerate(iter(partial(stream.readline, most + 1), b""), start=1):
        problems, place = Problems(path), f"Line {number}"
        if len(line) > most:
            yield _failed(number, "input-too-large", f"{place} has more than {most:,} bytes.")
            rest = line
            while len(rest) > most and not rest.endswith(b"\n"):
                rest = stream.readline(most + 1)
            continue
        text = decoded(line.rstrip(b"\r\n"), problems)
        value, faults = loaded(text)
        if isinstance(value, dict):
            if not is_checked:
                columns.check(list(value))
                is_checked = True
            for offset, fault in faults:
                problems.add(1, "file-value", fault, column=offset + 1)
            moved = tuple(replace(one, line=number) for one in problems)
            yield replace(row_of(number, value, columns, place), problems=moved)
        elif text.strip():
            reason = f"{place}: {quoted(text.strip())} is no object"
            if value is NO_JSON:
                fault = faults[0].message.removesuffix("; ignored")
                reason = f"{place}, column {faults[0].offset + 1}: {fault}"
            yield _failed(number, "row-json", f"{reason}.")


def row_of(number: int, value: Mapping[str, object], columns: TextColumns, place: str) -> Document:
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
    return Document("" if name is None else str(name), "", "text", content, line=number)


def _failed(number: int, code: str, message: str) -> Document:
    return Document("", "", "text", line=number, failure=Failure(code, message))


def _shown(value: object) -> str:
    return "null" if value is None else quoted(str(value))


def parquet_rows(stream: BinaryIO, columns: TextColumns) -> Iterator[Document]:
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
