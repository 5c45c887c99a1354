"""The stock of shared knowledge: pronouns go with what is most activated in it.

    StockOfSharedKnowledge    the algorithm of section 3.1, steps (i) to (iii)
    StockOptions              which paper, and the numbers they leave open

The items of the stock and their evaluation are in ssk_stock.py. `version="1990"` is the older
model, with degrees of salience that depend on topic and focus alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from hearer.algorithms.focus.focus import (
    Decided,
    FocusModel,
    Proposal,
    Understood,
    understood,
    with_members,
)
from hearer.algorithms.focus.ssk_stock import (
    MOST_BRANCHES,
    StockChoice,
    StockGroup,
    StockItem,
    StockValue,
    best_assignment,
    evaluate,
    mentioned,
    placed,
)
from hearer.algorithms.look_up import once
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Verdict,
)
from hearer.model.binding import BOUND, place_of
from hearer.model.others_binding import predicates
from hearer.model.part import given
from hearer.model.tree import CARRIED, Tree

SHOWN = 12  # items in the notes of a step
NOTHING = StockValue(0.0)


class StockVersion(StrEnum):
    """Which of the two papers."""

    DEGREES = "1990"
    EVALUATION = "1992"


@dataclass(frozen=True, slots=True, kw_only=True)
class StockOptions:
    """What the papers leave open."""

    version: StockVersion = StockVersion.EVALUATION
    threshold: float = 0.01  # the S(w) below which an item leaves the stock
    fading: float = 0.25  # what becomes of E when a paragraph ends that mentioned an item once
    limit: int = 256  # how many items are kept


@dataclass(eq=False)
class StockOfSharedKnowledge(FocusModel):
    """Resolve the pronouns of a sentence together, with the most salient items that fit.

    The stock is kept for the text: segments change nothing, but paragraphs fade.

    >>> ssk = StockOfSharedKnowledge(lambda pronoun, candidate: None)
    >>> _ = ssk.hear(ReferringExpression("dog", 1, 1, entity="DOG"))
    >>> print(ssk.end_utterance(1).notes[0])
    E(DOG): 50.0 = ¼ · (0 + 100 [G2] + 0 + 100)

    Eva Hajičová, Vladislav Kuboň and Petr Kuboň (1992). Stock of Shared Knowledge: A Tool for
    Solving Pronominal Anaphora. In Proceedings of COLING '92, Nantes, volume 1, pp. 127–133.
    """

    Options: ClassVar[type] = StockOptions

    options: StockOptions = given(default=StockOptions())
    items: tuple[StockItem, ...] = ()  # the one mentioned last stands first
    values: dict[Entity, StockValue] = field(default_factory=dict)
    ranked: tuple[Element, ...] = ()  # the one that is worth most stands first
    number: int = 0  # of the utterance in its paragraph

    def begin_utterance(self, outline: Outline) -> None:
        super().begin_utterance(outline)
        is_first = outline.utterance.begins_paragraph and 1 in outline.tree.words
        if is_first and not self._has_degrees:
            self.number = 0
            self._weigh([self._faded(item) for item in self.items])

    def carry_over(self) -> None:
        self._weigh(self.items[:CARRIED])

    def in_view(self) -> tuple[Element, ...]:
        return self.ranked

    def interpret(self, heard: Sequence[ReferringExpression]) -> Understood:
        rest = self.mentions(heard)
        decided, is_best = self._decided_for([x for x in heard if x.is_pronoun], rest)
        self.number += 1
        self._update(self.mentions(heard))
        capped = [] if is_best else [Note("capped", f"no better in {MOST_BRANCHES} branches")]
        return understood(decided, *capped, *self._shown())

    @property
    def _has_degrees(self) -> bool:
        return self.options.version is StockVersion.DEGREES

    # (i), (ii): antecedents -------------------------------------------------------------------

    def _decided_for(
        self, pronouns: list[ReferringExpression], rest: list[Element]
    ) -> tuple[list[Decided], bool]:
        """The best for the sentence as a whole; reflexives then look for what binds them."""
        free = [x for x in pronouns if x.kind not in BOUND]
        excludes = _excludes(self.sentence.tree, free)
        tested = [self._tested(x, len(excludes[n])) for n, x in enumerate(free)]
        choices = [[StockChoice(x.entity, self._worth(x)) for x in _fitting(one)] for one in tested]
        entities, is_best = best_assignment(choices, excludes)
        chosen = dict(zip(free, zip(tested, entities, strict=True), strict=True))
        decided = []
        for pronoun in pronouns:
            attempts, entity = chosen.get(pronoun, ((), None))
            if entity is None:
                stock = [Proposal("stock", element) for element in self.ranked]
                decided.append(self.look_up(pronoun, stock, rest))
            else:
                resolution = self._resolution(pronoun, attempts, entity)
                decided.append(self.decide(resolution, self._rule(entity)))
        return decided, is_best

    def _tested(self, pronoun: ReferringExpression, others: int) -> tuple[Attempt, ...]:
        """The filter, best items first, until one is left whatever `others` take.

        Items that are just as good as the last are tested too: they are rivals.
        """
        attempts: list[Attempt] = []
        needed = others + 1
        least = float("-inf")
        stock = with_members([Proposal("stock", x) for x in self.ranked])
        for element in once(proposal.element for proposal in stock):
            if self._worth(element) < least:
                break
            attempts.append(Attempt(element, self.violated(pronoun, element)))
            needed -= attempts[-1].succeeded
            least = self._worth(element) if needed <= 0 else least
        return tuple(attempts)

    def _resolution(
        self, pronoun: ReferringExpression, attempts: tuple[Attempt, ...], entity: Entity
    ) -> Resolution:
        """What fits better but is left to another pronoun is excluded by that one."""
        names = [attempt.candidate.entity for attempt in attempts]
        place = names.index(entity)
        before = [
            replace(attempt, verdict=attempt.verdict or Verdict(Constraint.BINDING))
            for attempt in attempts[:place]
        ]
        antecedent = attempts[place].candidate
        after = _fitting(attempts[place + 1 :])
        rivals = tuple(x for x in after if self._worth(x) == self._worth(antecedent))
        return Resolution(pronoun, (*before, attempts[place]), antecedent, rivals)

    def _rule(self, entity: Entity) -> str:
        value = self.values.get(entity, NOTHING).total
        if self._has_degrees:
            return f"degree {_degree(value)}"
        return f"E = {value:.1f}"

    def _worth(self, element: Element) -> float:
        return self.values.get(element.entity, NOTHING).total

    # (iii): the stock -------------------------------------------------------------------------

    def _update(self, mentions: list[Element]) -> None:
        """Add what was mentioned, and drop what is no longer salient."""
        stock = {item.element.entity: item for item in self.items}
        spoken = {mention.expression.head: mention for mention in mentions}
        changed: dict[str, StockItem] = {}
        for mention in mentions:
            known = changed.get(mention.entity) or stock.get(mention.entity)
            item = placed(self.sentence, mention, spoken)
            changed[mention.entity] = mentioned(item, known, self.number)
        kept = [
            replace(item, degree=item.degree - 2)
            for entity, item in stock.items()
            if entity not in changed and self._is_kept(item)
        ]
        self._weigh([*kept, *changed.values()])

    def _is_kept(self, item: StockItem) -> bool:
        """The paper has a threshold. We keep what was mentioned just before in any case."""
        if self._has_degrees or self.number - item.last <= 1 < self.number:
            return True
        return item.salience(self.number) >= self.options.threshold

    def _faded(self, item: StockItem) -> StockItem:
        """Section 2.4: a paragraph ends, and what was mentioned in it once is hardly salient."""
        if item.occurs_here > 1:
            return replace(item, occurs_here=1, last=0)
        return replace(item, occurs_here=0, last=0, fading=self.options.fading)

    def _weigh(self, items: Iterable[StockItem]) -> None:
        latest = sorted(items, key=lambda x: (-x.element.utterance, -x.element.position))
        self.items = tuple(latest[: self.options.limit])
        if self._has_degrees:
            self.values = {x.element.entity: StockValue(x.degree) for x in self.items}
        else:
            self.values = evaluate(self.items)
        ranked = [x.element for x in self.items]
        ranked.sort(key=lambda x: (-self._worth(x), -x.utterance, x.position))
        self.ranked = tuple(ranked)

    def _shown(self) -> list[Note]:
        groups = {item.element.entity: item.group for item in self.items}
        entities = [x.entity for x in self.ranked[:SHOWN]]
        return [self._note(entity, groups[entity]) for entity in entities]

    def _note(self, entity: Entity, group: StockGroup) -> Note:
        total, f1, f2, f3, f4 = self.values[entity]
        if self._has_degrees:
            return Note(entity, _degree(total))
        parts = f"{f1:.4g} + {f2:.4g} [{group.name}] + {f3:.4g} + {f4:.4g}"
        return Note(f"E({entity})", f"{total:.1f} = ¼ · ({parts})")


def _excludes(tree: Tree, pronouns: Sequence[ReferringExpression]) -> dict[int, frozenset[int]]:
    """For each pronoun those that cannot refer to the same: arguments of one predicate."""
    of = [predicates(tree, place_of(tree, pronoun)) for pronoun in pronouns]
    beside: dict[int, list[int]] = {}
    for n, several in enumerate(of):
        for predicate in several:
            beside.setdefault(predicate, []).append(n)
    return {
        n: frozenset(m for predicate in several for m in beside[predicate] if m != n)
        for n, several in enumerate(of)
    }


def _fitting(attempts: Iterable[Attempt]) -> list[Element]:
    return [attempt.candidate for attempt in attempts if attempt.succeeded]


def _degree(value: float) -> str:
    return f"MAX{value:+.0f}" if value else "MAX"
