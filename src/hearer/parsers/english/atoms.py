r"""The smallest parts of a text: where a word or a sentence may end is the end of an atom.

    atoms     the atoms of a text, as (start, end)
    Splits    words that are two although nothing shows it, and where: {"cannot": (3,)}
    JOINED, WORD_ENDS, SENTENCE_ENDS    what may happen where an atom ends
    NOTHING, SPACE, BLOCK_ENDS          what may be written there
    LONGEST   lengths of atoms that are told apart

An atom is a run of letters, of digits, or of one sign; "n't" is one. Training cuts texts with
this function, too.

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
_ATOM = re.compile(rf"{_LETTER}+?(?={_NOT})|{_NOT}|{_LETTER}+|\d+|(\S)\1*", re.IGNORECASE)


def atoms(text: str, splits: Splits) -> Iterator[Span]:
    """Where the atoms of a text start and end, in order."""
    for atom in _ATOM.finditer(text):
        cuts = splits.get(atom[0].lower())
        if cuts is None:
            yield atom.span()
            continue
        start, end = atom.span()
        yield from pairwise((start, *(start + cut for cut in cuts), end))
