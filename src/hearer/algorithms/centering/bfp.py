"""The centering algorithm of Brennan, Friedman & Pollard (1987), henceforth BFP.

    1  generate    possible Cb-Cf combinations
    2  filter      by contra-indices, Constraint 3 and Rule 1
    3  rank        by transition orderings
    BFPAlgorithm       these three, and the strategy of Strube (1998), section 4, around them
    hobbs_order        elements of a sentence as Hobbs's algorithm would propose them
    CarterAlgorithm    with Carter's preference inside the sentence, as Walker (1989) has it

BFP cannot say what a pronoun means before its utterance is over, and even then there may be
readings it cannot choose between. Both show: resolutions come at the end of the utterance, and
`Resolution.rivals` has what the equally good readings say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from typing import ClassVar

from hearer.algorithms.centering import bfp_search
from hearer.algorithms.centering.centering import cf, grammatical_rank
from hearer.algorithms.centering.look_back import Settling
from hearer.algorithms.centering.readings import (
    Antecedents,
    PronounReading,
    Update,
    read,
    told,
)
from hearer.algorithms.centering.unit_by_unit import CenteringOptions, Choice, UnitByUnit
from hearer.algorithms.centering.units import Size, Unit
from hearer.model import Attempt, Element, Entity, Note, ReferringExpression, Resolution
from hearer.model.part import given
from hearer.model.tree import Tree

FEW = 64  # of the best readings are kept when there are too many to look at all


class Rule1(StrEnum):
    """What happens to a reading that spends a pronoun on something else than its Cb."""

    FILTER = "filter"  # it is discarded, unless steps (2) and (3) find nothing either
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
    for cb in (*(element.entity for element in update.before.cf), None):
        for antecedents in product(*update.choices):
            yield Anchor(cb, antecedents)


# 2 Filter -------------------------------------------------------------------------------------


def filter(  # noqa: A001 - the word of the paper
    anchors: Iterable[Anchor], update: Update, rule1: Rule1 = Rule1.FILTER
) -> Iterator[PronounReading]:
    """Pass by contra-indices, then by Constraint 3, then by Rule 1.

    What was proposed with several Cbs is read once.
    """
    made: dict[tuple[Entity | None, ...], PronounReading | None] = {}
    for anchor in anchors:
        meant = tuple(x.entity if x else None for x in anchor.antecedents)
        if meant not in made:
            is_out = is_contra_indexed(anchor.antecedents, update)
            made[meant] = None if is_out else read(update, anchor.antecedents)
        reading = made[meant]
        if reading is None or anchor.cb != reading.centers.cb:
            continue
        if rule1 is Rule1.PREFER or not reading.violates_rule_1:
            yield reading


def is_contra_indexed(antecedents: Antecedents, update: Update) -> bool:
    """Whether two pronouns that cannot mean the same have one antecedent."""
    pairs = ((antecedents[n], antecedents[m]) for n, m in update.competing)
    return any(one and other and one.entity == other.entity for one, other in pairs)


# 3 Rank ---------------------------------------------------------------------------------------


def rank(readings: Iterable[PronounReading]) -> tuple[PronounReading, ...]:
    """Order readings by Rule 2, within a transition by how salient their antecedents were.

    Only the transition makes a reading better: those that share the first one's are ties. The
    paper is silent on how to go on from a tie; we take the most salient antecedents.
    """
    return tuple(sorted(readings, key=lambda reading: (*quality(reading), reading.places)))


def quality(reading: PronounReading) -> tuple[int, bool, int]:
    """What makes a reading better than another."""
    return reading.open, reading.violates_rule_1, reading.transition.order


class InitialCb(StrEnum):
    """The Cb of an utterance that has none before it."""

    NONE = "none"  # Walker et al. (1994), and Table 1
    CP = "cp"  # as in BFP's own figures


@dataclass(frozen=True, slots=True, kw_only=True)
class BFPOptions(CenteringOptions):
    """One option per reading of the paper; beyond `cap` readings the best are searched for."""

    unit: Size = Size.FULL_CLAUSE
    rule1: Rule1 = Rule1.FILTER
    initial_cb: InitialCb = InitialCb.NONE
    cap: int = 20_000


@dataclass(eq=False)
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

    Susan E. Brennan, Marilyn W. Friedman and Carl J. Pollard (1987). A Centering Approach to
    Pronouns. In Proceedings of ACL '87, Stanford, pp. 155–162.
    """

    Options: ClassVar[type] = BFPOptions

    options: BFPOptions = given(default=BFPOptions())

    def choose(self, update: Update) -> Choice:
        """Generate, filter, rank. Too many combinations, or none that survive, are searched."""
        combinations = prod(map(len, update.choices))
        if combinations * (len(update.before.cf) + 1) > self.options.cap:
            return self._search(update, combinations)
        readings = rank(filter(generate(update), update, self.options.rule1))
        if not readings:
            return self._search(update, 0)
        best = sum(quality(reading) == quality(readings[0]) for reading in readings)
        return Choice(readings, best, tuple(_note(reading, update) for reading in readings))

    def backward_center(self, before: Unit, realized: Sequence[Element]) -> Entity | None:
        """Cb by Constraint 3; with nothing before it, as the option has it."""
        if before.cf or not realized or self.options.initial_cb is InitialCb.NONE:
            return super().backward_center(before, realized)
        return cf(realized, grammatical_rank(self.outline.tree))[0].entity

    def _search(self, update: Update, combinations: int) -> Choice:
        """Branch and bound: the best readings, without looking at all the others."""
        allow = self.options.rule1 is Rule1.PREFER
        readings = bfp_search.search(update, allow_violations=allow, limit=FEW)
        notes = [_note(reading, update) for reading in readings]
        if combinations:
            text = f"the best {len(readings)} of {combinations} combinations were looked for"
            notes.append(Note("capped", text))
        best, steps = readings[0], [bfp_search.STEPS_FOR_RIVALS]
        rivals = tuple(bfp_search.rivals(update, best, place, steps) for place in update.pronouns)
        if steps[0] <= 0:
            notes.append(Note("capped", "not all antecedents were looked at that may be as good"))
        return Choice(readings, len(readings), tuple(notes), rivals)


