"""Persons, groups and quantifiers: what their nouns allow, where a doubt is left open.

of_common_noun   what a noun allows, as the next three say
of_person        nouns for persons that the counted lexicon does not know: the zealot
of_animal        animals that are *it*, but in a fable: the ant
of_group         a noun for a group of persons is *it* or *they*: the team, the bank
of_quantifier    what *someone*, *nothing*, *both* or *each* allow by themselves
"""

from __future__ import annotations

from functools import lru_cache

from hearer.analysis.constraints.agreement import (
    AN_AMOUNT,
    FEMININE,
    HUMAN,
    MASCULINE,
    NEUTER,
    PLURAL,
    SEVERAL,
    SINGULAR,
)
from hearer.analysis.constraints.figures import AMOUNTS, SOMEONE, SOMETHING, is_several
from hearer.analysis.constraints.sorts import NOT_A_PERSON, PERSON
from hearer.lexicon import entries
from hearer.model import ANY_GENDER, ANY_NUMBER, ANY_SORT, Agreement, Gender, Sort

Described = tuple[frozenset[Sort], Agreement]
A_GROUP = Agreement(ANY_NUMBER, NEUTER)
ORGANIZATION = frozenset({Sort.ORGANIZATION})
ONE_OF_THEM = frozenset("another each either neither".split())
QUANTIFIERS = {
    **dict.fromkeys(SOMEONE, (PERSON, Agreement(ANY_NUMBER, HUMAN))),
    **dict.fromkeys(SOMETHING, (NOT_A_PERSON, Agreement(SINGULAR, NEUTER))),
    **dict.fromkeys(AMOUNTS, (ANY_SORT, AN_AMOUNT)),
    **dict.fromkeys(ONE_OF_THEM, (ANY_SORT, Agreement(SINGULAR, ANY_GENDER))),
}
THEM = (ANY_SORT, SEVERAL)
ANYTHING = (ANY_SORT, Agreement())


def of_common_noun(lemma: str, described: Described) -> Described:
    """Sorts and agreement of a noun, where what it stands for leaves a doubt."""
    for of_noun in (of_animal, of_person, of_group):
        described = of_noun(lemma, described)
    return described


def of_person(lemma: str, described: Described) -> Described:
    """Sorts and agreement of a noun; if it stands for persons only, he or she may be meant.

    >>> which, agreement = of_person("airwoman", (NOT_A_PERSON, Agreement(SINGULAR, NEUTER)))
    >>> [*agreement.gender]
    [<Gender.FEMININE: 'feminine'>]
    """
    if lemma not in entries("person_nouns"):
        return described
    return PERSON, Agreement(described[1].number, _gender_by_ending(lemma))


@lru_cache(maxsize=1024)
def _gender_by_ending(lemma: str) -> frozenset[Gender]:
    if lemma in NOT_BY_ENDING:
        return HUMAN
    return next((gender for gender, ends in ENDINGS.items() if lemma.endswith(ends)), HUMAN)


FEMININE_ENDINGS = ("woman", "girl", "lady", "maid", "mother", "daughter", "wife", "ess", "trix")
MASCULINE_ENDINGS = ("man", "boy", "father")
ENDINGS = {FEMININE: FEMININE_ENDINGS, MASCULINE: MASCULINE_ENDINGS}
NOT_BY_ENDING = frozenset("burgess eyewitness layman marquess ombudsman shaman subhuman".split())


def of_animal(lemma: str, described: Described) -> Described:
    """Sorts and agreement of a noun; in a fable, the ant is he or she."""
    if lemma not in entries("lower_animals"):
        return described
    return described[0], Agreement(described[1].number, ANY_GENDER)


def of_group(lemma: str, described: Described) -> Described:
    """Sorts and agreement of a noun; if it stands for a group, it may be many, and is an *it*.

    >>> _, agreement = of_group("team", (ORGANIZATION, Agreement(SINGULAR, NEUTER)))
    >>> sorted(agreement.number)
    [<Number.PLURAL: 'plural'>, <Number.SINGULAR: 'singular'>]
    """
    which, agrees = described
    if agrees.number == PLURAL or lemma not in entries("collectives"):
        return described
    return which | ORGANIZATION, A_GROUP


def of_quantifier(lemma: str) -> Described:
    """Sorts and agreement of a quantifier that stands by itself: anything, where it is not known.

    >>> of_quantifier("someone")[0] == PERSON
    True
    """
    if is_several(lemma):
        return THEM
    return QUANTIFIERS.get(lemma, ANYTHING)
