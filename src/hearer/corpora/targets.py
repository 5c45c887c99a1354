"""What a corpus is written as: Parquet tables, JSON lines, or one file per document.

A target renders the documents of one batch to the files of its part, by path relative to the
output folder. This happens in a worker, which writes nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from pathlib import PurePath
from typing import Any

from hearer.corpora.document import FIGURES, ProcessedDocument, digest
from hearer.corpora.rows import rows_of
from hearer.corpora.schema import Row, Value, arrow_schema, tables
from hearer.errors import MissingPackage, UnknownName
from hearer.formats import FORMATS, Format
from hearer.formats.converting import writer
from hearer.formats.format import in_bytes
from hearer.formats.json import write
from hearer.formats.json_values import dumped
from hearer.model import Interpretation
from hearer.views.rewriting.rewriter import Every, rewrite

LONGEST = 100  # characters of a name: systems allow 255 bytes
LONGEST_PATH = 600
TEXT = ".txt"
# Characters that some system does not allow in a name, and % itself: written as in a URL.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"\\|?*%\ud800-\udfff]|^[. ~-]|[. ]$')
REWRITTEN = {Every.NEEDED: "rewritten", Every.ALL: "rewritten-all"}
# Renders documents to the files of the part with a key.
Target = Callable[[Sequence[ProcessedDocument], str], Mapping[str, bytes]]


@cache
def find(name: str) -> Target:
    """Return the target of a name: parquet, jsonl, or a format for one file per document."""
    if name not in names():
        raise UnknownName("way to write a corpus", name, names())
    if name == "jsonl":
        return _lines
    if name == "parquet":
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError as error:
            raise MissingPackage("pyarrow", "Parquet (unlike --to jsonl)") from error
        return _tables
    for every, target in REWRITTEN.items():
        if name == target:
            return partial(_rewritten, every)
    chosen = FORMATS.find(name)
    writer(chosen)([Interpretation()])  # raises if the format cannot hold resolutions
    return partial(_files, chosen)


def names() -> tuple[str, ...]:
    """Return the names of all targets: our own, then the formats that can be written."""
    formats = [name for name in FORMATS.names() if FORMATS.find(name).write]
    return tuple(dict.fromkeys(("parquet", "jsonl", *REWRITTEN.values(), *formats)))


def _tables(documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
    """Return a Parquet file for every table, also for tables without rows."""
    rows: dict[str, list[Row]] = {name: [] for name in tables()}
    for document in documents:
        for name, some in rows_of(document):
            rows[name].extend(some)
    return {f"{name}/{key}.parquet": _parquet(name, rows[name]) for name in rows}


def _parquet(table: str, rows: Sequence[Row]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    schema = arrow_schema(table)
    columns = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [_array(values, one.type) for values, one in zip(columns, schema, strict=True)]
    made = BytesIO()
    parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), made, compression="zstd")
    return made.getvalue()


def _array(values: Sequence[Value], kind: Any) -> Any:
    """Make an Arrow array; lone surrogates become U+FFFD one for one, so that offsets stay."""
    import pyarrow as pa

    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array([*map(_encodable, values)], kind)


def _encodable(value: Value) -> Value:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return [str(_encodable(one)) for one in value] if isinstance(value, Sequence) else value


def _lines(documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
    """Return one `hearer-interpretation-1` object per document and line, and the lists.

    Strings in the objects contain no line breaks.
    """
    found = [write([one.interpretation]) for one in documents if one.interpretation]
    results = (b"".join(line.lstrip(b" ") for line in one.split(b"\n")) for one in found)
    return {f"results/{key}.jsonl": b"".join(one + b"\n" for one in results)} | _lists(
        documents, key, {}
    )


def _files(chosen: Format, documents: Sequence[ProcessedDocument], key: str) -> Mapping[str, bytes]:
    """Return one file per document, below the folder `files`, and the lists."""
    made, about = dict[str, bytes](), dict[str, dict[str, object]]()
    suffixes = tuple(filter(None, (chosen.suffixes[0], chosen.text_suffix)))
    for outcome, found in documents:
        about[outcome.document] = {"file": None}
        if found is not None:
            name = f"files/{file_name(outcome.document, suffixes)}"
            about[outcome.document] = {"file": f"{name}{suffixes[0]}"}
            made[f"{name}{suffixes[0]}"] = writer(chosen)([found])
            if chosen.text_suffix:
                made[f"{name}{chosen.text_suffix}"] = in_bytes(found.discourse.text)
    return made | _lists(documents, key, about)


def _rewritten(
    every: Every, documents: Sequence[ProcessedDocument], key: str
) -> Mapping[str, bytes]:
    """Return one text per document, below the folder `files`, and the lists."""
    made, about = dict[str, bytes](), dict[str, dict[str, object]]()
    for outcome, found in documents:
        if found is not None:
            name = file_name(outcome.document, ())
            suffix = "" if name.endswith(TEXT) else TEXT if PurePath(name).suffix else f"%{TEXT}"
            about[outcome.document] = {"file": f"files/{name}{suffix}"}
            made[f"files/{name}{suffix}"] = in_bytes(str(rewrite(found, every=every)))
    return made | _lists(documents, key, about)


def _lists(
    documents: Sequence[ProcessedDocument], key: str, about: Mapping[str, Mapping[str, object]]
) -> dict[str, bytes]:
    """Render the status of documents, with what else is known `about` them, and their problems."""
    lists: dict[str, list[object]] = {"documents": [], "problems": []}
    for one, *_ in documents:
        code, reason = one.failure or (None, None)
        lists["documents"].append({
            "document": one.document, "path": one.path, "status": one.status,
            "code": code, "reason": reason, **{name: getattr(one, name) for name in FIGURES},
            "labels": dict(one.labels), "problems": len(one.problems),
            **about.get(one.document, {}),
        })  # fmt: skip
        fields = ("path", "line", "column", "code", "message")
        lists["problems"] += [
            {"document": one.document, **{name: getattr(each, name) for name in fields}}
            for each in one.problems
        ]
    return {
        f"{name}/{key}.jsonl": "".join(f"{dumped(one)}\n" for one in rows).encode()
        for name, rows in lists.items()
    }


def file_name(document: str, suffixes: Sequence[str]) -> str:
    """Return the path of the file of a document, without its suffix.

    Different documents never get the same file, and no path leads out of the folder.

    >>> [file_name(name, [".json"]) for name in ("novels/emma.txt", "../a:b", "a.json/b")]
    ['novels/emma.txt', '%2E%2E/a%3Ab', 'a.json%/b']
    """
    *folders, last = map(_safe_name, document.split("/"))
    folders = [name + "%" * name.endswith(tuple(suffixes)) for name in folders]
    path = "/".join((*folders, last))
    return path if len(path) <= LONGEST_PATH else f"%{digest(document)[:16]}"


def _safe_name(name: str) -> str:
    safe = _UNSAFE.sub(lambda found: "".join(f"%{ord(c):02X}" for c in found[0]), name) or "%"
    return safe if len(safe.encode()) <= LONGEST else f"{safe[: LONGEST // 4]}%{digest(name)[:16]}"
