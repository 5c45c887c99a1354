"""Query the tables of a corpus with SQL (DuckDB), and render the answers.

A query can read the tables and nothing else: no other file, no network, no extension, no setting.
"""

from __future__ import annotations

import math
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hearer.corpora.document import DocumentOutcome
from hearer.corpora.schema import arrow_schema, tables
from hearer.corpora.status import FailedDocument, Summary
from hearer.corpora.storage import State, Storage, open_corpus
from hearer.errors import InputError, MissingPackage, UnknownName, UsageError, require
from hearer.escape import as_json, brief, number_and, printable, quoted
from hearer.names import OwnNames
from hearer.report import forms, html
from hearer.report.forms import Form
from hearer.report.table import Table, cell, clean, cut, text
from hearer.writing.files import Name, names_in

if TYPE_CHECKING:
    import duckdb

SHOWN_ROWS = 50
LONGEST_CELL = 40  # terminal columns
SEPARATOR = "; "  # between the values of a list
READING = frozenset({"SELECT", "EXPLAIN", "MULTI"})  # types of statements; PIVOT is MULTI
HEADER = re.compile(r"-- (?:\$(?P<name>\w+) = (?P<value>.*)|(?P<title>.*))\n")
# DuckDB's messages begin with their class and end with the line in question or a list.
DETAILS = re.compile(r"\n+(LINE \d+:|\s*Candidate functions:).*", re.DOTALL)
ERROR_CLASS = re.compile(r"^[A-Za-z ]+ Error: ")
TWICE = "SELECT document FROM documents GROUP BY document HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
Parameter = str | int | float


# Named queries -----------------------------------------------------------------------------------


class NamedQuery(NamedTuple):
    """A query that comes with hearer; `defaults` are its parameters."""

    name: str
    title: str
    sql: str
    defaults: Mapping[str, str]


@cache
def named_queries() -> Mapping[str, NamedQuery]:
    """Return the named queries; each is a file of SQL with its title and defaults in comments."""
    found = {}
    for file in sorted((files("hearer.corpora") / "queries").iterdir(), key=lambda file: file.name):
        name, sql = file.name.removesuffix(".sql"), file.read_text(encoding="utf-8")
        title, *defaults = HEADER.finditer(sql)
        values = {one["name"]: one["value"] for one in defaults}
        found[name] = NamedQuery(name, title["title"], sql, values)
    return found


# The corpus --------------------------------------------------------------------------------------


