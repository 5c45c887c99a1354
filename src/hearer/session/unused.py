"""What was known beforehand, and of no use: a name that nobody says, words that are not there.

unused    as problems of what was understood
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hearer.errors import did_you_mean
from hearer.formats.format import Problems, quoted
from hearer.model import Interpretation, Problem
from hearer.session.corrections import unplaced
from hearer.session.knowledge import (
    LABELS,
    NOTHING,
    UNSORTED,
    Correction,
    Given,
    Knowledge,
    words_of,
)


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
    return (*unplaced(knowledge.corrections, found), *problems)


def _span(one: Given) -> str:
    return f"words {one.first} to {one.last} of utterance {one.utterance}"


def _misspelled(knowledge: Knowledge, found: Interpretation) -> Iterator[tuple[Correction, str]]:
    """The corrections to names that nobody else has, and which may be meant; "Q42" is no name."""
    told = {(one.utterance, one.word) for one in knowledge.corrections}
    others = [e.entity for e in found.expressions if (e.utterance, e.head) not in told]
    known = dict.fromkeys(str(entity) for entity in others if entity)
    heard = {(e.utterance, e.head) for e in found.expressions}
    called = {name.casefold(): entity for entity, name in found.names.items() if entity in known}
    for one in knowledge.corrections:
        is_new = (one.utterance, one.word) in heard and one.entity not in known
        is_new = is_new and one.entity != NOTHING and not one.is_pointer
        spelled = called.get(one.entity.casefold(), one.entity)
        near = did_you_mean(spelled, known)
        if is_new and (near or not re.search(r"\d", one.entity)):
            yield one, near


def _unnamed(knowledge: Knowledge, found: Interpretation) -> Iterator[str]:
    """The names with pronouns that stand nowhere in the text."""
    if not knowledge.pronouns:
        return
    said = [{*map(str.lower, each.forms)} for each in found.discourse.utterances]
    said += [{*entity.lower().split()} for entity in found.names]
    text = found.discourse.text
    for name in knowledge.pronouns:
        words, whole = words_of(name), rf"(?<!\w){re.escape(name)}(?!\w)"
        is_said = re.search(whole, text, re.IGNORECASE)
        if not is_said and not any(words <= each for each in said):
            yield name
