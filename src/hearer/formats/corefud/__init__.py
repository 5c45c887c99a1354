"""CoNLL-U among the formats: CorefUD and GUM, with entities in MISC, and plain CoNLL-U.

In a file of CorefUD an entity has one name, so the numbers of a document go on where those before
it end. GUM counts in every document anew. Documents and sentences of several files get unique
names.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hearer.errors import UsageError
from hearer.formats import conllu
from hearer.formats.annotation import Annotation, entities_in, entities_of, mentions_of
from hearer.formats.conllu import ConlluDocument
from hearer.formats.conllu.discourse import conllu_of, one_line
from hearer.formats.conllu.file import key_of
from hearer.formats.corefud.brackets import (
    as_corefud,
    as_gum,
    read_entities,
    spelled,
    write_entities,
)
from hearer.formats.decoding import sniffable
from hearer.formats.entities import Entities, EntityLink, Mention, NodePlace, Span, chained
from hearer.formats.format import Format, Holds, Reading, generator, in_bytes
from hearer.limits import number_of
from hearer.model import Discourse, Interpretation
from hearer.names import OwnNames

__all__ = [
    "Entities", "EntityLink", "Mention", "NodePlace", "Span", "mentions_of", "read_entities",
    "write", "write_entities",
]  # fmt: skip

_HOLDS = frozenset(Holds) - {Holds.RAW_TEXT, Holds.PRONOUNS, Holds.NAMES}
_ROW = re.compile(rb"\d+(?:[-.]\d+)?\t")
_SNIFFED = 65536


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


def _is_conllu(discourse: Discourse) -> bool:
    return isinstance(discourse.source, ConlluDocument)


def _has_eid(discourse: Discourse) -> bool:
    """Return True for CorefUD, and for CoNLL-U without entities."""
    entities = entities_of(discourse)
    return _is_conllu(discourse) and ("eid" in entities.fields or not entities.mentions)


def _write_documents(found: Sequence[Interpretation], to: Format) -> bytes:
    """Write documents with their entities; an annotated one that `stays` is written as it was.

    In CorefUD it is not if another document has entities of the same names.
    """
    entity_names = _EntityNames("e")
    naming = _DocumentNames([one.discourse for one in found])
    written: list[bytes] = []
    for one, document in zip(found, naming.documents, strict=True):
        entities = entities_in(one)
        if to is GUM:
            entity_names = _EntityNames("")
        is_annotation = isinstance(one, Annotation)
        stays = is_annotation and to.stays(one.discourse)
        # A document that is not written as it was takes no names before it is renamed.
        if stays and (entity_names.are_free(entities) or to is CONLLU):
            content = conllu.write(document)
        else:
            renamed = _renamed(entities, entity_names.of(entities))
            fitted = (as_gum if to is GUM else as_corefud)(renamed, one.discourse)
            by = "" if is_annotation else generator(one)
            content = write_entities(document, fitted, by)
        written.append(naming.named(content, len(written)))
    if len({document.line_end for document in naming.documents}) > 1:
        written = list(map(sniffable, written))  # one kind of line end for the whole file
    return b"".join((*map(_ended, written[:-1]), *written[-1:]))


def _ended(written: bytes) -> bytes:
    """Add the blank line that ends a sentence before the next document."""
    last = written[-_SNIFFED:].splitlines(keepends=True)[-1:]
    is_blank = last and not last[0].decode("utf-8", "replace").strip()
    if not written.strip() or (is_blank and last[0].endswith((b"\n", b"\r"))):
        return written
    end = b"\r" if b"\r" in written and b"\n" not in written else b"\n"
    return written + (end if written.endswith(end) else end * 2)


# Unique names in a file -------------------------------------------------------------------------


class _EntityNames:
    """Names for the entities of a file: a prefix and numbers, each once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._taken: set[str] = set()
        self._highest = 0

    def are_free(self, entities: Entities) -> bool:
        """Return True if entities can keep their names, which are then taken."""
        old = {mention.entity for mention in entities.mentions}
        is_free = self._taken.isdisjoint(old)
        if is_free:
            self._take(old)
        return is_free

    def of(self, entities: Entities) -> dict[str, str]:
        """Return new names: the old numbers if all have one, else numbers in order of appearance.

        If one of them is taken, all go on after the highest number so far.
        """
        old = list(chained(entities.mentions))
        numbers = [name.removeprefix("e") for name in old]
        if None in map(number_of, numbers) or len(set(numbers)) < len(old):
            numbers = [str(n) for n in range(1, len(old) + 1)]
        if not self._taken.isdisjoint(self._prefix + number for number in numbers):
            numbers = [str(int(number) + self._highest) for number in numbers]
        names = {name: self._prefix + number for name, number in zip(old, numbers, strict=True)}
        self._take(names.values())
        return names

    def _take(self, names: Iterable[str]) -> None:
        self._taken.update(names)
        numbers = (number_of(name.removeprefix(self._prefix)) for name in names)
        self._highest = max(self._highest, *(n for n in numbers if n is not None), 0)


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
        self._names, self._sentences = OwnNames(), dict[str, str]()

    def named(self, written: bytes, number: int) -> bytes:
        """Return a document with unique names; all else stays byte for byte."""
        owner, document = self._owners[number], self.documents[number]
        name = one_line(document.name)
        own = self._names.own(name, owner) if name else ""
        is_told = any(one.begins_document for one in document.sentences[:1])
        new = own if own != name or not (self._is_single or is_told) else ""
        prefix = self._prefix(document, own, number + 1, owner)
        mark = BOM_UTF8 if self._is_single and written.startswith(BOM_UTF8) else b""
        text = written.removeprefix(BOM_UTF8)
        if not new and not prefix:
            return mark + text
        lines = text.decode("utf-8", "surrogateescape").split(document.line_end)
        for n, line in enumerate(lines):
            key, value = key_of(line) if line.startswith("#") else ("", "")
            if key == "sent_id" and prefix:
                lines[n] = _comment("sent_id", prefix + value, like=line)
            elif key in {"newdoc", "newdoc id"} and new:
                lines[n], new = _comment("newdoc id", new, like=line), ""
        if new:
            first = next((n for n, line in enumerate(lines) if line.strip()), 0)
            lines.insert(first, _comment("newdoc id", new, like=lines[first]))
        return mark + in_bytes(document.line_end.join(lines))

    def _prefix(self, document: ConlluDocument, own: str, number: int, owner: str) -> str:
        """Return a prefix that makes the names of sentences unique, "" if they are."""
        sentences = {one.comment("sent_id") for one in document.sentences}
        for prefix in ("", f"{own or number}-", f"{number}-", f"{own}~{number}-"):
            names = {one_line(prefix + one) for one in sentences if one}
            if all(self._sentences.get(one, owner) == owner for one in names):
                break
        self._sentences.update(dict.fromkeys(names, owner))
        return prefix


def _comment(key: str, value: str, *, like: str) -> str:
    """Write a comment whose line ends like another."""
    return f"# {key} = {one_line(value)}" + ("\r" if like.endswith("\r") else "")


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
    stays=_has_eid,
    etype=spelled,
)
GUM: Format = replace(
    COREFUD,
    name="gum",
    description="GUM's flavour of CorefUD",
    sniff=lambda content: _declares(content, b"GRP"),
    write=lambda found: _write_documents(found, GUM),
    stays=lambda one: _is_conllu(one) and "GRP" in entities_of(one).fields,
)
CONLLU = replace(
    COREFUD,
    name="conllu",
    description="CoNLL-U, every byte",
    suffixes=(".conllu", ".conll"),
    sniff=_has_rows,
    write=_write_conllu,
    stays=_is_conllu,
)
