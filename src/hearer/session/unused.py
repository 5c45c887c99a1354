"""What was known beforehand, and of no use: a name that nobody says, words that are not there.

informed    what was understood with knowledge: with its names, and with what was of no use
of_turn     the same of one turn of a conversation
unused      as problems of what was understood
unplaced    the corrections among them, and why they changed nothing
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from hearer.errors import did_you_mean
from hearer.formats.format import Problems, quoted
from hearer.hearing import Hearer
from hearer.model import Entity, Interpretation, Problem
from hearer.model.grammar import WORDLESS
from hearer.session.corrections import impossible
from hearer.session.informed import InformedAnalyst
from hearer.session.knowledge import (
    LABELS,
    NOTHING,
    UNSORTED,
    Correction,
    Given,
    Knowledge,
    words_of,
)
from hearer.session.renaming import named_by, renamed


def informed(found: Interpretation, knowledge: Knowledge) -> Interpretation:
    """What was understood, called as somebody said, with what was of no use among its problems."""
    found = renamed(found, knowledge.names)
    return replace(found, problems=(*found.problems, *unused(knowledge, found)))


def of_turn(found: Interpretation, knowledge: Knowledge, hearer: Hearer) -> Interpretation:
    """Apply the names of `knowledge` to one turn; names of earlier turns are known to `hearer`."""
    here = {utterance.number for utterance in found.discourse.utterances}
    last = max(here, default=0)
    told = [one for one in knowledge.corrections if one.utterance in here]
    told = [one for one in told if (one.place or (0, 0))[0] <= last]
    analyst = hearer.analyst
    at = analyst.entity_at if isinstance(analyst, InformedAnalyst) else None
    found = renamed(found, knowledge.names, at, hearer.names)
    return replace(found, problems=(*found.problems, *unplaced(told, found)))


def unused(knowledge: Knowledge, found: Interpretation) -> tuple[Problem, ...]:
    """The corrections, spans and names that changed nothing, and why."""
    problems = Problems(found.discourse.path)
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    for one in knowledge.given:
        if one.last > lengths.get(one.utterance, 0):
            problems.add(0, "given-place", f"{_span(one)} are not in the text; left aside")
        label = one.label.upper()
        if label and label not in LABELS and label not in UNSORTED:
            told = f"{quoted(one.label)} is no label of a sort{did_you_mean(label, LABELS)}"
            problems.add(0, "given-label", f"{told}; the words may be anything")
    for correction, near in _misspelled(knowledge, found):
        message = f"nothing else is {quoted(correction.entity)}{near}; kept as it is"
        problems.add(0, "corrections-entity", message)
    for name in _unnamed(knowledge, found):
        message = f"{quoted(name)} is never named, so nobody takes those pronouns"
        problems.add(0, "knowledge-name", message)
    named = named_by(found, knowledge.names)
    for entity in (each for each in knowledge.names if each not in named):
        problems.add(0, "knowledge-name", f"nothing is {quoted(entity)}, so nothing is called so")
    return (*unplaced(knowledge.corrections, found), *problems)


def unplaced(corrections: Iterable[Correction], found: Interpretation) -> tuple[Problem, ...]:
    """The corrections that changed nothing in what was understood, and why."""
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    spoken = [e for e in found.expressions if e.kind not in WORDLESS]
    heard = {(e.utterance, e.head): e.entity for e in spoken}
    problems = Problems(found.discourse.path)
    for one in {(each.utterance, each.word): each for each in corrections}.values():
        if reason := _reason(one, lengths, heard):
            message = f"word {one.word} of utterance {one.utterance} is not {quoted(one.entity)}"
            problems.add(0, "corrections-place", f"{message}: {reason}; left aside")
    return tuple(problems)


MOST_ASKED = 20  # misspelled entities for which the one that may be meant is looked for
Heard = Mapping[tuple[int, int], Entity | None]


def _reason(one: Correction, lengths: Mapping[int, int], heard: Heard) -> str:
    """Why a correction could not be applied; "" if it was."""
    place, pointed_at = (one.utterance, one.word), one.place
    if not 1 <= one.word <= lengths.get(one.utterance, 0):
        return "there is no such word"
    if wrong := impossible(one):
        return wrong
    if one.entity == NOTHING:
        return ""
    if place not in heard:
        return "the word refers to nothing, or is not the head of what does"
    if pointed_at is None or _may_be_earlier(pointed_at, lengths):
        return ""
    if pointed_at not in heard:
        return f"{one.entity} points at nothing that is said"
    is_known = heard[pointed_at] == heard[place]
    return "" if is_known else f"what {one.entity} means was not known when it was heard"


def _may_be_earlier(place: tuple[int, int], lengths: Mapping[int, int]) -> bool:
    """Whether a word is of an earlier turn, of which nobody knows any more."""
    return 1 <= place[0] < min(lengths, default=0)


def _span(one: Given) -> str:
    return f"words {one.first} to {one.last} of utterance {one.utterance}"


def _misspelled(knowledge: Knowledge, found: Interpretation) -> Iterator[tuple[Correction, str]]:
    """The corrections to names that nobody else has, and which may be meant; "Q42" is no name."""
    told = {(one.utterance, one.word): one.entity for one in knowledge.corrections}
    others = [e.entity for e in found.expressions if (e.utterance, e.head) not in told]
    known = dict.fromkeys(str(entity) for entity in others if entity)
    heard = {(e.utterance, e.head) for e in found.expressions}
    called = {name.casefold(): entity for entity, name in found.names.items() if entity in known}
    often = Counter(told.values())
    asked = 0
    for one in knowledge.corrections:
        is_known = one.entity in known or one.entity == NOTHING or one.is_pointer
        if is_known or (one.utterance, one.word) not in heard:
            continue
        asked += 1
        spelled = called.get(one.entity.casefold(), one.entity)
        near = did_you_mean(spelled, known) if asked <= MOST_ASKED else ""
        if near or (often[one.entity] == 1 and not re.search(r"\d", one.entity)):
            yield one, near


def _unnamed(knowledge: Knowledge, found: Interpretation) -> Iterator[str]:
    """The names with pronouns that stand nowhere in the text."""
    if not knowledge.pronouns:
        return
    said = [{*map(str.lower, each.forms)} for each in found.discourse.utterances]
    said += [{*entity.lower().split()} for entity in found.names]
    ever, text = set[str]().union(*said), found.discourse.text.casefold()
    for name in knowledge.pronouns:
        words, written = words_of(name), name.casefold()
        is_written = written in text and re.search(rf"(?<!\w){re.escape(written)}(?!\w)", text)
        if is_written or (words <= ever and any(words <= each for each in said)):
            continue
        yield name
