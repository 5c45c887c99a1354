"""Somebody is called he or she, and only later by name.

    Nameless     the persons who were last called he or she, and never by name

A text may begin in the middle of things: "She studied in Paris. In 1950 Hitchings opened a
gallery." Whoever is called by one name only, and was never introduced, is known from before; so
where somebody is spoken of who has no name yet, this is the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hearer.analysis.constraints.agreement import HUMAN
from hearer.analysis.expressions.draft import Draft
from hearer.analysis.expressions.names import is_titled
from hearer.analysis.here import Here
from hearer.analysis.memory.memory import Memory
from hearer.model import Entity, Gender, Kind, Number, ReferringExpression
from hearer.model.binding import TreePlace, excludes
from hearer.model.part import Part
from hearer.model.tree import SUBJECTS, Tree

REACH = 3  # utterances after which nobody waits for a name any more
MOST = 64  # of them: no text has as many at a time
PROMINENT = SUBJECTS | {"nmod:poss"}  # where a topic stands


class Somebody(NamedTuple):
    """Who was last called he or she, and never by name."""

    entity: Entity
    gender: frozenset[Gender]
    utterance: int  # where last
    since: int  # the utterance in which first


@dataclass(slots=True, eq=False)
class Nameless(Part):
    """The persons who were last called he or she, and never by name; the latest last."""

    known: dict[Entity, Somebody] = field(default_factory=dict)

    def note(self, entity: Entity, expression: ReferringExpression, memory: Memory) -> None:
        if expression.kind is Kind.RELATIVE:
            return
        of_entity = memory.entities.get(entity)
        has_name = bool(of_entity and of_entity.name)
        known = self.known.pop(entity, None)
        is_somebody = entity.is_unknown and (known or is_he_or_she(expression))
        if expression.is_pronoun and not has_name and is_somebody:
            gender = known.gender if known else expression.agreement.gender
            since = known.since if known else expression.utterance
            self._forget(expression.utterance - REACH)
            self.known[entity] = Somebody(entity, gender, expression.utterance, since)

    def take_back(self, entity: Entity, pronoun: ReferringExpression) -> None:
        """Forget somebody who only seemed to be there: *before she left, Anna* was meant."""
        known = self.known.get(entity)
        if known and known.since == pronoun.utterance:
            del self.known[entity]

    def _forget(self, utterance: int) -> None:
        """Forget who was last spoken of before an utterance, and the first of too many."""
        while self.known:
            first = next(iter(self.known.values()))
            if first.utterance >= utterance and len(self.known) < MOST:
                return
            del self.known[first.entity]

    def find(self, here: Here, draft: Draft) -> Entity | None:
        """The entity that `draft`, heard for the first time, is the name of.

        Of somebody first spoken of in this very utterance it is not: "he said John left". Whether
        "before he left, John ..." is cataphora, the algorithm says.
        """
        if not self.known or not _may_name(draft):
            return None
        tree, now = here.tree, here.number
        name = TreePlace(draft.head, tree.heads[draft.head], draft.relation, draft.kind)
        for entity, gender, utterance, since in reversed(self.known.values()):
            is_near = now - utterance <= REACH and since < now
            agrees = not gender.isdisjoint(draft.agreement.gender)
            if is_near and agrees and not _clashes(tree, name, here.places.get(entity, ())):
                return entity
        return None


def is_he_or_she(expression: ReferringExpression) -> bool:
    """Whether an expression is a pronoun for one person."""
    agreement = expression.agreement
    is_one = Number.SINGULAR in agreement.number
    return expression.is_pronoun and is_one and agreement.gender <= HUMAN


def _clashes(tree: Tree, name: TreePlace, places: Sequence[TreePlace]) -> bool:
    """*She* is not *Anna* in "she saw Anna"."""
    return any(excludes(tree, name, each) or excludes(tree, each, name) for each in places)


def _may_name(draft: Draft) -> bool:
    """Whether an expression is one name of a person, where a topic stands.

    A full name or a title introduces somebody.
    """
    is_one_name = draft.kind is Kind.NAME and len(draft.name) == 1 and not is_titled(draft.name)
    is_person = not draft.agreement.gender.isdisjoint(HUMAN)
    return is_one_name and is_person and draft.relation in PROMINENT
