"""Where the words of a document stand in its text.

Stretch       code points of a text
WordOffsets   from words to code points and back, taken in utterance by utterance
offsets_of    those of a whole discourse
starts_of     where the words of an utterance begin
utf16_units   how long a text is in UTF-16, which Java counts in
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

from hearer.formats.entities import NodePlace
from hearer.model import Discourse, Utterance


class Stretch(NamedTuple):
    """Code points of a text, the end excluded."""

    start: int
    end: int


class WordOffsets:
    """Where words stand in a text; of each it keeps two numbers."""

    def __init__(self) -> None:
        self._starts, self._ends = array("I"), array("I")
        self._first: dict[int, int] = {}  # by utterance: the index of its first word
        self._numbers: list[int] = []  # of the utterances, ascending

    def add(self, number: int, utterance: Utterance, start: int) -> int:
        """Take in the words of utterance `number`, from offset `start` on; give their end."""
        self._first[number] = len(self._starts)
        self._numbers.append(number)
        for form, space in zip(utterance.forms, utterance.spaces, strict=True):
            self._starts.append(start)
            self._ends.append(start + len(form))
            start += len(form) + len(space)
        return start

    def forget(self, number: int) -> None:
        """Leave out utterance `number` and all after it: they may be parsed again."""
        while self._numbers and self._numbers[-1] >= number:
            index = self._first.pop(self._numbers.pop())
            del self._starts[index:], self._ends[index:]

    def has(self, utterance: int, word: int = 0) -> bool:
        """Whether the words of an utterance were taken in, up to `word`."""
        first = self._first.get(utterance)
        return first is not None and first + word <= len(self._starts)

    def stretch(self, utterance: int, first: int, last: int) -> Stretch:
        begin = self._first[utterance] - 1
        return Stretch(self._starts[begin + first], self._ends[begin + last])

    def index(self, utterance: int, word: int) -> int:
        """The number of a word in the document, from 0."""
        return self._first[utterance] + word - 1

    def place(self, index: int) -> NodePlace:
        at = bisect_right(self._numbers, index, key=self._first.__getitem__) - 1
        number = self._numbers[at]
        return NodePlace(number, index - self._first[number] + 1)

    def span(self, stretch: Stretch) -> tuple[NodePlace, NodePlace] | None:
        """The first and the last word that lie in a stretch; None if it has none."""
        first = bisect_right(self._ends, stretch.start)
        last = bisect_left(self._starts, stretch.end) - 1
        return (self.place(first), self.place(last)) if first <= last else None

    def __len__(self) -> int:
        return len(self._starts)


def offsets_of(discourse: Discourse) -> WordOffsets:
    """Those of all utterances that have words, counted from 1."""
    offsets, start = WordOffsets(), len(discourse.before)
    for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
        start = offsets.add(number, utterance, start)
    return offsets


def starts_of(utterance: Utterance, start: int | None = None) -> list[int]:
    """The offsets at which words begin, and the one behind the last, as if it began at `start`."""
    widths = map(len, map("".join, zip(utterance.forms, utterance.spaces, strict=True)))
    return [*accumulate(widths, initial=utterance.start if start is None else start)]


def utf16_units(text: str) -> int:
    """How many units of UTF-16 a text has: two for a code point beyond the first 65,536."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
