"""Places of words as editors write them: line and column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import TypeVar

from hearer.formats.conllu import ConlluDocument
from hearer.formats.decoding import Lines, Place
from hearer.formats.entities import starts_of
from hearer.model import Discourse, ReferringExpression, Utterance

WordPlace = tuple[int, int]  # utterance and word
Given = TypeVar("Given")
Value = TypeVar("Value")
NOWHERE = Place(0, 0)


def cached(function: Callable[[Given], Value]) -> Callable[[Given], Value]:
    """Keep the value of a function for its latest argument, which is compared by identity."""
    kept: tuple[Given, Value] | None = None

    def value(given: Given) -> Value:
        nonlocal kept
        if (now := kept) is None or now[0] is not given:
            kept = now = given, function(given)
        return now[1]

    return value


class Places:
    """Places of the words of a discourse.

    In a CoNLL-U file a place is the line of the word's row and the column of its FORM, otherwise
    line and column of the text.

    >>> places = Places(Discourse((Utterance.of("She/PRON/nsubj/2 wins/VERB/root/0"),)))
    >>> print(places.of(1, 2))
    1:5
    """

    def __init__(self, discourse: Discourse) -> None:
        self.text = discourse.text
        self._utterances = {utterance.number: utterance for utterance in discourse.utterances}
        sizes = (len(utterance.written) for utterance in discourse.utterances)
        begins = accumulate(sizes, initial=len(discourse.before))
        self._begins = dict(zip(self._utterances, begins, strict=False))
        self._words: dict[int, list[int]] = {}  # starts of words, by utterance, as needed
        self._rows = _rows(discourse)
        self._lines = Lines(self.text)

    def of(self, utterance: int, word: int) -> Place:
        """Return the place of a word; NOWHERE if it is not in this discourse."""
        if self._rows:
            return self._rows.get((utterance, word), NOWHERE)
        known = self.has((utterance, word))
        return self._lines.place(self.start((utterance, word))) if known else NOWHERE

    def has(self, word: WordPlace) -> bool:
        """Return True if there is such a word."""
        return word[0] in self._utterances and 0 < word[1] <= len(self._utterances[word[0]])

    def start(self, word: WordPlace) -> int:
        """Return the offset of a word in the text, in code points."""
        number = word[0]
        if number not in self._words:
            utterance = self._utterances[number]
            self._words[number] = starts_of(utterance, self._begins[number])[:-1]
        return self._words[number][word[1] - 1]

    def end(self, word: WordPlace) -> int:
        """Return the offset of the end of a word."""
        return self.start(word) + len(self._utterances[word[0]].forms[word[1] - 1])

    def span(self, word: WordPlace) -> tuple[int, int]:
        return self.start(word), self.end(word)

    def utterance(self, number: int) -> Utterance | None:
        """Return the utterance of that number, if there is one."""
        return self._utterances.get(number)

    def distance(self, place: Place, expression: ReferringExpression) -> tuple[int, int]:
        """Return how many lines and columns an expression's own words are away from a place."""
        number, words = expression.utterance, expression.own_words
        line, first = self.of(number, words[0])
        if self._rows or line != place.line:
            return abs(line - place.line), 0
        last = first + self.end((number, words[-1])) - self.start((number, words[0])) - 1
        return 0, max(first - place.column, place.column - last, 0)

    @property
    def last_line(self) -> int:
        lines = (place.line for place in self._rows.values())
        return max(lines) if self._rows else len(self._lines)


places_of = cached(Places)


def stands(discourse: Discourse, expression: ReferringExpression, *, word: int = 0) -> str:
    """Return "at 3:62", the place of the first word; "in (2)" if the discourse has no text."""
    place = places_of(discourse).of(expression.utterance, word or expression.words[0])
    return f"at {place}" if place.line else f"in ({expression.utterance})"


def _rows(discourse: Discourse) -> Mapping[WordPlace, Place]:
    """Return the rows of a CoNLL-U document by word; blocks of comments have no words."""
    if not isinstance(discourse.source, ConlluDocument):
        return {}
    sentences = filter(len, discourse.source.sentences)
    return {
        (utterance.number, n): Place(line, len(identifier) + 2)  # behind a tab
        for utterance, sentence in zip(discourse.utterances, sentences, strict=False)
        for n, (line, identifier) in enumerate(
            zip(sentence.word_lines, sentence.columns[0], strict=True), start=1
        )
    }
