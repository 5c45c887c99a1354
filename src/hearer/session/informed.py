"""A hearer that is told things beforehand.

InformedHearer     a hearer with knowledge, that can hand over what it heard so far
listen_informed    a whole discourse
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Unpack, cast

from hearer.hearing import Hearer
from hearer.keywords import Options
from hearer.model import (
    Discourse,
    Element,
    Familiarity,
    Interpretation,
    Note,
    ReferringExpression,
    Resolution,
    Step,
)
from hearer.profiles import Profile
from hearer.session.informed_analysis import InformedAnalyst
from hearer.session.knowledge import Knowledge


class InformedHearer(Hearer):
    """A hearer with knowledge of its own."""

    _analyst: InformedAnalyst

    def __init__(
        self,
        *,
        knowledge: Knowledge | None = None,
        algorithm: str | None = None,
        profile: Profile | str | None = None,
        **options: Unpack[Options],
    ) -> None:
        analysis = partial(InformedAnalyst, knowledge or Knowledge())
        super().__init__(
            algorithm=algorithm, profile=profile, analysis=analysis, keep=True, **options
        )

    def copy(self) -> InformedHearer:
        return cast("InformedHearer", super().copy())

    def hand_over(self) -> Interpretation:
        """What was understood since the last time; the steps are forgotten, the state is not."""
        found = self.finish()
        self._steps, self._expressions, self._segments = [], [], []
        self._kept_at.clear()
        return found

    def _hear(self, expression: ReferringExpression, parts: list[Step]) -> None:
        before = self._state if not parts else parts[-1].state
        super()._hear(expression, parts)
        if not self._analyst.corrects(expression) or expression.entity is None:
            return
        was = next((e for e in before if e.entity == expression.entity), None)
        pronoun = replace(expression, is_pronoun=True, entity=None)
        antecedent = was or Element(
            expression.entity,
            expression.utterance,
            expression.position,
            Familiarity.EVOKED,
            expression,
        )
        told = Note("corrected", expression.entity)
        step = parts[-1]
        resolutions = (*step.resolutions, Resolution(pronoun, (), antecedent))
        parts[-1] = step._replace(resolutions=resolutions, notes=(*step.notes, told))


def listen_informed(
    discourse: Discourse,
    *,
    knowledge: Knowledge | None = None,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    **options: Unpack[Options],
) -> Interpretation:
    """Hear a whole discourse with something known beforehand."""
    hearer = InformedHearer(knowledge=knowledge, algorithm=algorithm, profile=profile, **options)
    for word in discourse.words:
        hearer.hear(word)
    return replace(hearer.finish(), discourse=discourse, problems=discourse.problems)
