"""What plural pronouns need: several, or one that may be several; and none that stands beside them.

needs_several    whether one person or thing does not do: *both*, *they* know each other
ruled_out        whom a plural pronoun cannot mean, though it passed the test
pointed_past     what speaks against candidates for *these* and *those*
is_of_a_set      whether each candidate is a member of another that was heard with it
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.weighted.listed import SUBJECT, Known, ListedEntity
from hearer.algorithms.weighted.plurality import SINGULAR, is_known
from hearer.algorithms.weighted.values import MadeOf
from hearer.model import (
    UNSPECIFIED,
    Constraint,
    Cue,
    Element,
    Entity,
    Kind,
    Number,
    ReferringExpression,
    Sort,
    Verdict,
)

# Pronouns that are not bound in their clause, and those that stand for several.
FREE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.QUANTIFIED})
SEVERAL = frozenset({Kind.QUANTIFIED, Kind.RECIPROCAL})
SIZES = {"both": 2, "either": 2, "neither": 2, "two": 2, "three": 3, "four": 4, "five": 5}
ONE_ONLY = Verdict(Constraint.AGREEMENT, "one", "several")
HOUSES = frozenset({Sort.ORGANIZATION, Sort.PERSON, Sort.PLACE})
AT_A_PERSON, AT_A_TOPIC = -2.5, -1.0  # in log odds; GUM has too few to learn them from


def ruled_out(
    pronoun: ReferringExpression, passing: Iterable[Element], known: Known, test: AntecedentTest
) -> dict[Entity, Verdict]:
    """Whom a plural pronoun cannot mean: one, where several are needed, and some sets."""
    found = {}
    for element in passing:
        too_few = _too_few(pronoun, element, known.get(element.entity))
        if verdict := too_few or _of_members(pronoun, element, test):
            found[element.entity] = verdict
    return found


def _too_few(
    pronoun: ReferringExpression, element: Element, listed: ListedEntity | None
) -> Verdict | None:
    """Why so many cannot be meant: *both* are two, *those* are no museum."""
    members, size = element.expression.members, SIZES.get(pronoun.text, 0)
    is_one = needs_several(pronoun) and not members and _is_one(listed)
    if is_one or (Cue.POINTING in pronoun.cues and _may_be_one(listed)):
        return ONE_ONLY
    if members and size and len(members) != size:
        return Verdict(Constraint.AGREEMENT, f"{len(members)} together", f"is {size}")
    return None


def _of_members(
    pronoun: ReferringExpression, element: Element, test: AntecedentTest
) -> Verdict | None:
    """What rules one of its members out: where it stands, or whether it speaks; not what it is."""
    members = element.expression.members
    if not members or pronoun.kind not in FREE:
        return None
    anybody = replace(pronoun, agreement=UNSPECIFIED)
    return next(filter(None, (test(anybody, Element.of(one)) for one in members)), None)


def needs_several(pronoun: ReferringExpression) -> bool:
    """*Both* left; *they* know *each other*."""
    return pronoun.kind in SEVERAL or Cue.SEVERAL in pronoun.cues


def _is_one(listed: ListedEntity | None) -> bool:
    """Whether it is one person or thing, and no group."""
    if listed is None or listed.agreement.number != SINGULAR:
        return False
    return Sort.ORGANIZATION not in listed.sorts or not is_known(listed.sorts)


def _may_be_one(listed: ListedEntity | None) -> bool:
    """Whether it may be one, were it a group: *those* are no museum, but a heap of coins."""
    if listed is None or Number.SINGULAR not in listed.agreement.number:
        return False
    return listed.agreement.number == SINGULAR or listed.sorts <= HOUSES


def pointed_past(pronoun: ReferringExpression, candidates: Sequence[ListedEntity]) -> list[float]:
    """What speaks against each candidate where *these* and *those* can mean another.

    "The boys found some shells. *Those* were pink": who points, points at things, and at what was
    said last, not at the topic.
    """
    if pronoun.kind is not Kind.DEMONSTRATIVE:
        return []
    persons = [Sort.PERSON in one.sorts and is_known(one.sorts) for one in candidates]
    topics = [one.role is SUBJECT for one in candidates]
    person = 0.0 if all(persons) else AT_A_PERSON
    topic = 0.0 if all(topics) else AT_A_TOPIC
    return [person * one + topic * other for one, other in zip(persons, topics, strict=True)]


def is_of_a_set(candidates: Sequence[ListedEntity]) -> list[bool]:
    """Whether each is a member of another candidate that was heard with it: a coordination."""
    members = {
        member.id
        for one in candidates
        for member in one.latest.members
        if one.latest.kind is Kind.SET and one.made_of is MadeOf.LISTED
    }
    if not members:
        return [False] * len(candidates)
    return [one.latest.id in members for one in candidates]
