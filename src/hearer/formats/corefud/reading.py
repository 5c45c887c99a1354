"""Reading `Entity=`, `Bridge=` and `SplitAnte=`.

read_entities       the coreference of a discourse, and what is wrong with it
COREFERENCE_KEYS    the entries of MISC that are coreference

CorefUD has version 1.2 (https://ufal.mff.cuni.cz/corefud), GUM an older one, whose header begins
with GRP. Only the last field may have hyphens in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from operator import itemgetter
from typing import NamedTuple

from hearer.formats.conllu.file import (
    ID,
    MISC,
    ConlluDocument,
    ConlluNode,
    document_of,
    nodes_of,
)
from hearer.formats.entities import OFFICIAL, Entities, EntityLink, Mention, NodePlace, Span
from hearer.formats.format import Problems, quoted
from hearer.model import Discourse

COREFERENCE_KEYS = ("Bridge", "Entity", "SplitAnte")
_PIECE = re.compile(r"(?P<opening>\([^()]*\)?)|(?P<closing>[^()]+\))|(?P<neither>[^()]+|\))")
_LABEL = re.compile(r"([^\[\]]+)(?:\[([1-9][0-9]{0,5})/([1-9][0-9]{0,5})\])?")
_LINK = re.compile(r"([^<,:]+)<([^<,:]+)(?::([^<,]*))?")


def read_entities(discourse: Discourse) -> Entities:
    """The coreference that stands in the CoNLL-U a discourse was read from.

    This is gold: evaluation may look at it, analysis never does.
    """
    document = document_of(discourse)
    reading = _Brackets(document)
    for node in nodes_of(document):
        if "=" in node.misc:
            reading.read(node)
    reading.close()
    return Entities(
        tuple(mention for _, mention in sorted(reading.mentions, key=itemgetter(0))),
        bridges=tuple(reading.links["Bridge"]),
        split_antecedents=tuple(reading.links["SplitAnte"]),
        fields=reading.fields,
        problems=tuple(sorted(reading.problems)),
    )


class _Label(NamedTuple):
    """`e5[1/2]`: the entity, and which of how many parts."""

    entity: str
    part: int
    parts: int


class _Spot(NamedTuple):
    """Where a piece of text stands in the file."""

    line: int
    column: int


@dataclass(slots=True)
class _Open:
    """A bracket that waits to be closed."""

    label: str
    place: NodePlace
    fields: tuple[str, ...]
    spot: _Spot
    number: int


@dataclass(slots=True)
class _Parts:
    """A discontinuous mention of which parts are still to come."""

    label: _Label
    bracket: _Open
    spans: list[Span] = field(default_factory=list)


class _Brackets:
    """Goes through the words of a document and remembers which brackets are open."""

    def __init__(self, document: ConlluDocument) -> None:
        self.mentions: list[tuple[int, Mention]] = []  # with the number of its bracket
        self.links: dict[str, list[EntityLink]] = {"Bridge": [], "SplitAnte": []}
        self.problems = Problems(document.path)
        self._document = document
        self._brackets = 0
        self._open: dict[str, list[_Open]] = {}
        self._parts: dict[_Label, list[tuple[int, _Parts]]] = {}  # by what they wait for
        declared = _declared(document)
        self.fields = declared or OFFICIAL
        named = Entities(fields=declared).entity_field
        self._entity_field = named or 0
        self._is_declared = named is not None
        self._report_ranges()

    def read(self, node: ConlluNode) -> None:
        for key, value, spot in self._entries(node):
            if key == "Entity":
                self._read_brackets(node.place, value, spot)
            else:
                self._read_links(node.place, key, value, spot)

    def close(self) -> None:
        for waiting in self._open.values():
            for bracket in waiting:
                message = f"the bracket of {quoted(bracket.label)} is never closed; left aside"
                self._report(bracket.spot, "corefud-unclosed", message)
        for waiting_parts in self._parts.values():
            for _, parts in waiting_parts:
                self._finish(parts)

    def _report_ranges(self) -> None:
        for sentence in self._document.sentences:
            for other in sentence.others:
                if "-" not in other.columns[ID]:
                    continue
                node = ConlluNode(NodePlace(0, 0), other.line, other.columns[MISC])
                for key, value, spot in self._entries(node):
                    message = f"{key}={quoted(value)} on the range {other.columns[ID]}; not read"
                    self._report(spot, "corefud-range", message)

    def _entries(self, node: ConlluNode) -> Iterator[tuple[str, str, _Spot]]:
        """Key, value and place of the coreference in a MISC column."""
        entries = node.misc.split("|")
        if not any(entry.partition("=")[0] in COREFERENCE_KEYS for entry in entries):
            return
        before = self._document.text_of(node.line).split("\t")[:MISC]
        column = 1 + sum(len(text) + 1 for text in before)
        for entry in entries:
            key, _, value = entry.partition("=")
            if key in COREFERENCE_KEYS:
                yield key, value, _Spot(node.line, column + len(key) + 1)
            column += len(entry) + 1

    def _read_brackets(self, place: NodePlace, value: str, spot: _Spot) -> None:
        if not self._is_declared:
            self._is_declared = True  # once is enough
            message = f"no usable # global.Entity; the fields are read as {'-'.join(self.fields)}"
            self._report(spot, "corefud-header", message)
        for piece in _PIECE.finditer(value):
            here = _Spot(spot.line, spot.column + piece.start())
            text = piece[0]
            if piece["neither"]:
                message = f"{quoted(text)} is no bracket; left aside"
                self._report(here, "corefud-bracket", message)
            elif piece["closing"]:
                self._close_bracket(place, text[:-1], here)
            else:
                self._open_bracket(place, text, here)

    def _open_bracket(self, place: NodePlace, text: str, spot: _Spot) -> None:
        fields = tuple(text.strip("()").split("-", len(self.fields) - 1))
        label = fields[self._entity_field] if len(fields) > self._entity_field else ""
        if not _label(label):
            message = f"the bracket {quoted(text)} names no entity; left aside"
            self._report(spot, "corefud-field", message)
            return
        self._brackets += 1
        bracket = _Open(label, place, fields, spot=spot, number=self._brackets)
        self._open.setdefault(label, []).append(bracket)
        if text.endswith(")"):
            self._close_bracket(place, label, spot)

    def _close_bracket(self, place: NodePlace, label: str, spot: _Spot) -> None:
        waiting = self._open.get(label)
        if not waiting:
            message = f"{quoted(label + ')')} closes what is not open; left aside"
            self._report(spot, "corefud-unopened", message)
            return
        bracket = waiting.pop()
        span = Span(bracket.place, place, bracket.fields)
        parsed = _label(label)
        if parsed and parsed.parts:
            self._add_part(parsed, span, bracket)
        elif parsed:
            self._mention(parsed.entity, (span,), bracket)

    def _add_part(self, label: _Label, span: Span, bracket: _Open) -> None:
        """Add to the latest mention that waits for this part, or begin one with it."""
        waiting = self._parts.get(label)
        begun, parts = heappop(waiting) if waiting else (-bracket.number, _Parts(label, bracket))
        parts.spans.append(span)
        following = label._replace(part=len(parts.spans) + 1)
        if label.part == label.parts:
            self._finish(parts)
        else:
            heappush(self._parts.setdefault(following, []), (begun, parts))

    def _finish(self, parts: _Parts) -> None:
        found, expected = len(parts.spans), parts.label.parts
        if found != expected:
            entity = quoted(parts.label.entity)
            message = f"{found} of {expected} parts of a mention of {entity}; these are kept"
            self._report(parts.bracket.spot, "corefud-part", message)
        self._mention(parts.label.entity, tuple(parts.spans), parts.bracket)

    def _mention(self, entity: str, spans: tuple[Span, ...], bracket: _Open) -> None:
        pairs = zip(self.fields, spans[0].fields, strict=False)
        attributes = tuple(pair for n, pair in enumerate(pairs) if n != self._entity_field)
        self.mentions.append((bracket.number, Mention(entity, spans, attributes)))

    def _read_links(self, place: NodePlace, key: str, value: str, spot: _Spot) -> None:
        column = spot.column
        for text in value.split(","):
            link = _LINK.fullmatch(text)
            if not link or (key == "SplitAnte" and link[3] is not None):
                message = f"{quoted(text)} in {key} is no antecedent<anaphor; left aside"
                self._report(_Spot(spot.line, column), "corefud-link", message)
            else:
                self.links[key].append(EntityLink(place, link[1], link[2], link[3] or ""))
            column += len(text) + 1

    def _report(self, spot: _Spot, code: str, message: str) -> None:
        self.problems.add(spot.line, code, message, column=spot.column)


def _declared(document: ConlluDocument) -> tuple[str, ...]:
    """The fields that `# global.Entity` declares, if it is there; it holds for a whole file."""
    return tuple(document.declared.split("-")) if document.declared else ()


def _label(text: str) -> _Label | None:
    """What an entity field says, or nothing if it is badly spelled.

    >>> _label("e5[1/2]"), _label("e5"), _label("e5[2/1]")
    (_Label(entity='e5', part=1, parts=2), _Label(entity='e5', part=0, parts=0), None)
    """
    match = _LABEL.fullmatch(text)
    if not match:
        return None
    part, parts = int(match[2] or 0), int(match[3] or 0)
    return _Label(match[1], part, parts) if part <= parts else None
