"""Factors of the pronoun: what is the same for all its candidates, and for nobody.

PRONOUN_FACTORS    all of them, each declared once
"""

from __future__ import annotations

from bisect import bisect

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.factor import (
    About,
    Circumstances,
    by_cue,
    declared_in,
    of_pronoun,
)
from hearer.algorithms.weighted.listed import form_of
from hearer.algorithms.weighted.values import Numbered
from hearer.model import Cue

COUNTS, SENTENCES_BACK = tuple(v.Count), tuple(v.SentencesBack)
NO, YES = tuple(v.YesNo)
NOTHING, NOTHING_FROM = tuple(v.Nothing), (0, 4, 9, 20, 40, 65, 85, 95)  # hundredths
clause_depth = by_cue(
    {Cue.RELATIVE_CLAUSE: v.ClauseDepth.RELATIVE, Cue.SUBORDINATE: v.ClauseDepth.SUBORDINATE},
    otherwise=v.ClauseDepth.MAIN,
)
pleonastic_pattern = by_cue(
    {
        Cue.PLEONASTIC: v.PleonasticPattern.PLEONASTIC,
        Cue.CLAUSE_FOLLOWS: v.PleonasticPattern.CLAUSE_FOLLOWS,
    },
    otherwise=v.PleonasticPattern.NONE,
)
predicate_kind = by_cue(
    {
        Cue.EVENT: v.PredicateKind.EVENT,
        Cue.WEATHER: v.PredicateKind.EVENT,
        Cue.ADJECTIVE: v.PredicateKind.ADJECTIVE,
        Cue.NOMINAL: v.PredicateKind.NOUN_PHRASE,
        Cue.COPULA: v.PredicateKind.OTHER_COPULA,
    },
    otherwise=v.PredicateKind.VERB,
)
governor_takes = by_cue(
    {Cue.PERSONS: v.GovernorTakes.PERSONS, Cue.THINGS: v.GovernorTakes.THINGS},
    otherwise=v.GovernorTakes.ANYTHING,
)


@of_pronoun("pronoun", v.PronounClass, About.PRONOUN)
def _pronoun(here: Circumstances) -> Numbered:
    return here.pronoun_class


@of_pronoun("pronoun's form", v.ExpressionForm, About.PRONOUN)
def _form(here: Circumstances) -> Numbered:
    return form_of(here.pronoun)


@of_pronoun("pronoun's role", v.GrammaticalRole, About.PRONOUN, told_as="as {}")
def _role(here: Circumstances) -> Numbered:
    return here.role


@of_pronoun(
    "how many pass the test",
    v.Count,
    About.COMPETITION,
    told_as="{} candidates pass",
    words={v.Count.N0: "no candidate passes", v.Count.N1: "one candidate passes"},
)
def _how_many(here: Circumstances) -> Numbered:
    return COUNTS[min(len(here.candidates) - here.besides, 12)]


@of_pronoun("pleonastic pattern", v.PleonasticPattern, About.CONSTRUCTION)
def _pattern(here: Circumstances) -> Numbered:
    return pleonastic_pattern(here.pronoun.cues)


@of_pronoun(
    "stands for nothing", v.Nothing, About.CONSTRUCTION, told_as="it stands for nothing: {}"
)
def _nothing(here: Circumstances) -> int:
    nothing = here.pronoun.nothing
    return NOTHING[bisect(NOTHING_FROM, nothing) - 1] if nothing else 0


@of_pronoun(
    "predicate of the pronoun", v.PredicateKind, About.CONSTRUCTION, told_as="its predicate: {}"
)
def _predicate(here: Circumstances) -> Numbered:
    return predicate_kind(here.pronoun.cues)


@of_pronoun(
    "nearest that passes",
    v.SentencesBack,
    About.COMPETITION,
    told_as="the nearest candidate {} sentences back",
    words={
        v.SentencesBack.SAME: "a candidate in the same sentence",
        v.SentencesBack.N1: "the nearest candidate one sentence back",
    },
)
def _nearest(here: Circumstances) -> Numbered:
    listed = here.candidates[: len(here.candidates) - here.besides]
    back = [here.pronoun.utterance - known.element.utterance for known in listed]
    return SENTENCES_BACK[min([*back, 6])]


@of_pronoun(
    "expressions before the pronoun",
    v.Count,
    About.COMPETITION,
    told_as="{} expressions before it in its sentence",
    words={
        v.Count.N0: "nothing heard before it in its sentence",
        v.Count.N1: "one expression before it in its sentence",
    },
)
def _before(here: Circumstances) -> Numbered:
    return COUNTS[min(here.before, 6)]


@of_pronoun("pronoun's clause", v.ClauseDepth, About.PRONOUN)
def _depth(here: Circumstances) -> Numbered:
    return clause_depth(here.pronoun.cues)


@of_pronoun(
    "intensifier",
    v.YesNo,
    About.CONSTRUCTION,
    words={NO: "no intensifier", YES: "an intensifier"},
)
def _intensifier(here: Circumstances) -> Numbered:
    return YES if Cue.INTENSIFIER in here.pronoun.cues else NO


@of_pronoun("governor takes", v.GovernorTakes, About.CONSTRUCTION, told_as="its governor takes {}")
def _governor(here: Circumstances) -> Numbered:
    return governor_takes(here.pronoun.cues)


PRONOUN_FACTORS = declared_in(globals())
