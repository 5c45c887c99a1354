"""The centering algorithm of Brennan, Friedman & Pollard (1987), henceforth BFP.

    1  generate    possible Cb-Cf combinations
    2  filter      by contra-indices, Constraint 3 and Rule 1
    3  rank        by transition orderings
    BFPAlgorithm       these three, and the strategy of Strube (1998), section 4, around them
    CarterAlgorithm    with Carter's preference inside the sentence, as Walker (1989) has it

BFP cannot say what a pronoun means before its utterance is over, and even then there may be
readings it cannot choose between. Both show: resolutions come at the end of the utterance, and
`Resolution.rivals` has what the equally good readings say.

Susan E. Brennan, Marilyn W. Friedman & Carl J. Pollard (1987). A Centering Approach to Pronouns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod

from hearer.algorithms.base import AntecedentTest
from hearer.algorithms.centering import bfp_search
from hearer.algorithms.centering.hobbs_order import hobbs_order
from hearer.algorithms.centering.readings import Antecedents, Reading, Update, read
from hearer.algorithms.centering.strategy import Settling
from hearer.algorithms.centering.unit_by_unit import Choice, InitialCb, UnitByUnit, told
from hearer.algorithms.centering.units import Size, Unit
from hearer.model import Attempt, Note, ReferringExpression

FEW = 64  # of the best readings are kept when there are too many to look at all


class Rule1(StrEnum):
    """What happens to a reading that spends a pronoun on something else than its Cb."""

    FILTER = "filter"  # it is discarded
    PREFER = "prefer"  # it comes after all that do not; BFP mention this, too


# 1 Generate -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Anchor:
    """A proposed Cb (None for none) and an antecedent for each pronoun: a proposed Cf."""

    cb: str | None
    antecedents: Antecedents


def generate(update: Update) -> Iterator[Anchor]:
    """All combinations of Cf(Ui-1), or nothing, as Cb with agreeing antecedents of the pronouns.

    A pronoun without an agreeing antecedent in Ui-1 stays open.
    """
    choices = [update.candidates[place] or (None,) for place in update.pronouns]
    for cb in (*(element.entity for element in update.before.cf), None):
        for antecedents in product(*choices):
            yield Anchor(cb, antecedents)


# 2 Filter -------------------------------------------------------------------------------------


def filter(  # noqa: A001 - the word of the paper
    anchors: Iterable[Anchor], update: Update, rule1: Rule1 = Rule1.FILTER
) -> Iterator[Reading]:
    """Pass by contra-indices, then by Constraint 3, then by Rule 1."""
    for anchor in anchors:
        if is_contra_indexed(anchor, update):
            continue
        reading = read(update, anchor.antecedents)
        if anchor.cb != reading.centers.cb:
            continue
        if rule1 is Rule1.PREFER or not reading.violates_rule_1:
            yield reading


def is_contra_indexed(anchor: Anchor, update: Update) -> bool:
    """Whether two pronouns that cannot mean the same have one antecedent."""
    return any(
        chosen is not None and update.excludes(place, chosen.entity, anchor.antecedents[:n])
        for n, (place, chosen) in enumerate(zip(update.pronouns, anchor.antecedents, strict=True))
    )


# 3 Rank ---------------------------------------------------------------------------------------


def rank(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Order readings by Rule 2, within a transition by how salient their antecedents were.

    Only the transition makes a reading better: those that share the first one's are ties. The
    paper is silent on how to go on from a tie; we take the most salient antecedents.
    """
    return tuple(sorted(readings, key=lambda reading: (*quality(reading), reading.places)))


def quality(reading: Reading) -> tuple[int, bool, int]:
    """What makes a reading better than another."""
    return reading.open, reading.violates_rule_1, reading.transition.order


