"""The items of the stock of shared knowledge, and what they are worth.

    StockItem     <LEX, MORPH, LAST, SYNT, OCCUR> of one entity
    StockGroup    G(1) to G(6): bound or not, how deep, in topic or focus
    StockValue    E(w) and its parts
    placed        a mention as an item of its sentence
    mentioned     an item that may have been mentioned before
    evaluate      E(w) = sum of c_i * f_i(w), sections 3.2 and 4.1
    StockChoice, best_assignment
                  the best antecedents for all pronouns of a sentence as a whole

Contextual boundness is read off familiarity: what was evoked is bound, "given, known from the
context". A name that is heard for the first time is not: the authors call professor Schmidt
non-bound. Nor are verbs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from heapq import nlargest
from math import log
from operator import itemgetter
from typing import NamedTuple

from hearer.algorithms.focus.sentence import FocusSentence
from hearer.model import Element, Entity, Familiarity

WEIGHT = 0.25  # every c_i: the authors' initial values
LARGEST_GROUP = 16  # pronouns that depend on each other; more are assigned one after the other
MOST_BRANCHES = 20_000
UNRESOLVED = -1e6  # a pronoun left without antecedent outweighs every difference in salience
ROUNDS = 8  # after which associations add less than 1/2^8


class StockGroup(IntEnum):
    """Where a word stands: level of dependency, topic or focus, bound or not (section 2)."""

    G1 = 1  # bound, depends on the verb: topic
    G2 = 2  # non-bound, depends on the verb: focus
    G3 = 3  # bound, deeper, in the topic
    G4 = 4  # non-bound, deeper, in the topic
    G5 = 5  # bound, deeper, in the focus
    G6 = 6  # non-bound, deeper, in the focus


STRUCTURE = {
    StockGroup.G1: 70,
    StockGroup.G2: 100,
    StockGroup.G3: 50,
    StockGroup.G4: 0,
    StockGroup.G5: 50,
    StockGroup.G6: 30,
}
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
    occurs: int = 0  # in the text
    occurs_here: int = 0  # in the paragraph
    last: int = 0
    fading: float = 1.0
    degree: int = 0

    @property
    def is_bound(self) -> bool:
        return is_bound(self.element)

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
        item.element.entity: (100.0 * item.is_bound, float(STRUCTURE[item.group]), closeness(d))
        for d, item in enumerate(items, start=1)
    }
    totals = {entity: WEIGHT * sum(parts) for entity, parts in own.items()}
    shares = dict.fromkeys(own, 0.0)
    for _ in range(ROUNDS):
        for item in items:
            above = ((level, totals.get(entity, 0.0)) for level, entity in item.governors)
            shares[item.element.entity] = sum(total / 2**level for level, total in above)
        totals = {x: WEIGHT * (sum(own[x]) + shares[x]) for x in own}
    values = {}
    for item in items:
        (f1, f2, f4), f3 = own[item.element.entity], shares[item.element.entity]
        total = item.fading * WEIGHT * (f1 + f2 + f3 + f4)
        values[item.element.entity] = StockValue(total=total, f1=f1, f2=f2, f3=f3, f4=f4)
    return values


def closeness(distance: int) -> float:
    """f_4 = 100 / (ln d + d); the nearest item stands at distance 1."""
    return 100 / (log(distance) + distance)


def is_bound(mention: Element) -> bool:
    """Whether what is mentioned is given by the context."""
    return mention.familiarity is Familiarity.EVOKED


def placed(sentence: FocusSentence, mention: Element, spoken: dict[int, Element]) -> StockItem:
    """A mention as an item: its place in topic or focus, and what governs it."""
    path = sentence.governors(mention.expression)
    group = StockGroup.G1 if is_bound(mention) else StockGroup.G2
    if len(path) > 1:
        over = spoken.get(path[-2])  # what depends on the verb; another verb is non-bound
        in_topic = over is not None and is_bound(over)
        deeper = (StockGroup.G3, StockGroup.G4) if in_topic else (StockGroup.G5, StockGroup.G6)
        group = deeper[not is_bound(mention)]
    governors = tuple(
        (level, spoken[n].entity)
        for level, n in enumerate(path, start=1)
        if n in spoken and spoken[n].entity != mention.entity
    )
    return StockItem(mention, group, governors)


def mentioned(item: StockItem, known: StockItem | None, number: int) -> StockItem:
    """An item mentioned (again) in utterance `number` of its paragraph."""
    is_pronoun = item.element.expression.is_pronoun
    degree = -1 if item.group in TOPIC else 0
    if known is not None and is_pronoun:
        # A pronoun keeps the salience of its item, also in the focus, if it bears no stress.
        degree = known.degree
    elif known is not None and known.last == number:
        degree = max(degree, known.degree)
    return replace(
        item,
        occurs=1 + (known.occurs if known else 0),
        occurs_here=1 + (known.occurs_here if known else 0),
        last=number,
        degree=degree,
    )


# Assignment -----------------------------------------------------------------------------------


class StockChoice(NamedTuple):
    """An entity that a pronoun may refer to, and its value."""

    entity: Entity
    value: float


def best_assignment(
    choices: Sequence[Sequence[StockChoice]], excludes: Mapping[int, frozenset[int]]
) -> tuple[tuple[Entity | None, ...], bool]:
    """An entity or None for each pronoun, and whether no other choice is better.

    Those that exclude each other (she likes her) must differ. No others depend on each other, so
    each group is searched alone, depth first, and a branch is left as soon as even the best that
    remains cannot beat the best so far.

    >>> both = [StockChoice("LYN", 60.0), StockChoice("SUSAN", 50.0)]
    >>> excludes = {0: frozenset({1}), 1: frozenset({0})}
    >>> best_assignment([both, both[:1]], excludes)
    (('SUSAN', 'LYN'), True)
    """
    chosen: dict[int, Entity | None] = {}
    is_best = True
    for group in _groups(len(choices), excludes):
        search = _Search(group, choices, excludes)
        is_best &= search.run()
        chosen.update(search.best)
    return tuple(chosen[n] for n in range(len(choices))), is_best


def _groups(count: int, excludes: Mapping[int, frozenset[int]]) -> list[list[int]]:
    """Pronouns that exclude each other, directly or through others, in text order."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for first in range(count):
        if first in seen:
            continue
        seen.add(first)
        group = [first]
        for n in group:
            new = excludes.get(n, frozenset()) - seen
            seen |= new
            group.extend(sorted(new))
        groups.append(sorted(group))
    return groups


