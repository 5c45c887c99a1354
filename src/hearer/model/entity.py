"""Discourse entities as they stand in a ranked list."""

from __future__ import annotations

from dataclasses import dataclass

from hearer.model.expression import ReferringExpression
from hearer.model.status import Familiarity, InformationStatus


@dataclass(frozen=True, slots=True)
class Element:
    """The 3-tuple (x, utt_x, pos_x) of section 3.2, with x's status and latest expression."""

    entity: str
    utterance: int
    position: float
    familiarity: Familiarity
    expression: ReferringExpression

    @property
    def status(self) -> InformationStatus:
        return self.familiarity.status

    def __str__(self) -> str:
        return f"{self.entity}_{self.familiarity}: {self.expression.text}"


UNKNOWN = "?"


def unknown_entity(pronoun: ReferringExpression) -> str:
    """The name of whatever a pronoun refers to for which no antecedent was found."""
    return f"{UNKNOWN}{pronoun.utterance}.{pronoun.position:g}"


def is_unknown(entity: str | None) -> bool:
    """Whether nothing but pronouns stood for an entity when it was first heard."""
    return bool(entity) and str(entity).startswith(UNKNOWN)
