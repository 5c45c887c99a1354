"""Both runs of one algorithm over one document, judged pronoun by pronoun.

judge    the rows of a trial, and what was understood in the free run
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hearer.evaluation.double_run import ForcedRun, FreeRun, InView, WordPlace
from hearer.evaluation.error_classes import Case, classify
from hearer.evaluation.gold import (
    CATAPHORA,
    DISCOURSE_DEIXIS,
    ChainMention,
    GoldMention,
    MentionIndex,
    span_head,
)
from hearer.evaluation.measures import LeftOut, PronounRow
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
from hearer.model import (
    Constraint,
    Element,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
)

OF_ANALYSIS = frozenset(Constraint) - {Constraint.WEIGHT}
NOT_REFERRING = (LeftOut.PLEONASTIC, LeftOut.COORDINATED)


def judge(trial: Trial) -> tuple[tuple[PronounRow, ...], Interpretation]:
    """The rows of a trial, and what was understood in the free run."""
    judgement = _Judgement(trial)
    mentions = mentions_of(judgement.found, trial.gold)
    rows = tuple(map(judgement.row, score(trial.gold, mentions)))
    return rows, judgement.found


class _Judgement:
    """Both runs of a trial, and the questions that a row is made of."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.gold = trial, trial.gold
        free = FreeRun(trial.how, trial.analysis)
        forced = ForcedRun(trial.how, trial.analysis, trial.gold_entity)
        for word in trial.discourse.words:
            free.hear(word)
            if trial.has_classes:
                forced.hear(word)
        self.found = replace(free.finish(), discourse=trial.discourse)
        self.views, self.speech = free.views, free.speech
        self.forced, self.answers = forced.expressions, forced.answers
        self.free_chains = self._chains(self.found.expressions)
        self.forced_chains = self._chains(self.forced)
        pronouns = ((r.pronoun, r) for r in self.found.resolutions)
        self.resolutions = {WordPlace(x.utterance, x.head): r for x, r in pronouns}

    def _chains(self, expressions: Iterable[ReferringExpression]) -> MentionIndex[ChainMention]:
        return MentionIndex(
            ChainMention(e.entity, words, span_head(words, self.gold.heads))
            for e in expressions
            if e.entity is not None and e.kind is not Kind.ELLIPSIS
            for words in (self.trial.words(e),)
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
        if row.is_right or exclusion in NOT_REFERRING or not self.trial.has_classes:
            return row
        case = self._case(scored, place)
        verdict = classify(case)
        return replace(
            row,
            error_class=verdict.error_class,
            reason=verdict.reason,
            forced_is_right=case.forced_is_right,
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
            return self._is_split_right(scored.word, free)
        if self.trial.scoring is Scoring.ENTITY:
            return scored.entity_is_right
        return scored.result is Outcome.CORRECT

    def _is_split_right(self, word: int, resolution: Resolution | None) -> bool:
        """Whether a set was chosen whose members are the antecedents that gold names."""
        if resolution is None or resolution.antecedent is None:
            return False
        members = resolution.antecedent.expression.members
        named = {self.trial.gold_entity(member) for member in members}
        return bool(members) and named == set(self.gold.split[word])

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
        whose = (self._referent(self.free_chains, e.entity, word) for e in view.before)
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

    def _referent(self, chains: MentionIndex[ChainMention], entity: str, word: int) -> str | None:
        return referent(self.gold, chains.of(entity, word), self.trial.scoring)

    # Why it is wrong --------------------------------------------------------------------------

    def _case(self, scored: Scored, place: WordPlace) -> Case:
        word = scored.word
        answer = self.answers.get(place)
        earlier = self.gold.antecedents(word)
        mention = self.gold.at(word)
        link = mention.link if mention else ""
        is_first = scored.standing is GoldStanding.FIRST_MENTION
        return Case(
            scored.standing,
            is_event=scored.is_event or link == DISCOURSE_DEIXIS,
            is_cataphoric=is_first and (link == CATAPHORA or self._recurs(mention)),
            is_in_skipped_speech=place in self.speech,
            is_across_segments=self._is_across_segments(place, earlier),
            is_intrasentential=scored.distance == 0,
            forced=answer,
            forced_is_right=self._is_forced_right(scored, answer),
            forced_offers_gold=any(self._are_gold(word, self._offers(answer))),
            forced_is_elsewhere=self._is_elsewhere(place, answer, earlier),
            ruled_out=self._ruled_out(word, answer),
            is_missed=self._is_missed(earlier),
            is_predicted=not (self.trial.has_gold_mentions and self.trial.has_gold_parse),
            algorithm=self.trial.algorithm,
        )

    def _recurs(self, mention: GoldMention | None) -> bool:
        return mention is not None and len(self.gold.index.by_entity[mention.entity]) > 1

    def _is_forced_right(self, scored: Scored, answer: Resolution | None) -> bool:
        if scored.standing is GoldStanding.SPLIT:
            return self._is_split_right(scored.word, answer)
        chosen = (answer.antecedent,) if answer and answer.antecedent else ()
        return any(self._are_gold(scored.word, chosen))

    def _are_gold(self, word: int, elements: Iterable[Element]) -> Iterator[bool]:
        mention = self.gold.at(word)
        for element in elements:
            whose = self._referent(self.forced_chains, element.entity, word)
            yield mention is not None and whose == mention.entity

    def _offers(self, answer: Resolution | None) -> tuple[Element, ...]:
        if answer is None or answer.antecedent is None:
            return ()
        return (answer.antecedent, *answer.rivals)

    def _is_across_segments(self, place: WordPlace, earlier: list[GoldMention]) -> bool:
        begins = [s.first for s in self.found.segments if s.first <= place.utterance]
        first = max(begins, default=1)
        return bool(earlier) and all(
            self.trial.places[mention.head].utterance < first for mention in earlier
        )

    def _is_elsewhere(
        self, place: WordPlace, answer: Resolution | None, earlier: list[GoldMention]
    ) -> bool:
        """Whether the forced run chose from another unit than that of the nearest antecedent."""
        chosen = answer.antecedent if answer else None
        if chosen is None or chosen.expression.utterance != place.utterance:
            return True
        last = self.trial.places[max((m.head for m in earlier), default=0)]
        clauses = [e.clause for e in self.forced if (e.utterance, e.head) == tuple(last)]
        return chosen.expression.clause not in clauses

    def _ruled_out(self, word: int, answer: Resolution | None) -> Constraint | None:
        """The constraint that the gold antecedent was held to violate, if it never passed."""
        attempts = answer.attempts if answer else ()
        are_gold = self._are_gold(word, (attempt.candidate for attempt in attempts))
        pairs = zip(attempts, are_gold, strict=True)
        of_gold = [attempt for attempt, is_gold in pairs if is_gold]
        if any(attempt.violated not in OF_ANALYSIS for attempt in of_gold):
            return None  # it passed, or was tested and another preferred
        return of_gold[0].violated if of_gold else None

    def _is_missed(self, earlier: list[GoldMention]) -> bool:
        nominal = [mention for mention in earlier if not self.gold.is_verbal(mention)]
        return bool(nominal) and not any(m.head in self.forced_chains.by_head for m in nominal)
