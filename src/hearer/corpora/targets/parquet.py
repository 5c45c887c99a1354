"""A corpus as Parquet tables: the default target, and the one module that writes with Arrow.

ParquetTarget    rendered, joined, assembled
TARGET           the one there is

Where documents are heard, rows become columns at once, and the columns of a table one Arrow record
batch, compressed, as a stream of bytes. In the end these streams are read one after the other and
written as Parquet in row groups of a fixed size, so that the files do not depend on how documents
were put into batches. What is kept in memory meanwhile is a row group a table and one part.

Halves of code points, which are no text for Arrow, become U+FFFD, one for one: every place stays
what it was. Bytes that are no UTF-8 are told as problems by whoever reads them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from hearer.corpora.outcome import BatchOutcome
from hearer.corpora.rows import rows_of
from hearer.corpora.schema import TABLES, CorpusTable, Row, Value, arrow_schema
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.errors import MissingPackage
from hearer.writing.files import NewFiles

try:
    import pyarrow  # noqa: ICN001 - its whole name
    from pyarrow import ipc, parquet
except ImportError as error:
    raise MissingPackage(error.name or "pyarrow", "Parquet (unlike --to jsonl)") from error

ROWS_IN_GROUP = 100_000
ROWS_AT_ONCE = 4_000  # that become columns together
ON_THE_WAY = ipc.IpcWriteOptions(compression="zstd", use_threads=False)
SUFFIX = ".parquet"


class ParquetTarget:
    """Parquet tables: one file a table."""

    name = "parquet"
    is_of_answers = True

    def rendered(self, heard: Sequence[UnderstoodDocument]) -> Mapping[str, bytes]:
        """Every table of a batch as a stream of Arrow, by name; also one without rows."""
        columns = {name: _Columns(_bare_schema(name)) for name in TABLES}
        with _nothing_collected():
            for one in heard:
                for name, rows in rows_of(one):
                    columns[name].add(rows)
        return {name: _streamed(several.table()) for name, several in columns.items()}

    def joined(self, several: Sequence[Mapping[str, bytes]]) -> Mapping[str, bytes]:
        """Tables of several batches as those of one."""
        return {
            name: _streamed(pyarrow.concat_tables(_read(one[name]) for one in several))
            for name in TABLES
        }

    def assembled(self, parts: Iterable[BatchOutcome], folder: str) -> Iterator[str]:
        """Write a file for every table; all of them, or none."""
        with NewFiles() as files, ExitStack() as stack:
            writers = {
                name: stack.enter_context(_table_file(files, table, folder))
                for name, table in TABLES.items()
            }
            for part in parts:
                for name, writer in writers.items():
                    writer.add(_read(part.written[name]))
            for writer in writers.values():
                writer.finish()
        yield from (f"{name}{SUFFIX}" for name in TABLES)


TARGET = ParquetTarget()


@cache
def _bare_schema(name: str) -> pyarrow.Schema:
    """The same without words: these are not sent with every batch."""
    fields = arrow_schema(TABLES[name]).remove_metadata()
    return pyarrow.schema([field.remove_metadata() for field in fields])


# On the way -----------------------------------------------------------------------------------


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Rows make no circles: to look for some would cost half as much as the rows."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Columns:
    """Rows that become columns, some thousands at a time: no more of them is held."""

    def __init__(self, schema: pyarrow.Schema) -> None:
        self._schema = schema
        self._rows: list[Row] = []
        self._tables: list[pyarrow.Table] = []

    def add(self, rows: Iterable[Row]) -> None:
        coming = iter(rows)
        while some := [*islice(coming, ROWS_AT_ONCE)]:
            self._rows += some
            if len(self._rows) >= ROWS_AT_ONCE:
                self._turn()

    def _turn(self) -> None:
        columns = zip(*self._rows, strict=True) if self._rows else [()] * len(self._schema)
        arrays = [
            _array(each, field.type) for each, field in zip(columns, self._schema, strict=True)
        ]
        self._tables.append(pyarrow.Table.from_arrays(arrays, schema=self._schema))
        self._rows = []

    def table(self) -> pyarrow.Table:
        self._turn()
        return pyarrow.concat_tables(self._tables)


def _array(values: Sequence[Value], kind: pyarrow.DataType) -> pyarrow.Array:
    try:
        return pyarrow.array(values, kind)
    except UnicodeEncodeError:
        return pyarrow.array([*map(_encodable, values)], kind)


def _encodable(value: Value) -> Value:
    """A text that can be written; texts of a list likewise."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Sequence):
        return [str(_encodable(one)) for one in value]
    return value


def _streamed(table: pyarrow.Table) -> bytes:
    """A table as one record batch in a stream."""
    written = BytesIO()
    with ipc.new_stream(written, table.schema, options=ON_THE_WAY) as stream:
        stream.write_table(table.combine_chunks())
    return written.getvalue()


def _read(stream: bytes) -> pyarrow.Table:
    return ipc.open_stream(stream).read_all()


# In the end -----------------------------------------------------------------------------------


@contextmanager
def _table_file(files: NewFiles, table: CorpusTable, folder: str) -> Iterator[_TableWriter]:
    with files.new(Path(folder) / f"{table.name}{SUFFIX}") as file:
        writer = _TableWriter(file, arrow_schema(table))
        try:
            yield writer
        except BaseException:
            writer.give_up()
            raise


class _TableWriter:
    """Writes one table, in row groups of a fixed size."""

    def __init__(self, file: BinaryIO, schema: pyarrow.Schema) -> None:
        self._file = parquet.ParquetWriter(file, schema, compression="zstd")
        self._schema = schema
        self._waiting: list[pyarrow.Table] = []
        self._rows = 0  # that wait

    def add(self, table: pyarrow.Table) -> None:
        self._waiting.append(table)
        self._rows += table.num_rows
        if self._rows >= ROWS_IN_GROUP:
            self._write(self._rows - self._rows % ROWS_IN_GROUP)

    def _write(self, rows: int) -> None:
        """Write so many of the rows that wait, whole groups but for the last."""
        together = pyarrow.concat_tables(self._waiting).combine_chunks()
        told = pyarrow.Table.from_arrays(together.columns, schema=self._schema)
        self._file.write_table(told.slice(0, rows), row_group_size=ROWS_IN_GROUP)
        self._waiting = [together.slice(rows)]
        self._rows -= rows

    def finish(self) -> None:
        if self._rows:
            self._write(self._rows)
        self._file.close()

    def give_up(self) -> None:
        with suppress(OSError, ValueError):  # what went wrong is told already
            self._file.close()
