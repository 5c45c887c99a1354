"""Who is who: the identity of discourse entities and of the expressions that realize them.

Entity          a discourse entity x
EntityKind      how it came into the discourse
ExpressionId    which of the expressions of a discourse one is
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Self

from hearer.harmless import MOST_SHOWN, quoted
from hearer.model.grammar import Kind


class EntityKind(StrEnum):
    """How an entity came into the discourse."""

    NAMED = "named"  # by a name or a noun: BRENNAN
    UNKNOWN = "unknown"  # by a pronoun without antecedent: ?3.1
    SET = "set"  # by a coordination, or by *they*: {BRENNAN, FRIEDMAN}
    CLAUSE = "clause"  # by a clause that told it
    SPEAKER = "speaker"  # by I, you or we


class ExpressionId(NamedTuple):
    """Where an expression is heard, and as what: a set has the place of its first member."""

    utterance: int
    position: float
    kind: Kind


class Entity(str):
    """A discourse entity. Its letters are its id, unique in a discourse; its kind is told apart.

    The paper writes entities in capitals, and so do we. Nobody has to read anything off the
    letters: ask for the `kind`.

    >>> Entity("BRENNAN").kind, Entity.unknown(ExpressionId(3, 1, Kind.PRONOUN))
    (<EntityKind.NAMED: 'named'>, '?3.1')
    """

    __slots__ = ("kind",)
    kind: EntityKind

    def __new__(cls, letters: str, kind: EntityKind = EntityKind.NAMED) -> Self:
        entity = super().__new__(cls, letters)
        entity.kind = kind
        return entity

    @classmethod
    def unknown(cls, pronoun: ExpressionId) -> Self:
        """Whatever a pronoun refers to for which no antecedent was found."""
        return cls(f"?{pronoun.utterance}.{pronoun.position:.10g}", EntityKind.UNKNOWN)

    @classmethod
    def of_set(cls, members: Iterable[str]) -> Self:
        return cls(f"{{{', '.join(members)}}}", EntityKind.SET)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing but a pronoun stood for it when it was first heard."""
        return self.kind is EntityKind.UNKNOWN

    def __repr__(self) -> str:
        return quoted(str(self), MOST_SHOWN)

    def __getnewargs__(self) -> tuple[str, EntityKind]:  # type: ignore[override]
        return str(self), self.kind
