"""Sets of what is on the list: whom *they* may be together (split antecedents).

    sets_for     the sets that a plural pronoun may stand for, a few at most
    WAYS         the ways sets are put together, one after the other

*Tom met Clara. They took a taxi*: two arguments of one verb. *Tom bought bread. Clara bought
milk. They met at the door*: the subjects of two utterances. *The driver saw the guard wave, and
they knew each other*: the persons of an utterance. Only what is of one sort makes a set, persons
above all, and none is made where a plural of that sort was heard later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import islice, takewhile

from hearer.algorithms.weighted.listed import (
    SUBJECT,
    ClausePlace,
    Known,
    ListedEntity,
    class_of,
    put_together,
)
from hearer.algorithms.weighted.plurality import HUMAN, PLURAL, SINGULAR
from hearer.algorithms.weighted.plurals import FREE, needs_several
from hearer.algorithms.weighted.values import (
    ExpressionForm,
    GrammaticalRole,
    MadeOf,
    PronounClass,
)
from hearer.model import (
    ANY_SORT,
    Agreement,
    Cue,
    Entity,
    Familiarity,
    Kind,
    Person,
    ReferringExpression,
    Sort,
)

MOST_SETS, LARGEST_SET = 4, 3
REACH = 2  # utterances back
PAIRING = frozenset("acquaint compare introduce match pair reconcile unite".split())
ALIVE = frozenset({Sort.PERSON, Sort.ANIMAL})
COUNTED = frozenset({Sort.PERSON, Sort.ANIMAL, Sort.ORGANIZATION, Sort.PLACE, Sort.OBJECT})
NAMED_ONLY = frozenset({Sort.ORGANIZATION, Sort.PLACE})  # Sweden and Korea; not shop and place
COUNTABLE = frozenset(  # a lamp and the vase; not bread and water
    {
        ExpressionForm.NAME,
        ExpressionForm.DEFINITE,
        ExpressionForm.INDEFINITE,
        ExpressionForm.POSSESSED,
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


def sets_for(pronoun: ReferringExpression, known: Known) -> Iterator[ListedEntity]:
    """The sets that a plural pronoun may stand for; none for one that is bound in its clause."""
    if class_of(pronoun.agreement) is not PronounClass.THEY or pronoun.kind not in FREE:
        return iter(())
    return islice(_sets(pronoun, known), MOST_SETS)


def _sets(pronoun: ReferringExpression, known: Known) -> Iterator[ListedEntity]:
    last = pronoun.utterance - REACH
    recent = [*takewhile(lambda one: one.latest.utterance >= last, reversed(tuple(known.values())))]
    seen = {_entities(one.element.expression.members) for one in recent}
    for group in _groups(recent, pronoun):
        alike = _without_parts(group)
        for made_of, members in _ways(alike) if len(alike) > 1 else ():
            entities = frozenset(one.element.entity for one in members)
            if entities not in seen and not _is_torn(pronoun, members):
                seen.add(entities)
                yield from _of_people_or_two(members, made_of)


def _of_people_or_two(members: Members, made_of: MadeOf) -> Iterator[ListedEntity]:
    """The set of some people, or of two things that stand together."""
    is_people = all(_sort(one) is Sort.PERSON for one in members)
    if is_people or (len(members) == 2 and made_of is not MadeOf.PERSONS):
        yield _set_of(members, made_of if is_people else MadeOf.THINGS)


def _groups(
    recent: Sequence[ListedEntity], pronoun: ReferringExpression
) -> Iterator[Sequence[ListedEntity]]:
    """Those that are put together, the latest first: each with its like.

    Where several are needed, it is enough that they may live: *the cat* and *the dog*, *the two*;
    and who does it to each other may be anybody: *a lioness* and *a jackal*.
    """
    for sort in dict.fromkeys(map(_sort, recent)):
        if sort is not None:
            yield [*_since_the_plural({sort}, recent)]
    if needs_several(pronoun):
        everybody = [*_since_the_plural({*COUNTED, None}, recent)]
        yield [one for one in everybody if not one.sorts.isdisjoint(ALIVE)]
        if Cue.SEVERAL in pronoun.cues:
            yield everybody


def _is_torn(pronoun: ReferringExpression, members: Members) -> bool:
    """The caller hung up. The officer thinks *they* were drunk: he is not one of them."""
    here = [one.latest.utterance == pronoun.utterance for one in members]
    return Cue.SUBORDINATE in pronoun.cues and any(here) and not all(here)


def _entities(members: Sequence[ReferringExpression]) -> frozenset[Entity | None]:
    return frozenset(member.entity for member in members)


def _sort(one: ListedEntity) -> Sort | None:
    """What somebody or something is, if that is sure enough to have its like."""
    sort = next(iter(one.sorts)) if len(one.sorts) == 1 else None
    if sort is None and one.agreement.gender <= HUMAN:
        return Sort.PERSON
    if sort in NAMED_ONLY and one.noun_phrase is not ExpressionForm.NAME:
        return None
    is_counted = sort is Sort.PERSON or one.noun_phrase in COUNTABLE
    return sort if sort in COUNTED and is_counted else None


def _since_the_plural(
    sorts: Set[Sort | None], recent: Sequence[ListedEntity]
) -> Iterator[ListedEntity]:
    """The individuals of a sort, the latest first, as far as no plural of that sort was heard.

    Who was coordinated with others stays with them.
    """
    coordinated = {member.id for one in recent for member in one.latest.members}
    for one in recent:
        if one.agreement.number == PLURAL:
            if one.sorts != ANY_SORT and not one.sorts.isdisjoint(sorts):
                return
        elif _sort(one) in sorts and _is_somebody(one) and one.latest.id not in coordinated:
            yield one


def _is_somebody(one: ListedEntity) -> bool:
    """Whether it can be one of several: not I or you, not what somebody is, no *darkness*."""
    if one.agreement.person is not Person.THIRD or Cue.PREDICATE in one.latest.cues:
        return False
    if one.agreement.number != SINGULAR:
        return False
    return one.noun_phrase in COUNTABLE or one.agreement.gender <= HUMAN


def _without_parts(alike: Sequence[ListedEntity]) -> list[ListedEntity]:
    return [one for one in alike if not any(_is_part_of(one, other) for other in alike)]


def _is_part_of(one: ListedEntity, other: ListedEntity) -> bool:
    """The mayor of *Leeds*, a friend of *Anna*: what says who somebody is, is not with him."""
    part, whole = one.latest, other.latest
    if part.relation != "nmod" or part.utterance != whole.utterance or whole.kind is Kind.NAME:
        return False
    return part.id != whole.id and part.head in whole.words and not whole.members


# Ways ------------------------------------------------------------------------------------------


def _arguments(alike: Sequence[ListedEntity]) -> Iterator[Members]:
    """Tom met Clara; Tom danced with his aunt: the subject of a verb and other arguments."""
    clauses: dict[ClausePlace, list[ListedEntity]] = {}
    for one in alike:
        if one.role in ARGUMENTS and one.role is not SUBJECT:
            clauses.setdefault((one.latest.utterance, one.latest.clause), []).append(one)
    for clause, others in clauses.items():
        subjects = [one for one in alike if one.subject_of == clause and one not in others]
        core = [one for one in others if one.role is not GrammaticalRole.OBLIQUE]
        if len(others) > 1 and (not subjects or others[0].latest.governor in PAIRING):
            yield tuple(others)  # she introduced Tom to Clara; I saw Tom with Clara
        elif subjects:
            yield (*(core or others), *subjects)  # she took Leo to the dentist


def _subjects(alike: Sequence[ListedEntity]) -> Iterator[Members]:
    """Tom bought bread. Clara bought milk: the subjects of clauses."""
    yield tuple(one for one in alike if one.subject_of[0] >= one.latest.utterance)


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


# What is put together --------------------------------------------------------------------------


def _set_of(members: Members, made_of: MadeOf) -> ListedEntity:
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
    return put_together(expression, made_of, word=latest.word, speaker=latest.speaker)


def _first_role(in_order: Sequence[ListedEntity]) -> str:
    """A set stands highest where one of its members does: as a subject, if one of them is."""
    is_subject = any(one.subject_of[0] == one.latest.utterance for one in in_order)
    return "nsubj" if is_subject else in_order[0].latest.relation


def _because(made_of: MadeOf, latest: ListedEntity) -> str:
    if made_of is MadeOf.ARGUMENTS and latest.latest.governor:
        return f"arguments of “{latest.latest.governor}”"
    return made_of.words
