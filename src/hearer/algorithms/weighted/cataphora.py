"""Cataphora: a pronoun that is heard before what it stands for.

    Awaiting      a pronoun that may stand for what comes later in its utterance
    Waiting       all of them, and what else was resolved in the utterance
    renamed       a resolution by way of a pronoun that turned out to mean something else
    REFUSALS      why a pronoun does not stand for what comes, one rule after the other

*Before he left, John ...*; *In his book, Smith ...*: what stands before the subject of a clause may
have a pronoun for that subject. When it is heard, nobody can know. If no earlier antecedent was
clearly better, it waits for the subject, and what was said of it is then taken back.

After Tanya Reinhart (1983). Anaphora and Semantic Interpretation: backward anaphora is possible
where the later expression does not stand in the domain of the pronoun; and Guy Carden (1982).
Backwards anaphora in discourse context. Journal of Linguistics 18(2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.weighted.answers import taken_for
from hearer.algorithms.weighted.listed import SUBJECT, ListedEntity, role_of
from hearer.model import (
    Cue,
    Element,
    Entity,
    ExpressionId,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
)

DOUBTFUL = 0.5  # an antecedent less probable than this may be given up for what comes
CONFIDENCE = 0.8  # the share of such revisions that is right
NEVER = frozenset({Cue.PLEONASTIC, Cue.WEATHER, Cue.INTENSIFIER, Cue.EVENT})
NOT_NAMED = frozenset(
    {Kind.SPEAKER, Kind.DEMONSTRATIVE, Kind.QUANTIFIED, Kind.ELLIPSIS, Kind.RELATIVE}
)
Parents = Mapping[int, int]  # the clause that governs a clause; 0 over the main clause


class Awaiting(NamedTuple):
    """A pronoun that may stand for what comes, and what it was taken to mean meanwhile."""

    resolution: Resolution
    entity: Entity
    before: ListedEntity | None  # of that entity, when the pronoun was not yet heard

    @property
    def pronoun(self) -> ReferringExpression:
        return self.resolution.pronoun


class Waiting(NamedTuple):
    """The pronouns that wait, and all that were heard in the utterance."""

    pronouns: tuple[Awaiting, ...]
    since: tuple[Awaiting, ...]

    def hear(self, heard: Awaiting, *, may_wait: bool) -> Waiting:
        """Take note of a pronoun, whether it waits or not."""
        waits = may_wait and awaits(heard.resolution)
        return Waiting((*self.pronouns, heard) if waits else self.pronouns, (*self.since, heard))

    def before(self, pronoun: ReferringExpression) -> ListedEntity | None:
        """What was known of what a pronoun was taken for, when it was not yet heard."""
        return next(heard.before for heard in self.since if heard.pronoun.id == pronoun.id)

    def meant_by(
        self,
        comes: ReferringExpression,
        element: Element,
        parents: Parents,
        test: AntecedentTest,
    ) -> tuple[Awaiting, ...]:
        """Those that waited for `comes`, which `element` stands for on the list."""
        return tuple(
            awaiting
            for awaiting in self.pronouns
            if awaiting.entity != element.entity
            and not any(refuses(awaiting, comes, parents) for refuses in REFUSALS)
            and test(awaiting.pronoun, element) is None
        )

    def revisions(self, meant: Sequence[Awaiting], element: Element) -> tuple[Resolution, ...]:
        """The new resolutions: of those meant, and of what was resolved by way of them."""
        revised = [_revised(awaiting, element) for awaiting in meant]
        pronouns = {awaiting.pronoun.id for awaiting in meant}
        for resolution in (heard.resolution for heard in self.since):
            if resolution.pronoun.id not in pronouns and _follows(resolution, pronouns):
                pronouns.add(resolution.pronoun.id)
                revised.append(renamed(resolution, element.entity))
        return tuple(revised)


NOBODY_WAITS = Waiting((), ())


def awaits(resolution: Resolution) -> bool:
    """Whether a pronoun stands before a subject to come, and means nothing clear so far."""
    pronoun = resolution.pronoun
    if Cue.AHEAD not in pronoun.cues or not NEVER.isdisjoint(pronoun.cues):
        return False
    if pronoun.kind not in {Kind.PRONOUN, Kind.POSSESSIVE} or resolution.label is Label.PLEONASTIC:
        return False
    return resolution.antecedent is None or (resolution.confidence or 0.0) < DOUBTFUL


def _revised(awaiting: Awaiting, element: Element) -> Resolution:
    before = awaiting.resolution
    return replace(taken_for(before, element, CONFIDENCE), instead_of=before)


def _follows(resolution: Resolution, pronouns: Set[ExpressionId]) -> bool:
    """Whether a pronoun was resolved by way of one of these: before *he* left *his* house."""
    found = resolution.antecedent
    return found is not None and found.expression.id in pronouns


def renamed(resolution: Resolution, entity: Entity) -> Resolution:
    """The same antecedent, now that it is known who that is."""
    attempts = tuple(
        replace(attempt, candidate=replace(attempt.candidate, entity=entity))
        if attempt.succeeded
        else attempt
        for attempt in resolution.attempts
    )
    found = resolution.antecedent and replace(resolution.antecedent, entity=entity)
    return replace(resolution, attempts=attempts, antecedent=found, instead_of=resolution)


# Why what comes is not meant ------------------------------------------------------------------


def _is_no_name(_: Awaiting, comes: ReferringExpression, __: Parents) -> bool:
    """*Something*, *this* and *you* tell nobody who was meant."""
    return comes.is_pronoun or comes.kind in NOT_NAMED


def _is_no_subject(_: Awaiting, comes: ReferringExpression, __: Parents) -> bool:
    return role_of(comes) is not SUBJECT


def _does_not_govern(awaiting: Awaiting, comes: ReferringExpression, parents: Parents) -> bool:
    """What comes must be in the pronoun's own clause, or in one that governs it."""
    clause = awaiting.pronoun.clause
    while clause and clause != comes.clause:
        clause = parents.get(clause, 0)
    return clause != comes.clause


def _disagrees(awaiting: Awaiting, comes: ReferringExpression, _: Parents) -> bool:
    """Strictly: nobody hears *they* and waits for one person."""
    return not comes.agreement.agrees_with(awaiting.pronoun.agreement)


def _is_too_weak(awaiting: Awaiting, comes: ReferringExpression, _: Parents) -> bool:
    """An antecedent is only given up for a name, or by a possessive in a fronted phrase."""
    if awaiting.resolution.antecedent is None or comes.kind is Kind.NAME:
        return False
    pronoun = awaiting.pronoun
    return pronoun.kind is not Kind.POSSESSIVE or pronoun.clause != comes.clause


Refusal = Callable[[Awaiting, ReferringExpression, Parents], bool]
REFUSALS: tuple[Refusal, ...] = (
    _is_no_subject,
    _is_no_name,
    _does_not_govern,
    _disagrees,
    _is_too_weak,
)
