"""CoNLL-U among the formats: CorefUD and GUM, with entities in MISC, and plain CoNLL-U.

CorefUD has version 1.2 (https://ufal.mff.cuni.cz/corefud), GUM an older one, whose header begins
with GRP; it is only read. In a file of CorefUD an entity has one name, so the numbers of a document
go on where those before it end. Documents and sentences of several files get unique names.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter

from hearer.errors import UsageError
from hearer.formats import conllu
from hearer.formats.annotation import Annotation, entities_in, entities_of, mentions_of
from hearer.formats.conllu import ConlluDocument
from hearer.formats.conllu.discourse import conllu_of, one_line
from hearer.formats.conllu.file import FIELDS, ID, MISC, ConlluNode, document_of, key_of, nodes_of
from hearer.formats.decoding import BOM, sniffable
from hearer.formats.entities import (
    OFFICIAL,
    Bracket,
    Entities,
    EntityLink,
    Mention,
    NodePlace,
    OpenBrackets,
    Span,
    bracketed,
    chained,
    in_words,
)
from hearer.formats.format import (
    PROGRAM,
    Format,
    Holds,
    Problems,
    Reading,
    generator,
    in_bytes,
    quoted,
)
from hearer.formats.unparsed import head_of
from hearer.model import Discourse, Interpretation
from hearer.model.state import number_of
from hearer.names import OwnNames

__all__ = [
    "Entities", "EntityLink", "Mention", "NodePlace", "Span", "mentions_of", "read_entities",
    "write", "write_entities",
]  # fmt: skip

_HOLDS = frozenset(Holds) - {Holds.RAW_TEXT, Holds.PRONOUNS, Holds.NAMES}
_ROW = re.compile(rb"\d+(?:[-.]\d+)?\t")
_SNIFFED = 65536

KEYS = ("Bridge", "Entity", "SplitAnte")
_GENERATOR = "generator"
_PIECE = re.compile(r"(?P<opening>\([^()]*\)?)|(?P<closing>[^()]+\))|(?P<neither>[^()]+|\))")
_LABEL = re.compile(r"([^\[\]]+)(?:\[([1-9][0-9]{0,5})/([1-9][0-9]{0,5})\])?")
_LINK = re.compile(r"([^<,:]+)<([^<,:]+)(?::([^<,]*))?")
_SYNTAX = re.compile(r"[()|\s]")  # would end a bracket, an entry of MISC or a column
_Order = tuple[int, int]  # line and column of a bracket
_Label = tuple[str, int, int]  # e5[1/2]: the entity, and which of how many parts; 0: of one


def read(content: bytes, path: str = "") -> Reading:
    """Read the documents of a file; the same for all three formats."""
    file = conllu.parse(content, path=path)
    documents = conllu.discourses(file)
    found = [problem for one in documents for problem in one.problems]  # also of sorts
    return Reading(documents, path=path, problems=found if documents else file.problems)


def write(found: Sequence[Interpretation]) -> bytes:
    """Write documents as CorefUD, with our chains and no others.

    Coreference that was there is removed; all else stays byte for byte. Every entity is
    written, singletons too. Ellipses have no words and are not.
    """
    return _write_documents(found, COREFUD)


def _write_conllu(found: Sequence[Interpretation]) -> bytes:
    """Write documents as they were read; those of other formats with their entities, as CorefUD."""
    if not all(isinstance(one, Annotation) for one in found):
        raise UsageError("CoNLL-U has no place for what was understood: write 'corefud'.")
    return _write_documents(found, CONLLU)


def _stays(discourse: Discourse) -> bool:
    """Return True for CoNLL-U with the fields of CorefUD, or without entities."""
    entities = entities_of(discourse)
    is_conllu = isinstance(discourse.source, ConlluDocument)
    return is_conllu and ("eid" in entities.fields or not entities.mentions)


def _write_documents(found: Sequence[Interpretation], to: Format) -> bytes:
    """Write documents with their entities; an annotated one that `stays` is written as it was.

    In CorefUD it is not if another document has entities of the same names.
    """
    taken: set[str] = set()  # names of entities
    naming = _DocumentNames([one.discourse for one in found])
    written: list[bytes] = []
    for one, document in zip(found, naming.documents, strict=True):
        entities, is_annotation = entities_in(one), isinstance(one, Annotation)
        own = {mention.entity for mention in entities.mentions}
        is_free = to is CONLLU or taken.isdisjoint(own)
        if is_annotation and to.stays(one.discourse) and is_free:
            taken |= own
            content = conllu.write(document)
        else:
            names = _numbered(entities, taken)
            taken |= {*names.values()}
            entities = fitted(_renamed(entities, names), one.discourse)
            content = write_entities(document, entities, "" if is_annotation else generator(one))
        written.append(naming.named(content, len(written)))
    if len({document.line_end for document in naming.documents}) > 1:
        written = list(map(sniffable, written))  # one kind of line end for the whole file
    return b"".join((*map(_ended, written[:-1]), *written[-1:]))


def _ended(written: bytes) -> bytes:
    """Add the blank line that ends a sentence before the next document."""
    end = b"\r" if b"\r" in written and b"\n" not in written else b"\n"
    *_, last, rest = (b"", *written.rsplit(end, 2))
    if not written.strip() or not (rest or last.decode("utf-8", "replace").strip()):
        return written
    return written + (end * 2 if rest else end)


# Unique names in a file -------------------------------------------------------------------------


def _numbered(entities: Entities, taken: Collection[str]) -> dict[str, str]:
    """Return new names: the old numbers if all have one, else numbers in order of appearance.

    If one of them is taken, all go on after the highest number so far.
    """
    old = list(chained(entities.mentions))
    numbers = [number_of(name.removeprefix("e")) for name in old]
    known = [number for number in numbers if number is not None]
    if len({*known}) < len(old):
        known = [*range(1, len(old) + 1)]
    if any(f"e{number}" in taken for number in known):
        highest = max(number_of(name.removeprefix("e")) or 0 for name in taken)
        known = [number + highest for number in known]
    return {name: f"e{number}" for name, number in zip(old, known, strict=True)}


def _renamed(entities: Entities, names: Mapping[str, str]) -> Entities:
    """Rename entities; one that is not in `names` keeps its name."""

    def linked(links: Iterable[EntityLink]) -> tuple[EntityLink, ...]:
        ends = (([names.get(n, n) for n in (one.antecedent, one.anaphor)], one) for one in links)
        return tuple(replace(one, antecedent=end[0], anaphor=end[1]) for end, one in ends)

    return replace(
        entities,
        mentions=tuple(replace(one, entity=names[one.entity]) for one in entities.mentions),
        bridges=linked(entities.bridges),
        split_antecedents=linked(entities.split_antecedents),
    )


class _DocumentNames:
    """The documents of a new file, and unique names for them and their sentences.

    Duplicate names within one file stay as they are.
    """

    def __init__(self, several: Sequence[Discourse]) -> None:
        times = Counter[tuple[str, int]]()
        self.documents: list[ConlluDocument] = []
        self._owners: list[str] = []  # the file of each document; one of no file has its own
        for number, one in enumerate(several):
            if isinstance(one.source, ConlluDocument):
                times[one.path, one.source.first_line] += 1
                self._owners.append(f"{one.path}\0{times[one.path, one.source.first_line]}")
                self.documents.append(one.source)
            else:
                self._owners.append(f"\0\0{number}")
                (new,) = conllu.parse(in_bytes(conllu_of(one))).documents
                self.documents.append(replace(new, name=one.name))
        self._is_single = len(set(self._owners)) == 1
        self._names, self._sentences = OwnNames(), OwnNames()

    def named(self, written: bytes, number: int) -> bytes:
        """Return a document with unique names; all else stays byte for byte."""
        owner, document = self._owners[number], self.documents[number]
        name = one_line(document.name)
        own = self._names.own(name, owner) if name else ""
        is_told = any(one.begins_document for one in document.sentences[:1])
        new = own if own != name or not (self._is_single or is_told) else ""
        mark = BOM_UTF8 if self._is_single and written.startswith(BOM_UTF8) else b""
        text = written.removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
        lines = text.split(document.line_end)
        for n, line in enumerate(lines):
            key, value = key_of(line) if line.startswith("#") else ("", "")
            if key == "sent_id" and (sentence := self._sentences.own(value, owner)) != value:
                lines[n] = _comment("sent_id", sentence, like=line)
            elif key in {"newdoc", "newdoc id"} and new:
                lines[n], new = _comment("newdoc id", new, like=line), ""
        if new:
            first = next((n for n, line in enumerate(lines) if line.strip()), 0)
            lines.insert(first, _comment("newdoc id", new, like=lines[first]))
        return mark + in_bytes(document.line_end.join(lines))


def _comment(key: str, value: str, *, like: str) -> str:
    """Write a comment whose line ends like another."""
    return f"# {key} = {one_line(value)}" + ("\r" if like.endswith("\r") else "")


# Reading entities -------------------------------------------------------------------------------


def read_entities(discourse: Discourse) -> Entities:
    """Read the coreference in the CoNLL-U that a discourse was read from.

    This is gold: evaluation may use it, analysis never does.
    """
    document = document_of(discourse)
    reading = _Reading(document)
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


class _Reading:
    """Reads the words of a document one after the other, with the brackets that are open."""

    def __init__(self, document: ConlluDocument) -> None:
        self.mentions: list[tuple[_Order, Mention]] = []
        self.links: dict[str, list[EntityLink]] = {"Bridge": [], "SplitAnte": []}
        self.problems = Problems(document.path)
        self._document = document
        self._brackets = OpenBrackets(
            self.problems, unopened="corefud-unopened", unclosed="corefud-unclosed"
        )
        # Discontinuous mentions by the part they wait for, the latest first.
        self._parts: dict[_Label, list[tuple[_Order, Bracket, list[Span]]]] = {}
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
        self._brackets.open(label, Bracket(place, line, column, fields))
        if text.endswith(")"):
            self._close(place, label, line, column)

    def _close(self, place: NodePlace, text: str, line: int, column: int) -> None:
        bracket, label = self._brackets.close(text, line, column), _label(text)
        if bracket is None or label is None:
            return
        entity, part, parts = label
        waiting = self._parts.get(label)
        # A part goes to the latest mention that waits for it, or begins one.
        order = -bracket.line, -bracket.column
        begun, first, spans = heappop(waiting) if waiting else (order, bracket, [])
        spans.append(Span(bracket.place, place))
        if part == parts:
            self._mention(label, first, spans, repeats=part > 1 and len(bracket.fields) > 1)
        else:
            following = entity, len(spans) + 1, parts
            heappush(self._parts.setdefault(following, []), (begun, first, spans))

    def _mention(
        self, label: _Label, bracket: Bracket, spans: Sequence[Span], *, repeats: bool = False
    ) -> None:
        entity, _, parts = label
        if len(spans) < parts:
            found = f"{len(spans)} of {parts} parts of a mention of {quoted(entity)}"
            place = bracket.line, "corefud-part", f"{found}; these are kept"
            self.problems.add(*place, column=bracket.column)
        pairs = zip(self.fields, bracket.fields, strict=False)
        attributes = tuple(pair for n, pair in enumerate(pairs) if n != self._entity_field)
        mention = Mention(entity, tuple(spans), attributes, repeats)
        self.mentions.append(((bracket.line, bracket.column), mention))

    def close(self) -> None:
        self._brackets.end()
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
    """Parse an entity field, as e5[1/2]; return None if it is misspelled."""
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

    What closes goes before what opens: the other way round, "(e1-person-1-" and "e2)" would read
    as one bracket. Where nothing opens, one-word spans go before what closes, as in GUM.
    """
    spans: list[tuple[Span, str, str]] = []  # with the texts that open and close it
    for mention in entities.mentions:
        fields = [value for _, value in mention.attributes]
        parts = len(mention.spans)
        for n, span in enumerate(mention.spans, start=1):
            label = f"{mention.entity}[{n}/{parts}]" if parts > 1 else mention.entity
            at = entities.entity_field or 0
            own = fields if n == 1 or mention.repeats else []
            spans.append((span, f"({'-'.join((*own[:at], label, *own[at:]))}", f"{label})"))
    found = {}
    for place, (opening, single, closing) in bracketed(spans).items():
        alone = [f"{text})" for text in single]
        order = (closing, opening, alone) if opening else (alone, closing)
        found[place] = "".join(chain.from_iterable(order))
    return found


