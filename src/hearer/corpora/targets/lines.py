"""A corpus as JSON lines.

TARGET           results.jsonl, documents.jsonl, problems.jsonl
LinesTarget      the same as a class
told_lines       what became of documents, and what is wrong in them, as lines
append_all       pieces of all parts, one after the other, as files

A line of results.jsonl is all that was understood of a document (`hearer-interpretation-1`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from hearer.corpora.outcome import BatchOutcome, DocumentOutcome
from hearer.corpora.targets.base import UnderstoodDocument
from hearer.formats.json import write
from hearer.formats.json_values import dumped
from hearer.model import Interpretation
from hearer.writing.files import NewFiles

RESULTS, DOCUMENTS, PROBLEMS = "results.jsonl", "documents.jsonl", "problems.jsonl"


class LinesTarget:
    """All that was understood of a document in a line."""

    name = "jsonl"
    is_of_answers = False

    def rendered(self, heard: Sequence[UnderstoodDocument]) -> Mapping[str, bytes]:
        """The lines of a batch."""
        results = b"".join(_line(one.found) for one in heard if one.found)
        return {RESULTS: results, **told_lines([one.outcome for one in heard])}

    def joined(self, several: Sequence[Mapping[str, bytes]]) -> Mapping[str, bytes]:
        """Lines behind lines."""
        return {name: b"".join(one[name] for one in several) for name in several[0]}

    def assembled(self, parts: Iterable[BatchOutcome], folder: str) -> Iterator[str]:
        """Three files."""
        return append_all(parts, folder, (RESULTS, DOCUMENTS, PROBLEMS))


TARGET = LinesTarget()


def _line(found: Interpretation) -> bytes:
    """The object in a line: in a string no line ends, so none of these is in one."""
    return b"".join(line.lstrip(b" ") for line in write([found]).split(b"\n")) + b"\n"


def told_lines(
    outcomes: Sequence[DocumentOutcome], files: Mapping[str, str] | None = None
) -> dict[str, bytes]:
    """What became of documents, in which files, and what is wrong in them, as lines."""
    documents = ({**_told(one), **_file(one, files)} for one in outcomes)
    problems = (
        {"document": outcome.document, "path": one.path, "line": one.line, "column": one.column,
         "code": one.code, "message": one.message}
        for outcome in outcomes
        for one in outcome.problems
    )  # fmt: skip
    return {
        DOCUMENTS: "".join(f"{dumped(one)}\n" for one in documents).encode(),
        PROBLEMS: "".join(f"{dumped(one)}\n" for one in problems).encode(),
    }


def _told(outcome: DocumentOutcome) -> dict[str, object]:
    code, reason = outcome.failure or (None, None)
    return {
        "document": outcome.document,
        "path": outcome.path,
        "status": str(outcome.status),
        "code": code,
        "reason": reason,
        "words": outcome.words,
        "utterances": outcome.utterances,
        "expressions": outcome.expressions,
        "entities": outcome.entities,
        "pronouns": outcome.pronouns,
        "resolved": outcome.resolved,
        "labels": dict(outcome.labels),
        "problems": len(outcome.problems),
    }


def _file(outcome: DocumentOutcome, files: Mapping[str, str] | None) -> dict[str, str | None]:
    return {} if files is None else {"file": files.get(outcome.document)}


def append_all(parts: Iterable[BatchOutcome], folder: str, names: Sequence[str]) -> Iterator[str]:
    """Pieces of all parts, one after the other, as the files of these names."""
    paths = [str(Path(folder) / name) for name in names]
    with NewFiles() as files, ExitStack() as opened:
        handles = [opened.enter_context(files.new(path)) for path in paths]
        for part in parts:
            for name, handle in zip(names, handles, strict=True):
                handle.write(part.written[name])
    yield from paths
