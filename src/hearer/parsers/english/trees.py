"""The best tree over a sentence: every word has one head, there is one root and no circle.

Nearly always the best head of each word makes a tree. Where it does not, the maximum spanning
arborescence is found (Chu and Liu 1965; Edmonds 1967).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hearer.model import ROOT
from hearer.model.tree import circles

Scores = npt.NDArray[np.floating[Any]]


def best_tree(scores: Scores) -> list[int]:
    """Return the head of every word, 0 for the root, from a row of scores per word.

    Column 0 of the scores is the root.

    >>> best_tree(np.array([[0.0, 9.0, 2.0], [1.0, 0.5, 9.0]]))  # each would be its own head
    [2, 0]
    >>> best_tree(np.array([[1.0, 0.0, 9.0], [1.5, 9.0, 0.0]]))  # each would be the other's
    [2, 0]
    >>> best_tree(np.array([[5.0, 0.0, 1.0], [9.0, 1.5, 0.0]]))  # each would be a root
    [2, 0]
    """
    scores = scores.copy()
    scores.ravel()[1 :: len(scores) + 2] = -np.inf  # no word is its own head
    heads: list[int] = scores.argmax(axis=1).tolist()
    if is_tree(heads):
        return heads
    heads = _arborescence(scores)
    if heads.count(ROOT) > 1:  # a second root costs more than anything else can bring
        scores = scores.astype(np.float64)
        finite = scores[np.isfinite(scores)]
        scores[:, ROOT] -= (finite.max() - finite.min() + 1) * (len(scores) + 1)
        heads = _arborescence(scores)
    return heads


def is_tree(heads: list[int]) -> bool:
    """Return True if there is one root, and every word is below it.

    >>> is_tree([2, 0, 2]), is_tree([2, 1, 0]), is_tree([0, 0])
    (True, False, False)
    """
    return heads.count(ROOT) == 1 and not circles(heads)


def _arborescence(scores: Scores) -> list[int]:
    """Return the best heads without a circle, however many roots they have.

    A circle of best heads is contracted to one word, the last of a smaller sentence; its head
    there replaces the head of that member for which the change costs least.
    """
    heads: list[int] = scores.argmax(axis=1).tolist()
    found = circles(heads)
    if not found:
        return heads
    circle = np.array(found[0])
    kept = np.array([n for n in range(len(heads) + 1) if n not in found[0]])  # ROOT is the first
    gains = scores[circle - 1] - scores[circle - 1].max(axis=1, keepdims=True)
    entering, leaving = gains[:, kept], scores[np.ix_(kept[1:] - 1, circle)]
    smaller = np.full((len(kept), len(kept) + 1), -np.inf)
    smaller[:-1, :-1] = scores[np.ix_(kept[1:] - 1, kept)]
    smaller[:-1, -1] = leaving.max(axis=1)
    smaller[-1, :-1] = entering.max(axis=0)
    *others, above = _arborescence(smaller)
    for word, head, best in zip(kept[1:], others, leaving.argmax(axis=1), strict=True):
        heads[word - 1] = int(kept[head] if head < len(kept) else circle[best])
    entered = circle[entering[:, above].argmax()]
    heads[entered - 1] = int(kept[above])
    return heads
