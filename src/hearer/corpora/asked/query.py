"""Tables of a corpus, asked in SQL: DuckDB, which sees nothing else.

CorpusTables    tables by name, each of one file or of several
Rows            what an answer comes as: a header, and batches of rows
RowBatch        some rows, by column
in_one_line     what DuckDB says is wrong, as one sentence

A question can read these tables and do nothing else: no other file, no network, no extension and
no setting is within its reach, whatever it says. Rows come as they are worked out: what is asked
may be larger than memory.
"""

from __future__ import annotations

import os
import re
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hearer.errors import HearerError, InputError, MissingPackage, UsageError, require

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000  # rows that are had at once
READS = frozenset({"SELECT", "EXPLAIN", "MULTI"})  # PIVOT is several
ONLY_READS = "A question reads the tables of the corpus and does nothing else"
# What stands before a message of DuckDB, and what follows it: the line, and what is wrong in it.
KIND = re.compile(r"^[A-Za-z ]+ Error: ")
PLACE = re.compile(r"\n+LINE (\d+): (.*)\n( *)(\^+)\s*$")
PROMPT = "LINE {}: "
DISABLED = re.compile("disabled by configuration|been locked|extension")
FUNCTIONS = re.compile(
    r"\s*(You might need to add explicit type casts\.)?\s*Candidate functions:.*", re.DOTALL
)
Parameters = Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class RowBatch:
    """Some rows of an answer, by column."""

    arrow: Any  # pyarrow.RecordBatch

    def rows(self) -> Iterator[tuple[object, ...]]:
        """One after the other, as values of Python."""
        return zip(*(column.to_pylist() for column in self.arrow.columns), strict=True)


class Rows:
    """What an answer comes as: a header, and batches of rows, each to be had once."""

    def __init__(self, reader: Any) -> None:  # pyarrow.RecordBatchReader
        self.reader = reader
        self.header = _apart(reader.schema.names)

    def __iter__(self) -> Iterator[RowBatch]:
        with _told():
            for batch in self.reader:
                yield RowBatch(batch)

    def table(self) -> Any:
        """All that are left, as a pyarrow.Table."""
        with _told():
            return _whole(self.reader.read_all().rename_columns(self.header))


def _apart(names: Sequence[str]) -> list[str]:
    """Names of columns, all of which differ."""
    header: list[str] = []
    for name in names:
        number, own = 2, name
        while own in header:
            number, own = number + 1, f"{name}_{number}"
        header.append(own)
    return header


def _whole(table: Any) -> Any:
    """The table with sums as plain whole numbers: DuckDB has wider ones, which pandas has not."""
    from pyarrow import ArrowInvalid, int64, types

    for n, field in enumerate(table.schema):
        if types.is_decimal(field.type) and field.type.scale == 0:
            with suppress(ArrowInvalid):  # too large for one
                table = table.set_column(n, field.name, table.column(n).cast(int64()))
    return table


class CorpusTables:
    """Tables by name, each of one Parquet file or of several that are alike."""

    def __init__(self, files: Mapping[str, Sequence[str]]) -> None:
        self.found = _duckdb()
        self.arrow = {name: _arrow(paths) for name, paths in files.items()}
        self.connection = _shut(self.found, self.arrow)

    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns of every table."""
        return {name: tuple(one.schema.names) for name, one in self.arrow.items()}

    def table(self, name: str) -> Any:
        """A whole table, as a pyarrow.Table."""
        return self.arrow[name].to_table()

    def rows(self, sql: str, parameters: Parameters | None = None) -> Rows:
        """What SQL says; another question ends this one."""
        self._refuse(sql)
        with _told():
            related = self.connection.sql(sql, params=dict(parameters) if parameters else None)
            if related is None:
                raise UsageError(f"{ONLY_READS}: this gives no rows.")
            return Rows(related.to_arrow_reader(BATCH))

    def _refuse(self, sql: str) -> None:
        """Raise for what is no question, or several."""
        require(sql, str, "A question is SQL, a text")
        if not _is_unicode(sql):
            raise UsageError("SQL: this is no UTF-8.")
        with _told():
            statements = self.found.extract_statements(sql)
        if not statements:
            raise UsageError("There is no question: say SQL, as in 'SELECT * FROM documents'.")
        if len(statements) > 1:
            raise UsageError(f"One question at a time: these are {len(statements)}.")
        kind = statements[0].type.name
        if kind not in READS:
            raise UsageError(f"{ONLY_READS}: {kind} is refused.")


def _is_unicode(text: str) -> bool:
    """Whether a text has no bytes in it that are no UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _arrow(paths: Sequence[str]) -> Any:
    """Parquet files as one table, of which nothing is read yet."""
    from pyarrow import ArrowException, dataset

    try:
        several = [dataset.dataset(path, format="parquet") for path in paths]
    except (OSError, ArrowException) as error:
        raise InputError(
            f"{_of(paths, error)!r} cannot be read as Parquet: {_first(error)}."
        ) from error
    first = several[0]
    for path, one in zip(paths, several, strict=True):
        if not one.schema.equals(first.schema):
            raise InputError(
                f"{paths[0]!r} and {path!r} have different columns: they were written by different "
                "versions of hearer, and cannot be asked as one."
            )
    return first if len(several) == 1 else dataset.dataset(several)


