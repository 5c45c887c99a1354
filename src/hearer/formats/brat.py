"""brat standoff: annotations in a .ann file, the text in a .txt file beside it.

    read       a .ann file with its text
    write      the annotations of a document; `text_of` is the text they stand off from

Read: text-bound annotations (T), which may have several parts; equivalences (*) and relations (R)
whose type says coreference put them into one entity. LitBank's own way is understood too: a second
T over the same words names the entity, "Sir_Walter_Elliot-0". What has neither is an entity of its
own. Written: one T per mention, and one equivalence "Coref" per entity with several mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hearer.errors import InputError
from hearer.formats.annotated import AnnotatedFile, Holds, entities_in, in_words
from hearer.formats.corefud_entities import Mention, Place
from hearer.formats.loaded import chained
from hearer.formats.problems import quoted
from hearer.formats.unparsed import Spelled, Stretch, mention_of, tokenized, with_entities
from hearer.model import Discourse, Interpretation, Problem

__all__ = ["HOLDS", "beside", "read", "text_of", "write"]

HOLDS = frozenset({Holds.SPACES, Holds.PARTS, Holds.TYPES})
_BOUND = re.compile(r"(T\S+)\t(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)(?:\t.*)?")
_RELATION = re.compile(r"R\S+\t(\S+) \w+:(T\S+) \w+:(T\S+)\s*")
_EQUIVALENCE = re.compile(r"\*\t\S+((?: T\S+)+)\s*")
_COREFERENCE = re.compile(r"coref|anaph|ident|same", re.IGNORECASE)
_ENTITY = re.compile(r".+-\d+")  # LitBank's names of entities
UNTYPED = "Entity"
_OTHERS = ("A", "E", "M", "N", "#", "R")


class Bound(NamedTuple):
    """A text-bound annotation."""

    label: str
    parts: tuple[Stretch, ...]


def beside(path: str) -> Path:
    """The text of a .ann file."""
    return Path(path).with_suffix(".txt")


def read(content: bytes, *, path: str = "", text: bytes | None = None) -> AnnotatedFile:
    r"""The annotations of a text, which is looked for beside `path` unless it is given.

    >>> file = read(b"T1\tPER 0 3\tAnn\nT2\tPER 10 13\tshe\n*\tCoref T1 T2\n",
    ...             text=b"Ann said, she left.")
    >>> [mention.entity for mention in file.documents[0].source.mentions]
    ['e1', 'e1']
    """
    spelled = (_text_beside(path) if text is None else text).decode("utf-8", "replace")
    reading = _Reading(path, len(spelled))
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), start=1):
        reading.read(number, line.rstrip("\r"))
    parts = [bound.parts for bound in reading.bound.values()]
    marked = [stretch for several in parts for stretch in several]
    marked += [Stretch(several[0].start, several[-1].end) for several in parts]
    discourse = tokenized(spelled, marked, name=Path(path).stem, path=path)
    found = with_entities(discourse, reading.mentions(Spelled(discourse)))
    return AnnotatedFile(path, content, (found,), tuple(reading.problems))


def _text_beside(path: str) -> bytes:
    try:
        return beside(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{path!r} has no text beside it: {str(beside(path))!r}.") from error


class _Reading:
    """Goes through the lines of a file."""

    def __init__(self, path: str, length: int) -> None:
        self.bound: dict[str, Bound] = {}
        self.problems: list[Problem] = []
        self._same: list[list[str]] = []
        self._path = path
        self._length = length

    def read(self, number: int, line: str) -> None:
        if bound := _BOUND.fullmatch(line):
            parts = tuple(Stretch(*map(int, p.split())) for p in bound[3].split(";"))
            if all(part.start < part.end <= self._length for part in parts):
                self.bound[bound[1]] = Bound(bound[2], parts)
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
        message = f"{quoted(line)} annotates nothing; left aside"
        self.problems.append(Problem(self._path, number, 0, "brat-line", message))

    def mentions(self, spelled: Spelled) -> Iterator[Mention]:
        """The mentions; entities that have no name are e1, e2 … in text order."""
        entities = self._entities()
        order = dict.fromkeys(entities[key] for key in sorted(self.bound, key=self._order))
        unnamed = [entity for entity in order if not _is_name(entity)]
        numbers = {entity: f"e{n}" for n, entity in enumerate(unnamed, start=1)}
        types = {b.parts: b.label for b in self.bound.values() if not _is_name(b.label)}
        seen: set[tuple[str, tuple[Stretch, ...]]] = set()
        for key, (_, parts) in self.bound.items():
            entity, etype = entities[key], types.get(parts, "")
            spans = _joined(parts, spelled)
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

    def _order(self, key: str) -> tuple[int, int, str]:
        parts = self.bound[key].parts
        return parts[0].start, -parts[-1].end, key


def _is_name(label: str) -> bool:
    return _ENTITY.fullmatch(label) is not None


def _joined(parts: Iterable[Stretch], spelled: Spelled) -> list[tuple[Place, Place]]:
    """The words of the parts; parts with nothing but white space between them are one."""
    joined: list[Stretch] = []
    for part in parts:
        if joined and not spelled.text[joined[-1].end : part.start].strip():
            joined[-1] = Stretch(joined[-1].start, part.end)
        else:
            joined.append(part)
    return [span for span in map(spelled.span, joined) if span]


# Writing ----------------------------------------------------------------------------------------


def text_of(found: Interpretation | Discourse) -> str:
    """The text that annotations stand off from."""
    return found.text if isinstance(found, Discourse) else found.discourse.text


def write(found: Interpretation | Discourse) -> str:
    """The annotations of a document."""
    discourse = found.discourse if isinstance(found, Interpretation) else found
    spelled = Spelled(discourse)
    keys: dict[str, list[str]] = {}
    lines: list[str] = []
    for entity, mention in _placed(entities_in(found).mentions):
        key = f"T{len(lines) + 1}"
        keys.setdefault(entity, []).append(key)
        lines.append(f"{key}\t{_bound(mention, spelled)}")
    lines += [f"*\tCoref {' '.join(same)}" for same in keys.values() if len(same) > 1]
    return "".join(f"{line}\n" for line in lines)


def _placed(mentions: Iterable[Mention]) -> Iterator[tuple[str, Mention]]:
    """The mentions that have words, entity by entity."""
    for entity, chain in chained(mentions).items():
        for mention in chain:
            if in_words(mention):
                yield entity, mention


def _bound(mention: Mention, spelled: Spelled) -> str:
    stretches: list[Stretch] = []
    for first, last, _ in mention.spans:
        begin = first.word + 1 if first.empty else first.word
        if 1 <= begin <= last.word:
            stretches += _by_line(spelled.stretch(first.utterance, begin, last.word), spelled.text)
    label = re.sub(r"[^\w-]", "_", mention.attribute("etype")) or UNTYPED
    places = ";".join(f"{start} {end}" for start, end in stretches)
    return f"{label} {places}\t{' '.join(spelled.text[slice(*s)] for s in stretches)}"


def _by_line(stretch: Stretch, text: str) -> Iterator[Stretch]:
    """The stretch line by line: an annotation of brat does not go beyond a line."""
    for match in re.finditer(r"[^\r\n]+", text[stretch.start : stretch.end]):
        yield Stretch(stretch.start + match.start(), stretch.start + match.end())
