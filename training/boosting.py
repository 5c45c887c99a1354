"""Boosting that ends in a few tables: trees of at most three factors, added up cell by cell.

The loss is the probability of all right candidates together (or of nobody) among the candidates
of a pronoun. A first pass finds which factors go together; the second may use only the most
useful combinations of three, so that a score is a sum of `TABLES` numbers.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Triple = tuple[int, int, int]
Gains = defaultdict[tuple[int, ...], float]  # of the factors used together

TABLES = 64
RATE = 0.1
RIDGE = 2.0
LEAST = 12  # rows in a leaf
LEAVES = 8
SAMPLE = 0.8  # of the pronouns and of the factors, in each round
SEEDS = (
    1998,
    1999,
    2001,
    2004,
    2010,
    2015,
)  # shipped is their mean, which varies less


@dataclass(frozen=True)
class Examples:
    """Rows are candidates; those of a pronoun stand together, and nobody is the last of them."""

    values: Integers  # rows by factors
    right: Floats  # 1 for each right candidate
    pronoun: Integers  # the number of the pronoun of each row
    before: Floats | None = None  # what each row weighs before anything is learnt; None: nothing

    @property
    def pronouns(self) -> int:
        return int(self.pronoun[-1]) + 1


@dataclass(frozen=True)
class Leaf:
    """The values each factor may have in a leaf, its weight, and what its split gained."""

    allowed: tuple[tuple[int, int, int], ...]  # (factor, from, to)
    rows: Integers
    weight: float = 0.0


class Booster:
    """Adds trees to tables."""

    def __init__(self, examples: Examples, sizes: tuple[int, ...], seed: int = SEEDS[0]) -> None:
        self.examples = examples
        self.sizes = sizes
        self.tables: dict[Triple, Floats] = {}
        self.gains: Gains = defaultdict(float)
        self.scores: Floats = np.zeros(len(examples.right))
        if examples.before is not None:
            self.scores += examples.before
        self.random = np.random.default_rng(seed)
        self.triples: tuple[Triple, ...] = ()
        widest = max(sizes)
        self.width = widest
        self.cells = examples.values + widest * np.arange(len(sizes))

    def run(self, rounds: int, triples: tuple[Triple, ...] = ()) -> None:
        """Boost for so many rounds, with these combinations only, if any are given."""
        self.triples = triples
        for _ in range(rounds):
            self._grow()

    def _grow(self) -> None:
        gradient, hessian = self._derivatives()
        taken = self.random.random(self.examples.pronouns) < SAMPLE
        rows = np.flatnonzero(taken[self.examples.pronoun])
        leaves = [Leaf((), rows)]
        used: frozenset[int] = frozenset()
        offered = self.random.random(len(self.sizes)) < SAMPLE
        gained = 0.0
        while len(leaves) < LEAVES:
            found = self._best(leaves, gradient, hessian, self._open(used, offered))
            if found is None:
                break
            gain, n, factor, cut = found
            gained, used = gained + gain, used | {factor}
            leaves[n : n + 1] = self._halves(leaves[n], factor, cut)
        self.gains[tuple(sorted(used))] += gained
        self._add(leaves, used, gradient, hessian)

    def _derivatives(self) -> tuple[Floats, Floats]:
        pronoun, right = self.examples.pronoun, self.examples.right
        starts = np.flatnonzero(np.diff(pronoun, prepend=-1))
        top = np.maximum.reduceat(self.scores, starts)[pronoun]
        mass = np.exp(self.scores - top)
        share = mass / np.add.reduceat(mass, starts)[pronoun]
        target = mass * right
        target /= np.add.reduceat(target, starts)[pronoun]
        return share - target, np.maximum(share * (1 - share), 1e-3)

    def _open(self, used: frozenset[int], offered: NDArray[np.bool_]) -> list[int]:
        """The factors that the next split may use."""
        if self.triples:
            fitting = [triple for triple in self.triples if used <= set(triple)]
            factors = sorted({factor for triple in fitting for factor in triple})
        elif len(used) == 3:
            factors = sorted(used)
        else:
            factors = list(range(len(self.sizes)))
        return [factor for factor in factors if offered[factor] or factor in used]

    def _best(
        self, leaves: list[Leaf], gradient: Floats, hessian: Floats, factors: list[int]
    ) -> tuple[float, int, int, int] | None:
        """The split with the greatest gain: (gain, leaf, factor, first value on the right)."""
        best: tuple[float, int, int, int] | None = None
        for n, leaf in enumerate(leaves if factors else ()):
            gains = self._gains(leaf.rows, gradient, hessian, factors)
            place = int(np.argmax(gains))
            factor, cut = divmod(place, self.width)
            gain = float(gains.flat[place])
            if gain > 1e-6 and (best is None or gain > best[0]):
                best = gain, n, factors[factor], cut
        return best

    def _gains(
        self, rows: Integers, gradient: Floats, hessian: Floats, factors: list[int]
    ) -> Floats:
        chosen = np.array(factors)
        width, picked = self.width, self.cells[np.ix_(rows, chosen)]
        shift = width * (np.arange(len(factors)) - chosen)
        places = (picked + shift).ravel()
        size = width * len(factors)
        sums = [
            np.bincount(places, np.repeat(each[rows], len(factors)), size).reshape(-1, width)
            for each in (gradient, hessian, np.ones_like(gradient))
        ]
        left_g, left_h, left_n = (np.cumsum(s, axis=1) - s for s in sums)  # of smaller values
        all_g, all_h, all_n = (s.sum(axis=1, keepdims=True) for s in sums)
        right_g, right_h = all_g - left_g, all_h - left_h
        gains = left_g**2 / (left_h + RIDGE) + right_g**2 / (right_h + RIDGE)
        gains -= all_g**2 / (all_h + RIDGE)
        gains[(left_n < LEAST) | (all_n - left_n < LEAST)] = 0
        return np.asarray(gains)

    def _halves(self, leaf: Leaf, factor: int, cut: int) -> list[Leaf]:
        is_left = self.examples.values[leaf.rows, factor] < cut
        return [
            Leaf((*leaf.allowed, (factor, 0, cut)), leaf.rows[is_left]),
            Leaf((*leaf.allowed, (factor, cut, self.width)), leaf.rows[~is_left]),
        ]

    def _add(
        self, leaves: list[Leaf], used: frozenset[int], gradient: Floats, hessian: Floats
    ) -> None:
        triple = self._home(used)
        table = self.tables.setdefault(triple, np.zeros([self.sizes[f] for f in triple]))
        step = np.zeros_like(table)
        for leaf in leaves:
            g, h = gradient[leaf.rows].sum(), hessian[leaf.rows].sum()
            bounds = [slice(0, size) for size in table.shape]
            for factor, start, stop in leaf.allowed:
                axis = triple.index(factor)
                old = bounds[axis]
                bounds[axis] = slice(max(old.start, start), min(old.stop, stop))
            step[tuple(bounds)] = -RATE * g / (h + RIDGE)
        table += step
        self.scores += step[tuple(self.examples.values[:, factor] for factor in triple)]

    def _home(self, used: frozenset[int]) -> Triple:
        """The combination a tree belongs to; of several the first."""
        if self.triples:
            return next(triple for triple in self.triples if used <= set(triple))
        filled = sorted(used)
        others = (factor for factor in range(len(self.sizes)) if factor not in used)
        while len(filled) < 3:
            filled.append(next(others))
        first, second, third = sorted(filled)
        return first, second, third


@dataclass(frozen=True)
class Effort:
    """How long to boost, how often, and how many tables may come of it."""

    rounds: int = 600
    search: int = 400
    seeds: tuple[int, ...] = SEEDS
    tables: int = TABLES


def boost(
    examples: Examples,
    sizes: tuple[int, ...],
    effort: Effort = Effort(),  # noqa: B008
) -> dict[Triple, Floats]:
    """The tables of the model, each over three factors."""
    first = Booster(examples, sizes)
    first.run(effort.search)
    useful = most_useful(first.gains, effort.tables)
    run = partial(_tables, examples, sizes, effort.rounds, useful)
    total: dict[Triple, Floats] = {}
    with ProcessPoolExecutor(min(len(effort.seeds), os.cpu_count() or 1)) as pool:
        for tables in pool.map(run, effort.seeds):
            for triple, table in tables.items():
                share = table / len(effort.seeds)
                total[triple] = total.get(triple, np.zeros_like(table)) + share
    return total


def _tables(
    examples: Examples, sizes: tuple[int, ...], rounds: int, triples: tuple[Triple, ...], seed: int
) -> dict[Triple, Floats]:
    one = Booster(examples, sizes, seed)
    one.run(rounds, triples)
    return one.tables


def most_useful(gains: Mapping[tuple[int, ...], float], most: int) -> tuple[Triple, ...]:
    """The combinations of three with the greatest gain; what they contain counts for them."""
    total: Counter[Triple] = Counter()
    full = [factors for factors in gains if len(factors) == 3]
    for a, b, c in full:
        parts = ((a, b, c), (a, b), (a, c), (b, c), (a,), (b,), (c,))
        total[a, b, c] = sum(int(1000 * gains.get(part, 0.0)) for part in parts)
    ranked = sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(triple for triple, _ in ranked[:most])
