"""Coreference in the MISC column of CoNLL-U: `Entity=`, `Bridge=` and `SplitAnte=`.

CorefUD has version 1.2 (https://ufal.mff.cuni.cz/corefud), GUM an older one, whose header begins
with GRP. Only the last field may have hyphens in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from operator import itemgetter
from typing import NamedTuple

from hearer.formats.conllu.file import (
    FIELDS,
    ID,
    MISC,
    ConlluDocument,
    ConlluNode,
    document_of,
    key_of,
    nodes_of,
)
from hearer.formats.decoding import BOM
from hearer.formats.entities import (
    OFFICIAL,
    Entities,
    EntityLink,
    Mention,
    NodePlace,
    Span,
    chained,
    in_words,
)
from hearer.formats.format import PROGRAM, Problems, in_bytes, quoted
from hearer.formats.unparsed import head_of, is_pronoun
from hearer.model import Discourse, Utterance

KEYS = ("Bridge", "Entity", "SplitAnte")
GUM_FIELDS = ("GRP", "etype", "infstat", "minspan", "link", "identity")
_GENERATOR = "generator"
_PIECE = re.compile(r"(?P<opening>\([^()]*\)?)|(?P<closing>[^()]+\))|(?P<neither>[^()]+|\))")
_LABEL = re.compile(r"([^\[\]]+)(?:\[([1-9][0-9]{0,5})/([1-9][0-9]{0,5})\])?")
_LINK = re.compile(r"([^<,:]+)<([^<,:]+)(?::([^<,]*))?")
_SYNTAX = re.compile(r"[()|\s]")  # would end a bracket, an entry of MISC or a column
_Label = tuple[str, int, int]  # e5[1/2]: the entity, and which of how many parts; 0: of one


def read_entities(discourse: Discourse) -> Entities:
    """Read the coreference in the CoNLL-U that a discourse was read from.

    This is gold: evaluation may use it, analysis never does.
    """
    document = document_of(discourse)
    reading = _Brackets(document)
    for node in nodes_of(document):
        if "=" in node.misc:
            for key, value, line, column in reading.entries(node):
                if key == "Entity":
                    reading.read_brackets(node.place, value, line, column)
                else:
                    reading.read_links(node.place, key, value, line, column=column)
    reading.close()
    return Entities(
        tuple(mention for _, mention in sorted(reading.mentions, key=itemgetter(0))),
        bridges=tuple(reading.links["Bridge"]),
        split_antecedents=tuple(reading.links["SplitAnte"]),
        fields=reading.fields,
        problems=tuple(sorted(reading.problems)),
    )


class _Open(NamedTuple):
    """An opening bracket, with its number in the document."""

    number: int
    place: NodePlace
    fields: tuple[str, ...]
    line: int
    column: int


class _Brackets:
    """Reads the words of a document one after the other, with the brackets that are open."""

    def __init__(self, document: ConlluDocument) -> None:
        self.mentions: list[tuple[int, Mention]] = []  # with the numbers of their brackets
        self.links: dict[str, list[EntityLink]] = {"Bridge": [], "SplitAnte": []}
        self.problems = Problems(document.path)
        self._document = document
        self._count = 0
        self._open: dict[str, list[_Open]] = {}
        # Discontinuous mentions by the part they wait for, the latest first.
        self._parts: dict[_Label, list[tuple[int, _Open, list[Span]]]] = {}
        declared = tuple(document.declared.split("-")) if document.declared else ()
        self.fields = declared or OFFICIAL
        named = Entities(fields=declared).entity_field
        self._entity_field = named or 0
        self._is_declared = named is not None
        for other in (other for one in document.sentences for other in one.others):
            if "-" in other.columns[ID]:
                node = ConlluNode(NodePlace(0, 0), other.line, other.columns[MISC])
                for key, value, line, column in self.entries(node):
                    message = f"{key}={quoted(value)} on the range {other.columns[ID]}; not read"
                    self.problems.add(line, "corefud-range", message, column=column)

    def entries(self, node: ConlluNode) -> Iterator[tuple[str, str, int, int]]:
        """Return key, value, line and column of the coreference in a MISC column."""
        entries = node.misc.split("|")
        if not any(entry.partition("=")[0] in KEYS for entry in entries):
            return
        before = self._document.text_of(node.line).split("\t")[:MISC]
        column = 1 + sum(len(text) + 1 for text in before)
        for entry in entries:
            key, _, value = entry.partition("=")
            if key in KEYS:
                yield key, value, node.line, column + len(key) + 1
            column += len(entry) + 1

    def read_brackets(self, place: NodePlace, value: str, line: int, column: int) -> None:
        if not self._is_declared:
            self._is_declared = True  # reported once
            message = f"no usable # global.Entity; the fields are read as {'-'.join(self.fields)}"
            self.problems.add(line, "corefud-header", message, column=column)
        for piece in _PIECE.finditer(value):
            text, at = piece[0], column + piece.start()
            if piece["neither"]:
                message = f"{quoted(text)} is no bracket; ignored"
                self.problems.add(line, "corefud-bracket", message, column=at)
            elif piece["closing"]:
                self._close(place, text[:-1], line, at)
            else:
                self._open_bracket(place, text, line, at)

    def _open_bracket(self, place: NodePlace, text: str, line: int, column: int) -> None:
        fields = tuple(text.strip("()").split("-", len(self.fields) - 1))
        label = fields[self._entity_field] if len(fields) > self._entity_field else ""
        if not _label(label):
            message = f"the bracket {quoted(text)} names no entity; ignored"
            self.problems.add(line, "corefud-field", message, column=column)
            return
        self._count += 1
        bracket = _Open(self._count, place, fields, line=line, column=column)
        self._open.setdefault(label, []).append(bracket)
        if text.endswith(")"):
            self._close(place, label, line, column)

    def _close(self, place: NodePlace, text: str, line: int, column: int) -> None:
        label = _label(text)
        if not self._open.get(text) or label is None:
            message = f"{quoted(text + ')')} closes no open bracket; ignored"
            self.problems.add(line, "corefud-unopened", message, column=column)
            return
        bracket = self._open[text].pop()
        entity, part, parts = label
        waiting = self._parts.get(label)
        # A part goes to the latest mention that waits for it, or begins one.
        begun, first, spans = heappop(waiting) if waiting else (-bracket.number, bracket, [])
        spans.append(Span(bracket.place, place))
        if part == parts:
            self._mention(label, first, spans, repeats=part > 1 and len(bracket.fields) > 1)
        else:
            following = entity, len(spans) + 1, parts
            heappush(self._parts.setdefault(following, []), (begun, first, spans))

    def _mention(
        self, label: _Label, bracket: _Open, spans: Sequence[Span], *, repeats: bool = False
    ) -> None:
        entity, _, parts = label
        if len(spans) < parts:
            found = f"{len(spans)} of {parts} parts of a mention of {quoted(entity)}"
            place = bracket.line, "corefud-part", f"{found}; these are kept"
            self.problems.add(*place, column=bracket.column)
        pairs = zip(self.fields, bracket.fields, strict=False)
        attributes = tuple(pair for n, pair in enumerate(pairs) if n != self._entity_field)
        mention = Mention(entity, tuple(spans), attributes, repeats)
        self.mentions.append((bracket.number, mention))

    def close(self) -> None:
        for label, brackets in self._open.items():
            for bracket in brackets:
                message = f"the bracket of {quoted(label)} is never closed; ignored"
                self.problems.add(bracket.line, "corefud-unclosed", message, column=bracket.column)
        for waiting, mentions in self._parts.items():
            for _, bracket, spans in mentions:
                self._mention(waiting, bracket, spans)

    def read_links(self, place: NodePlace, key: str, value: str, line: int, column: int) -> None:
        for text in value.split(","):
            link = _LINK.fullmatch(text)
            if not link or (key == "SplitAnte" and link[3] is not None):
                message = f"{quoted(text)} in {key} is no antecedent<anaphor; ignored"
                self.problems.add(line, "corefud-link", message, column=column)
            else:
                self.links[key].append(EntityLink(place, link[1], link[2], link[3] or ""))
            column += len(text) + 1


def _label(text: str) -> _Label | None:
    """Parse an entity field; return None if it is misspelled.

    >>> _label("e5[1/2]"), _label("e5"), _label("e5[2/1]")
    (('e5', 1, 2), ('e5', 0, 0), None)
    """
    match = _LABEL.fullmatch(text)
    part, parts = (int(match[2] or 0), int(match[3] or 0)) if match else (1, 0)
    return (match[1], part, parts) if match and part <= parts else None


# Writing ----------------------------------------------------------------------------------------


def write_entities(document: ConlluDocument, entities: Entities, by: str = "") -> bytes:
    """Write a document with `entities` in place of its coreference; all else stays as it is.

    `by` is the program that found the entities.
    """
    entries = _entries(entities)
    lines = list(document.lines)
    mark = BOM if lines[0].startswith(BOM) else ""
    lines[0] = lines[0].removeprefix(BOM)
    for node in nodes_of(document):
        if node.place in entries or "=" in node.misc:
            n = node.line - document.first_line
            lines[n] = _with_misc(lines[n], entries.get(node.place, {}))
    header = [f"# {FIELDS} = {'-'.join(entities.fields)}"] if entities.fields else []
    header += [f"# {_GENERATOR} = {by}"] if by else []
    lines = _with_header(document, lines, header)
    return in_bytes(mark + document.line_end.join(lines))


def _entries(entities: Entities) -> dict[NodePlace, dict[str, str]]:
    """Return the MISC entries of every word that gets some."""
    entries = {place: {"Entity": text} for place, text in _brackets(entities).items()}
    for key, links in (("Bridge", entities.bridges), ("SplitAnte", entities.split_antecedents)):
        for link in links:
            there = entries.setdefault(link.place, {})
            there[key] = f"{there[key]},{link}" if key in there else str(link)
    return entries


def _brackets(entities: Entities) -> dict[NodePlace, str]:
    """Return the brackets at every word where a span begins or ends.

    Longer spans open first and close last. What closes goes before what opens: the other way
    round, "(e1-person-1-" and "e2)" would read as one bracket. Where nothing opens, one-word
    spans go before what closes, as in GUM.
    """
    spans: list[tuple[Span, str, str]] = []  # with the label and all fields
    for mention in entities.mentions:
        fields = [value for _, value in mention.attributes]
        parts = len(mention.spans)
        for n, span in enumerate(mention.spans, start=1):
            label = f"{mention.entity}[{n}/{parts}]" if parts > 1 else mention.entity
            at = entities.entity_field or 0
            own = fields if n == 1 or mention.repeats else []
            spans.append((span, label, "-".join((*own[:at], label, *own[at:]))))
    opening: dict[NodePlace, list[str]] = {}
    closing: dict[NodePlace, list[str]] = {}
    single: dict[NodePlace, list[str]] = {}
    for span, _, text in sorted(spans, key=lambda one: one[0].last, reverse=True):
        if span.first == span.last:
            single.setdefault(span.first, []).append(f"({text})")
        else:
            opening.setdefault(span.first, []).append(f"({text}")
    # Equal spans close in the reverse of the order in which they open.
    for span, label, _ in sorted(spans, key=lambda one: one[0].first)[::-1]:
        if span.first != span.last:
            closing.setdefault(span.last, []).append(f"{label})")
    return {
        place: "".join(
            (*closing.get(place, ()), *opening[place], *single.get(place, ()))
            if place in opening
            else (*single.get(place, ()), *closing.get(place, ()))
        )
        for place in (opening | single | closing)
    }


def _with_misc(line: str, entries: Mapping[str, str]) -> str:
    """Replace the coreference of a line; an entry goes where the old one of its key was."""
    text = line.removesuffix("\r")
    columns = text.split("\t")
    old = columns[MISC].split("|") if len(columns) > MISC else []
    new = _merged(old, entries)
    if new == old or (not entries and len(columns) <= MISC):
        return line
    columns += ["_"] * (MISC + 1 - len(columns))
    columns[MISC] = "|".join(new) or "_"
    return "\t".join(columns) + line[len(text) :]


def _merged(old: Iterable[str], entries: Mapping[str, str]) -> list[str]:
    """Merge new entries into old ones; one whose key is new is inserted alphabetically."""
    left = dict(entries)
    merged = []
    for entry in old:
        key = entry.partition("=")[0]
        if key not in KEYS:
            merged.append(entry)
        elif key in left:
            merged.append(f"{key}={left.pop(key)}")
    if left and merged == ["_"]:
        merged = []
    for key in sorted(left):
        after = (n for n, entry in enumerate(merged) if entry.lower() > key.lower())
        merged.insert(next(after, len(merged)), f"{key}={left[key]}")
    return merged


def _with_header(document: ConlluDocument, lines: list[str], header: list[str]) -> list[str]:
    """Put the header where an old one was, else after `# newdoc`, else at the top."""
    if not document.sentences:
        return lines
    keys = [key_of(line) if line.startswith("#") else ("", "") for line in lines]
    replaces = [FIELDS, *([_GENERATOR] if len(header) > 1 else [])]
    old = [
        n
        for n, (key, value) in enumerate(keys)
        if key in replaces and (key == FIELDS or value.startswith(PROGRAM))
    ]
    begin = document.sentences[0].line - document.first_line
    comments = range(begin, begin + len(document.sentences[0].comments))
    behind = (n + 1 for n in comments if keys[n][0] in {"newdoc", "newdoc id"})
    place = old[0] if old else next(behind, begin)
    beside = lines[old[0] if old else max(place - 1, 0)]
    end = "\r" if beside.endswith("\r") else ""
    superfluous = frozenset(old)
    after = [line for n, line in enumerate(lines) if n >= place and n not in superfluous]
    return [*lines[:place], *(line + end for line in header), *after]


# The fields of CorefUD and of GUM ---------------------------------------------------------------


def spelled(value: str) -> str:
    """Replace the characters that a field of a bracket cannot contain by `_`.

    >>> spelled("person (group)")
    'person__group_'
    """
    return _SYNTAX.sub("_", value).replace("-", "_")


def as_corefud(entities: Entities, discourse: Discourse) -> Entities:
    """Convert entities to the fields of CorefUD, followed by the other fields they have."""
    rest = [name for name in entities.fields if name not in {"eid", "GRP", "etype", "head"}]
    return _fitted(entities, discourse, (*OFFICIAL[:-1], *(rest or OFFICIAL[-1:])))


def as_gum(entities: Entities, discourse: Discourse) -> Entities:
    """Convert entities to the fields of GUM, among the other fields they have."""
    own = [name for name in entities.fields if name not in {*OFFICIAL, "GRP"}]
    added = [name for name in GUM_FIELDS[2:] if name not in own]
    last = ["identity"] if "identity" in added else []
    fields = ("GRP", "etype", *(name for name in added if name != "identity"), *own, *last)
    return _fitted(entities, discourse, fields)


def _fitted(entities: Entities, discourse: Discourse, fields: tuple[str, ...]) -> Entities:
    """Convert the attributes of all mentions to `fields`; known values stay, others are derived."""
    utterances = tuple(filter(len, discourse.utterances))
    size = {name: len(chain) for name, chain in chained(entities.mentions).items()}
    latest: dict[str, int] = {}  # the utterance with the latest mention of an entity
    mentions = []
    for mention in entities.mentions:
        known = {key: value for key, value in mention.attributes if value}
        here = mention.spans[0].first.utterance
        distance = here - latest[mention.entity] if mention.entity in latest else None
        latest[mention.entity] = here
        values = _derived(mention, utterances, distance, is_alone=size[mention.entity] == 1) | known
        *middle, last = (values.get(key, "") for key in fields[1:])
        given = [*map(spelled, middle), _SYNTAX.sub("_", last)]
        while given and not given[-1] and fields[0] == "GRP":
            given.pop()  # GUM omits empty fields at the end
        attributes = tuple(zip(fields[1:], given, strict=False))
        mentions.append(replace(mention, attributes=attributes, repeats=False))
    return replace(entities, mentions=tuple(mentions), fields=fields, problems=())


def _derived(
    mention: Mention, utterances: Sequence[Utterance], distance: int | None, *, is_alone: bool
) -> dict[str, str]:
    """Return the fields of a mention as far as they follow from the text.

    `distance` is the number of utterances since the last mention of the entity, None for the first.
    """
    words = in_words(mention)
    head, pronoun = "1", True  # of an empty node
    if words:
        utterance = utterances[words.utterance - 1]
        pronoun = is_pronoun(utterance, words)
        if len(mention.spans) == 1:
            head = str(head_of(utterance, words) - words.first + 1)
    again = "giv:act" if distance is not None and distance <= 1 else "giv:inact"
    link = "ana" if distance is not None and pronoun else "coref"
    return {
        "head": mention.attribute("minspan").partition(",")[0] or head,
        "minspan": mention.attribute("head") or head,
        "infstat": "new" if distance is None else again,
        "link": "sgl" if is_alone else link,
    }
