"""The stock of shared knowledge: pronouns go with what is most activated in it.

Contextual boundness is read off familiarity: what was evoked is bound, "given, known from the
context". A name that is heard for the first time is not: the authors call professor Schmidt
non-bound. Nor are verbs. `version="1990"` is the older model, with degrees of salience that depend
on topic and focus alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from itertools import product
from math import log, prod
from typing import ClassVar, NamedTuple, TypeAlias

from hearer.algorithms.base import once
from hearer.algorithms.focus import (
    Decided,
    FocusModel,
    Proposal,
    Understood,
    understood,
    with_members,
)
from hearer.binding import BOUND, DISJOINT, excluded, place_of
from hearer.model import (
    Attempt,
    Constraint,
    Element,
    Entity,
    Familiarity,
    Note,
    Outline,
    ReferringExpression,
    Resolution,
    Verdict,
)
from hearer.model.state import given
from hearer.model.tree import CARRIED, Tree

WEIGHT = 0.25  # every c_i: the authors' initial values
MOST_ASSIGNMENTS = 20_000  # to pronouns that depend on each other; else one after the other
UNRESOLVED = -1e6  # a pronoun left without antecedent outweighs every difference in salience
ROUNDS = 8  # after which associations add less than 1/2^8
SHOWN = 12  # items in the notes of a step


class StockGroup(IntEnum):
    """Where a word stands: level of dependency, topic or focus, bound or not (section 2)."""

    G1 = 1  # bound, depends on the verb: topic
    G2 = 2  # non-bound, depends on the verb: focus
    G3 = 3  # bound, deeper, in the topic
    G4 = 4  # non-bound, deeper, in the topic
    G5 = 5  # bound, deeper, in the focus
    G6 = 6  # non-bound, deeper, in the focus


STRUCTURE = dict(zip(StockGroup, (70.0, 100.0, 50.0, 0.0, 50.0, 30.0), strict=True))
TOPIC = frozenset({StockGroup.G1, StockGroup.G3, StockGroup.G4})


@dataclass(frozen=True, slots=True)
class StockItem:
    """One entity of the stock. `element` has LEX, MORPH and the surface part of LAST.

    `governors` are the levels and entities of SYNT; `last` is the utterance of the paragraph in
    which it was mentioned last; `fading` lowers E at the end of a paragraph; `degree` is the
    salience of 1990, MAX being 0.
    """

    element: Element
    group: StockGroup
    governors: tuple[tuple[int, Entity], ...] = ()
    occurs_here: int = 0  # in the paragraph
    last: int = 0
    fading: float = 1.0
    degree: int = 0

    def salience(self, number: int) -> float:
        """S(w) = O / (N * (N - L + 1)), N being the current utterance of the paragraph."""
        return self.occurs_here / (number * (number - self.last + 1))


class StockValue(NamedTuple):
    """E(w) and its parts: boundness, structure, associations, distance."""

    total: float
    f1: float = 0.0
    f2: float = 0.0
    f3: float = 0.0
    f4: float = 0.0


def evaluate(items: Sequence[StockItem]) -> dict[Entity, StockValue]:
    """E(w) of all items, the one mentioned last standing first.

    An item shares in the value of its governors, 1/2^i of the i-th. The index is garbled in the
    copy of the paper we have; w_1 is the immediate governor.
    """
    own = {
        item.element.entity: (100.0 * _is_bound(item.element), STRUCTURE[item.group], closeness(d))
        for d, item in enumerate(items, start=1)
    }
    shares = dict.fromkeys(own, 0.0)
    for _ in range(ROUNDS):
        totals = {entity: WEIGHT * (sum(parts) + shares[entity]) for entity, parts in own.items()}
        for item in items:
            above = ((level, totals.get(entity, 0.0)) for level, entity in item.governors)
            shares[item.element.entity] = sum(total / 2**level for level, total in above)
    values = {}
    for item in items:
        (f1, f2, f4), f3 = own[item.element.entity], shares[item.element.entity]
        total = item.fading * WEIGHT * (f1 + f2 + f3 + f4)
        values[item.element.entity] = StockValue(total=total, f1=f1, f2=f2, f3=f3, f4=f4)
    return values


def closeness(distance: int) -> float:
    """f_4 = 100 / (ln d + d); the nearest item stands at distance 1."""
    return 100 / (log(distance) + distance)


def _is_bound(mention: Element) -> bool:
    return mention.familiarity is Familiarity.EVOKED


# Assignment -----------------------------------------------------------------------------------


class StockChoice(NamedTuple):
    """An entity that a pronoun may refer to, and its value."""

    entity: Entity
    value: float


Assignment: TypeAlias = dict[int, StockChoice | None]  # by the number of the pronoun


def best_assignment(
    choices: Sequence[Sequence[StockChoice]], excludes: Mapping[int, frozenset[int]]
) -> tuple[tuple[Entity | None, ...], bool]:
    """An entity or None for each pronoun, and whether no other choice is better.

    Those that exclude each other (she likes her) must differ. No others depend on each other, so
    each group of them is searched alone. A pronoun never needs more choices than others exclude
    it, and one more.

    >>> both = [StockChoice("LYN", 60.0), StockChoice("SUSAN", 50.0)]
    >>> excludes = {0: frozenset({1}), 1: frozenset({0})}
    >>> best_assignment([both, both[:1]], excludes)
    (('SUSAN', 'LYN'), True)
    """
    chosen: Assignment = {}
    is_best = True
    for group in _groups(len(choices), excludes):
        rows = [(*choices[n][: len(excludes.get(n, ())) + 1], None) for n in group]
        if prod(map(len, rows)) > MOST_ASSIGNMENTS:
            is_best = False
            for n, row in zip(group, rows, strict=True):
                taken = {chosen.get(other) for other in excludes[n]}
                chosen[n] = next((x for x in row if x not in taken), None)
        else:
            every = (dict(zip(group, row, strict=True)) for row in product(*rows))
            best: Assignment = max((x for x in every if _differ(x, excludes)), key=_sum)
            chosen |= best
    return tuple(x.entity if (x := chosen[n]) else None for n in range(len(choices))), is_best


def _differ(chosen: Assignment, excludes: Mapping[int, frozenset[int]]) -> bool:
    """Whether no two pronouns that exclude each other have the same entity."""
    return not any(
        x and (y := chosen[other]) and x.entity == y.entity
        for n, x in chosen.items()
        for other in excludes.get(n, ())
    )


def _sum(chosen: Assignment) -> float:
    return sum(x.value if x else UNRESOLVED for x in chosen.values())


def _groups(count: int, excludes: Mapping[int, frozenset[int]]) -> list[list[int]]:
    """Pronouns that exclude each other, directly or through others, in text order."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for first in range(count):
        group = [first] if first not in seen else []
        for n in group:
            group += sorted(excludes.get(n, frozenset()).difference(group))
        seen.update(group)
        groups += [sorted(group)] if group else []
    return groups


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
            # Section 2.4: what was mentioned once in the paragraph before is hardly salient.
            fading = self.options.fading
            self._weigh(
                replace(x, occurs_here=1, last=0)
                if x.occurs_here > 1
                else replace(x, occurs_here=0, last=0, fading=fading)
                for x in self.items
            )

    def carry_over(self) -> None:
        self._weigh(self.items[:CARRIED])

    def in_view(self) -> tuple[Element, ...]:
        return self.ranked

    def interpret(self, heard: Sequence[ReferringExpression]) -> Understood:
        rest = self.mentions(heard)
        decided, is_best = self._decided_for([x for x in heard if x.is_pronoun], rest)
        self.number += 1
        self._update(self.mentions(heard))
        capped = [] if is_best else [Note("capped", f"more than {MOST_ASSIGNMENTS} assignments")]
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
                found = self._resolution(pronoun, attempts, entity)
                worth = self._worth(found.attempts[-1].candidate)
                rule = f"degree {_degree(worth)}" if self._has_degrees else f"E = {worth:.1f}"
                decided.append(self.decide(found, rule))
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
        place = [attempt.candidate.entity for attempt in attempts].index(entity)
        before = [
            replace(attempt, verdict=attempt.verdict or Verdict(Constraint.BINDING))
            for attempt in attempts[:place]
        ]
        antecedent = attempts[place].candidate
        after = _fitting(attempts[place + 1 :])
        rivals = tuple(x for x in after if self._worth(x) == self._worth(antecedent))
        return Resolution(pronoun, (*before, attempts[place]), antecedent, rivals)

    def _worth(self, element: Element) -> float:
        value = self.values.get(element.entity)
        return value.total if value else 0.0

    # (iii): the stock -------------------------------------------------------------------------

    def _update(self, mentions: list[Element]) -> None:
        """Add what was mentioned, and drop what is no longer salient."""
        stock = {item.element.entity: item for item in self.items}
        spoken = {mention.expression.head: mention for mention in mentions}
        changed: dict[str, StockItem] = {}
        for mention in mentions:
            known = changed.get(mention.entity) or stock.get(mention.entity)
            changed[mention.entity] = self._item(mention, known, spoken)
        # The paper has a threshold. We keep what was mentioned just before in any case.
        kept = [
            replace(item, degree=item.degree - 2)
            for entity, item in stock.items()
            if entity not in changed
            and (
                self._has_degrees
                or self.number - item.last <= 1 < self.number
                or item.salience(self.number) >= self.options.threshold
            )
        ]
        self._weigh([*kept, *changed.values()])

    def _item(
        self, mention: Element, known: StockItem | None, spoken: dict[int, Element]
    ) -> StockItem:
        """A mention as an item: its place in topic or focus, and what governs it."""
        path = self._governors(mention.expression)
        group = StockGroup.G1 if _is_bound(mention) else StockGroup.G2
        if len(path) > 1:
            over = spoken.get(path[-2])  # what depends on the verb; another verb is non-bound
            in_topic = over is not None and _is_bound(over)
            deeper = (StockGroup.G3, StockGroup.G4) if in_topic else (StockGroup.G5, StockGroup.G6)
            group = deeper[not _is_bound(mention)]
        governors = tuple(
            (level, spoken[n].entity)
            for level, n in enumerate(path, start=1)
            if n in spoken and spoken[n].entity != mention.entity
        )
        degree = -1 if group in TOPIC else 0
        if known is not None and mention.expression.is_pronoun:
            # A pronoun keeps the salience of its item, also in the focus, if it bears no stress.
            degree = known.degree
        elif known is not None and known.last == self.number:
            degree = max(degree, known.degree)
        occurs = known.occurs_here + 1 if known else 1
        return StockItem(mention, group, governors, occurs, last=self.number, degree=degree)

    def _governors(self, expression: ReferringExpression) -> list[int]:
        """The words above an expression, the nearest first and the main predicate last.

        It is possible to *find* a villa: the main predicate is what the expletive stands for.
        """
        tree = self.sentence.tree
        path: list[int] = []
        for n in tree.path(self.sentence.governor(expression)):
            path.append(n)
            if tree.bases[n] == "csubj" and tree.has(tree.heads[n], "expl"):
                break
        return path

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

    def _shown(self) -> Iterator[Note]:
        groups = {item.element.entity: item.group for item in self.items}
        for element in self.ranked[:SHOWN]:
            entity = element.entity
            total, f1, f2, f3, f4 = self.values[entity]
            parts = f"{f1:.4g} + {f2:.4g} [{groups[entity].name}] + {f3:.4g} + {f4:.4g}"
            if self._has_degrees:
                yield Note(entity, _degree(total))
            else:
                yield Note(f"E({entity})", f"{total:.1f} = ¼ · ({parts})")


def _excludes(tree: Tree, pronouns: Sequence[ReferringExpression]) -> dict[int, frozenset[int]]:
    """For each pronoun those that cannot refer to the same: arguments of one predicate."""
    places = [place_of(tree, pronoun) for pronoun in pronouns]
    return {
        n: frozenset(
            m for m, it in enumerate(places) if m != n and excluded(tree, this, it, DISJOINT)
        )
        for n, this in enumerate(places)
    }


def _fitting(attempts: Iterable[Attempt]) -> list[Element]:
    return [attempt.candidate for attempt in attempts if attempt.succeeded]


def _degree(value: float) -> str:
    return f"MAX{value:+.0f}" if value else "MAX"
