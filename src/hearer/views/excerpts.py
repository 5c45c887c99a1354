"""A few words around a word, in one line.

Excerpt      what stands before the words that are shown, the words, and what stands behind them
excerpt      the words around some words of an utterance
shortened    an excerpt that is no wider than there is room
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hearer.model import Utterance
from hearer.report.styles import cut, printable, width_of

ELLIPSIS = "…"
MOST_JOINED = 12  # words written together: don't, O'Hara-Smythe; more are no word
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

    What is written together is never cut: don't, O'Hara-Smythe.
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
    gap = " " if behind.pieces and utterance.spaces[last - 1] else ""
    written = printable(utterance.text_between(first, last))
    return Excerpt(ELLIPSIS * before.is_cut + opening, written, f"{gap}{after}")


class _Taken(NamedTuple):
    pieces: list[str]
    is_cut: bool


def _taken(utterance: Utterance, numbers: range, room: int) -> _Taken:
    """As many words as there is room for; what is written together with the middle is taken."""
    pieces: list[str] = []
    for is_apart, joined in _joined(utterance, numbers):
        wide = sum(width_of(piece.strip()) for piece in joined if piece.strip() not in CLOSING)
        room -= wide
        if room < 0 and wide and (pieces or is_apart):
            return _Taken(pieces, is_cut=True)
        pieces += joined
    return _Taken(pieces, is_cut=False)


def _joined(utterance: Utterance, numbers: range) -> Iterator[tuple[bool, list[str]]]:
    """What is written together, and whether a blank parts it from what was before it."""
    joined: list[str] = []
    is_apart = was_apart = False
    for n in numbers:
        is_apart = bool(utterance.spaces[n - 2 if numbers.step > 0 else n - 1])
        if joined and (is_apart or len(joined) == MOST_JOINED):
            yield was_apart, joined
            joined = []
        was_apart = was_apart if joined else is_apart
        piece = printable(" ".join(utterance.forms[n - 1].split()))
        joined.append(f"{piece} " if utterance.spaces[n - 1] else piece)
    if joined:
        yield was_apart, joined


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
