"""Why a pronoun went wrong: the classes of Table 6 (docs/specification/evaluation.md E.3).

Gold has no gender. It has GUM's entity types, where the file states them, and the other pronouns of
a chain: an entity that is *she* elsewhere cannot be *he*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from hearer.analysis.draft import TO_RESOLVE
from hearer.analysis.exclude import exclusion
from hearer.analysis.reader import POINTERS, may_refer
from hearer.evaluation.gold import (
    CATAPHORA,
    DISCOURSE_DEIXIS,
    PREDICATE,
    ChainMention,
    Gold,
    GoldMention,
    MentionIndex,
    span_head,
)
from hearer.evaluation.gold_analyst import MODIFIERS, UNANNOTATED
from hearer.evaluation.scoring import FORMS, GoldStanding, Scored, referent
from hearer.evaluation.trial import ForcedRun, InView, Trial, WordPlace
from hearer.model import (
    Constraint,
    Element,
    Interpretation,
    Kind,
    Label,
    Number,
    ReferringExpression,
    Resolution,
    Tree,
    Verdict,
)
from hearer.model.expression import WORDLESS, Sort

LISTS = frozenset({"s-list", "s-list-tetreault"})  # search earlier states if no element passes
# Expressions that refer although GUM does not mark them, as in *many of them*.
UNMARKED = UNANNOTATED | {Kind.ELLIPSIS, Kind.SET, Kind.CLAUSE, Kind.QUANTIFIED}
# The others have no utterances smaller than the sentence and no rules for what is in it: their
# errors inside the sentence are errors of strategy "by definition" (section 4).
HAS_INTRA = frozenset("bfp bfp-carter bfp-kameyama kameyama raft-rapr sidner ssk".split())


class ErrorClass(StrEnum):
    """The columns of Table 6, then errors that are no choice of the algorithm."""

    STRATEGY = "strategy"
    AMBIGUITY = "ambiguity"
    INTRA = "intra"
    CHAIN = "chain"
    OTHER = "other"
    OUT_OF_VIEW = "out-of-view"
    NEVER_HEARD = "never-heard"
    RULED_OUT = "ruled-out"
    NOTHING_PASSED = "nothing-passed"
    PIPELINE = "pipeline"


class GoldView(StrEnum):
    """What happened to the right entity when the algorithm tested all that it ever would."""

    PASSED = "passed"
    RULED_OUT = "ruled out"  # by agreement, sort or binding
    MERGED = "merged"  # an entity with one of its mentions was tested, but stands for another
    UNSEEN = "unseen"


class Seen(NamedTuple):
    """What happened to the right entity, its text, and the verdict that ruled it out."""

    view: GoldView
    text: str = ""
    verdict: Verdict | None = None


def said(element: Element) -> str:
    """Return the text of an element; with the name of the entity if it is not a noun."""
    expression = element.expression
    is_noun = not expression.is_pronoun and expression.kind not in WORDLESS | TO_RESOLVE
    return f"“{expression.text}”" if is_noun else f"“{expression.text}” ({element.entity})"


def _passes(verdict: Verdict | None) -> bool:
    return verdict is None or verdict.constraint is Constraint.WEIGHT


class Blame:
    """Both runs of a trial; `speech` has the words left out as direct speech."""

    def __init__(
        self, trial: Trial, found: Interpretation, forced: ForcedRun, speech: frozenset[WordPlace]
    ) -> None:
        self.trial, self.found, self.forced, self.speech = trial, found, forced, speech
        self.expressions = forced.expressions
        self.chains = chains_of(trial, self.expressions)

    def ours(self, mention: GoldMention) -> list[ChainMention]:
        """Return our expressions that match a gold mention."""
        here, match = self.chains.by_head.get(mention.head, ()), self.trial.gold.match
        return [x for x in here if match(x.words, x.head) is mention]

    def classify(self, scored: Scored, free: Resolution | None) -> tuple[Case, ErrorClass, str]:
        """Return the case of a wrong pronoun, its class and the reason."""
        case = Case(self, scored, free)
        found = next((kind, reason) for kind, applies, reason in RULES if applies(case))
        return case, found[0], found[1].format(case)


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


class Case:
    """A pronoun that was not resolved correctly; a text is "" where it does not apply."""

    def __init__(self, blame: Blame, scored: Scored, free: Resolution | None) -> None:
        self.blame, self.trial, self.gold = blame, blame.trial, blame.trial.gold
        self.scored, self.place = scored, self.trial.places[scored.word]
        self.mention, self.earlier = self.gold.at(scored.word), self.gold.antecedents(scored.word)
        self.link = self.mention.link if self.mention else ""
        self.is_in_speech = self.place in blame.speech
        self.is_split = scored.standing is GoldStanding.SPLIT
        self.is_first = scored.standing is GoldStanding.FIRST_MENTION
        places, begins = self.trial.places, [s.first for s in blame.found.segments]
        first = max((n for n in begins if n <= self.place.utterance), default=1)
        self.in_segment = [m for m in self.earlier if places[m.head].utterance >= first]
        self.near = self.in_segment or self.earlier
        self.is_missed = bool(self.near) and not any(map(blame.ours, self.near))
        self.forced = blame.forced.answers.get(self.place)  # None if the pronoun was not heard
        self.choice = self.forced.antecedent if self.forced else None
        self.chosen = said(self.choice) if self.choice else ""
        self.label = self.forced.taken_as if self.forced and not self.choice else None
        self.looked = blame.forced.views.get(self.place, InView())
        self.seen = self._seen()
        self.is_unseen = self.seen.view is GoldView.UNSEEN
        self.is_ruled_out = self.seen.view is GoldView.RULED_OUT
        self.forced_is_right = self.choice is not None and self._is_gold(self.choice)
        if self.is_split:
            self.forced_is_right = self.trial.is_split_right(scored.word, self.forced)
        wrong_choice = None if self.forced_is_right else self.choice
        self.impossible = self._impossible(free.antecedent if free else None)
        self.forced_is_impossible = self._impossible(wrong_choice)
        self.forced_is_unmarked = self._unmarked(wrong_choice)
        self.offers = (self.choice, *self.forced.rivals) if self.forced and self.choice else ()
        self.is_tied = len(self.offers) > 1 and any(map(self._is_gold, self.offers))

    def _is_gold(self, element: Element) -> bool:
        mentions = self.blame.chains.of(element.entity, self.scored.word)
        whose = referent(self.gold, mentions, self.trial.scoring)
        return self.mention is not None and whose == self.mention.entity

    def _impossible(self, element: Element | None) -> str:
        """Return why an element is impossible by its sort or gender in gold."""
        mention = self.trial.gold_mention(element.expression) if element else None
        if element is None or mention is None or mention in self.earlier:
            return ""
        reason = impossible(self.gold, self.scored.group, mention)
        return f"{said(element)} {reason}" if reason else ""

    def _unmarked(self, element: Element | None) -> str:
        """Return that an element is no gold mention, where gold marks all: it has entity types."""
        if element is None or self.is_split or element.expression.kind in UNMARKED:
            return ""
        if self.trial.gold_mention(element.expression) is not None:
            return ""
        is_proper = self.gold.upos[self.trial.head(element.expression)] == "PROPN"
        is_name = is_proper and element.expression.kind is Kind.NAME
        marks_all = any(mention.sort for mention in self.gold.mentions)
        return f"{said(element)} is no mention in gold" if marks_all and not is_name else ""

    def _seen(self) -> Seen:
        """Return what happened to the right entity; attempts of the algorithm count first."""
        attempts = self.forced.attempts if self.forced else ()
        tested = [(attempt.candidate, attempt.verdict) for attempt in attempts]
        attempted = {element.entity for element, _ in tested}
        pairs = zip(self.looked.before, self.looked.violated, strict=True)
        tested += [pair for pair in pairs if pair[0].entity not in attempted]
        of_gold = [pair for pair in tested if self._is_gold(pair[0])]
        if not of_gold:
            ours = {x.entity for one in self.earlier for x in self.blame.ours(one)}
            merged = [pair for pair in tested if pair[0].entity in ours]
            if not merged:
                return Seen(GoldView.UNSEEN)
            element, verdict = next((one for one in merged if _passes(one[1])), merged[0])
            return Seen(GoldView.MERGED, said(element), verdict)
        first, verdict = of_gold[0]
        passing = next((element for element, verdict in of_gold if _passes(verdict)), None)
        is_rejected = first.entity in attempted and not _passes(verdict)
        if passing is None or is_rejected:  # even if an earlier state would pass
            return Seen(GoldView.RULED_OUT, said(first), verdict)
        # It is on no list, and its earlier states were not searched, since another passed.
        is_list = self.trial.algorithm in LISTS and self.choice is not None
        if is_list and passing.entity not in self.blame.forced.listed[self.place]:
            return Seen(GoldView.UNSEEN)
        return Seen(GoldView.PASSED, said(passing))

    def is_cataphoric(self) -> bool:
        chain = self.gold.index.by_entity[self.mention.entity] if self.mention else ()
        is_named = any(not self.gold.is_pronoun(one) for one in chain)
        return self.is_first and (self.link == CATAPHORA or is_named)

    def is_event(self) -> bool:
        """Return True for discourse deixis, or if all antecedents but pronouns are clauses."""
        full = [one for one in self.near if not self.gold.is_pronoun(one)]
        is_clausal = bool(full) and all(map(self.gold.is_clausal, full))
        return is_clausal or self.link == DISCOURSE_DEIXIS

    def is_tie_impossible(self) -> bool:
        others = (one for one in self.offers if not self._is_gold(one))
        return all(self._impossible(one) or self._unmarked(one) for one in others)

    def is_intra(self) -> bool:
        """Return True if the antecedent is in the sentence, and the choice from another unit."""
        if self.trial.algorithm not in HAS_INTRA or self.scored.distance != 0:
            return False
        if self.choice is None or self.choice.expression.utterance != self.place.utterance:
            return True
        last = tuple(self.trial.places[max((m.head for m in self.earlier), default=0)])
        expressions = self.blame.expressions
        clauses = [e.clause for e in expressions if (e.utterance, e.head) == last]
        return self.choice.expression.clause not in clauses

    def is_feature_wrong(self) -> bool:
        return is_feature_wrong(self.gold, self.scored.group, self.seen.verdict, self.earlier)

    @property
    def readings(self) -> str:
        return " or ".join(map(said, self.offers))

    @property
    def preferred(self) -> str:
        label = f", taken as {self.label}" if self.label else ""
        return f"{self.chosen or 'no antecedent'} was preferred to {self.seen.text}{label}"

    @property
    def elsewhere(self) -> str:
        return f"{self.chosen or 'nothing'} was taken from elsewhere"

    @property
    def violated(self) -> str:
        """The constraint that ruled the antecedent out."""
        verdict = self.seen.verdict
        if verdict is None:
            return "held to violate a constraint"
        shown = verdict.shown if verdict.constraint is not Constraint.WEIGHT else ""
        wanted = f"; {verdict.wanted} wanted" if verdict.wanted else ""
        shown = f" ({verdict.shown if wanted else shown}{wanted})" if wanted or shown else ""
        return f"held to violate {verdict.constraint}{shown}"

    @property
    def where(self) -> str:
        """How many elements the algorithm tests, and where the right entity was last heard."""
        listed = self.blame.forced.listed.get(self.place)
        is_list = self.trial.algorithm in LISTS and listed is not None
        number = len(listed if is_list and listed is not None else self.looked.before)
        heard = [self.trial.places[m.head].utterance for m in self.earlier if self.blame.ours(m)]
        back = self.place.utterance - max(heard, default=0)
        where = f"last heard {back} sentences back" if back else "heard in this sentence"
        return f"not among the {number} that are looked at; {where if heard else 'never heard'}"

    @property
    def unheard(self) -> str:
        """The rule of the profile that leaves out the nearest antecedent."""
        if not self.is_missed:
            return ""
        nearest = max(self.near, key=lambda one: one.head)
        rule, text = self._rule(nearest), self.gold.text(nearest)
        return f"the antecedent “{text}” is not heard: {rule}" if rule else ""

    def _rule(self, mention: GoldMention) -> str:
        """Return the rule that leaves out a mention; "" if there is none.

        With a predicted parse a rule applies only if the parse of the word is that of gold.
        """
        place, n = self.trial.places[mention.head], self.trial.places[mention.head].word
        if place in self.blame.speech:
            return "in direct speech"
        if self.gold.is_clausal(mention):
            return "a clause"
        tree = Tree(self.trial.discourse.utterances[place.utterance - 1])
        tags = self.gold.upos[mention.head], self.gold.relations[mention.head]
        if tags != (tree.upos[n], tree.relations[n]):
            return ""
        if mention.link == PREDICATE and self.trial.has_gold_mentions:
            return "a predicate"
        options = self.trial.how.analysis
        is_pronoun = tree.upos[n] in {"PRON", "DET"}
        if is_pronoun and tree.lemmas[n] in POINTERS:
            return "" if options.demonstratives else "a demonstrative"
        if reason := exclusion(tree, n, options):
            return str(reason)
        if tree.bases[n] in MODIFIERS:
            return "a modifier inside a noun phrase"
        may_be_heard = is_pronoun and may_refer(tree, n)
        return f"a {Kind.PRONOUN.value} that is not heard" if may_be_heard else ""


FORCED = "with all pronouns before it right, what is chosen"
OTHER, PIPELINE = ErrorClass.OTHER, ErrorClass.PIPELINE
# A class, when it applies, and the reason, in which {0} is the case. The first rule that applies
# decides; the numbers are those of docs/evaluation.md.
RULES: tuple[tuple[ErrorClass, Callable[[Case], object], str], ...] = (
    # 1
    (PIPELINE, lambda case: case.impossible, "what was chosen cannot be meant: {0.impossible}"),
    # 2
    (OTHER, lambda case: case.is_in_speech, "in direct speech, which is not heard"),
    (OTHER, lambda case: case.is_split, "split antecedent"),
    (OTHER, lambda case: case.is_cataphoric(), "the antecedent follows"),
    (OTHER, lambda case: case.is_first, "no antecedent in the text"),
    (OTHER, lambda case: case.is_event(),
         "the antecedent is an event or a stretch of discourse"),
    # 3
    (PIPELINE, lambda case: case.forced is None, "the pronoun was not heard"),
    (PIPELINE, lambda case: case.label is Label.PLEONASTIC,
         "the pronoun was taken as pleonastic"),
    # 4
    (ErrorClass.CHAIN, lambda case: case.forced_is_right
         and not (case.forced and case.forced.rivals),
         "right, had the pronouns before it been right"),
    # 5
    (PIPELINE, lambda case: case.forced_is_impossible,
         f"{FORCED} cannot be meant: {{0.forced_is_impossible}}"),
    # 6, 7, 8
    (ErrorClass.NEVER_HEARD, lambda case: case.is_unseen and case.unheard, "{0.unheard}"),
    (OTHER, lambda case: case.is_unseen and case.earlier and not case.in_segment,
         "all antecedents are in earlier segments"),
    (PIPELINE, lambda case: case.is_unseen and case.is_missed,
         "no expression was found for any antecedent"),
    # 9, 10
    (PIPELINE, lambda case: case.is_tied and case.is_tie_impossible(),
         "what is as good cannot be meant by gold, or is the same: {0.readings}"),
    (ErrorClass.AMBIGUITY, lambda case: case.is_tied, "equally good: {0.readings}"),
    # 11
    (PIPELINE, lambda case: case.is_ruled_out and case.is_feature_wrong(),
         "the antecedent was wrongly {0.violated}"),
    # 12
    (PIPELINE, lambda case: case.seen.view in {GoldView.PASSED, GoldView.RULED_OUT}
         and case.forced_is_unmarked, f"{FORCED} refers to nothing: {{0.forced_is_unmarked}}"),
    # 13, 14
    (ErrorClass.RULED_OUT, lambda case: case.is_ruled_out and case.chosen,
         "{0.chosen} passed; the antecedent was {0.violated}"),
    (ErrorClass.NOTHING_PASSED, lambda case: case.is_ruled_out,
         "nobody passed; the antecedent was {0.violated}"),
    # 15
    (PIPELINE, lambda case: case.seen.view is GoldView.MERGED,
         "the antecedent was taken for a mention of something else"),
    # 16
    (ErrorClass.INTRA, lambda case: case.is_intra(),
         "the antecedent is in the sentence; {0.elsewhere}"),
    # 17
    (ErrorClass.OUT_OF_VIEW, lambda case: case.is_unseen,
         "{0.where}"),
    # 18
    (ErrorClass.STRATEGY, lambda case: case, "{0.preferred}"),
)  # fmt: skip


CALLED = ("he", "she", "it")
ANIMATE = frozenset({Sort.PERSON.value, Sort.ANIMAL.value})
PLURAL_TAGS = frozenset({"NNS", "NNPS"})
SINGULAR_TAGS = frozenset({"NN", "NNP"})


def impossible(gold: Gold, group: str, chosen: GoldMention) -> str:
    """Return why the pronoun `group` (he, she, it, they) cannot mean a mention; "" if it can."""
    if group not in CALLED:
        return ""
    chain = gold.index.by_entity[chosen.entity]
    groups = {FORMS.get(gold.forms[one.head].lower(), "") for one in chain}
    called = [one for one in CALLED if one in groups]
    if group in called:
        return ""
    if called and not (group == "it" and chosen.sort == Sort.ANIMAL):  # a bear may be both
        return f"is “{' or '.join(called)}” in gold"
    if not _clashes(group, chosen.sort):
        return ""
    return f"is {'an' if chosen.sort[0] in 'aeiou' else 'a'} {chosen.sort} in gold"


def _clashes(group: str, sort: str) -> bool:
    return bool(sort) and (sort == Sort.PERSON if group == "it" else sort not in ANIMATE)


def is_feature_wrong(
    gold: Gold, group: str, verdict: Verdict | None, antecedents: Sequence[GoldMention]
) -> bool:
    """Return True if gold contradicts the feature by which an antecedent was ruled out.

    A gender or sort is wrong if gold's entity type fits the pronoun; a number if the tag of the
    nearest noun among the antecedents says otherwise; a person if the nearest antecedent is no
    pronoun. Gold says nothing of binding and of speakers.
    """
    if verdict is None or verdict.constraint not in {Constraint.AGREEMENT, Constraint.SORT}:
        return False
    backwards = sorted(antecedents, key=lambda one: one.head, reverse=True)
    is_agreement = verdict.constraint is Constraint.AGREEMENT
    if is_agreement and "person" in verdict.wanted:
        return bool(backwards) and not gold.is_pronoun(backwards[0])
    if is_agreement and verdict.wanted in set(Number):
        nouns = (one for one in backwards if one.link != PREDICATE)
        return verdict.wanted == next(filter(None, (_number(gold, one) for one in nouns)), "")
    return not any(_clashes(group, one.sort) for one in antecedents)


def _number(gold: Gold, mention: GoldMention) -> str:
    """Return the number of a noun by its tag: the *two* are plural."""
    tag, form = gold.xpos[mention.head], gold.forms[mention.head].lower()
    if tag in PLURAL_TAGS or (tag == "CD" and form not in {"one", "1"}):
        return Number.PLURAL
    return Number.SINGULAR if tag in SINGULAR_TAGS else ""
