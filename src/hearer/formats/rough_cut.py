"""A text cut into words and sentences roughly, where only its annotation matters.

tokenized    the document of a text, in which every marked stretch is whole words

Whoever wants a good cut parses the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from hearer.formats.bare_words import BareSentence, bare_discourse
from hearer.formats.offsets import Stretch
from hearer.model import Discourse

_WORD = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_ENDS = frozenset({".", "!", "?", "…"})
_CLOSING = frozenset({'"', "'", "”", "’", ")", "]", "»"})
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st prof rev gen col capt lt sgt jr sr esq hon messrs vs no etc".split()
)


def tokenized(
    text: str, marked: Sequence[Stretch] = (), *, name: str = "", path: str = ""
) -> Discourse:
    """A text cut into words and sentences, so that every marked stretch is whole words.

    A line ends a sentence, and so does a full stop before a capital, but never inside a stretch
    that is marked.

    >>> [str(u) for u in tokenized("Mr. Ho left. She saw it.").utterances]
    ['Mr. Ho left.', 'She saw it.']
    """
    words = list(_words(text, {edge for stretch in marked for edge in stretch}))
    ends = [word.start for word in words[1:]] + [len(text)]
    spaces = [text[word.end : end] for word, end in zip(words, ends, strict=False)]
    forms = [text[word.start : word.end] for word in words]
    sentences, first, paragraph = [], 0, False
    bound = _Unbroken(marked)
    for n in range(len(words)):
        if n + 1 == len(words) or (ends[n] not in bound and _ends(forms, spaces, n)):
            run = slice(first, n + 1)
            sentences.append(BareSentence(tuple(forms[run]), tuple(spaces[run]), "", paragraph))
            first, paragraph = n + 1, spaces[n].count("\n") > 1
    before = text[: words[0].start] if words else text
    return bare_discourse(sentences, name=name, path=path, before=before)


def _words(text: str, edges: set[int]) -> Iterable[Stretch]:
    inside = sorted(edges)
    for match in _WORD.finditer(text):
        cuts = inside[bisect_right(inside, match.start()) : bisect_left(inside, match.end())]
        starts = [match.start(), *cuts]
        yield from map(Stretch, starts, [*cuts, match.end()])


class _Unbroken:
    """Stretches that overlap, taken together: no sentence may begin inside them."""

    def __init__(self, marked: Iterable[Stretch]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(marked):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, offset: int) -> bool:
        n = bisect_left(self._starts, offset) - 1
        return n >= 0 and offset < self._ends[n]


def _ends(forms: Sequence[str], spaces: Sequence[str], n: int) -> bool:
    """Whether word n ends a sentence."""
    if "\n" in spaces[n]:
        return True
    last = n - 1 if forms[n] in _CLOSING and n else n
    if forms[last] not in _ENDS or not spaces[n]:
        return False
    before = forms[last - 1].lower() if last else ""
    is_short = forms[last] == "." and (before in _ABBREVIATIONS or len(before) == 1)
    return not is_short and not forms[n + 1][0].islower()
