"""Documents parsed and heard one after the other, with a bar while that takes long.

all_parsed    documents with their parses
heard         what was understood of each
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hearer import parsers
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance, Word
from hearer.profiles import Profile
from hearer.reading import DEFAULT_PARSER, parsed
from hearer.report import progress


def all_parsed(
    documents: Sequence[Discourse], parser: str = DEFAULT_PARSER, *, quiet: bool = False
) -> list[Discourse]:
    """The documents; those that are raw text are parsed."""
    with progress.shown(quiet=quiet) as tell:
        told = _Told(tell, sum(len(one.text) for one in documents if one.is_raw), parser)
        return [_parsed(document, told) for document in documents]


def heard(
    works: Sequence[tuple[Discourse, Profile]],
    parser: str = DEFAULT_PARSER,
    *,
    quiet: bool = False,
) -> Iterator[Interpretation]:
    """What was understood of each document, heard when it is asked for."""
    with progress.shown(quiet=quiet) as tell:
        told = _Told(tell, sum(len(one.text) * (1 + one.is_raw) for one, _ in works), parser)
        for document, how in works:
            discourse = _parsed(document, told)
            yield listen(discourse, profile=how, through=told.words)
            told.done += len(discourse.text)


def _parsed(document: Discourse, told: _Told) -> Discourse:
    if not document.is_raw:
        return document
    discourse = parsed(document, told)
    told.done += len(document.text)
    return discourse


@dataclass
class _Told:
    """A parser and a stream of words that tell how far they are, in code points."""

    tell: progress.Tell
    total: int
    parser: str
    done: int = 0

    def parse(self, text: str) -> Iterator[Utterance]:
        for utterance in parsers.find(self.parser).parse(text):
            self.tell(self.done + utterance.start, self.total)
            yield utterance

    def words(self, words: Iterable[Word]) -> Iterator[Word]:
        for word in words:
            if word.ends_utterance:
                self.tell(self.done + word.utterance.start, self.total)
            yield word
