"""The hearer: words in, steps out. Here the linguistics and an algorithm meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, starmap
from typing import Self, Unpack

from hearer.algorithms.base import Algorithm
from hearer.analysis.analyst import Analyst, Realized, analyst_for
from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.universal import skipped
from hearer.formats.conllu.discourse import empty_nodes
from hearer.formats.conllu.file import ConlluDocument
from hearer.harmless import brief
from hearer.keywords import Options
from hearer.language import AUTO, MISREAD, ParsedWord, code_of, of_words, sampled
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
from hearer.profiles import ENGLISH_PIPELINE, Profile, how_to_hear, suited
from hearer.senses import told_by, with_senses

WORD = Event.WORD
CORRECTED = "somebody who knows said so"  # why a pronoun means what a correction says
# Made of its fields at the speed of C: most words bring nothing, and each has a step.
_step: Callable[[tuple[object, ...]], Step] = partial(tuple.__new__, Step)
Analysis = Callable[[AnalysisOptions], Analyst]  # whoever reads the parse, made from options
Through = Callable[[Iterable[Word]], Iterable[Word]]  # whoever counts the words


@dataclass(init=False, eq=False)
class Hearer(Part):
    """Follows a discourse word by word, and knows at every pronoun who is meant, and why.

    With `keep=False` nothing of the past is kept but what the algorithm itself remembers, so
    memory stays bounded however long the discourse: use the steps as they come. `analysis` makes
    the analyst: evaluation hands in one that knows the gold expressions, a session one that knows
    what it was told.

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
        algorithm: str | None = None,
        profile: Profile | str | None = None,
        keep: bool = True,
        analysis: Analysis = analyst_for,
        names: Mapping[str, str] | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.how = how_to_hear(algorithm, profile, options)
        self.record = Record() if keep else NoRecord()
        self.analyst = analysis(self.how.analysis)
        self.algorithm = self.how.strategy(self.analyst.test)
        self.utterance = None
        self.is_inside = False
        self.state = ()
        self.waiting = []
        self.names = Names(chosen=names or {})

    def copy(self, **instead: Analyst) -> Self:
        """A hearer in the same state that goes on independently: to look ahead, or to branch.

        With another `analyst`, that one goes on.
        """
        own = instead.get("analyst") or self.analyst.copy()
        algorithm = self.algorithm.copy(test=own.test)
        return super().copy(analyst=own, algorithm=algorithm, record=self.record.copy())

    def __repr__(self) -> str:
        number = self.utterance.number if self.utterance else 0
        return brief(self, f"{self.how}: in utterance {number}, {len(self.state)} on the list")

    def hear(self, word: Word) -> Step:
        """Hear the next word: the state after it, and the resolutions that fell at it."""
        parts: list[Step] = []
        utterance, number = word
        if utterance is not self.utterance or not self.is_inside:
            self._begin(utterance, parts)
        for expression in self.analyst.hear(number):
            self._hear(expression, parts)
        if number == len(utterance.forms):
            self._end(parts)
        elif not number % BREATH:
            self._breathe(number, parts)
        if parts:
            step = self._step_at(word, parts)
        else:
            step = _step((self.state, None, (), WORD, word, (), ()))
        self.record.note(step)
        return step

    def finish(self) -> Interpretation:
        """What was understood so far. The hearer can go on listening afterwards."""
        unfinished: list[Step] = []
        if self.waiting:
            self._end(unfinished)
        here, how = self.utterance, self.how
        found = self.record.interpretation(here.number if here else 0, unfinished)
        names, renamed = map(self.names.of, (self.record.of_entity, self.names.renamed.values()))
        found = replace(found, names=names, renamed=renamed)
        model = told_by(here, how.analysis.sorts, self.algorithm.needs)
        return replace(found, algorithm=how.algorithm, profile=how.name, model=model)

    def forget(self) -> None:
        """Drop the record of steps and expressions; the state stays, so that hearing goes on."""
        self.record = type(self.record)()
        self.names.forget(self.how.analysis.memory)

    def _step_at(self, word: Word, parts: list[Step]) -> Step:
        heard: ReferringExpression | None = None
        resolutions: tuple[Resolution, ...] = ()
        for part in parts:
            heard = part.heard or heard
            resolutions += part.resolutions
        self.state = parts[-1].state
        return Step(self.state, heard, resolutions, event=WORD, word=word, parts=tuple(parts))

    def _begin(self, utterance: Utterance, parts: list[Step]) -> None:
        if self.is_inside:
            if utterance == self.utterance:  # another value for the same
                self.names.tree = Tree(utterance)
                return
            self._end(parts)
        self.utterance, self.is_inside = utterance, True
        needs = self.algorithm.needs
        beginning = self.analyst.begin(with_senses(utterance, self.how.analysis.sorts, needs))
        self.names.begin(beginning.tree)
        if not self.record.keeps:
            self.names.forget(self.how.analysis.memory)
        if needs.parse:
            self.algorithm.begin_utterance(beginning.outline())
        if beginning.opens_segment:
            parts.append(self.algorithm.begin_segment())
            self.record.begin_segment(utterance.number)

    def _hear(self, expression: ReferringExpression, parts: list[Step]) -> None:
        before = parts[-1].state if parts else self.state
        step = self.algorithm.hear(expression)
        parts.append(step)
        entity = expression.entity
        if expression.is_pronoun and entity is None:
            if not step.resolutions:
                self.waiting.append(expression)
                self.record.keep(expression)
                return
            if found := step.resolutions[0].antecedent:
                entity, expression = found.entity, found.expression.passed_on_to(expression)
                self._keep_clause(found.expression)
        elif clause := _clause_told(expression):
            self._keep_clause(clause)
        self._keep(self.analyst.realize(expression, entity), parts)
        if not expression.is_pronoun:
            self._revise(step)
            is_open = expression.kind in TO_RESOLVE and not expression.speaks
            if is_open or Cue.POINTING in expression.cues:
                parts[-1] = _told(parts[-1], expression, before)
        if parts[-1].resolutions:
            parts[-1] = self._placed(parts[-1])

    def _placed(self, step: Step) -> Step:
        """A step whose resolutions say where their pronouns stand, and who is meant."""
        here, name = self.utterance, self.names.name
        if here is None:
            return step
        found = tuple(each.placed(here, name(each.entity)) for each in step.resolutions)
        return _step((*step[:2], found, *step[3:]))

    def _take(self, expression: ReferringExpression) -> None:
        """Keep an expression, and remember what it calls its entity."""
        self.names.hear(expression)
        self.record.keep(expression)

    def _keep_clause(self, meant: ReferringExpression) -> None:
        """Keep the clause that a pronoun stands for: it is heard when it is first taken up."""
        if meant.kind is Kind.CLAUSE and meant.id not in self.record.expressions:
            self._take(meant)

    def _keep(self, realized: Realized, parts: list[Step]) -> None:
        """Keep an expression, and what it shows to be one entity."""
        if realized.unified:
            was, now, _ = realized.unified
            note = Note("unified", f"{was} is {now}")
            parts[-1] = parts[-1]._replace(notes=(*parts[-1].notes, note))
            self.record.unify(*realized.unified)
            self.names.unify(was, now)
        is_relative = realized.expression.kind is Kind.RELATIVE
        if not is_relative or self.how.analysis.relatives_in_chains:
            self._take(realized.expression)

    def _end(self, parts: list[Step]) -> None:
        step = self.algorithm.end_utterance(self.utterance.number if self.utterance else 0)
        self.is_inside = False
        waiting = {pronoun.id for pronoun in self.waiting}
        for resolution in step.resolutions:
            realized = self.analyst.realize(resolution.pronoun, resolution.entity)
            if resolution.pronoun.id in waiting:
                self._take(realized.expression)
        self.waiting = []
        parts.append(self._placed(step) if step.resolutions else step)

    def _breathe(self, number: int, parts: list[Step]) -> None:
        """End a breath: what comes is heard as an utterance of its own, but with this number."""
        self._end(parts)
        self.is_inside = True
        beginning = self.analyst.breathe(number + 1)
        if self.algorithm.needs.parse:
            self.algorithm.begin_utterance(beginning.outline())

    def _revise(self, step: Step) -> None:
        """Note that pronouns heard earlier in the utterance mean something else after all."""
        for resolution in step.resolutions:
            pronoun, before = resolution.pronoun, resolution.instead_of
            if before is not None:
                thought = before.entity or Entity.unknown(pronoun.id)
                realized = self.analyst.realize(pronoun, resolution.entity, instead_of=thought)
                self._take(realized.expression)


