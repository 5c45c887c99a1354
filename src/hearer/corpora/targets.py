"""What a corpus is written as: Parquet tables, JSON lines, or one file per document.

A target renders the documents of one batch to the files of its part, by path relative to the
output folder. This happens in a worker, which writes nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from hearer.corpora.document import DocumentOutcome, ProcessedDocument, digest
from hearer.corpora.rows import rows_of
from hearer.corpora.schema import TABLES, CorpusTable, Row, Value, arrow_schema
from hearer.errors import MissingPackage, UnknownName
from hearer.formats import FORMATS
from hearer.formats.converting import writer
from hearer.formats.format import in_bytes
from hearer.formats.json import write
from hearer.formats.json_values import dumped
from hearer.model import Interpretation

if TYPE_CHECKING:
    import pyarrow as pa

FILES = "files"  # the folder for one file per document
LONGEST = 100  # characters of a name: systems allow 255 bytes
LONGEST_PATH = 600
# Characters that some system does not allow in a name, and % itself: written as in a URL.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"\\|?*%\ud800-\udfff]|^[. ~-]|[. ]$')


class Target(Protocol):
    """How a corpus is written; `is_of_answers` if it needs no steps of the resolution."""

    is_of_answers: bool

    def render(self, documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
        """Return the files of the part `key`, by relative path."""


@cache
def find(name: str) -> Target:
    """Return the target of a name: parquet, jsonl, or a format for one file per document."""
    if name == "jsonl":
        return LinesTarget()
    if name == "parquet":
        return ParquetTarget()
    if name not in names():
        raise UnknownName("way to write a corpus", name, names())
    return FilesTarget(name)


def names() -> tuple[str, ...]:
    """Return the names of all targets: our own, then the formats that can be written."""
    formats = [name for name in FORMATS.names() if FORMATS.find(name).write]
    return tuple(dict.fromkeys(("parquet", "jsonl", *formats)))


class ParquetTarget:
    """One Parquet file per table.

    Lone surrogates, which Arrow does not take, become U+FFFD one for one, so that offsets stay.
    """

    is_of_answers = True

    def __init__(self) -> None:
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError as error:
            raise MissingPackage("pyarrow", "Parquet (unlike --to jsonl)") from error

    def render(self, documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
        """Return a file for every table, also for tables without rows."""
        rows: dict[str, list[Row]] = {name: [] for name in TABLES}
        for document in documents:
            for name, some in rows_of(document):
                rows[name].extend(some)
        return {f"{name}/{key}.parquet": _parquet(TABLES[name], rows[name]) for name in TABLES}


def _parquet(table: CorpusTable, rows: Sequence[Row]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [_array(values, one.type) for values, one in zip(columns, schema, strict=True)]
    made = BytesIO()
    parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), made, compression="zstd")
    return made.getvalue()


def _array(values: Sequence[Value], kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([*map(_encodable, values)], kind)


def _encodable(value: Value) -> Value:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, Sequence):
        return [str(_encodable(one)) for one in value]
    return value


class LinesTarget:
    """JSON lines: one `hearer-interpretation-1` object per document, documents and problems."""

    is_of_answers = False

    def render(self, documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
        """Return results, documents and problems as JSON lines."""
        found = (one.interpretation for one in documents if one.interpretation)
        results = b"".join(_line(one) for one in found)
        listed = _listed([one.outcome for one in documents], key)
        return {f"results/{key}.jsonl": results, **listed}


def _line(found: Interpretation) -> bytes:
    """Return the JSON object on one line; strings in it contain no line breaks."""
    return b"".join(line.lstrip(b" ") for line in write([found]).split(b"\n")) + b"\n"


def _listed(
    outcomes: Iterable[DocumentOutcome], key: str, files: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """Render the status of documents and their problems as JSON lines."""
    documents, problems = list[object](), list[object]()
    for one in outcomes:
        code, reason = one.failure or (None, None)
        written = {} if files is None else {"file": files.get(one.document)}
        documents.append({
            "document": one.document, "path": one.path, "status": str(one.status),
            "code": code, "reason": reason, "words": one.words, "utterances": one.utterances,
            "expressions": one.expressions, "entities": one.entities, "pronouns": one.pronouns,
            "resolved": one.resolved, "labels": dict(one.labels), "problems": len(one.problems),
            **written,
        })  # fmt: skip
        problems += [
            {"document": one.document, "path": each.path, "line": each.line,
             "column": each.column, "code": each.code, "message": each.message}
            for each in one.problems
        ]  # fmt: skip
    lists = {"documents": documents, "problems": problems}
    return {
        f"{name}/{key}.jsonl": "".join(f"{dumped(one)}\n" for one in rows).encode()
        for name, rows in lists.items()
    }


class FilesTarget:
    """One file per document, in any format that can be written, below the folder `files`."""

    is_of_answers = False

    def __init__(self, name: str) -> None:
        self.format = FORMATS.find(name)
        self.write = writer(self.format)
        self.write([Interpretation()])  # raises if the format cannot hold resolutions
        self.suffixes = tuple(filter(None, (self.format.suffixes[0], self.format.text_suffix)))

    def render(self, documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
        """Return the files of the documents, and documents and problems as JSON lines."""
        made, named = dict[str, bytes](), dict[str, str]()
        for outcome, found, _ in documents:
            if found is not None:
                name = f"{FILES}/{file_name(outcome.document, self.suffixes)}"
                named[outcome.document] = f"{name}{self.suffixes[0]}"
                made[f"{name}{self.suffixes[0]}"] = self.write([found])
                if self.format.text_suffix:
                    made[f"{name}{self.format.text_suffix}"] = in_bytes(found.discourse.text)
        return {**made, **_listed([one.outcome for one in documents], key, named)}


def file_name(document: str, suffixes: Sequence[str]) -> str:
    """Return the path of the file of a document, without its suffix.

    Different documents never get the same file, and no path leads out of the folder.

    >>> [file_name(name, [".json"]) for name in ("novels/emma.txt", "../a:b", "a.json/b")]
    ['novels/emma.txt', '%2E%2E/a%3Ab', 'a.json%/b']
    """
    *folders, last = map(_safe_name, document.split("/"))
    folders = [name + "%" * name.endswith(tuple(suffixes)) for name in folders]
    path = "/".join((*folders, last))
    return path if len(path) <= LONGEST_PATH else f"%{_digest(document)}"


def _safe_name(name: str) -> str:
    safe = _UNSAFE.sub(lambda found: "".join(f"%{ord(c):02X}" for c in found[0]), name) or "%"
    return safe if len(safe.encode()) <= LONGEST else f"{safe[: LONGEST // 4]}%{_digest(name)}"


def _digest(name: str) -> str:
    return digest(name.encode("utf-8", "surrogatepass"))[:16]
