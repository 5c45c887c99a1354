"""What a look-up answers: its attempts, and an antecedent or a label.

Verdicts         the elements that were tested, and the verdict on each
Weighed          candidates and what they weigh
LazyAttempts     all that was tested: what failed the test, then what passed it, heaviest last
probabilities    weights as shares of one
label_of         pleonastic, ambiguous, an event, cataphoric, or without antecedent
taken_for        the resolution with another antecedent
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import exp
from typing import NamedTuple

from hearer.algorithms.weighted.besides import leanings
from hearer.algorithms.weighted.factor import Circumstances
from hearer.algorithms.weighted.listed import class_of
from hearer.algorithms.weighted.values import PronounClass
from hearer.algorithms.weighted.weights import Lazy, Numbers, Weights
from hearer.model import (
    OUTWEIGHED,
    Attempt,
    Constraint,
    Cue,
    Element,
    Entity,
    Label,
    ReferringExpression,
    Resolution,
    Tally,
    Verdict,
)

NOT_REFERRING = frozenset({Cue.PLEONASTIC, Cue.WEATHER, Cue.INTENSIFIER})
# Elements for one pronoun, those that were realized last. In GUM dev and the genres held out, of
# 1,000 antecedents that are found 2 to 5 stand behind sixteen others.
MOST_WEIGHED = 20
TOO_FAR = Verdict(Constraint.WEIGHT, f"{MOST_WEIGHED} others that pass were spoken of since")
AMBIGUOUS = 0.25  # two candidates at least as probable as this make a pronoun ambiguous


class Verdicts(NamedTuple):
    """The elements that were tested, and the verdict that rules each out, if any."""

    elements: tuple[Element, ...]
    verdicts: Sequence[Verdict | None]

    @property
    def passed(self) -> list[Element]:
        """What passed the test."""
        pairs = zip(self.elements, self.verdicts, strict=True)
        return [element for element, verdict in pairs if verdict is None]

    def but_for(self, others: Mapping[Entity, Verdict]) -> Verdicts:
        """The same, with what rules others out."""
        if not others:
            return self
        pairs = zip(self.elements, self.verdicts, strict=True)
        return Verdicts(self.elements, [each or others.get(one.entity) for one, each in pairs])


class Weighed(NamedTuple):
    """Candidates for a pronoun and what they weigh; behind them there is nobody."""

    here: Circumstances
    numbers: Sequence[Numbers]
    scores: Sequence[float]


class LazyAttempts(Lazy[Attempt]):
    """All that was tested, made when somebody asks, and counted without."""

    __slots__ = ("_found", "_tested")

    def __init__(
        self, tested: Verdicts, weighed: Weighed, found: Entity | None, weights: Weights
    ) -> None:
        super().__init__(partial(_attempts, tested, weighed, found, weights))
        self._tested, self._found = tested, found

    def __len__(self) -> int:
        return len(self._tested.elements)

    def tally(self) -> Tally:
        """What rules candidates out; all that pass but the one that is found are outweighed."""
        ruled_out: Tally = Counter(each.constraint for each in self._tested.verdicts if each)
        outweighed = len(self) - ruled_out.total() - bool(self._found)
        return ruled_out + Counter({Constraint.WEIGHT: outweighed, None: int(bool(self._found))})


def _attempts(
    tested: Verdicts, weighed: Weighed, found: Entity | None, weights: Weights
) -> Iterator[Attempt]:
    """All that was tested, with the constraint that each violated, or its factors."""
    for element, verdict in zip(*tested, strict=True):
        if verdict is not None:
            yield Attempt(element, verdict)
    here, numbers, scores = weighed
    yield from (Attempt(element, TOO_FAR) for element in _not_weighed(tested, here))
    leaning = leanings(here)
    for n in sorted(range(len(here.candidates)), key=scores.__getitem__):
        element = here.candidates[n].element
        verdict = None if element.entity == found else OUTWEIGHED
        factors = weights.factors(numbers[n])
        if n in leaning:
            factors = Lazy(partial(chain, (leaning[n],), factors))
        yield Attempt(element, verdict, score=scores[n], factors=factors)


def _not_weighed(tested: Verdicts, here: Circumstances) -> list[Element]:
    """What passed the test behind too many others; mostly nothing."""
    if len(here.candidates) - here.besides < MOST_WEIGHED:
        return []
    weighed = {one.element.entity for one in here.candidates}
    return [element for element in tested.passed if element.entity not in weighed]


def probabilities(scores: Sequence[float]) -> list[float]:
    """Weights as shares of one."""
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    total = sum(exponentials)
    return [each / total for each in exponentials]


def label_of(pronoun: ReferringExpression, shares: Sequence[float]) -> Label:
    """What a pronoun that is not resolved is taken to be.

    Where somebody is likelier than nobody, there is an antecedent; it is only not clear enough.
    """
    cues = pronoun.cues
    if not NOT_REFERRING.isdisjoint(cues):
        return Label.PLEONASTIC
    likely = sum(share >= AMBIGUOUS for share in shares[:-1])
    if likely > 1 or max(shares) > shares[-1]:
        return Label.AMBIGUOUS
    if Cue.EVENT in cues and class_of(pronoun.agreement) is PronounClass.IT:
        return Label.EVENT
    if Cue.AHEAD in cues and not likely:
        return Label.CATAPHORIC
    return Label.NO_ANTECEDENT


# What was found, given up for something else -------------------------------------------------


def given_up(resolution: Resolution) -> Sequence[Attempt]:
    """The attempts; the one that succeeded is outweighed."""
    return Lazy(partial(_given_up, resolution))


def _given_up(resolution: Resolution, *instead: Attempt) -> Iterator[Attempt]:
    entities = {attempt.candidate.entity for attempt in instead}  # each is told once
    for attempt in resolution.attempts:
        if attempt.candidate.entity not in entities:
            yield replace(attempt, verdict=OUTWEIGHED) if attempt.succeeded else attempt
    yield from instead


def taken_for(resolution: Resolution, element: Element, confidence: float) -> Resolution:
    """The pronoun stands for `element`, not for what was found."""
    attempts = Lazy(partial(_given_up, resolution, Attempt(element)))
    return replace(
        resolution, attempts=attempts, antecedent=element, confidence=confidence, taken_as=None
    )
