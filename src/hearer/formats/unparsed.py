"""Documents that nobody has parsed: what the formats without a parse are read into.

raw_text          the text of a file as it is, to be parsed before it is heard
BareSentence      words, what stands behind each, and who speaks
bare_utterance    an utterance of words, each hung on the first
bare_discourse    a document of such utterances
laid_out          utterances where they stand in the text
tokenized         a text cut roughly, in which every marked stretch is whole words
with_entities     a document with its entities
is_bare           whether an utterance has words only
is_pronoun, head_of    whether some words are a pronoun, and their head: with a parse and without
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hearer.formats.decoding import BOM, report_bytes, with_plain_ends
from hearer.formats.entities import Entities, Mention, WordRun, in_text_order
from hearer.formats.format import Problems, Reading
from hearer.formats.offsets import Stretch
from hearer.model import Discourse, Utterance
from hearer.model.pronouns import lexemes
from hearer.once import Same

PRONOUNS = lexemes()  # the standard forms of all persons
_NO_TAG = frozenset({"X", "_", ""})
_WORD = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_ENDS = frozenset({".", "!", "?", "…"})
_CLOSING = frozenset({'"', "'", "”", "’", ")", "]", "»"})
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st prof rev gen col capt lt sgt jr sr esq hon messrs vs no etc".split()
)


def raw_text(content: bytes, path: str = "") -> Reading:
    r"""The text of a file. A byte that is no UTF-8 is a lone surrogate: nothing is lost.

    >>> raw_text(b"caf\xe9").problems[0].message
    'byte 0xe9 is not UTF-8; it is kept, and parsed as U+FFFD'
    """
    text, found = content.decode("utf-8", "surrogateescape").removeprefix(BOM), Problems(path)
    report_bytes(text, found, code="text-utf8", done="it is kept, and parsed as U+FFFD")
    name, problems = "" if path.startswith("<") else Path(path).stem, tuple(found)  # <stdin>
    return Reading([Discourse.raw(text, name, path, problems)], path=path, problems=problems)


# Words ------------------------------------------------------------------------------------------


class BareSentence(NamedTuple):
    """Words, what stands behind each, and who speaks."""

    forms: tuple[str, ...]
    spaces: tuple[str, ...] = ()  # none: a blank behind every word
    speaker: str = ""
    begins_paragraph: bool = False


def bare_utterance(number: int, sentence: BareSentence) -> Utterance:
    """An utterance without tags: every word hangs on the first.

    >>> bare_utterance(1, BareSentence(("She", "waits"))).heads
    (0, 1)
    """
    size = len(sentence.forms)
    return Utterance(
        number,
        sentence.forms,
        lemmas=tuple(form.lower() for form in sentence.forms),
        upos=("X",) * size,
        xpos=("_",) * size,
        features=("_",) * size,
        heads=(0, *[1] * (size - 1))[:size],
        relations=("root", *["dep"] * (size - 1))[:size],
        spaces=sentence.spaces or (" ",) * size,
        begins_paragraph=sentence.begins_paragraph,
        speaker=sentence.speaker,
    )


def bare_discourse(
    sentences: Iterable[BareSentence], *, name: str = "", path: str = "", before: str = ""
) -> Discourse:
    """A document of words without a parse; sentences without any are left out."""
    worded = enumerate((sentence for sentence in sentences if sentence.forms), start=1)
    utterances = laid_out((bare_utterance(n, sentence) for n, sentence in worded), len(before))
    has_parse = not utterances  # where there are no words, there is nothing to parse
    return Discourse(utterances, name, path, Entities(), before=before, has_parse=has_parse)


def laid_out(utterances: Iterable[Utterance], start: int = 0) -> tuple[Utterance, ...]:
    """The utterances where they stand in the text, one behind the other."""
    placed = []
    for utterance in utterances:
        placed.append(replace(utterance, start=start))
        start += sum(map(len, utterance.forms)) + sum(map(len, utterance.spaces))
    return tuple(placed)


def with_entities(discourse: Discourse, mentions: Iterable[Mention]) -> Discourse:
    """The discourse with these entities, in text order; if it has words only, it says so."""
    is_tagged = not discourse.utterances or not all(map(is_bare, discourse.utterances))
    has_parse = discourse.has_parse and is_tagged
    return replace(discourse, source=Entities(in_text_order(mentions)), has_parse=has_parse)


def is_bare(utterance: Utterance) -> bool:
    """Whether nobody has tagged its words."""
    return _is_bare(Same(utterance))


@lru_cache(maxsize=4)  # it is asked for mention after mention of one utterance
def _is_bare(of: Same[Utterance]) -> bool:
    return _NO_TAG.issuperset(of.value.upos)


def is_pronoun(utterance: Utterance, words: WordRun) -> bool:
    """Whether some words of an utterance are a pronoun: its tag tells, else its form.

    >>> is_pronoun(Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0"), WordRun(1, 1, 1))
    True
    """
    if words.first != words.last:
        return False
    if is_bare(utterance):
        return utterance.forms[words.first - 1].lower() in PRONOUNS
    return utterance.upos[words.first - 1] == "PRON"


def head_of(utterance: Utterance, words: WordRun) -> int:
    """The word whose head lies outside; the last where there is no parse."""
    inside = range(words.first, words.last + 1)
    outward = (n for n in inside if utterance.heads[n - 1] not in inside)
    return words.last if is_bare(utterance) else next(outward, words.last)


# A rough cut ------------------------------------------------------------------------------------


def tokenized(
    text: str, marked: Sequence[Stretch] = (), *, name: str = "", path: str = ""
) -> Discourse:
    """A text cut into words and sentences, so that every marked stretch is whole words.

    A line ends a sentence, and so does a full stop before a capital, but never inside a stretch
    that is marked. Whoever wants a good cut parses the text.

    >>> [str(u) for u in tokenized("Mr. Ho left. She saw it.").utterances]
    ['Mr. Ho left.', 'She saw it.']
    """
    words = list(_words(text, {edge for stretch in marked for edge in stretch}))
    ends = [word.start for word in words[1:]] + [len(text)]
    spaces = [text[word.end : end] for word, end in zip(words, ends, strict=False)]
    forms = [text[word.start : word.end] for word in words]
    sentences, first, paragraph = [], 0, False
    bound = _bound(marked, ends)
    for n in range(len(words)):
        if n + 1 == len(words) or (n not in bound and _ends(forms, spaces, n)):
            run = slice(first, n + 1)
            sentences.append(BareSentence(tuple(forms[run]), tuple(spaces[run]), "", paragraph))
            first, paragraph = n + 1, with_plain_ends(spaces[n]).count("\n") > 1
    before = text[: words[0].start] if words else text
    return bare_discourse(sentences, name=name, path=path, before=before)


def _words(text: str, edges: set[int]) -> Iterator[Stretch]:
    inside = sorted(edges)
    for match in _WORD.finditer(text):
        cuts = inside[bisect_right(inside, match.start()) : bisect_left(inside, match.end())]
        yield from map(Stretch, [match.start(), *cuts], [*cuts, match.end()])


def _bound(marked: Iterable[Stretch], ends: Sequence[int]) -> set[int]:
    """The words that end inside a marked stretch: the next belongs to the same sentence."""
    bound: set[int] = set()
    seen = 0
    for start, end in sorted(marked):
        first, last = bisect_right(ends, start), bisect_left(ends, end)
        bound.update(range(max(first, seen), last))
        seen = max(seen, last)
    return bound


def _ends(forms: Sequence[str], spaces: Sequence[str], n: int) -> bool:
    if "\n" in spaces[n] or "\r" in spaces[n]:
        return True
    last = n - 1 if forms[n] in _CLOSING and n else n
    if forms[last] not in _ENDS or not spaces[n]:
        return False
    before = forms[last - 1].lower() if last else ""
    is_short = forms[last] == "." and (before in _ABBREVIATIONS or len(before) == 1)
    return not is_short and not forms[n + 1][0].islower()
