"""What plural pronouns need: several, or one that may be several; and none that stands beside them.

needs_several    whether one person or thing does not do: *both*, *they* know each other
rule_out         whom a plural pronoun cannot mean, though it passed the test
pointed_past     what speaks against candidates for *these* and *those*
is_of_a_set      whether each candidate is a member of another that was heard with it
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.weighted.listed import SUBJECT, ListedEntity
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
ONE = frozenset({Number.SINGULAR})
HOUSES = frozenset({Sort.ORGANIZATION, Sort.PERSON, Sort.PLACE})
AT_A_PERSON, AT_A_TOPIC = -2.5, -1.0  # in log odds; GUM has too few to learn them from
GROUPS = 4  # of more sorts than this nobody knows that it is a group


def rule_out(
    pronoun: ReferringExpression,
    elements: Sequence[Element],
    verdicts: list[Verdict | None],
    known: Mapping[Entity, ListedEntity],
    test: AntecedentTest,
) -> None:
    """Rule out whom a plural pronoun cannot mean: one, where several are needed, and some sets."""
    is_several = needs_several(pronoun)
    size = SIZES.get(pronoun.text, 0)
    # What a member is does not matter, only where it stands and whether it speaks.
    anybody = replace(pronoun, agreement=UNSPECIFIED)
    for n, element in enumerate(elements):
        members = element.expression.members
        if verdicts[n] is not None:
            continue
        listed = known.get(element.entity)
        is_one = is_several and not members and _is_one(listed)
        if is_one or (Cue.POINTING in pronoun.cues and _may_be_one(listed)):
            verdicts[n] = ONE_ONLY
        elif members and size and len(members) != size:
            verdicts[n] = Verdict(Constraint.AGREEMENT, f"{len(members)} together", f"is {size}")
        elif members and pronoun.kind in FREE:
            tested = (test(anybody, Element.of(one)) for one in members)
            verdicts[n] = next((found for found in tested if found is not None), None)


def needs_several(pronoun: ReferringExpression) -> bool:
    """*Both* left; *they* know *each other*."""
    return pronoun.kind in SEVERAL or Cue.SEVERAL in pronoun.cues


def _is_one(listed: ListedEntity | None) -> bool:
    """Whether it is one person or thing, and no group."""
    if listed is None or listed.agreement.number != ONE:
        return False
    return Sort.ORGANIZATION not in listed.sorts or len(listed.sorts) > GROUPS


def _may_be_one(listed: ListedEntity | None) -> bool:
    """Whether it may be one, were it a group: *those* are no museum, but a heap of coins."""
    if listed is None or Number.SINGULAR not in listed.agreement.number:
        return False
    return listed.agreement.number == ONE or listed.sorts <= HOUSES


def pointed_past(pronoun: ReferringExpression, candidates: Sequence[ListedEntity]) -> list[float]:
    """What speaks against each candidate where *these* and *those* can mean another.

    "The boys found some shells. *Those* were pink": who points, points at things, and at what was
    said last, not at the topic.
    """
    if Cue.POINTING not in pronoun.cues:
        return []
    persons = [Sort.PERSON in one.sorts and len(one.sorts) <= GROUPS for one in candidates]
    subjects = [one.role is SUBJECT for one in candidates]
    return [
        AT_A_PERSON * (is_person and not all(persons))
        + AT_A_TOPIC * (is_topic and not all(subjects))
        for is_person, is_topic in zip(persons, subjects, strict=True)
    ]


def is_of_a_set(candidates: Sequence[ListedEntity]) -> list[bool]:
    """Whether each is a member of another candidate that was heard with it: a coordination."""
    members = {
        member.id
        for one in candidates
        for member in one.latest.members
        if one.latest.kind is Kind.SET and one.made_of is MadeOf.LISTED
    }
    return [one.latest.id in members for one in candidates]
