"""Attribute the quotations of a resolved document to their speakers.

`conversation` follows speakers word by word; this module has the whole text. The evidence for a
speaker is a tag (*said Anna*), a sentence that introduces the quotation, another quotation of the
paragraph, the subject of a sentence beside it, or the turns that two speakers take.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from operator import add, attrgetter
from typing import NamedTuple

from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.speech import tags
from hearer.harmless import brief
from hearer.model import (
    Discourse,
    Entity,
    Gender,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
)
from hearer.model.tree import Tree

Span = tuple[int, int]  # code points, the end excluded; with the quotation marks
NO_WORDS, VERBS = frozenset({"PUNCT", "SYM"}), frozenset({"VERB", "AUX"})


class How(StrEnum):
    """The evidence for a speaker."""

    LINE = "line"  # the input names the speaker of the utterance
    TAG = "tag"  # said Anna
    INTRODUCED = "introduced"  # Anna turned to him:
    SAME_PARAGRAPH = "same paragraph"  # another quotation of the paragraph has a speaker
    BEAT = "beat"  # Anna smiled.
    ALTERNATING = "alternating"  # two speakers take turns


@dataclass(frozen=True, slots=True, repr=False)
class Quotation:
    """A text in quotation marks and its speaker, None if it is unknown."""

    start: int
    end: int
    first: int  # number of the utterance in which it begins
    last: int
    paragraph: int
    words: int  # without punctuation
    is_spoken: bool  # not only a word or a title
    mentions: frozenset[Entity] = frozenset()  # entities that it names or calls
    speaker: Entity | None = None
    name: str = ""  # of the speaker, if the input has it
    how: How | None = None
    cue: str = ""  # the words of the evidence

    def __repr__(self) -> str:
        return brief(self, f"{self.start}–{self.end} by {self.speaker} ({self.how})")


def quotations(found: Interpretation) -> tuple[Quotation, ...]:
    """Return the quotations of a resolved document in the order of the text.

    >>> from hearer import resolve
    >>> [one.speaker for one in quotations(resolve("“It is late,” said Anna. “Go!” said Tom."))]
    ['ANNA', 'TOM']
    """
    document = _Document(found)
    attributed = [_by_neighbours(document, one) for one in document.quotations]
    if len(document.paragraphs) < 2:
        return tuple(_continued(attributed))
    blocks = [
        _by_paragraph(document, list(block))
        for _, block in groupby(attributed, key=attrgetter("paragraph"))
    ]
    _alternate(document, blocks)
    return tuple(one for block in blocks for one in block)


def word_starts(discourse: Discourse) -> dict[int, list[int]]:
    """Return by utterance where its words start in the text, and where the next one starts."""
    starts, start = {}, len(discourse.before)
    for utterance in discourse.utterances:
        lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
        starts[utterance.number] = [*accumulate(lengths, initial=start)]
        start = starts[utterance.number][-1]
    return starts


# Quotation marks ---------------------------------------------------------------------------------

MARK = re.compile("``|''(?!\\w)|[\"“”„«»‘’'＂`]")
OPENING = frozenset("“ `` « „ ‘ `".split())
SINGLE = frozenset("‘’'`")
DASHES = "-–—"
BEFORE_OPENING = "([{<" + DASHES  # and white space
AFTER_CLOSING = ".,;:!?)]}>…" + DASHES  # and white space
ENDS_SPEECH = ".,!?…;:*_)]" + DASHES  # what stands before the closing mark of direct speech
# Words that begin with an apostrophe: 'em, 'tis. LitBank separates clitics by spaces: do n't.
CLIPPED = re.compile(
    r"(?:s|d|m|t|ll|re|ve|em|er|im|tis|twas|twere|twill|twould|til|till|cause|cos|bout|un|ere|neath"
    r"|gainst|nother|ud|ee|ave|e|is|n|o|[0-9]+s?)\b",
    re.IGNORECASE,
)
LONGEST_UNCLOSED = 1_500  # code points


class _Role(Enum):
    OPENS = "opens"
    CLOSES = "closes"
    EITHER = "either"
    MAY_CLOSE = "may close"  # or an apostrophe: the boys' room
    APOSTROPHE = "apostrophe"


OPENS = frozenset({_Role.OPENS, _Role.EITHER})


class _Mark(NamedTuple):
    role: _Role
    start: int
    end: int


def quoted_spans(text: str, paragraphs: Sequence[int]) -> list[Span]:
    """Return the spans in quotation marks; `paragraphs` are the offsets at which these begin.

    A text has one style, double marks or single ones: the one with more speech. Marks of the other
    style are quotations inside quotations. A quotation that is not closed when its paragraph ends
    continues if the next paragraph begins with a mark; otherwise it ends there, and a single mark
    was an apostrophe.

    >>> text = "‘Well,’ said Anna, ‘it’s the “boys’ room”.’ ’Twas dark."
    >>> [text[start:end] for start, end in quoted_spans(text, [0])]
    ['‘Well,’', '‘it’s the “boys’ room”.’']
    """
    double: list[_Mark] = []
    single: list[_Mark] = []
    for found in MARK.finditer(text):
        mark = _Mark(_role(text, found), found.start(), found.end())
        (single if found[0] in SINGLE else double).append(mark)
    spans = [
        list(_spans(text, marks, paragraphs, is_single=marks is single))
        for marks in (double, single)
    ]
    return max(spans, key=lambda some: sum(_is_speech(text, one) for one in some))


def _is_speech(text: str, span: Span) -> bool:
    """Return True if the text in quotes ends like speech: with a point, a comma, a dash."""
    inside = text[span[0] + 1 : span[1] - 1].rstrip("'’”\" ")
    return bool(inside) and inside[-1] in ENDS_SPEECH


def _role(text: str, mark: re.Match[str]) -> _Role:
    form, after = mark[0], text[mark.end() : mark.end() + 1]
    before = text[mark.start() - 1] if mark.start() else ""
    is_left = not before or before.isspace() or before in BEFORE_OPENING
    if form in {'"', "＂"}:
        is_right = not after or after.isspace() or after in AFTER_CLOSING
        if is_left == is_right:
            return _Role.EITHER
        return _Role.OPENS if is_left else _Role.CLOSES
    if form in OPENING:
        return _Role.APOSTROPHE if form in SINGLE and before.isalnum() else _Role.OPENS
    return _role_of_single(text, mark, before, after) if form in SINGLE else _Role.CLOSES


def _role_of_single(text: str, mark: re.Match[str], before: str, after: str) -> _Role:
    """Return the role of ' or ’, which is an apostrophe in most cases."""
    if before.isalnum():
        return _Role.APOSTROPHE if after.isalnum() else _Role.MAY_CLOSE
    is_left = not before or before.isspace() or before in BEFORE_OPENING or before in '“"'
    if is_left and after.strip() and after not in AFTER_CLOSING:
        is_clipped = CLIPPED.match(text, mark.end()) is not None
        return _Role.APOSTROPHE if is_clipped or mark[0] == "’" else _Role.OPENS
    if not is_left:
        return _Role.APOSTROPHE if after.isalnum() else _Role.CLOSES
    if text[max(0, mark.start() - 2) : mark.start()].strip()[-1:].isalnum():
        return _Role.APOSTROPHE  # South Ca ' lina, in text with spaces around all words
    return _Role.EITHER if mark[0] == "'" else _Role.CLOSES


