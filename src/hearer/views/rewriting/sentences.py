"""Who is named where in a sentence, as it will read.

Breath       what is understood together: an utterance, or a part of a long one
Sentences    the expressions of an interpretation, and what became of its pronouns
NamedInPassing
             somebody in the name of somebody else
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hearer.model import (
    ANY_SORT,
    Entity,
    ExpressionId,
    Interpretation,
    ReferringExpression,
    Sort,
)
from hearer.model.tree import BREATH, Tree
from hearer.views.rewriting import rules
from hearer.views.rewriting.rewritten import Reason

NAMED = frozenset(
    {Reason.NAMED_IN_CLAUSE, Reason.NAMED_ABOVE, Reason.NAMED_BEFORE, Reason.NAMED_IN_SENTENCE}
)
SET_APART = frozenset({Reason.QUOTED, Reason.PROTECTED})


class Breath(NamedTuple):
    """What is understood together: an utterance, or a part of a long one."""

    utterance: int
    number: int

    @classmethod
    def of(cls, expression: ReferringExpression) -> Breath:
        return cls(expression.utterance, (expression.head - 1) // BREATH)


class NamedInPassing(NamedTuple):
    """Where a name that took the place of a pronoun names somebody else: *Brennan's* mother."""

    entity: Entity | None
    position: float
    clause: int


