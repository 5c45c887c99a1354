"""What speaks for or against a candidate: every feature, declared once, with words for people.

A feature has values numbered from 1; 0 means that it does not apply. Features of the pronoun are
the same for all its candidates and for no antecedent; features of candidates do not apply to no
antecedent, unless they say so. To add one, declare it in `FEATURES` and train (training/ranker.py).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, compress, count
from math import exp, inf, isnan, log, nan

import numpy as np
from numpy.typing import NDArray

from hearer.model import Cue, Entity, EntityKind, Gender, Kind, ReferringExpression
from hearer.model.expression import HUMAN, NEUTER, Value
from hearer.model.lexicon import data
from hearer.model.meaning import UNIT, WIDTH, nobody
from hearer.ranking.entity_list import (
    FEW_SORTS,
    ExpressionForm,
    GrammaticalRole,
    ListedEntity,
    MadeOf,
    PronounClass,
    class_of,
)

CLAUSE, PARAGRAPH = EntityKind.CLAUSE, Cue.PARAGRAPH


@dataclass(slots=True)
class Situation(Value):
    """A pronoun, where it stands, and its candidates."""

    pronoun: ReferringExpression
    pronoun_class: PronounClass
    which: int  # the number of the pronoun among `WHICH`
    role: GrammaticalRole
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


MEANING, NEARNESS, ROLE, FORM, SALIENCE, AGREEMENT, MADE_OF, PRONOUN, CONSTRUCTION = About


Numbers = NDArray[np.uint8]
OfPronoun = Callable[[Situation], int]
OfCandidates = Callable[[Situation], Sequence[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Feature:
    """A feature: its name, its group, its values in words, and how they are found.

    Candidates have the value of `of_candidates` if there is one, else that of `of_pronoun`; no
    antecedent has that of `of_pronoun`.
    """

    name: str
    about: About
    words: Sequence[str]
    of_pronoun: OfPronoun | None = None
    of_candidates: OfCandidates | None = None

    @property
    def size(self) -> int:
        """The number of values, with that of "does not apply"."""
        return len(self.words) + 1


def told(values: Iterable[object], phrase: str = "{}") -> tuple[str, ...]:
    """Return the words of values, each put into a phrase."""
    return tuple(phrase.format(getattr(value, "words", value)) for value in values)


def by_cue(*cues: Cue) -> Callable[[frozenset[Cue]], int]:
    """Return the function that finds the number of the first cue that is there, else the next."""
    return lambda known: next(compress(count(1), map(known.__contains__, cues)), len(cues) + 1)


# Meaning: the encoder's score -------------------------------------------------------------------

# Log odds among the candidates and no antecedent, from which on a value holds.
FITS, NOBODY_FITS = (
    {words: tuple(map(float, steps.split())) for words, steps in data("fit")[who].items()}
    for who in ("candidates", "nobody")
)
LEAST, LEAST_OF_NOBODY = ([*chain(*table.values())] for table in (FITS, NOBODY_FITS))
FIT_WORDS = tuple(
    f"{words}, log odds {f'from {least:+g}' if least > -inf else 'lower still'}".replace("-", "−")
    for table in (FITS, NOBODY_FITS)
    for words, steps in table.items()
    for least in steps
)
NOT_KNOWN = bytes(WIDTH)


def odds_of(pronoun: ReferringExpression | None, candidates: Sequence[ListedEntity]) -> list[float]:
    """Return the log odds of all candidates and last of no antecedent; NaN if not known."""
    found = [nan] * (len(candidates) + 1)
    if pronoun is None or not pronoun.meaning:
        return found
    known: list[int] = []
    vectors: list[bytes] = []
    for n, one in enumerate(candidates):
        latest = one.latest.meaning[:WIDTH]
        if named := one.named[:WIDTH] or latest:
            known.append(n)
            vectors.append((latest or NOT_KNOWN) + named)
    if not known:
        return found
    # Whole numbers that float32 represents exactly: the same on every machine.
    asked = np.frombuffer(pronoun.meaning, np.int8, 2 * WIDTH, WIDTH).astype(np.float32)
    table = np.frombuffer(b"".join(vectors), np.int8).astype(np.float32)
    products = table.reshape(len(known), 2 * WIDTH) @ asked
    scores = [each / UNIT for each in products.tolist()]
    scores.append(nobody(pronoun.meaning))
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    total = sum(shares)
    for n, share in zip((*known, -1), shares, strict=True):
        found[n] = log(share / (total - share)) if share < total else inf
    return found


# The pronoun ------------------------------------------------------------------------------------

# *He* and *she* are one value, so that nothing is learnt of one of them alone.
WHICH = ("he or she", "it", "they", "this", "that", "these or those", "both, each or the two")
POINTING = {"this": 4, "that": 5, "these": 6, "those": 6}
PLEONASTIC_FROM = (1, 4, 9, 20, 40, 65, 85, 95)  # percent
HOW_SURELY = ("hardly ever", "rarely", "unlikely", "perhaps", "likely", "very likely",
              "nearly surely", "surely")  # fmt: skip


def which(pronoun: ReferringExpression) -> int:
    """Return the number of a pronoun among `WHICH`."""
    if pronoun.kind is Kind.QUANTIFIED:
        return len(WHICH)
    is_pointing = pronoun.kind is Kind.DEMONSTRATIVE
    found = POINTING.get(pronoun.text.lower(), 0) if is_pointing else 0
    return found or max(1, class_of(pronoun.agreement) - 1)


_takes = by_cue(Cue.ACTION, Cue.HAPPENING, Cue.TOLD_OFTEN, Cue.TOLD_SOMETIMES, Cue.TOLD_RARELY)
TAKES = (
    "what is done", "what happens", "clauses often stand here", "clauses sometimes stand here",
    "clauses hardly ever stand here", "clauses may stand here",
)  # fmt: skip
_needs = by_cue(Cue.SEVERAL, Cue.AHEAD)
ROLES, FORMS = told(GrammaticalRole), told(ExpressionForm)

# Candidates: how they came about ----------------------------------------------------------------

MADE = (
    *told(MadeOf)[:-1],
    "a clause referred to before",
    "the nearest clause of this sentence", "another clause of this sentence",
    "the main clause of the sentence before", "the last clause of the sentence before",
    "another clause of the sentence before", "a clause farther back",
)  # fmt: skip


def _made_of(here: Situation) -> list[int]:
    return [
        one.made_of if one.element.entity.kind is not CLAUSE else _clause_place(here, one.latest)
        for one in here.candidates
    ]


def _clause_place(here: Situation, latest: ReferringExpression) -> int:
    """Return where a clause stands, or that it was referred to before."""
    if latest.kind is not Kind.CLAUSE:
        return 8
    beside = [each for each in here.pronoun.clauses if each.utterance == latest.utterance]
    place = next((n for n, each in enumerate(beside) if each.position == latest.position), -1)
    back = here.pronoun.utterance - latest.utterance
    if back == 0:
        return 10 if place else 9
    return {0: 11, 1: 12}.get(place, 13) if back == 1 and place >= 0 else 14


# Candidates: nearness, role, salience -----------------------------------------------------------

WORDS_FROM = (0, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
CALLED = (
    "called by no pronoun before", "called by another pronoun before", "called so before",
    "the antecedent of the last such pronoun",
)  # fmt: skip


# Candidates: agreement --------------------------------------------------------------------------

NUMBERS = ("of another number", "of unknown number", "of the same number")
GENDERS = (
    "of known gender", "masculine or feminine", "a name that may be a thing's", "of any gender",
    "known as another gender", "a person for a thing, or a thing for a person",
)  # fmt: skip
SORTS = tuple("person animal organization place object substance plant abstract event time".split())

ONE_SORT = {frozenset({name}): n for n, name in enumerate(SORTS, 1)}


def _numbers(here: Situation) -> list[int]:
    wanted = here.pronoun.agreement.number
    return [
        2 if len(n := one.agreement.number) > 1 else 1 if n.isdisjoint(wanted) else 3
        for one in here.candidates
    ]


@cache
def _gender(wanted: frozenset[Gender], known: frozenset[Gender]) -> int:
    if known.isdisjoint(wanted):
        return 5 if wanted | known <= HUMAN else 6
    return {1: 1, 3: 4}.get(len(known), 2 + (known != HUMAN))


# All of them ------------------------------------------------------------------------------------


def of_each(name: str, about: About, words: Sequence[str], found: OfCandidates) -> Feature:
    """Return a feature of candidates alone."""
    return Feature(name, about, words, of_candidates=found)


FEATURES = (
    Feature("fit", MEANING, FIT_WORDS,
            lambda h: 0 if isnan(h.odds[-1]) else len(LEAST) + bisect(LEAST_OF_NOBODY, h.odds[-1]),
            of_candidates=lambda h: [0 if isnan(odds) else bisect(LEAST, odds)
                                     for odds in h.odds[:-1]]),
    Feature("pronoun", PRONOUN, WHICH, lambda here: here.which),
    Feature("pleonastic", CONSTRUCTION, told(HOW_SURELY, "pleonastic: {}"),
            lambda here: bisect(PLEONASTIC_FROM, here.pronoun.nothing)),
    Feature("takes a clause", CONSTRUCTION, TAKES, lambda here: _takes(here.pronoun.cues)),
    Feature("needs", CONSTRUCTION, ("said of several", "before a subject to come", "no need"),
            lambda here: _needs(here.pronoun.cues)),
    Feature("before", PRONOUN, told("01234", "{} expressions before it in its sentence"),
            lambda here: min(here.before, 4) + 1),
    of_each("made of", MADE_OF, MADE, _made_of),
    of_each("sentences back", NEARNESS,
            ("in the same sentence", "one sentence back", *told("2345", "{} sentences back"),
             "6 or more sentences back"),
            lambda here: [n + 1 if (n := here.pronoun.utterance - one.element.utterance) < 6 else 7
                          for one in here.candidates]),  # min() would be slow, here and below
    of_each("words back", NEARNESS,
            ("next to it, or later", *told(WORDS_FROM[1:], "{} words back or more")),
            lambda here: [bisect(WORDS_FROM, here.word - x.word) or 1 for x in here.candidates]),
    Feature("paragraph", NEARNESS, ("in the same paragraph", "before a paragraph break"),
            lambda here: 1 + (PARAGRAPH in here.pronoun.cues),
            of_candidates=lambda h: ([1 + (x.element.utterance != h.pronoun.utterance)
                                      for x in h.candidates]
                                     if PARAGRAPH in h.pronoun.cues else [1] * len(h.candidates))),
    of_each("role", ROLE, ROLES, lambda h: [one.role for one in h.candidates]),
    of_each("parallel role", ROLE,
            ("in another role than the pronoun", "in the role of the pronoun",
             "in its role with the same governor"),
            lambda h: [1 if x.role is not h.role else 2 + (x.latest.governor == h.pronoun.governor)
                       for x in h.candidates]),
    of_each("times subject", ROLE,
            ("never a subject", "a subject once", *told("234", "a subject {} times")),
            lambda here: [n + 1 if (n := one.subjects) < 4 else 5 for one in here.candidates]),
    of_each("form", FORM, FORMS, lambda here: [one.form for one in here.candidates]),
    of_each("mentions", SALIENCE,
            ("mentioned once", "mentioned twice", *told("3456", "mentioned {} times")),
            lambda here: [n if (n := one.mentions) < 6 else 6 for one in here.candidates]),
    of_each("called", SALIENCE, CALLED,
            lambda h: [1 if x.called is None else 2 if x.called is not h.pronoun_class
                       else 3 + (x.element.entity == h.called_last) for x in h.candidates]),
    of_each("number", AGREEMENT, NUMBERS, _numbers),
    of_each("gender", AGREEMENT, GENDERS,
            lambda h: [_gender(h.pronoun.agreement.gender, x.agreement.gender)
                       for x in h.candidates]),
    of_each("sort", AGREEMENT, (*SORTS, "of several sorts", "of unknown sort"),
            lambda here: [ONE_SORT.get(x.sorts) or 11 + (len(x.sorts) > FEW_SORTS)
                          for x in here.candidates]),
)  # fmt: skip


OF_NOBODY = ("", *WHICH, "reflexive", "thing")  # whose bias each value is


def _bias(here: Situation) -> int:
    """Return whose bias no antecedent has: that of things if only they may be *he* (the kettle)."""
    if here.pronoun.kind is Kind.REFLEXIVE:
        return len(WHICH) + 1
    is_thing = here.pronoun.agreement.gender <= HUMAN and {
        one.agreement.gender for one in here.candidates
    } == {NEUTER}
    return len(WHICH) + 2 if is_thing else here.which


# Not trained with the others: what is added to no antecedent (`biases` in training/ranker.py).
NOBODY = Feature(
    "no antecedent", PRONOUN,
    (*told(WHICH, "how often {} has no antecedent"), "a reflexive has an antecedent",
     "no thing is he or she"),
    _bias, of_candidates=lambda here: [0] * len(here.candidates))  # fmt: skip
NAMED = {each.name: each for each in (*FEATURES, NOBODY)}


def values(here: Situation, features: Sequence[Feature] = FEATURES) -> Numbers:
    """Return the values of features, a row each, for all candidates and last for no antecedent."""
    found: list[int] = []
    columns = len(here.candidates) + 1
    for feature in features:
        alone = feature.of_pronoun(here) if feature.of_pronoun else 0
        if feature.of_candidates:
            found += feature.of_candidates(here)
            found.append(alone)
        else:
            found += [alone] * columns
    return np.frombuffer(bytes(found), np.uint8).reshape(len(features), columns)
