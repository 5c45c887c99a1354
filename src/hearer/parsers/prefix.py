"""Text as it arrives, parsed anew after every word, without look-ahead.

A word is there when white space follows it. A sentence is over when a paragraph ends, or when the
parse has begun another one and `SETTLED` words of that were heard; then it is not parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from hearer.model import Utterance
from hearer.parsers import Parser
from hearer.parsers.blocks import ends_paragraph

SETTLED = 3
LONGEST = 120  # words that are parsed again and again; a sentence beyond that is broken off
MOST_CHARACTERS = 4096  # of them
Utterances = tuple[Utterance, ...]
_RUN = re.compile(r"(\s+)|\S+")


class Prefix(NamedTuple):
    """All that is known when the text has been heard up to the offset `end`."""

    written: str  # the word, with the white space before it; nothing at the end of the text
    end: int
    over: Utterances = ()
    going_on: Utterances = ()


class PrefixParser:
    """Parses the sentence that is being spoken after each of its words."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._space: list[str] = []  # before the word that is being heard
        self._word: list[str] = []  # what was heard of it
        self._heard = ""  # the text of the sentences that go on
        self._start = 0  # its offset
        self._number = 1  # of its first sentence
        self._speaker: str | None = None  # of the last sentence; None if a paragraph begins
        self._going_on: Utterances = ()

    def feed(self, fragment: str) -> Iterator[Prefix]:
        """Take in some more text, and parse after each word that it completes."""
        for run in _RUN.finditer(fragment):
            if not run[1]:
                self._word.append(run[0])
                continue
            if self._word:
                space, word = "".join(self._space), "".join(self._word)
                self._space, self._word = [], []
                yield self._hear(space, word)
            self._space.append(run[1])

    def finish(self) -> Iterator[Prefix]:
        """The last word, if white space did not follow it, and the end of the last sentence."""
        yield from self.feed(" ")
        written, self._space = "".join(self._space)[:-1], []
        end = self._start + len(self._heard) + len(written)
        over = self._end_all()
        self._start, self._speaker = end, None
        yield Prefix(written, end, over)

    def _hear(self, space: str, word: str) -> Prefix:
        over: Utterances = ()
        if ends_paragraph(space):
            over, self._speaker = self._end_all(), None
        self._heard += space + word
        self._going_on = tuple(
            replace(
                utterance,
                number=self._number + n,
                start=self._start + utterance.start,
                begins_paragraph=utterance.begins_paragraph if n else self._speaker is None,
                speaker=utterance.speaker or self._speaker or "",
            )
            for n, utterance in enumerate(self._parser.parse(self._heard))
        )
        earlier, last = self._going_on[:-1], self._going_on[-1:]  # none: a byte order mark, say
        if earlier and len(last[0]) >= SETTLED:  # the parse goes on behind these
            over += self._leave(earlier, last[0].start)
        elif sum(map(len, self._going_on)) >= LONGEST or len(self._heard) > MOST_CHARACTERS:
            over += self._end_all()
        return Prefix(space + word, self._start + len(self._heard), over, self._going_on)

    def _end_all(self) -> Utterances:
        return self._leave(self._going_on, self._start + len(self._heard))

    def _leave(self, over: Utterances, start: int) -> Utterances:
        self._heard = self._heard[start - self._start :]
        self._going_on = self._going_on[len(over) :]
        self._start, self._number = start, self._number + len(over)
        if over:
            self._speaker = over[-1].speaker
        return over
