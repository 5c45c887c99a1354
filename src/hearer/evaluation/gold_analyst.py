"""An analyst that knows the gold expressions, and who is who among the nouns.

    GoldFeature      what else is taken from gold: sorts, statuses
    gold_analysis    makes such an analyst for one document, gold_analyst, of four parts:
    GoldReader       expressions as gold has them
    GoldMemory       nominal coreference as gold has it; pronouns it never links
    GoldSituation    who I, you and we are
    GoldStatuses     statuses, where gold has them and they are asked for

What a pronoun refers to stays hidden: an entity is known by gold only once a noun or a name has
realized it. The rules of docs/specification/analysis.md 0.2 still hold: predicates, expletives,
verbs, bare times and idioms are no expressions, whatever gold marks (G.3), nor are modifiers inside
a noun phrase.
Number, gender, sort and status stay our own; what gold sorts or gold statuses would change can be
asked for with `GoldFeature`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from hearer.analysis.analyst import TreeAnalyst, analyst_for
from hearer.analysis.constraints.agreement import HUMAN, NEUTER, gender_of
from hearer.analysis.constraints.sorts import SORTS
from hearer.analysis.expressions.draft import TO_RESOLVE, Draft
from hearer.analysis.expressions.exclusions import Exclusion, exclusion
from hearer.analysis.expressions.reader import TreeReader
from hearer.analysis.here import Here
from hearer.analysis.memory.familiarity import Statuses, WasHeard
from hearer.analysis.memory.memory import Memory
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.analysis.speech.situation import LookAhead, Situation, Voice
from hearer.analysis.universal import reading as universal
from hearer.evaluation.gold import (
    CATAPHORA,
    PREDICATE,
    Gold,
    GoldMention,
    heads_of,
    span_head,
    words_of,
)
from hearer.hearing import Analysis
from hearer.model import (
    Agreement,
    Discourse,
    Entity,
    Familiarity,
    Kind,
    ReferringExpression,
    Sort,
    Verdict,
)
from hearer.model.part import given
from hearer.model.tree import Tree


class GoldFeature(StrEnum):
    """What else than expressions and nominal coreference is taken from gold."""

    SORTS = "sorts"  # GUM's entity types
    STATUSES = "statuses"  # GUM's infstat, as G.3 translates it


UNANNOTATED = frozenset({Kind.RELATIVE, Kind.RECIPROCAL})  # GUM marks neither


class MentionHere(NamedTuple):
    """A gold mention as words of one utterance."""

    mention: GoldMention
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GoldMentions:
    """The mentions of a document, by where their heads stand in the tree it is heard with."""

    by_place: Mapping[
        tuple[int, int], Sequence[MentionHere]
    ]  # by utterance and head, the shortest first
    features: frozenset[GoldFeature]

    @classmethod
    def of(cls, gold: Gold, discourse: Discourse, features: frozenset[GoldFeature]) -> GoldMentions:
        starts = words_of(discourse)
        heads = heads_of(discourse, starts)
        utterances = [u.number for u in discourse.utterances for _ in u.forms]
        known: dict[tuple[int, int], list[MentionHere]] = {}
        for mention in gold.mentions:
            head = span_head(mention.words, heads)
            number = utterances[head]
            inside = [word - starts[number] for word in mention.words if utterances[word] == number]
            place = number, head - starts[number]
            known.setdefault(place, []).append(MentionHere(mention, inside[0], inside[-1]))
        for here in known.values():
            here.sort(key=lambda one: len(one.mention.words))
        return cls(known, features)

    def at(self, utterance: int, head: int, *, is_set: bool = False) -> MentionHere | None:
        """The mention a word heads; of a set the longest, which takes in its members."""
        here = self.by_place.get((utterance, head), ())
        if is_set:
            return here[-1] if len(here) > 1 else None
        return here[0] if here else None

    def are_one(self, utterance: int, one: int, other: int) -> bool:
        mine, its = self.at(utterance, one), self.at(utterance, other)
        return bool(mine and its and mine.mention.entity == its.mention.entity)


def gold_analysis(
    gold: Gold, discourse: Discourse, features: frozenset[GoldFeature] = frozenset()
) -> Analysis:
    """What makes an analyst for this document."""
    return partial(gold_analyst, GoldMentions.of(gold, discourse, features))


def gold_analyst(mentions: GoldMentions, options: AnalysisOptions) -> TreeAnalyst:
    """An analyst that knows these mentions."""
    analyst = analyst_for(options)
    analyst.reader = GoldReader(mentions, TreeReader(options))
    analyst.memory = GoldMemory(options.memory, mentions=mentions)
    analyst.situation = GoldSituation(analyst.situation)
    analyst.nameless = None
    analyst.statuses = GoldStatuses(options, inner=analyst.statuses, mentions=mentions)
    return analyst


@dataclass(eq=False)
class GoldMemory(Memory):
    """Finds what a noun or a name realizes by gold, if one of the same entity was heard before."""

    mentions: GoldMentions = given(kw_only=True)
    entity_of: dict[str, Entity] = field(default_factory=dict)  # ours, by gold's

    def find(self, tree: Tree, draft: Draft, possessor: Entity | None) -> Entity | None:  # noqa: ARG002
        here = self._at(tree.utterance.number, draft.head, draft.kind)
        return self.entity_of.get(here.mention.entity) if here else None

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        super().note(entity, expression)
        if expression.kind in {Kind.RELATIVE, Kind.ELLIPSIS} or expression.kind in TO_RESOLVE:
            return
        if here := self._at(expression.utterance, expression.head, expression.kind):
            self.entity_of.setdefault(here.mention.entity, entity)

    def _at(self, utterance: int, head: int, kind: Kind) -> MentionHere | None:
        return self.mentions.at(utterance, head, is_set=kind is Kind.SET)


@dataclass(frozen=True, slots=True)
class GoldReader:
    """Reads what gold marks, where the rules let it refer."""

    mentions: GoldMentions
    inner: TreeReader

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        simple = {draft.head: draft for draft in self.simple(tree, left_out)}
        found = self.inner.collected(tree, left_out, simple)
        return [self.evoking(tree, draft) for draft in found]

    def simple(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[Draft]:
        for n in range(1, len(tree) + 1):
            may_head = tree.upos[n] in HEADS and not left_out[n]
            draft = self.inner.draft(tree, n) if may_head else None
            if draft is None:
                continue
            here = self.mentions.at(tree.utterance.number, n)
            if here and not self._is_left_out(tree, n, here.mention):
                yield self.as_marked(tree, draft, here)
            elif not here and draft.kind in UNANNOTATED:
                yield draft

    def evoking(self, tree: Tree, draft: Draft) -> Draft:
        """An appositive or a predicate evokes what it is said of only if gold has it so."""
        is_appositive = draft.kind is Kind.APPOSITIVE
        if not (is_appositive or draft.is_predicate):
            return draft
        if self.mentions.are_one(tree.utterance.number, draft.head, draft.evokes):
            return draft
        return draft._replace(kind=Kind.BARE if is_appositive else draft.kind, evokes=0)

    def as_marked(self, tree: Tree, draft: Draft, here: MentionHere) -> Draft:
        """The expression with the span and, if asked for, the sort that gold has."""
        draft = draft._replace(first=here.first, last=here.last)
        sorts = sorts_of(here.mention.sort)
        # Where gender is grammatical, a table may be *er*, and a kitchen *sie*.
        has_sorts = GoldFeature.SORTS in self.mentions.features and not tree.utterance.language
        if draft.is_pronoun or sorts is None or not has_sorts:
            return draft
        return draft._replace(sorts=sorts, agreement=_of_sort(draft, sorts))

    def _is_left_out(self, tree: Tree, n: int, mention: GoldMention) -> bool:
        if mention.link == PREDICATE or tree.bases[n] == "expl":
            return True
        if tree.bases[n] in MODIFIERS or self._is_bare_time(tree, n, mention):
            return True
        if tree.utterance.language:
            return bool(universal.left_out(tree, n, self.inner.options))
        reason = exclusion(tree, n, self.inner.options)
        if reason is Exclusion.PLEONASTIC:  # gold knows better than any pattern
            return mention.link == CATAPHORA
        return reason is not None

    def _is_bare_time(self, tree: Tree, n: int, mention: GoldMention) -> bool:
        temporal = self.inner.options.temporal
        if mention.sort != Sort.TIME or temporal is Temporal.ALL:
            return False
        return temporal is Temporal.NONE or not tree.is_determined(n)


@dataclass(eq=False)
class GoldStatuses(Statuses):
    """Statuses as gold has them, where that is asked for; else those of `inner`."""

    inner: Statuses = field(kw_only=True)
    mentions: GoldMentions = given(kw_only=True)

    def begin(self, found: Sequence[Draft]) -> None:
        self.inner.begin(found)

    def is_part(self, draft: Draft) -> bool:
        return self.inner.is_part(draft)

    def of(self, here: Here, draft: Draft, *, is_known: bool, was_heard: WasHeard) -> Familiarity:
        ours = super().of(here, draft, is_known=is_known, was_heard=was_heard)
        mention = self.mentions.at(here.number, draft.head)
        if mention is None or GoldFeature.STATUSES not in self.mentions.features:
            return ours
        return STATUSES.get(mention.mention.status, ours)


@dataclass(eq=False)
class GoldSituation(Situation):
    """Who I, you and we are as gold has it, where a noun or a name said so before."""

    inner: Situation

    def who(self, here: Here, draft: Draft, memory: Memory) -> Voice:
        told = memory.find(here.tree, draft, None)
        return Voice(told) if told else self.inner.who(here, draft, memory)

    def begin(self, here: Here, look_ahead: LookAhead) -> None:
        self.inner.begin(here, look_ahead)

    def excluded(self, pronoun: ReferringExpression) -> Mapping[Entity, Verdict]:
        return self.inner.excluded(pronoun)

    def realized(self, expression: ReferringExpression, entity: Entity, memory: Memory) -> None:
        """Take note of who speaks; who is one, gold says."""
        self.inner.realized(expression, entity, memory)


def sorts_of(etype: str) -> frozenset[Sort] | None:
    """The sorts that an entity type tells: GUM's words, or those of other corpora."""
    return SORTS.get(etype) or SORTS.get(ETYPES.get(etype.lower(), etype.lower()))