class _Search:
    """Branch and bound over one group."""

    def __init__(
        self,
        group: Sequence[int],
        choices: Sequence[Sequence[StockChoice]],
        excludes: Mapping[int, frozenset[int]],
    ) -> None:
        self.group, self.choices, self.excludes = group, choices, excludes
        self.best: dict[int, Entity | None] = {}
        self.value = float("-inf")
        self.branches = 0
        self.chosen: dict[int, Entity | None] = {}
        self.all_differ = all(len(excludes.get(n, ())) == len(group) - 1 for n in group)

    def run(self) -> bool:
        """Search, and say whether the search came to its end."""
        if len(self.group) > LARGEST_GROUP:
            for n in self.group:
                self.chosen[n] = next((x.entity for x in self._open(n)), None)
            self.best = self.chosen
            return False
        self._branch(0, 0.0)
        return self.branches < MOST_BRANCHES

    def _branch(self, place: int, value: float) -> None:
        if place == len(self.group):
            if value > self.value:
                self.value, self.best = value, self.chosen.copy()
            return
        n = self.group[place]
        for choice in (*self._open(n), None):
            self.branches += 1
            self.chosen[n] = choice.entity if choice else None
            sum_now = value + (choice.value if choice else UNRESOLVED)
            if sum_now + self._bound(place + 1) > self.value:
                self._branch(place + 1, sum_now)
            del self.chosen[n]
            if self.best and self.branches >= MOST_BRANCHES:
                return

    def _bound(self, place: int) -> float:
        """What the pronouns from `place` on can add at most."""
        rest = [self._open(n) for n in self.group[place:]]
        if not self.all_differ:
            return sum(choices[0].value if choices else UNRESOLVED for choices in rest)
        rising = sorted((choice for choices in rest for choice in choices), key=itemgetter(1))
        values = dict(rising)  # of each entity the highest
        best = nlargest(len(rest), values.values())
        return sum(best) + UNRESOLVED * (len(rest) - len(best))

    def _open(self, n: int) -> list[StockChoice]:
        """The choices of a pronoun that no other has taken from it, best first."""
        others = self.excludes.get(n, frozenset())
        taken = {self.chosen[other] for other in others if other in self.chosen}
        return [choice for choice in self.choices[n] if choice.entity not in taken]
