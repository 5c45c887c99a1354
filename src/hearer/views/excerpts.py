"""A few words around a word, in one line.

Excerpt      what stands before the words that are shown, the words, and what stands behind them
excerpt      the words around some words of an utterance
shortened    an excerpt that is no wider than there is room
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hearer.model import Utterance
from hearer.report.styles import cut, printable, width_of

ELLIPSIS = "…"
CLOSING = frozenset(". , ; : ! ? ' \" ” ’ ) ]".split())  # worth its column, instead of …


class Excerpt(NamedTuple):
    """What is around some words of a sentence: … stands only where something was cut."""

    before: str
    middle: str
    after: str

    def __str__(self) -> str:
        return "".join(self)


def excerpt(utterance: Utterance | None, words: tuple[int, int], around: int) -> Excerpt:
    """The words around some words of an utterance, up to `around` columns on either side.

    >>> won = Utterance.of("Then/ADV/advmod/3 she/PRON/nsubj/3 won/VERB/root/0 again/ADV/advmod/3")
    >>> print(excerpt(won, (2, 2), 4))
    Then she won…
    """
    first, last = words
    if utterance is None or not 0 < first <= last <= len(utterance):
        return Excerpt("", "", "")
    pieces = range(last + 1, len(utterance) + 1), range(first - 1, 0, -1)
    behind, before = (_taken(utterance, numbers, around) for numbers in pieces)
    while before.is_cut and before.pieces and before.pieces[-1].strip() in CLOSING:
        before.pieces.pop()
    opening = "".join(reversed(before.pieces))
    after = "".join(behind.pieces).rstrip() + ELLIPSIS * behind.is_cut
    gap = " " if after and utterance.spaces[last - 1] else ""
    written = printable(utterance.text_between(first, last))
    return Excerpt(ELLIPSIS * before.is_cut + opening, written, f"{gap}{after}")


class _Taken(NamedTuple):
    pieces: list[str]
    is_cut: bool


def _taken(utterance: Utterance, numbers: Iterable[int], room: int) -> _Taken:
    """As many words as there is room for, each with the blank behind it."""
    pieces: list[str] = []
    for n in numbers:
        piece = printable(" ".join(utterance.forms[n - 1].split()))
        room -= width_of(piece)
        if room < 0 and piece not in CLOSING:
            return _Taken(pieces, is_cut=True)
        pieces.append(f"{piece} " if utterance.spaces[n - 1] else piece)
    return _Taken(pieces, is_cut=False)


def shortened(around: Excerpt, room: int) -> Excerpt:
    """The excerpt in so many columns, with fewer words on both sides."""
    if width_of(str(around)) <= room:
        return around
    each = max((room - width_of(around.middle)) // 2, 0)
    before = _fewer(around.before[::-1], each)[::-1]
    return Excerpt(before, around.middle, _fewer(around.after, each))


def _fewer(text: str, room: int) -> str:
    if width_of(text) <= room:
        return text
    words, _, _ = cut(text, room).rpartition(" ")
    return f"{words}{ELLIPSIS}" if room > 0 else ""
