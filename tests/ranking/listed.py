"""Entities as they stand on the weighted S-list, made by hand."""

from __future__ import annotations

from dataclasses import replace

from hearer.model import Entity, ReferringExpression
from hearer.model.meaning import UNIT, WIDTH
from hearer.ranking.entity_list import ListedEntity, introduced

CAR = ReferringExpression("car", 1, 2, entity=Entity("CAR"))


def listed(
    entity: str = "CAR", expression: ReferringExpression = CAR, **known: object
) -> ListedEntity:
    """What the list knows after one expression, but for what is `known` otherwise."""
    named = replace(expression, entity=Entity(entity))
    first = introduced(Entity(entity), named, (0.0, 1), int(named.position))
    return first._replace(**known)


def fit(asking: bytes, latest: bytes, named: bytes) -> float:
    """How well a candidate fits a pronoun, the slow way: one number after the other."""
    offered = [*latest[:WIDTH], *named[:WIDTH]]
    asked = [*asking[WIDTH:][: len(latest[:WIDTH])], *asking[2 * WIDTH :][: len(named[:WIDTH])]]
    signed = [n - 256 if n > 127 else n for n in (*asked, *offered)]
    pairs = zip(signed[: len(asked)], signed[len(asked) :], strict=True)
    total: int = sum(x * y for x, y in pairs)
    return total / UNIT
