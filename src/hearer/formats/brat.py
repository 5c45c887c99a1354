"""brat standoff: annotations in a .ann file, the text in a .txt file beside it.

    FORMAT     brat's standoff
    read       a .ann file with its text; `annotated`, if the text is given
    write      the annotations of a document

Read: text-bound annotations (T), which may have several parts; equivalences (*) and relations (R)
whose type says coreference put them into one entity. LitBank's own way is understood too: a second
T over the same words names the entity, "Sir_Walter_Elliot-0". What has neither is an entity of its
own. Written: one T per mention, and one equivalence "Coref" per entity with several mentions.
Offsets are code points of the text, without its byte order mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hearer.errors import InputError
from hearer.formats.annotation import entities_in
from hearer.formats.decoding import content_of, decoded, lines_of
from hearer.formats.entities import (
    Mention,
    Stretch,
    WordOffsets,
    WordRun,
    chained,
    in_words,
    mention_of,
    offsets_of,
)
from hearer.formats.format import Format, Holds, Problems, Reading, alone, encoded, quoted
from hearer.formats.unparsed import tokenized, with_entities
from hearer.limits import MOST_DIGITS
from hearer.model import Interpretation

_OFFSETS = rf"[0-9]{{1,{MOST_DIGITS}}} [0-9]{{1,{MOST_DIGITS}}}"
_BOUND = re.compile(rf"(T\S+)\t(\S+) ({_OFFSETS}(?:;{_OFFSETS})*)(?:\t.*)?")
_RELATION = re.compile(r"R\S+\t(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)\s*")
_EQUIVALENCE = re.compile(r"\*\t\S+((?: T\S+)+)\s*")
_COREFERENCE = re.compile(r"coref|anaph|ident|same", re.IGNORECASE)
_ENTITY = re.compile(r".+-\d+")  # LitBank's names of entities
UNTYPED = "Entity"
_OTHERS = ("A", "E", "M", "N", "#")


class TextBound(NamedTuple):
    """A text-bound annotation, and the line it stands in."""

    label: str
    parts: tuple[Stretch, ...]
    line: int


class Joined(NamedTuple):
    """Annotations that a line says are one, each with the column it stands in."""

    line: int
    keys: tuple[tuple[str, int], ...]


def read(content: bytes, path: str = "") -> Reading:
    """The annotations of the text that stands beside `path`."""
    beside = Path(path or FORMAT.name).with_suffix(FORMAT.text_suffix)
    try:
        with beside.open("rb") as file:
            text = content_of(file, str(beside))
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} has no text beside it: {str(beside)!r}.") from error
    return annotated(text, content, path)


def annotated(text: bytes, content: bytes, path: str = "") -> Reading:
    r"""The annotations of a text.

    >>> (document,) = annotated(b"Ann said, she left.",
    ...                         b"T1\tPER 0 3\tAnn\nT2\tPER 10 13\tshe\n*\tCoref T1 T2\n")
    >>> [mention.entity for mention in document.source.mentions]
    ['e1', 'e1']
    """
    beside = Problems(str(Path(path or FORMAT.name).with_suffix(FORMAT.text_suffix)))
    spelled = decoded(text, beside)
    lines = _BratLines(path, spelled)
    for number, line in lines_of(decoded(content, lines.problems)):
        lines.read(number, line)
    parts = [bound.parts for bound in lines.bound.values()]
    marked = [stretch for several in parts for stretch in several]
    marked += [Stretch(several[0].start, several[-1].end) for several in parts]
    discourse = tokenized(spelled, marked, name=Path(path).stem, path=path)
    found = with_entities(discourse, lines.mentions(offsets_of(discourse)))
    return Reading([found], path=path, problems=(*beside, *sorted(lines.problems)))


class _BratLines:
    """Goes through the lines of a file."""

    def __init__(self, path: str, text: str) -> None:
        self.bound: dict[str, TextBound] = {}
        self.problems = Problems(path)
        self._same: list[Joined] = []
        self._text = text

    def read(self, number: int, line: str) -> None:
        if bound := _BOUND.fullmatch(line):
            self._bind(number, line, bound)
        elif relation := _RELATION.fullmatch(line):
            if _COREFERENCE.search(relation[1]):
                keys = ((relation[n], relation.start(n) + 1) for n in (2, 3))
                self._same.append(Joined(number, tuple(keys)))
        elif equivalence := _EQUIVALENCE.fullmatch(line):
            found = re.finditer(r"\S+", equivalence[1])
            keys = ((key[0], equivalence.start(1) + key.start() + 1) for key in found)
            self._same.append(Joined(number, tuple(keys)))
        elif line.strip() and not line.startswith(_OTHERS):
            self._report(number, f"{quoted(line)} annotates nothing; left aside")

    def _bind(self, number: int, line: str, bound: re.Match[str]) -> None:
        stretches = (Stretch(*map(int, part.split())) for part in bound[3].split(";"))
        parts = tuple(sorted(stretches))
        if not all(part.start < part.end <= len(self._text) for part in parts):
            message = f"{quoted(line)} annotates nothing in the text; left aside"
            self._report(number, message, column=bound.start(3) + 1)
        elif bound[1] in self.bound:
            self._report(number, f"{quoted(bound[1])} stands twice; the second is left aside")
        else:
            self.bound[bound[1]] = TextBound(bound[2], parts, number)

    def _report(self, line: int, message: str, *, column: int = 1) -> None:
        self.problems.add(line, "brat-line", message, column=column)

    def mentions(self, offsets: WordOffsets) -> Iterator[Mention]:
        """The mentions; entities that have no name are e1, e2 … in text order."""
        entities = self._entities()
        order = dict.fromkeys(entities[key] for key in sorted(self.bound, key=self._order))
        unnamed = [entity for entity in order if not _is_name(entity)]
        numbers = {entity: f"e{n}" for n, entity in enumerate(unnamed, start=1)}
        types = {b.parts: b.label for b in self.bound.values() if not _is_name(b.label)}
        seen: set[tuple[str, tuple[Stretch, ...]]] = set()
        for key, (_, parts, line) in self.bound.items():
            entity, etype = entities[key], types.get(parts, "")
            spans = [span for span in map(offsets.span, self._joined(parts)) if span]
            if not spans:
                self._report(line, f"{quoted(key)} has no words in the text; left aside")
            elif (entity, parts) not in seen:
                seen.add((entity, parts))
                name = numbers.get(entity, entity)
                yield mention_of(name, spans, etype="" if etype == UNTYPED else etype)

    def _entities(self) -> dict[str, str]:
        """What stands for the entity of each annotation: its name, or one of its annotations."""
        names = {b.parts: b.label for b in self.bound.values() if _is_name(b.label)}
        stands = {
            key: label if _is_name(label) else names.get(parts, key)
            for key, (label, parts, _) in self.bound.items()
        }
        one_of = _OneOf()
        for line, keys in self._same:
            for key, column in keys:
                if key not in stands:
                    message = f"{quoted(key)} is no annotation of the file; left aside"
                    self.problems.add(line, "brat-reference", message, column=column)
            known = [stands[key] for key, _ in keys if key in stands]
            for entity in known[1:]:
                one_of.join(known[0], entity)
        return {key: one_of.first(entity) for key, entity in stands.items()}

    def _joined(self, parts: Iterable[Stretch]) -> list[Stretch]:
        """The parts; those with nothing but white space between them are one."""
        joined: list[Stretch] = []
        for part in parts:
            if joined and not self._text[joined[-1].end : part.start].strip():
                joined[-1] = Stretch(joined[-1].start, part.end)
            else:
                joined.append(part)
        return joined

    def _order(self, key: str) -> tuple[int, int, str]:
        parts = self.bound[key].parts
        return parts[0].start, -parts[-1].end, key


class _OneOf:
    """What was said to be one; the first of those that were joined stands for all."""

    def __init__(self) -> None:
        self._stands: dict[str, str] = {}

    def first(self, entity: str) -> str:
        way = []
        while entity in self._stands:
            way.append(entity)
            entity = self._stands[entity]
        self._stands.update(dict.fromkeys(way, entity))
        return entity

    def join(self, one: str, other: str) -> None:
        if self.first(one) != self.first(other):
            self._stands[self.first(other)] = self.first(one)


def _is_name(label: str) -> bool:
    return _ENTITY.fullmatch(label) is not None


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """The annotations of a document; its text goes into a file beside."""
    one = alone(found, FORMAT.name)
    text, offsets = one.discourse.text, offsets_of(one.discourse)
    bound: list[str] = []
    same: list[str] = []
    for chain in chained(entities_in(one).mentions).values():
        mentions = list(filter(in_words, chain))
        keys = [f"T{n}" for n in range(len(bound) + 1, len(bound) + len(mentions) + 1)]
        bound += (f"{k}\t{_bound(m, text, offsets)}" for k, m in zip(keys, mentions, strict=True))
        if len(keys) > 1:
            same.append(f"*\tCoref {' '.join(keys)}")
    return encoded((*bound, *same))


def _bound(mention: Mention, text: str, offsets: WordOffsets) -> str:
    runs = filter(None, map(WordRun.of, mention.spans))
    stretches = [line for run in runs for line in _by_line(offsets.stretch(*run), text)]
    label = FORMAT.etype(mention.attribute("etype")) or UNTYPED
    places = ";".join(f"{start} {end}" for start, end in stretches)
    return f"{label} {places}\t{' '.join(text[slice(*s)] for s in stretches)}"


def _by_line(stretch: Stretch, text: str) -> Iterator[Stretch]:
    """The stretch line by line: an annotation of brat does not go beyond a line."""
    for match in re.finditer(r"[^\r\n]+", text[stretch.start : stretch.end]):
        yield Stretch(stretch.start + match.start(), stretch.start + match.end())


FORMAT = Format(
    name="brat",
    description="brat standoff",
    suffixes=(".ann",),
    holds=frozenset({Holds.ENTITIES, Holds.SPACES, Holds.PARTS, Holds.TYPES}),
    sniff=lambda content: _BOUND.match(content[:200].decode("utf-8", "replace")) is not None,
    read=read,
    write=write,
    text_suffix=".txt",
    etype=lambda name: re.sub(r"[^\w-]", "_", name),
)
