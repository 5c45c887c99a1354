"""What a hearer keeps of what it heard.

Record          every step and expression, each expression with what it was taken to realize
AnswersRecord   what pronouns mean and how sure that is, but not the states on the way there
NoRecord        nothing
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from hearer.model.expression import ReferringExpression
from hearer.model.identity import Entity, ExpressionId
from hearer.model.interpretation import Interpretation, Step
from hearer.model.part import Part
from hearer.model.text import Segment


@dataclass(eq=False, repr=False)
class Record(Part):
    """What is kept of what was heard; each expression with what it was taken to realize."""

    steps: list[Step] = field(default_factory=list)  # one a word
    expressions: dict[ExpressionId, ReferringExpression] = field(default_factory=dict)
    of_entity: dict[Entity, list[ExpressionId]] = field(default_factory=dict)
    segments: list[int] = field(default_factory=list)  # their first utterances
    keeps: ClassVar[bool] = True

    def note(self, step: Step) -> None:
        self.steps.append(step)

    def begin_segment(self, utterance: int) -> None:
        self.segments.append(utterance)

    def keep(self, expression: ReferringExpression) -> None:
        """Keep an expression; one that was kept already is replaced."""
        place = expression.id
        self.expressions[place] = expression
        if expression.entity is not None:
            self.of_entity.setdefault(expression.entity, []).append(place)

    def unify(self, was: Entity, now: Entity, because: str) -> None:
        """Let what realized one entity realize another: a speaker who is named afterwards."""
        for place in self.of_entity.pop(was, ()):
            heard = self.expressions[place]
            if heard.entity == was:
                self.keep(replace(heard, entity=now, because=because))

    def interpretation(self, last: int, unfinished: list[Step]) -> Interpretation:
        ends = [first - 1 for first in self.segments[1:]] + [last]
        return Interpretation(
            steps=(*self.steps, *unfinished),
            expressions=tuple(self.expressions.values()),
            segments=tuple(map(Segment, self.segments, ends)),
        )


class AnswersRecord(Record):
    """Keeps expressions and resolutions; of what was tested for a pronoun the counts alone.

    That is a third of the memory: for who makes tables of a novel, and asks no `why`.
    """

    def note(self, step: Step) -> None:
        """Keep what was resolved, without the state and the parts of the step."""
        if step.resolutions:
            counted = tuple(one.counted() for one in step.resolutions)
            self.steps.append(Step((), step.heard, counted, event=step.event, word=step.word))


class NoRecord(Record):
    """Keeps nothing."""

    keeps = False

    def note(self, step: Step) -> None:
        """Forget a step at once."""

    def begin_segment(self, utterance: int) -> None:
        """Forget where a segment began."""

    def keep(self, expression: ReferringExpression) -> None:
        """Forget an expression at once."""
