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

from hearer.model.lexicon import words
from hearer.parsers.english.encoder import Graph, Splits
from hearer.parsers.english.pieces import REMEMBERED, Pieces, shape

JOINED, WORD_ENDS, SENTENCE_ENDS = 0, 1, 2
NOTHING, SPACE, BLOCK_ENDS = 0, 1, 2
LONGEST = 9
GIVEN = "first last shapes lengths before after".split()

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


# Log-odds that a sentence must end with where it ends behind a letter or digit: within a line, and
# at its end. Of 1,500 made texts with a line end behind the verb 9 % are cut there (29 % without).
CERTAIN, LIKELY = 5.0, 2.5
SAYS, NOT_SAID, NO_NAMES, BEHIND = (
    "|".join(sorted(each)) for each in words("boundaries", "says not_said no_names behind")
)
_NAME = rf" (?!(?i:{NO_NAMES})\b)[A-Z]"
_TAG = rf"(?:{_NAME}[\w'’-]*\.?){{1,3}} (?:{SAYS})\b(?! (?:{NOT_SAID})\b)"
# Where no sentence ends: before the tag of a quotation (“Are you coming?” *Grace asked*) and before
# a name, behind an initial or a letter (K. *Lowe*. Peg adores *Josh*. Peg lent *Josh* a saw).
_GOES_ON = re.compile(
    rf"(?:(?<=[?!…,—])[\"'”’»]|(?<=[?!…,—][\"'”’»])){_TAG}"
    rf"|(?:(?<=\.)[\"'”’»]|(?<=\.[\"'”’»])){_TAG}[.,]"
    rf"|(?:(?<= [IK]\.)|(?<=\w)){_NAME}\w*(?:[.?]| (?:{BEHIND})\b| \w+\.)"
    r"|(?:(?<=\bFig\.)|(?<=\bMt\.)|(?<=\bSec\.)|(?<=\bVol\.)) [A-Z\d]"
)
# Where one does: before a pronoun behind an abbreviation (He lives in Main St. *She* ...)
_BEGINS = re.compile(r"(?<=\.) (?:He|Her|His|It|Its|My|Our|She|Their|They|We|You|Your)\b(?!\.)")
_CLOSES = re.compile(r"(?: ?([”’»)\]}])\1*|([\"'])\2*)(?!\S)")
_LISTED = re.compile(r" [-*•] [A-Z]")  # in a line of its own


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
        self._graph, self._splits = graph, splits
        self._seen = lru_cache(REMEMBERED)(partial(seen, pieces))

    def sentences(self, text: str, line_ends: Container[int] = ()) -> Iterator[Written]:
        """Yield the sentences of a block with single spaces, whose lines end at `line_ends`."""
        spans = [*atoms(text, self._splits)]
        after = [SPACE if text.startswith(" ", end) else NOTHING for _, end in spans]
        sentence, start = Written([], []), 0
        ends = self._ends(text, spans, after, line_ends)
        for (_, end), space, what in zip(spans, after, ends, strict=True):
            if what == JOINED:
                continue
            sentence.forms.append(text[start:end])
            sentence.spaces.append(" " * space)
            start = end + space
            if what == SENTENCE_ENDS:
                yield sentence
                sentence = Written([], [])

    def _ends(
        self, text: str, spans: list[Span], after: list[int], line_ends: Container[int]
    ) -> list[int]:
        """Return what happens at the end of each atom; at the last, the sentence is over."""
        rows = [self._seen(text[first:end]) for first, end in spans]
        spaces = np.array([BLOCK_ENDS, *after[:-1], BLOCK_ENDS], np.int64)
        columns = *np.array(rows, np.int64).T.copy(), spaces[:-1], spaces[1:]
        (scores,) = self._graph.run(("scores",), dict(zip(GIVEN, columns, strict=True)))
        told: list[int] = scores.argmax(axis=1).tolist()
        odds = scores[:, SENTENCE_ENDS] - scores[:, :SENTENCE_ENDS].max(axis=1)
        for n in np.flatnonzero(odds > 0).tolist():
            end = spans[n][1]
            is_open, ends_line = text[end - 1].isalnum(), end in line_ends
            least = (LIKELY if ends_line else CERTAIN) if is_open else 0
            goes_on = _GOES_ON.match(text, end) and not (is_open and ends_line)
            if goes_on or odds[n] < least:
                told[n] = int(scores[n, :SENTENCE_ENDS].argmax())
        told[-1] = SENTENCE_ENDS
        for n, (start, end) in enumerate(spans[:-1]):
            if n and not told[n] and text[start:end] == "-" and text[start - 1].isalpha():
                told[n - 1] = JOINED  # vice-president
            elif told[n] and _BEGINS.match(text, end):
                told[n] = SENTENCE_ENDS
            if told[n] == SENTENCE_ENDS and _CLOSES.match(text, end):
                told[n : n + 2] = WORD_ENDS, SENTENCE_ENDS  # the sentence includes the next atom
            elif end in line_ends and _LISTED.match(text, end):
                told[n : n + 2] = SENTENCE_ENDS, WORD_ENDS
        return told
