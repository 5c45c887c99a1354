"""CoNLL-2012, as OntoNotes and LitBank have it: one word a line, coreference in the last column.

Columns are separated by tabs or spaces; the fourth is the word. Coreference is "(3", "3)" or "(3)",
several joined by "|", or "-", "_" or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.formats.annotation import mentions_of
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import Bracket, Mention, NodePlace, OpenBrackets, bracketed, mention_of
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, one_line, quoted
from hearer.formats.unparsed import BareSentence, bare_discourse, with_entities
from hearer.model import Interpretation
from hearer.model.state import number_of
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


def read(content: bytes, path: str = "") -> Reading:
    r"""Read the documents of a file; lines that are no words are reported and ignored.

    >>> file = b"#begin document (a); part 000\na\t0\t0\tShe\t(1)\n\n#end document\n"
    >>> read(file, "")[0].utterances[0].forms
    ('She',)
    """
    problems, names = Problems(path), {0: ""}  # by the line of a #begin; 0: words before the first
    documents: dict[int, list[list[_Word]]] = {0: [[]]}
    ended, now = {0}, 0
    for number, line in lines_of(decoded(content, problems)):
        columns = line.split("\t") if "\t" in line else line.split()
        if line.startswith("#begin document"):
            now, names[number], documents[number] = number, _name(line, number, problems), [[]]
        elif line.startswith("#") or not line.strip():
            documents[now].append([])
            ended |= {now} if line.startswith("#end document") else set()
        elif len(columns) < FEWEST_COLUMNS or not columns[WORD]:
            message = f"{quoted(line)} has no word and coreference; ignored"
            problems.add(number, "conll2012-columns", message, column=1)
        else:
            place = number, line.rindex(columns[-1]) + 1
            documents[now][-1].append(_Word(columns[WORD], columns[-1].strip(), *place))
    for begin in documents.keys() - ended:
        message = f"the document {quoted(names[begin])} has no #end and may be truncated; kept"
        problems.add(begin, "conll2012-end", message, column=1)
    found = []
    for begin, several in documents.items():
        if begin or any(several):
            sentences = [*filter(None, several)]
            bare = (BareSentence(tuple(word.form for word in words)) for words in sentences)
            document = bare_discourse(bare, name=names[begin], path=path)
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
    brackets = OpenBrackets(problems, unopened="conll2012-unopened", unclosed="conll2012-unclosed")
    for place, (_, _, line, column), piece in _pieces(sentences):
        entity = piece.strip("()")
        if not _BRACKET.fullmatch(piece):
            message = f"{quoted(piece)} is no bracket; ignored"
            problems.add(line, "conll2012-bracket", message, column=column)
            continue
        if piece.startswith("("):
            brackets.open(entity, Bracket(place, line, column))
        if piece.endswith(")") and (begin := brackets.close(entity, line, column)):
            if begin.place.utterance == place.utterance:
                yield mention_of(entity, [(begin.place, place)])
                continue
            message = f"the bracket ({entity} closes in another sentence, line {line}; ignored"
            problems.add(begin.line, "conll2012-crossing", message, column=begin.column)
    brackets.end()


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
        spans = [(span, m.entity.removeprefix("e")) for m in mentions_of(one) for span in m.spans]
        brackets = bracketed([(span, f"({entity}", f"{entity})") for span, entity in spans])
        lines.append(f"#begin document ({name}); part 000")
        first = f"_{name}" if name.startswith("#") else name  # a row with # would be a comment
        for number, utterance in enumerate(filter(len, one.discourse.utterances), start=1):
            for n, (form, tag) in enumerate(zip(utterance.forms, utterance.xpos, strict=True)):
                opening, single, closing = brackets.get(NodePlace(number, n + 1), ((), (), ()))
                coreference = "|".join((*opening, *(f"{one})" for one in single), *closing)) or "-"
                columns = (first, "0", str(n), form, tag, "*", "-", "-", "-", "-", "*", coreference)
                lines.append("\t".join(map(one_line, columns)))
            lines.append("")
        lines.append("#end document")
    return encoded(lines)


FORMAT = Format(
    name="conll2012",
    description="CoNLL-2012: OntoNotes, LitBank",
    suffixes=(".conll",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS}),
    sniff=lambda content: content.lstrip().startswith(b"#begin document"),
    read=read,
    write=write,
)
