"""What speaks for or against a candidate: every feature, declared once, with words for people.

A feature has values numbered from 1; 0 means that it does not apply. Features of the pronoun are
the same for all its candidates and for no antecedent; features of candidates do not apply to no
antecedent, unless `of_nobody` says so. To add one, declare it here and train (training/ranker.py).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import exp, inf, isnan, log, nan
from typing import NamedTuple

import numpy as np

from hearer.model import (
    Cue,
    Entity,
    EntityKind,
    FactorValue,
    Gender,
    Kind,
    Number,
    ReferringExpression,
)
from hearer.model.meaning import UNIT, WIDTH, nobody
from hearer.ranking.entities import (
    FEW_SORTS,
    Form,
    ListedEntity,
    MadeOf,
    PronounClass,
    Role,
)


class Situation(NamedTuple):
    """A pronoun, where it stands, and its candidates."""

    pronoun: ReferringExpression
    pronoun_class: PronounClass
    role: Role
    candidates: Sequence[ListedEntity] = ()  # the latest first, what was made last
    word: int = 0  # counted from the first word heard
    before: int = 0  # expressions heard in its utterance before it
    called_last: Entity | None = None  # the antecedent of the latest pronoun of its class
    odds: Sequence[float] = (nan,)  # of the encoder's scores; the last of no antecedent


class About(StrEnum):
    """The groups of features that explanations name."""

    MEANING = "meaning"
    NEARNESS = "nearness"
    ROLE = "grammatical role"
    FORM = "form"
    SALIENCE = "salience so far"
    AGREEMENT = "agreement"
    MADE = "how it came about"
    PRONOUN = "the pronoun"
    CONSTRUCTION = "the construction"
    COMPETITION = "competition"


OfPronoun = Callable[[Situation], int]
OfCandidates = Callable[[Situation], Sequence[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """A feature: its name, its group, its values in words, and how they are found."""

    name: str
    about: About
    words: tuple[str, ...]
    of_pronoun: OfPronoun | None = None
    of_candidates: OfCandidates | None = None

    @property
    def size(self) -> int:
        """The number of values, with that of "does not apply"."""
        return len(self.words) + 1

    def numbers(self, here: Situation) -> list[int]:
        """Return the values for all candidates and last for no antecedent."""
        last = int(self.of_pronoun(here)) if self.of_pronoun else 0
        if self.of_candidates is None:
            return [last] * (len(here.candidates) + 1)
        return [*self.of_candidates(here), last]

    def shown(self, number: int) -> FactorValue:
        """Return a value as explanations show it."""
        words = self.words[number - 1]
        return FactorValue(self.name, words, self.about, self.of_candidates is not None)


FEATURES: list[Feature] = []


def of_pronoun(name: str, about: About, words: Iterable[str]) -> Callable[[OfPronoun], OfPronoun]:
    """Declare a feature of the pronoun."""

    def declared(found: OfPronoun) -> OfPronoun:
        FEATURES.append(Feature(name, about, tuple(words), of_pronoun=found))
        return found

    return declared


def of_candidates(
    name: str, about: About, words: Iterable[str], *, of_nobody: OfPronoun | None = None
) -> Callable[[OfCandidates], OfCandidates]:
    """Declare a feature of each candidate."""

    def declared(found: OfCandidates) -> OfCandidates:
        FEATURES.append(Feature(name, about, tuple(words), of_nobody, found))
        return found

    return declared


def words_of(values: Iterable[object], told_as: str = "{}") -> tuple[str, ...]:
    """Return the words of values, put into a phrase."""
    return tuple(told_as.format(getattr(value, "words", value)) for value in values)


# Meaning: the encoder's score -------------------------------------------------------------------

# Log odds among the candidates and no antecedent, from which on a value holds.
FITS = {
    "does not fit the context": (-inf, -6, -5, -4),
    "fits the context badly": (-3, -2.5, -2, -1.5),
    "fits the context less well than others": (-1, -0.5, 0),
    "fits the context better than others": (0.5, 1, 1.5, 2),
    "fits the context best": (3, 4, 5, 6),
}
NOBODY_FITS = {
    "the context requires an antecedent": (-inf, -5, -4, -3),
    "the context asks for an antecedent": (-2, -1),
    "the context leaves open whether there is an antecedent": (0, 1),
    "the context asks for no antecedent": (2, 3, 4),
}
LEAST, LEAST_OF_NOBODY = (sum(table.values(), ()) for table in (FITS, NOBODY_FITS))
FIT_WORDS = tuple(
    f"{words} ({least:+g})"
    for table in (FITS, NOBODY_FITS)
    for words, steps in table.items()
    for least in steps
)
NO_VECTOR = bytes(WIDTH)


def odds_of(pronoun: ReferringExpression | None, candidates: Sequence[ListedEntity]) -> list[float]:
    """Return the log odds of all candidates and last of no antecedent; NaN if not known."""
    vectors = [(one.latest.meaning, one.named or one.latest.meaning) for one in candidates]
    known = [n for n, (latest, named) in enumerate(vectors) if latest or named]
    found = [nan] * (len(candidates) + 1)
    if pronoun is None or not pronoun.meaning or not known:
        return found
    offered = b"".join((each[:WIDTH] or NO_VECTOR) for n in known for each in vectors[n])
    asked = np.frombuffer(pronoun.meaning, np.int8)[WIDTH : 3 * WIDTH].astype(np.int32)
    table = np.frombuffer(offered, np.int8).reshape(len(known), 2 * WIDTH)
    odds = log_odds([*(table @ asked / UNIT).tolist(), nobody(pronoun.meaning)])
    for n, each in zip((*known, -1), odds, strict=True):
        found[n] = each
    return found


def log_odds(scores: Sequence[float]) -> list[float]:
    """Return the log odds of each share against all others."""
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    total = sum(shares)
    return [log(share / (total - share)) if total > share else inf for share in shares]


def _nobody_fits(here: Situation) -> int:
    odds = here.odds[-1]
    return 0 if isnan(odds) else len(LEAST) + bisect(LEAST_OF_NOBODY, odds)


@of_candidates("fit", About.MEANING, FIT_WORDS, of_nobody=_nobody_fits)
def _find_fit(here: Situation) -> list[int]:
    return [0 if isnan(odds) else bisect(LEAST, odds) for odds in here.odds[:-1]]


# The pronoun ------------------------------------------------------------------------------------

WHICH = ("he", "she", "it", "they", "this", "that", "these or those", "both, each or the two")
POINTING = {"this": 5, "that": 6, "these": 7, "those": 7}


@of_pronoun("pronoun", About.PRONOUN, WHICH)
def which(here: Situation) -> int:
    """Return the number of the pronoun among `WHICH`."""
    if here.pronoun.kind is Kind.QUANTIFIED:
        return 8
    is_pointing = here.pronoun.kind is Kind.DEMONSTRATIVE
    return (POINTING.get(here.pronoun.text.lower(), 0) if is_pointing else 0) or here.pronoun_class


def by_cue(values: Mapping[Cue, int], otherwise: int) -> Callable[[frozenset[Cue]], int]:
    """Return the function that finds the value of the first cue that is there."""

    @lru_cache(maxsize=1024)
    def found(cues: frozenset[Cue]) -> int:
        return next((value for cue, value in values.items() if cue in cues), otherwise)

    return found


@of_pronoun("pronoun's role", About.PRONOUN, words_of(Role, "the pronoun as {}"))
def _find_pronoun_role(here: Situation) -> int:
    return here.role


NOTHING_FROM = (0, 4, 9, 20, 40, 65, 85, 95)  # percent
HOW_SURELY = "hardly ever, rarely, unlikely, perhaps, likely, very likely, nearly surely, surely"


@of_pronoun("pleonastic", About.CONSTRUCTION, words_of(HOW_SURELY.split(", "), "pleonastic: {}"))
def _find_pleonastic(here: Situation) -> int:
    share = here.pronoun.nothing
    return bisect(NOTHING_FROM, share) if share else 0


_takes = by_cue(
    {Cue.ACTION: 1, Cue.HAPPENING: 2, Cue.TOLD_OFTEN: 3, Cue.TOLD_SOMETIMES: 4, Cue.TOLD_RARELY: 5},
    otherwise=6,
)
TAKES = (
    "what is done", "what happens", "clauses often stand here", "clauses sometimes stand here",
    "clauses hardly ever stand here", "clauses may stand here",
)  # fmt: skip


@of_pronoun("takes a clause", About.CONSTRUCTION, TAKES)
def _find_takes_clause(here: Situation) -> int:
    return _takes(here.pronoun.cues)


_predicate = by_cue(
    {Cue.PLEONASTIC: 1, Cue.CLAUSE_FOLLOWS: 2, Cue.EVENT: 3, Cue.WEATHER: 3, Cue.ADJECTIVE: 4,
     Cue.NOMINAL: 5, Cue.COPULA: 6, Cue.INTENSIFIER: 7},
    otherwise=8,
)  # fmt: skip
PREDICATES = (
    "a pleonastic pattern", "a clause follows", "an event is told", "predicate: adjective",
    "predicate: noun", "predicate: other", "an intensifier", "predicate: verb",
)  # fmt: skip


@of_pronoun("predicate", About.CONSTRUCTION, PREDICATES)
def _find_predicate(here: Situation) -> int:
    return _predicate(here.pronoun.cues)


_heard_as = by_cue({Cue.AS_PERSON: 1, Cue.AS_GROUP: 2, Cue.AS_PLACE: 3, Cue.AS_THING: 4}, 5)
HEARD_AS = words_of(("person", "organization", "place", "thing", "anything"), "understood as {}")


@of_pronoun("understood as", About.PRONOUN, HEARD_AS)
def _find_heard_as(here: Situation) -> int:
    return _heard_as(here.pronoun.cues)


_needs = by_cue({Cue.SEVERAL: 1, Cue.AHEAD: 2}, otherwise=3)


@of_pronoun(
    "needs", About.CONSTRUCTION, ("said of several", "before a subject to come", "nothing special")
)
def _find_needs(here: Situation) -> int:
    return _needs(here.pronoun.cues)


@of_pronoun(
    "before",
    About.COMPETITION,
    words_of(("0", "1", "2", "3", "4 or more"), "{} expressions before it in its sentence"),
)
def _find_before(here: Situation) -> int:
    return min(here.before, 4) + 1


# Candidates: how they came about ---------------------------------------------------------------

MADE = (
    "on the list", "a set: arguments of one verb", "a set: subjects of clauses",
    "a set: persons mentioned last", "a set of things", "a clause referred to before",
    "the nearest clause of this sentence", "another clause of this sentence",
    "the main clause of the sentence before", "the last clause of the sentence before",
    "another clause of the sentence before", "a clause farther back",
)  # fmt: skip


@of_candidates("made of", About.MADE, MADE)
def _find_made_of(here: Situation) -> list[int]:
    return [
        6 + clause_place(here.pronoun, one)
        if one.element.entity.kind is EntityKind.CLAUSE
        else one.made_of
        for one in here.candidates
    ]


def clause_place(pronoun: ReferringExpression, one: ListedEntity) -> int:
    """Return which of its clauses a candidate is; 0 if it was referred to before."""
    if one.latest.kind is not Kind.CLAUSE:
        return 0
    told = [each for each in pronoun.clauses if each.utterance == one.latest.utterance]
    place = next((n for n, each in enumerate(told) if each.position == one.latest.position), -1)
    back = pronoun.utterance - one.latest.utterance
    if back == 0:
        return 2 if place else 1
    if back > 1 or place < 0:
        return 6
    return {0: 3, 1: 4}.get(place, 5)


@of_candidates(
    "in a coordination",
    About.MADE,
    ("not in a coordination", "member of a coordination that is a candidate", "coordinated"),
)
def _find_in_coordination(here: Situation) -> list[int]:
    members = {
        member.id
        for one in here.candidates
        for member in one.latest.members
        if one.latest.kind is Kind.SET and one.made_of is MadeOf.LISTED
    }
    return [
        2 if one.latest.id in members else 3 if Cue.COORDINATED in one.latest.cues else 1
        for one in here.candidates
    ]


# Candidates: nearness ---------------------------------------------------------------------------

SENTENCES = (
    "in the same sentence",
    "one sentence back",
    *words_of("2345", "{} sentences back"),
    "6 or more sentences back",
)
WORDS_FROM = (0, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)


@of_candidates("sentences back", About.NEARNESS, SENTENCES)
def _find_sentences_back(here: Situation) -> list[int]:
    now = here.pronoun.utterance
    return [min(now - one.element.utterance, 6) + 1 for one in here.candidates]


@of_candidates("words back", About.NEARNESS, words_of(WORDS_FROM, "{} words back or more"))
def _find_words_back(here: Situation) -> list[int]:
    now = here.word
    return [max(1, bisect(WORDS_FROM, now - one.word)) for one in here.candidates]


RANKS = (
    "the latest candidate",
    *words_of(range(2, 9), "number {} by recency"),
    "number 9 or more by recency",
)


@of_candidates("rank", About.NEARNESS, RANKS)
def _find_rank(here: Situation) -> list[int]:
    return [min(n, 9) for n in range(1, len(here.candidates) + 1)]


@of_candidates(
    "paragraph",
    About.NEARNESS,
    ("in the same paragraph", "before a paragraph break"),
    of_nobody=lambda here: 1 + (Cue.PARAGRAPH in here.pronoun.cues),
)
def _find_paragraph(here: Situation) -> list[int]:
    begins, now = Cue.PARAGRAPH in here.pronoun.cues, here.pronoun.utterance
    return [1 + (begins and one.element.utterance != now) for one in here.candidates]


# Candidates: role and form ---------------------------------------------------------------------


@of_candidates("role", About.ROLE, words_of(Role))
def _find_role(here: Situation) -> list[int]:
    return [one.role for one in here.candidates]


@of_candidates(
    "parallel role",
    About.ROLE,
    (
        "in another role than the pronoun",
        "in the role of the pronoun",
        "in its role with the same governor",
    ),
)
def _find_parallel(here: Situation) -> list[int]:
    role, governor = here.role, here.pronoun.governor
    return [
        1 + (one.role is role) + (one.role is role and one.latest.governor == governor)
        for one in here.candidates
    ]


@of_candidates(
    "times subject",
    About.ROLE,
    (
        "never a subject",
        "a subject once",
        "a subject twice",
        "a subject 3 times",
        "a subject 4 times or more",
    ),
)
def _find_times_subject(here: Situation) -> list[int]:
    return [min(one.subjects, 4) + 1 for one in here.candidates]


@of_candidates("form", About.FORM, words_of(Form))
def _find_form(here: Situation) -> list[int]:
    return [one.form for one in here.candidates]


# Candidates: salience ---------------------------------------------------------------------------


@of_candidates(
    "mentions",
    About.SALIENCE,
    (
        "mentioned once",
        "mentioned twice",
        *words_of("345", "mentioned {} times"),
        "mentioned 6 times or more",
    ),
)
def _find_mentions(here: Situation) -> list[int]:
    return [min(one.mentions, 6) for one in here.candidates]


CALLED = (
    "called by no pronoun before",
    "called by another pronoun before",
    "called so before",
    "the antecedent of the last such pronoun",
)


@of_candidates("called", About.SALIENCE, CALLED)
def _find_called(here: Situation) -> list[int]:
    now, last = here.pronoun_class, here.called_last
    return [_called(one.called, now) or 3 + (one.element.entity == last) for one in here.candidates]


def _called(before: PronounClass | None, now: PronounClass) -> int:
    if before is None:
        return 1
    return 0 if before is now else 2


# Candidates: agreement --------------------------------------------------------------------------


@of_candidates(
    "number", About.AGREEMENT, ("of another number", "of unknown number", "of the same number")
)
def _find_number(here: Situation) -> list[int]:
    required = here.pronoun.agreement.number
    return [_number(one.agreement.number, required) for one in here.candidates]


@lru_cache
def _number(known: frozenset[Number], required: frozenset[Number]) -> int:
    if len(known) > 1:
        return 2
    return 1 if known.isdisjoint(required) else 3


GENDERS = (
    "of known gender",
    "masculine or feminine",
    "a name that may be a thing's",
    "of any gender",
    "known as another gender",
)


@of_candidates("gender", About.AGREEMENT, GENDERS)
def _find_gender(here: Situation) -> list[int]:
    required = here.pronoun.agreement.gender
    return [_gender(one.agreement.gender, required) for one in here.candidates]


@lru_cache
def _gender(known: frozenset[Gender], required: frozenset[Gender]) -> int:
    if known.isdisjoint(required):
        return 5
    if len(known) != 2:
        return 1 if len(known) < 2 else 4
    return 3 if Gender.NEUTER in known else 2


SORTS = tuple("person animal organization place object substance plant abstract event time".split())


@of_candidates("sort", About.AGREEMENT, (*SORTS, "of several sorts", "of unknown sort"))
def _find_sort(here: Situation) -> list[int]:
    return [_sort(one.sorts) for one in here.candidates]


@lru_cache(maxsize=1024)
def _sort(sorts: frozenset[str]) -> int:
    if len(sorts) == 1:
        return SORTS.index(str(next(iter(sorts)))) + 1
    return len(SORTS) + (2 if len(sorts) > FEW_SORTS else 1)


NAMED = {each.name: each for each in FEATURES}


def values(here: Situation, features: Sequence[Feature] = FEATURES) -> list[tuple[int, ...]]:
    """Return the values of features for all candidates and last for no antecedent."""
    return list(zip(*(feature.numbers(here) for feature in features), strict=True))
