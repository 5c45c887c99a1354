"""All that has to be known of a wrong pronoun to say what is to blame.

Blame    both runs of a trial, and the questions that a case is made of
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hearer.evaluation.double_run import ForcedRun, InView, WordPlace
from hearer.evaluation.error_classes import Case, GoldView, said
from hearer.evaluation.gold import (
    CATAPHORA,
    DISCOURSE_DEIXIS,
    ChainMention,
    GoldMention,
    MentionIndex,
    span_head,
)
from hearer.evaluation.gold_features import impossible, is_feature_wrong, is_no_mention
from hearer.evaluation.scoring import GoldStanding, Scored, referent
from hearer.evaluation.trial import Trial
from hearer.evaluation.unheard import why_unheard
from hearer.model import (
    Constraint,
    Element,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Verdict,
)

NOTHING_SEEN = InView()
Tested = tuple[Element, Verdict | None]
# What refers, though nobody marks it: GUM has no name in a name, and no *many of them*.
UNMARKED = frozenset({
    Kind.RELATIVE, Kind.ELLIPSIS, Kind.SET, Kind.CLAUSE, Kind.RECIPROCAL, Kind.NAME,
    Kind.QUANTIFIED,
})  # fmt: skip


def chains_of(
    trial: Trial, expressions: Iterable[ReferringExpression]
) -> MentionIndex[ChainMention]:
    """Our expressions as mentions, by head and by entity."""
    return MentionIndex(
        ChainMention(e.entity, words, span_head(words, trial.gold.heads))
        for e in expressions
        if e.entity is not None and e.kind is not Kind.ELLIPSIS
        for words in (trial.words(e),)
    )


def _passes(verdict: Verdict | None) -> bool:
    return verdict is None or verdict.constraint is Constraint.WEIGHT


class Seen(NamedTuple):
    """What became of the right entity, what it was called, and the verdict that ruled it out."""

    view: GoldView
    text: str = ""
    verdict: Verdict | None = None


class Blame:
    """Both runs of a trial, and the questions that a case is made of."""

    def __init__(self, trial: Trial, found: Interpretation, forced: ForcedRun) -> None:
        self.trial, self.gold = trial, trial.gold
        self.found, self.forced = found, forced
        self.expressions = forced.expressions
        self.chains = chains_of(trial, self.expressions)

    def case(self, scored: Scored, free: Resolution | None, speech: frozenset[WordPlace]) -> Case:
        word, place = scored.word, self.trial.places[scored.word]
        answer = self.forced.answers.get(place)
        earlier = self.gold.antecedents(word)
        mention = self.gold.at(word)
        link = mention.link if mention else ""
        is_first = scored.standing is GoldStanding.FIRST_MENTION
        is_right = self._is_right(scored, answer)
        seen = self._seen(word, answer, earlier)
        near = self._in_segment(place, earlier)
        unheard = [one for one in near or earlier if not self._is_heard(one)]
        has_unheard = len(unheard) == len(near or earlier) > 0
        chosen = answer.antecedent if answer else None
        offers = self._offers(answer)
        are_gold = list(self._are_gold(word, offers))
        others = [one for one, is_gold in zip(offers, are_gold, strict=True) if not is_gold]
        return Case(
            scored.standing,
            self.trial.algorithm,
            is_event=link == DISCOURSE_DEIXIS or self._is_event(near or earlier),
            is_cataphoric=is_first and (link == CATAPHORA or self._is_named_later(mention)),
            is_in_skipped_speech=place in speech,
            is_across_segments=bool(earlier) and not near,
            is_intrasentential=scored.distance == 0,
            forced=answer,
            forced_is_right=is_right,
            tied=tuple(map(said, offers)) if True in are_gold and len(offers) > 1 else (),
            is_tie_impossible=all(self._cannot_be_meant(scored, one) for one in others),
            forced_is_elsewhere=self._is_elsewhere(place, answer, earlier),
            view=seen.view,
            impossible=self._impossible(scored, free.antecedent if free else None),
            forced_is_impossible="" if is_right else self._impossible(scored, chosen),
            forced_is_unmarked="" if is_right else self._is_unmarked(scored, chosen),
            unheard=self._why_unheard(unheard, speech) if has_unheard else "",
            is_missed=has_unheard,
            ruled_out=seen.verdict,
            is_feature_wrong=is_feature_wrong(self.gold, scored.group, seen.verdict, earlier),
            seen_as=seen.text,
            where=self._where(place, earlier),
            looked_at=len(self.forced.views.get(place, NOTHING_SEEN).before),
        )

    # What gold says -----------------------------------------------------------------------------

    def _is_named_later(self, mention: GoldMention | None) -> bool:
        chain = self.gold.index.by_entity[mention.entity] if mention else ()
        return any(not self.gold.is_pronoun(one) for one in chain)

    def _is_event(self, antecedents: Sequence[GoldMention]) -> bool:
        """Whether clauses are all that is before it, but for pronouns: this, that, it."""
        full = [one for one in antecedents if not self.gold.is_pronoun(one)]
        return bool(full) and all(map(self.gold.is_clausal, full))

    def _in_segment(self, place: WordPlace, earlier: list[GoldMention]) -> list[GoldMention]:
        """The antecedents in the segment of the pronoun."""
        begins = [s.first for s in self.found.segments if s.first <= place.utterance]
        first = max(begins, default=1)
        return [one for one in earlier if self.trial.places[one.head].utterance >= first]

    def _cannot_be_meant(self, scored: Scored, element: Element) -> str:
        """Why something cannot be meant, by gold: by its sort, or since it refers to nothing."""
        return self._impossible(scored, element) or self._is_unmarked(scored, element)

    def _is_unmarked(self, scored: Scored, element: Element | None) -> str:
        """That something refers to nothing, by gold."""
        if element is None or element.expression.kind in UNMARKED:
            return ""
        is_nothing = is_no_mention(self.gold, self.trial.gold_mention(element.expression))
        is_meant = scored.standing is GoldStanding.SPLIT or not is_nothing
        return "" if is_meant else f"{said(element)} is no mention in gold"

    def _impossible(self, scored: Scored, element: Element | None) -> str:
        """Why something cannot be meant by its sort or gender, by gold."""
        mention = self.trial.gold_mention(element.expression) if element else None
        if element is None or mention is None or mention in self.gold.antecedents(scored.word):
            return ""
        reason = impossible(self.gold, scored.group, mention)
        return f"{said(element)} {reason}" if reason else ""

    # What the forced run made of it -------------------------------------------------------------

    def _is_right(self, scored: Scored, answer: Resolution | None) -> bool:
        if scored.standing is GoldStanding.SPLIT:
            return self.trial.is_split_right(scored.word, answer)
        chosen = (answer.antecedent,) if answer and answer.antecedent else ()
        return any(self._are_gold(scored.word, chosen))

    def _are_gold(self, word: int, elements: Iterable[Element]) -> Iterator[bool]:
        mention = self.gold.at(word)
        for element in elements:
            mentions = self.chains.of(element.entity, word)
            whose = referent(self.gold, mentions, self.trial.scoring)
            yield mention is not None and whose == mention.entity

    def _offers(self, answer: Resolution | None) -> tuple[Element, ...]:
        if answer is None or answer.antecedent is None:
            return ()
        return (answer.antecedent, *answer.rivals)

    def _is_elsewhere(
        self, place: WordPlace, answer: Resolution | None, earlier: list[GoldMention]
    ) -> bool:
        """Whether the forced run chose from another unit than that of the nearest antecedent."""
        chosen = answer.antecedent if answer else None
        if chosen is None or chosen.expression.utterance != place.utterance:
            return True
        last = self.trial.places[max((m.head for m in earlier), default=0)]
        clauses = [e.clause for e in self.expressions if (e.utterance, e.head) == tuple(last)]
        return chosen.expression.clause not in clauses

    def _seen(self, word: int, answer: Resolution | None, earlier: list[GoldMention]) -> Seen:
        """What became of the right entity; what the algorithm itself says of it counts first."""
        looked = self.forced.views.get(self.trial.places[word], NOTHING_SEEN)
        attempts = answer.attempts if answer else ()
        tested = [(attempt.candidate, attempt.verdict) for attempt in attempts]
        told = {element.entity for element, _ in tested}
        pairs = zip(looked.before, looked.violated, strict=True)
        tested += [(element, verdict) for element, verdict in pairs if element.entity not in told]
        are_gold = self._are_gold(word, (element for element, _ in tested))
        of_gold = [pair for pair, is_gold in zip(tested, are_gold, strict=True) if is_gold]
        if not of_gold:
            return self._merged(tested, earlier)
        first, verdict = of_gold[0]
        if first.entity in told and not _passes(verdict):  # not what is found farther back
            return Seen(GoldView.RULED_OUT, said(first), verdict)
        passing = next((element for element, verdict in of_gold if _passes(verdict)), None)
        if passing:
            return Seen(GoldView.PASSED, said(passing))
        return Seen(GoldView.RULED_OUT, said(first), verdict)

    def _merged(self, tested: Sequence[Tested], earlier: list[GoldMention]) -> Seen:
        """What became of a mention of the right entity that was taken for something else."""
        ours = {x.entity for one in earlier for x in self._ours(one)}
        merged = [(element, verdict) for element, verdict in tested if element.entity in ours]
        if not merged:
            return Seen(GoldView.NOT_LOOKED_AT)
        element, verdict = next((one for one in merged if _passes(one[1])), merged[0])
        return Seen(GoldView.MERGED, said(element), verdict)

    # What was heard -----------------------------------------------------------------------------

    def _ours(self, mention: GoldMention) -> list[ChainMention]:
        """Our expressions that stand for a mention of gold."""
        here = self.chains.by_head.get(mention.head, ())
        return [x for x in here if self.gold.match(x.words, x.head) is mention]

    def _is_heard(self, mention: GoldMention) -> bool:
        return bool(self._ours(mention))

    def _why_unheard(self, unheard: list[GoldMention], speech: frozenset[WordPlace]) -> str:
        """Why the nearest antecedent is not heard."""
        nearest = max(unheard, key=lambda one: one.head)
        is_in_speech = self.trial.places[nearest.head] in speech
        why = why_unheard(self.trial, nearest, is_in_speech=is_in_speech)
        text = " ".join(self.gold.forms[n] for n in nearest.words)
        return f"the antecedent “{text}” is not heard: {why}" if why else ""

    def _where(self, place: WordPlace, earlier: list[GoldMention]) -> str:
        heard = [self.trial.places[one.head].utterance for one in earlier if self._is_heard(one)]
        if not heard:
            return "never heard"
        back = place.utterance - max(heard)
        return "heard in this sentence" if back == 0 else f"last heard {back} sentences back"
