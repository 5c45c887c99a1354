"""Cataphora: a pronoun that is heard before what it stands for.

    Awaiting      a pronoun that may stand for what comes later in its utterance
    Waiting       all of them, and what else was resolved in the utterance
    renamed       a resolution by way of a pronoun that turned out to mean something else
    SHARES        how often what comes is meant, by class
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
from hearer.algorithms.weighted.answers import NOT_REFERRING, taken_for
from hearer.algorithms.weighted.listed import (
    HE_OR_SHE,
    SUBJECT,
    ListedEntity,
    class_of,
    role_of,
)
from hearer.algorithms.weighted.values import GrammaticalRole, PronounClass
from hearer.model import (
    Constraint,
    Cue,
    Element,
    Entity,
    ExpressionId,
    Kind,
    Label,
    ReferringExpression,
    Resolution,
    Verdict,
    is_about,
)

NEVER = 2.0  # more than can be asked for
CENTRAL = frozenset({SUBJECT, GrammaticalRole.OBJECT, GrammaticalRole.INDIRECT_OBJECT})
WAITING = frozenset({Kind.PRONOUN, Kind.POSSESSIVE, Kind.REFLEXIVE})
NOT_NAMED = frozenset(
    {Kind.SPEAKER, Kind.DEMONSTRATIVE, Kind.QUANTIFIED, Kind.ELLIPSIS, Kind.RELATIVE}
)
Parents = Mapping[int, int]  # the clause that governs a clause; 0 over the main clause


class Awaiting(NamedTuple):
    """A pronoun that may stand for what comes, and what it was taken to mean meanwhile."""

    resolution: Resolution
    entity: Entity
    before: ListedEntity | None  # of that entity, when the pronoun was not yet heard
    least: float = 0.0  # how sure an antecedent must be

    @property
    def pronoun(self) -> ReferringExpression:
        return self.resolution.pronoun


class Waiting(NamedTuple):
    """The pronouns that wait, and all that were heard in the utterance."""

    pronouns: tuple[Awaiting, ...]
    since: tuple[Awaiting, ...]

    def hear(self, heard: Awaiting) -> Waiting:
        """Take note of a pronoun, whether it waits or not."""
        waits = awaits(heard.resolution)
        return Waiting((*self.pronouns, heard) if waits else self.pronouns, (*self.since, heard))

    def before(self, pronoun: ReferringExpression) -> ListedEntity | None:
        """What was known of what a pronoun was taken for, when it was not yet heard."""
        return next(heard.before for heard in self.since if heard.pronoun.id == pronoun.id)

    def meant_by(
        self, comes: ReferringExpression, element: Element, parents: Parents, test: AntecedentTest
    ) -> tuple[Awaiting, ...]:
        """Those that waited for `comes`, which `element` stands for on the list."""
        return tuple(
            awaiting
            for awaiting in self.pronouns
            if awaiting.entity != element.entity
            and not any(refuses(awaiting, comes, parents) for refuses in REFUSALS)
            and _passes(awaiting, test(awaiting.pronoun, element))
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
    """Whether a pronoun stands before a subject to come, and may mean it."""
    cues, kind = resolution.pronoun.cues, resolution.pronoun.kind
    if kind is Kind.REFLEXIVE and resolution.antecedent is None:
        return NOT_REFERRING.isdisjoint(cues)
    if resolution.antecedent is None and is_deep(resolution.pronoun):
        return True
    if Cue.AHEAD not in cues and Cue.BUT not in cues:
        return False
    if kind not in WAITING or resolution.label is Label.PLEONASTIC:
        return False
    is_event = Cue.EVENT in cues and class_of(resolution.pronoun.agreement) is PronounClass.IT
    return NOT_REFERRING.isdisjoint(cues) and not is_event


def is_deep(pronoun: ReferringExpression) -> bool:
    """*Her* mother loves Ida; those who know *him* say that Emil ...: it governs no other name."""
    is_inside = Cue.RELATIVE_CLAUSE in pronoun.cues and role_of(pronoun) is not SUBJECT
    if Cue.AHEAD in pronoun.cues or not (is_inside or pronoun.kind is Kind.POSSESSIVE):
        return False
    return class_of(pronoun.agreement) in HE_OR_SHE


def _passes(awaiting: Awaiting, verdict: Verdict | None) -> bool:
    """Whether what comes passes the test: an unbound reflexive may have it without binding."""
    is_unbound = awaiting.pronoun.kind is Kind.REFLEXIVE and is_about(verdict, Constraint.BINDING)
    return verdict is None or is_unbound


def _revised(awaiting: Awaiting, element: Element) -> Resolution:
    before = awaiting.resolution
    share = share_of(awaiting, element.expression)
    return replace(taken_for(before, element, share), instead_of=before)


def share_of(awaiting: Awaiting, comes: ReferringExpression) -> float:
    """How often a pronoun like this one means what comes."""
    return next(share for holds, share in SHARES if holds(awaiting, comes))


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


# How often what comes is meant ----------------------------------------------------------------


def _is_reflexive(awaiting: Awaiting, _: ReferringExpression) -> bool:
    """Seeing *himself*, Tom ...: nobody else can be."""
    return awaiting.pronoun.kind is Kind.REFLEXIVE and Cue.AHEAD in awaiting.pronoun.cues


def _is_unbound(awaiting: Awaiting, _: ReferringExpression) -> bool:
    """The portrait of *himself* that Tom ..."""
    return awaiting.pronoun.kind is Kind.REFLEXIVE


def _is_clear(awaiting: Awaiting, _: ReferringExpression) -> bool:
    """Peter came. *He* was tired, but John ..."""
    return Cue.AHEAD not in awaiting.pronoun.cues and awaiting.resolution.antecedent is not None


def _is_in_contrast(awaiting: Awaiting, _: ReferringExpression) -> bool:
    """*He* was tired, but John ..."""
    return Cue.AHEAD not in awaiting.pronoun.cues


def _has_nobody(awaiting: Awaiting, _: ReferringExpression) -> bool:
    return awaiting.resolution.antecedent is None


def _is_the_named_one_s(awaiting: Awaiting, comes: ReferringExpression) -> bool:
    """In *his* book, Smith ..."""
    return awaiting.pronoun.kind is Kind.POSSESSIVE and comes.kind is Kind.NAME


def _is_named(_: Awaiting, comes: ReferringExpression) -> bool:
    """Before *he* left, John ..."""
    return comes.kind is Kind.NAME


def _is_possessive_beside(awaiting: Awaiting, comes: ReferringExpression) -> bool:
    """After *his* arrest, the banker ..."""
    pronoun = awaiting.pronoun
    return pronoun.kind is Kind.POSSESSIVE and pronoun.clause == comes.clause


# Counted in GUM train: 6 of 7 that agree, where nobody was spoken of before; else, agreeing
# or not, 14 of 18 possessives and 3 of 5 subjects where a name comes, and 1 of 18 possessives where
# it is another noun phrase. The rest is guessed: the first five, and what agrees of the last two.
SHARES: tuple[tuple[Callable[[Awaiting, ReferringExpression], bool], float], ...] = (
    (_is_reflexive, 0.9),
    (_is_unbound, 0.6),
    (lambda awaiting, _: is_deep(awaiting.pronoun), 0.6),
    (_is_clear, 0.0),
    (_is_in_contrast, 0.5),
    (_has_nobody, 0.85),
    (_is_the_named_one_s, 0.75),
    (_is_named, 0.6),
    (_is_possessive_beside, 0.5),
    (lambda *_: True, 0.2),
)

# Why what comes is not meant ------------------------------------------------------------------


def _is_no_name(_: Awaiting, comes: ReferringExpression, __: Parents) -> bool:
    """*Something*, *this* and *you* tell nobody who was meant."""
    return comes.is_pronoun or comes.kind in NOT_NAMED


def _is_no_subject(awaiting: Awaiting, comes: ReferringExpression, _: Parents) -> bool:
    """*Her* mother loves *Ida*: for such pronouns a name may be the object, too."""
    if is_deep(awaiting.pronoun):
        return comes.kind is not Kind.NAME or role_of(comes) not in CENTRAL
    return role_of(comes) is not SUBJECT


def _does_not_govern(awaiting: Awaiting, comes: ReferringExpression, parents: Parents) -> bool:
    """What comes must be in the pronoun's own clause, or in one that governs it."""
    clause = awaiting.pronoun.clause
    if awaiting.pronoun.kind is Kind.REFLEXIVE or is_deep(awaiting.pronoun):
        return False
    if Cue.BUT in awaiting.pronoun.cues and Cue.AHEAD not in awaiting.pronoun.cues:
        return parents.get(comes.clause) != clause or Cue.SUBORDINATE in comes.cues
    while clause and clause != comes.clause:
        clause = parents.get(clause, 0)
    return clause != comes.clause


def _disagrees(awaiting: Awaiting, comes: ReferringExpression, _: Parents) -> bool:
    """Strictly: nobody hears *they* and waits for one person."""
    return not comes.agreement.agrees_with(awaiting.pronoun.agreement)


def _is_too_weak(awaiting: Awaiting, comes: ReferringExpression, _: Parents) -> bool:
    """An antecedent is only given up for what is meant more often."""
    found, share = awaiting.resolution, share_of(awaiting, comes)
    is_weaker = found.antecedent is not None and share <= (found.confidence or 0.0)
    return is_weaker or share < awaiting.least


Refusal = Callable[[Awaiting, ReferringExpression, Parents], bool]
REFUSALS: tuple[Refusal, ...] = (
    _is_no_subject,
    _is_no_name,
    _does_not_govern,
    _disagrees,
    _is_too_weak,
)
