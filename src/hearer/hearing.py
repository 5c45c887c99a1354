"""The hearer: passes words to an analyst and referring expressions to an algorithm."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self, Unpack

from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import Analyst, analyst_for
from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.universal import NOTE
from hearer.formats.conllu.discourse import in_language
from hearer.keywords import HearingOptions
from hearer.language import called
from hearer.model import (
    Cue,
    Discourse,
    Element,
    Elements,
    Event,
    Familiarity,
    Interpretation,
    Kind,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Stateful,
    Step,
    Utterance,
    Word,
    constant,
)
from hearer.model.resolution import NoRecord, Record
from hearer.model.tree import PART_LENGTH, Tree
from hearer.names import FinalNames, Names
from hearer.parsers import PREDICTED, ear, understood
from hearer.profiles import Profile, how_to_hear, suited

CORRECTED = "somebody who knows said so"  # why a pronoun means what a correction says
WORD, RELATIVE, POINTING = Event.WORD, Kind.RELATIVE, Cue.POINTING  # faster to look up
_new = tuple.__new__
Analysis = Callable[[AnalysisOptions], Analyst]
Through = Callable[[Iterable[Word]], Iterable[Word]]  # such as a progress bar


@dataclass(init=False, repr=False, eq=False)
class Hearer(Stateful):
    """Follows a discourse word by word and resolves each pronoun, with the reason.

    With `keep=False` only the state of the algorithm is kept, so memory is bounded however long
    the discourse: use the steps as they are returned. `analysis` makes the analyst: evaluation
    passes one that knows the gold expressions, a session one with the knowledge of the user.

    >>> listener = Hearer()
    >>> for word in Utterance.of("Brennan/PROPN/nsubj/2 drives/VERB/root/0").words:
    ...     step = listener.hear(word)
    >>> print(step)
    S: [BRENNAN_U: Brennan]
    """

    analyst: Analyst
    algorithm: Algorithm
    utterance: Utterance | None
    is_inside: bool  # an utterance
    state: Elements
    waiting: list[ReferringExpression]  # pronouns not yet decided
    names: Names
    heard_at: Container[int] = constant()  # the words at which expressions are heard or a part ends
    how: Profile = constant()
    record: Record = constant()

    def __init__(
        self,
        *,
        keep: bool = True,
        analysis: Analysis = analyst_for,
        names: Mapping[str, str] | None = None,
        **options: Unpack[HearingOptions],
    ) -> None:
        self.how = how_to_hear(**options)
        self.record = Record() if keep else NoRecord()
        self.analyst = analysis(self.how.analysis)
        self.algorithm = self.how.strategy(self.analyst.test)
        self.utterance, self.is_inside, self.heard_at = None, False, ()
        self.state, self.waiting, self.names = (), [], Names(chosen=names or {})

    def copy(self, **instead: Analyst) -> Self:
        """Return a hearer in the same state, with another `analyst` if one is passed."""
        analyst = instead.get("analyst") or self.analyst.copy()
        algorithm = self.algorithm.copy(test=analyst.test)
        return super().copy(analyst=analyst, algorithm=algorithm, record=self.record.copy())

    def hear(self, word: Word) -> Step:
        """Hear the next word; return the state after it, and the resolutions made at it."""
        utterance, number = word
        parts: tuple[Step, ...] = ()
        if utterance is not self.utterance or not self.is_inside:
            parts = tuple(self._begin(utterance))
        if number in self.heard_at:
            parts += tuple(map(self._heard, self.analyst.hear(number)))
            if number == len(utterance.forms) or not number % PART_LENGTH:
                parts += (self._end(),)
                if number < len(utterance.forms):  # the rest is an utterance with the same number
                    self.is_inside = True
                    outline = self.analyst.begin_part(number + 1)
                    if self.algorithm.needs.parse:
                        self.algorithm.begin_utterance(outline)
        heard: ReferringExpression | None = None
        found: tuple[Resolution, ...] = ()
        for part in parts:
            heard, self.state, found = part.heard or heard, part.state, found + part.resolutions
        step = _new(Step, (self.state, heard, found, WORD, word, parts, ()))
        self.record.note(step)
        return step

    def finish(self) -> Interpretation:
        """Return what was understood so far. The hearer can go on listening afterwards."""
        unfinished = [self._end()] if self.waiting else []
        here, how = self.utterance, self.how
        found = self.record.interpretation(here.number if here else 0, unfinished)
        is_asked = self.algorithm.needs.meanings or how.analysis.sorts.value in PREDICTED
        model = ear(how.analysis.model) if here and not here.language and is_asked else ""
        return replace(
            found,
            names=FinalNames(self.names, self.record.entities, found.expressions),
            renamed=self.names.of(self.names.renamed.values()),
            model=model,
            algorithm=how.algorithm,
            profile=how.name,
        )

    def forget(self) -> None:
        """Drop the record of steps and expressions; the state stays, so that hearing goes on."""
        self.record = type(self.record)()
        self.names.forget(self.how.analysis.memory)

    def _begin(self, utterance: Utterance) -> Iterator[Step]:
        if self.is_inside:
            if utterance == self.utterance:  # an equal value, after this hearer was restored
                self.names.tree, self.heard_at = Tree(utterance), range(len(utterance) + 1)
                return
            yield self._end()
        self.utterance, self.is_inside = utterance, True
        how, needs, size = self.how.analysis, self.algorithm.needs, len(utterance)
        heard = understood(utterance, how.sorts, meanings=needs.meanings, model=how.model)
        beginning = self.analyst.begin(heard)
        self.heard_at = {*beginning.heard_at, *range(PART_LENGTH, size, PART_LENGTH), size}
        self.names.begin(beginning.tree)
        if isinstance(self.record, NoRecord):
            self.names.forget(how.memory)
        if needs.parse:
            outline = beginning.outline() if needs.clauses else Outline(beginning.tree)
            self.algorithm.begin_utterance(outline)
        if beginning.opens_segment:
            yield self.algorithm.begin_segment()
            self.record.begin_segment(utterance.number)

    def _repeated(self, one: ReferringExpression) -> Step:
        """Hear a *one* as another of a kind, or as what is known."""
        found, known = self.algorithm.repeat(one), {each.entity: each for each in self.state}
        kind = found.kind_of or Element.of(one.kinds[0])
        one = self.analyst.repeat(one, kind.expression)
        step = self._heard(one)
        found = replace(found, pronoun=one, antecedent=known.get(one.referent))
        return self._placed(step._replace(resolutions=(found, *step.resolutions)))

    def _heard(self, expression: ReferringExpression) -> Step:
        if expression.kinds:
            return self._repeated(expression)
        step, entity, clause = self.algorithm.hear(expression), expression.entity, None
        if expression.is_pronoun and entity is None:
            if not step.resolutions:
                self.waiting.append(expression)
                self.record.keep(expression)
                return step
            if found := step.resolutions[0].antecedent:
                clause = found.expression if found.expression.kind is Kind.CLAUSE else None
                entity, expression = found.entity, found.expression.passed_on_to(expression)
        elif expression.clauses:  # a correction may say that it means one of them
            clause = next((x for x in expression.clauses if x.referent == entity), None)
        if clause and clause.id not in self.record.expressions:
            self._keep(clause)
        realized, unified = self.analyst.realize(expression, entity)
        if unified:
            note = Note("unified", f"{unified.was} is {unified.now}")
            step = step._replace(notes=(*step.notes, note))
            self.record.unify(*unified)
            self.names.unify(unified.was, unified.now)
        if realized.kind is not RELATIVE or self.how.analysis.relatives_in_chains:
            self._keep(realized)
        is_open = expression.kind in TO_RESOLVE or expression.cues
        if (step.resolutions or is_open) and not expression.is_pronoun:
            step = self._corrected(step, expression, clause)
        return self._placed(step) if step.resolutions else step

    def _corrected(
        self, step: Step, expression: ReferringExpression, clause: ReferringExpression | None
    ) -> Step:
        """Realize pronouns that are resolved anew; add the resolution of a corrected pronoun."""
        for one in step.resolutions:
            self._keep(self.analyst.realize(one.pronoun, one.entity).expression)
        entity, is_open = expression.entity, expression.kind in TO_RESOLVE and not expression.speaks
        if entity is None or not (is_open or POINTING in expression.cues):
            return step
        known = (element for element in self.state if element.entity == entity)
        new = Element.of(clause or expression, entity, Familiarity.EVOKED)
        pronoun = replace(expression, is_pronoun=True, entity=None)
        found = Resolution(pronoun, (), next(known, new), because=CORRECTED)
        notes = (*step.notes, Note("corrected", entity))
        return step._replace(resolutions=(*step.resolutions, found), notes=notes)

    def _placed(self, step: Step) -> Step:
        """Add the positions of pronouns and the names of antecedents to the resolutions."""
        here, name = self.utterance, self.names.name
        found = [each.placed(here, name(each.entity)) for each in step.resolutions if here]
        return step._replace(resolutions=tuple(found))

    def _keep(self, expression: ReferringExpression) -> None:
        self.names.hear(expression)
        self.record.keep(expression)

    def _end(self) -> Step:
        """End the utterance, or a part of a long one."""
        step = self.algorithm.end_utterance(self.utterance.number if self.utterance else 0)
        self.is_inside = False
        if not step.resolutions and not self.waiting:
            return step
        waiting, self.waiting = {pronoun.id for pronoun in self.waiting}, []
        for resolution in step.resolutions:
            realized = self.analyst.realize(resolution.pronoun, resolution.entity)
            if resolution.pronoun.id in waiting:
                self._keep(realized.expression)
        return self._placed(step)


def listen(
    discourse: Discourse,
    *,
    analysis: Analysis = analyst_for,
    through: Through = iter,
    record: Callable[[], Record] = Record,
    names: Mapping[str, str] | None = None,
    **options: Unpack[HearingOptions],
) -> Interpretation:
    """Hear a whole discourse, word by word, through an iterator such as a progress bar.

    `record` makes the record of what was heard.
    """
    asked = how_to_hear(**options)
    discourse = in_language(discourse, asked.analysis.language)
    how = suited(asked, discourse.language)
    hearer = Hearer(profile=how, analysis=analysis, names=names)
    hearer.record = record()
    hearer.algorithm.needs.check(discourse, how.algorithm)
    for word in through(discourse.words):
        hearer.hear(word)
    notes = [NOTE.format(called(discourse.language))] if discourse.language else []
    if how.algorithm != asked.algorithm:
        notes.append(
            f"{asked.algorithm} is trained on English: {how.algorithm} and the profile {how.name} "
            "are used instead"
        )
    found = hearer.finish()
    return replace(found, discourse=discourse, problems=discourse.problems, notes=tuple(notes))