class BFPAlgorithm(UnitByUnit):
    """Read an utterance as a whole: generate, filter and rank its Cb-Cf combinations.

    >>> bfp = BFPAlgorithm(lambda pronoun, candidate: None)
    >>> brennan = ReferringExpression("Brennan", 1, 1, entity="BRENNAN", relation="nsubj")
    >>> step = bfp.hear(brennan), bfp.end_utterance(1)
    >>> she = ReferringExpression("she", 2, 1, is_pronoun=True, relation="nsubj")
    >>> bfp.hear(she).resolutions
    ()
    >>> step = bfp.end_utterance(2)
    >>> step.resolutions[0].entity
    'BRENNAN'
    >>> print(step.notes[0])
    reading: she = BRENNAN; Cb = BRENNAN; Cf = [BRENNAN]; CONTINUE

    Susan E. Brennan, Marilyn W. Friedman & Carl J. Pollard (1987). A Centering Approach to
    Pronouns. ACL 25.
    """

    size: Size = Size.FULL_CLAUSE

    def __init__(  # noqa: PLR0913 - one parameter per reading of the paper
        self,
        test: AntecedentTest,
        *,
        rule1: str = "filter",
        initial_cb: str = "none",
        unit: str = "full-clause",
        fallback: str = "segment",
        cap: int = 20_000,
        reach: int = 64,
    ) -> None:
        super().__init__(test, fallback=fallback, reach=reach)
        self.rule1 = Rule1(rule1)
        self.initial_cb = InitialCb(initial_cb)
        self.size = Size(unit)
        self.cap = cap

    def choose(self, update: Update) -> Choice:
        """Generate, filter, rank. Too many combinations, or none that survive, are searched."""
        combinations = prod(max(len(found), 1) for found in update.candidates.values())
        if combinations * (len(update.before.cf) + 1) > self.cap:
            return self._search(update, combinations)
        readings = rank(filter(generate(update), update, self.rule1))
        if not readings:
            return self._search(update, 0)
        best = sum(quality(reading) == quality(readings[0]) for reading in readings)
        return Choice(readings, best, tuple(_note(reading, update) for reading in readings))

    def _search(self, update: Update, combinations: int) -> Choice:
        """Branch and bound: the best readings, without looking at all the others."""
        allow = self.rule1 is Rule1.PREFER
        readings = bfp_search.search(update, allow_violations=allow, limit=FEW)
        notes = [_note(reading, update) for reading in readings]
        if combinations:
            text = f"the best {len(readings)} of {combinations} combinations were looked for"
            notes.append(Note("capped", text))
        best = readings[0]
        rivals = tuple(bfp_search.rivals(update, best, place) for place in update.pronouns)
        return Choice(readings, len(readings), tuple(notes), rivals)


def _note(reading: Reading, update: Update) -> Note:
    """A reading in words, as a trace shows it."""
    pronouns = (str(update.realized[place]) for place in update.pronouns)
    antecedents = (chosen.entity if chosen else "?" for chosen in reading.antecedents)
    said = ", ".join(f"{p} = {a}" for p, a in zip(pronouns, antecedents, strict=True))
    broken = " (violates Rule 1)" if reading.violates_rule_1 else ""
    return Note("reading", f"{said}; {told(reading.centers)}; {reading.transition}{broken}")


class CarterAlgorithm(BFPAlgorithm):
    """BFP, but a pronoun first looks in its own sentence when the Cb cannot be what it means.

    "Cannot" is: no Cb is established, or it fails agreement, binding or sort. Candidates in the
    sentence stand in the order of Hobbs's algorithm.

    >>> carter = CarterAlgorithm(lambda pronoun, candidate: None)
    >>> said = [ReferringExpression("John", 1, 1, entity="JOHN", relation="nsubj", clause=2),
    ...         ReferringExpression("he", 1, 4, is_pronoun=True, relation="nsubj", clause=5)]
    >>> heard = [carter.hear(expression) for expression in said]
    >>> carter.end_utterance(1).resolutions[0].entity
    'JOHN'

    Marilyn A. Walker (1989). Evaluating Discourse Processing Algorithms. ACL 27.
    """

    def prepare(self, settling: Settling, before: Unit) -> dict[ReferringExpression, Attempt]:
        """Carter's rule."""
        cb = next((element for element in before.cf if element.entity == before.cb), None)
        found: dict[ReferringExpression, Attempt] = {}
        for pronoun in settling.expressions:
            if pronoun in settling.decided or not pronoun.is_pronoun:
                continue
            if cb is not None and settling.violated(pronoun, cb) is None:
                continue
            inside = hobbs_order(pronoun, settling.to_the_left(pronoun), settling.utterance)
            fits = (x for x in inside if settling.violated(pronoun, x) is None)
            if chosen := next(fits, None):
                settling.decide(pronoun, chosen.entity)
                found[pronoun] = Attempt(chosen)
        return found
