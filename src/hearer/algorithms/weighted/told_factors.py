"""Factors that tell clauses from things: what *it*, *this* and *that* stand for.

TOLD_FACTORS    all of them, each declared once
"""

from __future__ import annotations

from hearer.algorithms.weighted.factor import (
    About,
    Circumstances,
    by_cue,
    declared_in,
    of_candidates,
    of_pronoun,
)
from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.values import Numbered
from hearer.model import Cue, EntityKind, Kind, ReferringExpression
from hearer.model.tree import base


class WhichPronoun(Numbered):
    """The word that is to be resolved."""

    PERSONAL = "a personal pronoun"
    IT = "it"
    THIS = "this"
    THAT = "that"
    THESE = "these"
    THOSE = "those"


class TakesTold(Numbered):
    """How often what was told stands where the pronoun does."""

    OFTEN = "often"
    SOMETIMES = "sometimes"
    UNKNOWN = "as often as elsewhere"
    RARELY = "hardly ever"


class ToldWhere(Numbered):
    """Which clause a candidate is, if it is one."""

    THING = "no clause"
    TAKEN_UP = "a clause that was taken up before"
    NEAREST = "the nearest clause of the same sentence"
    HERE = "another clause of the same sentence"
    MAIN = "the main clause of the sentence before"
    LAST = "the last clause of the sentence before"
    BEFORE = "another clause of the sentence before"
    EARLIER = "a clause further back"


class ToldHow(Numbered):
    """How the clause stands in its sentence."""

    THING = "no clause"
    MAIN = "a main clause"
    COORDINATED = "a coordinated clause"
    COMPLEMENT = "a complement clause"
    INFINITIVE = "an infinitive"
    ADVERBIAL = "an adverbial clause"
    OTHER = "a clause of another kind"


WORDS = {word.words: word for word in WhichPronoun}
HOW = {
    "root": ToldHow.MAIN,
    "conj": ToldHow.COORDINATED,
    "parataxis": ToldHow.COORDINATED,
    "ccomp": ToldHow.COMPLEMENT,
    "csubj": ToldHow.COMPLEMENT,
    "xcomp": ToldHow.INFINITIVE,
    "advcl": ToldHow.ADVERBIAL,
}
takes_told = by_cue(
    {
        Cue.TOLD_OFTEN: TakesTold.OFTEN,
        Cue.TOLD_SOMETIMES: TakesTold.SOMETIMES,
        Cue.TOLD_RARELY: TakesTold.RARELY,
    },
    otherwise=TakesTold.UNKNOWN,
)


@of_pronoun("which pronoun", WhichPronoun, About.PRONOUN)
def _which(here: Circumstances) -> Numbered:
    return WORDS.get(here.pronoun.text.lower(), WhichPronoun.PERSONAL)


@of_pronoun("takes what was told", TakesTold, About.CONSTRUCTION, told_as="a clause stands here {}")
def _takes(here: Circumstances) -> Numbered:
    return takes_told(here.pronoun.cues)


@of_candidates("clause told where", ToldWhere, About.FORM)
def _where(here: Circumstances) -> list[Numbered]:
    return [told_where(here.pronoun, known) for known in here.candidates]


@of_candidates("clause told how", ToldHow, About.FORM)
def _how(here: Circumstances) -> list[Numbered]:
    return [told_how(known) for known in here.candidates]


def told_where(pronoun: ReferringExpression, known: ListedEntity) -> ToldWhere:
    """Which clause a candidate is, if it is one."""
    if known.element.entity.kind is not EntityKind.CLAUSE:
        return ToldWhere.THING
    if known.latest.kind is not Kind.CLAUSE:
        return ToldWhere.TAKEN_UP
    told = [each for each in pronoun.clauses if each.utterance == known.latest.utterance]
    place = next((n for n, each in enumerate(told) if each.position == known.latest.position), -1)
    back = pronoun.utterance - known.latest.utterance
    if back == 0:
        return ToldWhere.HERE if place else ToldWhere.NEAREST
    if back > 1 or place < 0:
        return ToldWhere.EARLIER
    return BEFORE.get(place, ToldWhere.BEFORE)


BEFORE = {0: ToldWhere.MAIN, 1: ToldWhere.LAST}


def told_how(known: ListedEntity) -> ToldHow:
    """How the clause stands in its sentence, if it is one."""
    if known.latest.kind is not Kind.CLAUSE:
        return ToldHow.THING
    return HOW.get(base(known.latest.relation), ToldHow.OTHER)


TOLD_FACTORS = declared_in(globals())
