"""brat standoff: annotations in a .ann file, the text in a .txt file beside it.

    FORMAT     brat's standoff
    read       a .ann file with its text; `annotated`, if the text is given
    write      the annotations of a document

Read: text-bound annotations (T), which may have several parts; equivalences (*) and relations (R)
whose type says coreference put them into one entity. LitBank's own way is understood too: a second
T over the same words names the entity, "Sir_Walter_Elliot-0". What has neither is an entity of its
own. Written: one T per mention, and one equivalence "Coref" per entity with several mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hearer.errors import InputError
from hearer.formats.annotation import entities_in
from hearer.formats.entities import Mention, WordRun, chained, in_words, mention_of
from hearer.formats.format import Format, Holds, Problems, Reading, alone, encoded, lines_of, quoted
from hearer.formats.offsets import Stretch, WordOffsets, offsets_of
from hearer.formats.unparsed import tokenized, with_entities
from hearer.model import Interpretation

_BOUND = re.compile(r"(T\S+)\t(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)(?:\t.*)?")
_RELATION = re.compile(r"R\S+\t(\S+) \w+:(T\S+) \w+:(T\S+)\s*")
_EQUIVALENCE = re.compile(r"\*\t\S+((?: T\S+)+)\s*")
_COREFERENCE = re.compile(r"coref|anaph|ident|same", re.IGNORECASE)
_ENTITY = re.compile(r".+-\d+")  # LitBank's names of entities
UNTYPED = "Entity"
_OTHERS = ("A", "E", "M", "N", "#", "R")


class TextBound(NamedTuple):
    """A text-bound annotation."""

    label: str
    parts: tuple[Stretch, ...]


def read(content: bytes, path: str = "") -> Reading:
    """The annotations of the text that stands beside `path`."""
    beside = Path(path or FORMAT.name).with_suffix(FORMAT.text_suffix)
    try:
        text = beside.read_bytes()
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
    spelled = text.decode("utf-8", "replace")
    lines = _BratLines(path, spelled)
    for number, line in lines_of(content):
        lines.read(number, line)
    parts = [bound.parts for bound in lines.bound.values()]
    marked = [stretch for several in parts for stretch in several]
    marked += [Stretch(several[0].start, several[-1].end) for several in parts]
    discourse = tokenized(spelled, marked, name=Path(path).stem, path=path)
    found = with_entities(discourse, lines.mentions(offsets_of(discourse)))
    return Reading([found], path=path, problems=lines.problems)


class _BratLines:
    """Goes through the lines of a file."""

    def __init__(self, path: str, text: str) -> None:
        self.bound: dict[str, TextBound] = {}
        self.problems = Problems(path)
        self._same: list[list[str]] = []
        self._text = text

    def read(self, number: int, line: str) -> None:
        if bound := _BOUND.fullmatch(line):
            parts = tuple(Stretch(*map(int, p.split())) for p in bound[3].split(";"))
            if all(part.start < part.end <= len(self._text) for part in parts):
                self.bound[bound[1]] = TextBound(bound[2], parts)
                return
        elif relation := _RELATION.fullmatch(line):
            if _COREFERENCE.search(relation[1]):
                self._same.append([relation[2], relation[3]])
            return
        elif equivalence := _EQUIVALENCE.fullmatch(line):
            self._same.append(equivalence[1].split())
            return
        elif not line.strip() or line.startswith(_OTHERS):
            return
        self.problems.add(number, "brat-line", f"{quoted(line)} annotates nothing; left aside")

    def mentions(self, offsets: WordOffsets) -> Iterator[Mention]:
        """The mentions; entities that have no name are e1, e2 … in text order."""
        entities = self._entities()
        order = dict.fromkeys(entities[key] for key in sorted(self.bound, key=self._order))
        unnamed = [entity for entity in order if not _is_name(entity)]
        numbers = {entity: f"e{n}" for n, entity in enumerate(unnamed, start=1)}
        types = {b.parts: b.label for b in self.bound.values() if not _is_name(b.label)}
        seen: set[tuple[str, tuple[Stretch, ...]]] = set()
        for key, (_, parts) in self.bound.items():
            entity, etype = entities[key], types.get(parts, "")
            spans = [span for span in map(offsets.span, self._joined(parts)) if span]
            if spans and (entity, parts) not in seen:
                seen.add((entity, parts))
                name = numbers.get(entity, entity)
                yield mention_of(name, spans, etype="" if etype == UNTYPED else etype)

    def _entities(self) -> dict[str, str]:
        """What stands for the entity of each annotation: its name, or one of its annotations."""
        names = {b.parts: b.label for b in self.bound.values() if _is_name(b.label)}
        stands = {
            key: label if _is_name(label) else names.get(parts, key)
            for key, (label, parts) in self.bound.items()
        }
        for keys in self._same:
            known = [stands[key] for key in keys if key in stands]
            for key, entity in stands.items():
                if entity in known:
                    stands[key] = known[0]
        return stands

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


def _is_name(label: str) -> bool:
    return _ENTITY.fullmatch(label) is not None


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """The annotations of a document; its text goes into a file beside."""
    (one,) = alone(found, FORMAT.name)
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
    label = re.sub(r"[^\w-]", "_", mention.attribute("etype")) or UNTYPED
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
)
