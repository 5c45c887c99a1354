r"""The smallest parts of a text: where a word or a sentence may end is the end of an atom.

    atoms     the atoms of a text, as (start, end)
    Splits    words that are two although nothing shows it, and where: {"cannot": (3,)}
    JOINED, WORD_ENDS, SENTENCE_ENDS    what may happen where an atom ends
    NOTHING, SPACE, BLOCK_ENDS          what may be written there
    LONGEST   lengths of atoms that are told apart

An atom is a run of letters, of digits, or of one sign, with the marks on them, and between letters
with what cannot be seen; "n't" is one. Training cuts texts with this function, too.

    >>> text = "I can't, y'know?!"
    >>> [text[start:end] for start, end in atoms(text, {})]
    ['I', 'ca', "n't", ',', 'y', "'", 'know', '?', '!']
    >>> [end for _, end in atoms("We cannot.", {"cannot": (3,)})]
    [2, 6, 9, 10]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

JOINED, WORD_ENDS, SENTENCE_ENDS = 0, 1, 2
NOTHING, SPACE, BLOCK_ENDS = 0, 1, 2
LONGEST = 9

Span = tuple[int, int]
Splits = Mapping[str, tuple[int, ...]]

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
    """Where the atoms of a text start and end, in order."""
    for atom in _ATOM.finditer(text):
        cuts = splits.get(atom[0].lower())
        if cuts is None:
            yield atom.span()
            continue
        start, end = atom.span()
        yield from pairwise((start, *(start + cut for cut in cuts), end))
