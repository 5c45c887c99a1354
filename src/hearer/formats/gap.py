"""GAP: which of two names an ambiguous pronoun refers to.

    FORMAT         every example is a document with a pronoun and two names
    GapExample     a text, a pronoun in it, and two names
    read           the examples of a file as documents; `examples_of`, the examples they came from
    write          the ambiguous pronouns of documents as examples

Written is one row for every he, she, him, her, his, hers of a chain, with the latest name of what
it refers to and the latest name of another entity before it; a pronoun that has not both gives no
row. The text is that of the document, or as much of it as a row may have, from the first of the two
names on; names further back give no row. A document that was read from GAP gives the row it came
from, with TRUE and FALSE as its entities say.

Kellie Webster, Marta Recasens, Vera Axelrod & Jason Baldridge (2018). Mind the GAP. TACL 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from hearer.formats.annotation import entities_in
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import (
    Entities,
    Stretch,
    in_text_order,
    in_words,
    mention_of,
    offsets_of,
)
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, one_line, quoted
from hearer.formats.unparsed import is_pronoun, tokenized
from hearer.limits import LONGEST_SNIPPET, number_of
from hearer.model import Discourse, Interpretation
from hearer.model.pronouns import PronounCase, lexemes

COLUMNS = (
    "ID", "Text", "Pronoun", "Pronoun-offset",
    "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL",
)  # fmt: skip
HEADER = "\t".join(COLUMNS)
_TRUTH = frozenset({"TRUE", "FALSE"})
PRONOUNS = frozenset(  # GAP has no reflexives
    form
    for form, lexeme in lexemes(cases=frozenset(PronounCase) - {PronounCase.REFLEXIVE}).items()
    if lexeme in {"he", "she"}
)


class GapName(NamedTuple):
    """A name, its offset in the text, and whether the pronoun refers to it."""

    text: str
    offset: int
    is_referent: bool

    @property
    def stretch(self) -> Stretch:
        return Stretch(self.offset, self.offset + len(self.text))


class GapExample(NamedTuple):
    """A text, a pronoun and where it stands, and the two names."""

    name: str
    text: str
    pronoun: str
    offset: int
    a: GapName
    b: GapName
    url: str = ""


@dataclass(frozen=True, slots=True)
class GapEntities(Entities):
    """What an example says, and the example."""

    example: GapExample | None = None


def examples_of(documents: Iterable[Discourse]) -> tuple[GapExample, ...]:
    """The examples that documents were read from."""
    sources = (document.source for document in documents)
    return tuple(s.example for s in sources if isinstance(s, GapEntities) and s.example)


# Reading ----------------------------------------------------------------------------------------


def read(content: bytes, path: str = "") -> Reading:
    r"""The examples of a file; a line that is none is reported and left aside.

    >>> row = "x\tAnn met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl"
    >>> (document,) = read(f"{HEADER}\n{row}\n".encode(), "")
    >>> examples_of([document])[0].a
    GapName(text='Ann', offset=0, is_referent=True)
    """
    documents, problems = [], Problems(path)
    for number, line in lines_of(decoded(content, problems)):
        if number == 1 and line.split("\t")[: len(COLUMNS)] == list(COLUMNS):
            continue
        if number == 1:
            message = f"the first line is not the header {quoted(HEADER)}; read as an example"
            problems.add(number, "gap-header", message, column=1)
        if not line.strip():
            continue
        if wrong := _wrong(line):
            message, column = wrong
            problems.add(number, "gap-columns", f"{message}; left aside", column=column)
        else:
            documents.append(_document(_example(line.split("\t")), path))
    return Reading(documents, path=path, problems=problems)


def _wrong(line: str) -> tuple[str, int] | None:
    """Why a line is no example, and the column where that is seen."""
    columns = line.split("\t")
    starts = [0, *accumulate(len(column) + 1 for column in columns)]
    if len(columns) != len(COLUMNS):
        return f"{quoted(line)} has {len(columns)} columns, not {len(COLUMNS)}", 1
    for n, column in enumerate(columns):
        is_said = column.upper() in _TRUTH or not COLUMNS[n].endswith("-coref")
        if not is_said:
            return f"{COLUMNS[n]} is {quoted(column)}, not TRUE or FALSE", starts[n] + 1
    for n in (2, 4, 7):
        offset = number_of(columns[n + 1])
        if offset is None or not columns[n] or not columns[1].startswith(columns[n], offset):
            said = f"{quoted(columns[n])} does not stand at {quoted(columns[n + 1])} of the text"
            return said, starts[n + 1] + 1
    return None


def _example(columns: list[str]) -> GapExample:
    name, text, pronoun, offset, *rest, url = columns
    a, a_offset, a_coref, b, b_offset, b_coref = rest
    return GapExample(
        name,
        text,
        pronoun,
        int(offset),
        a=GapName(a, int(a_offset), a_coref.upper() == "TRUE"),
        b=GapName(b, int(b_offset), b_coref.upper() == "TRUE"),
        url=url,
    )


def _document(example: GapExample, path: str) -> Discourse:
    """A document; the pronoun is one with the name it refers to, or alone."""
    entity = "e1" if example.a.is_referent else "e2" if example.b.is_referent else "e3"
    pronoun = GapName(example.pronoun, example.offset, is_referent=True)
    marked = [("e1", example.a), ("e2", example.b), (entity, pronoun)]
    stretches = [name.stretch for _, name in marked]
    bare = tokenized(example.text, stretches, name=example.name, path=path)
    offsets = offsets_of(bare)
    placed = ((entity, offsets.span(name.stretch)) for entity, name in marked)
    mentions = in_text_order(mention_of(entity, [span]) for entity, span in placed if span)
    return replace(bare, source=GapEntities(mentions, example=example))


# Writing ----------------------------------------------------------------------------------------


class _Marked(NamedTuple):
    """A mention and where it stands."""

    entity: str
    text: str
    start: int
    is_pronoun: bool

    def has(self, name: GapName) -> bool:
        return self.start <= name.offset and name.stretch.end <= self.start + len(self.text)


def write(found: Sequence[Interpretation]) -> bytes:
    """A header, and the rows of all documents."""
    rows = (_row(example) for one in found for example in _examples(one))
    return encoded((HEADER, *rows))


def _examples(found: Interpretation) -> Iterator[GapExample]:
    marked = _marked(found)
    read = examples_of([found.discourse])
    if not read:
        return _made(found.discourse, marked)
    return (_judged(example, marked) for example in read)


def _marked(found: Interpretation) -> list[_Marked]:
    text, offsets = found.discourse.text, offsets_of(found.discourse)
    utterances = tuple(filter(len, found.discourse.utterances))
    marked = []
    for mention in entities_in(found).mentions:
        if words := in_words(mention):
            start, end = offsets.stretch(*words)
            pronoun = is_pronoun(utterances[words.utterance - 1], words)
            marked.append(_Marked(mention.entity, text[start:end], start, pronoun))
    return sorted(marked, key=lambda mark: mark.start)


def _judged(example: GapExample, marked: Sequence[_Marked]) -> GapExample:
    """The example with TRUE where a name and the pronoun are one entity."""
    means = {mark.entity for mark in marked if mark.start == example.offset}
    a, b = (
        name._replace(is_referent=any(m.has(name) and m.entity in means for m in marked))
        for name in (example.a, example.b)
    )
    return example._replace(a=a, b=b)


def _made(discourse: Discourse, marked: Sequence[_Marked]) -> Iterator[GapExample]:
    text = one_line(discourse.text)
    latest: dict[str, _Marked] = {}  # by entity, the latest last
    for mark in marked:
        if not mark.is_pronoun:
            latest.pop(mark.entity, None)
            latest[mark.entity] = mark
        elif mark.text.lower() in PRONOUNS and mark.entity in latest and len(latest) > 1:
            other = next(m for e, m in reversed(latest.items()) if e != mark.entity)
            names = sorted((latest[mark.entity], other), key=lambda name: name.start)
            snippet = _snippet(text, names[0].start, mark.start + len(mark.text))
            if snippet is None:
                continue
            start = snippet.start
            a, b = (GapName(n.text, n.start - start, n.entity == mark.entity) for n in names)
            key, shown = f"{discourse.name}-{mark.start}", text[start : snippet.end]
            yield GapExample(key, shown, mark.text, mark.start - start, a=a, b=b)


def _snippet(text: str, first: int, last: int) -> Stretch | None:
    """What of a text is shown around `first` to `last`: all of it, if it is short enough."""
    if len(text) <= LONGEST_SNIPPET:
        return Stretch(0, len(text))
    end = first + LONGEST_SNIPPET
    if last > end:
        return None
    space = text.rfind(" ", last, end)
    return Stretch(first, space if len(text) > end and space >= 0 else end)


def _row(example: GapExample) -> str:
    name, text, pronoun, offset, *names, url = example
    cells = [name, text, pronoun, str(offset)]
    for one in names:
        cells += [one.text, str(one.offset), str(one.is_referent).upper()]
    return "\t".join(map(one_line, (*cells, url)))


FORMAT = Format(
    name="gap",
    description="GAP: ambiguous pronouns",
    suffixes=(".tsv",),
    holds=frozenset({Holds.ENTITIES, Holds.SPACES}),
    sniff=lambda content: content.startswith(HEADER.encode()),
    read=read,
    write=write,
)