def _of_sort(draft: Draft, sorts: frozenset[Sort]) -> Agreement:
    """Nothing but people and animals is he or she; people are never it, animals may be either."""
    agreement = draft.agreement
    if sorts == {Sort.PERSON}:
        left = agreement.gender - NEUTER or HUMAN
    elif sorts == {Sort.ANIMAL}:
        is_thing = agreement.gender == NEUTER
        left = gender_of(draft.lemma, sorts) if is_thing else agreement.gender
    else:
        left = NEUTER
    return Agreement(agreement.number, left, agreement.person)


# What corpora of CorefUD and of CoNLL call the sorts that GUM has.
ETYPES = {
    "per": "person", "pers": "person", "human": "person", "people": "person",
    "org": "organization", "organisation": "organization",
    "loc": "place", "location": "place", "gpe": "place", "fac": "place",
    "date": "time",
}  # fmt: skip
# Verbs and particles head no expression (G.3).
HEADS = frozenset("NOUN PROPN PRON NUM DET SYM X ADJ".split())
MODIFIERS = frozenset("compound flat amod nummod det fixed goeswith".split())
# G.3; `new` says nothing of U, BNA and BN: these stay our own.
STATUSES = {
    "giv:act": Familiarity.EVOKED,
    "giv:inact": Familiarity.EVOKED,
    "acc:inf": Familiarity.INFERRABLE,
    "acc:aggr": Familiarity.INFERRABLE,
}
