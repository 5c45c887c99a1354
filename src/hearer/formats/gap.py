"""GAP: which of two names an ambiguous pronoun refers to.

Every example is a document with three mentions.

Kellie Webster, Marta Recasens, Vera Axelrod & Jason Baldridge (2018). Mind the GAP. TACL 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import Entities, Stretch, in_text_order, mention_of, offsets_of
from hearer.formats.format import Format, Holds, Problems, Reading, quoted
from hearer.formats.unparsed import tokenized
from hearer.model import Discourse
from hearer.model.state import number_of

COLUMNS = (
    "ID", "Text", "Pronoun", "Pronoun-offset",
    "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL",
)  # fmt: skip
HEADER = "\t".join(COLUMNS)


class GapName(NamedTuple):
    """A name, its offset in the text, and whether the pronoun refers to it."""

    text: str
    offset: int
    is_referent: bool

    @property
    def stretch(self) -> Stretch:
        return Stretch(self.offset, self.offset + len(self.text))


class GapExample(NamedTuple):
    """A text, a pronoun in it with its offset, and the two names."""

    name: str
    text: str
    pronoun: str
    offset: int
    a: GapName
    b: GapName
    url: str = ""


@dataclass(frozen=True, slots=True)
class GapEntities(Entities):
    """The entities of an example, and the example."""

    example: GapExample | None = None


def examples_of(documents: Iterable[Discourse]) -> tuple[GapExample, ...]:
    """Return the examples that documents were read from."""
    sources = (document.source for document in documents)
    return tuple(s.example for s in sources if isinstance(s, GapEntities) and s.example)


def read(content: bytes, path: str = "") -> Reading:
    r"""Read the examples of a file; lines that are none are reported and ignored.

    >>> row = "x\tAnn met Sue. She left.\tShe\t13\tAnn\t0\tTRUE\tSue\t8\tFALSE\turl"
    >>> (document,) = read(f"{HEADER}\n{row}\n".encode(), "")
    >>> examples_of([document])[0].a
    GapName(text='Ann', offset=0, is_referent=True)
    """
    documents, problems = [], Problems(path)
    for number, line in lines_of(decoded(content, problems)):
        columns = line.split("\t")
        if number == 1 and columns[: len(COLUMNS)] == list(COLUMNS):
            continue
        if number == 1:
            message = f"the first line is not the header {quoted(HEADER)}; read as an example"
            problems.add(number, "gap-header", message, column=1)
        if not line.strip():
            continue
        if wrong := _wrong(line, columns):
            message, column = wrong
            problems.add(number, "gap-columns", f"{message}; ignored", column=column)
        else:
            documents.append(_document(columns, path))
    return Reading(documents, path=path, problems=problems)


def _wrong(line: str, columns: Sequence[str]) -> tuple[str, int] | None:
    """Return why a line is no example, and the column of the error."""
    starts = [0, *accumulate(len(column) + 1 for column in columns)]
    if len(columns) != len(COLUMNS):
        return f"{quoted(line)} has {len(columns)} columns, not {len(COLUMNS)}", 1
    for n in (6, 9):
        if columns[n].upper() not in {"TRUE", "FALSE"}:
            return f"{COLUMNS[n]} is {quoted(columns[n])}, not TRUE or FALSE", starts[n] + 1
    for n in (2, 4, 7):
        offset = number_of(columns[n + 1])
        if offset is None or not columns[n] or not columns[1].startswith(columns[n], offset):
            said = f"{quoted(columns[n])} is not at {quoted(columns[n + 1])} of the text"
            return said, starts[n + 1] + 1
    return None


def _document(columns: Sequence[str], path: str) -> Discourse:
    """Return a document in which the pronoun is one with the name it refers to, or alone."""
    name, text, pronoun, offset, *names, url = columns
    a, b = (GapName(names[n], int(names[n + 1]), names[n + 2].upper() == "TRUE") for n in (0, 3))
    example = GapExample(name, text, pronoun, int(offset), a=a, b=b, url=url)
    entity = "e1" if a.is_referent else "e2" if b.is_referent else "e3"
    marked = [("e1", a), ("e2", b), (entity, GapName(pronoun, int(offset), is_referent=True))]
    bare = tokenized(text, [one.stretch for _, one in marked], name=name, path=path)
    offsets = offsets_of(bare)
    placed = ((entity, offsets.span(one.stretch)) for entity, one in marked)
    mentions = in_text_order(mention_of(entity, [span]) for entity, span in placed if span)
    return replace(bare, source=GapEntities(mentions, example=example))


FORMAT = Format(
    name="gap",
    description="GAP: ambiguous pronouns",
    suffixes=(".tsv",),
    holds=frozenset({Holds.ENTITIES, Holds.SPACES}),
    sniff=lambda content: content.startswith(HEADER.encode()),
    read=read,
)