def _spans(
    text: str, marks: Sequence[_Mark], paragraphs: Sequence[int], *, is_single: bool
) -> Iterator[Span]:
    """Yield the spans between marks of one style."""
    opened: _Mark | None = None
    paragraph = 0

    def unclosed(end: int) -> Iterator[Span]:
        if opened is not None and not is_single:
            end = opened.start + len(text[opened.start : end].rstrip())
            if opened.end < end <= opened.start + LONGEST_UNCLOSED:
                yield opened.start, end

    for mark in _without_apostrophes(marks, paragraphs):
        now = bisect_right(paragraphs, mark.start)
        if opened and now != paragraph:
            is_first = not text[paragraphs[now - 1] : mark.start].strip()
            if now == paragraph + 1 and mark.role in OPENS and is_first:
                paragraph = now
                continue
            yield from unclosed(paragraphs[paragraph])
            opened = None
        paragraph = now
        if opened and mark.role in {_Role.CLOSES, _Role.EITHER}:
            # Without paragraphs, one missing mark would invert all the following quotations.
            is_unclear = _Role.EITHER in {opened.role, mark.role} and len(paragraphs) == 1
            if not is_unclear or mark.start - opened.start <= LONGEST_UNCLOSED:
                yield opened.start, mark.end
                opened = None
                continue
        if mark.role in OPENS:
            yield from unclosed(mark.start)
            opened = mark
    yield from unclosed(paragraphs[paragraph] if paragraph < len(paragraphs) else len(text))


