"""Factors of agreement: number, gender, whether one or many, and what the pronoun is heard as.

AGREEMENT_FACTORS    all of them, each declared once
may_still_be         whether what a candidate was called before says nothing against a pronoun
set_aside            those that a plural pronoun takes only when nothing else can be meant
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hearer.algorithms.weighted import values as v
from hearer.algorithms.weighted.factor import (
    About,
    Circumstances,
    by_cue,
    declared_in,
    of_candidates,
    of_pronoun,
)
from hearer.algorithms.weighted.listed import HE_OR_SHE, ListedEntity, class_of
from hearer.algorithms.weighted.plurality import Plurality
from hearer.algorithms.weighted.values import Numbered, PronounClass
from hearer.model import Constraint, Cue, Entity, Gender, Number, ReferringExpression, Verdict

SINGLED_OUT = frozenset({Plurality.NAMED_PERSON, Plurality.HE_OR_SHE})
IT_OR_THEY = frozenset({PronounClass.IT, PronounClass.THEY})
GROUPS = frozenset({Plurality.GROUP, Plurality.ORGANIZATION})
FAMILIAR = 3  # mentions; who has so many and was never *he* or *she* may well be *they*
RATHER_THEY = frozenset(
    {
        Plurality.ANYBODY,
        Plurality.GROUP,
        Plurality.ONE_PERSON,
        Plurality.ORGANIZATION,
        Plurality.PLURAL,
        Plurality.SET,
    }
)
AT_NEED = "such a one only when nothing else can be meant"
NAMED = Verdict(Constraint.AGREEMENT, "a man, a woman or somebody named", AT_NEED)
CALLED = Verdict(Constraint.AGREEMENT, "somebody who was called he or she", AT_NEED)


@of_candidates("number", v.NumberMatch, About.AGREEMENT)
def _number(here: Circumstances) -> list[Numbered]:
    required = here.pronoun.agreement.number
    return [_number_match(known.agreement.number, required) for known in here.candidates]


@lru_cache
def _number_match(known: frozenset[Number], required: frozenset[Number]) -> Numbered:
    if len(known) > 1:
        return v.NumberMatch.UNKNOWN
    return v.NumberMatch.CLASHES if known.isdisjoint(required) else v.NumberMatch.AGREES


@of_candidates("gender", v.KnownGender, About.AGREEMENT)
def _gender(here: Circumstances) -> list[Numbered]:
    return [_known_gender(known.agreement.gender) for known in here.candidates]


@lru_cache
def _known_gender(genders: frozenset[Gender]) -> Numbered:
    if len(genders) != 2:
        return v.KnownGender.KNOWN if len(genders) < 2 else v.KnownGender.ANY
    return v.KnownGender.KNOWN_OR_IT if Gender.NEUTER in genders else v.KnownGender.HE_OR_SHE


@of_candidates("plurality", Plurality, About.AGREEMENT)
def _plurality(here: Circumstances) -> list[Numbered]:
    return [known.plurality for known in here.candidates]


class HeardAs(Numbered):
    """What the pronoun is heard as in its sentence, before anybody asks for whom it stands."""

    UNKNOWN = "the pronoun heard as anything"
    PERSON = "the pronoun heard as a person"
    GROUP = "the pronoun heard as an organization"
    PLACE = "the pronoun heard as a place"
    THING = "the pronoun heard as a thing"


heard_as = by_cue(
    {
        Cue.AS_PERSON: HeardAs.PERSON,
        Cue.AS_GROUP: HeardAs.GROUP,
        Cue.AS_PLACE: HeardAs.PLACE,
        Cue.AS_THING: HeardAs.THING,
    },
    otherwise=HeardAs.UNKNOWN,
)


@of_pronoun("pronoun heard as", HeardAs, About.PRONOUN)
def _heard_as(here: Circumstances) -> Numbered:
    return heard_as(here.pronoun.cues)


AGREEMENT_FACTORS = declared_in(globals())


def may_still_be(known: ListedEntity, here: Circumstances) -> bool:
    """Whether what it was called last is nothing against a pronoun.

    A group that was *it* may be *they* in another utterance.
    """
    if known.called is None or known.plurality not in GROUPS:
        return known.called is None
    was_before = known.latest.utterance < here.pronoun.utterance
    return was_before and {known.called, here.pronoun_class} <= IT_OR_THEY


def set_aside(
    pronoun: ReferringExpression, passing: Iterable[ListedEntity]
) -> dict[Entity, Verdict]:
    """The candidates that are *they* only when nothing else can be (Nguyen called the police).

    Who has a name, or was called *he* or *she*, is set aside where a plural, a group or some person
    was heard as lately; not who was called *they* before, or is known to be, or was named often and
    never called *he* or *she*. Of the pronouns of GUM train that are *they*, one in a hundred is a
    named person.
    """
    if class_of(pronoun.agreement) is not PronounClass.THEY:
        return {}
    singled_out, latest = [], -1
    for known in passing:
        if verdict := _singled_out(known):
            singled_out.append((known.element, verdict))
        elif known.plurality in RATHER_THEY and Cue.PREDICATE not in known.latest.cues:
            latest = max(latest, known.element.utterance)
    return {
        element.entity: verdict
        for element, verdict in singled_out
        if latest >= element.utterance - 1
    }


def _singled_out(known: ListedEntity) -> Verdict | None:
    """What shows that somebody is one person and no other, if anything does."""
    if Number.PLURAL in known.agreement.number or known.called is PronounClass.THEY:
        return None
    if known.called in HE_OR_SHE:
        return CALLED
    is_named = known.plurality in SINGLED_OUT and known.mentions < FAMILIAR
    return NAMED if is_named else None
