"""Where words stand, as people and editors say it: line and column, and the way back.

Places        where the words of a discourse stand
places_of     those of a discourse that is asked about again and again
stands        where an expression stands, in words
WordPlace     a word: its utterance, and its number in it
WordSpan      words of an utterance, from the first to the last
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from hearer.formats.conllu import ConlluDocument
from hearer.formats.decoding import Lines, Place
from hearer.formats.entities import starts_of
from hearer.model import Discourse, ReferringExpression, Utterance
from hearer.once import Same

WordPlace = tuple[int, int]


class WordSpan(NamedTuple):
    """Words of an utterance, from the first to the last."""

    utterance: int
    first: int
    last: int


NOWHERE = Place(0, 0)


class Places:
    """Where the words of a discourse stand.

    In a CoNLL-U file that is the line of the word's row and the column of its FORM, everywhere
    else line and column of the text. Nothing is counted twice: all are found by bisection.

    >>> places = Places(Discourse((Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0"),)))
    >>> print(places.of(1, 2), places.word_at(Place(1, 6)))
    1:5 (1, 2)
    """

    def __init__(self, discourse: Discourse) -> None:
        self.text = discourse.text
        self._utterances = {utterance.number: utterance for utterance in discourse.utterances}
        sizes = (len(utterance.written) for utterance in discourse.utterances)
        self._begins = [*accumulate(sizes, initial=len(discourse.before))][:-1]
        self._order = [utterance.number for utterance in discourse.utterances]
        self._index = {number: n for n, number in enumerate(self._order)}
        self._words: dict[int, list[int]] = {}  # where they begin, of utterances asked about
        self._rows, self._in_row = _rows(discourse)
        self._lines = Lines(self.text)

    def of(self, utterance: int, word: int) -> Place:
        """Where a word stands; one that is not of this discourse, nowhere."""
        if self._rows:
            return self._rows.get((utterance, word), NOWHERE)
        known = self.has((utterance, word))
        return self._lines.place(self.start((utterance, word))) if known else NOWHERE

    def has(self, word: WordPlace) -> bool:
        """Whether there is such a word."""
        return word[0] in self._utterances and 0 < word[1] <= len(self._utterances[word[0]])

    def start(self, word: WordPlace) -> int:
        """The code point at which a word begins in the text."""
        return self._starts(word[0])[word[1] - 1]

    def end(self, word: WordPlace) -> int:
        """The code point behind a word."""
        return self.start(word) + len(self._utterances[word[0]].forms[word[1] - 1])

    def span(self, word: WordPlace) -> tuple[int, int]:
        """Both: where a word begins, and where it ends."""
        return self.start(word), self.end(word)

    def utterance(self, number: int) -> Utterance | None:
        """The utterance of that number, if there is one."""
        return self._utterances.get(number)

    def word_at(self, place: Place) -> WordPlace | None:
        """The word at a place, or None: white space, or off the text."""
        if self._rows:
            return self._in_row.get(place.line)
        offset = self._lines.offset(place)
        n = -1 if offset is None else bisect_right(self._begins, offset) - 1
        if offset is None or n < 0:
            return None
        number = self._order[n]
        word = number, bisect_right(self._starts(number), offset)
        return word if offset < self.end(word) else None

    def distance(self, place: Place, span: WordSpan) -> tuple[int, int]:
        """How many lines, and then columns, some words are away from a place."""
        line, first = self.of(span.utterance, span.first)
        if line != place.line:  # of the lines above the last word is the nearest
            return abs(line - place.line), first if line > place.line else -first
        ends = span.utterance, span.last
        last = first + self.end(ends) - self.start((span.utterance, span.first)) - 1
        return 0, 0 if self._rows else max(first - place.column, place.column - last, 0)

    @property
    def last_line(self) -> int:
        return max(self._in_row, default=0) if self._rows else len(self._lines)

    def _starts(self, number: int) -> list[int]:
        if number not in self._words:
            utterance, begin = self._utterances[number], self._begins[self._index[number]]
            self._words[number] = starts_of(utterance, begin)[:-1]
        return self._words[number]


def places_of(discourse: Discourse) -> Places:
    """Where the words of a discourse stand, worked out once for all questions about it."""
    return _places(Same(discourse))


def stands(discourse: Discourse, expression: ReferringExpression, *, word: int = 0) -> str:
    """Where an expression stands, by its first word: at 3:62; in (2), where nothing is written."""
    place = places_of(discourse).of(expression.utterance, word or expression.words[0])
    return f"at {place}" if place.line else f"in ({expression.utterance})"


@lru_cache(maxsize=2)
def _places(of: Same[Discourse]) -> Places:
    return Places(of.value)


def _rows(discourse: Discourse) -> tuple[Mapping[WordPlace, Place], Mapping[int, WordPlace]]:
    """The rows of a CoNLL-U document by word, and back; some blocks are comments only."""
    if not isinstance(discourse.source, ConlluDocument):
        return {}, {}
    sentences = filter(len, discourse.source.sentences)
    rows = {
        (utterance.number, n): Place(line, len(identifier) + 2)  # behind a tab
        for utterance, sentence in zip(discourse.utterances, sentences, strict=False)
        for n, (line, identifier) in enumerate(
            zip(sentence.word_lines, sentence.columns[0], strict=True), start=1
        )
    }
    return rows, {place.line: word for word, place in rows.items()}