def _with_misc(line: str, entries: Mapping[str, str]) -> str:
    """Replace the coreference of a line; new entries are inserted alphabetically."""
    text = line.removesuffix("\r")
    columns = text.split("\t")
    old = columns[MISC].split("|") if len(columns) > MISC else []
    new = [entry for entry in old if entry.partition("=")[0] not in KEYS]
    if entries and new == ["_"]:
        new = []
    for key in sorted(entries):
        after = (n for n, entry in enumerate(new) if entry.lower() > key.lower())
        new.insert(next(after, len(new)), f"{key}={entries[key]}")
    if new == old or (not entries and len(columns) <= MISC):
        return line
    columns += ["_"] * (MISC + 1 - len(columns))
    columns[MISC] = "|".join(new) or "_"
    return "\t".join(columns) + line[len(text) :]


def _with_header(document: ConlluDocument, lines: list[str], header: list[str]) -> list[str]:
    """Put the header where an old one was, else after `# newdoc`, else at the top."""
    if not document.sentences:
        return lines
    first = document.sentences[0]
    keys = [key_of(line) if line.startswith("#") else ("", "") for line in lines]
    old = [
        n
        for n, (key, value) in enumerate(keys)
        if key == FIELDS or (len(header) > 1 and key == _GENERATOR and value.startswith(PROGRAM))
    ]
    begin = first.line - document.first_line
    comments = range(begin, begin + len(first.comments))
    behind = (n + 1 for n in comments if keys[n][0] in {"newdoc", "newdoc id"})
    place = old[0] if old else next(behind, begin)
    end = "\r" if lines[old[0] if old else max(place - 1, 0)].endswith("\r") else ""
    for n in reversed(old):
        del lines[n]
    return [*lines[:place], *(line + end for line in header), *lines[place:]]


