"""The candidates for a pronoun: listed entities, sets of them, and clauses; and who is excluded.

Only grammar excludes: the antecedent test (binding, number, stated gender, speakers), and the
number of members that *both* or *the three* require. Whatever else speaks for or against a
candidate is a feature (features.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress, islice, takewhile
from typing import NamedTuple

from hearer.algorithms.base import AntecedentTest
from hearer.analysis.describe import lexical
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Constraint,
    Cue,
    Element,
    Entity,
    Familiarity,
    Kind,
    Number,
    Person,
    ReferringExpression,
    Sort,
    Verdict,
    is_about,
)
from hearer.model.expression import HUMAN, NEUTER, PLURAL, SINGULAR, Expressions
from hearer.model.meaning import mean
from hearer.ranking.entity_list import (
    FORMS,
    LISTED,
    ROLES,
    THEY,
    ClausePlace,
    GrammaticalRole,
    Known,
    ListedEntity,
    MadeOf,
    class_of,
    introduced,
)

REFLEXIVE, NAME = Kind.REFLEXIVE, Kind.NAME
AGREEMENT, BINDING = Constraint.AGREEMENT, Constraint.BINDING
GUESSED, NEED_SEVERAL = Cue.GUESSED_GENDER, {Cue.POINTING, Cue.SEVERAL}  # they know each other
SOMEBODY, ONE, NO_PLACE = Sort.PERSON, Number.SINGULAR, (0.0, 0)
# Agreements guessed from the sort that the parser predicts for a noun or a name. The lexicon states
# it: the door is no *he*. A group, of any number, is never *he*.
PERSON, THING = Agreement(SINGULAR, HUMAN), Agreement(SINGULAR, NEUTER)
BY_SORT = (PERSON, THING), (PERSON,)
MOST_LISTED = 20  # of 1,000 antecedents in GUM, 2 to 5 stand behind sixteen others
MOST_SETS, LARGEST_SET, REACH = 4, 3, 2  # members; utterances back
FREE = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.QUANTIFIED})  # not bound in their clause
MADE_FOR = FREE | {Kind.DEMONSTRATIVE}  # sets and clauses
SEVERAL = frozenset({Kind.QUANTIFIED, Kind.RECIPROCAL})
SIZES = {"both": 2, "either": 2, "neither": 2, "two": 2, "three": 3, "four": 4, "five": 5}
ONE_ONLY = Verdict(AGREEMENT, "one", "several")
TOO_FAR = Verdict(Constraint.WEIGHT, f"{MOST_LISTED} others that pass were mentioned since")


class Candidates(NamedTuple):
    """What may be meant, the latest first and what was made last; and what is excluded."""

    possible: list[ListedEntity]
    excluded: list[Element]
    verdicts: list[Verdict]  # why, one for each that is excluded
    is_unbound: bool = False  # a reflexive without a binder: binding excludes nothing


def candidates_for(
    pronoun: ReferringExpression, known: Known, test: AntecedentTest, *, sets: bool
) -> Candidates:
    """Return the candidates for a pronoun."""
    kind, which = pronoun.kind, class_of(pronoun.agreement)
    everything = sorted(known.values(), key=lambda one: one.place[1], reverse=True)
    if sets and kind in MADE_FOR:
        sets_of = sets_for(pronoun, known) if which is THEY and kind in FREE else ()
        made = (*islice(sets_of, MOST_SETS), *made_for(pronoun.clauses, known, MadeOf.CLAUSE))
        everything += [one for one in made if one.element.entity not in known]
    elements = [one.element for one in everything]
    verdicts = [test(pronoun, element) for element in elements]
    _correct(verdicts, pronoun, everything, test)
    is_unbound = kind is REFLEXIVE and None not in verdicts
    if is_unbound:
        verdicts = [None if is_about(each, BINDING) else each for each in verdicts]
    passed = [n for n, verdict in enumerate(verdicts) if verdict is None]
    for n in passed[MOST_LISTED:]:
        verdicts[n] = TOO_FAR if everything[n].made_of is LISTED else None
    possible = [everything[n] for n in passed if verdicts[n] is None]
    excluded = [*compress(elements, verdicts)]
    return Candidates(possible, excluded, [*filter(None, verdicts)], is_unbound)


def _correct(
    verdicts: list[Verdict | None],
    pronoun: ReferringExpression,
    everything: Sequence[ListedEntity],
    test: AntecedentTest,
) -> None:
    """Add what *they* requires to verdicts; remove the gender that a name or a sort suggests."""
    anybody = pronoun._replace(agreement=UNSPECIFIED)
    if class_of(pronoun.agreement) is THEY:
        needs_several = pronoun.kind in SEVERAL or not NEED_SEVERAL.isdisjoint(pronoun.cues)
        for n in [n for n, verdict in enumerate(verdicts) if verdict is None]:
            if members := everything[n].element.expression.members:
                verdicts[n] = _unlike(pronoun, members, partial(test, anybody))
            elif needs_several and everything[n].agreement.number == SINGULAR:
                verdicts[n] = ONE_ONLY
    elif pronoun.kind in FREE:
        for n, verdict in enumerate(verdicts):
            if verdict and verdict.constraint is AGREEMENT and is_guess(pronoun, everything[n]):
                verdicts[n] = test(anybody, everything[n].element)


def may_mean(pronoun: ReferringExpression, comes: ListedEntity, test: AntecedentTest) -> bool:
    """Return True if a pronoun may mean what comes after it; nothing binds a reflexive there."""
    verdict = test(pronoun, comes.element)
    if is_about(verdict, AGREEMENT) and is_guess(pronoun, comes):
        verdict = test(pronoun._replace(agreement=UNSPECIFIED), comes.element)
    return verdict is None or (pronoun.kind is REFLEXIVE and is_about(verdict, BINDING))


def is_guess(pronoun: ReferringExpression, one: ListedEntity) -> bool:
    """Return True if the agreement that excludes a candidate is guessed from a name or a sort."""
    if one.called is not None or ONE not in one.agreement.number:
        return False
    latest, known = one.latest, one.agreement
    if known != latest.agreement and not latest.agreement.agrees_with(pronoun.agreement):
        return False
    if GUESSED in latest.cues and pronoun.agreement.gender < HUMAN:
        return True
    is_name = latest.kind is NAME
    return known in BY_SORT[is_name] and (is_name or not _is_listed(latest.text))


@lru_cache(maxsize=4096)
def _is_listed(noun: str) -> bool:
    """Return True if the lexicon states the sorts of a noun."""
    return bool(lexical(noun.lower()))


def made_for(expressions: Expressions, known: Known, made_of: MadeOf) -> Iterator[ListedEntity]:
    """Yield the clauses that *it* may stand for, each at its predicate; the nouns for a *one*."""
    for made in expressions:
        entity, place, now = made.referent, made.utterance, reversed(known.values())
        beside = (x for x in now if x.latest.utterance == place or x.element.entity == entity)
        before = next((x.word - int(x.latest.position) for x in beside), 0)  # words
        yield introduced(entity, made, NO_PLACE, before + made.head, made_of=made_of)


# What plural pronouns require -----------------------------------------------------------------


def _unlike(
    pronoun: ReferringExpression,
    members: Expressions,
    test: Callable[[Element], Verdict | None],
) -> Verdict | None:
    """Return why a pronoun cannot mean a set: *both* are two; or what excludes a member.

    That is binding or speech, not agreement.
    """
    size = SIZES.get(pronoun.text, len(members))
    if len(members) != size:
        return Verdict(AGREEMENT, f"{len(members)} together", f"is {size}")
    if pronoun.kind not in FREE:
        return None
    return next(filter(None, map(test, map(Element.of, members))), None)


# Sets: split antecedents ----------------------------------------------------------------------

COUNTED = frozenset(map(Sort, "person animal organization place object".split()))
COUNTABLE = frozenset(FORMS[Kind(each)] for each in "name definite indefinite possessed".split())
ARGUMENTS = frozenset(ROLES[each] for each in ("obj", "iobj", "obl"))  # but the subject


def sets_for(pronoun: ReferringExpression, known: Known) -> Iterator[ListedEntity]:
    """Yield the sets that a plural pronoun may stand for: *Tom met Clara. They took a taxi*.

    The members are of one sort, and no plural of that sort was mentioned after them.
    """
    last = pronoun.utterance - REACH
    recent = [*takewhile(lambda one: one.latest.utterance >= last, reversed(known.values()))]
    seen = {frozenset(m.entity for m in one.element.expression.members) for one in recent}
    for sort, times in Counter(filter(None, map(_sort, recent))).items():
        alike = [*_since_the_plural(sort, recent)] if times > 1 else []
        for made_of, members in _groups(alike) if len(alike) > 1 else ():
            entities = frozenset(one.element.entity for one in members)
            if not 1 < len(members) <= LARGEST_SET or entities in seen:
                continue
            seen.add(entities)
            if sort is SOMEBODY:
                yield _set_of(members, made_of)
            elif len(members) == 2 and made_of is not MadeOf.PERSONS:
                yield _set_of(members, MadeOf.THINGS)


def _sort(one: ListedEntity) -> Sort | None:
    """Return the sort of an individual, if it is known well enough to group by it."""
    sort = next(iter(one.sorts)) if len(one.sorts) == 1 else None
    if sort is None and one.agreement.gender <= HUMAN:
        return SOMEBODY
    if sort not in COUNTED:
        return None
    return sort if sort is SOMEBODY or one.noun_phrase in COUNTABLE else None


def _since_the_plural(sort: Sort, recent: Sequence[ListedEntity]) -> Iterator[ListedEntity]:
    """Yield the individuals of a sort, the latest first, until a plural of that sort."""
    for one in recent:
        if one.agreement.number == PLURAL:
            if one.sorts != ANY_SORT and sort in one.sorts:
                return
        elif (
            _sort(one) is sort
            and one.agreement.number == SINGULAR
            and one.agreement.person is Person.THIRD
            and Cue.PREDICATE not in one.latest.cues
        ):
            yield one


def _groups(alike: list[ListedEntity]) -> Iterator[tuple[MadeOf, list[ListedEntity]]]:
    """Yield individuals that may be meant together, and how.

    The subject of a verb and other arguments: *Tom met Clara*; *Tom danced with his aunt*. The
    subjects of clauses: *Tom bought bread. Clara bought milk*. All: *The driver saw the guard*.
    """
    clauses: dict[ClausePlace, list[ListedEntity]] = {}
    for one in alike:
        if one.role in ARGUMENTS:
            clauses.setdefault((one.latest.utterance, one.latest.clause), []).append(one)
    for clause, others in clauses.items():
        subjects = [one for one in alike if one.subject_of == clause and one not in others]
        core = [one for one in others if one.role is not GrammaticalRole.OBLIQUE]
        if len(others) > 1 and not subjects:
            yield MadeOf.ARGUMENTS, others  # I saw Tom with Clara
        elif subjects:
            yield MadeOf.ARGUMENTS, [*(core or others), *subjects]  # she took Leo to the dentist
    yield MadeOf.SUBJECTS, [x for x in alike if x.subject_of[0] >= x.latest.utterance]
    yield MadeOf.PERSONS, alike


def _set_of(members: list[ListedEntity], made_of: MadeOf) -> ListedEntity:
    """Return the set as an expression at the place of its latest member."""
    latest = members[0]
    in_order = sorted(members, key=lambda one: one.first)
    said = tuple(one.element.expression.realizing(one.element.entity) for one in in_order)
    is_subject = any(one.subject_of[0] == one.latest.utterance for one in in_order)
    governor = latest.latest.governor if made_of is MadeOf.ARGUMENTS else ""
    expression = latest.latest._replace(
        text=" and ".join(each.text for each in said),
        is_pronoun=False,
        entity=Entity.of_set(one.element.entity for one in in_order),
        familiarity=Familiarity.INFERRABLE,
        kind=Kind.SET,
        agreement=Agreement(PLURAL),
        sorts=frozenset.intersection(*(one.sorts for one in members)) or latest.sorts,
        relation="nsubj" if is_subject else in_order[0].latest.relation,
        first=0,  # it has no words
        last=0,
        start=None,
        end=None,
        members=said,
        clauses=(),
        because=f"arguments of “{governor}”" if governor else made_of.words,
        meaning=mean([one.named or one.latest.meaning for one in members]),
    )
    return introduced(expression.referent, expression, NO_PLACE, latest.word, made_of=made_of)
