"""Query the tables of a corpus with SQL (DuckDB), and render the answers.

A query can read the tables and nothing else: no other file, no network, no extension, no setting.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from csv import writer
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, cached_property
from importlib.resources import files
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hearer.corpora.schema import TABLES, arrow_schema
from hearer.corpora.storage import Manifest, State, open_corpus
from hearer.corpora.summary import FailedDocument, Status, Summary, failed_documents, status
from hearer.errors import InputError, MissingPackage, UnknownName, UsageError, require
from hearer.harmless import as_json, brief, number_and, printable, quoted
from hearer.report import html
from hearer.report.forms import SUFFIXES, Form, form_of, render
from hearer.report.table import GAP, Table, cell, clean, cut, text, width_of
from hearer.writing.files import Name, NewFiles, names_in

if TYPE_CHECKING:
    import duckdb

BATCH_ROWS = 10_000
SHOWN_ROWS = 50
SCREEN_WIDTH = 100  # if the terminal does not report its width
NARROWEST = 8  # terminal columns to which a column of text is cut at most
LARGE = 1e15  # from here on no digits are shown after the decimal point
SEPARATOR = "; "  # between the values of a list
READING = frozenset({"SELECT", "EXPLAIN", "MULTI"})  # types of statements; PIVOT is MULTI
HEADER = re.compile(r"-- (?:\$(?P<name>\w+) = (?P<value>.*)|(?P<title>.*))\n")
# DuckDB's messages begin with their class and end with the line in question or a list.
DETAILS = re.compile(r"\n+(LINE \d+:|\s*Candidate functions:).*", re.DOTALL)
ERROR_CLASS = re.compile(r"^[A-Za-z ]+ Error: ")
FAILED = "SELECT document, code, reason FROM documents WHERE status = 'failed' ORDER BY document"
TWICE = "SELECT document FROM documents GROUP BY document HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
Values = Sequence[object]
Parameter = str | int | float


# Named queries -----------------------------------------------------------------------------------


class NamedQuery(NamedTuple):
    """A query that comes with hearer; `defaults` are its parameters."""

    name: str
    title: str
    sql: str
    defaults: Mapping[str, Parameter]

    def parameters(self, values: Mapping[str, Parameter]) -> dict[str, Parameter]:
        """Return all parameters; numbers may be given as text."""
        found = dict(self.defaults)
        for name, value in values.items():
            if name not in self.defaults:
                raise UnknownName(f"parameter of the query {self.name}", name, self.defaults)
            if isinstance(self.defaults[name], int):
                try:
                    found[name] = int(value)
                except ValueError as error:
                    raise UsageError(f"{name} is a number, not {quoted(str(value))}.") from error
            else:
                found[name] = str(value)
        return found


@cache
def named_queries() -> Mapping[str, NamedQuery]:
    """Return the named queries; each is a file of SQL with its title and defaults in comments."""
    found = {}
    for file in sorted((files("hearer.corpora") / "queries").iterdir(), key=lambda file: file.name):
        name, sql = file.name.removesuffix(".sql"), file.read_text(encoding="utf-8")
        comments = list(HEADER.finditer(sql))
        defaults = {
            one["name"]: int(one["value"]) if one["value"].isdecimal() else one["value"]
            for one in comments
            if one["name"]
        }
        found[name] = NamedQuery(name, comments[0]["title"], sql, defaults)
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
        return {
            name: _dataset(
                name,
                [
                    x
                    for one, of in zip(self.folders, self.manifests, strict=True)
                    for x in table_parts(one, of, name)
                ],
            )
            for name in TABLES
        }

    def sql(self, query: str, /, **values: Parameter) -> CorpusAnswer:
        """Return the answer to a query: SQL, or the name of a query that comes with hearer.

        `values` are the parameters, $least and the like. `hearer list queries` shows the names.
        """
        require(query, str, "A query is SQL, a text")
        if named := named_queries().get(query):
            query, values = named.sql, named.parameters(values)
        elif re.fullmatch(r"[\w-]+", query):
            raise UnknownName("query", query, named_queries())
        connection = self._connection
        _check(query)
        with _errors_translated():
            relation = connection.sql(query, params=values or None)
            if relation is None:
                raise UsageError("This query gives no rows.")
            table = _interruptible(connection, lambda: relation.to_arrow_table(BATCH_ROWS))
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
        for setting in ("enable_progress_bar = false", "enable_external_access = false"):
            connection.execute(f"SET {setting}")
        connection.execute("SET lock_configuration = true")
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
        if not self.is_complete or any(one.job.target != "parquet" for one in self.manifests):
            return tuple(chain.from_iterable(map(failed_documents, self.folders)))
        return tuple(FailedDocument(*map(str, row)) for row in self.sql(FAILED))

    @property
    def summary(self) -> Summary:
        """Counts: documents, words, pronouns and their labels, problems, failures."""
        summary = Summary()
        for folder in self.folders:
            for outcomes in open_corpus(folder)[0].records():
                summary.add(outcomes)
        return summary

    @property
    def status(self) -> Status:
        """The state of the first folder: complete, running or interrupted, and its figures."""
        return status(self.folders[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corpus) and self.folders == other.folders

    def __hash__(self) -> int:
        return hash(self.folders)

    def __reduce__(self) -> tuple[object, ...]:
        return Corpus, self.folders

    def __repr__(self) -> str:
        counts = self.summary
        size = f"{number_and(counts.documents, 'document')}, {counts.words:,} words"
        unfinished = "" if self.is_complete else ", unfinished"
        return brief(self, f"{', '.join(self.folders)}: {size}{unfinished}")


def table_parts(folder: str, manifest: Manifest, table: str) -> list[str]:
    """Return the Parquet files of a table, in the order of the inputs if the run is complete."""
    place = Path(folder, table)
    if not place.is_dir():
        return [str(place)] if manifest.state is State.COMPLETE or place.exists() else []
    keys = manifest.parts or [Path(name).stem for name in names_in(str(place))]
    return [str(place / f"{key}.parquet") for key in keys]


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


def _dataset(name: str, parts: Sequence[str]) -> Any:
    """Open Parquet files as one table, of which nothing is read yet."""
    from pyarrow import ArrowException, dataset

    if not parts:
        return dataset.dataset(arrow_schema(TABLES[name]).empty_table())
    try:
        for part in parts:
            if not Path(part).is_file():
                raise InputError(f"{part!r} is not a file: the table {name} cannot be read.")
        return dataset.dataset(list(parts), format="parquet")
    except (OSError, ArrowException) as error:
        raise InputError(f"The table {name} cannot be read: {_first_line(error)}.") from error


@contextmanager
def _errors_translated() -> Iterator[None]:
    """Raise errors of DuckDB, Arrow and Python's dates as errors of ours, in one line."""
    import duckdb
    from pyarrow import ArrowException

    try:
        yield
    except duckdb.InterruptException as error:
        raise KeyboardInterrupt from error
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

    names: list[str] = []
    for n, field in enumerate(table.schema):
        number, unique = 2, field.name
        while unique in names:
            number, unique = number + 1, f"{field.name}_{number}"
        names.append(unique)
        if types.is_decimal(field.type) and field.type.scale == 0:
            with suppress(ArrowInvalid):
                table = table.set_column(n, field.name, table.column(n).cast(int64()))
    return table.rename_columns(names)


