"""Tables with a text in every row: JSON lines, one object a line.

Row             a row: its text and its name, or why there is none
TextColumns     which columns have the text and the name of a row
json_rows       the rows of JSON lines
row_of          a row that has its columns by name
no_column       what is said where there is no such column: which there are
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

from hearer.corpora.document import Failure
from hearer.corpora.inputs.splitting import any_lines
from hearer.corpora.inputs.unpacking import BrokenInput
from hearer.errors import MANY, did_you_mean
from hearer.formats import FORMATS
from hearer.formats.decoding import decoded
from hearer.formats.format import Problems
from hearer.formats.json_values import NO_JSON, loaded
from hearer.harmless import quoted
from hearer.limits import MOST_BYTES
from hearer.model import Problem

JSON_LINES = (".jsonl", ".ndjson")
TEXT, CLUSTERS = "text", "jsonlines"  # formats of rows
_OURS = "hearer-"  # how the name of every format of ours begins
_LOOKED_AT = 100  # rows in which a column is to be seen
_MISSING = "table-column"


class Row(NamedTuple):
    """A row of a table; without a name it is called by its number."""

    number: int
    content: bytes = b""
    name: str = ""
    format: str = TEXT
    failure: Failure | None = None
    problems: tuple[Problem, ...] = ()
    lacks_id: bool = False  # and nothing else: it may be called by its number


@dataclass(frozen=True, slots=True)
class TextColumns:
    """The names of the columns that have the text and, if there is one, the name of a row."""

    text: str = "text"
    id: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (self.text,) if self.id is None else (self.text, self.id)


def no_column(name: str, there: Iterable[str]) -> str:
    """What is said where there is no such column.

    >>> no_column("txt", ["id", "text"])
    "There is no column 'txt' (did you mean 'text'?); there is id, text."
    """
    known = [quoted(one)[1:-1] for one in there]
    others = f"{', '.join(known[:MANY])}{' …' if len(known) > MANY else ''}"
    return f"There is no column {quoted(name)}{did_you_mean(name, known)}; there is {others}."


def json_rows(
    stream: BinaryIO, path: str, columns: TextColumns, *, most: int = MOST_BYTES
) -> Iterator[Row]:
    r"""The rows of JSON lines; blank lines are none.

    A column that is in none of the first rows is missing in the file: one failure, not millions.

    >>> from io import BytesIO
    >>> rows = json_rows(BytesIO(b'{"text": "Anna slept."}\n{"text": null}\n'), "", TextColumns())
    >>> [row.failure.code if row.failure else row.content for row in rows]
    [b'Anna slept.', 'row-text']
    """
    lines = _JsonLines(path, columns, most)
    waiting: list[Row] = []  # from the first row without a column, until all are seen
    for number, line in enumerate(any_lines(stream, most), start=1):
        if not line.strip():
            continue
        waiting.append(lines.row(number, line))
        if lines.is_seen or not _is_missing(waiting[0]):
            yield from map(_by_number, waiting)
            waiting.clear()
        elif len(waiting) == _LOOKED_AT:
            break
    yield from (row for row in waiting if not _is_missing(row))
    if waiting and waiting[0].failure:
        raise BrokenInput(*waiting[0].failure)


def _is_missing(row: Row) -> bool:
    return row.failure is not None and row.failure.code == _MISSING


def _by_number(row: Row) -> Row:
    """A row without the column of names, in a table that has it elsewhere, is taken by number."""
    return row._replace(failure=None) if row.lacks_id else row


class _JsonLines:
    """Goes through the lines; `is_seen` is whether a row had all columns."""

    def __init__(self, path: str, columns: TextColumns, most: int) -> None:
        self.is_seen = False
        self._path = path
        self._columns = columns
        self._most = most
        self._format = ""

    def row(self, number: int, line: bytes) -> Row:
        if len(line) > self._most:
            said = f"Line {number} has more than {self._most:,} bytes."
            return Row(number, failure=Failure("input-too-large", said))
        problems = Problems(self._path)
        text = decoded(line.rstrip(b"\r\n"), problems)
        value, faults = loaded(text)
        if value is NO_JSON:
            offset, message = faults[0]
            said = f"Line {number}, column {offset + 1}: {message.removesuffix('; left aside')}."
            return Row(number, failure=Failure("row-json", said))
        if not isinstance(value, dict):
            said = f"Line {number}: {quoted(text.strip())} is no object."
            return Row(number, failure=Failure("row-json", said))
        for offset, message in faults:
            problems.add(1, "file-value", message, column=offset + 1)
        found = tuple(replace(one, line=one.line + number - 1) for one in problems)
        return self._of(number, value, line)._replace(problems=found)

    def _of(self, number: int, value: Mapping[str, object], line: bytes) -> Row:
        self._format = self._format or self._format_of(value, line)
        if self._format == CLUSTERS:
            self.is_seen = True
            return Row(number, line, format=CLUSTERS)
        row = row_of(number, value, self._columns, f"Line {number}")
        self.is_seen = self.is_seen or not _is_missing(row)
        return row

    def _format_of(self, value: Mapping[str, object], line: bytes) -> str:
        """What the rows are, as the first object tells."""
        is_text = self._columns.text in value
        if str(value.get("format", "")).startswith(_OURS) or ("pronoun" in value and not is_text):
            said = "It is what hearer has written of texts, and none itself: name the texts."
            raise BrokenInput("input-results", said)
        return CLUSTERS if not is_text and FORMATS.find(CLUSTERS).sniff(line) else TEXT


def row_of(number: int, value: Mapping[str, object], columns: TextColumns, place: str) -> Row:
    """A row that has its columns by name; `place` is where it stands."""
    if columns.text not in value:
        said = f"{place}: {no_column(columns.text, value)}"
        return Row(number, failure=Failure(_MISSING, said))
    text = value[columns.text]
    if not isinstance(text, str | bytes):
        said = f"{place}: {columns.text} is {_told(text)}, and no text."
        return Row(number, failure=Failure("row-text", said))
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    if columns.id and columns.id not in value:
        said = f"{place}: {no_column(columns.id, value)}"
        return Row(number, content, failure=Failure(_MISSING, said), lacks_id=True)
    called = value[columns.id] if columns.id else None
    if called is not None and not _is_name(called):
        said = f"{place}: {columns.id} is {_told(called)}, and no name."
        return Row(number, failure=Failure("row-id", said))
    return Row(number, content, "" if called is None else str(called))


def _is_name(value: object) -> bool:
    return (isinstance(value, str) and bool(value.strip())) or type(value) is int


def _told(value: object) -> str:
    """A value in a message."""
    return "null" if value is None else quoted(str(value))
