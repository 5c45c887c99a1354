"""Entities, their mentions, and the offsets of words in a text: what the formats exchange."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from hearer.formats.format import Problems, quoted
from hearer.model import Discourse, Problem, Utterance

OFFICIAL = ("eid", "etype", "head", "other")  # the fields of CorefUD
_ENTITY_FIELDS = ("eid", "GRP")


class NodePlace(NamedTuple):
    """A word of an utterance, both from 1, or the empty node with this number after the word."""

    utterance: int
    word: int
    empty: int = 0


class Span(NamedTuple):
    """A continuous part of a mention."""

    first: NodePlace
    last: NodePlace


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of an entity: several spans if it is discontinuous.

    `attributes` are the other fields of its bracket, in the order of `Entities.fields`.
    """

    entity: str
    spans: tuple[Span, ...]
    attributes: tuple[tuple[str, str], ...] = ()
    repeats: bool = False  # whether all parts have the attributes in the file, not only the first

    def attribute(self, name: str) -> str:
        """Return the value of a field, "" if it is missing."""
        return next((value for key, value in self.attributes if key == name), "")


@dataclass(frozen=True, slots=True)
class EntityLink:
    """A link from an anaphor to another entity: bridging, or one of several split antecedents."""

    place: NodePlace
    antecedent: str
    anaphor: str
    relation: str = ""

    def __str__(self) -> str:
        relation = f":{self.relation}" if self.relation else ""
        return f"{self.antecedent}<{self.anaphor}{relation}"


@dataclass(frozen=True, slots=True)
class Entities:
    """The coreference of a document, in the order in which the mentions begin in the text."""

    mentions: tuple[Mention, ...] = ()
    bridges: tuple[EntityLink, ...] = ()
    split_antecedents: tuple[EntityLink, ...] = ()
    fields: tuple[str, ...] = OFFICIAL
    problems: tuple[Problem, ...] = ()

    @property
    def entity_field(self) -> int | None:
        """The index of the field that names the entity, if one is declared."""
        return next(
            (self.fields.index(name) for name in _ENTITY_FIELDS if name in self.fields), None
        )


def mention_of(
    entity: str, spans: Iterable[tuple[NodePlace, NodePlace]], *, etype: str = ""
) -> Mention:
    """Make a mention of which at most the type is known."""
    parts = tuple(Span(first, last) for first, last in spans)
    return Mention(entity, parts, (("etype", etype),) if etype else ())


class WordRun(NamedTuple):
    """The words `first` to `last` of an utterance, both included."""

    utterance: int
    first: int
    last: int

    @classmethod
    def of(cls, span: Span) -> WordRun | None:
        """Return the words of a span; None if it has none or goes beyond its utterance."""
        first, last = span
        begin = first.word + 1 if first.empty else first.word
        is_one_run = 1 <= begin <= last.word and first.utterance == last.utterance
        return cls(first.utterance, begin, last.word) if is_one_run else None


def in_words(mention: Mention) -> WordRun | None:
    """Return the first part of a mention that has words; None if no part has.

    >>> in_words(mention_of("e1", [(NodePlace(1, 2), NodePlace(1, 4))]))
    WordRun(utterance=1, first=2, last=4)
    """
    return next(filter(None, map(WordRun.of, mention.spans)), None)


