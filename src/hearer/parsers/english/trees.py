"""The best tree over a sentence: every word one head, one root, no circle.

Nearly always the best head of each word makes a tree. Where it does not, the maximum spanning
arborescence is found (Chu and Liu 1965; Edmonds 1967) in quadratic time, as Tarjan (1977, "Finding
optimum branchings") and Camerini, Fratta and Maffioli (1979) do it: circles become one node whose
row of scores is the best of its members' rows, and are opened again at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hearer.model import ROOT
from hearer.model.tree import circles

Scores = npt.NDArray[np.floating[Any]]
NOBODY = -1


def best_tree(scores: Scores) -> list[int]:
    """The head of every word, 0 for the root, from a row of scores a word: column 0 is the root.

    >>> best_tree(np.array([[0.0, 9.0, 2.0], [1.0, 0.5, 9.0]]))  # each would be its own head
    [2, 0]
    >>> best_tree(np.array([[1.0, 0.0, 9.0], [1.5, 9.0, 0.0]]))  # each would be the other's
    [2, 0]
    >>> best_tree(np.array([[5.0, 0.0, 1.0], [9.0, 1.5, 0.0]]))  # each would be a root
    [2, 0]
    """
    words = len(scores)
    scores = scores.copy()
    scores.ravel()[1 :: words + 2] = -np.inf  # nobody is her own head
    heads: list[int] = scores.argmax(axis=1).tolist()
    if is_tree(heads):
        return heads
    heads = _Arborescence(scores).heads()
    return heads if heads.count(ROOT) == 1 else _Arborescence(_with_one_root(scores)).heads()


def is_tree(heads: list[int]) -> bool:
    """Whether there is one root, and every word is below it.

    >>> is_tree([2, 0, 2]), is_tree([2, 1, 0]), is_tree([0, 0])
    (True, False, False)
    """
    return heads.count(ROOT) == 1 and not circles(heads)


class _Arborescence:
    """Nodes are words, and circles of nodes; a node chooses its best head outside of itself."""

    def __init__(self, scores: Scores) -> None:
        self._words = len(scores)
        nodes = range(self._words + 1)
        above = np.zeros((1, self._words + 1))
        self._rows = [*np.vstack([above, scores])]
        self._enters = [np.full(self._words + 1, node) for node in nodes]  # at which of its words
        self._chosen = [ROOT for _ in nodes]
        self._circle = [NOBODY for _ in nodes]  # the node that took it in
        self._members: list[list[int]] = [[] for _ in nodes]

    def heads(self) -> list[int]:
        done = {ROOT}
        for word in range(1, self._words + 1):
            node = self._outermost(word)
            path: list[int] = []
            while node not in done:
                path.append(node)
                node = self._above(node)
                if node in path:
                    path, node = self._contracted(path, node)
            done.update(path)
        return self._opened()

    def _outermost(self, node: int) -> int:
        while self._circle[node] != NOBODY:
            node = self._circle[node]
        return node

    def _above(self, node: int) -> int:
        self._chosen[node] = int(self._rows[node].argmax())
        return self._outermost(self._chosen[node])

    def _contracted(self, path: list[int], first: int) -> tuple[list[int], int]:
        """The path without the circle at its end, and the node that the circle becomes."""
        begins = path.index(first)
        members, new = path[begins:], len(self._rows)
        rows = np.array([self._rows[n] - self._rows[n][self._chosen[n]] for n in members])
        enters = np.array([self._enters[n] for n in members])
        best, columns = rows.argmax(axis=0), np.arange(rows.shape[1])
        row = rows[best, columns]
        self._enters.append(enters[best, columns])
        self._chosen.append(ROOT)
        self._circle.append(NOBODY)
        self._members.append(members)
        for member in members:
            self._circle[member] = new
        self._rows.append(self._outside(row, new))
        return path[:begins], new

    def _outside(self, row: Scores, node: int) -> Scores:
        """The row, without heads that are inside of the node."""
        inside = list(self._members[node])
        for member in inside:
            inside += self._members[member]
        row[[member for member in inside if member <= self._words]] = -np.inf
        return row

    def _opened(self) -> list[int]:
        """The heads of the words: a circle is broken where it is entered, and holds elsewhere."""
        heads = [ROOT] * (self._words + 1)
        to_open = [n for n, circle in enumerate(self._circle) if circle == NOBODY and n != ROOT]
        for node in to_open:
            head = self._chosen[node]
            word = int(self._enters[node][head])
            heads[word] = head
            member = word
            while member != node:
                circle = self._circle[member]
                to_open += [other for other in self._members[circle] if other != member]
                member = circle
        return heads[1:]


def _with_one_root(scores: Scores) -> Scores:
    """The scores, in which a second root costs more than anything else can bring."""
    scores = scores.astype(np.float64)
    finite = scores[np.isfinite(scores)]
    scores[:, ROOT] -= (finite.max() - finite.min() + 1) * (len(scores) + 1)
    return scores