class Sentences:
    """The expressions of an interpretation by sentence, and what became of its pronouns."""

    def __init__(
        self,
        found: Interpretation,
        trees: Mapping[int, Tree],
        quoted: Mapping[int, Sequence[bool]],
    ) -> None:
        self._trees = trees
        self._heard: dict[Breath, list[ReferringExpression]] = {}
        self._realizing: dict[tuple[Breath, Entity | None], list[ReferringExpression]] = {}
        self._last: dict[int, Breath] = {}  # of an utterance
        self._members: dict[Entity | None, frozenset[Entity | None]] = {}
        self._sorts: dict[Entity | None, frozenset[Sort]] = {}  # as first heard
        self._mentions: dict[Breath, list[NamedInPassing]] = {}
        self._reasons: dict[ExpressionId, Reason | None] = {}  # None: spelled out
        self._waiting = {resolution.pronoun.id for resolution in found.resolutions}
        for expression in found.expressions:
            if expression.utterance not in trees:
                continue
            if expression.members:
                members = frozenset(member.entity for member in expression.members)
                self._members[expression.entity] = members
            if quoted[expression.utterance][expression.head]:
                continue
            if expression.kind not in rules.PRONOMINAL:
                self._sorts.setdefault(expression.entity, expression.sorts)
            here = Breath.of(expression)
            self._heard.setdefault(here, []).append(expression)
            self._realizing.setdefault((here, expression.entity), []).append(expression)
            self._last[expression.utterance] = here

    # What became of pronouns ------------------------------------------------------------------

    def note(
        self, pronoun: ReferringExpression, reason: Reason | None, mentions: Iterable[Entity | None]
    ) -> None:
        """Remember why a pronoun stayed; or that it did not, and who is mentioned in its name."""
        self._reasons[pronoun.id] = reason
        self._waiting.discard(pronoun.id)
        self._mentions.setdefault(Breath.of(pronoun), []).extend(
            NamedInPassing(entity, pronoun.position, pronoun.clause) for entity in mentions
        )

    def _is_named(self, expression: ReferringExpression) -> bool:
        return expression.kind not in rules.PRONOMINAL or self._is_written(expression)

    def _is_written(self, pronoun: ReferringExpression) -> bool:
        return self._reasons.get(pronoun.id, Reason.NO_NAME) is None

    def is_spelled_out(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Whether another pronoun of this sentence was spelled out as `entity`."""
        heard = self._realizing.get((Breath.of(pronoun), entity), ())
        return any(map(self._is_written, heard))

    # Around a pronoun -------------------------------------------------------------------------

    def around(self, pronoun: ReferringExpression, entity: Entity | None) -> rules.Surroundings:
        """The places of `entity`, and of who belongs to it, that count for a pronoun."""
        tree, here = self._trees[pronoun.utterance], Breath.of(pronoun)
        wanted = {entity, *self._members.get(entity, ())}
        realizing = [e for one in wanted for e in self._realizing.get((here, one), ())]
        others = tuple(
            e
            for e in sorted(realizing, key=lambda e: e.position)
            if e.id != pronoun.id and self._counts(e, pronoun)
        )
        mentions = (one for one in self._mentions.get(here, ()) if one.entity == entity)
        clauses = frozenset(rules.whole_clause(tree, mention.clause) for mention in mentions)
        return rules.Surroundings(pronoun, tree, others, clauses)

    def _counts(self, other: ReferringExpression, pronoun: ReferringExpression) -> bool:
        """Names do; before a pronoun also those that stay, but not what stands apart."""
        if self._is_named(other):
            return True
        if other.position > pronoun.position or other.id in self._waiting:
            return False
        return self._reasons.get(other.id) not in SET_APART

    def present(self, pronoun: ReferringExpression) -> tuple[ReferringExpression, ...]:
        """What was heard of the sentence before a pronoun."""
        heard = self._heard.get(Breath.of(pronoun), ())
        return tuple(e for e in heard if e.position < pronoun.position)

    def mentioned(self, pronoun: ReferringExpression) -> frozenset[Entity | None]:
        """Who is mentioned in the names that were written in its clause."""
        mentions = self._mentions.get(Breath.of(pronoun), ())
        return frozenset(one.entity for one in mentions if one.clause == pronoun.clause)

    def lately(self, pronoun: ReferringExpression) -> tuple[ReferringExpression, ...]:
        """The same, and the sentence before."""
        here = Breath.of(pronoun)
        before = here._replace(number=here.number - 1) if here.number else None
        last = before or self._last.get(pronoun.utterance - 1, here)
        return (*self._heard.get(last, ()), *self.present(pronoun))

    def own(self, entity: Entity | None) -> rules.Own:
        """Who is no rival of `entity`: itself, and who belongs to it."""
        entities = frozenset({entity, *self._members.get(entity, ())})
        kinds = [self._sorts[one] for one in entities if one in self._sorts]
        return rules.Own(entities, frozenset().union(*kinds) if kinds else ANY_SORT)

    def stayed_before(self, around: rules.Surroundings) -> bool:
        """Whether the same stays a pronoun earlier: *she* saw it, and Anna ran."""
        reasons = (
            self._reasons.get(e.id)
            for e in around.others
            if e.position < around.pronoun.position and e.kind in rules.PRONOMINAL
        )
        return any(reason and reason not in NAMED | {Reason.BOUND} for reason in reasons)

    def names_before(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Whether the sentence names `entity` before a pronoun; of a set, all who belong to it."""
        if self._names(pronoun, entity):
            return True
        members = self._members.get(entity)
        return bool(members) and all(self._names(pronoun, member) for member in members or ())

    def names_after(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        """Whether its author names `entity` later in the sentence."""
        heard = self._realizing.get((Breath.of(pronoun), entity), ())
        return any(e.position > pronoun.position and e.kind not in rules.PRONOMINAL for e in heard)

    def _names(self, pronoun: ReferringExpression, entity: Entity | None) -> bool:
        here = Breath.of(pronoun)
        heard = self._realizing.get((here, entity), ())
        if any(e.position < pronoun.position and self._is_named(e) for e in heard):
            return True
        mentions = self._mentions.get(here, ())
        return any(one.entity == entity and one.position < pronoun.position for one in mentions)


def says(around: rules.Surroundings, name: str) -> bool:
    """Whether the clause has a name already, whoever was taken to bear it: at *Jill*'s."""
    tree, words = around.tree, tuple(name.split())
    first, last = tree.edges[around.clause]
    return any(tree.forms[n : n + len(words)] == words for n in range(first, last + 1))
