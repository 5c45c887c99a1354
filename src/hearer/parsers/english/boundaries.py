"""Words and sentences in a block of text, by Universal Dependencies' conventions.

    Boundaries    a block in, its sentences out
    Written       a sentence before it is parsed: its words, and the space behind each

Atoms are cut by rule; a small network says where they are joined, where a word ends and where a
sentence does. It sees some dozen atoms before and after each, and no line ends: the lines of a
paragraph may be broken anywhere. What closes a quotation stays with the sentence that it closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hearer.once import Once
from hearer.parsers.english.atoms import (
    BLOCK_ENDS,
    JOINED,
    LONGEST,
    NOTHING,
    SENTENCE_ENDS,
    SPACE,
    WORD_ENDS,
    Span,
    Splits,
    atoms,
)
from hearer.parsers.english.graphs import Graph
from hearer.parsers.english.pieces import REMEMBERED, Pieces, shape

CLOSING, QUOTES = frozenset("”’»)]}"), frozenset("\"'")
ADDRESS = re.compile(r"[:,] (?:https?://|www\.)")  # "for more, go to: www. …" is one sentence
# Misspelt in what was trained on (*a mares nest*), but words: they are never two.
WHOLE = frozenset("bjs elses hams jacks ma mares ta wits".split())
# He *lets* go, and lets *them* go; but an order may begin so: *so lets go*.
LETS = re.compile(
    r"(?<!\w)(?!(?:and|but|now|ok|okay|or|please|so|then|well) )\w+ let(?=s\b)"
    r"|\blet(?=s (?:her|him|it|me|them|us|you)\b)",
    re.IGNORECASE,
)
_ANSWERS = ("ends",)


class Written(NamedTuple):
    """A sentence as it is written."""

    forms: list[str]
    spaces: list[str]


class Boundaries:
    """Finds the sentences of a block, and their words."""

    def __init__(self, graph: Graph, pieces: Pieces, splits: Splits) -> None:
        self._graph = graph
        self._splits = {word: cuts for word, cuts in splits.items() if word not in WHOLE}
        self._seen = Once[str, tuple[int, int, int, int]](
            lambda atom: (pieces[atom][0], pieces[atom][-1], shape(atom), min(len(atom), LONGEST)),
            most=REMEMBERED,
        )

    def sentences(self, text: str) -> Iterator[Written]:
        """The sentences of a block in which all white space is single spaces."""
        spans = [*atoms(text, self._splits)]
        after = [SPACE if text[end : end + 1] == " " else NOTHING for _, end in spans]
        sentence, start = Written([], []), -1
        ends = self._ends(text, spans, after)
        for (first, end), space, what in zip(spans, after, ends, strict=True):
            if start < 0:
                start = first
            if what == JOINED:
                continue
            sentence.forms.append(text[start:end])
            sentence.spaces.append(" " if space else "")
            start = -1
            if what == SENTENCE_ENDS:
                yield sentence
                sentence = Written([], [])

    def _ends(self, text: str, spans: list[Span], after: list[int]) -> list[int]:
        """What happens at the end of each atom; at the last, the sentence is over."""
        seen = [self._seen[text[first:end]] for first, end in spans]
        first, last, shapes, lengths = np.array(seen, np.int64).T.copy()
        spaces = np.array([BLOCK_ENDS, *after[:-1], BLOCK_ENDS], np.int64)
        (ends,) = self._graph.run(
            _ANSWERS,
            first=first,
            last=last,
            shapes=shapes,
            lengths=lengths,
            before=spaces[:-1],
            after=spaces[1:],
        )
        told: list[int] = ends.tolist()
        told[-1] = SENTENCE_ENDS
        return _mended(text, spans, told)


def _mended(text: str, spans: list[Span], told: list[int]) -> list[int]:
    """No sentence ends before what closes it, nor before the address that it leads to.

    And he *lets* them go in one word.
    """
    for n in [n for n, what in enumerate(told[:-1]) if what == SENTENCE_ENDS]:
        if _closes(text, *spans[n + 1]):
            told[n : n + 2] = WORD_ENDS, SENTENCE_ENDS
        elif ADDRESS.match(text, spans[n][0]):
            told[n] = WORD_ENDS
    whole = {lets.end() for lets in LETS.finditer(text)}
    for n in [n for n, (_, end) in enumerate(spans) if end in whole] if whole else ():
        told[n] = JOINED
    return told


def _closes(text: str, start: int, end: int) -> bool:
    """Whether an atom closes what was open, so that the sentence before it goes on."""
    if text[end : end + 1].strip():
        return False
    return text[start] in CLOSING or (text[start] in QUOTES and text[start - 1] != " ")
