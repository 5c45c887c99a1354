"""Attribute the quotations of a resolved document to their speakers.

Speakers are followed as `speech` does. Where no tag names one (*said Anna*), it is the subject of a
sentence that introduces the quotation or stands beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from operator import add
from typing import NamedTuple

from hearer.analysis.current_utterance import CurrentUtterance, is_person
from hearer.analysis.speech import NOMINALS, VERBS, Speech, Tag, find_tag
from hearer.escape import brief
from hearer.lexicon import words
from hearer.model import Discourse, Entity, Interpretation, Kind, ReferringExpression
from hearer.model.pronouns import FIRST_PERSON
from hearer.model.tree import Tree

Span = tuple[int, int]  # code points, the end excluded; with the quotation marks
NO_WORDS = frozenset({"PUNCT", "SYM"})
INTRODUCES = words("speech", "introduces")


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
    return tuple(_Document(found).attributed())


def word_starts(discourse: Discourse) -> dict[int, list[int]]:
    """Return by utterance where its words start in the text, and where the next one starts."""
    starts, start = {}, len(discourse.before)
    for utterance in discourse.utterances:
        lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
        starts[utterance.number] = [*accumulate(lengths, initial=start)]
        start = starts[utterance.number][-1]
    return starts


# Quotation marks ---------------------------------------------------------------------------------

LETTER, BEFORE, AFTER = r"[^\W_]", r"\s(\[{<\-–—", r"\s.,;:!?)\]}>…\-–—"
LEFT, NOT_LEFT = f"(?<![^{BEFORE}])", f"(?<=[^{BEFORE}])"  # of a straight mark that may open
RIGHT, NOT_RIGHT = f"(?![^{AFTER}])", f"(?=[^{AFTER}])"  # of one that may close
OUTSIDE = f'(?<![^{BEFORE}“"])'  # left of a single mark that may open
# Words that begin with an apostrophe: 'em, 'tis. LitBank separates clitics by spaces: do n't.
CLIPPED = rf"(?i:{'|'.join(sorted(words('speech', 'clipped')))}|[0-9]+s?)\b"
MARK = re.compile(
    rf"""(?P<closes>[”»]|''(?!\w)|{NOT_LEFT}["＂]{RIGHT}|{OUTSIDE}(?<!{LETTER}\s)’{RIGHT}
        |(?<!{LETTER})(?<=[^{BEFORE}“"])['’](?!{LETTER}))
    |(?P<opens>[“„«]|``|(?<!{LETTER})[‘`]|{LEFT}["＂]{NOT_RIGHT}|{OUTSIDE}'{NOT_RIGHT}(?!{CLIPPED}))
    |(?P<either>["＂]|{OUTSIDE}(?<!{LETTER}\s)'{RIGHT})
    |(?P<may_close>(?<={LETTER})['’](?!{LETTER})) # or an apostrophe: the boys' room
    |(?P<apostrophe>[‘’'`])""",
    re.VERBOSE,
)
ENDS_SPEECH = frozenset(".,!?…;:*_)]-–—")  # what stands before the closing mark of direct speech
LONGEST_UNCLEAR = 1_500  # code points between straight marks


def quoted_spans(text: str, paragraphs: Sequence[int]) -> list[Span]:
    """Return the spans in quotation marks; `paragraphs` are the offsets at which these begin.

    A text has one style, double marks or single ones: the one with more speech. Marks of the other
    style are quotations inside quotations. A quotation that is not closed when its paragraph ends
    continues if the next paragraph begins with a mark; otherwise it is none.

    >>> text = "‘Well,’ said Anna, ‘it’s the “boys’ room”.’ ’Twas dark."
    >>> [text[start:end] for start, end in quoted_spans(text, [0])]
    ['‘Well,’', '‘it’s the “boys’ room”.’']
    """
    marks = list(MARK.finditer(text))
    single = [mark for mark in marks if mark[0] in "‘’'`"]
    double = [mark for mark in marks if mark[0] not in "‘’'`"]
    styles = [[*_spans(text, some, paragraphs)] for some in (double, single)]
    return max(styles, key=lambda spans: sum(_is_speech(text, span) for span in spans))


def _is_speech(text: str, span: Span) -> bool:
    """Return True if the text in quotes ends like speech: with a point, a comma, a dash."""
    inside = text[span[0] + 1 : span[1] - 1].rstrip("'’”\" ")
    return inside[-1:] in ENDS_SPEECH


def _spans(text: str, marks: Sequence[re.Match[str]], paragraphs: Sequence[int]) -> Iterator[Span]:
    """Yield the spans between marks of one style."""
    opened, opened_as, paragraph = None, "", 0
    for mark, role in _without_apostrophes(marks, paragraphs):
        before, paragraph = paragraph, bisect_right(paragraphs, mark.start())
        if opened is not None and paragraph != before:
            is_first = not text[paragraphs[paragraph - 1] : mark.start()].strip()
            if paragraph == before + 1 and role != "closes" and is_first:
                continue
            opened = None
        # Without paragraphs, one missing mark would invert all the following quotations.
        is_clear = len(paragraphs) > 1 or "either" not in {opened_as, role}
        far = 0 if opened is None else mark.start() - opened.start()
        if opened is not None and role != "opens" and (is_clear or far <= LONGEST_UNCLEAR):
            yield opened.start(), mark.end()
            opened = None
        elif role != "closes":
            opened, opened_as = mark, role


def _without_apostrophes(
    marks: Sequence[re.Match[str]], paragraphs: Sequence[int]
) -> Iterator[tuple[re.Match[str], str]]:
    """Return the marks with their roles, without apostrophes.

    A mark that may be an apostrophe closes if no other mark does before the next one opens.
    """
    kept: list[tuple[re.Match[str], str]] = []
    closes, paragraph = True, 0
    for mark in reversed(marks):
        now, role = bisect_right(paragraphs, mark.start()), str(mark.lastgroup)
        closes, paragraph = closes or now != paragraph, now
        if role == "may_close" and closes:
            kept.append((mark, "closes"))
        elif role not in {"may_close", "apostrophe"}:
            closes = role == "opens"
            kept.append((mark, role))
    return reversed(kept)


# Speakers ----------------------------------------------------------------------------------------


class Evidence(NamedTuple):
    """Who speaks a quotation, and what says so: words of the utterance with the index `at`."""

    how: How | None = None
    at: int = 0
    cue: str = ""
    speaker: Entity | None = None


class _Document:
    """The utterances of a document by index, their quoted words and what they refer to."""

    def __init__(self, found: Interpretation) -> None:
        self.utterances = found.discourse.utterances
        self.begins = [one.begins_paragraph for one in self.utterances]
        self.paragraphs = [n for n, begins in enumerate(self.begins) if begins]
        self.marks = [[False] * (len(one) + 1) for one in self.utterances]  # index 0 is no word
        self.realized: list[dict[int, ReferringExpression]] = [{} for _ in self.utterances]
        index = {one.number: n for n, one in enumerate(self.utterances)}
        for said in found.expressions:
            if said.kind is not Kind.SET and said.entity is not None:
                self.realized[index[said.utterance]][said.head] = said
        starts, text = list(word_starts(found.discourse).values()), found.discourse.text
        offsets = [start for one in starts for start in one[:-1]]
        places = [(n, word) for n, one in enumerate(starts) for word in range(1, len(one))]
        self.quotations: list[tuple[range, Quotation]] = []  # with the indices of its utterances
        for span in quoted_spans(text, [starts[n][0] for n in self.paragraphs] or [0]):
            inside = places[slice(*(bisect_left(offsets, at) for at in span))]
            tags = [self.utterances[n].upos[word - 1] for n, word in inside]
            if not NO_WORDS.issuperset(tags):
                is_spoken = not VERBS.isdisjoint(tags) or _is_speech(text, span)
                where = range(inside[0][0], inside[-1][0] + 1)
                one = Quotation(
                    *span,
                    first=self.utterances[where[0]].number,
                    last=self.utterances[where[-1]].number,
                    paragraph=bisect_right(self.paragraphs, where[0]),
                    words=sum(tag not in NO_WORDS for tag in tags),
                    is_spoken=is_spoken,
                    mentions=frozenset(self._mentions(inside)),
                )
                self.quotations.append((where, one))

    def _mentions(self, inside: Iterable[tuple[int, int]]) -> Iterator[Entity]:
        """Mark quoted words, and yield the entities that they name or call."""
        for n, word in inside:
            self.marks[n][word] = True
            if (said := self.realized[n].get(word)) and said.entity:
                is_called = said.relation == "vocative" and said.kind is not Kind.SPEAKER
                if said.kind is Kind.NAME or is_called:
                    yield said.entity

    def attributed(self) -> Iterator[Quotation]:
        """Yield the quotations with their speakers."""
        turns = self._turns()
        for where, one in self.quotations:
            first = where[0]
            if name := self.utterances[first].speaker:
                said = ((n, e) for n in where for e in self.realized[n].values())
                mine = ((n, e) for n, e in said if FIRST_PERSON.get(e.text.lower()) == "i")
                speakers = (e.entity for n, e in mine if self.marks[n][e.head])
                yield replace(one, speaker=next(speakers, None), name=name, how=How.LINE)
                continue
            tags = (turns[n] for n in reversed(where) if n in turns and turns[n].at in where)
            how, at, cue, speaker = next(tags, turns.get(first, Evidence()))
            is_far = len(self.paragraphs) < 2 and first > at + 1
            if how is None or is_far or not one.is_spoken:
                yield one
                continue
            if how is How.TAG and at not in where:
                how = How.SAME_PARAGRAPH
            yield replace(one, speaker=speaker, how=how, cue=cue)

    def _turns(self) -> dict[int, Evidence]:
        """Return the evidence for the speaker of each utterance that has quotations."""
        speech, turn_of, paragraph = Speech(), dict[int, int](), 0
        found: dict[int, Evidence] = {}  # by the number of the turn
        going_on = {n for where, _ in self.quotations for n in where[:-1]}
        for n, utterance in enumerate(self.utterances):
            if utterance.speaker or not (self.begins[n] or True in self.marks[n]):
                continue
            if bisect_right(self.paragraphs, n) > paragraph + 1:
                speech.former = ()  # a paragraph without speech ends a dialogue
            here = CurrentUtterance(Tree(utterance), spoken=tuple(self.marks[n]))
            entities = {head: said.entity for head, said in self.realized[n].items()}
            speech.begin(here, entities.get)
            speech.is_open = n in going_on
            if speech.turn is None:
                continue
            paragraph = bisect_right(self.paragraphs, n)
            turn_of[n] = number = speech.turn.number
            if speech.tag:
                found[number] = Evidence(How.TAG, n, speech.tag.text, speech.turn.speaker)
            elif number not in found:
                found[number] = self._untagged(n, speech.turn.speaker)
                speech.turn = speech.turn._replace(speaker=found[number].speaker)
        return {n: found[number] for n, number in turn_of.items()}

    def _untagged(self, n: int, other: Entity | None) -> Evidence:
        """Return who acts beside a quotation, or the other of two speakers who take turns."""
        mentions = {*self._mentions((n, m) for m, mark in enumerate(self.marks[n]) if mark)}
        end = n + 1  # of the quoted utterances in this paragraph
        while end < len(self.marks) and True in self.marks[end] and not self.begins[end]:
            end += 1
        for m in range(max(n - 1, 0), min(end + 1, len(self.marks))):
            tree, marks = Tree(self.utterances[m]), self.marks[m]
            last = marks.index(True) - 1 if True in marks else len(tree)
            leads = m <= n and tree.forms[last] in INTRODUCES
            is_near = n <= m < end or not (True in marks or self.begins[max(m, n)])
            if not leads and (not is_near or len(self.paragraphs) < 2):
                continue
            said = find_tag(tree, (*marks, True)) if leads else None
            tag = said or acting_subject(tree, marks)
            subject = self.realized[m].get(tag.speaker) if tag else None
            if not (tag and subject) or subject.entity in mentions:
                continue
            if is_person(subject) or subject.kind is Kind.SPEAKER:
                return Evidence(How.INTRODUCED if leads else How.BEAT, m, tag.text, subject.entity)
        if other is None or other in mentions or not all(self.marks[n][1:]):
            return Evidence()
        return Evidence(How.ALTERNATING, n, "", other)


def acting_subject(tree: Tree, marks: Sequence[bool]) -> Tag | None:
    """Return the subject of the part of a sentence that is not quoted: *Anna smiled*."""
    clauses = [n for root in tree.roots for n in tree.children[root]]
    beside = (n for n in clauses if tree.bases[n] in {"parataxis", "conj"})
    for verb in (*tree.roots, *beside):
        subject = tree.child(verb, "nsubj")
        if subject and tree.upos[subject] in NOMINALS and not (marks[verb] or marks[subject]):
            return Tag.at(tree, verb, subject)
    return None
