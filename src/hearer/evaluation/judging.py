"""The free and the forced run of a trial, judged pronoun by pronoun."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from hearer.analysis.expressions.exclusions import exclusion
from hearer.analysis.expressions.reader import may_refer
from hearer.evaluation.error_classes import (
    Case,
    GoldView,
    classify,
    impossible,
    is_feature_wrong,
    said,
)
from hearer.evaluation.gold import (
    CATAPHORA,
    DISCOURSE_DEIXIS,
    PREDICATE,
    ChainMention,
    GoldMention,
    MentionIndex,
    span_head,
)
from hearer.evaluation.gold_analyst import MODIFIERS
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
from hearer.model import (
    Constraint,
    Element,
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Verdict,
)
from hearer.model.tree import Tree

NOT_REFERRING = (LeftOut.PLEONASTIC, LeftOut.COORDINATED)
CONTEXT = 3  # sentences before that of the pronoun
DEMONSTRATIVES = frozenset("this that these those".split())
NOTHING_SEEN = InView()
LISTS = frozenset({"s-list", "s-list-tetreault"})  # search earlier states if no element passes
# Expressions that refer although GUM does not mark them, as in *many of them*.
UNMARKED = frozenset({
    Kind.RELATIVE, Kind.ELLIPSIS, Kind.SET, Kind.CLAUSE, Kind.RECIPROCAL, Kind.QUANTIFIED,
})  # fmt: skip


class JudgedTrial(NamedTuple):
    """The rows of a trial, and the interpretation of its free run."""

    rows: tuple[PronounRow, ...]
    found: Interpretation
    speech: frozenset[WordPlace]  # words left out as direct speech


def judge(trial: Trial) -> JudgedTrial:
    """Judge the free run of a trial and, if errors are classed, the forced run."""
    free = FreeRun(trial.how, trial.analysis)
    for word in trial.discourse.words:
        free.hear(word)
    found = replace(free.finish(), discourse=trial.discourse)
    speech = frozenset(free.speech)
    judgement = _Judgement(trial, found, free.views, speech)
    rows = tuple(map(judgement.row, score(trial.gold, mentions_of(found, trial.gold))))
    if trial.has_classes:
        rows = tuple(_classed(trial, rows, judgement))
    return JudgedTrial(rows, found, speech)


def _classed(
    trial: Trial, rows: Sequence[PronounRow], judgement: _Judgement
) -> Iterator[PronounRow]:
    """Run the document again, forced, and give the wrong rows their class."""
    wrong = {
        row.scored.word for row in rows if not row.is_right and row.exclusion not in NOT_REFERRING
    }
    wanted = frozenset(trial.places[word] for word in wrong)
    forced = ForcedRun(trial.how, trial.analysis, trial.gold_entity, wanted=wanted)
    for word in trial.discourse.words:
        forced.hear(word)
    blame = Blame(trial, judgement.found, forced, judgement.speech)
    for row in rows:
        if row.scored.word not in wrong:
            yield row
            continue
        case = blame.case(row.scored, judgement.resolution(row.scored.word))
        error_class, reason = classify(case)
        chosen = case.forced.antecedent if case.forced else None
        yield replace(
            row,
            error_class=error_class,
            reason=reason,
            forced_is_right=case.forced_is_right,
            forced_antecedent=chosen.expression.text if chosen else "",
        )


def chains_of(
    trial: Trial, expressions: Iterable[ReferringExpression]
) -> MentionIndex[ChainMention]:
    """Return our expressions as mentions, by head and by entity."""
    return MentionIndex(
        ChainMention(e.entity, words, span_head(words, trial.gold.heads))
        for e in expressions
        if e.entity is not None and e.kind is not Kind.ELLIPSIS
        for words in (trial.words(e),)
    )


# Rows -----------------------------------------------------------------------------------------


class _Judgement:
    """Makes the rows of a free run."""

    def __init__(
        self,
        trial: Trial,
        found: Interpretation,
        views: dict[WordPlace, InView],
        speech: frozenset[WordPlace],
    ) -> None:
        self.trial, self.gold, self.found = trial, trial.gold, found
        self.views, self.speech = views, speech
        self.chains = chains_of(trial, found.expressions)
        pronouns = ((r.pronoun, r) for r in found.resolutions)
        self.resolutions = {WordPlace(x.utterance, x.head): r for x, r in pronouns}

    def resolution(self, word: int) -> Resolution | None:
        return self.resolutions.get(self.trial.places[word])

    def row(self, scored: Scored) -> PronounRow:
        word, place = scored.word, self.trial.places[scored.word]
        free = self.resolution(word)
        chosen = free.antecedent if free else None
        is_right, is_ambiguous = self._is_right(scored, free), bool(free and free.is_ambiguous)
        mention = self.gold.at(word)
        last = max((m.head for m in self.gold.antecedents(word)), default=None)
        view = self.views.get(place, NOTHING_SEEN)
        entity = mention.entity if mention else None
        is_gold = [entity == self._referent(e.entity, word) for e in view.before]
        is_gold = [bool(entity) and same for same in is_gold]
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
            gold_entity=entity or "",
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
            texts=_texts(self.trial, word, chosen),
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

    def _referent(self, entity: str, word: int) -> str | None:
        return referent(self.gold, self.chains.of(entity, word), self.trial.scoring)


def _texts(trial: Trial, word: int, chosen: Element | None) -> RowTexts:
    """Return the texts around the pronoun at `word`, and what was chosen for it."""
    gold = trial.gold
    number = gold.sentences[word]
    earlier = sorted(gold.antecedents(word), key=lambda one: one.head)
    nouns = [one for one in earlier if gold.forms[one.head].lower() not in FORMS]
    nearest = earlier[-1] if earlier else None
    meant = gold.at(word)
    marked = trial.gold_mention(chosen.expression) if chosen else None

    def sentence(number: int, marked: Collection[int] = ()) -> str:
        inside = set(marked)
        return " ".join(
            f"{'[[' * (n in inside and n - 1 not in inside)}{gold.forms[n]}"
            f"{']]' * (n in inside and n + 1 not in inside)}"
            for n in trial.sentences[number]
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


# Cases ----------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What happened to the right entity, its text, and the verdict that ruled it out."""

    view: GoldView
    text: str = ""
    verdict: Verdict | None = None


