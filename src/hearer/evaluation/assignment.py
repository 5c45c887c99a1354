"""The assignment problem: pairs that together weigh most, nobody in two of them.

    best_total    the weight of the best pairing

Harold W. Kuhn (1955), by shortest augmenting paths, each connected component on its own: chains
that share no mention never compete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

Weights = Mapping[tuple[int, int], float]
Prices = list[float]


def best_total(weights: Weights) -> float:
    """The greatest sum of weights of pairs, each left and each right number in one at most.

    >>> best_total({(0, 0): 2.0, (0, 1): 3.0, (1, 1): 2.5})
    4.5
    """
    return sum(map(_best, _components(weights)))


def _components(weights: Weights) -> Iterable[Weights]:
    """The weights of numbers that are connected by pairs."""
    parents: dict[tuple[str, int], tuple[str, int]] = {}

    def root(node: tuple[str, int]) -> tuple[str, int]:
        while parents.setdefault(node, node) != node:
            node = parents[node]
        return node

    for left, right in weights:
        parents[root(("left", left))] = root(("right", right))
    parts: dict[tuple[str, int], dict[tuple[int, int], float]] = {}
    for (left, right), weight in weights.items():
        parts.setdefault(root(("left", left)), {})[left, right] = weight
    return parts.values()


def _best(weights: Weights) -> float:
    lefts = sorted({left for left, _ in weights})
    rights = sorted({right for _, right in weights})
    if len(lefts) > len(rights):
        return _best({(right, left): weight for (left, right), weight in weights.items()})
    costs = [[-weights.get((left, right), 0.0) for right in rights] for left in lefts]
    return -_least(costs)


def _least(costs: list[Prices]) -> float:
    """The least cost of giving every row a column of its own."""
    columns = len(costs[0])
    row_price, column_price = [0.0] * (len(costs) + 1), [0.0] * (columns + 1)
    taken_by = [0] * (columns + 1)  # the row, from 1, that has each column; 0 for none
    for row in range(1, len(costs) + 1):
        taken_by[0] = row
        column, before = _path(costs, taken_by, row_price, column_price)
        while column:
            taken_by[column] = taken_by[before[column]]
            column = before[column]
    taken = ((row, column) for column, row in enumerate(taken_by) if column and row)
    return sum(costs[row - 1][column - 1] for row, column in taken)


def _path(
    costs: list[Prices], taken_by: list[int], row_price: Prices, column_price: Prices
) -> tuple[int, list[int]]:
    """The shortest way from the row in column 0 to a free column: that, and predecessors."""
    columns = len(column_price)
    least, before = [inf] * columns, [0] * columns
    done = [False] * columns
    column = 0
    while taken_by[column] or not column:
        done[column] = True
        row = taken_by[column]
        for other in range(1, columns):
            cost = costs[row - 1][other - 1] - row_price[row] - column_price[other]
            if not done[other] and cost < least[other]:
                least[other], before[other] = cost, column
        following = min((c for c in range(1, columns) if not done[c]), key=least.__getitem__)
        delta = least[following]
        for other in range(columns):
            if done[other]:
                row_price[taken_by[other]] += delta
                column_price[other] -= delta
            else:
                least[other] -= delta
        column = following
    return column, before
