"""Entities as they stand on the weighted S-list, made by hand."""

from __future__ import annotations

from dataclasses import replace

from hearer.model import Entity, ReferringExpression
from hearer.ranking.entity_list import ListedEntity, introduced

CAR = ReferringExpression("car", 1, 2, entity=Entity("CAR"))


def listed(
    entity: str = "CAR", expression: ReferringExpression = CAR, **known: object
) -> ListedEntity:
    """What the list knows after one expression, but for what is `known` otherwise."""
    named = replace(expression, entity=Entity(entity))
    first = introduced(Entity(entity), named, (0.0, 1), int(named.position))
    return first._replace(**known)