# The fields of CorefUD --------------------------------------------------------------------------


def spelled(value: str) -> str:
    """Replace the characters that a field of a bracket cannot contain by `_`.

    >>> spelled("person (group)")
    'person__group_'
    """
    return _SYNTAX.sub("_", value).replace("-", "_")


def fitted(entities: Entities, discourse: Discourse) -> Entities:
    """Convert the attributes of all mentions to the fields of CorefUD, and to their own.

    Known values stay; unknown ones are empty, but for the head.
    """
    own = [name for name in entities.fields if name not in {*OFFICIAL, "GRP"}]
    fields = (*OFFICIAL[:-1], *(own or OFFICIAL[-1:]))
    utterances = tuple(filter(len, discourse.utterances))
    mentions = []
    for mention in entities.mentions:
        words, head = in_words(mention), 1
        if words and len(mention.spans) == 1:
            head = head_of(utterances[words.utterance - 1], words) - words.first + 1
        values = {key: value for key, value in mention.attributes if value}
        values.setdefault("head", values.get("minspan", str(head)).partition(",")[0])
        *middle, last_value = (values.get(key, "") for key in fields[1:])
        given = [*map(spelled, middle), _SYNTAX.sub("_", last_value)]
        attributes = tuple(zip(fields[1:], given, strict=True))
        mentions.append(replace(mention, attributes=attributes, repeats=False))
    return replace(entities, mentions=tuple(mentions), fields=fields, problems=())


