"""The best readings of an utterance that has too many to look at: branch and bound.

    search        the best readings, the first being the one to go on with
    rivals        the antecedents that a pronoun has in some best reading

A sentence of twelve pronouns and forty candidates has 40^12 readings. But what a transition asks
for is little: a Cb and a Cp. So we take the transitions in the order of Rule 2, and follow a
choice of antecedents only as long as the transition can still come out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from hearer.algorithms.centering.centering import TABLE_1, Transition
from hearer.algorithms.centering.readings import (
    Antecedents,
    PronounReading,
    ReadingSearch,
    Update,
    greedy,
)
from hearer.model import Element

STEPS = 5_000  # of a search, before it settles for what it has
STEPS_FOR_ONE = 200  # of those, for one antecedent that may be a rival
STEPS_FOR_RIVALS = 20_000  # for all of an utterance; those not looked at are none


class Goal(NamedTuple):
    """What the readings looked for have in common; goals come in the order of preference."""

    open: int
    violates_rule_1: bool
    transition: Transition

    @classmethod
    def met_by(cls, reading: PronounReading) -> Goal:
        return cls(reading.open, reading.violates_rule_1, reading.transition)


def goals(update: Update, *, allow_violations: bool) -> Iterator[Goal]:
    """Few open pronouns come first, then Rule 1, then Rule 2."""
    forced = sum(not candidates for candidates in update.candidates.values())
    violations = (False, True) if allow_violations else (False,)
    for still_open in range(forced, len(update.pronouns) + 1):
        for violates in violations:
            yield from (Goal(still_open, violates, found) for found in Transition)


def search(update: Update, *, allow_violations: bool, limit: int) -> tuple[PronounReading, ...]:
    """At most `limit` of the best readings, in order; there always is one."""
    steps = [STEPS]
    for goal in goals(update, allow_violations=allow_violations):
        found = tuple(islice(_Search(update, goal, steps).readings(), limit))
        if found:
            return found
        if steps[0] <= 0:
            break
    return (greedy(update),)


def rivals(
    update: Update, best: PronounReading, place: int, steps: list[int] | None = None
) -> tuple[Element, ...]:
    """The other antecedents that the pronoun at `place` has in readings as good as `best`.

    `steps` is what may be spent on it: a search, and for each pronoun one to set it up.
    """
    goal, left = Goal.met_by(best), [STEPS_FOR_RIVALS] if steps is None else steps
    chosen = best.antecedents[update.pronouns.index(place)]
    others = (x for x in update.candidates[place] if chosen is None or x.entity != chosen.entity)
    return tuple(
        x for x in others if left[0] > 0 and _is_possible(update, goal, place, x, steps=left)
    )


def _is_possible(
    update: Update, goal: Goal, place: int, antecedent: Element, *, steps: list[int]
) -> bool:
    """Whether some reading meets the goal in which the pronoun at `place` has `antecedent`."""
    others = {
        other: tuple(x for x in found if x.entity != antecedent.entity)
        for other, found in update.candidates.items()
        if (other, place) in update.contra_indexed
    }
    narrowed = replace(update, candidates={**update.candidates, **others, place: (antecedent,)})
    own = [STEPS_FOR_ONE]
    found = next(_Search(narrowed, goal, own).readings(), None)
    steps[0] -= STEPS_FOR_ONE - own[0] + len(update.pronouns)
    return found is not None and antecedent in found.antecedents


class _Search(ReadingSearch):
    def __init__(self, update: Update, goal: Goal, steps: list[int]) -> None:
        super().__init__(update, steps)
        self.goal = goal
        cb = update.before.cb
        self.cb = None if cb is None else update.order.get(cb, NOWHERE)
        decided = [x for x in update.realized if x.entity in update.order]
        self.named = {update.order[x.referent] for x in decided}
        self.pronominal = {update.order[x.referent] for x in decided if x.is_pronoun}
        certain = self._certain()
        self.named |= certain
        self.pronominal |= certain

    def _certain(self) -> set[int]:
        """The antecedents of pronouns that have no choice."""
        found = self.update.candidates.values()
        if self.goal.open > sum(not candidates for candidates in found):
            return set()
        return {self.update.order[only[0].entity] for only in found if len(only) == 1}

    def is_met(self, reading: PronounReading) -> bool:
        return Goal.met_by(reading) == self.goal

    def can_be_met(self, antecedents: Antecedents) -> bool:
        """The bound: whether some Cb still within reach gives the transition and keeps Rule 1."""
        if antecedents.count(None) > self.goal.open:
            return False
        order = self.update.order
        chosen = {order[x.entity] for x in antecedents if x is not None}
        highest = min(self.named | chosen, default=NOWHERE)
        if self.goal.transition is Transition.NO_CB:
            return highest is NOWHERE
        cp = self._cp(antecedents)
        ahead = self.update.ahead[len(antecedents)]
        # Rule 1 asks for nothing as long as no pronoun goes back to Ui-1.
        pronominal = chosen | ahead if chosen or self.pronominal else range(NOWHERE)
        if highest is not NOWHERE and self._is_cb(highest, cp, pronominal):
            return True
        return any(n < highest and self._is_cb(n, cp, pronominal) for n in ahead)

    def _is_cb(self, n: int, cp: int | None, pronominal: Collection[int]) -> bool:
        """Whether the n-th of Cf(Ui-1), were it the Cb, would give the transition."""
        is_pronoun = n in pronominal or n in self.pronominal
        if not (is_pronoun or self.goal.violates_rule_1):
            return False
        is_same = self.cb in {None, n}
        wanted = TABLE_1[is_same, n == cp]
        return wanted is self.goal.transition or (cp is None and self._allows(is_same=is_same))

    def _allows(self, *, is_same: bool) -> bool:
        """Whether the column of Table 1 is right, when Cp is not known yet."""
        return self.goal.transition in {TABLE_1[is_same, True], TABLE_1[is_same, False]}

    def _cp(self, antecedents: Antecedents) -> int | None:
        """Cp, once it is known: the first in Cf(Ui) may be a pronoun yet to be chosen for."""
        if 0 not in self.update.candidates:
            return self.update.order.get(self.update.realized[0].referent, NOWHERE)
        if not antecedents:
            return None
        chosen = antecedents[0]
        return self.update.order[chosen.entity] if chosen else NOWHERE


NOWHERE = 1_000_000  # behind everything in Cf(Ui-1)
