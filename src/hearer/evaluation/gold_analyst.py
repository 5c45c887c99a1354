"""An analyst that knows the gold expressions, and who is who among the nouns.

    Knowledge        what else is taken from gold: sorts, statuses
    gold_analysis    makes such an analyst for one document
    GoldAnalyst      expressions and nominal coreference from gold; pronouns it never links
    GoldMemory       what it finds nominal antecedents with

What a pronoun refers to stays hidden: an entity is known by gold only once a noun or a name has
realized it. The rules of ALGORITHMS.md 0.2 still hold: predicates, expletives, verbs, bare times
and idioms are no expressions, whatever gold marks (G.3), nor are modifiers inside a noun phrase.
Number, gender, sort and status stay our own; what gold sorts or gold statuses would change can be
asked for with `Knowledge`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple, Self

from hearer.analysis.analyst import Analyst
from hearer.analysis.expressions import drafts as expressions
from hearer.analysis.expressions.drafts import Draft
from hearer.analysis.expressions.exclusions import Exclusion, exclusion
from hearer.analysis.memory.memory import Memory
from hearer.analysis.memory.segments import opens_segment
from hearer.analysis.options import AnalysisOptions, Temporal
from hearer.analysis.speech.speakers import Voice
from hearer.evaluation.chain_mentions import GoldMention
from hearer.evaluation.gold import CATAPHORA, PREDICATE, Gold, heads_of, span_head, words_of
from hearer.hearing import Analysis
from hearer.model import (
    Agreement,
    Discourse,
    Entity,
    Familiarity,
    Gender,
    Kind,
    ReferringExpression,
    Sort,
    Utterance,
)
from hearer.model.tree import Tree


class Knowledge(StrEnum):
    """What else than expressions and nominal coreference is taken from gold."""

    SORTS = "sorts"  # GUM's entity types
    STATUSES = "statuses"  # GUM's infstat, as G.3 translates it


UNANNOTATED = frozenset({Kind.RELATIVE, Kind.RECIPROCAL})  # GUM marks neither


class Place(NamedTuple):
    """A head in its utterance."""

    utterance: int
    head: int


class Here(NamedTuple):
    """A gold mention as words of one utterance."""

    mention: GoldMention
    first: int
    last: int


Known = Mapping[Place, Sequence[Here]]


def gold_analysis(
    gold: Gold, discourse: Discourse, knowledge: frozenset[Knowledge] = frozenset()
) -> Analysis:
    """What makes an analyst for this document; heads are those of the tree it is heard with."""
    starts = words_of(discourse)
    heads = heads_of(discourse, starts)
    utterances = [u.number for u in discourse.utterances for _ in u.forms]
    known: dict[Place, list[Here]] = {}
    for mention in gold.mentions:
        head = span_head(mention.words, heads)
        number = utterances[head]
        inside = [word - starts[number] for word in mention.words if utterances[word] == number]
        place = Place(number, head - starts[number])
        known.setdefault(place, []).append(Here(mention, inside[0], inside[-1]))
    for here in known.values():
        here.sort(key=lambda one: len(one.mention.words))
    return partial(GoldAnalyst, known, knowledge)


class GoldMemory(Memory):
    """Finds what a noun or a name realizes by gold, if one of the same entity was heard before."""

    __slots__ = ("entity_of", "known")

    def __init__(self, limit: int, known: Known) -> None:
        super().__init__(limit)
        self.known = known
        self.entity_of: dict[str, Entity] = {}  # ours, by gold's

    def copy(self) -> Self:
        other = super().copy()
        other.entity_of = self.entity_of.copy()
        return other

    def find(self, tree: Tree, draft: Draft, possessor: str | None) -> Entity | None:  # noqa: ARG002
        """The entity of ours that gold says the noun realizes again."""
        here = self.at(tree.utterance.number, draft.head, is_set=draft.kind is Kind.SET)
        return self.entity_of.get(here.mention.entity) if here else None

    def note(self, entity: Entity, expression: ReferringExpression) -> None:
        super().note(entity, expression)
        if expression.is_pronoun or expression.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
            return
        is_set = expression.kind is Kind.SET
        here = self.at(expression.utterance, expression.head, is_set=is_set)
        if here and expression.kind not in expressions.TO_RESOLVE:
            self.entity_of.setdefault(here.mention.entity, entity)

    def at(self, utterance: int, head: int, *, is_set: bool = False) -> Here | None:
        """The mention a word heads; of a set the longest, which takes in its members."""
        here = self.known.get(Place(utterance, head), ())
        if is_set:
            return here[-1] if len(here) > 1 else None
        return here[0] if here else None


class GoldAnalyst(Analyst):
    """An analyst whose expressions and nominal coreference are gold's."""

    memory: GoldMemory

    def __init__(
        self, known: Known, knowledge: frozenset[Knowledge], options: AnalysisOptions
    ) -> None:
        super().__init__(options)
        self.knowledge = knowledge
        self.memory = GoldMemory(options.memory, known)

    def begin(self, utterance: Utterance) -> bool:
        tree = Tree(utterance)
        self._marks = self._speech_in(tree)
        found = self._found(tree)
        self._take(tree, found)
        return opens_segment(tree, found, self.options)

    def _found(self, tree: Tree) -> list[Draft]:
        simple = {draft.head: draft for draft in self._simple(tree)}
        everything = [*simple.values(), *expressions._sets(tree, simple)]
        if self.options.ellipses:
            everything += expressions._ellipses(tree, simple, self._marks)
        everything.sort(key=lambda draft: (draft.heard_at, draft.kind is Kind.SET, draft.position))
        return everything

    def _simple(self, tree: Tree) -> Iterator[Draft]:
        for n in range(1, len(tree) + 1):
            if self._marks[n]:
                continue
            draft = expressions._draft(tree, n, self.options) if _may_head(tree, n) else None
            if draft is None:
                continue
            here = self.memory.at(tree.utterance.number, n)
            if here and not self._is_left_out(tree, n, here.mention):
                yield self._as_gold_has_it(draft, here)
            elif not here and draft.kind in UNANNOTATED:
                yield draft

    def _as_gold_has_it(self, draft: Draft, here: Here) -> Draft:
        draft = draft._replace(first=here.first, last=here.last)
        sort = here.mention.sort
        if draft.is_pronoun or Knowledge.SORTS not in self.knowledge or sort not in SORTS:
            return draft
        return draft._replace(sorts=SORTS[sort], agreement=_of_sort(draft.agreement, SORTS[sort]))

    def _status(self, draft: Draft, *, is_known: bool) -> Familiarity:
        ours = super()._status(draft, is_known=is_known)
        here = self.memory.at(self._tree.utterance.number, draft.head)
        if here is None or Knowledge.STATUSES not in self.knowledge:
            return ours
        return STATUSES.get(here.mention.status, ours)

    def _is_left_out(self, tree: Tree, n: int, mention: GoldMention) -> bool:
        if mention.link == PREDICATE or tree.bases[n] == "expl":
            return True
        if tree.bases[n] in MODIFIERS or self._is_bare_time(tree, n, mention):
            return True
        reason = exclusion(tree, n, self.options)
        if reason is Exclusion.PLEONASTIC:  # gold knows better than any pattern
            return mention.link == CATAPHORA
        return reason is not None

    def _is_bare_time(self, tree: Tree, n: int, mention: GoldMention) -> bool:
        if mention.sort != Sort.TIME or self.options.temporal is Temporal.ALL:
            return False
        return self.options.temporal is Temporal.NONE or not tree.is_determined(n)

    def _speaker(self, draft: Draft) -> Voice:
        told = self.memory.find(self._tree, draft, None)
        return Voice(told) if told else super()._speaker(draft)

    def _evoking(self, draft: Draft) -> ReferringExpression | None:
        """An appositive or a predicate evokes what it is said of only if gold has it so."""
        is_appositive = draft.kind is Kind.APPOSITIVE
        if (is_appositive or draft.is_predicate) and not self._is_beside_its_own(draft):
            kind = Kind.BARE if is_appositive else draft.kind
            return self.specify(draft._replace(kind=kind, evokes=0))
        return super()._evoking(draft)

    def _is_beside_its_own(self, draft: Draft) -> bool:
        number = self._tree.utterance.number
        one, other = self.memory.at(number, draft.head), self.memory.at(number, draft.evokes)
        return bool(one and other and one.mention.entity == other.mention.entity)

    def _set(self, draft: Draft) -> ReferringExpression | None:
        expression = super()._set(draft)
        known = self.memory.find(self._tree, draft, None)
        if expression is None or known is None:
            return expression
        return self._expression(draft, known, Familiarity.EVOKED, expression.members)


