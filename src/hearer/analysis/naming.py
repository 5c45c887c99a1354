"""Somebody is called he or she, and only later by name.

    Nameless     the persons who were only called he or she so far
    find         the one that a name, heard for the first time, is the name of

A text may begin in the middle of things: "She studied in Paris. In 1950 Hitchings opened a
gallery." Whoever is called by surname alone, and was never introduced, is known from before; so
where somebody is spoken of who has no name yet, this is the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hearer.analysis import sorts
from hearer.analysis.binding import Place, violates
from hearer.analysis.expressions import Draft, is_titled
from hearer.analysis.trees import SUBJECTS, Tree
from hearer.model import Gender, Kind, Number, ReferringExpression, unknown_entity

REACH = 3  # utterances after which somebody without a name is forgotten
ROLES = SUBJECTS | {"nmod:poss"}


class Somebody(NamedTuple):
    """Who was only called he or she so far."""

    entity: str
    gender: frozenset[Gender]
    utterance: int  # where last


class Nameless:
    """The persons who were only called he or she so far, the latest last."""

    __slots__ = ("_known",)

    def __init__(self, known: dict[str, Somebody] | None = None) -> None:
        self._known: dict[str, Somebody] = known or {}

    def copy(self) -> Nameless:
        return Nameless(self._known.copy())

    def note(self, entity: str, expression: ReferringExpression) -> None:
        """Take note of what an expression realized."""
        here = self._known.pop(entity, None)
        if not expression.is_pronoun:
            if here and expression.kind is Kind.RELATIVE:
                self._known[entity] = here
            return
        if here is None and entity != unknown_entity(expression):
            return
        agreement = expression.agreement
        if Gender.NEUTER in agreement.gender or Number.SINGULAR not in agreement.number:
            return
        if here is None:
            # another
            pass
        self._known[entity] = Somebody(entity, agreement.gender, expression.utterance)

    def find(
        self, tree: Tree, draft: Draft, places: Mapping[str, Sequence[Place]]
    ) -> str | None:
        """The entity that `draft`, which names nobody known, is the name of."""
        if not self._known or any(refuses(tree, draft) for refuses in REFUSALS):
            return None
        for somebody in reversed(self._known.values()):
            if tree.utterance.number - somebody.utterance > REACH:
                continue
            if somebody.gender.isdisjoint(draft.agreement.gender):
                continue
            here = Place(draft.head, tree.heads[draft.head], draft.relation, draft.kind)
            if any(violates(tree, here, place) or violates(tree, place, here) for place in places.get(somebody.entity, ())):
                continue
            return somebody.entity
        return None


def _is_no_name(_: Tree, draft: Draft) -> bool:
    return draft.kind is not Kind.NAME or is_titled(draft.name)


def _is_introduced(_: Tree, draft: Draft) -> bool:
    """A full name introduces somebody."""
    return len(draft.name) > 1


def _is_in_the_background(_: Tree, draft: Draft) -> bool:
    return draft.relation not in ROLES


def _is_no_person(tree: Tree, draft: Draft) -> bool:
    return Gender.MASCULINE not in draft.agreement.gender and Gender.FEMININE not in draft.agreement.gender


Refusal = Callable[[Tree, Draft], bool]
REFUSALS: tuple[Refusal, ...] = (
    _is_no_name,
    _is_introduced,
    _is_in_the_background,
    _is_no_person,
)
