"""What comes can rule out what a pronoun was taken for.

    reconsidered    the new resolutions of the pronouns that what comes rules out
    without         the same resolution, when what was found is ruled out: the next best
    free_of_binding, exempt
                    what passes for a reflexive that nothing binds, and what comes of it
    move, restore   the list, when a pronoun means something else than was thought

*John met Mike. He called John.* When *he* is heard, John is the best candidate. When *John* is, he
cannot be: a subject is nobody who is named in its own domain (Principle C). So the pronoun is
taken for the next best, and so is what was resolved by way of it: *he called his ...*
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.weighted.answers import Verdicts, label_of, probabilities
from hearer.algorithms.weighted.cataphora import Awaiting, Waiting, renamed
from hearer.algorithms.weighted.listed import (
    SUBJECT,
    ListedEntity,
    WeightedList,
    class_of,
    role_of,
)
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
    Verdict,
    is_about,
)

MOST = 0.6  # nobody is surer of a second choice: in GUM 4 of 11 are right, 3 of the first were
NAMING = frozenset({Kind.NAME, Kind.DEFINITE})
UNBOUND = "nothing binds it in its clause, so it is the best that agrees"
EXEMPT = 0.75  # of reflexives without a binder, the best that agrees is right: in GUM 5 of 6


def reconsidered(
    waiting: Waiting, comes: ReferringExpression, element: Element, test: AntecedentTest
) -> tuple[Resolution, ...]:
    """What the pronouns heard so far mean, now that `comes` names `element` beside them."""
    if comes.kind not in NAMING or Cue.PREDICATE in comes.cues:
        return ()
    revised: dict[ExpressionId, Resolution] = {}
    for heard in waiting.since:
        before, over = heard.resolution, _through(heard, revised)
        if over is not None:
            revised[heard.pronoun.id] = renamed(before, over.entity or over.pronoun.referent)
        elif verdict := _ruled_out(heard, element, test):
            revised[heard.pronoun.id] = without(before, verdict)
    return tuple(revised.values())


def _through(heard: Awaiting, revised: dict[ExpressionId, Resolution]) -> Resolution | None:
    """The revised pronoun that this one was resolved by way of, if any."""
    found = heard.resolution.antecedent
    return revised.get(found.expression.id) if found and revised else None


def _ruled_out(heard: Awaiting, element: Element, test: AntecedentTest) -> Verdict | None:
    if heard.resolution.entity != element.entity or heard.pronoun.kind in BOUND:
        return None
    verdict = test(heard.pronoun, element)
    return verdict if is_about(verdict, Constraint.BINDING) else None


def without(resolution: Resolution, verdict: Verdict) -> Resolution:
    """The next best instead of what was found, which `verdict` rules out, or nobody."""
    out = [replace(a, verdict=verdict, score=None) for a in resolution.attempts if a.succeeded]
    others = [attempt for attempt in resolution.attempts if not attempt.succeeded]
    weighed = [attempt for attempt in others if attempt.score is not None]
    shares = probabilities([*(a.score or 0.0 for a in weighed), resolution.nobody_score or 0.0])
    chosen = shares.index(max(shares))
    found = weighed[chosen] if chosen < len(weighed) else None
    return replace(
        resolution,
        attempts=(*out, *(replace(a, verdict=None) if a is found else a for a in others)),
        antecedent=found.candidate if found else None,
        confidence=min(shares[chosen], MOST),
        taken_as=None if found else label_of(resolution.pronoun, shares),
        instead_of=resolution,
        because=f"{resolution.entity} {verdict.shown}",
    )


def free_of_binding(
    pronoun: ReferringExpression, tested: Verdicts, least: float
) -> Verdicts | None:
    """Where nothing binds a reflexive, whatever agrees passes: *people like himself*, he said.

    None if something does, or if so bold a guess is not asked for.
    """
    if pronoun.kind is not Kind.REFLEXIVE or least > EXEMPT or None in tested.verdicts:
        return None
    freed = [None if is_about(v, Constraint.BINDING) else v for v in tested.verdicts]
    return Verdicts(tested.elements, freed)


def exempt(resolution: Resolution) -> Resolution:
    """What a reflexive that nothing binds was taken for is less sure, whatever it weighs."""
    because = UNBOUND if resolution.antecedent else ""
    return replace(resolution, confidence=EXEMPT, because=because)


# The list -------------------------------------------------------------------------------------


def move(
    s_list: WeightedList,
    entity: Entity,
    meant: Sequence[Awaiting],
    pronouns: Sequence[ReferringExpression],
) -> None:
    """Let pronouns be realizations of an entity that came, not of what they were taken for."""
    _count(s_list, entity, pronouns)
    for awaiting in meant:
        _give_up(s_list, awaiting, pronouns)


def _give_up(
    s_list: WeightedList, awaiting: Awaiting, pronouns: Sequence[ReferringExpression]
) -> None:
    """Let the list be as if a pronoun had not been taken for what it was."""
    known = s_list.known.get(awaiting.entity)
    if known is None or known.latest.id not in {pronoun.id for pronoun in pronouns}:
        return
    restore(s_list, awaiting.entity, awaiting.before)


def restore(s_list: WeightedList, entity: Entity, before: ListedEntity | None) -> None:
    """Let the list be as it was before an entity was heard again."""
    s_list.remove(s_list.known[entity])
    if before:
        s_list.insert(before)


def _count(s_list: WeightedList, entity: Entity, pronouns: Sequence[ReferringExpression]) -> None:
    """Count pronouns that were heard before it as realizations of an entity."""
    known = s_list.known[entity]
    subjects = sum(role_of(pronoun) is SUBJECT for pronoun in pronouns)
    s_list.insert(
        known._replace(
            mentions=known.mentions + len(pronouns),
            subjects=known.subjects + subjects,
            called=class_of(pronouns[-1].agreement),
        )
    )
