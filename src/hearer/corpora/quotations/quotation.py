"""Quotations where they stand: which words and utterances they are, and the paragraph around them.

How           what tells a speaker
Quotation     a quotation, and who speaks it
QuotedText    the utterances of a document with what is quoted in them
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from hearer.corpora.quotations.marks import Stretch, is_said, quoted
from hearer.corpora.quotations.tags import Beside, beat_of, led_to, tag_in
from hearer.corpora.tables.layout import Layout
from hearer.model import Entity, Interpretation, Kind, ReferringExpression, Utterance
from hearer.model.tree import Tree
from hearer.once import Once

AT_HAND = 32  # utterances: what is asked about stands close together
Question = Callable[[Tree, Sequence[bool]], Beside | None]
NO_WORDS = frozenset({"PUNCT", "SYM"})
VERBS = frozenset({"VERB", "AUX"})


class How(StrEnum):
    """What tells who speaks."""

    LINE = "line"  # the input says who speaks the utterance
    TAG = "tag"  # said Anna
    INTRODUCED = "introduced"  # Anna turned to him:
    SAME_PARAGRAPH = "same paragraph"  # as another quotation, of which it is told
    BEAT = "beat"  # Anna smiled.
    ALTERNATING = "alternating"  # two take turns


@dataclass(frozen=True, slots=True)
class Quotation:
    """What stands in quotation marks, and who speaks it as far as that is told."""

    start: int
    end: int
    first: int  # the utterance it begins in
    last: int
    paragraph: int
    words: int  # without punctuation
    is_spoken: bool  # and not only a word or a title
    talks_of: frozenset[Entity] = frozenset()  # by name, or calls
    speaker: Entity | None = None
    name: str = ""  # of the speaker, where the input tells it
    how: How | None = None
    cue: str = ""  # the words that tell

    @property
    def is_told(self) -> bool:
        return self.how is not None


class QuotedText:
    """The utterances of a document with what is quoted in them."""

    def __init__(self, found: Interpretation, layout: Layout) -> None:
        self.layout = layout
        self.utterances: Sequence[Utterance] = found.discourse.utterances
        self.order = {one.number: n for n, one in enumerate(self.utterances)}
        self._begins = [layout.starts[one.number][0] for one in self.utterances]
        paragraphs = [n for n, one in enumerate(self.utterances) if one.begins_paragraph]
        self.has_paragraphs = len(paragraphs) > 1
        stretches = quoted(layout.text, [self._begins[n] for n in paragraphs] or [0])
        self.marks: dict[int, list[bool]] = {}  # by utterance, with an index 0 that is no word
        self.realized: dict[int, dict[int, ReferringExpression]] = {}  # by utterance, then head
        if stretches:
            self._take(found.expressions)
        self._paragraphs = paragraphs
        # What stands in an utterance is asked for by every quotation in it.
        self.tree: Once[int, Tree] = Once(lambda n: Tree(self.utterances[n]), most=AT_HAND)
        self.tag = Once(partial(self._asked, tag_in), most=AT_HAND)
        self.leading = Once(partial(self._asked, led_to), most=AT_HAND)
        self.beat = Once(partial(self._asked, beat_of), most=AT_HAND)
        self.quotations = [one for each in stretches if (one := self._quotation(each))]

    def _take(self, expressions: Sequence[ReferringExpression]) -> None:
        for one in expressions:
            if one.kind is not Kind.SET and one.entity is not None:
                self.realized.setdefault(one.utterance, {})[one.head] = one

    def paragraph(self, index: int) -> int:
        """The number of the paragraph of an utterance, given by its index."""
        return bisect_right(self._paragraphs, index)

    def _asked(self, question: Question, index: int) -> Beside | None:
        """Who is named in an utterance, given which of its words are quoted."""
        utterance = self.utterances[index]
        known = self.marks.get(utterance.number)
        return question(self.tree[index], known or [False] * (len(utterance) + 1))

    def before(self, one: Quotation) -> int | None:
        """The utterance before a quotation, in its paragraph: nothing else stands between."""
        n = self.order[one.first]
        is_first = self.layout.starts[one.first][0] == one.start
        return n - 1 if is_first and self._is_narrated(n - 1, one.paragraph) else None

    def behind(self, one: Quotation) -> int | None:
        """The utterance behind it, likewise."""
        n = self.order[one.last]
        is_last = not self.layout.text[one.end : self._begins_next(n)].strip()
        return n + 1 if is_last and self._is_narrated(n + 1, self.paragraph(n)) else None

    def _begins_next(self, n: int) -> int:
        return self._begins[n + 1] if n + 1 < len(self._begins) else len(self.layout.text)

    def _is_narrated(self, n: int, paragraph: int) -> bool:
        """Whether an utterance is of this paragraph, and nothing in it is quoted."""
        if not 0 <= n < len(self.utterances) or self.paragraph(n) != paragraph:
            return False
        return self.utterances[n].number not in self.marks

    def is_all_said(self, block: Sequence[Quotation]) -> bool:
        """Whether there is nothing but quotations where these stand, from the first to the last."""
        first, last = self.order[block[0].first], self.order[block[-1].last]
        begins, ends = self._begins[first], self._begins_next(last)
        inside = sum(one.end - one.start for one in block)
        return len(self.layout.text[begins:ends].strip()) <= inside + 2 * len(block)

    def says_i(self, one: Quotation) -> Entity | None:
        """Whom *I* stands for in a quotation, if it is in it and somebody told."""
        for number in range(one.first, one.last + 1):
            marks = self.marks.get(number, ())
            for head, said in self.realized.get(number, NOBODY).items():
                is_i = said.kind is Kind.SPEAKER and said.text.lower() in {"i", "me", "my", "mine"}
                if is_i and marks[head] and said.entity is not None:
                    return said.entity
        return None

    def _quotation(self, stretch: Stretch) -> Quotation | None:
        """The quotation that stands there, if it has words."""
        start, end = stretch
        first = max(bisect_right(self._begins, start) - 1, 0)
        last = max(bisect_right(self._begins, end - 1) - 1, 0)
        words = verbs = 0
        talks_of: list[Entity] = []
        for utterance in self.utterances[first : last + 1]:
            inside = self._mark(utterance, start, end)
            upos = utterance.upos[inside.start - 1 : inside.stop - 1]
            words += sum(tag not in NO_WORDS for tag in upos)
            verbs += not VERBS.isdisjoint(upos)
            talks_of += self._named(utterance.number, inside)
        if not words:
            return None
        return Quotation(
            start,
            end,
            first=self.utterances[first].number,
            last=self.utterances[last].number,
            paragraph=self.paragraph(first),
            words=words,
            is_spoken=bool(verbs) or is_said(self.layout.text, stretch),
            talks_of=frozenset(talks_of),
        )

    def _mark(self, utterance: Utterance, start: int, end: int) -> range:
        """Mark the words of an utterance that stand in a stretch of the text."""
        starts = self.layout.starts[utterance.number]
        first = bisect_right(starts, start - 1, 0, len(starts) - 1)
        last = bisect_right(starts, end - 1, 0, len(starts) - 1)
        marks = self.marks.setdefault(utterance.number, [False] * len(starts))
        marks[first + 1 : last + 1] = [True] * (last - first)
        return range(first + 1, last + 1)

    def _named(self, utterance: int, words: range) -> Iterator[Entity]:
        """Who is called by name there, or called."""
        realized = self.realized.get(utterance, NOBODY)
        for one in filter(None, map(realized.get, words)):
            is_called = one.relation == "vocative" and one.kind is not Kind.SPEAKER
            if (one.kind is Kind.NAME or is_called) and one.entity is not None:
                yield one.entity


NOBODY: Mapping[int, ReferringExpression] = {}