def _passes(verdict: Verdict | None) -> bool:
    return verdict is None or verdict.constraint is Constraint.WEIGHT


class Blame:
    """Collects what the classes of errors depend on, from both runs of a trial."""

    def __init__(
        self,
        trial: Trial,
        found: Interpretation,
        forced: ForcedRun,
        speech: frozenset[WordPlace],
    ) -> None:
        self.trial, self.gold = trial, trial.gold
        self.found, self.forced, self.speech = found, forced, speech
        self.expressions = forced.expressions
        self.chains = chains_of(trial, self.expressions)

    def case(self, scored: Scored, free: Resolution | None) -> Case:
        word, place = scored.word, self.trial.places[scored.word]
        answer = self.forced.answers.get(place)
        earlier, mention = self.gold.antecedents(word), self.gold.at(word)
        link = mention.link if mention else ""
        is_first = scored.standing is GoldStanding.FIRST_MENTION
        is_right = self._is_right(scored, answer)
        seen = self._seen(word, answer, earlier)
        near = self._in_segment(place, earlier)
        unheard = [one for one in near or earlier if not self._ours(one)]
        has_unheard = len(unheard) == len(near or earlier) > 0
        chosen = answer.antecedent if answer else None
        offers = (chosen, *answer.rivals) if answer and chosen else ()
        are_gold = list(self._are_gold(word, offers))
        others = [one for one, is_gold in zip(offers, are_gold, strict=True) if not is_gold]
        return Case(
            scored.standing,
            self.trial.algorithm,
            is_event=link == DISCOURSE_DEIXIS or self._is_event(near or earlier),
            is_cataphoric=is_first and (link == CATAPHORA or self._is_named(mention)),
            is_in_skipped_speech=place in self.speech,
            is_across_segments=bool(earlier) and not near,
            is_intrasentential=scored.distance == 0,
            forced=answer,
            forced_is_right=is_right,
            tied=tuple(map(said, offers)) if True in are_gold and len(offers) > 1 else (),
            is_tie_impossible=all(
                self._impossible(scored, one) or self._unmarked(scored, one) for one in others
            ),
            forced_is_elsewhere=self._is_elsewhere(place, chosen, earlier),
            view=seen.view,
            impossible=self._impossible(scored, free.antecedent if free else None),
            forced_is_impossible="" if is_right else self._impossible(scored, chosen),
            forced_is_unmarked="" if is_right else self._unmarked(scored, chosen),
            unheard=self._why_unheard(unheard) if has_unheard else "",
            is_missed=has_unheard,
            ruled_out=seen.verdict,
            is_feature_wrong=is_feature_wrong(self.gold, scored.group, seen.verdict, earlier),
            seen_as=seen.text,
            where=self._where(place, earlier),
            looked_at=self._looked_at(place),
        )

    # By gold ----------------------------------------------------------------------------------

    def _is_named(self, mention: GoldMention | None) -> bool:
        """Return True if the entity is realized by a noun anywhere."""
        chain = self.gold.index.by_entity[mention.entity] if mention else ()
        return any(not self.gold.is_pronoun(one) for one in chain)

    def _is_event(self, antecedents: Sequence[GoldMention]) -> bool:
        """Return True if all antecedents but pronouns are clauses."""
        full = [one for one in antecedents if not self.gold.is_pronoun(one)]
        return bool(full) and all(map(self.gold.is_clausal, full))

    def _in_segment(self, place: WordPlace, earlier: list[GoldMention]) -> list[GoldMention]:
        """Return the antecedents in the segment of the pronoun."""
        begins = [s.first for s in self.found.segments if s.first <= place.utterance]
        first = max(begins, default=1)
        return [one for one in earlier if self.trial.places[one.head].utterance >= first]

    def _impossible(self, scored: Scored, element: Element | None) -> str:
        """Return why an element is impossible by its sort or gender in gold."""
        mention = self.trial.gold_mention(element.expression) if element else None
        if element is None or mention is None or mention in self.gold.antecedents(scored.word):
            return ""
        reason = impossible(self.gold, scored.group, mention)
        return f"{said(element)} {reason}" if reason else ""

    def _unmarked(self, scored: Scored, element: Element | None) -> str:
        """Return that an element is no gold mention, where gold marks all noun phrases.

        Gold marks them all if it has entity types.
        """
        if element is None or scored.standing is GoldStanding.SPLIT:
            return ""
        expression = element.expression
        if expression.kind in UNMARKED or self.trial.gold_mention(expression) is not None:
            return ""
        marks_all = any(mention.sort for mention in self.gold.mentions)
        is_proper = self.gold.upos[self.trial.head(expression)] == "PROPN"
        is_name = expression.kind is Kind.NAME and is_proper
        return f"{said(element)} is no mention in gold" if marks_all and not is_name else ""

    # The forced run ---------------------------------------------------------------------------

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

    def _is_elsewhere(
        self, place: WordPlace, chosen: Element | None, earlier: list[GoldMention]
    ) -> bool:
        """Return True if the choice is not from the unit of the nearest antecedent."""
        if chosen is None or chosen.expression.utterance != place.utterance:
            return True
        last = self.trial.places[max((m.head for m in earlier), default=0)]
        clauses = [e.clause for e in self.expressions if (e.utterance, e.head) == tuple(last)]
        return chosen.expression.clause not in clauses

    def _seen(self, word: int, answer: Resolution | None, earlier: list[GoldMention]) -> Seen:
        """Return what happened to the right entity; attempts of the algorithm count first."""
        looked = self.forced.views.get(self.trial.places[word], NOTHING_SEEN)
        attempts = answer.attempts if answer else ()
        tested = [(attempt.candidate, attempt.verdict) for attempt in attempts]
        attempted = {element.entity for element, _ in tested}
        pairs = zip(looked.before, looked.violated, strict=True)
        tested += [
            (element, verdict) for element, verdict in pairs if element.entity not in attempted
        ]
        are_gold = self._are_gold(word, (element for element, _ in tested))
        of_gold = [pair for pair, is_gold in zip(tested, are_gold, strict=True) if is_gold]
        if not of_gold:
            ours = {x.entity for one in earlier for x in self._ours(one)}
            merged = [pair for pair in tested if pair[0].entity in ours]
            if not merged:
                return Seen(GoldView.NOT_LOOKED_AT)
            element, verdict = next((one for one in merged if _passes(one[1])), merged[0])
            return Seen(GoldView.MERGED, said(element), verdict)
        first, verdict = of_gold[0]
        passing = next((element for element, verdict in of_gold if _passes(verdict)), None)
        is_rejected = first.entity in attempted and not _passes(verdict)
        if passing is None or is_rejected:  # even if an earlier state would pass
            return Seen(GoldView.RULED_OUT, said(first), verdict)
        if self._is_passed_over(word, answer, passing.entity):
            return Seen(GoldView.NOT_LOOKED_AT)
        return Seen(GoldView.PASSED, said(passing))

    def _is_passed_over(self, word: int, answer: Resolution | None, entity: Entity) -> bool:
        """Return True if an entity is on no list, and no earlier state was searched for it."""
        if self.trial.algorithm not in LISTS or answer is None or answer.antecedent is None:
            return False
        return entity not in self.forced.listed[self.trial.places[word]]

    def _looked_at(self, place: WordPlace) -> int:
        if self.trial.algorithm in LISTS and place in self.forced.listed:
            return len(self.forced.listed[place])
        return len(self.forced.views.get(place, NOTHING_SEEN).before)

    # What was heard ---------------------------------------------------------------------------

    def _ours(self, mention: GoldMention) -> list[ChainMention]:
        """Return our expressions that match a gold mention."""
        here = self.chains.by_head.get(mention.head, ())
        return [x for x in here if self.gold.match(x.words, x.head) is mention]

    def _where(self, place: WordPlace, earlier: list[GoldMention]) -> str:
        heard = [self.trial.places[one.head].utterance for one in earlier if self._ours(one)]
        if not heard:
            return "never heard"
        back = place.utterance - max(heard)
        return "heard in this sentence" if back == 0 else f"last heard {back} sentences back"

    def _why_unheard(self, unheard: list[GoldMention]) -> str:
        """Return the rule of the profile that leaves out the nearest antecedent."""
        nearest = max(unheard, key=lambda one: one.head)
        why = self._rule(nearest)
        return f"the antecedent “{self.gold.text(nearest)}” is not heard: {why}" if why else ""

    def _rule(self, mention: GoldMention) -> str:
        """Return the rule that leaves out a mention; "" if there is none.

        With a predicted parse a rule applies only if the parse of the word is that of gold.
        """
        place, n = self.trial.places[mention.head], self.trial.places[mention.head].word
        if place in self.speech:
            return "in direct speech"
        if self.gold.is_clausal(mention):
            return "a clause"
        tree = Tree(self.trial.utterances[place.utterance])
        tags = self.gold.upos[mention.head], self.gold.relations[mention.head]
        if tags != (tree.upos[n], tree.relations[n]):
            return ""
        if mention.link == PREDICATE and self.trial.has_gold_mentions:
            return "a predicate"
        options = self.trial.how.analysis
        is_pronoun = tree.upos[n] in {"PRON", "DET"}
        if is_pronoun and tree.lemmas[n] in DEMONSTRATIVES:
            return "" if options.demonstratives else "a demonstrative"
        if reason := exclusion(tree, n, options):
            return str(reason)
        if tree.bases[n] in MODIFIERS:
            return "a modifier inside a noun phrase"
        may_be_heard = is_pronoun and may_refer(tree.upos[n], tree.relations[n])
        return f"a {Kind.PRONOUN.value} that is not heard" if may_be_heard else ""
