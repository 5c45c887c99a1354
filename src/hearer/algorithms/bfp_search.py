"""The best readings of an utterance that has too many to look at: branch and bound.

    search        the best readings, the first being the one to go on with
    rivals        the antecedents that a pronoun has in some best reading

A sentence of twelve pronouns and forty candidates has 40^12 readings. But what a transition asks
for is little: a Cb and a Cp. So we take the transitions in the order of Rule 2, and follow a
choice of antecedents only as long as the transition can still come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from hearer.algorithms.centering import Centers, Transition, transition
from hearer.algorithms.readings import Antecedents, Reading, Search, Update, greedy
from hearer.model import Element

STEPS = 20_000  # of a search, before it settles for what it has
STEPS_FOR_ONE = 500


@dataclass(frozen=True, slots=True)
class Goal:
    """What the readings looked for have in common; goals come in the order of preference."""

    open: int
    violates_rule_1: bool
    transition: Transition

    def is_met(self, reading: Reading) -> bool:
        return (reading.open, reading.violates_rule_1, reading.transition) == (
            self.open,
            self.violates_rule_1,
            self.transition,
        )


def goals(update: Update, *, allow_violations: bool) -> Iterator[Goal]:
    """Few open pronouns come first, then Rule 1, then Rule 2."""
    forced = sum(not candidates for candidates in update.candidates.values())
    violations = (False, True) if allow_violations else (False,)
    for still_open in range(forced, len(update.pronouns) + 1):
        for violates in violations:
            yield from (Goal(still_open, violates, found) for found in Transition)


def search(update: Update, *, allow_violations: bool, limit: int) -> tuple[Reading, ...]:
    """At most `limit` of the best readings, in order; there always is one."""
    steps = [STEPS]
    for goal in goals(update, allow_violations=allow_violations):
        found = tuple(islice(_Search(update, goal, steps).readings(), limit))
        if found:
            return found
        if steps[0] <= 0:
            break
    return (greedy(update),)


def rivals(update: Update, best: Reading, place: int) -> tuple[Element, ...]:
    """The other antecedents that the pronoun at `place` has in readings as good as `best`."""
    goal = Goal(best.open, best.violates_rule_1, best.transition)
    chosen = best.antecedents[update.pronouns.index(place)]
    others = (x for x in update.candidates[place] if chosen is None or x.entity != chosen.entity)
    return tuple(x for x in others if _is_possible(update, goal, place, x))


def _is_possible(update: Update, goal: Goal, place: int, antecedent: Element) -> bool:
    only: Mapping[int, tuple[Element, ...]] = {**update.candidates, place: (antecedent,)}
    narrowed = _Search(replace(update, candidates=only), goal, [STEPS_FOR_ONE])
    return any(antecedent in reading.antecedents for reading in islice(narrowed.readings(), 1))


class _Search(Search):
    def __init__(self, update: Update, goal: Goal, steps: list[int]) -> None:
        super().__init__(update, steps)
        self.goal = goal
        self.before = update.before.centers
        decided = [x for x in update.realized if x.entity in update.order]
        self.named = {update.order[str(x.entity)] for x in decided}
        self.pronominal = {update.order[str(x.entity)] for x in decided if x.is_pronoun}
        certain = self._certain()
        self.named |= certain
        self.pronominal |= certain
        # For each pronoun, what it and those after it can bring in from Ui-1.
        self.ahead: list[frozenset[int]] = [frozenset()]
        for place in reversed(update.pronouns):
            brings = (update.order[x.entity] for x in update.candidates[place])
            self.ahead.insert(0, self.ahead[0].union(brings))

    def _certain(self) -> set[int]:
        """The antecedents of pronouns that have no choice."""
        found = self.update.candidates.values()
        if self.goal.open > sum(not candidates for candidates in found):
            return set()
        return {self.update.order[only[0].entity] for only in found if len(only) == 1}

    def is_met(self, reading: Reading) -> bool:
        return self.goal.is_met(reading)

    def can_be_met(self, antecedents: Antecedents) -> bool:
        """The bound: whether some Cb still within reach gives the transition and keeps Rule 1."""
        if sum(x is None for x in antecedents) > self.goal.open:
            return False
        chosen = {self.update.order[x.entity] for x in antecedents if x is not None}
        ahead = self.ahead[len(antecedents)]
        highest = min(self.named | chosen, default=len(self.update.order))
        within_reach = sorted(n for n in ahead if n < highest)
        if highest < len(self.update.order):
            within_reach.append(highest)
        is_kept = self.goal.violates_rule_1
        pronominal = chosen | ahead | self.pronominal
        cbs = [n for n in within_reach if is_kept or n in pronominal or not chosen]
        nothing = highest == len(self.update.order)
        return self._gives_transition(cbs, self._cp(antecedents), none=nothing)

    def _gives_transition(self, cbs: list[int], cp: str | None, *, none: bool) -> bool:
        if self.goal.transition is Transition.NO_CB:
            return none
        if cp is None:
            return True
        found = (transition(self.before, Centers((cp,), self.before.cf[n])) for n in cbs)
        return self.goal.transition in found

    def _cp(self, antecedents: Antecedents) -> str | None:
        """Cp, once it is known: the first in Cf(Ui) may be a pronoun yet to be chosen for."""
        first = self.update.realized[0]
        if 0 not in self.update.candidates:
            return first.entity or OPEN
        if not antecedents:
            return None
        chosen = antecedents[0]
        return chosen.entity if chosen else OPEN


OPEN = "?"
