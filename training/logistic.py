"""Logistic regression on named features, with a ridge for each, by Newton's method."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

ROUNDS = 20


def fitted(
    rows: Sequence[Mapping[str, float]],
    right: Sequence[bool],
    ridge_of: Callable[[str], float],
    weights: Sequence[float] | None = None,
) -> dict[str, float]:
    """Return the weight of each feature; `weights` are those of the rows."""
    names = sorted({name for row in rows for name in row})
    place = {name: n for n, name in enumerate(names)}
    table, found = np.zeros((len(rows), len(names))), np.zeros(len(names))
    for n, row in enumerate(rows):
        table[n, [place[name] for name in row]] = list(row.values())
    wanted, ridge = np.array(right, float), np.array([ridge_of(name) for name in names])
    counts = np.ones(len(rows)) if weights is None else np.array(weights)
    for _ in range(ROUNDS):
        share = 1 / (1 + np.exp(-table @ found))
        slope = table.T @ (counts * (wanted - share)) - ridge * found
        bend = (table * (counts * share * (1 - share))[:, None]).T @ table + np.diag(ridge)
        found = found + np.linalg.solve(bend, slope)
    return dict(zip(names, found.tolist(), strict=True))