@dataclass(frozen=True, eq=True, repr=False)
class CorpusAnswer:
    """The answer to a query: `table` is a pyarrow.Table, str(answer) a table that fits a screen."""

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
        return "".join(self._pieces(Form(to)))

    def save(self, name: Name, *, force: bool = False) -> None:
        """Write all rows to a file, in the form that its suffix names."""
        form = form_of(str(name))
        if form is None:
            raise UsageError(f"Add a suffix to {quoted(str(name))}: {', '.join(SUFFIXES)}.")
        with NewFiles(force=force) as new, new.new(name) as file:
            file.writelines(
                piece.encode("utf-8", "surrogateescape") for piece in self._pieces(form)
            )

    def _pieces(self, to: Form) -> Iterator[str]:
        if lines := LINES.get(to):
            yield from lines(self.header, self)
        else:
            yield render([_as_table(self.title, self.header, self.rows)], to=to, title=self.title)

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __str__(self) -> str:
        width = shutil.get_terminal_size((SCREEN_WIDTH, 24)).columns
        return text(clean(self._shown(width))).rstrip("\n")

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return brief(self, f"{title}: {number_and(len(self), 'row')}")

    def _repr_html_(self) -> str:
        return html.table(clean(self._shown(None)))

    def _shown(self, width: int | None) -> Table:
        more = len(self) - SHOWN_ROWS
        note = f"… and {number_and(more, 'more row')}: save('all.csv') writes all."
        table = _as_table(self.title, self.header, list(islice(self, SHOWN_ROWS)), width)
        return replace(table, note=note) if more > 0 else table