class Corpus:
    """What `hearer corpus` wrote to a folder, or to several that are queried as one.

    corpus = hearer.Corpus("out")
    print(corpus.sql("characters", least=10))
    corpus.sql("SELECT label, count(*) FROM pronouns GROUP BY label").to_pandas()
    """

    def __init__(self, *folders: Name) -> None:
        if not folders:
            raise UsageError("Give a folder: hearer.Corpus('out').")
        self.folders = tuple(os.fspath(folder) for folder in folders)
        self.manifests = tuple(open_corpus(folder)[1] for folder in self.folders)

    @property
    def is_complete(self) -> bool:
        """Whether the last run resolved all documents."""
        return all(one.state is State.COMPLETE for one in self.manifests)

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The tables by name, each a pyarrow.dataset.Dataset."""
        for package in ("duckdb", "pyarrow"):
            try:
                __import__(package)
            except ModuleNotFoundError as error:
                raise MissingPackage(package, "Querying a corpus") from error
        return {name: _dataset(name, list(self._parts(name))) for name in tables()}

    def _parts(self, table: str) -> Iterator[str]:
        """Yield the Parquet files of a table, in the order of the inputs if the run is complete."""
        for folder, manifest in zip(self.folders, self.manifests, strict=True):
            place = Path(folder, table)
            if place.is_dir():
                keys = manifest.parts or [Path(name).stem for name in names_in(str(place))]
                yield from (str(place / f"{key}.parquet") for key in keys)
            elif manifest.state is State.COMPLETE or place.exists():
                yield str(place)

    def sql(self, query: str, /, **values: Parameter) -> CorpusAnswer:
        """Return the answer to a query: SQL, or the name of a query that comes with hearer.

        `values` are the parameters, $least and the like. `hearer list queries` shows the names.
        """
        require(query, str, "A query is SQL, a text")
        if named := named_queries().get(query):
            for name in values:
                if name not in named.defaults:
                    raise UnknownName(f"parameter of the query {query}", name, named.defaults)
            query, values = named.sql, {**named.defaults, **values}
        elif re.fullmatch(r"[\w-]+", query):
            raise UnknownName("query", query, named_queries())
        connection = self._connection
        _check(query)
        with _errors_translated():
            relation = connection.sql(query, params=values or None)
            if relation is None:
                raise UsageError("This query gives no rows.")
            table = _interruptible(connection, relation.to_arrow_table)
        return CorpusAnswer(named.title if named else "", _with_plain_columns(table))

    @cached_property
    def _connection(self) -> duckdb.DuckDBPyConnection:
        """Connect to DuckDB in memory, closed to everything but the tables."""
        tables = self.tables
        import duckdb

        # DuckDB removes the folder for what does not fit into memory when the connection closes.
        spill = Path(tempfile.gettempdir()) / f"hearer-{os.getpid()}-{os.urandom(4).hex()}"
        settings: dict[str, str | bool | int | float | list[str]] = {
            "python_enable_replacements": False,  # hide variables of the caller
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "temp_directory": str(spill),
        }
        connection = duckdb.connect(":memory:", config=settings)
        for name, table in tables.items():
            connection.register(name, table)
        with suppress(duckdb.InvalidInputException):  # Jupyter without ipywidgets has no bar
            connection.execute("SET enable_progress_bar = false")
        connection.execute("SET enable_external_access = false; SET lock_configuration = true")
        twice = connection.execute(TWICE).fetchone() if len(self.folders) > 1 else None
        if twice:
            raise InputError(
                f"{quoted(str(twice[0]), 200)} is in several of these folders: query them one "
                "by one."
            )
        return connection

    @property
    def failed(self) -> tuple[FailedDocument, ...]:
        """The documents without a result, and why."""
        return tuple(
            sorted(FailedDocument(x.document, *x.failure) for x in self._records() if x.failure)
        )

    @property
    def summary(self) -> Summary:
        """Counts: documents, words, pronouns and their labels, problems, failures."""
        summary = Summary()
        summary.add(self._records())
        return summary

    def _records(self) -> Iterator[DocumentOutcome]:
        return (one for folder in self.folders for one in Storage(folder).records())

    def __reduce__(self) -> tuple[object, ...]:
        return Corpus, self.folders

    def __repr__(self) -> str:
        counts = self.summary
        size = f"{number_and(counts.documents, 'document')}, {counts.words:,} words"
        unfinished = "" if self.is_complete else ", unfinished"
        return brief(self, f"{', '.join(self.folders)}: {size}{unfinished}")


def _check(sql: str) -> None:
    """Raise UsageError unless this is one statement that reads."""
    import duckdb

    if re.search("[\ud800-\udfff]", sql):
        raise UsageError("SQL: this is not UTF-8.")
    with _errors_translated():
        types = [one.type.name for one in duckdb.extract_statements(sql)]
    if len(types) != 1:
        raise UsageError(f"A query is one statement of SQL, not {len(types)}.")
    if types[0] not in READING:
        raise UsageError(f"A query reads the tables of the corpus only: {types[0]} is refused.")


def _interruptible(connection: duckdb.DuckDBPyConnection, work: Callable[[], Any]) -> Any:
    """Run a query in a thread; interrupt DuckDB, which sees no signals, on KeyboardInterrupt."""
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(work)
        try:
            return answer.result()
        except KeyboardInterrupt:
            connection.interrupt()
            raise


def _dataset(name: str, parts: list[str]) -> Any:
    """Open Parquet files as one table, of which nothing is read yet."""
    from pyarrow import ArrowException, dataset

    try:
        if parts:
            return dataset.dataset(parts, format="parquet")
        return dataset.dataset(arrow_schema(name).empty_table())
    except (OSError, ArrowException) as error:
        raise InputError(
            f"The table {name} cannot be read: {_first_line(error)}. (With --to no tables are "
            "written: run hearer corpus without it.)"
        ) from error


@contextmanager
def _errors_translated() -> Iterator[None]:
    """Raise errors of DuckDB, Arrow and Python's dates as errors of ours, in one line."""
    import duckdb
    from pyarrow import ArrowException

    try:
        yield
    except duckdb.Error as error:
        message = " ".join(ERROR_CLASS.sub("", DETAILS.sub("", str(error))).split())
        if message.startswith("reading the stream"):  # of a table, by Arrow
            raise InputError(f"The tables cannot be read: {message}") from error
        raise UsageError(f"SQL: {message}") from error
    except (OSError, ArrowException) as error:
        raise InputError(f"The tables cannot be read: {_first_line(error)}.") from error
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"The answer has a value that Python cannot hold ({_first_line(error)}): "
            "use CAST(… AS VARCHAR)."
        ) from error


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")


