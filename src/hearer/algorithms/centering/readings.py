"""Readings: the ways in which the pronouns of an utterance can be understood together.

Update            an utterance to be understood, and the one it is understood against
PronounReading    an antecedent for each of its pronouns, and what that makes of it
read              the reading that some antecedents make
ReadingSearch     all readings that meet a goal, found without looking at the others
greedy            the reading that takes what it finds first
told              a reading in words, as a trace shows it
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from hearer.algorithms.centering.centering import (
    Centers,
    Transition,
    cb_constraint_3,
    transition,
    violates_rule_1,
)
from hearer.algorithms.centering.units import Unit
from hearer.model import Element, Entity, Note, ReferringExpression

Antecedents = tuple[Element | None, ...]
SIXTEEN = 16  # pronouns: more than any utterance of ours has


@dataclass(frozen=True)
class Update:
    """Ui, whose pronouns are to be understood, and Ui-1, among whose entities they look.

    `realized` stands in the order of Cf(Ui). `candidates` has, for the places of pronouns in it,
    the members of Cf(Ui-1) that pass the antecedent test; a pronoun without any stays open.
    `contra_indexed` has pairs of places that cannot mean the same, though they have a candidate in
    common.
    """

    realized: tuple[ReferringExpression, ...]
    before: Unit
    candidates: Mapping[int, tuple[Element, ...]]
    contra_indexed: frozenset[tuple[int, int]] = frozenset()

    @cached_property
    def pronouns(self) -> tuple[int, ...]:
        """The places of the pronouns, in the order of Cf(Ui)."""
        return tuple(sorted(self.candidates))

    @property
    def choices(self) -> list[Antecedents]:
        """What each pronoun may go with; one without any stays open."""
        return [self.candidates[place] or (None,) for place in self.pronouns]

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each entity in Cf(Ui-1)."""
        return {element.entity: n for n, element in enumerate(self.before.cf)}

    @cached_property
    def ahead(self) -> tuple[frozenset[int], ...]:
        """For each pronoun, the places in Cf(Ui-1) that it and those after it may go back to."""
        ahead: list[frozenset[int]] = [frozenset()]
        for place in reversed(self.pronouns):
            ahead.append(ahead[-1].union(self.order[x.entity] for x in self.candidates[place]))
        return tuple(reversed(ahead))

    @cached_property
    def competing(self) -> tuple[tuple[int, int], ...]:
        """Which two of the pronouns are contra-indexed."""
        pairs = combinations(enumerate(self.pronouns), 2)
        return tuple(
            (n, m) for (n, one), (m, other) in pairs if (one, other) in self.contra_indexed
        )

    @cached_property
    def is_mutually_ambiguous(self) -> bool:
        """Whether several pronouns have the same several candidates."""
        lists = [{x.entity for x in found} for found in self.candidates.values()]
        return any(len(one & other) > 1 for one, other in combinations(lists, 2))

    def excludes(self, place: int, entity: Entity, antecedents: Antecedents) -> bool:
        """Whether `entity` is contra-indexed at `place`, given antecedents for the first pronouns.

        Only pairs of pronouns are looked at: that of a pronoun and a name is the matter of the
        antecedent test, which candidates have passed.
        """
        return any(
            chosen is not None and chosen.entity == entity and (other, place) in self.contra_indexed
            for other, chosen in zip(self.pronouns, antecedents, strict=False)
        )


@dataclass(frozen=True, slots=True)
class PronounReading:
    """An antecedent for each pronoun (None: open), and the centers and transition that follow."""

    antecedents: Antecedents
    centers: Centers
    transition: Transition
    violates_rule_1: bool
    places: tuple[int, ...]  # of the antecedents in Cf(Ui-1): how salient they were

    @property
    def open(self) -> int:
        """How many pronouns have no antecedent in Ui-1."""
        return sum(antecedent is None for antecedent in self.antecedents)


def read(update: Update, antecedents: Antecedents) -> PronounReading:
    """What an utterance amounts to if its pronouns have these antecedents."""
    chosen = dict(zip(update.pronouns, antecedents, strict=True))
    entities = tuple(
        found.entity if (found := chosen.get(place)) else expression.referent
        for place, expression in enumerate(update.realized)
    )
    cf = tuple(dict.fromkeys(entities))
    before = update.before.centers
    now = Centers(cf, cb_constraint_3(before.cf, cf))
    pronominal = {x for x, said in zip(entities, update.realized, strict=True) if said.is_pronoun}
    far = len(update.order)
    places = (update.order.get(x.entity, far) if x else far for x in antecedents)
    return PronounReading(
        antecedents,
        centers=now,
        transition=transition(before, now),
        violates_rule_1=violates_rule_1(before.cf, now, pronominal),
        places=tuple(places),
    )


class ReadingSearch(ABC):
    """Branch and bound: follow a choice of antecedents as long as the goal can still be met.

    Antecedents are tried in the order of Cf(Ui-1), so the first reading found is the one with
    the most salient antecedents. `steps` is what may be spent on it: a choice costs one, and one
    more for every `SIXTEEN` pronouns before it.
    """

    def __init__(self, update: Update, steps: list[int]) -> None:
        self.update, self.steps = update, steps

    @abstractmethod
    def can_be_met(self, antecedents: Antecedents) -> bool:
        """Whether the goal is within reach, given antecedents for the first pronouns."""

    @abstractmethod
    def is_met(self, reading: PronounReading) -> bool:
        """Whether a reading meets the goal."""

    def readings(self, antecedents: Antecedents = ()) -> Iterator[PronounReading]:
        """All readings that meet the goal and begin with `antecedents`."""
        self.steps[0] -= 1 + len(antecedents) // SIXTEEN
        if self.steps[0] < 0 or not self.can_be_met(antecedents):
            return
        if len(antecedents) == len(self.update.pronouns):
            reading = read(self.update, antecedents)
            if self.is_met(reading):
                yield reading
            return
        place = self.update.pronouns[len(antecedents)]
        for candidate in self.update.candidates[place]:
            if not self.update.excludes(place, candidate.entity, antecedents):
                yield from self.readings((*antecedents, candidate))
        yield from self.readings((*antecedents, None))


def greedy(update: Update) -> PronounReading:
    """Each pronoun in turn gets the first candidate that those before it leave."""
    antecedents: Antecedents = ()
    for place in update.pronouns:
        free = (
            candidate
            for candidate in update.candidates[place]
            if not update.excludes(place, candidate.entity, antecedents)
        )
        antecedents = (*antecedents, next(free, None))
    return read(update, antecedents)


def told(reading: PronounReading, update: Update, how: str) -> Note:
    """A reading in words: what each pronoun means, the centers, and how that goes on."""
    pairs = zip(update.pronouns, reading.antecedents, strict=True)
    said = (f"{update.realized[place]} = {x.entity if x else '?'}" for place, x in pairs)
    return Note("reading", f"{', '.join(said)}; {reading.centers}; {how}")
