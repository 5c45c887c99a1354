"""Revisions: a name that comes later in the sentence may be what a pronoun stands for, or may not.

Cataphora: *Before he left, John ...*; *In his book, Smith ...*. Where a subject is still to come, a
pronoun waits for it, and is resolved anew if that is likelier than what was found before it (Tanya
Reinhart 1983, Anaphora and Semantic Interpretation; Guy Carden 1982, Backwards anaphora in
discourse context, Journal of Linguistics 18(2)).

Principle C: *He left town after John ...*. A name in the domain of a pronoun rules out that the
pronoun meant its bearer, so the next best candidate is taken. So it is where a later noun or title
tells another gender than the pronoun has: *Moreno met Reed. He smiled. Ms. Moreno left*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from hearer.algorithms.base import AntecedentTest
from hearer.analysis.clauses import clause_head
from hearer.binding import BOUND
from hearer.model import (
    Attempt,
    Constraint,
    Cue,
    Element,
    Entity,
    ExpressionId,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Tree,
    Verdict,
    is_about,
)
from hearer.ranking.answers import NOT_REFERRING, Lazy, label_of
from hearer.ranking.candidates import REFLEXIVE, Candidates, may_mean
from hearer.ranking.entity_list import (
    HE_OR_SHE,
    IT,
    ROLES,
    EntityList,
    GrammaticalRole,
    ListedEntity,
    MadeOf,
    class_of,
)
from hearer.ranking.features import Situation
from hearer.ranking.ranker import shares_of

MOST_REMEMBERED = 4  # candidates of an earlier pronoun
MOST_SECOND = 0.6  # the confidence of a second choice: 4 of 11 in GUM are right
NAMING = frozenset({Kind.NAME, Kind.DEFINITE})
WAITING = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, REFLEXIVE})
NOT_NAMED = frozenset(
    {Kind.SPEAKER, Kind.DEMONSTRATIVE, Kind.QUANTIFIED, Kind.ELLIPSIS, Kind.RELATIVE}
)
COMING = frozenset({GrammaticalRole.SUBJECT, GrammaticalRole.POSSESSOR})


class Awaiting(NamedTuple):
    """A pronoun, and what it was taken for."""

    resolution: Resolution
    entity: Entity
    before: ListedEntity | None = None  # the entity before the pronoun was heard
    here: Situation | None = None  # if it may mean what comes

    @property
    def pronoun(self) -> ReferringExpression:
        return self.resolution.pronoun


Heard = tuple[Awaiting, ...]  # pronouns, in order
Resolutions = tuple[Resolution, ...]


# Cataphora --------------------------------------------------------------------------------------


def waits(resolution: Resolution) -> bool:
    """Return True if a pronoun stands before a subject to come, and may mean it."""
    pronoun = resolution.pronoun
    cues, kind = pronoun.cues, pronoun.kind
    is_unbound = resolution.antecedent is None and kind is REFLEXIVE
    is_ahead = kind in WAITING and Cue.AHEAD in cues and resolution.label is not Label.PLEONASTIC
    is_event = Cue.EVENT in cues and class_of(pronoun.agreement) is IT
    return NOT_REFERRING.isdisjoint(cues) and (is_unbound or (is_ahead and not is_event))


def cataphoric(heard: Heard, listed: ListedEntity, tree: Tree, test: AntecedentTest) -> Heard:
    """Return the pronouns that may mean what was mentioned last: a subject, or its owner."""
    comes = listed.latest
    is_told = comes.kind in NAMING and not tree.child(comes.clause, "nsubj")  # tell John
    if comes.kind in NOT_NAMED or not (is_told or ROLES.get(comes.relation) in COMING):
        return ()
    found: list[Awaiting] = []
    before: set[ExpressionId] = set()
    for awaiting in heard:
        pronoun, antecedent = awaiting.pronoun, awaiting.resolution.antecedent
        follows = antecedent and antecedent.expression.id in before  # before *he* left *his* house
        is_other = awaiting.here and not follows and awaiting.entity != listed.element.entity
        before.add(pronoun.id)
        is_governed = pronoun.kind is REFLEXIVE or _governs(comes, pronoun, tree)
        if is_other and is_governed and may_mean(pronoun, listed, test):
            found.append(awaiting)
    return tuple(found)


def _governs(comes: ReferringExpression, pronoun: ReferringExpression, tree: Tree) -> bool:
    """Return True if the clause of `comes` is that of the pronoun, or one over it."""
    clause = pronoun.clause
    while clause and clause != comes.clause:
        clause = clause_head(tree, tree.heads[clause])
    return clause == comes.clause


def with_later(awaiting: Awaiting, here: Situation, comes: ListedEntity) -> Candidates:
    """Return the candidates of a pronoun with one that came after it."""
    entity = comes.element.entity
    possible = [one for one in here.candidates if one.element.entity != entity]
    excluded = [
        (x.candidate, x.verdict)
        for x in awaiting.resolution.attempts
        if x.score is None and x.verdict and x.candidate.entity != entity
    ]
    return Candidates([*possible, comes._replace(made_of=MadeOf.LATER)], excluded)


def revisions(heard: Heard, meant: Sequence[Resolution], element: Element) -> Resolutions:
    """Return the new resolutions of cataphoric pronouns, and of those resolved by way of them."""
    revised, entity = {one.pronoun.id: one for one in meant}, element.entity
    for resolution in (one.resolution for one in heard):
        found, pronoun = resolution.antecedent, resolution.pronoun.id
        if found and found.expression.id in revised and pronoun not in revised:
            revised[pronoun] = renamed(resolution, entity)
    return tuple(revised.values())


def renamed(resolution: Resolution, entity: Entity) -> Resolution:
    """Return the resolution with the same antecedent, which now is another entity."""
    attempts = tuple(
        replace(attempt, candidate=replace(attempt.candidate, entity=entity))
        if attempt.succeeded
        else attempt
        for attempt in resolution.attempts
    )
    found = resolution.antecedent and replace(resolution.antecedent, entity=entity)
    return replace(resolution, attempts=attempts, antecedent=found, instead_of=resolution)


# Principle C ------------------------------------------------------------------------------------


def named_in_domain(
    heard: Heard, comes: ReferringExpression, element: Element, test: AntecedentTest
) -> Resolutions:
    """Return the pronouns that cannot mean `element` since `comes` names it in their domain."""
    if comes.kind not in NAMING or Cue.PREDICATE in comes.cues:
        return ()

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        verdict = None if pronoun.kind in BOUND else test(pronoun, element)
        return verdict if is_about(verdict, Constraint.BINDING) else None

    return reconsidered(heard, element.entity, violated)


def contradicted(heard: Heard, comes: ReferringExpression, entity: Entity) -> Resolutions:
    """Return the pronouns that cannot mean `entity` since `comes` tells its gender."""

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        if not pronoun.agreement.gender.isdisjoint(comes.agreement.gender):
            return None
        (gender,), (wanted,) = comes.agreement.gender, pronoun.agreement.gender
        return Verdict(Constraint.AGREEMENT, f"{gender} (“{comes.text}”)", wanted)

    return reconsidered(heard, entity, violated)


def reconsidered(
    heard: Heard, entity: Entity, violated: Callable[[ReferringExpression], Verdict | None]
) -> Resolutions:
    """Return the pronouns that cannot mean an entity, and those resolved by way of them, anew."""
    revised: dict[ExpressionId, Resolution] = {}
    for one in heard:
        found = one.resolution.antecedent
        by_way_of = revised.get(found.expression.id) if found and revised else None
        if by_way_of is not None:
            now = by_way_of.entity or by_way_of.pronoun.referent
            revised[one.pronoun.id] = renamed(one.resolution, now)
        elif one.resolution.entity == entity and (verdict := violated(one.pronoun)):
            revised[one.pronoun.id] = without(one.resolution, verdict)
    return tuple(revised.values())


def without(resolution: Resolution, verdict: Verdict) -> Resolution:
    """Return the next best candidate, or none, instead of what `verdict` rules out."""
    out = [replace(a, verdict=verdict, score=None) for a in resolution.attempts if a.succeeded]
    others = [attempt for attempt in resolution.attempts if not attempt.succeeded]
    scored = [attempt for attempt in others if attempt.score is not None]
    shares = shares_of([*(a.score or 0.0 for a in scored), resolution.nobody_score or 0.0])
    chosen = shares.index(max(shares))
    found = scored[chosen] if chosen < len(scored) else None
    verb = "is " if verdict.constraint is Constraint.AGREEMENT else ""
    return replace(
        resolution,
        attempts=(*out, *(replace(a, verdict=None) if a is found else a for a in others)),
        antecedent=found.candidate if found else None,
        confidence=min(shares[chosen], MOST_SECOND),
        taken_as=None if found else label_of(resolution.pronoun, shares),
        instead_of=resolution,
        because=f"{resolution.entity} {verb}{verdict.shown}",
    )


def remembered(heard: Heard) -> Heard:
    """Return the pronouns for persons, with their best candidates only, to be remembered."""
    found = []
    for one in heard:
        if one.resolution.antecedent and class_of(one.pronoun.agreement) in HE_OR_SHE:
            best = Lazy(partial(_best, one.resolution.attempts))
            kept = replace(one.resolution, attempts=best, nobody=())
            found.append(Awaiting(kept, one.entity))
    return tuple(found)


def _best(attempts: Sequence[Attempt]) -> Iterator[Attempt]:
    scored = [each for each in attempts if each.score is not None]
    return (replace(each, factors=()) for each in scored[-MOST_REMEMBERED:])


# The list ---------------------------------------------------------------------------------------


def recount(entities: EntityList, revised: Sequence[Resolution]) -> None:
    """Count pronouns as mentions of what they are taken for now."""
    for one in revised:
        pronoun, known = one.pronoun, entities.known.get(one.entity or one.pronoun.referent)
        if known is not None:
            entities.insert(
                known._replace(
                    mentions=known.mentions + 1,
                    agreement=known.agreement.taken_up_by(pronoun.agreement),
                    called=class_of(pronoun.agreement),
                )
            )


def move(entities: EntityList, heard: Heard, revised: Sequence[Resolution]) -> None:
    """Count pronouns as mentions of an entity that came, not of what they were taken for."""
    recount(entities, revised)
    ids = {each.pronoun.id for each in revised}
    for one in heard:
        before = entities.known.get(one.entity)
        if one.pronoun.id in ids and before is not None and before.latest.id in ids:
            entities.restore(one.entity, one.before)
