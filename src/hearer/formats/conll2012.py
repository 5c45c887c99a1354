"""CoNLL-2012, as OntoNotes and LitBank have it: one word a line, coreference in the last column.

Columns are separated by tabs or spaces; the fourth is the word. Coreference is "(3", "3)" or "(3)",
several joined by "|", or "-", "_" or nothing.
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
_BRACKET = re.compile(r"\([0-9]+\)?|[0-9]+\)")
_NONE = frozenset({"-", "_", "*", ""})


class _Word(NamedTuple):
    """A word and its coreference, which begins in this line and column."""

    form: str
    coreference: str
    line: int
    column: int


@dataclass(slots=True)
class _Document:
    """A document that is being read; some of its sentences may be empty."""

    line: int = 0  # of its #begin; 0 without
    name: str = ""
    sentences: list[list[_Word]] = field(default_factory=lambda: [[]])
    is_ended: bool = False


def read(content: bytes, path: str = "") -> Reading:
    r"""Read the documents of a file; lines that are no words are reported and ignored.

    >>> file = b"#begin document (a); part 000\na\t0\t0\tShe\t(1)\n\n#end document\n"
    >>> read(file, "")[0].utterances[0].forms
    ('She',)
    """
    problems = Problems(path)
    documents, found = [_Document()], []  # words may precede the first #begin
    for number, line in lines_of(decoded(content, problems)):
        columns = line.split("\t") if "\t" in line else line.split()
        if line.startswith("#begin document"):
            documents.append(_Document(number, _name(line, number, problems)))
        elif line.startswith("#") or not line.strip():
            documents[-1].sentences.append([])
            documents[-1].is_ended |= line.startswith("#end document")
        elif len(columns) < FEWEST_COLUMNS or not columns[WORD]:
            message = f"{quoted(line)} has no word and coreference; ignored"
            problems.add(number, "conll2012-columns", message, column=1)
        else:
            place = number, line.rindex(columns[-1]) + 1
            word = _Word(columns[WORD], columns[-1].strip(), *place)
            documents[-1].sentences[-1].append(word)
    for one in documents:
        if one.line and not one.is_ended:
            message = f"the document {quoted(one.name)} has no #end and may be truncated; kept"
            problems.add(one.line, "conll2012-end", message, column=1)
        sentences = [words for words in one.sentences if words]
        if one.line or sentences:
            bare = (BareSentence(tuple(word.form for word in words)) for words in sentences)
            document = bare_discourse(bare, name=one.name, path=path)
            found.append(with_entities(document, _mentions(sentences, problems)))
    return Reading(found, path=path, problems=sorted(problems))


def _name(line: str, number: int, problems: Problems) -> str:
    """Return the name of a document, with its part unless that is the first."""
    found = _BEGIN.match(line)
    part = number_of(found[2] or "0") if found else None
    if found is None or part is None:
        problems.add(number, "conll2012-begin", f"{quoted(line)} names no document; kept", column=1)
        return ""
    return f"{found[1]}-{part}" if part else found[1]


def _mentions(sentences: Sequence[Sequence[_Word]], problems: Problems) -> Iterator[Mention]:
    opened: dict[str, list[tuple[NodePlace, _Word]]] = {}
    for place, word, piece in _pieces(sentences):
        at, entity = {"column": word.column}, piece.strip("()")
        if not _BRACKET.fullmatch(piece):
            message = f"{quoted(piece)} is no bracket; ignored"
            problems.add(word.line, "conll2012-bracket", message, **at)
            continue
        if piece.startswith("("):
            opened.setdefault(entity, []).append((place, word))
        if not piece.endswith(")"):
            continue
        if not opened.get(entity):
            message = f"{quoted(piece)} closes no open bracket; ignored"
            problems.add(word.line, "conll2012-unopened", message, **at)
            continue
        first, begin = opened[entity].pop()
        if first.utterance == place.utterance:
            yield mention_of(entity, [(first, place)])
        else:
            done = f"closes in another sentence, line {word.line}; ignored"
            message = f"the bracket ({entity} {done}"
            problems.add(begin.line, "conll2012-crossing", message, column=begin.column)
    for entity, waiting in opened.items():
        for _, word in waiting:
            message = f"the bracket ({entity} is never closed; ignored"
            problems.add(word.line, "conll2012-unclosed", message, column=word.column)


def _pieces(sentences: Sequence[Sequence[_Word]]) -> Iterator[tuple[NodePlace, _Word, str]]:
    for number, words in enumerate(sentences, start=1):
        for n, word in enumerate(words, start=1):
            if word.coreference not in _NONE:
                for piece in word.coreference.split("|"):
                    yield NodePlace(number, n), word, piece


def write(found: Sequence[Interpretation]) -> bytes:
    """Write documents one after the other."""
    names, lines = OwnNames(), []
    for document, one in enumerate(found):
        name = names.own(one_line(one.discourse.name) or "discourse", document)
        brackets = _brackets(mentions_of(one))
        lines.append(f"#begin document ({name}); part 000")
        for number, utterance in enumerate(filter(len, one.discourse.utterances), start=1):
            for n, (form, tag) in enumerate(zip(utterance.forms, utterance.xpos, strict=True)):
                coreference = "|".join(brackets.get(NodePlace(number, n + 1), ())) or "-"
                columns = (name, "0", str(n), form, tag, "*", "-", "-", "-", "-", "*", coreference)
                lines.append("\t".join(map(one_line, columns)))
            lines.append("")
        lines.append("#end document")
    return encoded(lines)


def _brackets(mentions: Sequence[Mention]) -> dict[NodePlace, list[str]]:
    """Return the brackets at each word; longer mentions open first and close last."""
    brackets: dict[NodePlace, list[str]] = {}
    spans = [(*span, one.entity.removeprefix("e")) for one in mentions for span in one.spans]
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