def _without_apostrophes(marks: Sequence[_Mark], paragraphs: Sequence[int]) -> list[_Mark]:
    """Drop apostrophes; a mark that may be one closes if no other does before the next opens."""
    kept: list[_Mark] = []
    closes, paragraph = True, 0
    for mark in reversed(marks):
        now = bisect_right(paragraphs, mark.start)
        closes = closes or now != paragraph
        paragraph = now
        if mark.role is _Role.MAY_CLOSE and closes:
            kept.append(mark._replace(role=_Role.CLOSES))
        elif mark.role not in {_Role.MAY_CLOSE, _Role.APOSTROPHE}:
            closes = mark.role is _Role.OPENS
            kept.append(mark)
    return kept[::-1]


# The document ------------------------------------------------------------------------------------


class _Document:
    """The utterances of a document, their quoted words, and what stands beside a quotation."""

    def __init__(self, found: Interpretation) -> None:
        self.text, self.starts = found.discourse.text, word_starts(found.discourse)
        self.utterances = found.discourse.utterances
        self.index = {one.number: n for n, one in enumerate(self.utterances)}
        self.begins = [self.starts[one.number][0] for one in self.utterances]
        self.paragraphs = [n for n, one in enumerate(self.utterances) if one.begins_paragraph]
        self.marks: dict[int, list[bool]] = {}  # by utterance; index 0 is no word
        self.realized: dict[int, dict[int, ReferringExpression]] = {}  # by utterance, then head
        spans = quoted_spans(self.text, [self.begins[n] for n in self.paragraphs] or [0])
        for said in found.expressions if spans else ():
            if said.kind is not Kind.SET and said.entity is not None:
                self.realized.setdefault(said.utterance, {})[said.head] = said
        self.tree = lru_cache(32)(lambda n: Tree(self.utterances[n]))
        self.quotations = [one for span in spans if (one := self._quotation(*span))]

    def _quotation(self, start: int, end: int) -> Quotation | None:
        """Return the quotation of a span, if it has words, and mark these."""
        first = max(bisect_right(self.begins, start) - 1, 0)
        last = max(bisect_right(self.begins, end - 1) - 1, 0)
        words, verbs, mentions = 0, False, []
        for utterance in self.utterances[first : last + 1]:
            starts = self.starts[utterance.number]
            before = bisect_right(starts, start - 1, 0, len(starts) - 1)
            inside = range(before + 1, bisect_right(starts, end - 1, 0, len(starts) - 1) + 1)
            marks = self.marks.setdefault(utterance.number, [False] * len(starts))
            marks[before + 1 : inside.stop] = [True] * len(inside)
            upos = utterance.upos[before : inside.stop - 1]
            words += sum(tag not in NO_WORDS for tag in upos)
            verbs = verbs or not VERBS.isdisjoint(upos)
            realized = self.realized.get(utterance.number, {})
            for said in filter(None, map(realized.get, inside)):
                is_called = said.relation == "vocative" and said.kind is not Kind.SPEAKER
                if said.entity is not None and (said.kind is Kind.NAME or is_called):
                    mentions.append(said.entity)
        if not words:
            return None
        return Quotation(
            start=start,
            end=end,
            first=self.utterances[first].number,
            last=self.utterances[last].number,
            paragraph=self.paragraph(first),
            words=words,
            is_spoken=verbs or _is_speech(self.text, (start, end)),
            mentions=frozenset(mentions),
        )

    def paragraph(self, index: int) -> int:
        return bisect_right(self.paragraphs, index)

    def marks_of(self, index: int) -> list[bool]:
        utterance = self.utterances[index]
        return self.marks.get(utterance.number) or [False] * (len(utterance) + 1)

    def before(self, one: Quotation) -> int | None:
        """Return the index of the narrated utterance right before, in the same paragraph."""
        n = self.index[one.first]
        return self._narrated(n - 1, one.paragraph) if self.begins[n] == one.start else None

    def after(self, one: Quotation) -> int | None:
        """Return the index of the narrated utterance right after, in the same paragraph."""
        n = self.index[one.last]
        is_last = not self.text[one.end : self.end(n)].strip()
        return self._narrated(n + 1, self.paragraph(n)) if is_last else None

    def end(self, index: int) -> int:
        return self.begins[index + 1] if index + 1 < len(self.begins) else len(self.text)

    def _narrated(self, n: int, paragraph: int) -> int | None:
        is_there = 0 <= n < len(self.utterances) and self.paragraph(n) == paragraph
        return n if is_there and self.utterances[n].number not in self.marks else None

    def is_only_speech(self, block: Sequence[Quotation]) -> bool:
        """Return True if the utterances of these quotations have no other text."""
        start = self.begins[self.index[block[0].first]]
        text = self.text[start : self.end(self.index[block[-1].last])]
        return len(text.strip()) <= sum(one.end - one.start + 2 for one in block)


