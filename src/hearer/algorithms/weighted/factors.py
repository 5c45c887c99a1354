"""What speaks for or against an antecedent: the factors of the weighted S-list.

    FACTORS         their names and the names of their values
    Standing        what the list knows of an entity: how, where and how often it was realized
    Circumstances   what a pronoun brings to the look-up
    of_candidate    the value of every factor for a candidate
    of_nobody       the same for the possibility that there is no antecedent

Value 0 of a factor says that it has nothing to say: nobody has no grammatical role.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hearer.model import (
    Agreement,
    Cue,
    Element,
    Familiarity,
    Gender,
    Kind,
    Number,
    ReferringExpression,
    Sort,
)

CLASSES = ("he", "she", "it", "they")
HE, SHE, IT, THEY = 1, 2, 3, 4
YES, NO = 2, 1

# Words for the values of factors, in the order of their numbers, which begin with 1.
FORMS = (
    "personal pronoun", "possessive", "reflexive", "first or second person", "demonstrative",
    "name", "definite", "possessed", "set", "quantified", "indefinite", "bare", "none",
)  # fmt: skip
ROLES = (
    "subject", "object", "indirect object", "possessor", "oblique", "of a noun", "other",
    "conjunct or apposition", "predicate or root",
)  # fmt: skip
SORTS = (
    "person", "animal", "organization", "place", "object", "substance or plant", "abstract",
    "event", "time", "several", "unknown",
)  # fmt: skip
DISTANCES = ("same", "1", "2", "3", "4", "5", "6 or more")
WORDS = tuple(f"{n} or so" for n in (0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128))
COUNTS = tuple(map(str, range(13)))
YES_NO = ("no", "yes")
TIMES = ("once", "2", "3", "4", "5", "6 or more")
GENDERS = ("known", "he or she", "known, or it", "any")
NUMBERS = ("clashes", "unknown", "agrees")
CLAUSES = ("other sentence", "other clause", "same clause", "governing clause")
SPEECH = ("neither", "the pronoun", "the candidate", "both")

FACTORS: Mapping[str, tuple[str, ...]] = {
    "pronoun": CLASSES,
    "pronoun's form": FORMS,
    "pronoun's role": ROLES,
    "form": FORMS,
    "form of the latest noun phrase": FORMS,
    "role": ROLES,
    "parallel role": YES_NO,
    "sentences back": DISTANCES,
    "words back": (*WORDS, "more", "more", "more"),
    "rank by recency": COUNTS,
    "how many pass the test": COUNTS,
    "mentions": TIMES,
    "called so before": ("otherwise", "so", "never"),
    "number": NUMBERS,
    "gender": GENDERS,
    "sort": SORTS,
    "clause": CLAUSES,
    "direct speech": SPEECH,
    "new paragraph": YES_NO,
    "times subject": COUNTS,
    "in a subordinate clause": ("no", "subordinate", "relative"),
    "fronted or in a heading": ("no", "fronted", "in a heading"),
    "a predicate": YES_NO,
    "status": ("OLD", "MED", "NEW"),
    "first in its sentence to pass": YES_NO,
    "most mentioned": YES_NO,
    "same governor": YES_NO,
    "coordinated": YES_NO,
    "speaker": ("nobody in particular", "the same", "another"),
    "meant by the latest pronoun like this": YES_NO,
    "pleonastic pattern": ("none", "a clause follows", "pleonastic"),
    "predicate of the pronoun": ("verb", "adjective", "noun phrase", "other copula", "event"),
    "nearest that passes": DISTANCES,
    "expressions before the pronoun": COUNTS,
    "pronoun's clause": ("main", "subordinate", "relative"),
    "intensifier": YES_NO,
    "governor takes": ("anything", "persons", "things"),
    "nobody": YES_NO,
}
NAMES = tuple(FACTORS)

_FORM = {
    Kind.PRONOUN: 1, Kind.ELLIPSIS: 1, Kind.RELATIVE: 1, Kind.POSSESSIVE: 2, Kind.REFLEXIVE: 3,
    Kind.RECIPROCAL: 3, Kind.SPEAKER: 4, Kind.DEMONSTRATIVE: 5, Kind.NAME: 6, Kind.DEFINITE: 7,
    Kind.POSSESSED: 8, Kind.APPOSITIVE: 8, Kind.SET: 9, Kind.QUANTIFIED: 10, Kind.INDEFINITE: 11,
    Kind.BARE: 12,
}  # fmt: skip
NO_NOUN_PHRASE = 13
_ROLE = {
    "nsubj": 1, "nsubj:pass": 1, "nsubj:outer": 1, "csubj": 1, "obj": 2, "iobj": 3, "nmod:poss": 4,
    "obl": 5, "obl:agent": 5, "nmod": 6, "conj": 8, "appos": 8, "root": 9, "parataxis": 9,
    "xcomp": 9,
}  # fmt: skip
SUBJECT, OTHER_ROLE = 1, 7
_SORT = {
    Sort.PERSON: 1, Sort.ANIMAL: 2, Sort.ORGANIZATION: 3, Sort.PLACE: 4, Sort.OBJECT: 5,
    Sort.SUBSTANCE: 6, Sort.PLANT: 6, Sort.ABSTRACT: 7, Sort.EVENT: 8, Sort.TIME: 9,
}  # fmt: skip
SEVERAL, UNKNOWN = 10, 11
_STATUS = {familiarity: int(familiarity.status) for familiarity in Familiarity}


class Standing(NamedTuple):
    """What the list knows of an entity."""

    element: Element
    latest: ReferringExpression  # the latest that realized it, said or not
    word: int  # where that was, counted from the first word heard
    form: int  # of the latest that was said
    role: int
    noun_phrase: int  # the form of the latest that was no pronoun
    agreement: Agreement
    sorts: frozenset[Sort]
    mentions: int
    subjects: int  # how often it was realized as a subject
    called: int  # the class of the latest pronoun for it; 0 if there was none
    place: tuple[float, int]  # its key on the list
    speaker: str  # who realized it last


class Circumstances(NamedTuple):
    """What a pronoun brings to the look-up."""

    pronoun: ReferringExpression
    word: int
    of_pronoun: tuple[int, ...]  # class, form and role
    of_context: tuple[int, ...]
    parent: int  # the clause that governs the pronoun's
    passing: int  # how many candidates passed the test
    most_mentions: int
    speaker: str
    called_last: str | None  # the entity that the latest pronoun of the same class was taken for


def class_of(agreement: Agreement) -> int:
    """He, she, it or they."""
    if Number.SINGULAR not in agreement.number:
        return THEY
    if Gender.NEUTER in agreement.gender:
        return IT
    return HE if Gender.MASCULINE in agreement.gender else SHE


def form_of(expression: ReferringExpression) -> int:
    """The form of an expression, as FORMS has them."""
    return _FORM[expression.kind]


def role_of(expression: ReferringExpression) -> int:
    """The grammatical role of an expression, as ROLES has them."""
    return _ROLE.get(expression.relation, OTHER_ROLE)


def of_candidate(
    circumstances: Circumstances, standing: Standing, rank: int, *, is_first: bool
) -> list[int]:
    """The value of every factor for a candidate; `rank` is its rank by recency."""
    pronoun, latest = circumstances.pronoun, standing.latest
    back = pronoun.utterance - standing.element.utterance
    cues, its_cues = latest.cues, pronoun.cues
    return [
        *circumstances.of_pronoun,
        standing.form,
        standing.noun_phrase,
        standing.role,
        YES if standing.role == circumstances.of_pronoun[2] else NO,
        back + 1 if back < 6 else 7,
        _logarithm(circumstances.word - standing.word),
        rank + 1 if rank < 8 else 9,
        circumstances.passing + 1 if circumstances.passing < 12 else 13,
        min(6, standing.mentions),
        _called(standing.called, circumstances.of_pronoun[0]),
        _number(standing.agreement, pronoun.agreement),
        _gender(standing.agreement.gender),
        _sort(standing.sorts),
        _clause(latest, circumstances) if not back else 1,
        1 + 2 * (Cue.SPEECH in cues) + (Cue.SPEECH in its_cues),
        YES if back and Cue.PARAGRAPH in its_cues else NO,
        standing.subjects + 1 if standing.subjects < 4 else 5,
        3 if Cue.RELATIVE_CLAUSE in cues else 2 if Cue.SUBORDINATE in cues else 1,
        2 if Cue.FRONTED in cues else 3 if Cue.HEADING in cues else 1,
        YES if Cue.PREDICATE in cues else NO,
        _STATUS[standing.element.familiarity],
        YES if is_first else NO,
        YES if standing.mentions == circumstances.most_mentions else NO,
        YES if latest.governor == pronoun.governor else NO,
        YES if Cue.COORDINATED in cues else NO,
        _speaker(standing.speaker, circumstances.speaker),
        YES if standing.element.entity == circumstances.called_last else NO,
        *circumstances.of_context,
        NO,
    ]


def of_nobody(circumstances: Circumstances) -> list[int]:
    """The value of every factor for the possibility that there is no antecedent."""
    values = [0] * len(NAMES)
    values[:3] = circumstances.of_pronoun
    values[_PASSING] = circumstances.passing + 1 if circumstances.passing < 12 else 13
    values[_SPEECH] = 2 if Cue.SPEECH in circumstances.pronoun.cues else 1
    values[_PARAGRAPH] = YES if Cue.PARAGRAPH in circumstances.pronoun.cues else NO
    values[-1 - len(circumstances.of_context) : -1] = circumstances.of_context
    values[-1] = YES
    return values


_PASSING = NAMES.index("how many pass the test")
_SPEECH = NAMES.index("direct speech")
_PARAGRAPH = NAMES.index("new paragraph")


def of_context(pronoun: ReferringExpression, nearest: int, before: int) -> tuple[int, ...]:
    """The values of the factors that tell a pronoun without antecedent."""
    cues = pronoun.cues
    return (
        3 if Cue.PLEONASTIC in cues else 2 if Cue.CLAUSE_FOLLOWS in cues else 1,
        _predicate(cues),
        nearest + 1 if nearest < 6 else 7,
        before + 1 if before < 6 else 7,
        3 if Cue.RELATIVE_CLAUSE in cues else 2 if Cue.SUBORDINATE in cues else 1,
        YES if Cue.INTENSIFIER in cues else NO,
        2 if Cue.PERSONS in cues else 3 if Cue.THINGS in cues else 1,
    )


# The values of single factors -----------------------------------------------------------------


@lru_cache(maxsize=4096)
def _logarithm(distance: int) -> int:
    """Half-steps of the binary logarithm: 1, 2, 3, 4, 6, 8, 12, 16, ..."""
    if distance < 1:
        return 1
    length = distance.bit_length()
    half = (distance >> (length - 2)) & 1 if length > 1 else 0
    return min(2 * length + half, 19)


def _called(before: int, now: int) -> int:
    if not before:
        return 3
    return 2 if before == now else 1


def _number(known: Agreement, required: Agreement) -> int:
    if len(known.number) > 1:
        return 2
    return 1 if known.number.isdisjoint(required.number) else 3


@lru_cache
def _gender(genders: frozenset[Gender]) -> int:
    """One is 1; he or she 2; one of them or it 3; anything 4."""
    if len(genders) != 2:
        return 1 if len(genders) < 2 else 4
    return 3 if Gender.NEUTER in genders else 2


@lru_cache(maxsize=1024)
def _sort(sorts: frozenset[Sort]) -> int:
    if len(sorts) == 1:
        return _SORT[next(iter(sorts))]
    return UNKNOWN if len(sorts) > 4 else SEVERAL


def _speaker(before: str, now: str) -> int:
    if not now:
        return 1
    return 2 if before == now else 3


def _clause(latest: ReferringExpression, circumstances: Circumstances) -> int:
    if latest.clause == circumstances.pronoun.clause:
        return 3
    return 4 if latest.clause == circumstances.parent else 2


def _predicate(cues: frozenset[Cue]) -> int:
    if Cue.EVENT in cues or Cue.WEATHER in cues:
        return 5
    if Cue.ADJECTIVE in cues:
        return 2
    if Cue.NOMINAL in cues:
        return 3
    return 4 if Cue.COPULA in cues else 1
