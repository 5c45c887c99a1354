"""The weights of the weighted S-list: a few tables, each over three factors.

Weights         all of them, and what goes with them
Table           the weight of every combination of the values of three factors
weights         those that are shipped, read when first needed

A candidate's score is the sum of one number out of each table: a log-linear model, to be read
by everybody, in tables/weighted_s_list.json. They come from training/ranker.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from hearer.algorithms.weighted.factors import FACTORS, NAMES
from hearer.algorithms.weighted.lazy import WhenAsked
from hearer.model import Factor

SIZES = tuple(len(FACTORS[name]) + 1 for name in NAMES)
Rows = tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The weight of every combination of the values of three factors."""

    factors: tuple[int, int, int]
    strides: tuple[int, int]
    cells: tuple[float, ...]

    def describe(self, index: int) -> str:
        """What a cell stands for: "pronoun: it; form: definite; role: subject"."""
        first, rest = divmod(index, self.strides[0])
        values = (first, *divmod(rest, self.strides[1]))
        named = zip(self.factors, values, strict=True)
        return "; ".join(f"{NAMES[f]}: {FACTORS[NAMES[f]][v - 1]}" for f, v in named if v)

    def nested(self) -> Rows:
        """The cells by the values of the factors: looked up twice as fast as by their sum."""
        first, second = self.strides
        rows = [self.cells[n : n + second] for n in range(0, len(self.cells), second)]
        width = first // second
        return tuple(tuple(rows[n : n + width]) for n in range(0, len(rows), width))


class Weights:
    """The tables, the order of the list, and what a confidence is worth."""

    def __init__(
        self,
        tables: Sequence[Table],
        salience: Sequence[float] = (),
        decay: float = 1.0,
        precisions: Sequence[tuple[float, float]] = (),
        nobody: float = 0.0,
    ) -> None:
        self.tables = tuple(tables)
        self.salience = tuple(salience)  # by form and role: what an entity weighs when heard
        self.decay = decay  # how much lighter it is one sentence later
        self.precisions = tuple(precisions)  # (confidence, precision of what is at least as sure)
        self.nobody = nobody  # added where there is no antecedent
        self.score = written_out(self.tables)  # what a candidate with these values weighs

    def factors(self, values: Sequence[int]) -> Sequence[Factor]:
        """What a score adds up from."""
        return Reasons(self, tuple(values))

    def reasons(self, values: Sequence[int]) -> Iterator[Factor]:
        """The factors that have something to say, in the order of the tables."""
        for table in self.tables:
            (i, j, k), (first, second) = table.factors, table.strides
            index = values[i] * first + values[j] * second + values[k]
            if table.cells[index]:
                yield Factor(table.describe(index), table.cells[index])

    def confidence_for(self, precision: float) -> float:
        """The least confidence with which that share of decisions was right in training."""
        if not precision:
            return 0.0
        enough = (confidence for confidence, share in self.precisions if share >= precision)
        return next(enough, 1.0)


def written_out(tables: Sequence[Table]) -> Callable[[Sequence[int]], float]:
    """The sum of a cell of each table as one expression: three times as fast as a loop over them.

    >>> written_out([])([0] * len(NAMES))
    0.0
    """
    values = ", ".join(f"v{n}" for n in range(len(NAMES)))
    terms = [f"t{n}[v{i}][v{j}][v{k}]" for n, (i, j, k) in enumerate(t.factors for t in tables)]
    scope: dict[str, Any] = {f"t{n}": table.nested() for n, table in enumerate(tables)}
    exec(f"def score(values):\n {values} = values\n return {' + '.join(['0.0', *terms])}", scope)  # noqa: S102  # numbers only
    score: Callable[[Sequence[int]], float] = scope["score"]
    return score


class Reasons(WhenAsked[Factor]):
    """Factors, put into words only when somebody asks: there are some for every candidate."""

    __slots__ = ("_values", "_weights")

    def __init__(self, weights: Weights, values: tuple[int, ...]) -> None:
        self._weights = weights
        self._values = values

    def __iter__(self) -> Iterator[Factor]:
        return self._weights.reasons(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reasons) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)


@cache
def weights() -> Weights:
    """The weights that are shipped."""
    text = (
        files("hearer.algorithms.weighted")
        .joinpath("tables", "weighted_s_list.json")
        .read_text("utf-8")
    )
    return read(text)


def read(text: str) -> Weights:
    """Weights as training/ranker.py writes them."""
    stored = json.loads(text)
    weight = Thousandths()
    tables = [
        Table(factors, strides_of(factors), tuple(map(weight.__getitem__, cells)))
        for factors, cells in (
            (_three(table["factors"]), table["thousandths"]) for table in stored["tables"]
        )
    ]
    precisions = [(confidence, share) for confidence, share in stored["precisions"]]
    return Weights(tables, stored["salience"], stored["decay"], precisions, stored["nobody"])


class Thousandths(dict[int, float]):
    """Weights by their thousandths, each made once: a hundred thousand cells have few values."""

    def __missing__(self, thousandths: int) -> float:
        self[thousandths] = thousandths / 1000
        return self[thousandths]


def _three(names: Sequence[str]) -> tuple[int, int, int]:
    first, second, third = map(NAMES.index, names)
    return first, second, third


def strides_of(factors: tuple[int, int, int]) -> tuple[int, int]:
    """How far apart the values of the first and the second factor stand in a table."""
    return SIZES[factors[1]] * SIZES[factors[2]], SIZES[factors[2]]
