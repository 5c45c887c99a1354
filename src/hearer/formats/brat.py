"""brat standoff: annotations in a .ann file, the text in a .txt file beside it.

Text-bound annotations (T) are mentions. Equivalences (*), and relations (R) whose type means
coreference, join them to entities. In LitBank a second T over the same words names the entity,
"Sir_Walter_Elliot-0". Offsets are code points of the text, without its byte order mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hearer.errors import InputError
from hearer.formats.annotation import worded_chains
from hearer.formats.decoding import content_of, decoded, lines_of
from hearer.formats.entities import Mention, Stretch, WordOffsets, WordRun, mention_of, offsets_of
from hearer.formats.format import Format, Holds, Problems, Reading, alone, encoded, quoted
from hearer.formats.unparsed import tokenized, with_entities
from hearer.model import Interpretation
from hearer.model.state import MOST_DIGITS

_OFFSETS = rf"[0-9]{{1,{MOST_DIGITS}}} [0-9]{{1,{MOST_DIGITS}}}"
_BOUND = re.compile(rf"(T\S+)\t(\S+) ({_OFFSETS}(?:;{_OFFSETS})*)(?:\t.*)?")
_RELATION = re.compile(r"R\S+\t(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)\s*")
_EQUIVALENCE = re.compile(r"\*\t\S+((?: T\S+)+)\s*")
_COREFERENCE = re.compile(r"coref|anaph|ident|same", re.IGNORECASE)
_NAME = re.compile(r".+-\d+")  # LitBank's names of entities
_OTHER = re.compile(r"[AEMN#]\S*\t.*")
UNTYPED = "Entity"


class _Bound(NamedTuple):
    """A text-bound annotation; its label is a type or, in LitBank, the name of an entity."""

    label: str
    parts: tuple[Stretch, ...]
    line: int

    @property
    def name(self) -> str:
        return self.label if _NAME.fullmatch(self.label) else ""


def read(content: bytes, path: str = "") -> Reading:
    """Read a .ann file and the text beside `path`."""
    beside = Path(path or FORMAT.name).with_suffix(FORMAT.text_suffix)
    try:
        with beside.open("rb") as file:
            text = content_of(file, str(beside))
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} has no text beside it: {str(beside)!r}.") from error
    return annotated(text, content, path)


def annotated(text: bytes, content: bytes, path: str = "") -> Reading:
    r"""Read the annotations of a text.

    >>> (document,) = annotated(b"Ann said, she left.",
    ...                         b"T1\tPER 0 3\tAnn\nT2\tPER 10 13\tshe\n*\tCoref T1 T2\n")
    >>> [mention.entity for mention in document.source.mentions]
    ['e1', 'e1']
    """
    beside = Problems(str(Path(path or FORMAT.name).with_suffix(FORMAT.text_suffix)))
    spelled = decoded(text, beside)
    annotations = _Annotations(path, spelled)
    for number, line in lines_of(decoded(content, annotations.problems)):
        annotations.read(number, line)
    parts = [bound.parts for bound in annotations.bound.values()]
    marked = [stretch for several in parts for stretch in several]
    marked += [Stretch(several[0].start, several[-1].end) for several in parts]
    discourse = tokenized(spelled, marked, name=Path(path).stem, path=path)
    found = with_entities(discourse, annotations.mentions(offsets_of(discourse)))
    return Reading([found], path=path, problems=(*beside, *sorted(annotations.problems)))


class _Annotations:
    """The annotations of a file, read line by line."""

    def __init__(self, path: str, text: str) -> None:
        self.bound: dict[str, _Bound] = {}
        self.problems = Problems(path)
        self._same: list[tuple[int, list[tuple[str, int]]]] = []  # lines, and keys with columns
        self._text = text

    def read(self, number: int, line: str) -> None:
        if bound := _BOUND.fullmatch(line):
            parts = tuple(sorted(Stretch(*map(int, p.split())) for p in bound[3].split(";")))
            if not all(part.start < part.end <= len(self._text) for part in parts):
                message = f"{quoted(line)} annotates nothing in the text"
                self._ignore(number, message, column=bound.start(3) + 1)
            elif bound[1] in self.bound:
                self._ignore(number, f"{quoted(bound[1])} occurs twice: the second")
            else:
                self.bound[bound[1]] = _Bound(bound[2], parts, number)
        elif same := _RELATION.fullmatch(line):
            if _COREFERENCE.search(same[1]):
                self._same.append((number, [(same[n], same.start(n) + 1) for n in (2, 3)]))
        elif same := _EQUIVALENCE.fullmatch(line):
            keys = re.compile(r"\S+").finditer(line, same.start(1))
            self._same.append((number, [(key[0], key.start() + 1) for key in keys]))
        elif line.strip() and not _OTHER.fullmatch(line):
            self._ignore(number, f"{quoted(line)} annotates nothing")

    def _ignore(self, line: int, message: str, *, column: int = 1) -> None:
        self.problems.add(line, "brat-line", f"{message}; ignored", column=column)

    def mentions(self, offsets: WordOffsets) -> Iterator[Mention]:
        """Return the mentions; entities without a name are e1, e2 … in text order."""
        entities = self._entities()
        in_order = sorted(
            self.bound.items(), key=lambda one: (one[1].parts[0][0], -one[1].parts[-1][1], one[0])
        )
        order = dict.fromkeys(entities[key] for key, _ in in_order)
        unnamed = (entity for entity in order if not _NAME.fullmatch(entity))
        numbers = {entity: f"e{n}" for n, entity in enumerate(unnamed, start=1)}
        types = {one.parts: one.label for one in self.bound.values() if not one.name}
        seen: set[tuple[str, tuple[Stretch, ...]]] = set()
        for key, (_, parts, line) in self.bound.items():
            entity, etype = entities[key], types.get(parts, UNTYPED)
            spans = [span for span in map(offsets.span, self._joined(parts)) if span]
            if not spans:
                self._ignore(line, f"{quoted(key)} has no words in the text")
            elif (entity, parts) not in seen:
                seen.add((entity, parts))
                name = numbers.get(entity, entity)
                yield mention_of(name, spans, etype="" if etype == UNTYPED else etype)

    def _entities(self) -> dict[str, str]:
        """Return the entity of each annotation: its name, or the first annotation of the entity."""
        names = {one.parts: one.name for one in self.bound.values() if one.name}
        own = {key: one.name or names.get(one.parts, key) for key, one in self.bound.items()}
        joined: dict[str, str] = {}

        def first(entity: str) -> str:
            path = [entity]
            while path[-1] in joined:
                path.append(joined[path[-1]])
            joined.update(dict.fromkeys(path[:-1], path[-1]))
            return path[-1]

        for line, keys in self._same:
            for key, column in keys:
                if key not in own:
                    message = f"{quoted(key)} is no annotation of the file; ignored"
                    self.problems.add(line, "brat-reference", message, column=column)
            known = [own[key] for key, _ in keys if key in own]
            for entity in known[1:]:
                if first(entity) != first(known[0]):
                    joined[first(entity)] = first(known[0])
        return {key: first(entity) for key, entity in own.items()}

    def _joined(self, parts: Iterable[Stretch]) -> list[Stretch]:
        """Join the parts that have only white space between them."""
        joined: list[Stretch] = []
        for part in parts:
            if joined and not self._text[joined[-1].end : part.start].strip():
                joined[-1] = Stretch(joined[-1].start, part.end)
            else:
                joined.append(part)
        return joined


def write(found: Sequence[Interpretation]) -> bytes:
    """Write a T per mention and an equivalence per entity with several; the text goes beside."""
    one = alone(found, FORMAT.name)
    text, offsets = one.discourse.text, offsets_of(one.discourse)
    bound: list[str] = []
    same: list[str] = []
    for chain in worded_chains(one).values():
        keys = [f"T{n}" for n in range(len(bound) + 1, len(bound) + len(chain) + 1)]
        for key, (_, mention) in zip(keys, chain, strict=True):
            runs = filter(None, map(WordRun.of, mention.spans))
            parts = [line for run in runs for line in _by_line(offsets.stretch(*run), text)]
            label = FORMAT.etype(mention.attribute("etype")) or UNTYPED
            places = ";".join(f"{start} {end}" for start, end in parts)
            bound.append(f"{key}\t{label} {places}\t{' '.join(text[slice(*s)] for s in parts)}")
        if len(keys) > 1:
            same.append(f"*\tCoref {' '.join(keys)}")
    return encoded((*bound, *same))


def _by_line(stretch: Stretch, text: str) -> Iterator[Stretch]:
    """Divide a stretch by lines: an annotation of brat does not go beyond a line."""
    for match in re.finditer(r"[^\r\n]+", text[slice(*stretch)]):
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
