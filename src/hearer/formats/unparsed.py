"""Utterances from files that have words, or only a text, and no parse.

unparsed       an utterance of words, each hung on the first
documented     a discourse of such utterances
as_tree        heads that are a tree, whatever they were
tokenized      a text cut into words and sentences
Spelled        where the words of a discourse stand in its text, and which words a stretch has
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.formats.corefud_entities import Entities, Mention, Place, Span
from hearer.model import Discourse, Utterance

__all__ = [
    "Sentence", "Spelled", "Stretch", "as_tree", "documented", "mention_of", "tokenized",
    "unparsed", "with_entities",
]  # fmt: skip

_WORD = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_ENDS = frozenset({".", "!", "?", "…"})
_CLOSING = frozenset({'"', "'", "”", "’", ")", "]", "»"})
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st prof rev gen col capt lt sgt jr sr esq hon messrs vs no etc".split()
)


class Sentence(NamedTuple):
    """Words, what stands behind each, and who speaks."""

    forms: tuple[str, ...]
    spaces: tuple[str, ...] = ()  # none: a blank behind every word
    speaker: str = ""
    begins_paragraph: bool = False
    name: str = ""


class Stretch(NamedTuple):
    """Code points of a text, the end excluded."""

    start: int
    end: int


def unparsed(number: int, sentence: Sentence, *, start: int = 0) -> Utterance:
    """An utterance without tags: every word hangs on the first.

    >>> unparsed(1, Sentence(("She", "waits"))).heads
    (0, 1)
    """
    size = len(sentence.forms)
    unknown = ("_",) * size
    return Utterance(
        number,
        sentence.forms,
        tuple(form.lower() for form in sentence.forms),
        ("X",) * size,
        unknown,
        unknown,
        (0, *[1] * (size - 1))[:size],
        ("root", *["dep"] * (size - 1))[:size],
        sentence.spaces or (" ",) * size,
        start=start,
        begins_paragraph=sentence.begins_paragraph,
        speaker=sentence.speaker,
        name=sentence.name,
    )


def documented(
    sentences: Iterable[Sentence], *, name: str = "", path: str = "", before: str = ""
) -> Discourse:
    """A discourse of words; sentences without any are left out."""
    utterances: list[Utterance] = []
    start = len(before)
    for sentence in sentences:
        if sentence.forms:
            utterances.append(unparsed(len(utterances) + 1, sentence, start=start))
            start += len("".join(sentence.forms)) + len("".join(utterances[-1].spaces))
    return Discourse(tuple(utterances), name, path, Entities(), before=before)


def as_tree(heads: Sequence[int]) -> tuple[int, ...]:
    """The heads, with 0 for those that are no word or go in a circle.

    >>> as_tree([2, 1, 9])
    (0, 1, 0)
    """
    size = len(heads)
    tree = [head if 0 <= head <= size else 0 for head in heads]
    rooted: set[int] = {0}
    for word in range(1, size + 1):
        path, here = {word}, word
        while (above := tree[here - 1]) not in rooted:
            if above in path:
                tree[above - 1] = 0
                break
            path.add(above)
            here = above
        rooted |= path
    return tuple(tree)


# Texts ------------------------------------------------------------------------------------------


def tokenized(
    text: str, marked: Sequence[Stretch] = (), *, name: str = "", path: str = ""
) -> Discourse:
    """A text cut into words and sentences, so that every marked stretch is whole words.

    A line ends a sentence, and so does a full stop before a capital, but never inside a stretch
    that is marked. This is a rough cut: whoever wants a good one parses the text.

    >>> [str(u) for u in tokenized("Mr. Ho left. She saw it.").utterances]
    ['Mr. Ho left.', 'She saw it.']
    """
    words = list(_words(text, {edge for stretch in marked for edge in stretch}))
    if not words:
        return Discourse((), name, path, Entities(), before=text)
    ends = [word.start for word in words[1:]] + [len(text)]
    spaces = [text[word.end : end] for word, end in zip(words, ends, strict=True)]
    forms = [text[word.start : word.end] for word in words]
    sentences, first, paragraph = [], 0, False
    bound = _Marked(marked)
    for n in range(len(words)):
        if n + 1 == len(words) or (ends[n] not in bound and _ends(forms, spaces, n)):
            run = slice(first, n + 1)
            sentences.append(Sentence(tuple(forms[run]), tuple(spaces[run]), "", paragraph))
            first, paragraph = n + 1, spaces[n].count("\n") > 1
    return documented(sentences, name=name, path=path, before=text[: words[0].start])


def _words(text: str, edges: set[int]) -> Iterable[Stretch]:
    inside = sorted(edges)
    for match in _WORD.finditer(text):
        cuts = inside[bisect_right(inside, match.start()) : bisect_left(inside, match.end())]
        starts = [match.start(), *cuts]
        yield from map(Stretch, starts, [*cuts, match.end()])


class _Marked:
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


class Spelled:
    """Where the words of a discourse stand in its text."""

    def __init__(self, discourse: Discourse) -> None:
        self.text = discourse.text
        self._words: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._first: dict[int, int] = {}
        offset = len(discourse.before)
        for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
            self._first[number] = len(self._starts)
            for n, form in enumerate(utterance.forms):
                self._words.append((number, n + 1))
                self._starts.append(offset)
                self._ends.append(offset + len(form))
                offset += len(form) + len(utterance.spaces[n])

    def stretch(self, utterance: int, first: int, last: int) -> Stretch:
        """The code points of some words of an utterance."""
        begin = self._first[utterance] - 1
        return Stretch(self._starts[begin + first], self._ends[begin + last])

    def index(self, utterance: int, word: int) -> int:
        """The number of a word in the document, from 0."""
        return self._first[utterance] + word - 1

    def place(self, index: int) -> Place:
        """The word of that number."""
        return Place(*self._words[index])

    def span(self, stretch: Stretch) -> tuple[Place, Place] | None:
        """The first and the last word that lie in a stretch; None if it has none."""
        first = bisect_right(self._ends, stretch.start)
        last = bisect_left(self._starts, stretch.end) - 1
        if first > last:
            return None
        return self.place(first), self.place(last)

    def __len__(self) -> int:
        return len(self._starts)


def mention_of(entity: str, spans: Iterable[tuple[Place, Place]], *, etype: str = "") -> Mention:
    """A mention with these parts; all that is known is its type."""
    parts = tuple(Span(first, last, (entity, etype, "", "")) for first, last in spans)
    return Mention(entity, parts, (("etype", etype),) if etype else ())


def with_entities(discourse: Discourse, mentions: Iterable[Mention]) -> Discourse:
    """The discourse with these entities, in text order."""
    ordered = sorted(mentions, key=_in_text_order)
    return replace(discourse, source=Entities(tuple(ordered)))


def _in_text_order(mention: Mention) -> tuple[Place, int, str]:
    first, last, _ = mention.spans[0]
    return first, -last.word, mention.entity
