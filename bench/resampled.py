"""Figures with 95 % intervals: documents are drawn again and again, with replacement.

    Counts      what was counted: a row a document
    interval    a figure of these counts, and what it is in 95 of 100 draws
    difference  the same of what one way has more than another on the same documents

Pronouns of one document rise and fall together, so it is documents that are drawn; and two ways are
compared on the same draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Counts: TypeAlias = npt.NDArray[np.float64]
Figure: TypeAlias = Callable[[Counts], Counts]  # from sums, a row each, to a figure each

DRAWS, SEED = 2000, 13
SPREAD = (2.5, 97.5)


def interval(figure: Figure, counts: Counts) -> str:
    """A figure in per cent, with its interval."""
    return _shown("{:.1f}", figure(_sum(counts)), figure(_drawn(counts)))


def difference(figure: Figure, counts: Counts, from_counts: Counts) -> str:
    """How much larger a figure is than with the other counts, in points, with its interval."""
    here = figure(_sum(counts)) - figure(_sum(from_counts))
    draws = figure(_drawn(counts)) - figure(_drawn(from_counts))
    return _shown("{:+.1f}", here, draws)


def _sum(counts: Counts) -> Counts:
    total: Counts = counts.sum(axis=0, keepdims=True)
    return total


def _drawn(counts: Counts) -> Counts:
    """The sums of every draw; the same documents for as many documents."""
    random = np.random.default_rng(SEED)
    drawn = random.integers(len(counts), size=(DRAWS, len(counts)))
    return np.stack([counts[each].sum(axis=0) for each in drawn])


def _shown(form: str, here: Counts, draws: Counts) -> str:
    low, high = np.percentile(draws, SPREAD)
    numbers = (form.format(100 * float(n) + 0.0) for n in (here[0], low, high))
    return "{} [{}, {}]".format(*(n.replace("-", "−") for n in numbers))
