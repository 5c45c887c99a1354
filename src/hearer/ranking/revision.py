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

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.algorithms.base import AntecedentTest
from hearer.analysis.clauses import clause_head
from hearer.binding import BOUND
from hearer.model import (
    Constraint,
    Cue,
    Element,
    Entity,
    ExpressionId,
    Kind,
    ReferringExpression,
    Resolution,
    Tree,
    Verdict,
    is_about,
)
from hearer.ranking.candidates import REFLEXIVE, Candidates, may_mean
from hearer.ranking.entity_list import (
    HE_OR_SHE,
    IT,
    ROLES,
    THEY,
    EntityList,
    GrammaticalRole,
    ListedEntity,
    class_of,
)
from hearer.ranking.features import Situation

NAMING = frozenset({Kind.NAME, Kind.DEFINITE})
WAITING = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, REFLEXIVE})
NOT_NAMED = {Kind[name] for name in "SPEAKER DEMONSTRATIVE QUANTIFIED ELLIPSIS RELATIVE".split()}
COMING = frozenset({GrammaticalRole.SUBJECT, GrammaticalRole.POSSESSOR})


class Awaiting(NamedTuple):
    """A pronoun, and what it was taken for."""

    resolution: Resolution
    here: Situation
    before: ListedEntity | None = None  # the entity before the pronoun was heard

    @property
    def pronoun(self) -> ReferringExpression:
        return self.resolution.pronoun

    @property
    def entity(self) -> Entity:
        return self.resolution.entity or self.pronoun.referent


Heard = tuple[Awaiting, ...]  # pronouns, in order
Resolutions = tuple[Resolution, ...]
Violated = Callable[[ReferringExpression], Verdict | None]  # why a pronoun cannot mean an entity


# Cataphora --------------------------------------------------------------------------------------


def waits(resolution: Resolution) -> bool:
    """Return True if a pronoun stands before a subject to come, and may mean it."""
    pronoun = resolution.pronoun
    cues, kind = pronoun.cues, pronoun.kind
    is_unbound = resolution.antecedent is None and kind is REFLEXIVE
    is_event = Cue.EVENT in cues and class_of(pronoun.agreement) is IT
    is_ahead = kind in WAITING and Cue.AHEAD in cues and not is_event
    return Cue.PLEONASTIC not in cues and (is_unbound or is_ahead)


def cataphoric(heard: Heard, listed: ListedEntity, tree: Tree, test: AntecedentTest) -> Heard:
    """Return the pronouns that may mean what was mentioned last: a subject, or its owner."""
    comes = listed.latest
    is_told = comes.kind in NAMING and not tree.child(comes.clause, "nsubj")  # tell John
    is_coming = is_told or ROLES.get(comes.relation) in COMING
    is_object = comes.kind in NAMING and "obj" in comes.relation
    if comes.kind in NOT_NAMED or not (is_coming or is_object):
        return ()
    found: list[Awaiting] = []
    before: set[ExpressionId] = set()
    is_first = not comes.members and tree.has(comes.head, "conj")  # *they* are *Tom and Ann*
    for awaiting in heard:
        pronoun, antecedent = awaiting.pronoun, awaiting.resolution.antecedent
        follows = antecedent and antecedent.expression.id in before  # before *he* left *his* house
        is_other = not follows and awaiting.entity != listed.element.entity
        before.add(pronoun.id)
        is_governed = pronoun.kind is REFLEXIVE or _governs(comes, pronoun, tree)
        is_whole = not is_first or class_of(pronoun.agreement) is not THEY
        is_near = is_coming or (not antecedent and comes.clause == pronoun.clause)
        may_wait = is_other and is_governed and is_whole and waits(awaiting.resolution) and is_near
        if may_wait and may_mean(pronoun, listed, test):
            found.append(awaiting)
    return tuple(found)


def _governs(comes: ReferringExpression, pronoun: ReferringExpression, tree: Tree) -> bool:
    """Return True if the clause of `comes` is that of the pronoun, or one over it."""
    clause = pronoun.clause
    while clause and clause != comes.clause:
        clause = clause_head(tree, tree.heads[clause])
    return clause == comes.clause


def others(awaiting: Awaiting, entity: Entity) -> Candidates:
    """Return the candidates of a pronoun without an entity."""
    possible = [one for one in awaiting.here.candidates if one.element.entity != entity]
    tried = (x for x in awaiting.resolution.attempts if x.score is None)
    excluded = [x for x in tried if x.verdict and x.candidate.entity != entity]
    verdicts = [x.verdict for x in excluded if x.verdict]
    return Candidates(possible, [x.candidate for x in excluded], verdicts)


def revisions(heard: Heard, meant: Sequence[Resolution], entity: Entity) -> Resolutions:
    """Return the new resolutions of cataphoric pronouns, and of those resolved by way of them."""
    revised = {one.pronoun.id: one for one in meant}
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


def named_in_domain(element: Element, test: AntecedentTest) -> Violated:
    """Return the test for pronouns that cannot mean `element`, which is named in their domain."""

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        verdict = None if pronoun.kind in BOUND else test(pronoun, element)
        return verdict if is_about(verdict, Constraint.BINDING) else None

    return violated


def contradicted(comes: ReferringExpression) -> Violated:
    """Return the test for pronouns of another gender than `comes` tells."""

    def violated(pronoun: ReferringExpression) -> Verdict | None:
        if not pronoun.agreement.gender.isdisjoint(comes.agreement.gender):
            return None
        (gender,), (wanted,) = comes.agreement.gender, pronoun.agreement.gender
        return Verdict(Constraint.AGREEMENT, f"{gender} (“{comes.text}”)", wanted)

    return violated


def may_be_taken_back(one: Awaiting) -> bool:
    """Return True if a pronoun stands for a person and has an antecedent."""
    found = one.resolution.antecedent
    return found is not None and class_of(one.pronoun.agreement) in HE_OR_SHE


def remembered(one: Awaiting) -> Awaiting:
    """Return a resolved pronoun without its attempts, as it is stored."""
    resolution = one.resolution._replace(attempts=(), nobody=(), instead_of=None)
    return Awaiting(resolution, one.here._replace(odds=()))


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
