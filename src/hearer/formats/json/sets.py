"""Entities in our JSON, and the members of sets: `"members": ["TOM", "CLARA"]`.

entity_of       an entity from its letters
names_in        what entities are called
members_of      by entity the entities that are its members, of what has any
with_members    expressions that were read, with their members
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hearer.formats.json_values import JsonObject
from hearer.model import Entity, EntityKind, Kind, ReferringExpression

KINDS = {"?": EntityKind.UNKNOWN, "{": EntityKind.SET}


def entity_of(letters: str) -> Entity | None:
    """An entity from its letters; at this border they tell its kind."""
    return Entity(letters, KINDS.get(letters[0], EntityKind.NAMED)) if letters else None


def names_in(entities: Sequence[JsonObject]) -> dict[Entity, str] | None:
    """What entities are called; None where the file is older and does not say."""
    if not any("name" in one for one in entities):
        return None
    letters = {one.text("entity"): one.text("name") for one in entities}
    return {entity: name for each, name in letters.items() if (entity := entity_of(each))}


def members_of(expressions: Iterable[ReferringExpression]) -> dict[str, tuple[Entity, ...]]:
    """By entity the entities that are its members, as the first expression of it has them."""
    found: dict[str, tuple[Entity, ...]] = {}
    for expression in expressions:
        members = tuple(one.entity for one in expression.members if one.entity is not None)
        if members and expression.entity is not None:
            found.setdefault(expression.entity, members)
    return found


def with_members(
    expressions: Sequence[ReferringExpression], entities: Sequence[JsonObject]
) -> tuple[ReferringExpression, ...]:
    """Expressions with members: coordinations, and pronouns for them; each as last called."""
    sets = {one.text("entity"): [*map(str, one.several("members"))] for one in entities}
    latest: dict[str, ReferringExpression] = {}
    found = []
    for one in expressions:
        names = sets.get(one.entity or "", ())
        if names and (one.is_pronoun or one.kind is Kind.SET):
            one = replace(one, members=tuple(latest[name] for name in names if name in latest))  # noqa: PLW2901
        if one.entity is not None:
            latest[one.entity] = one
        found.append(one)
    return tuple(found)
