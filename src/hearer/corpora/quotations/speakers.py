"""Who speaks which quotation, and what tells so.

quotations    those of a document that was heard, in order

First each quotation is asked for what stands beside it: a tag, or a sentence that leads to it.
Those of a paragraph have one speaker, so the others of it follow. Where nothing of that is said,
who acts in the same paragraph speaks in it; where a paragraph is nothing but speech, the two who
spoke before take turns, also backwards from where they are named. Who is called or talked about in
a quotation does not speak it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from hearer.corpora.quotations.quotation import NOBODY, How, Quotation, QuotedText
from hearer.corpora.quotations.tags import Beside, tag_behind
from hearer.corpora.tables.layout import Layout
from hearer.evaluation.centering.mentions import PRONOUNS
from hearer.model import Entity, Gender, Interpretation, Kind, ReferringExpression, Sort


def quotations(found: Interpretation, layout: Layout) -> Sequence[Quotation]:
    """The quotations of a document, each with who speaks it as far as that is told."""
    text = QuotedText(found, layout)
    if not text.quotations:
        return ()
    told = _asked(text)
    if not text.has_paragraphs:
        return list(_going_on(told))
    blocks = [
        _of_one_speaker(text, list(several))
        for _, several in groupby(told, key=attrgetter("paragraph"))
    ]
    return [one for block in _taking_turns(text, blocks) for one in block]


def _going_on(told: Iterator[Quotation]) -> Iterator[Quotation]:
    """Where no paragraphs are told: who speaks before a tag goes on behind it."""
    before: Quotation | None = None
    for one in told:
        goes_on = before and before.how is How.TAG and one.first <= before.last + 1
        if before and goes_on and one.is_spoken and not one.is_told:
            yield _as(one, before, How.SAME_PARAGRAPH)
        else:
            yield one
        before = one


# What stands beside a quotation ---------------------------------------------------------------


def _asked(text: QuotedText) -> Iterator[Quotation]:
    """The quotations with what stands beside each."""
    for one in text.quotations:
        speaker = text.utterances[text.order[one.first]].speaker
        if speaker:
            yield replace(one, speaker=text.says_i(one), name=speaker, how=How.LINE)
        elif not one.is_spoken:
            yield one
        else:
            yield _with(text, one, _beside(text, one))


class _Told(NamedTuple):
    how: How
    beside: Beside


def _beside(text: QuotedText, one: Quotation) -> Iterator[_Told]:
    """What may tell the speaker, the best first."""
    first, last = text.order[one.first], text.order[one.last]
    for n in dict.fromkeys((last, first)):
        if tag := text.tag[n]:
            yield _Told(How.TAG, tag)
    behind, before = text.behind(one), text.before(one)
    if behind is not None and (tag := tag_behind(text.tree[behind])):
        yield _Told(How.TAG, tag)
    if tag := text.leading[first if before is None else before]:
        yield _Told(How.INTRODUCED, tag)
    if before is None and first > 0 and (tag := text.leading[first - 1]):
        yield _Told(How.INTRODUCED, tag)  # a colon may end the paragraph before


def _with(text: QuotedText, one: Quotation, told: Iterator[_Told]) -> Quotation:
    """The quotation with the first of these who may speak it."""
    for how, beside in told:
        named = text.realized.get(beside.utterance, NOBODY).get(beside.head)
        speaker = named.entity if named else None
        may_speak = named and _is_person(named) and speaker not in one.talks_of
        if how is How.TAG or may_speak:  # a tag tells, even if nobody knows of whom
            return replace(one, speaker=speaker, how=how, cue=beside.words)
    return one


def _is_person(expression: ReferringExpression) -> bool:
    if expression.kind in PRONOUNS or expression.kind is Kind.SPEAKER:
        return Gender.NEUTER not in expression.agreement.gender
    return expression.sorts == {Sort.PERSON}


# One paragraph --------------------------------------------------------------------------------


def _of_one_speaker(text: QuotedText, block: list[Quotation]) -> list[Quotation]:
    """The quotations of a paragraph: what is told of one is true of the others."""
    spoken = [one for one in block if one.is_spoken]
    told = [one for one in spoken if one.is_told]
    if not told and spoken:
        acting = _with(text, spoken[0], _beats(text, spoken))
        told = [acting] if acting.is_told else []
    if not told:
        return block
    return [_like(text, one, told) if one.is_spoken and not one.is_told else one for one in block]


def _like(text: QuotedText, one: Quotation, told: Sequence[Quotation]) -> Quotation:
    """A quotation with the speaker of the nearest, unless somebody else acts right before it."""
    nearest = min(told, key=lambda other: abs(other.start - one.start))
    before = text.before(one)
    if before is not None and nearest.how is not How.BEAT:
        beat = text.beat[before]
        acting = _with(text, one, iter((_Told(How.BEAT, beat),) if beat else ()))
        if acting.is_told and acting.speaker != nearest.speaker:
            return acting
    return _as(one, nearest, How.BEAT if nearest.how is How.BEAT else How.SAME_PARAGRAPH)


def _as(one: Quotation, other: Quotation, how: How) -> Quotation:
    """A quotation with the speaker of another."""
    return replace(one, speaker=other.speaker, name=other.name, how=how, cue=other.cue)


def _beats(text: QuotedText, spoken: Sequence[Quotation]) -> Iterator[_Told]:
    """Who acts right before what is said in a paragraph, in the same sentence, or right behind."""
    before, behind = text.before(spoken[0]), text.behind(spoken[-1])
    inside = (text.order[one.first] for one in spoken)
    for n in (before, *inside, behind):
        if n is not None and (beat := text.beat[n]):
            yield _Told(How.BEAT, beat)


# Turns ----------------------------------------------------------------------------------------


def _taking_turns(text: QuotedText, blocks: list[list[Quotation]]) -> list[list[Quotation]]:
    """The blocks with the speakers that follow from who speaks before and behind."""
    for order in (range(len(blocks)), range(len(blocks) - 1, -1, -1)):
        step = order.step
        for n in order:
            if not 0 <= n - 2 * step < len(blocks):
                continue
            near, other = blocks[n - step], blocks[n - 2 * step]
            if _may_alternate(text, blocks[n], near, other):
                blocks[n] = _spoken_by(blocks[n], _speaker(other))
    return blocks


def _may_alternate(
    text: QuotedText, block: list[Quotation], near: list[Quotation], other: list[Quotation]
) -> bool:
    """Whether nothing tells who speaks, and two others who take turns stand close by."""
    if any(one.is_told for one in block) or not all(one.is_spoken for one in block):
        return False
    one, two = _speaker(near), _speaker(other)
    if one is None or two is None or one == two or not text.is_all_said(block):
        return False
    is_talked_of = any(two in each.talks_of for each in block)
    gaps = abs(block[0].paragraph - near[0].paragraph), abs(near[0].paragraph - other[0].paragraph)
    return not is_talked_of and max(gaps) == 1


def _speaker(block: Sequence[Quotation]) -> Entity | None:
    return next((one.speaker for one in block if one.speaker is not None), None)


def _spoken_by(block: list[Quotation], speaker: Entity | None) -> list[Quotation]:
    return [replace(one, speaker=speaker, how=How.ALTERNATING) for one in block]
