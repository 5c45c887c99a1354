"""The options of the weighted S-list.

WeightedSListOptions    how far it reaches, and how sure it must be
"""

from __future__ import annotations

from dataclasses import dataclass

from hearer.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedSListOptions:
    """How far the list reaches, and how sure a decision must be.

    `reach` is how many utterances an entity stays on the list without being realized.
    `precision` asks for that share of right decisions: what is less sure is not resolved but
    labelled. With `cataphora`, a pronoun may be resolved by a subject that comes after it, and
    with `events` by a clause that told what it stands for. With `meaning`, it is weighed how well
    candidates fit what is said, wherever that is known.
    """

    reach: int = 8
    precision: float | None = 0.0
    cataphora: bool = True
    events: bool = True
    meaning: bool = True

    def __post_init__(self) -> None:
        """Refuse what is no share."""
        is_number = isinstance(self.precision, int | float)
        if is_number and not 0 <= (self.precision or 0.0) <= 1:
            raise UsageError(
                f"A precision is a share from 0 to 1, as in 0.9, not {self.precision}."
            )
