"""CoNLL-2012: one word a line, coreference in the last column.

    parse          a file, whatever is wrong with it
    discourses     its documents; they have words and no dependency parse
    entities_of    the coreference of a document
    write          what was understood, or a file that was read

Columns are separated by tabs or by spaces; the fourth is the word, the last the coreference:
"(3", "3)", "(3)", several joined by "|", or "-", "_" or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.formats.corefud import mentions_of
from hearer.formats.corefud_entities import Entities, Mention, Place, Span
from hearer.formats.problems import quoted
from hearer.model import Discourse, Interpretation, Problem, Utterance

__all__ = ["Conll2012File", "Document", "discourses", "entities_of", "parse", "write"]

FORM = 3
FEWEST_COLUMNS = 5
_BEGIN = re.compile(r"#begin document \((.*)\)(?:; part (\d+))?")
_BRACKET = re.compile(r"(\()?(\d+)(\))?")
_NOTHING = frozenset({"", "-", "_", "*"})


class Row(NamedTuple):
    """A word, its coreference, and its line."""

    form: str
    coreference: str
    line: int


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its sentences, word by word."""

    name: str
    sentences: tuple[tuple[Row, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conll2012File:
    """A file as it stood, its documents, and what is wrong with it."""

    path: str
    content: bytes = field(repr=False)
    documents: tuple[Document, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()


def parse(content: bytes | str, *, path: str = "") -> Conll2012File:
    r"""Read a file; what is no word is reported and left aside.

    >>> file = parse("#begin document (a); part 000\na\t0\t0\tShe\t(1)\n\n#end document\n")
    >>> file.documents[0].name, file.documents[0].sentences[0][0].form
    ('a', 'She')
    """
    data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
    reading = _Reading(path)
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
        reading.read(number, line.rstrip("\r"))
    reading.end_document()
    return Conll2012File(path, data, tuple(reading.documents), tuple(reading.problems))


class _Reading:
    """Goes through the lines of a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.documents: list[Document] = []
        self.problems: list[Problem] = []
        self._name = ""
        self._sentences: list[tuple[Row, ...]] = []
        self._rows: list[Row] = []

    def read(self, number: int, line: str) -> None:
        if line.startswith("#begin document"):
            self.end_document()
            self._name = _name(line)
        elif line.startswith("#") or not line.strip():
            self._end_sentence()
        else:
            self._read_word(number, line)

    def _read_word(self, number: int, line: str) -> None:
        columns = line.split("\t") if "\t" in line else line.split()
        if len(columns) < FEWEST_COLUMNS or not columns[FORM]:
            message = f"{quoted(line)} has no word and coreference; left aside"
            self.problems.append(Problem(self.path, number, 0, "conll2012-columns", message))
            return
        self._rows.append(Row(columns[FORM], columns[-1].strip(), number))

    def _end_sentence(self) -> None:
        if self._rows:
            self._sentences.append(tuple(self._rows))
        self._rows = []

    def end_document(self) -> None:
        self._end_sentence()
        if self._sentences:
            self.documents.append(Document(self._name, tuple(self._sentences)))
        self._sentences, self._name = [], ""


def _name(line: str) -> str:
    """The name of a document, and its part, unless that is the first."""
    found = _BEGIN.match(line)
    if not found:
        return ""
    part = int(found[2] or 0)
    return f"{found[1]}-{part}" if part else found[1]


def discourses(file: Conll2012File) -> tuple[Discourse, ...]:
    """The documents: words without tags, each sentence hung on its first word."""
    return tuple(
        Discourse(tuple(_utterances(document)), document.name, file.path, document, file.problems)
        for document in file.documents
    )


def _utterances(document: Document) -> Iterator[Utterance]:
    start = 0
    for number, rows in enumerate(document.sentences, start=1):
        forms = tuple(row.form for row in rows)
        size = len(forms)
        yield Utterance(
            number,
            forms,
            tuple(form.lower() for form in forms),
            ("X",) * size,
            ("_",) * size,
            ("_",) * size,
            (0, *[1] * (size - 1)),
            ("root", *["dep"] * (size - 1)),
            (" ",) * size,
            start=start,
        )
        start += sum(map(len, forms)) + size


def entities_of(document: Document) -> Entities:
    """The coreference of a document; brackets that do not fit are left aside."""
    waiting: dict[str, list[Place]] = {}
    found: list[Mention] = []
    for number, rows in enumerate(document.sentences, start=1):
        for n, row in enumerate(rows, start=1):
            if row.coreference not in _NOTHING:
                found += _closed(row.coreference, Place(number, n), waiting)
    return Entities(tuple(sorted(found, key=lambda mention: mention.spans[0].first)))


def _closed(coreference: str, place: Place, waiting: dict[str, list[Place]]) -> Iterator[Mention]:
    for opens, entity, closes in _BRACKET.findall(coreference):
        if opens:
            waiting.setdefault(entity, []).append(place)
        if closes and waiting.get(entity):
            first = waiting[entity].pop()
            yield Mention(entity, (Span(first, place, (entity,)),))


def write(found: Interpretation | Conll2012File) -> bytes:
    """A file that was read, as it stood; or what was understood of a discourse."""
    if isinstance(found, Conll2012File):
        return found.content
    brackets = _brackets(mentions_of(found))
    name = found.discourse.name or "discourse"
    lines = [f"#begin document ({name}); part 000"]
    for number, utterance in enumerate(filter(len, found.discourse.utterances), start=1):
        for n, (form, tag) in enumerate(zip(utterance.forms, utterance.xpos, strict=True)):
            coreference = "|".join(brackets.get(Place(number, n + 1), ())) or "-"
            columns = (name, "0", str(n), form, tag, "*", "-", "-", "-", "-", "*", coreference)
            lines.append("\t".join(columns))
        lines.append("")
    lines.append("#end document")
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def _brackets(mentions: Sequence[Mention]) -> dict[Place, list[str]]:
    """The brackets at each word: longer mentions open first and close last."""
    brackets: dict[Place, list[str]] = {}
    spans = [
        (span.first, span.last, m.entity.removeprefix("e")) for m in mentions for span in m.spans
    ]
    for first, last, entity in sorted(spans, key=lambda span: (span[0], -span[1].word)):
        brackets.setdefault(first, []).append(f"({entity})" if first == last else f"({entity}")
    for first, last, entity in sorted(spans, key=lambda span: (span[1], span[0]), reverse=True):
        if first != last:
            brackets.setdefault(last, []).append(f"{entity})")
    return brackets