def chained(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """Group mentions by entity, in the order in which the entities first appear."""
    chains: dict[str, list[Mention]] = {}
    for mention in mentions:
        chains.setdefault(mention.entity, []).append(mention)
    return chains


def in_text_order(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Sort mentions by their first word, the longest first, and then e2 before e10."""

    def order(mention: Mention) -> tuple[NodePlace, int, int, str]:
        first, last = mention.spans[0]
        return first, -last.word, len(mention.entity), mention.entity

    return tuple(sorted(mentions, key=order))


# Brackets ---------------------------------------------------------------------------------------


class Bracket(NamedTuple):
    """An opening bracket of an entity: its word, its line and column, and the fields in it."""

    place: NodePlace
    line: int
    column: int
    fields: tuple[str, ...] = ()


class OpenBrackets:
    """The brackets that are open, by their labels; `unopened` and `unclosed` are codes."""

    def __init__(self, problems: Problems, *, unopened: str, unclosed: str) -> None:
        self._problems, self._unopened, self._unclosed = problems, unopened, unclosed
        self._open: dict[str, list[Bracket]] = {}

    def open(self, label: str, bracket: Bracket) -> None:
        self._open.setdefault(label, []).append(bracket)

    def close(self, label: str, line: int, column: int) -> Bracket | None:
        """Return the latest bracket that is open; without one, report that."""
        if self._open.get(label):
            return self._open[label].pop()
        message = f"{quoted(label + ')')} closes no open bracket; ignored"
        self._problems.add(line, self._unopened, message, column=column)
        return None

    def end(self) -> None:
        """Report the brackets that are still open."""
        for label, brackets in self._open.items():
            for one in brackets:
                message = f"the bracket of {quoted(label)} is never closed; ignored"
                self._problems.add(one.line, self._unclosed, message, column=one.column)


def bracketed(
    spans: Sequence[tuple[Span, str, str]],
) -> dict[NodePlace, tuple[list[str], list[str], list[str]]]:
    """Return the spans at each word: those that open, that are this word alone, and that close.

    A span has two texts, one to open and one to close it. Longer spans open first and close last;
    equal ones close in the reverse of the order in which they open.
    """
    found: dict[NodePlace, tuple[list[str], list[str], list[str]]] = {}
    for span, text, _ in sorted(spans, key=lambda one: one[0].last, reverse=True):
        found.setdefault(span.first, ([], [], []))[span.first == span.last].append(text)
    for span, _, text in sorted(spans, key=lambda one: one[0].first)[::-1]:
        if span.first != span.last:
            found.setdefault(span.last, ([], [], []))[2].append(text)
    return found


# Offsets ----------------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """A range of code points of a text, the end excluded."""

    start: int
    end: int


class WordOffsets:
    """The offsets of words in a text; it stores two numbers per word."""

    def __init__(self) -> None:
        self._starts, self._ends = array("I"), array("I")
        self._first: dict[int, int] = {}  # by utterance: the index of its first word
        self._numbers: list[int] = []  # of the utterances, ascending

    def add(self, number: int, utterance: Utterance, start: int) -> int:
        """Add the words of utterance `number`, which begins at `start`; return their end."""
        self._first[number] = len(self._starts)
        self._numbers.append(number)
        for form, space in zip(utterance.forms, utterance.spaces, strict=True):
            self._starts.append(start)
            self._ends.append(start + len(form))
            start += len(form) + len(space)
        return start

    def stretch(self, utterance: int, first: int, last: int) -> Stretch:
        begin = self._first[utterance] - 1
        return Stretch(self._starts[begin + first], self._ends[begin + last])

    def index(self, utterance: int, word: int) -> int:
        """Return the number of a word in the document, from 0."""
        return self._first[utterance] + word - 1

    def place(self, index: int) -> NodePlace:
        at = bisect_right(self._numbers, index, key=self._first.__getitem__) - 1
        number = self._numbers[at]
        return NodePlace(number, index - self._first[number] + 1)

    def span(self, stretch: Stretch) -> tuple[NodePlace, NodePlace] | None:
        """Return the first and the last word in a stretch; None if it has no word."""
        first = bisect_right(self._ends, stretch.start)
        last = bisect_left(self._starts, stretch.end) - 1
        return (self.place(first), self.place(last)) if first <= last else None


def offsets_of(discourse: Discourse) -> WordOffsets:
    """Return the offsets of a discourse; its utterances that have words count from 1."""
    offsets, start = WordOffsets(), len(discourse.before)
    for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
        start = offsets.add(number, utterance, start)
    return offsets


def starts_of(utterance: Utterance, start: int | None = None) -> list[int]:
    """Return the offset of each word and the end, as if the utterance began at `start`."""
    widths = map(len, map("".join, zip(utterance.forms, utterance.spaces, strict=True)))
    return [*accumulate(widths, initial=utterance.start if start is None else start)]


def utf16_units(text: str) -> int:
    """Return the length of a text in UTF-16, in which Java counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
