"""The hearer: words in, steps out. Here the linguistics and an algorithm meet.

Hearer       hear(word), finish(), copy()
listen       a whole discourse, heard word by word
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import Unpack

from hearer.analysis.analyst import Analyst
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.speech.conversation import Unified
from hearer.keywords import Options
from hearer.model import (
    Discourse,
    Element,
    Entity,
    Event,
    Interpretation,
    Kind,
    Note,
    ReferringExpression,
    Resolution,
    Segment,
    Step,
    Utterance,
    Word,
)
from hearer.profiles import Profile, how_to_hear

Analysis = Callable[[AnalysisOptions], Analyst]  # whoever reads the parse, made from options


class Hearer:
    """Follows a discourse word by word, and knows at every pronoun who is meant, and why.

    With `keep=False` nothing of the past is kept but what the algorithm itself remembers, so
    memory stays bounded however long the discourse: use the steps as they come. `analysis` makes
    the analyst; evaluation hands in one that knows the gold expressions.

    >>> listener = Hearer()
    >>> for word in Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0").words:
    ...     step = listener.hear(word)
    >>> print(step)
    S: [BRENNAN_U: Brennan]
    """

    def __init__(
        self,
        *,
        algorithm: str | None = None,
        profile: Profile | str | None = None,
        keep: bool = True,
        analysis: Analysis = Analyst,
        **options: Unpack[Options],
    ) -> None:
        self._how = how_to_hear(algorithm, profile, options)
        self._keeps = keep
        self._analyst = analysis(self._how.analysis)
        self._algorithm = self._how.strategy(self._analyst.test)
        self._utterance: Utterance | None = None
        self._is_inside = False  # an utterance
        self._state: tuple[Element, ...] = ()
        self._steps: list[Step] = []
        self._expressions: list[ReferringExpression] = []
        self._kept_at: defaultdict[str | None, list[int]] = defaultdict(list)  # by entity
        self._waiting: dict[ReferringExpression, int] = {}  # pronouns not yet decided
        self._segments: list[int] = []

    @property
    def profile(self) -> Profile:
        """How it hears."""
        return self._how

    def hear(self, word: Word) -> Step:
        """Hear the next word: the state after it, and the resolutions that fell at it."""
        if self._analyst.is_silent(word):
            step = Step(self._state, None, (), Event.WORD, word)
        else:
            step = self._step_at(word, self._parts_at(word))
        if self._keeps:
            self._steps.append(step)
        return step

    def _parts_at(self, word: Word) -> list[Step]:
        """The algorithm's steps at a word."""
        parts: list[Step] = []
        if word.utterance is not self._utterance:
            self._begin(word.utterance, parts)
        for draft in self._analyst.heard_at(word.number):
            if expression := self._analyst.specify(draft):
                self._hear(expression, parts)
        if word.ends_utterance:
            self._end(parts)
        return parts

    def finish(self) -> Interpretation:
        """What was understood so far. The hearer can go on listening afterwards."""
        unfinished: list[Step] = []
        if self._waiting:
            self._end(unfinished)
        last = self._utterance.number if self._utterance else 0
        ends = [first - 1 for first in self._segments[1:]] + [last]
        return Interpretation(
            steps=(*self._steps, *unfinished),
            expressions=tuple(self._expressions),
            segments=tuple(map(Segment, self._segments, ends)),
            algorithm=self._how.algorithm,
            profile=self._how.name,
        )

    def copy(self) -> Hearer:
        """A hearer in the same state that goes on independently: to look ahead, or to branch."""
        other = copy(self)
        other._analyst = self._analyst.copy()
        other._algorithm = self._algorithm.copy(test=other._analyst.test)
        other._steps = self._steps.copy()
        other._expressions = self._expressions.copy()
        kept_at = {entity: places.copy() for entity, places in self._kept_at.items()}
        other._kept_at = defaultdict(list, kept_at)
        other._waiting = self._waiting.copy()
        other._segments = self._segments.copy()
        return other

    def _step_at(self, word: Word, parts: list[Step]) -> Step:
        """The algorithm's steps at a word as one step."""
        heard: ReferringExpression | None = None
        resolutions: tuple[Resolution, ...] = ()
        for part in parts:
            self._state = part.state
            heard = part.heard or heard
            resolutions += part.resolutions
        return Step(self._state, heard, resolutions, Event.WORD, word, tuple(parts))

    def _begin(self, utterance: Utterance, parts: list[Step]) -> None:
        if self._is_inside:
            self._end(parts)
        self._utterance = utterance
        self._is_inside = True
        opens_segment = self._analyst.begin(utterance)
        if self._algorithm.needs.parse:
            self._algorithm.begin_utterance(self._analyst.outline())
        if opens_segment:
            parts.append(self._algorithm.begin_segment())
            if self._keeps:
                self._segments.append(utterance.number)

    def _hear(self, expression: ReferringExpression, parts: list[Step]) -> None:
        step = self._algorithm.hear(expression)
        parts.append(step)
        if expression.is_pronoun and not step.resolutions:
            self._keep(expression)
            self._waiting[expression] = len(self._expressions) - 1
            return
        entity = step.resolutions[0].entity if expression.is_pronoun else expression.entity
        if expression.event and entity == expression.event.entity:
            self._keep_clause(expression.event)
        realized = self._analyst.realize(expression, entity)
        if unified := self._analyst.unified():
            self._unify(parts, unified)
        if expression.kind is not Kind.RELATIVE or self._analyst.options.relatives_in_chains:
            self._keep(realized)
        if not expression.is_pronoun:
            for resolution in step.resolutions:
                self._revise(resolution)

    def _unify(self, parts: list[Step], unified: Unified) -> None:
        """Let what realized one entity realize another: a speaker who is named afterwards."""
        was, now, because = unified
        note = Note("unified", f"{was} is {now}")
        parts[-1] = parts[-1]._replace(notes=(*parts[-1].notes, note))
        for place in self._kept_at.pop(was, ()):
            heard = self._expressions[place]
            if heard.entity == was:
                self._put(place, replace(heard, entity=now, because=because))

    def _end(self, parts: list[Step]) -> None:
        number = self._utterance.number if self._utterance else 0
        step = self._algorithm.end_utterance(number)
        self._is_inside = False
        parts.append(step)
        for resolution in step.resolutions:
            self._settle(resolution)
        self._waiting.clear()

    def _settle(self, resolution: Resolution) -> None:
        """Note what a pronoun means that the algorithm could not decide when it was heard."""
        realized = self._analyst.realize(resolution.pronoun, resolution.entity)
        place = self._waiting.get(resolution.pronoun)
        if self._keeps and place is not None:
            self._expressions[place] = realized

    def _revise(self, resolution: Resolution) -> None:
        """Note that a pronoun heard earlier in the utterance means something else after all."""
        pronoun, before = resolution.pronoun, resolution.instead_of
        if before is None or resolution.entity is None:
            return
        thought = before.entity or Entity.unknown(pronoun.id)
        realized = self._analyst.revise(pronoun, thought, resolution.entity)
        for place in reversed(range(len(self._expressions))):
            heard = self._expressions[place]
            if heard.utterance != pronoun.utterance:
                return
            if (heard.position, heard.kind) == (pronoun.position, pronoun.kind):
                self._put(place, realized)
                return

    def _keep_clause(self, clause: ReferringExpression) -> None:
        """Keep a clause that a pronoun stands for, once: it is heard when it is taken up."""
        if clause.entity not in self._kept_at:
            self._keep(clause)

    def _keep(self, expression: ReferringExpression) -> None:
        if self._keeps:
            self._expressions.append(expression)
            self._kept_at[expression.entity].append(len(self._expressions) - 1)

    def _put(self, place: int, expression: ReferringExpression) -> None:
        self._expressions[place] = expression
        self._kept_at[expression.entity].append(place)


def listen(
    discourse: Discourse,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    **options: Unpack[Options],
) -> Interpretation:
    """Hear a whole discourse word by word."""
    hearer = Hearer(algorithm=algorithm, profile=profile, keep=True, analysis=Analyst, **options)
    with _uncollected():
        for word in discourse.words:
            hearer.hear(word)
    return replace(hearer.finish(), discourse=discourse, problems=discourse.problems)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector from walking over all steps again and again.

    Values know nothing of the values made of them, so there are no circles to be found. In the
    end they all are young, and would be walked over at once: freezing and thawing makes them old.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # what somebody else froze is not ours to thaw
                gc.freeze()
                gc.unfreeze()
            gc.enable()