def _clause_told(pronoun: ReferringExpression) -> ReferringExpression | None:
    """The clause that somebody said a pronoun stands for, if it is one."""
    clauses = (clause for clause in pronoun.clauses if clause.referent == pronoun.entity)
    return next(clauses, None)


def _told(step: Step, pronoun: ReferringExpression, before: tuple[Element, ...]) -> Step:
    """A pronoun that somebody said the meaning of was not resolved, but told."""
    if pronoun.entity is None:
        return step
    was = next((element for element in before if element.entity == pronoun.entity), None)
    first = _clause_told(pronoun) or pronoun
    antecedent = was or Element.of(first, pronoun.entity, Familiarity.EVOKED)
    heard = replace(pronoun, is_pronoun=True, entity=None)
    resolution = Resolution(heard, (), antecedent, because=CORRECTED)
    told = Note("corrected", pronoun.entity)
    return step._replace(resolutions=(*step.resolutions, resolution), notes=(*step.notes, told))


def listen(  # noqa: PLR0913 - one parameter per option
    discourse: Discourse,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    analysis: Analysis = analyst_for,
    through: Through = iter,
    record: Callable[[], Record] = Record,
    names: Mapping[str, str] | None = None,
    **options: Unpack[Options],
) -> Interpretation:
    """Hear a whole discourse word by word; the words go `through` whoever counts them.

    What is kept of the way to the answers, `record` says.
    """
    asked = how_to_hear(algorithm, profile, options)
    discourse = in_language(discourse, asked.analysis.language)
    how = suited(asked, discourse.language)
    hearer = Hearer(profile=how, analysis=analysis, names=names)
    hearer.record = record()
    hearer.algorithm.needs.check(discourse, how.algorithm)
    for word in through(discourse.words):
        hearer.hear(word)
    notes = list(skipped(discourse)) if discourse.language else []
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
