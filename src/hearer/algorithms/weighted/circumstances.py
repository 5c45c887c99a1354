"""What a pronoun brings to the look-up.

Circumstances     the pronoun, where it stands, and who competes to be its antecedent
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hearer.algorithms.weighted.listed import ListedEntity
from hearer.algorithms.weighted.values import GrammaticalRole, PronounClass
from hearer.model import Entity, ReferringExpression


class Circumstances(NamedTuple):
    """A pronoun, where it stands, and who competes to be its antecedent."""

    pronoun: ReferringExpression
    pronoun_class: PronounClass
    role: GrammaticalRole
    candidates: Sequence[ListedEntity] = ()  # those that passed the test, the latest first
    word: int = 0  # counted from the first word heard
    parent: int = 0  # the clause that governs the pronoun's
    before: int = 0  # how many expressions were heard in its utterance before
    speaker: str = ""
    is_in_speech: bool = False
    called_last: Entity | None = None  # what the latest pronoun of the same class was taken for
