"""What speaks for or against an antecedent: the factors of the weighted S-list.

Standing    what the list knows of an entity: how, where and how often it was realized
Context     what a pronoun brings to the look-up
Factor      one factor: its name, and the names of its values
FACTORS     all of them, in the order of the numbers that `of_candidate` gives
"""

from __future__ import annotations

from typing import NamedTuple

from hearer.model import (
    Agreement,
    Cue,
    Element,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Sort,
)

HE, SHE, IT, THEY = range(4)
CLASSES = ("he", "she", "it", "they")

KINDS = {
    Kind.PRONOUN: 0, Kind.POSSESSIVE: 1, Kind.REFLEXIVE: 2, Kind.RECIPROCAL: 2, Kind.SPEAKER: 3,
    Kind.DEMONSTRATIVE: 4, Kind.NAME: 5, Kind.DEFINITE: 6, Kind.POSSESSED: 7, Kind.APPOSITIVE: 7,
    Kind.SET: 8, Kind.QUANTIFIED: 9, Kind.INDEFINITE: 10, Kind.BARE: 11, Kind.ELLIPSIS: 0,
    Kind.RELATIVE: 0,
}  # fmt: skip
ROLES = {
    "nsubj": 0, "nsubj:pass": 0, "nsubj:outer": 0, "csubj": 0, "obj": 1, "iobj": 2, "nmod:poss": 3,
    "obl": 4, "obl:agent": 4, "obl:unmarked": 6, "nmod": 5, "conj": 7, "appos": 7, "root": 8,
    "parataxis": 8, "xcomp": 8, "vocative": 6, "dislocated": 6,
}  # fmt: skip
SORTS = {
    Sort.PERSON: 0, Sort.ANIMAL: 1, Sort.ORGANIZATION: 2, Sort.PLACE: 3, Sort.OBJECT: 4,
    Sort.SUBSTANCE: 5, Sort.PLANT: 5, Sort.ABSTRACT: 6, Sort.EVENT: 7, Sort.TIME: 8,
}  # fmt: skip
PRONOUNS = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL})
UNKNOWN_SORT, SEVERAL_SORTS = 10, 9


class Standing(NamedTuple):
    """What the list knows of an entity."""

    element: Element
    latest: ReferringExpression  # the latest that realized it, said or not
    word: int  # where that was, counted from the first word heard
    nominal: int  # the form of the latest that was no pronoun; 12 if there was none
    lemma: str  # and its head
    agreement: Agreement
    sorts: frozenset[Sort]
    mentions: int
    subjects: int  # how often as a subject
    called: int  # the class of the latest pronoun for it; 4 if there was none
    kind: int
    role: int


class Context(NamedTuple):
    """What a pronoun brings to the look-up."""

    pronoun: ReferringExpression
    word: int
    cls: int
    role: int
    parent: int  # the clause that governs the pronoun's
    compatible: int  # how many candidates passed the test
    most_mentions: int
    nearest: int  # sentences to the nearest candidate
    heard: int  # expressions heard in this utterance so far


def class_of(agreement: Agreement) -> int:
    """He, she, it or they."""
    if Number.SINGULAR not in agreement.number:
        return THEY
    if Gender.NEUTER in agreement.gender:
        return IT
    return HE if Gender.MASCULINE in agreement.gender else SHE


def sort_of(sorts: frozenset[Sort]) -> int:
    if len(sorts) == 1:
        return SORTS[next(iter(sorts))]
    return UNKNOWN_SORT if len(sorts) > 4 else SEVERAL_SORTS


def role_of(relation: str) -> int:
    return ROLES.get(relation, 6)


NAMES = (
    "class", "kind", "role", "form", "nominal", "candidate role", "parallel", "sentences",
    "words", "rank", "compatible", "mentions", "called", "number", "gender", "sort", "clause",
    "speech", "paragraph", "subjects", "fronted", "embedded", "predicate", "relative", "status", "first",
    "topic", "governor", "coordinated", "heading",
    "pleonastic", "weather", "clause follows", "copula", "adjective", "noun", "event",
    "intensifier", "nearest", "heard", "subordinate", "none",
)


def of_candidate(context: Context, standing: Standing, rank: int, first: bool) -> list[int]:
    """The values of all factors for one candidate."""
    p, c = context.pronoun, standing.latest
    cues = c.cues
    same = c.utterance == p.utterance
    back = p.utterance - standing.element.utterance
    number = standing.agreement.number
    gender = standing.agreement.gender
    return [
        context.cls,
        KINDS[p.kind],
        context.role,
        standing.kind,
        standing.nominal,
        standing.role,
        int(context.role == standing.role),
        min(back, 6),
        min((context.word - standing.word).bit_length() * 2 + int(bin(context.word - standing.word)[3:4] == "1"), 18),
        min(rank, 8),
        min(context.compatible, 12),
        min(standing.mentions, 6),
        2 if standing.called == 4 else 1 if standing.called == context.cls else 0,
        1 if len(number) > 1 else 2 if number & p.agreement.number else 0,
        len(gender) if Gender.NEUTER not in gender or len(gender) == 1 else 4 + len(gender),
        sort_of(standing.sorts),
        (2 if c.clause == p.clause else 3 if c.clause == context.parent else 1) if same else 0,
        int(Cue.SPEECH in cues) * 2 + int(Cue.SPEECH in p.cues),
        int(Cue.PARAGRAPH in p.cues and not same),
        min(standing.subjects, 4),
        int(Cue.FRONTED in cues),
        int(Cue.SUBORDINATE in cues),
        int(Cue.PREDICATE in cues),
        int(Cue.RELATIVE_CLAUSE in cues),
        standing.element.familiarity.status.value,
        int(first),
        int(standing.mentions == context.most_mentions),
        int(c.governor == p.governor),
        int(Cue.COORDINATED in cues),
        int(Cue.HEADING in cues),
        *of_pronoun(context),
        0,
    ]


def of_pronoun(context: Context) -> tuple[int, ...]:
    cues = context.pronoun.cues
    return (
        int(Cue.PLEONASTIC in cues),
        int(Cue.WEATHER in cues),
        int(Cue.CLAUSE_FOLLOWS in cues),
        int(Cue.COPULA in cues),
        int(Cue.ADJECTIVE in cues),
        int(Cue.NOMINAL in cues),
        int(Cue.EVENT in cues),
        int(Cue.INTENSIFIER in cues),
        min(context.nearest, 4),
        min(context.heard, 6),
        int(Cue.SUBORDINATE in cues) + 2 * int(Cue.RELATIVE_CLAUSE in cues),
    )


def of_none(context: Context) -> list[int]:
    p = context.pronoun
    head = [context.cls, KINDS[p.kind], context.role]
    values = [-1] * len(NAMES)
    values[:3] = head
    values[10] = min(context.compatible, 12)
    values[17] = int(Cue.SPEECH in p.cues)
    values[18] = int(Cue.PARAGRAPH in p.cues)
    values[30:41] = of_pronoun(context)
    values[41] = 1
    return values
