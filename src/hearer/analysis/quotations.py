"""The quotations of a resolved document and their speakers, whom `speech` follows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from operator import add

from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.speech import VERBS, Speech, Turn
from hearer.harmless import brief
from hearer.lexicon import words
from hearer.model import Discourse, Entity, Interpretation, Kind, ReferringExpression
from hearer.model.pronouns import FIRST_PERSON
from hearer.model.tree import Tree

WordPlace = tuple[int, int]  # the numbers of an utterance and of a word
NO_WORDS = frozenset({"PUNCT", "SYM"})
ENDS_SPEECH = re.compile(r"[.,!?…;:*_)\]–—-][\s\"'’”]+\Z")  # before the closing mark
# A quotation goes on in the next paragraph if that opens it again. A missing mark would invert all
# quotations that follow it, so what is between two straight ones is short.
MARKS = ("“ ” +", "„ “ +", "« » +", "`` '' +", '" " {1,1500}')
DOUBLE = re.compile(
    "|".join(
        rf"{opens}(?:[^{opens}{closes}\n]|\n(?!\s*\n)|\n\s*\n\s*{opens}){most}+{closes}"
        for opens, closes, most in map(str.split, MARKS)
    )
)
# A mark after a letter is an apostrophe; one before a letter would open the next quotation.
CLIPPED = rf"['’](?=(?i:{'|'.join(sorted(words('speech', 'clipped')))}|[0-9]+s?)\b)"  # 'em, 'tis
SINGLE = re.compile(
    rf"(?<!\w)['‘](?=\w|{CLIPPED})"
    rf"(?:[^\n'’‘]|(?<=\w)['’]|{CLIPPED}|\n(?!\s*\n)|\n\s*\n\s*['‘]){{1,800}}?"
    r"[,.!?…—]['’](?!\w)"
)


class How(StrEnum):
    """The evidence for a speaker."""

    LINE = "line"  # the input names the speaker of the utterance
    TAG = "tag"  # said Anna
    ALTERNATING = "alternating"  # two speakers take turns


@dataclass(frozen=True, slots=True, repr=False)
class Quotation:
    """A text in quotation marks and its speaker, None if it is unknown."""

    start: int  # in code points, with the quotation marks
    end: int
    first: int  # number of the utterance in which it begins
    last: int
    words: int  # without punctuation
    is_spoken: bool  # not only a word or a title
    speaker: Entity | None = None
    name: str = ""  # of the speaker, if the input has it
    how: How | None = None
    cue: str = ""  # the words of the tag: said Mary

    def __repr__(self) -> str:
        return brief(self, f"{self.start}–{self.end} by {self.speaker} ({self.how})")


Quoted = tuple[Quotation, Sequence[WordPlace]]


def quotations(found: Interpretation) -> tuple[Quotation, ...]:
    """Return the quotations of a resolved document in the order of the text.

    >>> from hearer import resolve
    >>> [one.speaker for one in quotations(resolve("“It is late,” said Anna. “Go!” said Tom."))]
    ['ANNA', 'TOM']
    """
    heard = {(e.utterance, e.head): e for e in found.expressions if e.kind is not Kind.SET}
    quoted = list(_quoted(found.discourse))
    turns = _turns(found.discourse, quoted, heard)
    lines = {one.number: one.speaker for one in found.discourse.utterances}
    result = []
    for one, inside in quoted:
        said = [heard[place] for place in inside if place in heard]
        turn = turns.get(one.last) if one.is_spoken else None
        if name := lines[one.first]:
            mine = (e.entity for e in said if FIRST_PERSON.get(e.text.lower()) == "i")
            result.append(replace(one, speaker=next(mine, None), name=name, how=How.LINE))
        elif turn and turn.cue:
            result.append(replace(one, speaker=turn.speaker, how=How.TAG, cue=turn.cue))
        elif turn and turn.speaker not in {None, *(e.entity for e in said if e.kind is Kind.NAME)}:
            result.append(replace(one, speaker=turn.speaker, how=How.ALTERNATING))
        else:
            result.append(one)
    return tuple(result)


def word_starts(discourse: Discourse) -> dict[int, list[int]]:
    """Return by utterance where its words start in the text, and where the next one starts."""
    starts, start = {}, len(discourse.before)
    for utterance in discourse.utterances:
        lengths = map(add, map(len, utterance.forms), map(len, utterance.spaces))
        starts[utterance.number] = [*accumulate(lengths, initial=start)]
        start = starts[utterance.number][-1]
    return starts


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans in double or in single quotation marks, whichever has more of them.

    >>> text = "‘Well,’ said Anna, ‘it’s the “boys’ room”.’ ’Twas dark."
    >>> [text[start:end] for start, end in quoted_spans(text)]
    ['‘Well,’', '‘it’s the “boys’ room”.’']
    """
    styles = ([match.span() for match in style.finditer(text)] for style in (DOUBLE, SINGLE))
    return max(styles, key=len)


def _quoted(discourse: Discourse) -> Iterator[Quoted]:
    """Yield the quotations without their speakers, and the places of their words."""
    text, starts = discourse.text, word_starts(discourse)
    offsets = [start for one in starts.values() for start in one[:-1]]
    tags = {
        (one.number, n): tag for one in discourse.utterances for n, tag in enumerate(one.upos, 1)
    }
    places = list(tags)
    for start, end in quoted_spans(text):
        inside = places[bisect_left(offsets, start) : bisect_left(offsets, end)]
        said = [tags[place] for place in inside if tags[place] not in NO_WORDS]
        if said:
            is_spoken = not VERBS.isdisjoint(said) or ENDS_SPEECH.search(text, start, end)
            where = inside[0][0], inside[-1][0]
            yield Quotation(start, end, *where, len(said), bool(is_spoken)), inside


def _turns(
    discourse: Discourse, quoted: Sequence[Quoted], heard: Mapping[WordPlace, ReferringExpression]
) -> dict[int, Turn]:
    """Return by utterance the turn that `Speech` finds in it."""
    spoken = {place for _, inside in quoted for place in inside}
    going_on = {number for one, _ in quoted for number in range(one.first, one.last)}
    speech, turn_of, turns = Speech(), dict[int, int](), dict[int, Turn]()
    for utterance in discourse.utterances:
        places = [(utterance.number, n) for n in range(len(utterance) + 1)]
        entities = {place[1]: heard[place].entity for place in places if place in heard}
        marks = tuple(place in spoken for place in places)
        speech.begin(CurrentUtterance(Tree(utterance), marks), entities.get)
        speech.is_open = utterance.number in going_on
        if speech.turn:
            turn_of[utterance.number] = speech.turn.number
            turns[speech.turn.number] = speech.turn
    return {number: turns[turn] for number, turn in turn_of.items()}
