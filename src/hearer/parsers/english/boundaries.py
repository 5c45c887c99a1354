"""Words and sentences in a block of text, by the conventions of Universal Dependencies.

Atoms (runs of letters, digits or one sign) are cut by rule; a small network says after each whether
the word goes on, the word ends or the sentence ends. Training cuts texts with the same function.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hearer.parsers.english.encoder import Graph, Splits
from hearer.parsers.english.pieces import REMEMBERED, Pieces, shape

JOINED, WORD_ENDS, SENTENCE_ENDS = 0, 1, 2
NOTHING, SPACE, BLOCK_ENDS = 0, 1, 2
LONGEST = 9

Span = tuple[int, int]

_LETTER = r"[^\W\d_]"
_NOT = rf"n['’]t(?!{_LETTER})"
_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
# Characters without a shape: controls, soft hyphens, joiners, directions.
_UNSEEN = "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
_LETTERS = rf"{_LETTER}+(?:{_MARK}+{_LETTER}*|{_UNSEEN}+{_LETTER}+)*"
_ATOM = re.compile(
    rf"{_LETTER}+?(?={_NOT})|{_NOT}|{_LETTERS}|\d+{_MARK}*|(\S)\1*{_MARK}*", re.IGNORECASE
)


def atoms(text: str, splits: Splits) -> Iterator[Span]:
    """Yield where the atoms of a text start and end."""
    for atom in _ATOM.finditer(text):
        cuts = splits.get(atom[0].lower())
        if cuts is None:
            yield atom.span()
            continue
        start, end = atom.span()
        yield from pairwise((start, *(start + cut for cut in cuts), end))


CLOSING, QUOTES = frozenset("”’»)]}"), frozenset("\"'")
# Log-odds that a sentence must end with where it ends behind a letter or digit: within a line, and
# at its end. Of 1,000 made texts like *Peter admires Tom. He often calls him.* none is cut in the
# wrong place (22 without); of 1,500 with a line end behind the verb 9 % (29 % without).
CERTAIN, LIKELY = 5.0, 2.5


class Written(NamedTuple):
    """A sentence as it is written."""

    forms: list[str]
    spaces: list[str]


def seen(pieces: Pieces, atom: str) -> tuple[int, int, int, int]:
    """Return an atom as the network sees it: its first and last piece, its shape and length."""
    own = pieces[atom]
    return own[0], own[-1], shape(atom), min(len(atom), LONGEST)


class Boundaries:
    """Finds the sentences of a block and their words."""

    def __init__(self, graph: Graph, pieces: Pieces, splits: Splits) -> None:
        self._graph = graph
        self._splits = splits
        self._seen = lru_cache(REMEMBERED)(partial(seen, pieces))

    def sentences(self, text: str, line_ends: Container[int] = ()) -> Iterator[Written]:
        """Yield the sentences of a block in which all white space is single spaces.

        Lines end at the offsets `line_ends`.
        """
        spans = [*atoms(text, self._splits)]
        after = [SPACE if text[end : end + 1] == " " else NOTHING for _, end in spans]
        sentence, start = Written([], []), -1
        ends = self._ends(text, spans, after, line_ends)
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

    def _ends(
        self, text: str, spans: list[Span], after: list[int], line_ends: Container[int]
    ) -> list[int]:
        """Return what happens at the end of each atom; at the last, the sentence is over."""
        rows = [self._seen(text[first:end]) for first, end in spans]
        first, last, shapes, lengths = np.array(rows, np.int64).T.copy()
        spaces = np.array([BLOCK_ENDS, *after[:-1], BLOCK_ENDS], np.int64)
        (scores,) = self._graph.run(
            ("scores",),
            first=first,
            last=last,
            shapes=shapes,
            lengths=lengths,
            before=spaces[:-1],
            after=spaces[1:],
        )
        told: list[int] = scores.argmax(axis=1).tolist()
        odds = scores[:, SENTENCE_ENDS] - scores[:, :SENTENCE_ENDS].max(axis=1)
        for n in np.flatnonzero((odds > 0) & (odds < CERTAIN)).tolist():
            end = spans[n][1]
            if text[end - 1].isalnum() and (end not in line_ends or odds[n] < LIKELY):
                told[n] = int(scores[n, :SENTENCE_ENDS].argmax())
        told[-1] = SENTENCE_ENDS
        for n in [n for n, what in enumerate(told[:-1]) if what == SENTENCE_ENDS]:
            start, end = spans[n + 1]
            is_quote = text[start] in QUOTES and text[start - 1] != " "
            if (is_quote or text[start] in CLOSING) and not text[end : end + 1].strip():
                told[n : n + 2] = WORD_ENDS, SENTENCE_ENDS  # the sentence includes the next atom
        return told
