"""Sets of what is on the list: whom *they* may be together (split antecedents).

    sets_for     the sets that a plural pronoun may stand for, a few at most
    WAYS         the ways sets are put together, one after the other
    test_members what rules a set out: a member that stands where the pronoun cannot mean it
    is_of_a_set  whether each candidate is a member of another that was heard with it

*Tom met Clara. They took a taxi*: two arguments of one verb. *Tom bought bread. Clara bought
milk. They met at the door*: the subjects of two utterances. *The driver saw the guard wave, and
they knew each other*: the persons of an utterance. Only what is of one sort makes a set, persons
above all, and none is made where a plural of that sort was heard later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import NamedTuple

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.weighted.listed import SUBJECT, ListedEntity, class_of
from hearer.algorithms.weighted.values import (
    ExpressionForm,
    GrammaticalRole,
    MadeOf,
    PronounClass,
)
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Element,
    Entity,
    Familiarity,
    Gender,
    Kind,
    Number,
    Person,
    ReferringExpression,
    Sort,
    Verdict,
)

MOST_SETS, LARGEST_SET = 4, 3
REACH = 2  # utterances back
FREE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE})  # pronouns that are not bound in their clause
PLURAL = frozenset({Number.PLURAL})
ANY_ONE = frozenset({Gender.MASCULINE, Gender.FEMININE})
COUNTED = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION, Sort.PLACE, Sort.OBJECT})
COUNTABLE = frozenset(  # a lamp and the vase; not bread and water
    {
        ExpressionForm.NAME,
        ExpressionForm.DEFINITE,
        ExpressionForm.INDEFINITE,
        ExpressionForm.POSSESSED,
        ExpressionForm.QUANTIFIED,
    }
)
THEY = Agreement(PLURAL)
ARGUMENTS = frozenset(
    {
        GrammaticalRole.SUBJECT,
        GrammaticalRole.OBJECT,
        GrammaticalRole.INDIRECT_OBJECT,
        GrammaticalRole.OBLIQUE,
    }
)
Members = tuple[ListedEntity, ...]


class PutTogether(NamedTuple):
    """A set, why it is one, and where the latest of its members was heard."""

    expression: ReferringExpression
    made_of: MadeOf
    word: int
    speaker: str


def sets_for(
    pronoun: ReferringExpression, known: Mapping[Entity, ListedEntity]
) -> Iterator[PutTogether]:
    """The sets that a plural pronoun may stand for; none for one that is bound in its clause."""
    if class_of(pronoun.agreement) is not PronounClass.THEY or pronoun.kind not in FREE:
        return iter(())
    return islice(_sets(pronoun, known), MOST_SETS)


def _sets(
    pronoun: ReferringExpression, known: Mapping[Entity, ListedEntity]
) -> Iterator[PutTogether]:
    last = pronoun.utterance - REACH
    recent = [*takewhile(lambda one: one.latest.utterance >= last, reversed(tuple(known.values())))]
    seen = {_entities(one.element.expression.members) for one in recent}
    for sort in dict.fromkeys(map(_sort, recent)):
        alike = [*_since_the_plural(sort, recent)] if sort else []
        for made_of, members in _ways(alike) if len(alike) > 1 else ():
            entities = frozenset(one.element.entity for one in members)
            if entities not in seen:
                seen.add(entities)
                yield _put_together(members, made_of if sort is Sort.PERSON else MadeOf.THINGS)


def _entities(members: Sequence[ReferringExpression]) -> frozenset[Entity | None]:
    return frozenset(member.entity for member in members)


def _sort(one: ListedEntity) -> Sort | None:
    """What somebody or something is, if that is sure enough to have its like."""
    if one.agreement.person is not Person.THIRD:
        return None
    if one.agreement.gender <= ANY_ONE:
        return Sort.PERSON
    sort = next(iter(one.sorts)) if len(one.sorts) == 1 else None
    return sort if sort in COUNTED and one.noun_phrase in COUNTABLE else None


def _since_the_plural(sort: Sort, recent: Sequence[ListedEntity]) -> Iterator[ListedEntity]:
    """The individuals of a sort, the latest first, as far as no plural of that sort was heard."""
    for one in recent:
        if one.agreement.number == PLURAL:
            if sort in one.sorts != ANY_SORT:
                return
        elif _sort(one) is sort:
            yield one


# Ways ------------------------------------------------------------------------------------------


def _arguments(alike: Sequence[ListedEntity]) -> Iterator[Members]:
    """Tom met Clara; Tom danced with Clara: the subject of a verb and others of its arguments."""
    clauses: dict[tuple[int, int], list[ListedEntity]] = {}
    for one in alike:
        if one.role in ARGUMENTS:
            clauses.setdefault((one.latest.utterance, one.latest.clause), []).append(one)
    for arguments in clauses.values():
        if any(one.role is SUBJECT for one in arguments):
            yield tuple(arguments)


def _subjects(alike: Sequence[ListedEntity]) -> Iterator[Members]:
    """Tom bought bread. Clara bought milk: the subjects of clauses."""
    yield tuple(one for one in alike if one.role is SUBJECT)


def _all_of_an_utterance(alike: Sequence[ListedEntity]) -> Iterator[Members]:
    """The driver saw the guard wave: all of an utterance."""
    latest = alike[0].latest.utterance
    yield tuple(one for one in alike if one.latest.utterance == latest)
    yield tuple(alike)


WAYS: dict[MadeOf, Callable[[Sequence[ListedEntity]], Iterator[Members]]] = {
    MadeOf.ARGUMENTS: _arguments,
    MadeOf.SUBJECTS: _subjects,
    MadeOf.PERSONS: _all_of_an_utterance,
}


def _ways(alike: Sequence[ListedEntity]) -> Iterator[tuple[MadeOf, Members]]:
    for made_of, found in WAYS.items():
        for members in found(alike):
            if 1 < len(members) <= LARGEST_SET:
                yield made_of, members


# What rules them out ---------------------------------------------------------------------------


def test_members(
    pronoun: ReferringExpression,
    elements: Sequence[Element],
    verdicts: list[Verdict | None],
    test: AntecedentTest,
) -> None:
    """Rule out sets one of whose members a pronoun cannot mean: *Tom saw them*, not {TOM, CLARA}.

    What a member is does not matter here, only where it stands and whether it speaks.
    """
    anybody = replace(pronoun, agreement=UNSPECIFIED)
    for n, element in enumerate(elements):
        if verdicts[n] is None and element.expression.members:
            tested = (test(anybody, Element.of(one)) for one in element.expression.members)
            verdicts[n] = next((found for found in tested if found is not None), None)


def is_of_a_set(candidates: Sequence[ListedEntity]) -> list[bool]:
    """Whether each is a member of another candidate that was heard with it: a coordination."""
    members = {
        member.id
        for one in candidates
        for member in one.latest.members
        if one.latest.kind is Kind.SET and one.made_of is MadeOf.LISTED
    }
    return [one.latest.id in members for one in candidates]


# What is put together --------------------------------------------------------------------------


def _put_together(members: Members, made_of: MadeOf) -> PutTogether:
    """The set as an expression: it stands where the latest of its members does."""
    latest = members[0]
    in_order = sorted(members, key=lambda one: one.first)
    said = tuple(one.element.expression.realizing(one.element.entity) for one in in_order)
    expression = replace(
        latest.latest,
        text=" and ".join(each.text for each in said),
        is_pronoun=False,
        entity=Entity.of_set(one.element.entity for one in in_order),
        familiarity=Familiarity.INFERRABLE,
        kind=Kind.SET,
        agreement=THEY,
        sorts=frozenset.intersection(*(one.sorts for one in members)) or latest.sorts,
        relation=_first_role(in_order),
        first=0,  # it spans no words
        last=0,
        members=said,
        clauses=(),
        because=_because(made_of, latest),
    )
    return PutTogether(expression, made_of, latest.word, latest.speaker)


def _first_role(in_order: Sequence[ListedEntity]) -> str:
    """A set stands highest where one of its members does: as a subject, if one of them is."""
    subjects = (one.latest.relation for one in in_order if one.role is SUBJECT)
    return next(subjects, in_order[0].latest.relation)


def _because(made_of: MadeOf, latest: ListedEntity) -> str:
    if made_of is MadeOf.ARGUMENTS and latest.latest.governor:
        return f"arguments of “{latest.latest.governor}”"
    return made_of.words
