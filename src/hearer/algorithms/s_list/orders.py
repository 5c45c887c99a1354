"""Orders of the S-list other than Table 2: the first question that the paper ends with.

Layers, LAYERS      what elements are ordered by first: status, then utterance, as in the paper
Second, SECOND      what orders those that are alike in this: their position, as in the paper
relation_of         the grammatical function of an element
foremost            the better of two

"Future work will address whether the text position, which is the weakest grammatical concept, is
sufficient for the order of the elements of the S-list at the second layer" (Strube 1998, section
5). What was measured: docs/questions.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeAlias

from hearer.model import Element
from hearer.model.tree import base

Key: TypeAlias = tuple[float, ...]  # of two elements the one with the smaller key precedes


class Layers(StrEnum):
    """What elements are ordered by first."""

    STATUS_FIRST = "status-first"  # Table 2: hearer-old of U(i-1) before mediated of U(i)
    UTTERANCE_FIRST = "utterance-first"  # all of U(i) before all of U(i-1), each by status
    NO_STATUS = "no-status"  # the utterance alone


class Second(StrEnum):
    """What orders elements of one status and utterance."""

    POSITION = "position"  # Table 2: from left to right
    ROLE = "role"  # subject, objects, others (Grosz et al. 1995); then from left to right
    RECENCY = "recency"  # from right to left: what was said last


SUBJECT, OBJECT, OTHER = range(3)
ROLES = {"nsubj": SUBJECT, "csubj": SUBJECT, "obj": OBJECT, "iobj": OBJECT}


def relation_of(element: Element) -> str:
    """The best grammatical function that its entity has had in its utterance."""
    return element.relation or element.expression.relation


def foremost(relation: str, other: str) -> str:
    """The better of two grammatical functions; the first if they are of a kind.

    >>> foremost("nmod:poss", "nsubj:pass"), foremost("obj", "iobj")
    ('nsubj:pass', 'obj')
    """
    return min(relation, other, key=_role)


def _role(relation: str) -> int:
    return ROLES.get(base(relation), OTHER)


LAYERS: Mapping[Layers, Callable[[Element], Key]] = {
    Layers.STATUS_FIRST: lambda x: (x.familiarity.status, -x.utterance),
    Layers.UTTERANCE_FIRST: lambda x: (-x.utterance, x.familiarity.status),
    Layers.NO_STATUS: lambda x: (-x.utterance,),
}
SECOND: Mapping[Second, Callable[[Element], Key]] = {
    Second.POSITION: lambda x: (x.position,),
    Second.ROLE: lambda x: (_role(relation_of(x)), x.position),
    Second.RECENCY: lambda x: (-x.expression.position,),
}
