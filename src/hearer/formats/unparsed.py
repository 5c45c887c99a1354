"""Documents without a parse: raw text, bare words, and a rough division of text into words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hearer.formats.decoding import BOM, lines_of, report_bytes
from hearer.formats.entities import Entities, Mention, Stretch, WordRun, in_text_order
from hearer.formats.format import Problems, Reading
from hearer.model import Discourse, Utterance
from hearer.model.pronouns import lexemes

PRONOUNS = lexemes()  # the standard forms of all persons
_NO_TAG = frozenset({"X", "_", ""})
_WORD = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_ENDS = frozenset(".!?…")
_CLOSING = frozenset("\"'”’)]»")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st prof rev gen col capt lt sgt jr sr esq hon messrs vs no etc".split()
)


def raw_text(content: bytes, path: str = "") -> Reading:
    r"""Read raw text. A byte that is not UTF-8 becomes a lone surrogate, so nothing is lost.

    >>> raw_text(b"caf\xe9").problems[0].message
    'byte 0xe9 is not UTF-8; it is kept, and parsed as U+FFFD'
    """
    text, found = content.decode("utf-8", "surrogateescape").removeprefix(BOM), Problems(path)
    report_bytes(text, found, code="text-utf8", done="it is kept, and parsed as U+FFFD")
    name, problems = "" if path.startswith("<") else Path(path).stem, tuple(found)  # <stdin>
    return Reading([Discourse.raw(text, name, path, problems)], path=path, problems=problems)


# Words ------------------------------------------------------------------------------------------


class BareSentence(NamedTuple):
    """The words of a sentence, the white space after each, and the speaker."""

    forms: tuple[str, ...]
    spaces: tuple[str, ...] = ()  # (): a blank after every word
    speaker: str = ""
    begins_paragraph: bool = False


def bare_utterance(number: int, sentence: BareSentence) -> Utterance:
    """Make an utterance without tags, in which every word depends on the first.

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
    """Make a document of words without a parse; sentences without words are left out."""
    worded = enumerate((sentence for sentence in sentences if sentence.forms), start=1)
    utterances = laid_out((bare_utterance(n, sentence) for n, sentence in worded), len(before))
    has_parse = not utterances  # without words there is nothing to parse
    return Discourse(utterances, name, path, Entities(), before=before, has_parse=has_parse)


def laid_out(utterances: Iterable[Utterance], start: int = 0) -> tuple[Utterance, ...]:
    """Set the offsets of utterances that follow one another in the text."""
    placed = []
    for utterance in utterances:
        placed.append(replace(utterance, start=start))
        start += sum(map(len, utterance.forms)) + sum(map(len, utterance.spaces))
    return tuple(placed)


def with_entities(discourse: Discourse, mentions: Iterable[Mention]) -> Discourse:
    """Add entities, in text order; a discourse without tags has no parse."""
    is_tagged = not discourse.utterances or not all(map(is_bare, discourse.utterances))
    has_parse = discourse.has_parse and is_tagged
    return replace(discourse, source=Entities(in_text_order(mentions)), has_parse=has_parse)


def is_bare(utterance: Utterance) -> bool:
    """Return True if no word of the utterance has a tag."""
    return _NO_TAG.issuperset(utterance.upos)


def is_pronoun(utterance: Utterance, words: WordRun) -> bool:
    """Return True if the words are one pronoun, by its tag or, without one, by its form.

    >>> is_pronoun(Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0"), WordRun(1, 1, 1))
    True
    """
    tag, form = utterance.upos[words.first - 1], utterance.forms[words.first - 1]
    is_one = form.lower() in PRONOUNS if tag in _NO_TAG else tag == "PRON"
    return is_one and words.first == words.last


def head_of(utterance: Utterance, words: WordRun) -> int:
    """Return the word whose head is outside the words; without tags, the last."""
    inside = range(words.first, words.last + 1)
    is_tagged = not _NO_TAG.issuperset(utterance.upos[words.first - 1 : words.last])
    outward = (n for n in inside if is_tagged and utterance.heads[n - 1] not in inside)
    return next(outward, words.last)


# Rough tokenization -----------------------------------------------------------------------------


def tokenized(
    text: str, marked: Sequence[Stretch] = (), *, name: str = "", path: str = ""
) -> Discourse:
    """Divide a text into words and sentences so that every marked stretch is made of whole words.

    A sentence ends with its line or with a full stop before a capital, but never inside a marked
    stretch. A parser divides better.

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
            first, paragraph = n + 1, len([*lines_of(spaces[n])]) > 2
    before = text[: words[0].start] if words else text
    return bare_discourse(sentences, name=name, path=path, before=before)


def _words(text: str, edges: set[int]) -> Iterator[Stretch]:
    inside = sorted(edges)
    for match in _WORD.finditer(text):
        cuts = inside[bisect_right(inside, match.start()) : bisect_left(inside, match.end())]
        yield from map(Stretch, [match.start(), *cuts], [*cuts, match.end()])


def _bound(marked: Iterable[Stretch], ends: Sequence[int]) -> set[int]:
    """Return the words after which a marked stretch goes on, so that no sentence ends there."""
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
