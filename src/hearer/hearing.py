"""The hearer: passes words to an analyst and referring expressions to an algorithm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, starmap
from typing import Self, Unpack

from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import Analyst, analyst_for
from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.options import AnalysisOptions, SortSource
from hearer.analysis.universal import NOTE
from hearer.formats.conllu.discourse import empty_nodes
from hearer.formats.conllu.file import ConlluDocument
from hearer.harmless import brief
from hearer.keywords import HearingOptions
from hearer.language import AUTO, MISREAD, ParsedWord, called, code_of, of_words, sampled
from hearer.model import (
    Cue,
    Discourse,
    Element,
    Entity,
    Event,
    Familiarity,
    Interpretation,
    Kind,
    Note,
    ReferringExpression,
    Resolution,
    Step,
    Utterance,
    Word,
)
from hearer.model.resolution import NoRecord, Record
from hearer.model.state import Part, given
from hearer.model.text import EmptyNode
from hearer.model.tree import BREATH, Tree
from hearer.names import Names
from hearer.parsers import ear, understood
from hearer.profiles import ENGLISH_PIPELINE, Profile, how_to_hear, suited

CORRECTED = "somebody who knows said so"  # why a pronoun means what a correction says
PREDICTED = frozenset({SortSource.AUTO, SortSource.NOUNS})  # sorts that the encoder predicts
# Make a step without __new__ in Python: most words bring nothing, and each has a step.
_step: Callable[[tuple[object, ...]], Step] = partial(tuple.__new__, Step)
Analysis = Callable[[AnalysisOptions], Analyst]
Through = Callable[[Iterable[Word]], Iterable[Word]]  # such as a progress bar


@dataclass(init=False, eq=False)
class Hearer(Part):
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
    state: tuple[Element, ...]
    waiting: list[ReferringExpression]  # pronouns not yet decided
    names: Names
    how: Profile = given()
    record: Record = given()

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
        self.utterance, self.is_inside = None, False
        self.state, self.waiting, self.names = (), [], Names(chosen=names or {})

    def copy(self, **instead: Analyst) -> Self:
        """Return a hearer in the same state, with another `analyst` if one is passed."""
        analyst = instead.get("analyst") or self.analyst.copy()
        algorithm = self.algorithm.copy(test=analyst.test)
        return super().copy(analyst=analyst, algorithm=algorithm, record=self.record.copy())

    def __repr__(self) -> str:
        number = self.utterance.number if self.utterance else 0
        return brief(self, f"{self.how}: in utterance {number}, {len(self.state)} on the list")

    def hear(self, word: Word) -> Step:
        """Hear the next word; return the state after it, and the resolutions made at it."""
        parts: list[Step] = []
        utterance, number = word
        if utterance is not self.utterance or not self.is_inside:
            self._begin(utterance, parts)
        for expression in self.analyst.hear(number):
            parts.append(self._heard(expression, parts[-1].state if parts else self.state))
        if number == len(utterance.forms):
            parts.append(self._end())
        elif not number % BREATH:  # hear the rest as an utterance with the same number
            parts.append(self._end())
            self.is_inside = True
            beginning = self.analyst.breathe(number + 1)
            if self.algorithm.needs.parse:
                self.algorithm.begin_utterance(beginning.outline())
        heard: ReferringExpression | None = None
        resolutions: tuple[Resolution, ...] = ()
        for part in parts:
            self.state = part.state
            heard = part.heard or heard
            resolutions += part.resolutions
        step = _step((self.state, heard, resolutions, Event.WORD, word, tuple(parts), ()))
        self.record.note(step)
        return step

    def finish(self) -> Interpretation:
        """Return what was understood so far. The hearer can go on listening afterwards."""
        unfinished = [self._end()] if self.waiting else []
        here, how = self.utterance, self.how
        found = self.record.interpretation(here.number if here else 0, unfinished)
        names, renamed = map(self.names.of, (self.record.of_entity, self.names.renamed.values()))
        is_predicted = self.algorithm.needs.meanings or how.analysis.sorts in PREDICTED
        model = ear() if here and not here.language and is_predicted else ""
        found = replace(found, names=names, renamed=renamed, model=model)
        return replace(found, algorithm=how.algorithm, profile=how.name)

    def forget(self) -> None:
        """Drop the record of steps and expressions; the state stays, so that hearing goes on."""
        self.record = type(self.record)()
        self.names.forget(self.how.analysis.memory)

    def _begin(self, utterance: Utterance, parts: list[Step]) -> None:
        if self.is_inside:
            if utterance == self.utterance:  # an equal value
                self.names.tree = Tree(utterance)
                return
            parts.append(self._end())
        self.utterance, self.is_inside = utterance, True
        sorts, needs = self.how.analysis.sorts, self.algorithm.needs
        beginning = self.analyst.begin(_with_senses(utterance, sorts, meanings=needs.meanings))
        self.names.begin(beginning.tree)
        if not self.record.keeps:
            self.names.forget(self.how.analysis.memory)
        if needs.parse:
            self.algorithm.begin_utterance(beginning.outline())
        if beginning.opens_segment:
            parts.append(self.algorithm.begin_segment())
            self.record.begin_segment(utterance.number)

    def _heard(self, expression: ReferringExpression, before: tuple[Element, ...]) -> Step:
        step = self.algorithm.hear(expression)
        entity = expression.entity
        clause = _clause_of(expression) if expression.clauses else None
        if expression.is_pronoun and entity is None:
            if not step.resolutions:
                self.waiting.append(expression)
                self.record.keep(expression)
                return step
            if found := step.resolutions[0].antecedent:
                clause = found.expression if found.expression.kind is Kind.CLAUSE else None
                entity, expression = found.entity, found.expression.passed_on_to(expression)
        if clause is not None and clause.id not in self.record.expressions:
            self._keep(clause)
        realized, unified = self.analyst.realize(expression, entity)
        if unified:
            note = Note("unified", f"{unified.was} is {unified.now}")
            step = step._replace(notes=(*step.notes, note))
            self.record.unify(*unified)
            self.names.unify(unified.was, unified.now)
        if realized.kind is not Kind.RELATIVE or self.how.analysis.relatives_in_chains:
            self._keep(realized)
        if not expression.is_pronoun:
            for resolution in step.resolutions:
                self._revise(resolution)
            is_open = expression.kind in TO_RESOLVE and not expression.speaks
            if entity is not None and (is_open or Cue.POINTING in expression.cues):
                step = _corrected(step, expression, entity, before)
        return self._placed(step) if step.resolutions else step

    def _revise(self, resolution: Resolution) -> None:
        """Realize a pronoun again that was resolved differently earlier in the utterance."""
        pronoun, before = resolution.pronoun, resolution.instead_of
        if before is not None:
            was = before.entity or Entity.unknown(pronoun.id)
            self._keep(self.analyst.realize(pronoun, resolution.entity, instead_of=was).expression)

    def _placed(self, step: Step) -> Step:
        """Add the positions of pronouns and the names of antecedents to the resolutions."""
        here, name = self.utterance, self.names.name
        if here is None:
            return step
        found = tuple(each.placed(here, name(each.entity)) for each in step.resolutions)
        return step._replace(resolutions=found)

    def _keep(self, expression: ReferringExpression) -> None:
        self.names.hear(expression)
        self.record.keep(expression)

    def _end(self) -> Step:
        """End the utterance, or a part of a long one."""
        step = self.algorithm.end_utterance(self.utterance.number if self.utterance else 0)
        waiting = {pronoun.id for pronoun in self.waiting}
        self.is_inside, self.waiting = False, []
        for resolution in step.resolutions:
            realized = self.analyst.realize(resolution.pronoun, resolution.entity)
            if resolution.pronoun.id in waiting:
                self._keep(realized.expression)
        return self._placed(step) if step.resolutions else step


def _with_senses(utterance: Utterance, source: SortSource, *, meanings: bool) -> Utterance:
    """Add the sorts and meanings of words that the options ask for."""
    found = understood(utterance, sorts=source in PREDICTED, meanings=meanings)
    if source is SortSource.LEXICON and (found.sorts or found.stated):
        return replace(found, sorts=(), stated=())
    if source is SortSource.NOUNS and found.sorts != utterance.sorts:
        words = zip(found.sorts, found.upos, strict=True)
        return replace(found, sorts=tuple("" if upos == "PROPN" else sort for sort, upos in words))
    return found


def _clause_of(pronoun: ReferringExpression) -> ReferringExpression | None:
    """Return the clause that a correction says a pronoun stands for."""
    return next((one for one in pronoun.clauses if one.referent == pronoun.entity), None)


def _corrected(
    step: Step, pronoun: ReferringExpression, entity: Entity, before: tuple[Element, ...]
) -> Step:
    """Add the resolution of a pronoun whose entity was given by a correction."""
    was = next((element for element in before if element.entity == entity), None)
    first = _clause_of(pronoun) or pronoun
    antecedent = was or Element.of(first, entity, Familiarity.EVOKED)
    heard = replace(pronoun, is_pronoun=True, entity=None)
    resolutions = (*step.resolutions, Resolution(heard, (), antecedent, because=CORRECTED))
    return step._replace(resolutions=resolutions, notes=(*step.notes, Note("corrected", entity)))


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
            f"{asked.algorithm} is learnt from English: it is heard with {how.algorithm} and the "
            f"profile {how.name} instead"
        )
    found = hearer.finish()
    return replace(found, discourse=discourse, problems=discourse.problems, notes=tuple(notes))


def in_language(discourse: Discourse, stated: str) -> Discourse:
    """Return the document in the language that is stated, or that its words show.

    The language of CoNLL-U is recognized when it is read; what the English pipeline parsed is
    English.
    """
    code, source = discourse.language, discourse.source
    is_english = discourse.parser.startswith(ENGLISH_PIPELINE)
    if stated not in {"", AUTO}:
        code = code_of(stated) or ""
        kept = tuple(problem for problem in discourse.problems if code or problem.code != MISREAD)
        discourse = replace(discourse, problems=kept)
    elif not (code or is_english or isinstance(source, ConlluDocument)):
        some = [discourse.utterances[n] for n in sampled(discourse.utterances)]
        rows = [zip(one.forms, one.upos, one.features, strict=True) for one in some]
        code = of_words(starmap(ParsedWord, chain(*rows)))
    if code == discourse.language:
        return discourse
    nodes: list[tuple[EmptyNode, ...]] = [()] * len(discourse)
    if code and isinstance(source, ConlluDocument):
        nodes = [empty_nodes(one) for one in source.sentences if len(one)]
    pairs = zip(discourse.utterances, nodes, strict=True)
    utterances = tuple(replace(one, language=code, empty_nodes=empty) for one, empty in pairs)
    return replace(discourse, utterances=utterances)
