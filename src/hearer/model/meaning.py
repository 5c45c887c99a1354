"""The meaning of a word in its context as signed bytes, and how well a candidate fits a pronoun.

The English parser states them. The first WIDTH bytes are what the word offers as a candidate. The
next two times WIDTH are what it asks for as a pronoun: of the latest expression of a candidate, and
of its latest noun phrase. The last byte speaks for no antecedent. Sums and products are of whole
numbers, so that they are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import add, itemgetter, mul

Meaning = bytes
NO_MEANING: Meaning = b""

WIDTH = 64
SIZE = 3 * WIDTH + 1
UNIT = 127 * 127  # the largest byte stands for one, and two of them are multiplied
EIGHTHS = 8  # of a nat: the unit of the last byte
offered = itemgetter(slice(WIDTH))  # the bytes that a word offers as a candidate
_ZERO = 128  # offered bytes are shifted by this much, since unsigned bytes are read fastest
_SHIFTED = bytes((n + _ZERO) % 256 for n in range(256))
_NOTHING = bytes([_ZERO] * WIDTH)  # offered if no noun phrase was heard


class EnglishModel(StrEnum):
    """Which English pipeline parses raw text and predicts sorts and meanings."""

    SMALL = "small"  # comes with hearer
    LARGE = "large"  # BERT base, in the package hearer-english-large


class Asking:
    """What a pronoun asks for, to be compared with many candidates."""

    __slots__ = ("apart", "together")

    def __init__(self, asking: Meaning) -> None:
        apart: list[int] = memoryview(asking).cast("b")[WIDTH : 3 * WIDTH].tolist()
        together: list[int] = [*map(add, apart[:WIDTH], apart[WIDTH:])]  # if both are one
        self.apart, self.together = (apart, _ZERO * sum(apart)), (together, _ZERO * sum(together))

    def fit(self, latest: Meaning, named: Meaning) -> float:
        """Return how well a candidate fits, in nats.

        `latest` is the meaning of its latest expression, `named` that of its latest noun phrase.
        """
        both = latest[:WIDTH].translate(_SHIFTED) or _NOTHING
        asked, zero = self.together
        if named is not latest:
            both += named[:WIDTH].translate(_SHIFTED) or _NOTHING
            asked, zero = self.apart
        product: int = sum(map(mul, asked, both))
        return (product - zero) / UNIT


def nobody(asking: Meaning) -> float:
    """Return what speaks for no antecedent, in nats."""
    return memoryview(asking).cast("b")[-1] / EIGHTHS


def mean(offered_by_many: Sequence[Meaning]) -> Meaning:
    """Return what a set offers: the mean of what its members offer, or nothing if one lacks it."""
    all_ = [memoryview(each).cast("b")[:WIDTH] for each in offered_by_many if each]
    columns = zip(*all_, strict=True) if len(all_) == len(offered_by_many) else ()
    return bytes(round(sum(column) / len(column)) % 256 for column in columns)
