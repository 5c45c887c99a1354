"""Words as the encoder reads them: word pieces, and the shape of what is written.

The vocabulary is without capitals and accents; what they tell is in the shape. One piece a line
(Wu et al. 2016, "Google's Neural Machine Translation System", section 4.1; longest match first).
Training reads words with these functions, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from unicodedata import category, normalize

BEGIN, END, UNKNOWN, MASKED = "[CLS]", "[SEP]", "[UNK]", "[MASK]"
GOES_ON = "##"  # before a piece that does not begin a word
MOST = 24  # pieces of a word; what comes behind them is not read
REMEMBERED = 10_000  # words, in each table of what is known of them
LONGEST = 100  # letters between two signs that are cut into pieces at all

# Shapes 0 and 10 are no word's own: those of BEGIN and END, and of a word's later pieces.
OUTSIDE, MIXED, LATER = 0, 9, 10
SHAPES = 11
UNSEEN = frozenset({"Mn", "Cc", "Cf"})  # categories of characters that are not read
_ASCII_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Pieces:
    """The pieces of every word.

    >>> pieces = Pieces(["[CLS]", "[SEP]", "[UNK]", "anna", "sing", "##s"])
    >>> pieces["Anna"], pieces["sings"], pieces["z"]
    ((3,), (4, 5), (2,))
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.begin, self.end = self._numbers[BEGIN], self._numbers[END]
        self._unknown = (self._numbers[UNKNOWN],)

    @classmethod
    def read(cls, path: Path) -> Pieces:
        return cls(path.read_text("utf-8").split("\n"))

    def __getitem__(self, word: str) -> tuple[int, ...]:
        known = self._numbers.get(word.lower())
        if known is not None and word.isalpha() and word.isascii():
            return (known,)
        found = [n for part in _parts(word.lower()) for n in self._longest(part)]
        return tuple(found[:MOST]) or self._unknown

    def _longest(self, part: str) -> Iterable[int]:
        """Return the longest piece that `part` begins with, then that of the rest, and so on."""
        if len(part) > LONGEST:
            return self._unknown
        found, start, before = [], 0, ""
        while start < len(part):
            ends = range(len(part), start, -1)
            pieces = ((end, self._numbers.get(before + part[start:end])) for end in ends)
            end, number = next((each for each in pieces if each[1] is not None), (0, None))
            if number is None:
                return self._unknown
            found.append(number)
            start, before = end, GOES_ON
        return found


def _parts(word: str) -> list[str]:
    """Split a word into runs of letters and digits, and single signs.

    Accents, invisible characters and white space are left out.
    """
    if not (word.isascii() and word.isprintable()):
        word = "".join(c for c in normalize("NFD", word) if category(c) not in UNSEEN)
    signs = {c for c in word if c in _ASCII_SIGNS or category(c).startswith("P")}
    return "".join(f" {c} " if c in signs else c for c in word).split()


def shape(word: str) -> int:
    """How a word is written, as a number from 1 to 9.

    >>> [shape(word) for word in "1984 she NATO I Anna ?! iOS9 McCoy iPod".split()]
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    return next((number for number, is_written in _SHAPES if is_written(word)), MIXED)


_SHAPES = (
    (1, str.isdigit),
    (2, str.islower),
    (4, lambda word: word.isupper() and len(word) == 1),
    (3, str.isupper),
    (5, lambda word: word[:1].isupper() and word[1:].islower()),
    (6, lambda word: not any(map(str.isalnum, word))),
    (7, lambda word: any(map(str.isdigit, word))),
    (8, lambda word: word[:1].isupper()),
)
