"""Persons, groups and quantifiers: what their nouns allow, where a doubt is left open.

of_person        nouns for persons that the counted lexicon does not know: the zealot
of_group         a noun for a group of persons is *it* or *they*: the team, the bank
of_quantifier    what *someone*, *nothing*, *both* or *each* allow by themselves
"""

from __future__ import annotations

from functools import lru_cache

from hearer.analysis.constraints.agreement import (
    FEMININE,
    HUMAN,
    MASCULINE,
    NEUTER,
    PLURAL,
    SINGULAR,
)
from hearer.analysis.constraints.sorts import NOT_A_PERSON, PERSON
from hearer.analysis.lexicon import entries
from hearer.model import ANY_GENDER, ANY_NUMBER, ANY_SORT, Agreement, Gender, Sort

Described = tuple[frozenset[Sort], Agreement]
A_GROUP = Agreement(ANY_NUMBER, NEUTER)
ORGANIZATION = frozenset({Sort.ORGANIZATION})
SOMEONE = frozenset(
    "anybody anyone everybody everyone nobody no-one somebody someone whoever".split()
)
SOMETHING = frozenset("anything everything nothing something whatever".split())
SEVERAL = frozenset(
    "both few many several two three four five six seven eight nine ten eleven twelve dozen".split()
)
ONE_OF_THEM = frozenset("another each either neither".split())
QUANTIFIERS = {
    **dict.fromkeys(SOMEONE, (PERSON, Agreement(ANY_NUMBER, HUMAN))),
    **dict.fromkeys(SOMETHING, (NOT_A_PERSON, Agreement(SINGULAR, NEUTER))),
    **dict.fromkeys(SEVERAL, (ANY_SORT, Agreement(PLURAL, ANY_GENDER))),
    **dict.fromkeys(ONE_OF_THEM, (ANY_SORT, Agreement(SINGULAR, ANY_GENDER))),
}
ANYTHING = (ANY_SORT, Agreement())


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
    return QUANTIFIERS.get(lemma, ANYTHING)
