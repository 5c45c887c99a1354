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
    OUTWEIGHED,
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
from hearer.ranking.entity_list import (
    HE_OR_SHE,
    ROLES,
    SUBJECT,
    EntityList,
    ListedEntity,
    PronounClass,
    class_of,
)
from hearer.ranking.ranker import shares_of

MOST_REMEMBERED = 4  # candidates of an earlier pronoun
MOST_SECOND = 0.6  # the confidence of a second choice: 4 of 11 in GUM are right
NAMING = frozenset({Kind.NAME, Kind.DEFINITE})
WAITING = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE})
NOT_NAMED = frozenset(
    {Kind.SPEAKER, Kind.DEMONSTRATIVE, Kind.QUANTIFIED, Kind.ELLIPSIS, Kind.RELATIVE}
)


class Awaiting(NamedTuple):
    """A pronoun, and what it was taken for."""

    resolution: Resolution
    entity: Entity
    before: ListedEntity | None = None  # the entity before the pronoun was heard

    @property
    def pronoun(self) -> ReferringExpression:
        return self.resolution.pronoun

    @property
    def waits(self) -> bool:
        """True if the pronoun stands before a subject to come, and may mean it."""
        cues, kind, found = self.pronoun.cues, self.pronoun.kind, self.resolution.antecedent
        if not NOT_REFERRING.isdisjoint(cues):
            return False
        if found is None and kind is Kind.REFLEXIVE:
            return True
        if kind not in WAITING or Cue.AHEAD not in cues:
            return False
        is_it = class_of(self.pronoun.agreement) is PronounClass.IT
        return self.resolution.label is not Label.PLEONASTIC and not (is_it and Cue.EVENT in cues)


Heard = tuple[Awaiting, ...]  # pronouns, in order


# How often a pronoun means the name that comes -------------------------------------------------

Holds = Callable[[Awaiting, ReferringExpression], bool]
# Counted in GUM train: 6 of 7 that agree, where nobody was mentioned before; else 14 of 18
# possessives and 3 of 5 subjects where a name comes, and 1 of 18 possessives before another noun
# phrase. The first two, and what agrees of the last two, are estimates.
SHARES: tuple[tuple[float, Holds], ...] = (
    (0.9, lambda it, _: it.pronoun.kind is Kind.REFLEXIVE and Cue.AHEAD in it.pronoun.cues),
    (0.6, lambda it, _: it.pronoun.kind is Kind.REFLEXIVE),
    (0.85, lambda it, _: it.resolution.antecedent is None),
    (0.75, lambda it, comes: comes.kind is Kind.NAME and it.pronoun.kind is Kind.POSSESSIVE),
    (0.6, lambda _, comes: comes.kind is Kind.NAME),
    (0.5, lambda it, c: it.pronoun.kind is Kind.POSSESSIVE and it.pronoun.clause == c.clause),
    (0.2, lambda *_: True),
)


def share_of(awaiting: Awaiting, comes: ReferringExpression) -> float:
    """Return how often a pronoun like this one means what comes."""
    return next(share for share, holds in SHARES if holds(awaiting, comes))


def _may_mean(awaiting: Awaiting, comes: ReferringExpression, tree: Tree) -> bool:
    """Return True if a waiting pronoun may stand for an expression that comes later."""
    pronoun, found = awaiting.pronoun, awaiting.resolution
    if pronoun.kind is not Kind.REFLEXIVE:
        clause = pronoun.clause
        while clause and clause != comes.clause:
            clause = clause_head(tree, tree.heads[clause])
        if clause != comes.clause:  # what comes does not govern the pronoun
            return False
    if not comes.agreement.agrees_with(pronoun.agreement):
        return False
    return found.antecedent is None or share_of(awaiting, comes) > (found.confidence or 0.0)


def cataphoric(
    heard: Heard, comes: ReferringExpression, element: Element, tree: Tree, test: AntecedentTest
) -> Heard:
    """Return the pronouns that waited for `comes`, which `element` stands for on the list."""
    if comes.kind in NOT_NAMED or ROLES.get(comes.relation) is not SUBJECT:
        return ()
    found = []
    for awaiting in heard:
        is_other = awaiting.waits and awaiting.entity != element.entity
        if is_other and _may_mean(awaiting, comes, tree):
            verdict = test(awaiting.pronoun, element)
            is_unbound = awaiting.pronoun.kind is Kind.REFLEXIVE
            if verdict is None or (is_unbound and is_about(verdict, Constraint.BINDING)):
                found.append(awaiting)
    return tuple(found)


def revisions(heard: Heard, meant: Sequence[Awaiting], element: Element) -> tuple[Resolution, ...]:
    """Return the new resolutions of cataphoric pronouns, and of those resolved by way of them."""
    revised = [taken_for(one, element) for one in meant]
    pronouns = {one.pronoun.id for one in meant}
    for resolution in (one.resolution for one in heard):
        found, pronoun = resolution.antecedent, resolution.pronoun.id
        if found and found.expression.id in pronouns and pronoun not in pronouns:
            pronouns.add(pronoun)
            revised.append(renamed(resolution, element.entity))
    return tuple(revised)


def taken_for(awaiting: Awaiting, element: Element) -> Resolution:
    """Return the resolution with another antecedent, as the last of its attempts."""
    before = awaiting.resolution
    attempts = [
        replace(attempt, verdict=OUTWEIGHED) if attempt.succeeded else attempt
        for attempt in before.attempts
        if attempt.candidate.entity != element.entity
    ]
    return replace(
        before,
        attempts=(*attempts, Attempt(element)),
        antecedent=element,
        confidence=share_of(awaiting, element.expression),
        taken_as=None,
        instead_of=before,
    )


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
) -> tuple[Resolution, ...]:
    """Return the pronouns that cannot mean `element` since `comes` names it in their domain."""
    if comes.kind not in NAMING or Cue.PREDICATE in comes.cues:
        return ()

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        verdict = None if pronoun.kind in BOUND else test(pronoun, element)
        return verdict if is_about(verdict, Constraint.BINDING) else None

    return reconsidered(heard, element.entity, violated)


def contradicted(
    heard: Heard, comes: ReferringExpression, entity: Entity
) -> tuple[Resolution, ...]:
    """Return the pronouns that cannot mean `entity` since `comes` tells its gender."""

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        if not pronoun.agreement.gender.isdisjoint(comes.agreement.gender):
            return None
        (gender,), (wanted,) = comes.agreement.gender, pronoun.agreement.gender
        return Verdict(Constraint.AGREEMENT, f"{gender} (“{comes.text}”)", wanted)

    return reconsidered(heard, entity, violated)


def reconsidered(
    heard: Heard, entity: Entity, violated: Callable[[ReferringExpression], Verdict | None]
) -> tuple[Resolution, ...]:
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


def move(entities: EntityList, meant: Sequence[Awaiting], revised: Sequence[Resolution]) -> None:
    """Count pronouns as mentions of an entity that came, not of what they were taken for."""
    recount(entities, revised)
    ids = {each.pronoun.id for each in revised}
    for one in meant:
        before = entities.known.get(one.entity)
        if before is not None and before.latest.id in ids:
            entities.restore(one.entity, one.before)
