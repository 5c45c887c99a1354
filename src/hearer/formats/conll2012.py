"""CoNLL-2012: one word a line, coreference in the last column.

    FORMAT    OntoNotes and LitBank have it
    read      the documents of a file; they have words and no dependency parse
    write     documents with their entities

Columns are separated by tabs or by spaces; the fourth is the word, the last the coreference:
"(3", "3)", "(3)", several joined by "|", or "-", "_" or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hearer.formats.annotation import mentions_of
from hearer.formats.entities import Mention, NodePlace, mention_of
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, lines_of, quoted
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.model import Interpretation

WORD = 3
FEWEST_COLUMNS = 5
_BEGIN = re.compile(r"#begin document \((.*)\)(?:; part (\d+))?")
_BRACKET = re.compile(r"(\()?(\d+)(\))?")
Cells = tuple[str, str]  # a word, and its coreference


def read(content: bytes, path: str = "") -> Reading:
    r"""The documents of a file; what is no word is reported and left aside.

    >>> file = b"#begin document (a); part 000\na\t0\t0\tShe\t(1)\n\n#end document\n"
    >>> read(file, "")[0].utterances[0].forms
    ('She',)
    """
    problems = Problems(path)
    documents = []
    for name, lines in _documents(content, problems):
        if sentences := [cells for cells in lines if cells]:
            bare = (BareSentence(tuple(form for form, _ in cells)) for cells in sentences)
            document = bare_discourse(bare, name=name, path=path)
            documents.append(with_entities(document, _mentions(sentences)))
    return Reading(documents, path=path, problems=problems)


def _documents(content: bytes, problems: Problems) -> Iterator[tuple[str, list[list[Cells]]]]:
    """The name and the sentences of each document; some may be empty."""
    name = ""
    sentences: list[list[Cells]] = [[]]
    for number, line in lines_of(content):
        columns = line.split("\t") if "\t" in line else line.split()
        if line.startswith("#begin document"):
            yield name, sentences
            name, sentences = _name(line), [[]]
        elif line.startswith("#") or not line.strip():
            sentences.append([])
        elif len(columns) >= FEWEST_COLUMNS and columns[WORD]:
            sentences[-1].append((columns[WORD], columns[-1].strip()))
        else:
            message = f"{quoted(line)} has no word and coreference; left aside"
            problems.add(number, "conll2012-columns", message)
    yield name, sentences


def _name(line: str) -> str:
    """The name of a document, and its part, unless that is the first."""
    found = _BEGIN.match(line)
    if not found:
        return ""
    part = int(found[2] or 0)
    return f"{found[1]}-{part}" if part else found[1]


def _mentions(sentences: Sequence[Sequence[Cells]]) -> Iterator[Mention]:
    """The mentions of a document; brackets that do not fit are left aside."""
    waiting: dict[str, list[NodePlace]] = {}
    for number, cells in enumerate(sentences, start=1):
        for n, (_, coreference) in enumerate(cells, start=1):
            place = NodePlace(number, n)
            for opens, entity, closes in _BRACKET.findall(coreference):
                if opens:
                    waiting.setdefault(entity, []).append(place)
                if closes and waiting.get(entity):
                    yield mention_of(entity, [(waiting[entity].pop(), place)])


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents, one after the other."""
    return encoded(line for one in found for line in _lines(one))


def _lines(found: Interpretation) -> Iterator[str]:
    brackets = _brackets(mentions_of(found))
    name = found.discourse.name or "discourse"
    yield f"#begin document ({name}); part 000"
    for number, utterance in enumerate(filter(len, found.discourse.utterances), start=1):
        for n, (form, tag) in enumerate(zip(utterance.forms, utterance.xpos, strict=True)):
            coreference = "|".join(brackets.get(NodePlace(number, n + 1), ())) or "-"
            columns = (name, "0", str(n), form, tag, "*", "-", "-", "-", "-", "*", coreference)
            yield "\t".join(columns)
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
