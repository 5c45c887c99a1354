"""The best antecedents for all pronouns of a sentence as a whole.

best_assignment    one choice per pronoun, the sum of their values as large as can be
StockChoice        an entity a pronoun may refer to, and its value
StockAssignment    the choices, and whether they are known to be the best

Pronouns that exclude each other (she likes her) must not choose the same entity. Only such
pronouns depend on each other, so each group of them is searched alone, depth first, and a branch
is left as soon as even the best that remains cannot beat the best so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from hearer.model import Entity

LARGEST_GROUP = 16  # pronouns that depend on each other; more are assigned one after the other
MOST_BRANCHES = 20_000
UNRESOLVED = -1e6  # a pronoun left without antecedent outweighs every difference in salience


class StockChoice(NamedTuple):
    """An entity that a pronoun may refer to, and its value."""

    entity: Entity
    value: float


class StockAssignment(NamedTuple):
    """Per pronoun the entity chosen, or None; `is_best` says that none is better."""

    entities: tuple[Entity | None, ...]
    is_best: bool


def best_assignment(
    choices: Sequence[Sequence[StockChoice]], excludes: Mapping[int, frozenset[int]]
) -> StockAssignment:
    """Choose for each pronoun, so that those that exclude each other differ.

    >>> both = [StockChoice("LYN", 60.0), StockChoice("SUSAN", 50.0)]
    >>> excludes = {0: frozenset({1}), 1: frozenset({0})}
    >>> best_assignment([both, both[:1]], excludes).entities
    ('SUSAN', 'LYN')
    """
    chosen: dict[int, Entity | None] = {}
    is_best = True
    for group in _groups(len(choices), excludes):
        search = _Search(group, choices, excludes)
        is_best &= search.run()
        chosen.update(search.best)
    return StockAssignment(tuple(chosen[n] for n in range(len(choices))), is_best)


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