def _note(reading: PronounReading, update: Update) -> Note:
    broken = " (violates Rule 1)" if reading.violates_rule_1 else ""
    return told(reading, update, f"{reading.transition}{broken}")


@dataclass(eq=False)
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

    Marilyn A. Walker (1989). Evaluating Discourse Processing Algorithms. In Proceedings of
    ACL '89, Vancouver, pp. 251–261.
    """

    def prepare(self, settling: Settling, before: Unit) -> list[Resolution]:
        """Carter's rule."""
        cb = next((element for element in before.cf if element.entity == before.cb), None)
        resolutions: list[Resolution] = []
        for pronoun in settling.open:
            if cb is not None and settling.violated(pronoun, cb) is None:
                continue
            inside = hobbs_order(pronoun, settling.to_the_left(pronoun), self.outline.tree)
            fits = (x for x in inside if settling.violated(pronoun, x) is None)
            if chosen := next(fits, None):
                found = Resolution(pronoun, (Attempt(chosen),), chosen)
                resolutions.append(settling.decide(found))
        return resolutions


def hobbs_order(
    pronoun: ReferringExpression, elements: Iterable[Element], tree: Tree
) -> tuple[Element, ...]:
    """Elements by how far the pronoun and they have to climb to meet; then in text order.

    Of Hobbs's nine steps (hobbs.py) that is what matters to those who only borrow his order.

    >>> from hearer.model import Utterance
    >>> saw = Utterance.of("John/PROPN/nsubj/2 said/VERB/root/0 Bill/PROPN/nsubj/4 "
    ...                    "saw/VERB/ccomp/2 him/PRON/obj/4")
    >>> john, bill = (Element.of(ReferringExpression(name, 1, n), name)
    ...               for name, n in (("John", 1), ("Bill", 3)))
    >>> him = ReferringExpression("him", 1, 5)
    >>> [x.entity for x in hobbs_order(him, [john, bill], Tree(saw))]
    ['Bill', 'John']
    """
    above = {word: climbed for climbed, word in enumerate(tree.path(pronoun.head))}

    def order(element: Element) -> tuple[int, int, float]:
        descended = 0
        for descended, word in enumerate(tree.path(element.expression.head), start=1):
            if word in above:
                return above[word], descended - 1, element.position
        return len(above), descended, element.position

    return tuple(sorted(elements, key=order))
