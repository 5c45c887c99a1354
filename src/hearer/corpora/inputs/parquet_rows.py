"""Parquet with a text in every row, by pyarrow; and what else pyarrow unpacks.

parquet_rows    the rows of a Parquet file
unzstd          the bytes that are packed with Zstandard
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, cast

from hearer.corpora.document import Failure
from hearer.corpora.inputs.columns import Row, TextColumns, no_column, row_of
from hearer.corpora.inputs.unpacking import BROKEN, BrokenInput, Meter
from hearer.errors import MissingPackage

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError as error:
    raise MissingPackage("pyarrow", "Reading Parquet or Zstandard") from error

_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
_ROWS = 64  # that are unpacked at once: a row may be a book


def parquet_rows(stream: BinaryIO, columns: TextColumns, meter: Meter) -> Iterator[Row]:
    """The rows of a file; what breaks it is raised as BrokenInput."""
    number = 0
    try:
        kept = parquet.ParquetFile(stream)
        _refuse(kept.schema_arrow, columns)
        # A text that stands in many rows is unpacked once.
        file = parquet.ParquetFile(stream, metadata=kept.metadata, read_dictionary=[columns.text])
        for batch in file.iter_batches(_ROWS, columns=list(columns.names), use_threads=False):
            for row in _rows(batch, columns, number):
                meter.unpack(len(row.content))
                meter.at = meter.size * row.number // file.metadata.num_rows
                yield row
            number += batch.num_rows
    except (*BROKEN, pa.ArrowException) as error:
        said = f"It is no Parquet, or broken behind row {number}: {_first_line(error)}."
        raise BrokenInput("table-broken", said) from error


def _refuse(schema: pa.Schema, columns: TextColumns) -> None:
    """Raise where a column is not there, stands twice, or has no texts in it."""
    for name in columns.names:
        if name not in schema.names:
            raise BrokenInput("table-column", no_column(name, schema.names))
        if schema.names.count(name) > 1:
            raise BrokenInput("table-column", f"There is more than one column {name!r}.")
        kind = schema.field(name).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        if not (_is_text(kind) or (name == columns.id and pa.types.is_integer(kind))):
            raise BrokenInput("table-column", f"The column {name!r} is of {kind}, and no text.")


def _is_text(kind: pa.DataType) -> bool:
    return bool(any(is_one(kind) for is_one in _TEXTS) or _is_bytes(kind))


def _is_bytes(kind: pa.DataType) -> bool:
    """Whether nobody said that it is text: Spark and crawls write UTF-8 so."""
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind))


def _rows(batch: pa.RecordBatch, columns: TextColumns, before: int) -> Iterator[Row]:
    ids = batch.column(columns.id).to_pylist() if columns.id else [None] * batch.num_rows
    texts = batch.column(columns.text)
    is_bytes = _is_bytes(texts.type)
    for n, (text, name) in enumerate(zip(texts, ids, strict=True), start=before + 1):
        value: dict[str, object] = {columns.text: _bytes(text)}
        if columns.id:
            value[columns.id] = _decoded(name) if isinstance(name, bytes) else name
        row = row_of(n, value, columns, f"Row {n}")
        yield _refused(row, columns) if is_bytes and _decoded(row.content) is None else row


def _refused(row: Row, columns: TextColumns) -> Row:
    said = f"Row {row.number}: {columns.text} is bytes that are no UTF-8, and no text."
    return Row(row.number, failure=Failure("row-text", said))


def _decoded(content: bytes) -> str | None:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _bytes(text: pa.Scalar) -> bytes | None:
    """The bytes of a text, which may be no UTF-8: who reads it will say so."""
    text = text.value if isinstance(text, pa.DictionaryScalar) else text
    found = text.as_buffer() if text is not None and text.is_valid else None
    return None if found is None else bytes(found)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def unzstd(stream: BinaryIO) -> BinaryIO:
    """The bytes that are packed with Zstandard, as a stream."""
    return cast(BinaryIO, pa.CompressedInputStream(pa.PythonFile(stream, mode="r"), "zstd"))