def _of(paths: Sequence[str], error: Exception) -> str:
    """The file that an error is about: the one it names, else the first that cannot be opened."""
    return next((path for path in paths if path in str(error)), paths[0])


def _first(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")


def _duckdb() -> ModuleType:
    for package in ("duckdb", "pyarrow"):
        try:
            __import__(package)
        except ModuleNotFoundError as error:
            raise MissingPackage(package, "Asking a corpus") from error
    import duckdb

    return duckdb


def _shut(found: ModuleType, tables: Mapping[str, Any]) -> duckdb.DuckDBPyConnection:
    """A connection to nothing but the tables.

    What does not fit into memory goes to a folder that is made when it is needed, and is gone when
    the connection is.
    """
    spilled = Path(tempfile.gettempdir()) / f"hearer-{os.getpid()}-{os.urandom(4).hex()}"
    settings = {
        "python_enable_replacements": False,  # or a question would see the variables of callers
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "temp_directory": str(spilled),
    }
    connection: duckdb.DuckDBPyConnection = found.connect(":memory:", config=settings)
    for name, table in tables.items():
        connection.register(name, table)
    connection.execute("SET enable_progress_bar = false")  # it would stand among the results
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


# What is wrong -----------------------------------------------------------------------------------


@contextmanager
def _told() -> Iterator[None]:
    """What DuckDB and Arrow say, as an error of ours."""
    import duckdb
    from pyarrow import ArrowException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except duckdb.Error as error:
        raise _ours(duckdb, error) from error
    except (OSError, ArrowException) as error:
        raise InputError(f"The tables cannot be read: {_first(error)}.") from error


def _ours(found: ModuleType, error: Exception) -> HearerError:
    if isinstance(error, found.OutOfMemoryException):
        return UsageError("There is not enough memory for this question: ask for less of it.")
    if isinstance(error, found.InterruptException):
        raise KeyboardInterrupt from error
    if DISABLED.search(str(error)):
        return UsageError(
            f"{ONLY_READS}: no other file, no network and no setting is within its reach."
        )
    return UsageError(f"SQL: {in_one_line(str(error))}")


def in_one_line(message: str) -> str:
    r"""What DuckDB says is wrong, as one line.

    >>> in_one_line('Catalog Error: No table x!\nDid you mean y?\n\nLINE 1: FROM x\n             ^')
    'No table x! Did you mean y? (Line 1, at "x".)'
    """
    place = PLACE.search(message)
    told = " ".join(KIND.sub("", FUNCTIONS.sub("", PLACE.sub("", message))).split())
    told = told if told.endswith((".", "!", "?")) else f"{told}."
    if not place:
        return told
    start = len(place[3]) - len(PROMPT.format(place[1]))
    at = place[2][start : start + len(place[4])].strip() if start >= 0 else ""
    return f'{told} (Line {place[1]}, at "{at}".)' if at else f"{told} (Line {place[1]}.)"
