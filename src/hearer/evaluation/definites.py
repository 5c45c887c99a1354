"""Definite noun phrases, looked up in the S-list: the second question that the paper ends with.

Shared          what a definite and its antecedent must have in common
Determiner      what makes a noun phrase definite
LookedUp        what came of a look-up
Definite        a definite noun phrase, and what came of it in each list
definites_of    those of one document, in the order of the text
rates           precision and recall of one way to look them up

"I will also try to extend my model for the analysis of definite noun phrases for which it is
necessary to integrate it into a more global model of discourse processing" (Strube 1998, section
5). Everything before a definite is understood as gold has it, pronouns too; so all lists hold the
same entities, and differ in their order and in how far back they go. The definite itself is looked
up before anybody says what it refers to. What counts as right: an entity that gold gives it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from typing import Self

from hearer.algorithms.base import AntecedentTest, Needs
from hearer.algorithms.s_list.s_list import SListAlgorithm, SListOptions
from hearer.analysis.options import AnalysisOptions
from hearer.evaluation.double_run import ForcedAnalyst
from hearer.evaluation.experiment import Mentions, Setup, trials_of
from hearer.evaluation.rates import PrecisionRecall
from hearer.evaluation.trial import Trial
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
    Utterance,
)

DEFINITE = frozenset({Kind.DEFINITE, Kind.POSSESSED})
NOUNS = DEFINITE | {Kind.NAME, Kind.INDEFINITE, Kind.BARE, Kind.QUANTIFIED, Kind.APPOSITIVE}
POINTING = frozenset({"this", "that", "these", "those"})
NO_CLASSES: Mapping[str, frozenset[str]] = {}
# The classes of WordNet that what a name stands for may have, by its sort.
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
    """What a definite and its antecedent must have in common, besides number and gender."""

    HEAD = "the same head"  # that of any noun phrase that the entity was called by
    CLASS = "a noun class"  # of WordNet: a *car* may be the *vehicle*, both are artifacts
    HEAD_OR_CLASS = "the same head, else a noun class"  # one look-up, then another
    NOTHING = "nothing else"


class Determiner(StrEnum):
    """What makes a noun phrase definite."""

    THE = "the"
    POINTING = "this, that"
    POSSESSIVE = "possessive"


class LookedUp(StrEnum):
    """What came of a look-up."""

    RIGHT = "right"
    WRONG = "wrong"  # another entity, or anybody at all for what is mentioned first
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Definite:
    """A definite noun phrase, and what came of it.

    `within` are the lists, by name, on which the entity stood that gold gives it, wherever.
    """

    word: int  # its head
    determiner: Determiner
    is_anaphoric: bool  # gold mentions its entity before
    within: frozenset[str]
    found: Mapping[tuple[str, Shared], LookedUp]


def rates(definites: Iterable[Definite], name: str, shared: Shared) -> PrecisionRecall:
    """How many answers are right, and how many anaphoric definites get the right answer."""
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
    """The definites of a document, in the order of the text, looked up in each of the `lists`.

    `classes` are those of nouns, by their lemma. What stands for several entities taken together,
    and what is left out as direct speech, is passed over.
    """
    (trial,) = trials_of(discourse, Setup(mentions=Mentions.GOLD))
    hearer = Hearer(profile=trial.how, analysis=partial(_as_gold_has_it, trial))
    heard = {name: SListAlgorithm(hearer.analyst.test, how) for name, how in lists.items()}
    asked = _Asked(trial, heard, classes)
    hearer.algorithm = asked
    for word in trial.discourse.words:
        hearer.hear(word)
    return tuple(asked.definites)


def _as_gold_has_it(trial: Trial, options: AnalysisOptions) -> ForcedAnalyst:
    return ForcedAnalyst(trial.analysis(options), trial.gold_entity, stay_pronouns=False)


# Hearing --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Description:
    """What a noun phrase says of its entity, or all of them together."""

    heads: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    agreement: Agreement = UNSPECIFIED

    def __or__(self, other: _Description) -> _Description:
        return _Description(
            self.heads | other.heads,
            self.classes | other.classes,
            self.agreement.merged_with(other.agreement),
        )

    def shares(self, other: _Description, shared: Shared) -> bool:
        if not self.agreement.agrees_with(other.agreement):
            return False
        has_head = not self.heads.isdisjoint(other.heads)
        if shared is Shared.CLASS:
            return has_head or not self.classes.isdisjoint(other.classes)
        return has_head or shared is Shared.NOTHING


@dataclass(eq=False)
class _Asked:
    """Several lists that hear the same, and are asked at every definite."""

    trial: Trial
    lists: Mapping[str, SListAlgorithm]
    classes: Mapping[str, frozenset[str]]
    definites: list[Definite] = field(default_factory=list)
    said: dict[Entity, _Description] = field(default_factory=dict)
    meant: dict[Entity, str] = field(default_factory=dict)  # gold's entity, by ours
    needs: Needs = field(default=Needs())

    @cached_property
    def utterances(self) -> Mapping[int, Utterance]:
        return {utterance.number: utterance for utterance in self.trial.discourse.utterances}

    def begin_utterance(self, outline: Outline) -> None:
        """No list looks at trees."""

    def hear(self, expression: ReferringExpression) -> Step:
        gold = self.trial.gold_entity(expression)
        if gold is not None and expression.kind in DEFINITE:
            self._ask(expression, gold)
        self._note(expression, gold)
        return self._all(lambda each: each.hear(expression))

    def end_utterance(self, utterance: int) -> Step:
        return self._all(lambda each: each.end_utterance(utterance))

    def begin_segment(self) -> Step:
        return self._all(lambda each: each.begin_segment())

    def copy(self, *, test: AntecedentTest) -> Self:
        """Nobody looks ahead."""
        raise NotImplementedError

    def _all(self, hear: Callable[[SListAlgorithm], Step]) -> Step:
        steps = tuple(map(hear, self.lists.values()))
        return steps[0]

    def _note(self, expression: ReferringExpression, gold: str | None) -> None:
        entity, here = expression.referent, self._description(expression)
        self.said[entity] = self.said[entity] | here if entity in self.said else here
        if gold is not None:
            self.meant.setdefault(entity, gold)

    def _description(self, expression: ReferringExpression) -> _Description:
        if expression.kind not in NOUNS:
            return _Description(agreement=expression.agreement)
        head = self._lemma(expression.utterance, expression.head)
        of_noun = None if expression.kind is Kind.NAME else self.classes.get(head)
        classes = of_noun or _of_sorts(expression.sorts)
        return _Description(frozenset({head}), classes, expression.agreement)

    def _lemma(self, utterance: int, word: int) -> str:
        return self.utterances[utterance].lemmas[word - 1].lower()

    # Asking -----------------------------------------------------------------------------------

    def _ask(self, definite: ReferringExpression, gold: str) -> None:
        word = self.trial.starts[definite.utterance] + definite.head
        if word in self.trial.gold.split:
            return
        orders = {name: self._order(definite, each) for name, each in self.lists.items()}
        self.definites.append(
            Definite(
                word,
                self._determiner(definite),
                is_anaphoric=bool(self.trial.gold.index.of(gold, word)),
                within=frozenset(n for n in orders if self._holds(orders[n], gold)),
                found=self._answers(self._description(definite), orders, gold),
            )
        )

    def _answers(
        self, here: _Description, orders: Mapping[str, Sequence[Entity]], gold: str
    ) -> dict[tuple[str, Shared], LookedUp]:
        return {
            (name, shared): self._judged(self._found(here, order, shared), gold)
            for name, order in orders.items()
            for shared in Shared
        }

    def _order(self, definite: ReferringExpression, s_list: SListAlgorithm) -> list[Entity]:
        """The entities in the order of the look-up, each once, but for what contains the other."""
        tested = (x for _, x in s_list.candidates() if not _is_nested(definite, x.expression))
        return list(dict.fromkeys(element.entity for element in tested))

    def _found(self, here: _Description, order: Sequence[Entity], shared: Shared) -> Entity | None:
        for one in CASCADE.get(shared, (shared,)):
            for entity in order:
                if here.shares(self.said.get(entity, NOT_DESCRIBED), one):
                    return entity
        return None

    def _judged(self, entity: Entity | None, gold: str) -> LookedUp:
        if entity is None:
            return LookedUp.NOBODY
        return LookedUp.RIGHT if self.meant.get(entity) == gold else LookedUp.WRONG

    def _holds(self, order: Sequence[Entity], gold: str) -> bool:
        return any(self.meant.get(entity) == gold for entity in order)

    def _determiner(self, definite: ReferringExpression) -> Determiner:
        if definite.kind is Kind.POSSESSED:
            return Determiner.POSSESSIVE
        here = self.utterances[definite.utterance]
        columns = zip(here.heads, here.relations, here.lemmas, strict=True)
        lemmas = {
            lemma.lower() for head, name, lemma in columns if (head, name) == (definite.head, "det")
        }
        return Determiner.POINTING if lemmas & POINTING else Determiner.THE


NOT_DESCRIBED = _Description()
CASCADE = {Shared.HEAD_OR_CLASS: (Shared.HEAD, Shared.CLASS)}


def _of_sorts(sorts: frozenset[Sort]) -> frozenset[str]:
    """The classes of what has one of these sorts; of what may be anything, none."""
    if sorts == ANY_SORT:
        return frozenset()
    return frozenset(name for sort in sorts for name in CLASSES[sort].split())


def _is_nested(one: ReferringExpression, other: ReferringExpression) -> bool:
    """Whether one of two noun phrases is a part of the other: nothing is its own part."""
    is_here = one.utterance == other.utterance
    return is_here and (other.head in one.words or one.head in other.words)
