"""Multiword tokens: words that are written together, by Universal Dependencies' conventions.

    multiword_tokens    which words of an utterance are one token: "don't", "John's", "cannot"
    between_words       what stands between the words of a token that was read

A file that was read has its own ranges. Elsewhere a word is one token with the next where nothing
stands between them and that is a clitic, or where letters meet letters; in "well-known" and "(so)"
every word is a token.

    >>> from dataclasses import replace
    >>> she = Utterance.of("She/PRON/nsubj/4 did/AUX/aux/4 n't/PART/advmod/4 sing/VERB/root/0")
    >>> [*multiword_tokens(replace(she, spaces=(" ", "", " ", "")))]
    [(2, 3)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hearer.model import Utterance

CLITICS = frozenset("n't 's 'm 're 've 'll 'd".split())
POSSESSIVE = frozenset({"'", "’"})  # of "the dogs' bowl"; elsewhere a quotation mark


def multiword_tokens(utterance: Utterance) -> Iterator[tuple[int, int]]:
    """The first and last word of every token of several words, in order."""
    glued = [n for n, space in enumerate(utterance.spaces[:-1], start=1) if not space]
    found = [n for n in glued if _goes_on(utterance, n)]
    firsts = [n for before, n in pairwise([-1, *found]) if before + 1 < n]
    lasts = [n + 1 for n, after in pairwise([*found, -1]) if after != n + 1]
    yield from zip(firsts, lasts, strict=True)


def between_words(token: str, words: Sequence[str]) -> str:
    """Nothing if the words are what is written, else a blank: German *zum* is not "zudem".

    >>> between_words("cannot", ["can", "not"]), between_words("zum", ["zu", "dem"])
    ('', ' ')
    """
    return "" if _spelled("".join(words)) == _spelled(token) else " "


def _spelled(text: str) -> str:
    return text.casefold().replace("’", "'")


def _goes_on(utterance: Utterance, n: int) -> bool:
    """Whether word `n` and the next are one token."""
    this, following = utterance.forms[n - 1 : n + 1]
    if following in POSSESSIVE:
        return utterance.upos[n] == "PART"
    if following.lower().replace("’", "'") in CLITICS:
        return this[-1:].isalnum()
    return this[-1:].isalpha() and following[:1].isalpha()