# Speakers ----------------------------------------------------------------------------------------

Evidence = tuple[How, int, tags.Tag]  # the index of an utterance, and the tag in it


def _by_neighbours(document: _Document, one: Quotation) -> Quotation:
    """Attribute a quotation by the input, a tag or an introduction."""
    if name := document.utterances[document.index[one.first]].speaker:
        return replace(one, speaker=_first_person(document, one), name=name, how=How.LINE)
    return _attributed(document, one, _neighbours(document, one)) if one.is_spoken else one


def _first_person(document: _Document, one: Quotation) -> Entity | None:
    """Return the entity of *I* in a quotation."""
    for number in range(one.first, one.last + 1):
        for head, said in document.realized.get(number, {}).items():
            is_i = said.kind is Kind.SPEAKER and said.text.lower() in {"i", "me", "my", "mine"}
            if is_i and document.marks[number][head]:
                return said.entity
    return None


def _neighbours(document: _Document, one: Quotation) -> Iterator[Evidence]:
    """Yield tags and introductions, the best first."""
    first, last = document.index[one.first], document.index[one.last]
    for n in dict.fromkeys((last, first)):
        tree, marks = document.tree(n), document.marks_of(n)
        if tag := tags.find_tag(tree, marks) or tags.find_second_subject(tree, marks):
            yield How.TAG, n, tag
    after, before = document.after(one), document.before(one)
    if after is not None and (tag := tags.following_tag(document.tree(after))):
        yield How.TAG, after, tag
    introducing = [first if before is None else before]
    if before is None and first > 0:
        introducing.append(first - 1)  # the paragraph before may end with a colon
    for n in introducing:
        if tag := tags.introducing_tag(document.tree(n), document.marks_of(n)):
            yield How.INTRODUCED, n, tag


