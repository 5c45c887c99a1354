"""Coreference as CorefUD and GUM write it: what stands in MISC, as values.

Place, Span, Mention        where an entity is mentioned, and what is said of it
Bridge, SplitAntecedent     links between entities, at the word that has them
Entities                    all of these of one document
fields_of                   the field names that `# global.Entity` declares
nodes_of                    the words and empty nodes of a document

The format: https://ufal.mff.cuni.cz/corefud (version 1.2) and GUM's older one, whose header
begins with GRP. Only the last field may have hyphens in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hearer.errors import UsageError
from hearer.formats.conllu_file import ID, MISC, Document, key_of
from hearer.model import Discourse, Problem

__all__ = [
    "COREFERENCE_KEYS",
    "OFFICIAL",
    "Bridge",
    "Entities",
    "Mention",
    "Node",
    "Place",
    "Span",
    "SplitAntecedent",
    "document_of",
    "entity_field",
    "fields_of",
    "nodes_of",
]

OFFICIAL = ("eid", "etype", "head", "other")
COREFERENCE_KEYS = ("Bridge", "Entity", "SplitAnte")
_ENTITY_FIELDS = ("eid", "GRP")


class Place(NamedTuple):
    """A word of an utterance, both counted from 1, or the empty node so many behind it."""

    utterance: int
    word: int
    empty: int = 0


class Span(NamedTuple):
    """An unbroken part of a mention, and what its opening bracket says."""

    first: Place
    last: Place
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of an entity: several spans if it is discontinuous."""

    entity: str
    spans: tuple[Span, ...]
    attributes: tuple[tuple[str, str], ...] = ()

    def attribute(self, name: str) -> str:
        """What the field of that name says, or nothing."""
        return next((value for key, value in self.attributes if key == name), "")


@dataclass(frozen=True, slots=True)
class Bridge:
    """The anaphor is understood by way of the antecedent, another entity."""

    place: Place
    antecedent: str
    anaphor: str
    relation: str = ""

    def __str__(self) -> str:
        relation = f":{self.relation}" if self.relation else ""
        return f"{self.antecedent}<{self.anaphor}{relation}"


@dataclass(frozen=True, slots=True)
class SplitAntecedent:
    """The antecedent is one of several entities that the anaphor takes together."""

    place: Place
    antecedent: str
    anaphor: str

    def __str__(self) -> str:
        return f"{self.antecedent}<{self.anaphor}"


@dataclass(frozen=True, slots=True)
class Entities:
    """The coreference of a document, in the order its brackets open in the text."""

    mentions: tuple[Mention, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    split_antecedents: tuple[SplitAntecedent, ...] = ()
    fields: tuple[str, ...] = OFFICIAL
    problems: tuple[Problem, ...] = ()


class Node(NamedTuple):
    """A word or an empty node, in line `line` of its file."""

    place: Place
    line: int
    misc: str


def document_of(discourse: Discourse) -> Document:
    """The CoNLL-U that a discourse was read from."""
    if not isinstance(discourse.source, Document):
        raise UsageError(f"The discourse {discourse.name!r} was not read from CoNLL-U.")
    return discourse.source


def fields_of(document: Document) -> tuple[str, ...] | None:
    """The fields that `# global.Entity` declares, if it is there."""
    comments = (comment for sentence in document.sentences for comment in sentence.comments)
    for key, value in map(key_of, comments):
        if key == "global.Entity":
            return tuple(value.split("-"))
    return None


def entity_field(fields: Sequence[str]) -> int | None:
    """The index of the field that says which entity it is."""
    return next((fields.index(name) for name in _ENTITY_FIELDS if name in fields), None)


def nodes_of(document: Document) -> Iterator[Node]:
    """All words and empty nodes, in the order of their lines.

    Utterances are counted as in the discourse: sentences without words are none.
    """
    sentences = [sentence for sentence in document.sentences if len(sentence)]
    for number, sentence in enumerate(sentences, start=1):
        words = zip(sentence.word_lines, sentence.columns[MISC], strict=True)
        nodes = [Node(Place(number, n), line, misc) for n, (line, misc) in enumerate(words, 1)]
        empty = [other for other in sentence.others if "." in other.columns[ID]]
        behind: Counter[int] = Counter()
        for other in empty:
            word = bisect_left(sentence.word_lines, other.line)
            behind[word] += 1
            place = Place(number, word, behind[word])
            nodes.append(Node(place, other.line, other.columns[MISC]))
        yield from sorted(nodes) if empty else nodes
