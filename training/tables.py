"""Fit tables over pairs of features: a log-linear model of the candidates of a pronoun.

The loss is minus the log of the probability of all right candidates together (or of no antecedent)
among the candidates of each pronoun, with a ridge on the cells of each table. The data say how
strong it is: a table that tells nothing gets so strong a ridge that it is dropped.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Pair = tuple[int, int]  # two features, or a feature and NONE
NONE = -1
LARGEST = 300  # cells of one table
MOST_CELLS = 5_750  # of all tables, before they are purified
ROUNDS = 6
SHORT, LONG = 25, 100  # steps of a fit, and of the last
FIRST_RIDGE, LEAST_RIDGE, MOST_RIDGE = 32.0, 4.0, 250.0
PURIFYING = 5  # rounds
MEMORY = 8  # steps that the curvature is estimated from
SHORTEST = 1e-6  # step, and relative gain


@dataclass(frozen=True)
class Examples:
    """Rows are candidates; those of a pronoun stand together, and no antecedent is the last."""

    values: Integers  # rows by features
    right: NDArray[np.bool_]  # of each row
    pronoun: Integers  # the number of the pronoun of each row
    weight: Floats  # of each pronoun

    @cached_property
    def starts(self) -> Integers:
        return np.flatnonzero(np.diff(self.pronoun, prepend=-1))

    @cached_property
    def target(self) -> Floats:
        """1 for each right row; if none is right, for no antecedent."""
        target = self.right.astype(float)
        last = np.append(self.starts[1:], len(self.pronoun)) - 1
        target[last[np.add.reduceat(target, self.starts) == 0]] = 1
        return target

    def slopes(self, scores: Floats) -> tuple[Floats, Floats, float]:
        """Return the gradient of the loss by row, the share of each row, and the loss."""
        top = np.maximum.reduceat(scores, self.starts)[self.pronoun]
        mass = np.exp(scores - top)
        total, right = (np.add.reduceat(each, self.starts) for each in (mass, mass * self.target))
        share = mass / total[self.pronoun]
        slope = (share - mass * self.target / right[self.pronoun]) * self.weight[self.pronoun]
        return slope, share, -float(np.log(right / total) @ self.weight)


class Tables:
    """Pairs of features, and the cells of their tables one after the other."""

    def __init__(self, pairs: Sequence[Pair], sizes: Sequence[int]) -> None:
        self.pairs, self.sizes = tuple(pairs), sizes
        self.widths = [cells(pair, sizes) for pair in pairs]
        self.starts = np.cumsum([0, *self.widths])

    def places(self, values: Integers) -> Integers:
        """Return the cells of each row."""
        columns = [
            start + place(values, pair, self.sizes)
            for start, pair in zip(self.starts[:-1], self.pairs, strict=True)
        ]
        return np.stack(columns, axis=1)


def cells(pair: Pair, sizes: Sequence[int]) -> int:
    """Return the number of cells of a table."""
    first, second = pair
    return sizes[first] * (1 if second == NONE else sizes[second])


def place(values: Integers, pair: Pair, sizes: Sequence[int]) -> Integers:
    """Return the cell of each row in a table."""
    first, second = pair
    if second == NONE:
        return values[:, first]
    return values[:, first] * sizes[second] + values[:, second]


def fit(examples: Examples, tables: Tables, ridges: Floats, start: Floats, steps: int) -> Floats:
    """Return the cells that minimize the loss, with the ridge of each cell."""
    places = tables.places(examples.values)
    flat, width, size = places.ravel(), places.shape[1], len(start)

    def loss(found: Floats) -> tuple[float, Floats]:
        slope, _, total = examples.slopes(found[places].sum(axis=1))
        gradient = np.bincount(flat, np.repeat(slope, width), size)
        return total + float(ridges @ found**2) / 2, gradient + ridges * found

    return minimized(loss, start, steps)


def minimized(loss: Callable[[Floats], tuple[float, Floats]], found: Floats, steps: int) -> Floats:
    """Return the minimum of a loss that also returns its gradient (L-BFGS)."""
    known: deque[tuple[Floats, Floats]] = deque(maxlen=MEMORY)
    total, gradient = loss(found)
    for _ in range(steps):
        if not gradient.any():
            return found
        direction, used = -gradient, []
        for moved, turned in reversed(known):
            used.append((moved @ direction) / (moved @ turned))
            direction = direction - used[-1] * turned
        scale = 1 / float(np.linalg.norm(gradient))  # of the first step
        if known:
            moved, turned = known[-1]
            scale = float(moved @ turned) / float(turned @ turned)
        direction = direction * scale
        for (moved, turned), share in zip(known, reversed(used), strict=True):
            direction = direction + (share - (turned @ direction) / (moved @ turned)) * moved
        length, slope = 1.0, float(gradient @ direction)
        trial = loss(found + direction)
        while not trial[0] <= total + 1e-4 * length * slope:
            length /= 2
            if length < SHORTEST:
                return found
            trial = loss(found + length * direction)
        moved, turned = length * direction, trial[1] - gradient
        if moved @ turned > SHORTEST:
            known.append((moved, turned))
        is_done = total - trial[0] < SHORTEST * abs(total)
        found, (total, gradient) = found + moved, trial
        if is_done:
            break
    return found


def learnt(
    examples: Examples, sizes: Sequence[int], alike: frozenset[int], kept: frozenset[Pair]
) -> tuple[Tables, Floats]:
    """Return the tables that the examples speak for, and those to be `kept`, with their cells.

    Begin with all pairs; two features of the pronoun (`alike`) tell no candidates apart. Each round
    fits all cells, estimates from them the ridge of each table (MacKay 1992, Bayesian
    Interpolation), and drops tables whose ridge is so strong that their cells are near 0.
    """
    pairs = [p for p in combinations(range(len(sizes)), 2) if not alike.issuperset(p)]
    pairs += [(n, NONE) for n in range(len(sizes)) if n not in alike]
    ridge = {pair: FIRST_RIDGE for pair in pairs if cells(pair, sizes) <= LARGEST}
    found: dict[Pair, Floats] = {pair: np.zeros(cells(pair, sizes)) for pair in ridge}
    for n in range(ROUNDS):
        is_last = n == ROUNDS - 1
        tables = Tables(tuple(ridge), sizes)
        weak = dict.fromkeys(ridge.keys() & kept if is_last else (), FIRST_RIDGE)
        spread = np.repeat([*{**ridge, **weak}.values()], tables.widths)
        whole = np.concatenate([found[pair] for pair in ridge])
        whole = fit(examples, tables, spread, whole, LONG if is_last else SHORT)
        found = dict(zip(ridge, np.split(whole, tables.starts[1:-1]), strict=True))
        if not is_last:
            ridge = _limited(_estimated(examples, tables, whole, spread, found), sizes, kept)
    return tables, whole


def _estimated(
    examples: Examples, tables: Tables, whole: Floats, spread: Floats, found: Mapping[Pair, Floats]
) -> dict[Pair, float]:
    """Return the ridge of each table: its number of determined cells by their squares."""
    places = tables.places(examples.values)
    _, share, _ = examples.slopes(whole[places].sum(axis=1))
    bend = share * (1 - share) * examples.weight[examples.pronoun]
    curve = np.bincount(places.ravel(), np.repeat(bend, places.shape[1]), len(whole))
    determined = np.split(curve / (curve + spread), tables.starts[1:-1])
    return {
        pair: max(LEAST_RIDGE, float(known.sum() / (found[pair] @ found[pair] + 1e-9)))
        for pair, known in zip(tables.pairs, determined, strict=True)
    }


def _limited(
    ridge: Mapping[Pair, float], sizes: Sequence[int], kept: frozenset[Pair]
) -> dict[Pair, float]:
    """Return what is kept and the tables with the weakest ridges, as far as there are cells."""
    chosen, used = set(kept), sum(cells(pair, sizes) for pair in kept)
    for pair in sorted(ridge.keys() - kept, key=lambda pair: (ridge[pair], pair)):
        size = cells(pair, sizes)
        if ridge[pair] < MOST_RIDGE and used + size <= MOST_CELLS:
            chosen.add(pair)
            used += size
    return {pair: each for pair, each in ridge.items() if pair in chosen}


def purified(
    examples: Examples, tables: Tables, found: Floats, alike: frozenset[int]
) -> tuple[Tables, Floats]:
    """Return the same scores, with what one feature adds by itself in a table of its own.

    So the weights that explanations name are those of single features as far as possible: a nearer
    candidate has more for nearness than a farther one, whatever else is true of both.
    """
    cells_of = dict(zip(tables.pairs, np.split(found, tables.starts[1:-1]), strict=True))
    sizes = tables.sizes
    whole = {pair: each.reshape(sizes[pair[0]], -1).copy() for pair, each in cells_of.items()}
    for pair in [pair for pair in whole if NONE not in pair and alike.isdisjoint(pair)]:
        at = place(examples.values, pair, sizes)
        count = np.bincount(at, minlength=cells(pair, sizes)).reshape(whole[pair].shape) + 1e-3
        count[0], count[:, 0] = 0, 0  # no antecedent
        for _ in range(PURIFYING):
            for axis, feature in ((1, pair[0]), (0, pair[1])):
                total = count.sum(axis=axis)
                mean = (whole[pair] * count).sum(axis=axis) / np.maximum(total, 1e-9)
                mean[total == 0] = 0
                whole[pair] -= mean[:, None] if axis else mean[None, :]
                own = whole.setdefault((feature, NONE), np.zeros((sizes[feature], 1)))
                own[:, 0] += mean
    return Tables(tuple(whole), sizes), np.concatenate([each.ravel() for each in whole.values()])
