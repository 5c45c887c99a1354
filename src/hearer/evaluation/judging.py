"""The free and the forced run of a trial, judged pronoun by pronoun."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from hearer.evaluation.error_classes import Blame, chains_of
from hearer.evaluation.measures import LeftOut, PronounRow, RowTexts
from hearer.evaluation.scoring import (
    FORMS,
    GoldStanding,
    Outcome,
    Scored,
    Scoring,
    mentions_of,
    referent,
    score,
)
from hearer.evaluation.trial import ForcedRun, FreeRun, InView, Trial, WordPlace
from hearer.model import Element, Interpretation, Resolution

NOT_REFERRING = (LeftOut.PLEONASTIC, LeftOut.COORDINATED)
CONTEXT = 3  # sentences before that of the pronoun


def judge(trial: Trial) -> tuple[tuple[PronounRow, ...], Interpretation]:
    """Return the rows of a trial, classed by a forced run if asked for, and the free run."""
    free = FreeRun(trial.how, trial.analysis)
    for word in trial.discourse.words:
        free.hear(word)
    found = replace(free.finish(), discourse=trial.discourse)
    rows = _Rows(trial, found, free)
    judged = [rows.row(one) for one in score(trial.gold, mentions_of(found, trial.gold))]
    if trial.has_classes:
        judged = rows.classed(judged)
    return tuple(judged), found


class _Rows:
    """Makes the rows of a free run."""

    def __init__(self, trial: Trial, found: Interpretation, free: FreeRun) -> None:
        self.trial, self.gold, self.found = trial, trial.gold, found
        self.views, self.speech = free.views, frozenset(free.speech)
        self.chains = chains_of(trial, found.expressions)
        pronouns = ((r.pronoun, r) for r in found.resolutions)
        self.resolutions = {WordPlace(x.utterance, x.head): r for x, r in pronouns}

    def row(self, scored: Scored) -> PronounRow:
        word, place = scored.word, self.trial.places[scored.word]
        free = self.resolutions.get(place)
        chosen = free.antecedent if free else None
        is_right, is_ambiguous = self._is_right(scored, free), bool(chosen and free and free.rivals)
        mention = self.gold.at(word)
        last = max((m.head for m in self.gold.antecedents(word)), default=None)
        view = self.views.get(place, InView())
        mentions = (self.chains.of(element.entity, word) for element in view.before)
        whose = [referent(self.gold, several, self.trial.scoring) for several in mentions]
        is_gold = [mention is not None and mention.entity == entity for entity in whose]
        fits = [violated is None for violated in view.violated]
        after = self.found.steps[word].state if word < len(self.found.steps) else ()
        return PronounRow(
            self.trial.algorithm,
            scored,
            place.utterance,
            place.word,
            is_right=is_right and not is_ambiguous,
            is_ambiguous=is_ambiguous,
            is_chosen_right=is_right,
            exclusion=self._exclusion(scored, place),
            gold_entity=mention.entity if mention else "",
            gold_antecedent=last,
            words_back=None if last is None else word - last,
            antecedent=self.trial.head(chosen.expression) if chosen else None,
            antecedent_status=str(chosen.familiarity) if chosen else "",
            rank=is_gold.index(True) + 1 if True in is_gold else None,
            in_view=len(view.before),
            compatible=sum(fits),
            competitors=sum(fit and not gold for fit, gold in zip(fits, is_gold, strict=True)),
            before=", ".join(map(str, view.before)),
            after=", ".join(map(str, after)),
            texts=self._texts(word, chosen),
        )

    def _exclusion(self, scored: Scored, place: WordPlace) -> LeftOut | None:
        is_first = scored.standing is GoldStanding.FIRST_MENTION
        is_expletive = is_first and self.gold.relations[scored.word].startswith("expl")
        if scored.standing is GoldStanding.COORDINATED:
            return LeftOut.COORDINATED
        if scored.standing is GoldStanding.NO_MENTION or is_expletive:
            return LeftOut.PLEONASTIC
        if scored.kind == "reflexive":
            return LeftOut.REFLEXIVE
        return LeftOut.SPEECH if place in self.speech else None

    def _is_right(self, scored: Scored, free: Resolution | None) -> bool:
        if scored.standing is GoldStanding.SPLIT:
            return self.trial.is_split_right(scored.word, free)
        if self.trial.scoring is Scoring.ENTITY:
            return scored.entity_is_right
        return scored.result is Outcome.CORRECT

    def _texts(self, word: int, chosen: Element | None) -> RowTexts:
        gold, number, meant = self.gold, self.gold.sentences[word], self.gold.at(word)
        earlier = sorted(gold.antecedents(word), key=lambda one: one.head)
        nouns = [one for one in earlier if gold.forms[one.head].lower() not in FORMS]
        nearest = earlier[-1] if earlier else None
        marked = self.trial.gold_mention(chosen.expression) if chosen else None

        def sentence(number: int, marked: Collection[int] = ()) -> str:
            inside = set(marked)
            return " ".join(
                f"{'[[' * (n in inside and n - 1 not in inside)}{gold.forms[n]}"
                f"{']]' * (n in inside and n + 1 not in inside)}"
                for n in self.trial.sentences.get(number, ())
            )

        return RowTexts(
            sentence=sentence(number, {word}),
            context=" / ".join(sentence(n) for n in range(max(number - CONTEXT, 0), number)),
            gold=gold.text(nearest),
            gold_sentence=sentence(gold.sentences[nearest.head], nearest.words) if nearest else "",
            gold_noun=gold.text(nouns[-1] if nouns else None),
            gold_sort=meant.sort if meant else "",
            chosen=chosen.expression.text if chosen else "",
            chosen_utterance=chosen.expression.utterance if chosen else None,
            chosen_sort=marked.sort if marked else "",
        )

    def classed(self, rows: list[PronounRow]) -> list[PronounRow]:
        """Run the document again, forced, and give the wrong rows their class."""
        trial, places = self.trial, self.trial.places
        wrong = [row for row in rows if not row.is_right and row.exclusion not in NOT_REFERRING]
        wanted = frozenset(places[row.scored.word] for row in wrong)
        forced = ForcedRun(trial.how, trial.analysis, trial.gold_entity, wanted=wanted)
        for word in trial.discourse.words:
            forced.hear(word)
        blame, known = Blame(trial, self.found, forced, self.speech), {}
        for row in wrong:
            free = self.resolutions.get(places[row.scored.word])
            case, error_class, reason = blame.classify(row.scored, free)
            known[row.scored.word] = replace(
                row,
                error_class=error_class,
                reason=reason,
                forced_antecedent=case.choice.expression.text if case.choice else "",
            )
        return [known.get(row.scored.word, row) for row in rows]
