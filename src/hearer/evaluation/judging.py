"""Both runs of one algorithm over one document, judged pronoun by pronoun.

JudgedTrial    the rows of a trial, and what was understood
judge          those of a trial
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.evaluation.blame import Blame, chains_of
from hearer.evaluation.double_run import ForcedRun, FreeRun, InView, WordPlace
from hearer.evaluation.error_classes import classify
from hearer.evaluation.measures import LeftOut, PronounRow
from hearer.evaluation.row_texts import texts_of
from hearer.evaluation.scoring import (
    GoldStanding,
    Outcome,
    Scored,
    Scoring,
    mentions_of,
    referent,
    score,
)
from hearer.evaluation.trial import Trial
from hearer.model import Element, Interpretation, Resolution

NOT_REFERRING = (LeftOut.PLEONASTIC, LeftOut.COORDINATED)


class JudgedTrial(NamedTuple):
    """The rows of a trial, what was understood in the free run, and what it left unheard."""

    rows: tuple[PronounRow, ...]
    found: Interpretation
    speech: frozenset[WordPlace]


def judge(trial: Trial) -> JudgedTrial:
    """Judge the free run of a trial and, to say what is to blame, the forced one."""
    judgement = _Judgement(trial)
    mentions = mentions_of(judgement.found, trial.gold)
    rows = tuple(map(judgement.row, score(trial.gold, mentions)))
    if trial.has_classes:
        rows = tuple(judgement.blamed(rows))
    return JudgedTrial(rows, judgement.found, judgement.speech)


def _text(answer: Resolution | None) -> str:
    return answer.antecedent.expression.text if answer and answer.antecedent else ""


def _is_to_blame(row: PronounRow) -> bool:
    return not row.is_right and row.exclusion not in NOT_REFERRING


class _Judgement:
    """Both runs of a trial, and the questions that a row is made of."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.gold = trial, trial.gold
        free = FreeRun(trial.how, trial.analysis)
        for word in trial.discourse.words:
            free.hear(word)
        self.found = replace(free.finish(), discourse=trial.discourse)
        self.views, self.speech = free.views, frozenset(free.speech)
        self.chains = chains_of(trial, self.found.expressions)
        pronouns = ((r.pronoun, r) for r in self.found.resolutions)
        self.resolutions = {WordPlace(x.utterance, x.head): r for x, r in pronouns}

    def blamed(self, rows: Sequence[PronounRow]) -> Iterator[PronounRow]:
        """The rows, those that are wrong with their class."""
        wrong = {row.scored.word for row in rows if _is_to_blame(row)}
        forced = ForcedRun(
            self.trial.how,
            self.trial.analysis,
            self.trial.gold_entity,
            wanted=frozenset(self.trial.places[word] for word in wrong),
        )
        for word in self.trial.discourse.words:
            forced.hear(word)
        blame = Blame(self.trial, self.found, forced)
        for row in rows:
            yield self._classed(row, blame) if row.scored.word in wrong else row

    def _classed(self, row: PronounRow, blame: Blame) -> PronounRow:
        place = self.trial.places[row.scored.word]
        case = blame.case(row.scored, self.resolutions.get(place), self.speech)
        verdict = classify(case)
        return replace(
            row,
            error_class=verdict.error_class,
            reason=verdict.reason,
            forced_is_right=case.forced_is_right,
            forced_antecedent=_text(case.forced),
        )

    # One row ----------------------------------------------------------------------------------

    def row(self, scored: Scored) -> PronounRow:
        place = self.trial.places[scored.word]
        free = self.resolutions.get(place)
        exclusion = self._exclusion(scored, place)
        is_right, is_ambiguous = self._is_right(scored, free), bool(free and free.is_ambiguous)
        row = PronounRow(
            self.trial.algorithm,
            scored,
            place.utterance,
            place.word,
            is_right=is_right and not is_ambiguous,
            is_ambiguous=is_ambiguous,
            is_chosen_right=is_right,
            exclusion=exclusion,
        )
        row = self._with_distances(row, free)
        row = self._with_view(row, self.views.get(place, InView()))
        return replace(
            row, texts=texts_of(self.trial, scored.word, free.antecedent if free else None)
        )

    def _exclusion(self, scored: Scored, place: WordPlace) -> LeftOut | None:
        if scored.standing is GoldStanding.COORDINATED:
            return LeftOut.COORDINATED
        if scored.standing is GoldStanding.NO_MENTION or self._is_expletive(scored):
            return LeftOut.PLEONASTIC
        if scored.kind == "reflexive":
            return LeftOut.REFLEXIVE
        return LeftOut.SPEECH if place in self.speech else None

    def _is_expletive(self, scored: Scored) -> bool:
        is_first = scored.standing is GoldStanding.FIRST_MENTION
        return is_first and self.gold.relations[scored.word].startswith("expl")

    def _is_right(self, scored: Scored, free: Resolution | None) -> bool:
        if scored.standing is GoldStanding.SPLIT:
            return self.trial.is_split_right(scored.word, free)
        if self.trial.scoring is Scoring.ENTITY:
            return scored.entity_is_right
        return scored.result is Outcome.CORRECT

    def _with_distances(self, row: PronounRow, free: Resolution | None) -> PronounRow:
        word = row.scored.word
        mention = self.gold.at(word)
        last = max((m.head for m in self.gold.antecedents(word)), default=None)
        chosen = free.antecedent if free else None
        return replace(
            row,
            gold_entity=mention.entity if mention else "",
            gold_antecedent=last,
            words_back=None if last is None else word - last,
            antecedent=self._word(chosen) if chosen else None,
            antecedent_status=str(chosen.familiarity) if chosen else "",
        )

    def _word(self, element: Element) -> int:
        return self.trial.starts[element.expression.utterance] + element.expression.head

    def _with_view(self, row: PronounRow, view: InView) -> PronounRow:
        word, gold = row.scored.word, row.gold_entity or None
        whose = (self._referent(e.entity, word) for e in view.before)
        is_gold = [entity is not None and entity == gold for entity in whose]
        fits = [violated is None for violated in view.violated]
        after = self.found.steps[word].state if word < len(self.found.steps) else ()
        return replace(
            row,
            rank=is_gold.index(True) + 1 if True in is_gold else None,
            in_view=len(view.before),
            compatible=sum(fits),
            competitors=sum(fit and not gold for fit, gold in zip(fits, is_gold, strict=True)),
            before=", ".join(map(str, view.before)),
            after=", ".join(map(str, after)),
        )

    def _referent(self, entity: str, word: int) -> str | None:
        return referent(self.gold, self.chains.of(entity, word), self.trial.scoring)
