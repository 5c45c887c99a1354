"""Elements: discourse entities as they stand in a ranked list."""

from __future__ import annotations

from dataclasses import dataclass

from hearer.model.expression import ReferringExpression
from hearer.model.identity import Entity
from hearer.model.status import Familiarity, InformationStatus


@dataclass(frozen=True, slots=True)
class Element:
    """The 3-tuple (x, utt_x, pos_x) of section 3.2, with x's status and latest expression."""

    entity: Entity
    utterance: int
    position: float
    familiarity: Familiarity
    expression: ReferringExpression

    @classmethod
    def of(
        cls,
        expression: ReferringExpression,
        entity: Entity | None = None,
        familiarity: Familiarity | None = None,
    ) -> Element:
        """The element of what `expression` realizes: `entity`, else what it has of its own.

        >>> she = ReferringExpression("she", 3, 1, is_pronoun=True, familiarity=Familiarity.EVOKED)
        >>> print(Element.of(she), Element.of(she, Entity("LYN")), sep=", ")
        ?3.1_E: she, LYN_E: she
        """
        return cls(
            entity=entity or expression.referent,
            utterance=expression.utterance,
            position=expression.position,
            familiarity=familiarity or expression.familiarity,
            expression=expression,
        )

    @property
    def status(self) -> InformationStatus:
        return self.familiarity.status

    def __str__(self) -> str:
        return f"{self.entity}_{self.familiarity}: {self.expression.text}"
