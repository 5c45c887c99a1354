"""An analyst that takes expressions and nominal coreference from the annotation.

What a pronoun refers to stays hidden: an entity is known by gold only once a noun or a name has
realized it. The rules of docs/specification/analysis.md 0.2 still hold: predicates, expletives,
verbs, bare times, idioms and modifiers inside a noun phrase are no expressions, whatever gold marks
(G.3). Number, gender, sort and status are predicted unless a `GoldFeature` asks for gold.

`given=True` uses such an analyst outside of evaluation. Some corpora mark every entity, others only
those that are mentioned again; in the latter an unmarked noun is a new entity, since leaving it out
would reveal which entities are mentioned again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from hearer.analysis import universal
from hearer.analysis.analyst import TreeAnalyst, analyst_for
from hearer.analysis.current_utterance import CurrentUtterance
from hearer.analysis.describe import SORTS, gender_of
from hearer.analysis.draft import TO_RESOLVE, Draft
from hearer.analysis.exclude import Exclusion, exclusion
from hearer.analysis.familiarity import familiarity_of
from hearer.analysis.memory import Memory
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.analysis.reader import TreeReader
from hearer.analysis.speech import Speech, Voice
from hearer.errors import InputError
from hearer.escape import quoted
from hearer.evaluation.gold import (
    CATAPHORA,
    PREDICATE,
    Gold,
    GoldMention,
    gold_of,
    heads_of,
    span_head,
    words_of,
)
from hearer.formats.annotation import misread
from hearer.formats.unparsed import PRONOUNS
from hearer.hearing import Analysis, Through, listen
from hearer.model import (
    Discourse,
    Entity,
    Familiarity,
    Interpretation,
    Kind,
    ReferringExpression,
    Sort,
    Tree,
    constant,
)
from hearer.model.expression import HUMAN, NEUTER, UNSPOKEN
from hearer.model.lexicon import data, words
from hearer.profiles import Profile


class GoldFeature(StrEnum):
    """Features that may be gold besides expressions and nominal coreference."""

    SORTS = "sorts"  # GUM's entity types
    STATUSES = "statuses"  # GUM's infstat, as G.3 translates it


UNANNOTATED = frozenset({Kind.RELATIVE, Kind.RECIPROCAL})  # GUM marks neither
ALWAYS_HEARD = UNANNOTATED | {Kind.SPEAKER}
ETYPES = data("words")["entity types"]
HEADS, MODIFIERS = words("gold", "heads modifiers")
# G.3; GUM's `new` does not distinguish U, BNA and BN, which stay predicted.
STATUSES = {
    "giv:act": Familiarity.EVOKED,
    "giv:inact": Familiarity.EVOKED,
    "acc:inf": Familiarity.INFERRABLE,
    "acc:aggr": Familiarity.INFERRABLE,
}


class MentionHere(NamedTuple):
    """A gold mention and its first and last word in one utterance."""

    mention: GoldMention
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GoldMentions:
    """The mentions of a document by utterance and head, the shortest first."""

    by_place: Mapping[tuple[int, int], Sequence[MentionHere]]
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
        """Return the mention that a word heads; of a set the longest, which has its members."""
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
    """Return a factory of analysts that know the mentions of this document."""
    return partial(_gold_analyst, GoldMentions.of(gold, discourse, features))


def _gold_analyst(mentions: GoldMentions, options: AnalysisOptions) -> TreeAnalyst:
    analyst = analyst_for(options)
    analyst.reader = GoldReader(mentions, TreeReader(options))
    analyst.memory = GoldMemory(options.memory, mentions=mentions)
    analyst.situation = GoldSpeech(is_followed=options.speakers)
    if GoldFeature.STATUSES in mentions.features:
        analyst.familiarity = GoldFamiliarity(mentions)
    return analyst


@dataclass(eq=False)
class GoldMemory(Memory):
    """Finds the gold entity of a noun or name, if an earlier noun or name realized it."""

    mentions: GoldMentions = constant(kw_only=True)
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
    """Reads the marked expressions that the rules allow to refer."""

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
        """Let an appositive or a predicate evoke an entity only if gold has them as one."""
        is_appositive = draft.kind is Kind.APPOSITIVE
        if not (is_appositive or draft.is_predicate):
            return draft
        if self.mentions.are_one(tree.utterance.number, draft.head, draft.evokes):
            return draft
        return draft._replace(kind=Kind.BARE if is_appositive else draft.kind, evokes=0)

    def as_marked(self, tree: Tree, draft: Draft, here: MentionHere) -> Draft:
        """Return the expression with the span and, if asked for, the sort of gold."""
        draft = draft._replace(first=here.first, last=here.last)
        sorts = sorts_of(here.mention.sort)
        # Where gender is grammatical, sorts do not determine it.
        has_sorts = GoldFeature.SORTS in self.mentions.features and not tree.utterance.language
        if draft.is_pronoun or sorts is None or not has_sorts:
            return draft
        gender = draft.agreement.gender
        if sorts == {Sort.PERSON}:
            gender = gender - NEUTER or HUMAN
        elif sorts == {Sort.ANIMAL}:  # animals may be he, she or it
            gender = gender_of(draft.lemma, sorts) if gender == NEUTER else gender
        else:
            gender = NEUTER
        return draft._replace(sorts=sorts, agreement=draft.agreement._replace(gender=gender))

    def _is_left_out(self, tree: Tree, n: int, mention: GoldMention) -> bool:
        options = self.inner.options
        if mention.link == PREDICATE or tree.bases[n] == "expl" or tree.bases[n] in MODIFIERS:
            return True
        is_bare = options.temporal is Temporal.NONE or not tree.is_determined(n)
        if mention.sort == Sort.TIME and options.temporal is not Temporal.ALL and is_bare:
            return True
        if tree.utterance.language:
            return universal.is_left_out(tree, n, options)
        reason = exclusion(tree, n, options)
        if reason is Exclusion.PLEONASTIC:  # gold is more reliable than any pattern
            return mention.link == CATAPHORA
        return reason is not None


@dataclass(frozen=True)
class GoldFamiliarity:
    """Gives expressions the status of gold, or ours where gold has none."""

    mentions: GoldMentions

    def __call__(
        self,
        here: CurrentUtterance,
        draft: Draft,
        memory: Memory,
        options: AnalysisOptions,
        *,
        is_known: bool,
    ) -> Familiarity:
        ours = familiarity_of(here, draft, memory, options, is_known=is_known)
        mention = self.mentions.at(here.number, draft.head)
        return STATUSES.get(mention.mention.status, ours) if mention else ours


@dataclass(eq=False)
class GoldSpeech(Speech):
    """Identifies I, you and we by gold, if a noun or a name of the entity came before."""

    def who(self, here: CurrentUtterance, draft: Draft, memory: Memory) -> Voice:
        known = memory.find(here.tree, draft, None)
        return Voice(known) if known else super().who(here, draft, memory)

    def realized(self, expression: ReferringExpression, entity: Entity, memory: Memory) -> None:
        super().realized(expression, entity, memory)


def sorts_of(etype: str) -> frozenset[Sort] | None:
    """Return the sorts that an entity type stands for, None if it is unknown."""
    return SORTS.get(etype) or SORTS.get(ETYPES.get(etype.lower(), etype.lower()))


def listen_given(discourse: Discourse, how: Profile, *, through: Through = iter) -> Interpretation:
    """Resolve the pronouns of a discourse, with nominal coreference from its annotation."""
    analysis = given_analysis(discourse)
    found = listen(discourse, profile=how, analysis=analysis, through=through)
    return replace(found, problems=(*found.problems, *misread([discourse])))


def given_analysis(discourse: Discourse) -> Analysis:
    """Return a factory of analysts that take nominal coreference from the annotation."""
    gold = gold_of(discourse)
    said = (mention for mention in gold.mentions if gold.upos[mention.head] != "PRON")
    nouns = [mention for mention in said if gold.forms[mention.head].lower() not in PRONOUNS]
    if not nouns:
        name = discourse.name or discourse.path
        raise InputError(
            f"{quoted(name) if name else 'This text'} is annotated with no noun or name, so none "
            "can be taken as given.",
            hint="Leave out given=True.",
            command_hint="Leave out --set given.",
        )
    often = Counter(mention.entity for mention in gold.mentions)
    marks_all = any(often[mention.entity] == 1 for mention in nouns)
    mentions = GoldMentions.of(gold, discourse, frozenset({GoldFeature.SORTS}))

    def analyst(options: AnalysisOptions) -> TreeAnalyst:
        made = _gold_analyst(mentions, options)
        made.reader = GivenReader(mentions, TreeReader(options), marks_all)
        return made

    return analyst


@dataclass(frozen=True, slots=True)
class GivenReader(GoldReader):
    """Reads marked expressions and pronouns; and all expressions where not all are marked."""

    marks_all: bool

    def simple(self, tree: Tree, left_out: tuple[bool, ...]) -> Iterator[Draft]:
        heard = {draft.head: draft for draft in GoldReader.simple(self, tree, left_out)}
        for draft in self.inner.read(tree, left_out):
            if draft.kind not in UNSPOKEN and self._is_heard_unmarked(tree, draft):
                heard.setdefault(draft.head, draft)
        yield from (heard[n] for n in sorted(heard))

    def _is_heard_unmarked(self, tree: Tree, draft: Draft) -> bool:
        if draft.is_pronoun or draft.kind in ALWAYS_HEARD or self._is_inside(tree, draft):
            return True
        return not (self.marks_all or self.mentions.at(tree.utterance.number, draft.head))

    def _is_inside(self, tree: Tree, draft: Draft) -> bool:
        """Return True for an appositive inside another mention: [Smirga, *the attorney*]."""
        number = tree.utterance.number
        if draft.kind is not Kind.APPOSITIVE or self.mentions.at(number, draft.head):
            return False
        return self.mentions.at(number, draft.evokes) is not None

    def evoking(self, tree: Tree, draft: Draft) -> Draft:
        return draft if self._is_inside(tree, draft) else GoldReader.evoking(self, tree, draft)

    def as_marked(self, tree: Tree, draft: Draft, here: MentionHere) -> Draft:
        """Return the same, with the file's name of the entity if it is one: BRENNAN, not e12."""
        draft = GoldReader.as_marked(self, tree, draft, here)
        name = here.mention.entity
        letters = name.rstrip("0123456789")
        is_name = letters.isupper() and (letters == name or len(letters) > 2)
        return draft._replace(called=name) if is_name else draft
