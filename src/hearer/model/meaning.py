"""What a word means where it stands, in numbers: how well somebody fits what is said of a pronoun.

Meaning     the numbers of one word, a byte each; b"" where nobody gave it any
offered     those of them that a word offers: all that matters of what is no pronoun
Asking      what a pronoun asks for, made once to be asked of many
fit         how well what was spoken of fits a pronoun
nobody      what speaks for it that the pronoun stands for nobody

The English pipeline reads them off the sentence. What a word *offers* as something spoken of stands
first. What it *asks* for as a pronoun follows: of the latest expression for a candidate, then of
the latest noun phrase for it. Last stands what speaks for nobody. All are signed; they are added
and multiplied as whole numbers, so that the same words give the same everywhere.
"""

from __future__ import annotations

from operator import add, mul

Meaning = bytes
NO_MEANING: Meaning = b""

WIDTH = 64  # numbers that a word offers, and that it asks for of each of two expressions
SIZE = 3 * WIDTH + 1
UNIT = 127 * 127  # the largest number stands for one, and two of them are multiplied
EIGHTHS = 8  # of a nat: what nobody is counted in
_ZERO = 128  # where signed numbers are counted from the least: plain bytes are read fastest
_FROM_THE_LEAST = bytes((n + _ZERO) % 256 for n in range(256))
_NOTHING = bytes([_ZERO] * WIDTH)  # offered where no noun phrase was heard


def offered(meaning: Meaning) -> Meaning:
    """What a word offers as something spoken of."""
    return meaning[:WIDTH]


def fit(asking: Meaning, latest: Meaning, named: Meaning) -> float:
    """How well a candidate fits what is said of the pronoun `asking`, in nats.

    `latest` is the meaning of the latest expression for the candidate, `named` that of its latest
    noun phrase, if there was one.

    >>> asks = bytes(WIDTH) + bytes([127] * WIDTH) + bytes(WIDTH + 1)
    >>> offers = bytes([127, 127, 256 - 127]) + bytes(SIZE - 3)
    >>> fit(asks, offers, NO_MEANING), fit(asks, NO_MEANING, offers)
    (1.0, 0.0)
    """
    return Asking(asking).fit(latest, named)


class Asking:
    """What a pronoun asks for: of the latest expression, of the latest noun phrase, of both."""

    __slots__ = ("apart", "together")

    def __init__(self, asking: Meaning) -> None:
        apart: list[int] = memoryview(asking).cast("b")[WIDTH : 3 * WIDTH].tolist()
        together: list[int] = [*map(add, apart[:WIDTH], apart[WIDTH:])]  # where the latest names it
        self.apart, self.together = (apart, _ZERO * sum(apart)), (together, _ZERO * sum(together))

    def fit(self, latest: Meaning, named: Meaning) -> float:
        """How well a candidate fits, in nats: see `fit`."""
        both = latest[:WIDTH].translate(_FROM_THE_LEAST) or _NOTHING
        asked, zero = self.together
        if named is not latest:
            both += named[:WIDTH].translate(_FROM_THE_LEAST) or _NOTHING
            asked, zero = self.apart
        product: int = sum(map(mul, asked, both))
        return (product - zero) / UNIT


def nobody(asking: Meaning) -> float:
    """What speaks for it that the pronoun `asking` stands for nobody, in nats.

    >>> nobody(bytes(SIZE - 1) + bytes([12])), nobody(bytes(SIZE - 1) + bytes([256 - 8]))
    (1.5, -1.0)
    """
    return memoryview(asking).cast("b")[-1] / EIGHTHS
