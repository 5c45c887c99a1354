"""CoNLL-2012: one word a line, coreference in the last column.

    FORMAT    OntoNotes and LitBank have it
    read      the documents of a file; they have words and no dependency parse
    write     documents with their entities

Columns are separated by tabs or by spaces; the fourth is the word, the last the coreference:
"(3", "3)", "(3)", several joined by "|", or "-", "_" or nothing. What is no bracket, a bracket that
is never opened or closed, and one that closes in another sentence are reported and left aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.formats.annotation import mentions_of
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import Mention, NodePlace, mention_of
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, one_line, quoted
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.limits import number_of
from hearer.model import Interpretation
from hearer.names import OwnNames

WORD = 3
FEWEST_COLUMNS = 5
_BEGIN = re.compile(r"#begin document \((.*)\)(?:; part ([0-9]+))?")
_BRACKET = re.compile(r"(\()?([0-9]+)(\))?")
_NONE = frozenset({"-", "_", "*", ""})


class ColumnWord(NamedTuple):
    """A word, its coreference, and where that stands."""

    form: str
    coreference: str
    line: int
    column: int


@dataclass(slots=True)
class ColumnDocument:
    """The name and the sentences of a document, some of which may be empty."""

    line: int  # of its #begin; 0 without
    name: str = ""
    sentences: list[list[ColumnWord]] = field(default_factory=lambda: [[]])
    is_ended: bool = False


def read(content: bytes, path: str = "") -> Reading:
    r"""The documents of a file; what is no word is reported and left aside.

    >>> file = b"#begin document (a); part 000\na\t0\t0\tShe\t(1)\n\n#end document\n"
    >>> read(file, "")[0].utterances[0].forms
    ('She',)
    """
    documents, problems = [], Problems(path)
    for one in _documents(decoded(content, problems), problems):
        sentences = [words for words in one.sentences if words]
        bare = (BareSentence(tuple(word.form for word in words)) for words in sentences)
        document = bare_discourse(bare, name=one.name, path=path)
        documents.append(with_entities(document, _Brackets(problems).mentions(sentences)))
    return Reading(documents, path=path, problems=sorted(problems))


def _documents(text: str, problems: Problems) -> Iterator[ColumnDocument]:
    """The documents of a file: those that begin with a #begin, and what stands before."""
    document = ColumnDocument(0)
    for number, line in lines_of(text):
        if line.startswith("#begin document"):
            yield from _ended(document, problems)
            document = ColumnDocument(number, _name(line, number, problems))
        elif line.startswith("#") or not line.strip():
            document.sentences.append([])
            document.is_ended = document.is_ended or line.startswith("#end document")
        elif word := _word(line, number):
            document.sentences[-1].append(word)
        else:
            message = f"{quoted(line)} has no word and coreference; left aside"
            problems.add(number, "conll2012-columns", message, column=1)
    yield from _ended(document, problems)


def _ended(document: ColumnDocument, problems: Problems) -> Iterator[ColumnDocument]:
    """The document, if there is one; that it goes on to the end of the file is reported."""
    if document.line and not document.is_ended:
        message = f"the document {quoted(document.name)} has no #end: is all of it there? Kept"
        problems.add(document.line, "conll2012-end", message, column=1)
    if document.line or any(document.sentences):
        yield document


def _word(line: str, number: int) -> ColumnWord | None:
    columns = line.split("\t") if "\t" in line else line.split()
    if len(columns) < FEWEST_COLUMNS or not columns[WORD]:
        return None
    column = line.rindex(columns[-1]) + 1
    return ColumnWord(columns[WORD], columns[-1].strip(), number, column)


def _name(line: str, number: int, problems: Problems) -> str:
    """The name of a document, and its part, unless that is the first."""
    found = _BEGIN.match(line)
    part = number_of(found[2] or "0") if found else None
    if found is None or part is None:
        problems.add(number, "conll2012-begin", f"{quoted(line)} names no document; kept", column=1)
        return ""
    return f"{found[1]}-{part}" if part else found[1]


class _Brackets:
    """Goes through the words of a document and remembers which brackets are open."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._open: dict[str, list[tuple[NodePlace, ColumnWord]]] = {}

    def mentions(self, sentences: Sequence[Sequence[ColumnWord]]) -> Iterator[Mention]:
        for number, words in enumerate(sentences, start=1):
            for n, word in enumerate(words, start=1):
                if word.coreference not in _NONE:
                    yield from self._at(NodePlace(number, n), word)
        for entity, waiting in self._open.items():
            for _, word in waiting:
                message = f"the bracket ({entity} is never closed; left aside"
                self._report(word, "conll2012-unclosed", message)

    def _at(self, place: NodePlace, word: ColumnWord) -> Iterator[Mention]:
        for piece in word.coreference.split("|"):
            bracket = _BRACKET.fullmatch(piece)
            if not bracket or not (bracket[1] or bracket[3]):
                self._report(
                    word, "conll2012-bracket", f"{quoted(piece)} is no bracket; left aside"
                )
                continue
            if bracket[1]:
                self._open.setdefault(bracket[2], []).append((place, word))
            if bracket[3]:
                yield from self._closed(bracket[2], place, word)

    def _closed(self, entity: str, place: NodePlace, word: ColumnWord) -> Iterator[Mention]:
        if not self._open.get(entity):
            message = f"{quoted(entity + ')')} closes what is not open; left aside"
            self._report(word, "conll2012-unopened", message)
            return
        first, opened = self._open[entity].pop()
        if first.utterance == place.utterance:
            yield mention_of(entity, [(first, place)])
            return
        message = f"the bracket ({entity} closes in another sentence, line {word.line}; left aside"
        self._report(opened, "conll2012-crossing", message)

    def _report(self, word: ColumnWord, code: str, message: str) -> None:
        self._problems.add(word.line, code, message, column=word.column)


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents, one after the other."""
    names = OwnNames()
    return encoded(
        line
        for number, one in enumerate(found)
        for line in _lines(one, names.own(one_line(one.discourse.name) or "discourse", str(number)))
    )


def _lines(found: Interpretation, name: str) -> Iterator[str]:
    brackets = _brackets(mentions_of(found))
    yield f"#begin document ({name}); part 000"
    for number, utterance in enumerate(filter(len, found.discourse.utterances), start=1):
        for n, (form, tag) in enumerate(zip(utterance.forms, utterance.xpos, strict=True)):
            coreference = "|".join(brackets.get(NodePlace(number, n + 1), ())) or "-"
            columns = (name, "0", str(n), form, tag, "*", "-", "-", "-", "-", "*", coreference)
            yield "\t".join(map(one_line, columns))
        yield ""
    yield "#end document"


def _brackets(mentions: Sequence[Mention]) -> dict[NodePlace, list[str]]:
    """The brackets at each word: longer mentions open first and close last."""
    brackets: dict[NodePlace, list[str]] = {}
    spans = [
        (span.first, span.last, m.entity.removeprefix("e")) for m in mentions for span in m.spans
    ]
    for first, last, entity in sorted(spans, key=lambda span: (span[0], -span[1].word)):
        brackets.setdefault(first, []).append(f"({entity})" if first == last else f"({entity}")
    for first, last, entity in sorted(spans, key=lambda span: (span[1], span[0]), reverse=True):
        if first != last:
            brackets.setdefault(last, []).append(f"{entity})")
    return brackets


FORMAT = Format(
    name="conll2012",
    description="CoNLL-2012: OntoNotes, LitBank",
    suffixes=(".conll",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS}),
    sniff=lambda content: content.lstrip().startswith(b"#begin document"),
    read=read,
    write=write,
)