def _csv_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    line = StringIO()
    lines = writer(line, lineterminator="\n")
    for row in chain([header], rows):
        lines.writerow(map(_in_file, row))
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def _tsv_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    return ("\t".join(map(_in_file, row)) + "\n" for row in chain([header], rows))


def _json_lines(header: Sequence[str], rows: Iterable[Values]) -> Iterator[str]:
    before = "[\n"
    for row in rows:
        yield before + as_json(dict(zip(header, map(_plain, row), strict=True)))
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


LINES: Mapping[Form, Callable[[Sequence[str], Iterable[Values]], Iterator[str]]] = {
    Form.CSV: _csv_lines,
    Form.TSV: _tsv_lines,
    Form.JSON: _json_lines,
}


def _in_file(value: object) -> str:
    if type(value) is int:
        return str(value)
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


def _shown(value: object, digits: int | None = None) -> str:
    """Return a value as a cell of a printed table; `digits` are those after the decimal point."""
    value = _plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return (
            str(round(value, 3)) if digits is None or abs(value) >= 1e15 else f"{value:.{digits}f}"
        )
    if isinstance(value, list):
        return SEPARATOR.join(map(_shown, value))
    return " ".join(str(value).split())


def _as_table(
    title: str, header: Sequence[str], rows: Sequence[Values], width: int | None = None
) -> Table:
    """Make a table to print; with a `width`, cut its columns of text until it fits.

    Columns of numbers after the last column of text are aligned to the right.
    """
    columns = list(zip(*rows, strict=True)) or [() for _ in header]
    lines: list[list[str]] = []
    is_text = []
    for name, column in zip(header, columns, strict=True):
        plain = [_plain(value) for value in column]
        floats = [_shown(value).partition(".")[2] for value in plain if isinstance(value, float)]
        digits = max(map(len, floats), default=0)
        lines.append([printable(one) for one in (name, *(_shown(x, digits) for x in plain))])
        is_text.append(any(isinstance(value, str | bool | list | dict) for value in plain))
    if width is not None:
        lines = _fitted(lines, is_text, width)
    whole = list(zip(*lines, strict=True))
    names = max((n + 1 for n, one in enumerate(is_text) if one), default=1)
    note = "" if rows else "There are no rows."
    return Table("query", title, whole[0], tuple(whole[1:]), note=note, names=names)


def _fitted(columns: Sequence[list[str]], is_text: Sequence[bool], width: int) -> list[list[str]]:
    """Cut the widest columns of text until all fit; of a document's name keep the end."""
    widths = [max(map(width_of, column)) for column in columns]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widest = max(range(len(widths)), key=lambda n: widths[n] if is_text[n] else 0)
        if widths[widest] <= NARROWEST or not is_text[widest]:
            break
        widths[widest] -= 1
    fitted = []
    for column, room, has_text in zip(columns, widths, is_text, strict=True):
        step = -1 if column[0] in {"document", "path"} else 1
        fitted.append([cut(one[::step], room)[::step] if has_text else one for one in column])
    return fitted