def _may_head(tree: Tree, n: int) -> bool:
    """Whether word `n` can head an expression: verbs and particles cannot (G.3)."""
    return tree.upos[n] in HEADS


def _of_sort(agreement: Agreement, sorts: frozenset[Sort]) -> Agreement:
    """Nothing but people and animals is he or she; people are never it."""
    if sorts == {Sort.PERSON}:
        left = agreement.gender - {Gender.NEUTER} or PERSONAL
    elif sorts == {Sort.ANIMAL}:
        left = agreement.gender
    else:
        left = frozenset({Gender.NEUTER})
    return Agreement(agreement.number, left, agreement.person)


HEADS = frozenset("NOUN PROPN PRON NUM DET SYM X ADJ".split())
MODIFIERS = frozenset("compound flat amod nummod det fixed goeswith".split())
PERSONAL = frozenset({Gender.MASCULINE, Gender.FEMININE})
SORTS = {sort.value: frozenset({sort}) for sort in Sort}
# G.3; `new` says nothing of U, BNA and BN: these stay our own.
STATUSES = {
    "giv:act": Familiarity.EVOKED,
    "giv:inact": Familiarity.EVOKED,
    "acc:inf": Familiarity.INFERRABLE,
    "acc:aggr": Familiarity.INFERRABLE,
}
