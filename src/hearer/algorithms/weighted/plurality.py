"""Of one or of many: what an expression shows of whether *they* can be meant by it.

Plurality        the kinds there are, from what must be many to what is surely one
is_known         whether of its sorts few enough are left
plurality_of     that of an expression
heard_again      that of an entity which is realized again

*They* is mostly many; a group (the team) or an organization (the bank) may be it, too, and so may
one person who is not singled out: *someone*, *a user*, *the caller*. A name singles out.
"""

from __future__ import annotations

from functools import lru_cache

from hearer.algorithms.weighted.values import Numbered
from hearer.model import Agreement, Gender, Kind, Number, ReferringExpression, Sort

PLURAL, SINGULAR = frozenset({Number.PLURAL}), frozenset({Number.SINGULAR})
PERSON, ANIMAL = frozenset({Sort.PERSON}), frozenset({Sort.ANIMAL})
HUMAN = frozenset({Gender.MASCULINE, Gender.FEMININE})
FEW = 4  # with more sorts, nobody knows what it is
UNSPECIFIC = frozenset({Kind.INDEFINITE, Kind.QUANTIFIED, Kind.BARE})


class Plurality(Numbered):
    """Whether something is one or many."""

    UNKNOWN = "one or many, nobody knows"
    SET = "several, named together"
    PLURAL = "many"
    GROUP = "a group of persons"
    ORGANIZATION = "an organization"
    PLACE = "a place"
    ANYBODY = "some person or other"
    ONE_PERSON = "one person"
    HE_OR_SHE = "a man or a woman"
    NAMED_PERSON = "a named person"
    NAME = "a name"
    ANIMAL = "an animal"
    THING = "one thing"


def plurality_of(expression: ReferringExpression) -> Plurality:
    """What an expression shows of whether one or many are meant."""
    return _plurality(expression.kind, expression.agreement, expression.sorts)


@lru_cache(maxsize=4096)
def _plurality(kind: Kind, agreement: Agreement, sorts: frozenset[Sort]) -> Plurality:
    if kind is Kind.SET:
        return Plurality.SET
    if agreement.number == PLURAL:
        return Plurality.PLURAL
    if kind is Kind.NAME:
        return _of_name(agreement, sorts)
    if agreement.number != SINGULAR:
        return _of_group(kind, sorts)
    if agreement.gender < HUMAN:
        return Plurality.HE_OR_SHE
    return _of_one(kind, sorts)


def _of_name(agreement: Agreement, sorts: frozenset[Sort]) -> Plurality:
    """Whose name it is; that a person could bear it, too, is left open of most."""
    if sorts == PERSON or agreement.gender < HUMAN:
        return Plurality.NAMED_PERSON
    if not is_known(sorts):
        return Plurality.NAME
    if Sort.ORGANIZATION in sorts:
        return Plurality.ORGANIZATION
    return Plurality.PLACE if Sort.PLACE in sorts else Plurality.THING


def _of_group(kind: Kind, sorts: frozenset[Sort]) -> Plurality:
    """What may be one or many: *the family*, *the bank*, *the country*, *everyone*, *some*."""
    if kind is Kind.QUANTIFIED and sorts == PERSON:
        return Plurality.ANYBODY
    if not is_known(sorts) or sorts.isdisjoint({Sort.ORGANIZATION, Sort.PERSON}):
        return Plurality.UNKNOWN
    return Plurality.GROUP if Sort.PERSON in sorts else Plurality.ORGANIZATION


def _of_one(kind: Kind, sorts: frozenset[Sort]) -> Plurality:
    if sorts == PERSON:
        return Plurality.ANYBODY if kind in UNSPECIFIC else Plurality.ONE_PERSON
    if Sort.ORGANIZATION in sorts and is_known(sorts):
        return Plurality.ORGANIZATION
    if sorts == ANIMAL:
        return Plurality.ANIMAL
    return Plurality.UNKNOWN if Sort.PERSON in sorts else Plurality.THING


def is_known(sorts: frozenset[Sort]) -> bool:
    """Whether one knows more or less what something is."""
    return len(sorts) <= FEW


def heard_again(known: Plurality, expression: ReferringExpression) -> Plurality:
    """That of an entity realized again: who has a name keeps it, and pronouns tell nothing new."""
    if known is Plurality.NAMED_PERSON or expression.is_pronoun:
        return known
    now = plurality_of(expression)
    return known if now is Plurality.UNKNOWN else now
