"""The attempts of a look-up, made when somebody asks for them.

    Verdicts        the elements that were tested, and the verdict on each
    Weighed         candidates and what they weigh
    LazyAttempts    all attempts: what failed the test, then what passed it, heaviest last

A look-up tests dozens of elements, and few ask why. So it keeps what an attempt is made from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.algorithms.weighted.circumstances import Circumstances
from hearer.algorithms.weighted.lazy import Lazy
from hearer.algorithms.weighted.weights import Numbers, Weights
from hearer.model import OUTWEIGHED, Attempt, Element, Entity, Verdict


class Verdicts(NamedTuple):
    """The elements that were tested, and the verdict that rules each out, if any."""

    elements: tuple[Element, ...]
    verdicts: Sequence[Verdict | None]


class Weighed(NamedTuple):
    """Candidates for a pronoun and what they weigh; behind them there is nobody."""

    here: Circumstances
    numbers: Sequence[Numbers]
    scores: Sequence[float]


class LazyAttempts(Lazy[Attempt]):
    """All that was tested, with the constraint that each violated, or its factors."""

    __slots__ = ("_found", "_verdicts", "_weighed", "_weights")

    def __init__(
        self, verdicts: Verdicts, weighed: Weighed, found: Entity | None, weights: Weights
    ) -> None:
        self._verdicts = verdicts
        self._weighed = weighed
        self._found = found
        self._weights = weights

    def __iter__(self) -> Iterator[Attempt]:
        yield from self._rejected()
        yield from self._compared()

    def _rejected(self) -> Iterator[Attempt]:
        for element, verdict in zip(*self._verdicts, strict=True):
            if verdict is not None:
                yield Attempt(element, verdict)

    def _compared(self) -> Iterator[Attempt]:
        """Those that passed the test, heaviest last, with their factors."""
        here, numbers, scores = self._weighed
        for n in sorted(range(len(here.candidates)), key=scores.__getitem__):
            element = here.candidates[n].element
            verdict = None if element.entity == self._found else OUTWEIGHED
            factors = self._weights.factors(numbers[n])
            yield Attempt(element, verdict, score=scores[n], factors=factors)

    def __len__(self) -> int:
        return len(self._verdicts.elements)
