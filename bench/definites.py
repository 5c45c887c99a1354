"""Definite noun phrases, looked up in the S-list: the second question that the paper ends with.

"I will also try to extend my model for the analysis of definite noun phrases" (Strube 1998, section
5). Everything before a definite is resolved as in gold, pronouns too, so all lists hold the same
entities, and differ in their order and reach. An answer is right if gold has the same entity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Self

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.s_list.s_list import SListAlgorithm, SListOptions
from hearer.evaluation.experiment import Mentions, Setup, trials_of
from hearer.evaluation.statistics import PrecisionRecall
from hearer.evaluation.trial import ForcedAnalyst, Trial
from hearer.hearing import Hearer
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Discourse,
    Entity,
    Kind,
    Outline,
    ReferringExpression,
    Sort,
    Step,
)

DEFINITE = frozenset({Kind.DEFINITE, Kind.POSSESSED})
NOUNS = DEFINITE | {Kind.NAME, Kind.INDEFINITE, Kind.BARE, Kind.QUANTIFIED, Kind.APPOSITIVE}
POINTING = frozenset({"this", "that", "these", "those"})
NO_CLASSES: Mapping[str, frozenset[str]] = {}
# The classes of WordNet that the bearer of a name may have, by its sort.
CLASSES = {
    Sort.PERSON: "person",
    Sort.ORGANIZATION: "group",
    Sort.PLACE: "location object artifact",
    Sort.OBJECT: "artifact object body food",
    Sort.EVENT: "event act phenomenon process",
    Sort.TIME: "time",
    Sort.SUBSTANCE: "substance food body",
    Sort.ANIMAL: "animal",
    Sort.PLANT: "plant",
    Sort.ABSTRACT: "cognition communication attribute state feeling relation quantity possession",
}


class Shared(StrEnum):
    """What a definite and its antecedent must have in common, with number and gender."""

    HEAD = "the same head"  # of any noun phrase of the entity
    CLASS = "a noun class"  # of WordNet: a *car* and the *vehicle* are both artifacts
    HEAD_OR_CLASS = "the same head, else a noun class"  # two look-ups
    NOTHING = "nothing else"


class Determiner(StrEnum):
    """What makes a noun phrase definite."""

    THE = "the"
    POINTING = "this, that"
    POSSESSIVE = "possessive"


class LookedUp(StrEnum):
    """The result of a look-up."""

    RIGHT = "right"
    WRONG = "wrong"  # another entity, or any entity for a first mention
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Definite:
    """A definite noun phrase; `within` are the lists that hold its gold entity."""

    word: int  # its head
    determiner: Determiner
    is_anaphoric: bool  # gold mentions its entity before
    within: frozenset[str]
    found: Mapping[tuple[str, Shared], LookedUp]


def rates(definites: Iterable[Definite], name: str, shared: Shared) -> PrecisionRecall:
    """Return precision and recall of one way to look definites up."""
    mine = list(definites)
    outcomes = [each.found[name, shared] for each in mine]
    right = outcomes.count(LookedUp.RIGHT)
    said = len(mine) - outcomes.count(LookedUp.NOBODY)
    return PrecisionRecall.of(right, said=said, true=sum(each.is_anaphoric for each in mine))


def definites_of(
    discourse: Discourse,
    lists: Mapping[str, SListOptions],
    classes: Mapping[str, frozenset[str]] = NO_CLASSES,
) -> tuple[Definite, ...]:
    """Look up the definites of a document in each of the `lists`, in text order.

    `classes` are those of nouns, by lemma. Split antecedents and direct speech are left out.
    """
    (trial,) = trials_of(discourse, Setup(mentions=Mentions.GOLD))
    hearer = Hearer(
        profile=trial.how,
        analysis=lambda options: ForcedAnalyst(
            trial.analysis(options), trial.gold_entity, stay_pronouns=False
        ),
    )
    heard = {name: SListAlgorithm(hearer.analyst.test, how) for name, how in lists.items()}
    lookup = _LookUp(trial, heard, classes)
    hearer.algorithm = lookup
    for word in trial.discourse.words:
        hearer.hear(word)
    return tuple(lookup.definites)


class _Description(NamedTuple):
    """What the noun phrases of an entity say of it."""

    heads: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    agreement: Agreement = UNSPECIFIED

    def shares(self, other: _Description, shared: Shared) -> bool:
        if not self.agreement.agrees_with(other.agreement):
            return False
        has_head = not self.heads.isdisjoint(other.heads)
        if shared is Shared.CLASS:
            return has_head or not self.classes.isdisjoint(other.classes)
        return has_head or shared is Shared.NOTHING


@dataclass(eq=False)
class _LookUp:
    """Several lists that hear the same; every definite is looked up in all of them."""

    trial: Trial
    lists: Mapping[str, SListAlgorithm]
    classes: Mapping[str, frozenset[str]]
    definites: list[Definite] = field(default_factory=list)
    described: dict[Entity, _Description] = field(default_factory=dict)
    meant: dict[Entity, str] = field(default_factory=dict)  # gold's entity, by ours
    needs: Needs = field(default=Needs())

    def begin_utterance(self, outline: Outline) -> None:
        """Do nothing: no list needs trees."""

    def hear(self, expression: ReferringExpression) -> Step:
        gold = self.trial.gold_entity(expression)
        here = self._description(expression)
        word = self.trial.head(expression)
        if gold is not None and expression.kind in DEFINITE and word not in self.trial.gold.split:
            self._look_up(expression, here, gold)
        before = self.described.get(expression.referent, here)
        self.described[expression.referent] = _Description(
            before.heads | here.heads,
            before.classes | here.classes,
            before.agreement.merged_with(here.agreement) if before is not here else here.agreement,
        )
        if gold is not None:
            self.meant.setdefault(expression.referent, gold)
        return self._all(lambda each: each.hear(expression))

    def end_utterance(self, utterance: int) -> Step:
        return self._all(lambda each: each.end_utterance(utterance))

    def begin_segment(self) -> Step:
        return self._all(lambda each: each.begin_segment())

    def copy(self, *, test: AntecedentTest) -> Self:
        raise NotImplementedError

    def _all(self, hear: Callable[[SListAlgorithm], Step]) -> Step:
        steps = tuple(map(hear, self.lists.values()))
        return steps[0]

    def _description(self, expression: ReferringExpression) -> _Description:
        if expression.kind not in NOUNS:
            return _Description(agreement=expression.agreement)
        head = self.trial.utterances[expression.utterance].lemmas[expression.head - 1].lower()
        of_noun = None if expression.kind is Kind.NAME else self.classes.get(head)
        sorts = () if expression.sorts == ANY_SORT else expression.sorts
        of_sorts = frozenset(name for sort in sorts for name in CLASSES[sort].split())
        return _Description(frozenset({head}), of_noun or of_sorts, expression.agreement)

    def _look_up(self, definite: ReferringExpression, here: _Description, gold: str) -> None:
        word = self.trial.head(definite)
        orders = {name: self._order(definite, each) for name, each in self.lists.items()}
        known = {name: {self.meant.get(entity) for entity in orders[name]} for name in orders}
        found = {
            (name, shared): self._judged(self._found(here, order, shared), gold)
            for name, order in orders.items()
            for shared in Shared
        }
        is_anaphoric = bool(self.trial.gold.index.of(gold, word))
        within = frozenset(name for name in orders if gold in known[name])
        self.definites.append(
            Definite(word, self._determiner(definite), is_anaphoric, within, found)
        )

    def _order(self, definite: ReferringExpression, s_list: SListAlgorithm) -> list[Entity]:
        """Return the entities in the order of the look-up, without those that overlap."""
        tested = (x for _, x in s_list.candidates() if not _is_nested(definite, x.expression))
        return list(dict.fromkeys(element.entity for element in tested))

    def _found(self, here: _Description, order: Sequence[Entity], shared: Shared) -> Entity | None:
        is_cascade = shared is Shared.HEAD_OR_CLASS
        for one in (Shared.HEAD, Shared.CLASS) if is_cascade else (shared,):
            for entity in order:
                if here.shares(self.described.get(entity, _Description()), one):
                    return entity
        return None

    def _judged(self, entity: Entity | None, gold: str) -> LookedUp:
        if entity is None:
            return LookedUp.NOBODY
        return LookedUp.RIGHT if self.meant.get(entity) == gold else LookedUp.WRONG

    def _determiner(self, definite: ReferringExpression) -> Determiner:
        if definite.kind is Kind.POSSESSED:
            return Determiner.POSSESSIVE
        here = self.trial.utterances[definite.utterance]
        columns = zip(here.heads, here.relations, here.lemmas, strict=True)
        lemmas = {x.lower() for *place, x in columns if place == [definite.head, "det"]}
        return Determiner.POINTING if lemmas & POINTING else Determiner.THE


def _is_nested(one: ReferringExpression, other: ReferringExpression) -> bool:
    """Return True if one noun phrase is part of the other."""
    is_here = one.utterance == other.utterance
    return is_here and (other.head in one.words or one.head in other.words)