# Answers -----------------------------------------------------------------------------------------


def _with_plain_columns(table: Any) -> Any:
    """Return the table with unique names of columns, and sums as int64, which pandas has."""
    from pyarrow import ArrowInvalid, int64, types

    names = OwnNames("{}_{}")
    for n, field in enumerate(table.schema):
        if types.is_decimal(field.type) and field.type.scale == 0:
            with suppress(ArrowInvalid):
                table = table.set_column(n, field.name, table.column(n).cast(int64()))
    return table.rename_columns([names.own(name, n) for n, name in enumerate(table.schema.names)])


@dataclass(frozen=True, eq=True, repr=False)
class CorpusAnswer:
    """The answer to a query: `table` is a pyarrow.Table, str(answer) a table of the first rows."""

    title: str
    table: Any

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(self.table.schema.names)

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """All rows, as values of Python."""
        return list(self)

    def __iter__(self) -> Iterator[tuple[object, ...]]:
        with _errors_translated():
            for batch in self.table.to_batches():
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def to_pandas(self) -> Any:
        """Return a pandas.DataFrame."""
        with _errors_translated():
            return self.table.to_pandas()

    def render(self, to: Form | str = Form.TEXT) -> str:
        """Return all rows in one of the forms of `hearer.report`."""
        form = Form(to)
        if form is Form.JSON:
            values = (dict(zip(self.header, map(_plain, row), strict=True)) for row in self)
            objects = ",\n".join(map(as_json, values))
            return f"[\n{objects}\n]\n" if objects else "[]\n"
        if form in {Form.CSV, Form.TSV}:
            header, *rows = (tuple(map(_in_file, row)) for row in (self.header, *self))
            table = Table("query", self.title, header, tuple(rows), names=0)
            return forms.tsv(table) if form is Form.TSV else forms.csv_rows(table)
        return forms.render([_as_table(self, None, None)], to=form, title=self.title)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __str__(self) -> str:
        return text(clean(_as_table(self, SHOWN_ROWS, LONGEST_CELL))).rstrip("\n")

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return brief(self, f"{title}: {number_and(len(self), 'row')}")

    def _repr_html_(self) -> str:
        return html.table(clean(_as_table(self, SHOWN_ROWS, None)))


def _in_file(value: object) -> str:
    plain = _plain(value)
    return cell(SEPARATOR.join(map(_shown, plain)) if isinstance(plain, list) else plain)


def _plain(value: object) -> object:
    """Return a value that JSON has: numbers, text, lists and objects of them."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _shown(value: object) -> str:
    """Return a plain value as a cell of a printed table."""
    if isinstance(value, bool | None):
        return {None: "", True: "yes", False: "no"}[value]
    if isinstance(value, list):
        return SEPARATOR.join(map(_shown, value))
    return " ".join(str(round(value, 3) if isinstance(value, float) else value).split())


def _as_table(answer: CorpusAnswer, most: int | None, width: int | None) -> Table:
    """Make a table to print: at most so many rows, cells of text of at most this width.

    Columns of numbers after the last column of text are aligned to the right.
    """
    rows = [[_plain(value) for value in row] for row in islice(answer, most)]
    columns = zip(*rows, strict=True)
    texts = [any(isinstance(x, str | bool | list | dict) for x in column) for column in columns]
    shown = ([printable(_shown(value)) for value in row] for row in (answer.header, *rows))
    header, *cells = (tuple(cut(x, width) if width else x for x in row) for row in shown)
    names = max((n + 1 for n, is_text in enumerate(texts) if is_text), default=1)
    more = len(answer) - len(rows)
    note = f"… and {number_and(more, 'more row')}: render('csv') has all." if more else ""
    note = note if rows else "There are no rows."
    return Table("query", answer.title, header, tuple(cells), note=note, names=names)
