"""The attempts of a look-up, made when somebody asks for them.

    Verdicts    what was tested, and what it violated
    Weighed     candidates and their weights
    Evidence    all attempts: what failed the test, then what passed it, heaviest last

A look-up tests dozens of elements, and few ask why. So it keeps what an attempt is made from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hearer.algorithms.weighted.factors import Standing
from hearer.algorithms.weighted.lazy import WhenAsked
from hearer.algorithms.weighted.weights import Weights
from hearer.model import OUTWEIGHED, Attempt, Element, Verdict


class Verdicts(NamedTuple):
    """The elements that were tested, and the constraint that each violated, if any."""

    tested: tuple[Element, ...]
    violated: Sequence[Verdict | None]


class Weighed(NamedTuple):
    """Candidates and their weights; the last weight is that of nobody."""

    candidates: tuple[Standing, ...]
    values: tuple[list[int], ...]
    scores: tuple[float, ...]


class Evidence(WhenAsked[Attempt]):
    """All that was tested, with the constraint that each violated, or its factors."""

    __slots__ = ("_found", "_verdicts", "_weighed", "_weights")

    def __init__(
        self, verdicts: Verdicts, weighed: Weighed, found: Element | None, weights: Weights
    ) -> None:
        self._verdicts = verdicts
        self._weighed = weighed
        self._found = found
        self._weights = weights

    def __iter__(self) -> Iterator[Attempt]:
        yield from self._rejected()
        yield from self._compared()

    def _rejected(self) -> Iterator[Attempt]:
        for element, violated in zip(*self._verdicts, strict=True):
            if violated is not None:
                yield Attempt(element, violated)

    def _compared(self) -> Iterator[Attempt]:
        """Those that passed the test, heaviest last, with their factors."""
        candidates, values, scores = self._weighed
        for n in sorted(range(len(candidates)), key=scores.__getitem__):
            element = candidates[n].element
            violated = None if element is self._found else OUTWEIGHED
            yield Attempt(element, violated, 0, scores[n], self._weights.factors(values[n]))

    def __len__(self) -> int:
        return len(self._verdicts.tested)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((self._verdicts.tested, self._weighed.scores))

    def __repr__(self) -> str:
        return repr(tuple(self))