# Declarations -----------------------------------------------------------------------------------


def _has_rows(content: bytes) -> bool:
    r"""Return True if the first line that is no comment is a row of CoNLL-U.

    >>> _has_rows(b"# sent_id = 1\n1\tShe\t"), _has_rows(b"# A title\n\nShe")
    (True, False)
    """
    for line in content[:_SNIFFED].splitlines():
        if line.strip() and not line.startswith(b"#"):
            return bool(_ROW.match(line))
    return False


def _declares(content: bytes, field: bytes) -> bool:
    """Return True if a file is CoNLL-U and declares this field for its entities."""
    header = re.search(rb"^# ?global\.Entity *=(.*)$", content[:_SNIFFED], re.MULTILINE)
    return header is not None and field in re.split(rb"[-\s]", header[1]) and _has_rows(content)


COREFUD = Format(
    name="corefud",
    description="CorefUD: entities in MISC",
    suffixes=(".conllu",),
    holds=_HOLDS,
    sniff=lambda content: _declares(content, b"eid"),
    read=read,
    write=write,
    stays=_stays,
    etype=spelled,
)
GUM = replace(
    COREFUD,
    name="gum",
    description="GUM's flavour of CorefUD",
    sniff=lambda content: _declares(content, b"GRP"),
    write=None,
)
CONLLU = replace(
    COREFUD,
    name="conllu",
    description="CoNLL-U, every byte",
    suffixes=(".conllu", ".conll"),
    sniff=_has_rows,
    write=_write_conllu,
    stays=lambda one: isinstance(one.source, ConlluDocument),
)