def _attributed(document: _Document, one: Quotation, evidence: Iterator[Evidence]) -> Quotation:
    """Return the quotation with the first possible speaker; a tag decides in any case."""
    for how, n, tag in evidence:
        subject = document.realized.get(document.utterances[n].number, {}).get(tag.speaker)
        speaker = subject.entity if subject else None
        if how is How.TAG or (subject and _is_person(subject) and speaker not in one.mentions):
            return replace(one, speaker=speaker, how=how, cue=tag.text)
    return one


def _is_person(expression: ReferringExpression) -> bool:
    if expression.kind in TO_RESOLVE or expression.kind is Kind.SPEAKER:
        return Gender.NEUTER not in expression.agreement.gender
    return expression.sorts == {Sort.PERSON}


def _like(one: Quotation, other: Quotation, how: How) -> Quotation:
    return replace(one, speaker=other.speaker, name=other.name, how=how, cue=other.cue)


def _continued(attributed: Sequence[Quotation]) -> Iterator[Quotation]:
    """In a text without paragraphs, the speaker of a tag goes on after it."""
    before: Quotation | None = None
    for one in attributed:
        follows = before and before.how is How.TAG and one.first <= before.last + 1
        is_open = one.is_spoken and one.how is None
        yield _like(one, before, How.SAME_PARAGRAPH) if before and follows and is_open else one
        before = one


def _by_paragraph(document: _Document, block: list[Quotation]) -> list[Quotation]:
    """Attribute the quotations of a paragraph to one speaker, unless another one acts."""
    spoken = [one for one in block if one.is_spoken]
    known = [one for one in spoken if one.how]
    if not known and spoken:
        inside = (document.index[one.first] for one in spoken)
        around = document.before(spoken[0]), *inside, document.after(spoken[-1])
        acting = _attributed(document, spoken[0], _beats(document, *around))
        known = [acting] if acting.how else []
    if not known:
        return block
    return [
        _by_nearest(document, one, known) if one.is_spoken and not one.how else one for one in block
    ]


def _beats(document: _Document, *indices: int | None) -> Iterator[Evidence]:
    for n in indices:
        if n is not None and (tag := tags.acting_subject(document.tree(n), document.marks_of(n))):
            yield How.BEAT, n, tag


def _by_nearest(document: _Document, one: Quotation, known: Sequence[Quotation]) -> Quotation:
    nearest = min(known, key=lambda other: abs(other.start - one.start))
    if nearest.how is How.BEAT:
        return _like(one, nearest, How.BEAT)
    acting = _attributed(document, one, _beats(document, document.before(one)))
    if acting.how and acting.speaker != nearest.speaker:
        return acting
    return _like(one, nearest, How.SAME_PARAGRAPH)


def _alternate(document: _Document, blocks: list[list[Quotation]]) -> None:
    """Attribute paragraphs of nothing but speech in turns, first forwards, then backwards."""
    for step in (1, -1):
        for n in range(len(blocks))[::step]:
            if not 0 <= n - 2 * step < len(blocks):
                continue
            block, near, other = (blocks[n - back * step] for back in range(3))
            speaker, paragraphs = _speaker(other), [x[0].paragraph for x in (block, near, other)]
            is_free = not any(x.how or not x.is_spoken or speaker in x.mentions for x in block)
            are_next = {abs(x - y) for x, y in pairwise(paragraphs)} == {1}
            is_turn = speaker is not None and _speaker(near) not in {None, speaker}
            if is_free and are_next and is_turn and document.is_only_speech(block):
                blocks[n] = [replace(x, speaker=speaker, how=How.ALTERNATING) for x in block]


def _speaker(block: Sequence[Quotation]) -> Entity | None:
    return next((one.speaker for one in block if one.speaker is not None), None)
