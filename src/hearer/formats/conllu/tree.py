"""Heads as numbers, and always a tree: every word reaches the root.

NUMBERS      "1", "2", "3" …, as IDs are spelled
heads_of     the heads of a sentence that has nothing wrong
repaired     the heads of any sentence, and what was wrong
as_tree      the same of heads from elsewhere, which nobody is told of
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hearer.formats.conllu.checks import Fault
from hearer.formats.conllu.file import HEAD
from hearer.formats.problems import quoted
from hearer.model import ROOT

_MANY = 1000
NUMBERS = tuple(map(str, range(1, _MANY + 1)))
_NUMBER_OF = {str(number): number for number in range(_MANY + 1)}
_NUMBER = re.compile(r"0|[1-9][0-9]*")


def heads_of(column: Sequence[str]) -> tuple[int, ...] | None:
    """The heads, if they are a tree with one root; IDs have to count from 1.

    >>> heads_of(("2", "0", "2")), heads_of(("2", "1")), heads_of(("0", "x"))
    ((2, 0, 2), None, None)
    """
    try:
        heads = tuple(map(_NUMBER_OF.__getitem__, column))
    except KeyError:
        return None
    if heads.count(ROOT) != 1 or max(heads) > len(heads) or _circles(heads):
        return None
    return heads


def repaired(column: Sequence[str], places: dict[str, int]) -> tuple[tuple[int, ...], list[Fault]]:
    """The heads made a tree, and a fault (its row is the word's index) for every repair.

    `places` says which word an ID means. A word whose head cannot be used is attached to the
    first root; when there is none, the first such word becomes it.
    """
    found = [_head(head, n, places) for n, head in enumerate(column, start=1)]
    roots = [n for n, head in enumerate(found, start=1) if head == ROOT]
    wrong = {n: head for n, head in enumerate(found, start=1) if isinstance(head, Fault)}
    heads = [ROOT if isinstance(head, Fault) else head for head in found]
    wrong |= {circle[0]: _goes_round(circle) for circle in _circles(heads)}
    root = (*roots, *wrong)[0]
    faults = []
    for word, fault in wrong.items():
        heads[word - 1] = ROOT if word == root else root
        done = "taken as the root" if word == root else f"attached to word {root}"
        faults.append(fault._replace(message=f"{fault.message}; word {word} is {done}"))
    if not roots:
        message = f"no word has HEAD 0; word {root} is taken as the root"
        faults.append(Fault(root - 1, HEAD, "conllu-no-root", message))
    for n in roots[1:]:
        message = f"word {n} has HEAD 0, and so has word {root}; kept"
        faults.append(Fault(n - 1, HEAD, "conllu-roots", message))
    return tuple(heads), faults


def _goes_round(circle: Sequence[int]) -> Fault:
    way = " → ".join(map(str, circle[:10])) + (" …" if len(circle) > 10 else f" → {circle[0]}")
    return Fault(circle[0] - 1, HEAD, "conllu-cycle", f"the heads go in a circle, {way}")


def as_tree(heads: Sequence[int]) -> tuple[int, ...]:
    """The heads, with 0 for those that are no word or go in a circle.

    >>> as_tree([2, 1, 9])
    (0, 1, 0)
    """
    tree = [head if 0 <= head <= len(heads) else ROOT for head in heads]
    for circle in _circles(tree):
        tree[circle[0] - 1] = ROOT
    return tuple(tree)


def _head(head: str, word: int, places: dict[str, int]) -> int | Fault:
    """The number of the word that a HEAD means, or why it means none."""
    if not _NUMBER.fullmatch(head):
        return Fault(word - 1, HEAD, "conllu-head", f"HEAD {quoted(head)} is not a number")
    if head == "0":
        return ROOT
    if head not in places:
        message = f"HEAD {quoted(head)} is no word of this sentence"
        return Fault(word - 1, HEAD, "conllu-head-range", message)
    if places[head] == word:
        return Fault(word - 1, HEAD, "conllu-head-self", f"word {word} is its own HEAD")
    return places[head]


def _circles(heads: Sequence[int]) -> list[tuple[int, ...]]:
    """All circles, each with its first word in front."""
    circles = []
    seen = [0] * (len(heads) + 1)
    seen[ROOT] = -1
    for start in range(1, len(heads) + 1):
        word = start
        while not seen[word]:
            seen[word] = start
            word = heads[word - 1]
        if seen[word] == start:
            circles.append(_round(heads, word))
    return circles


def _round(heads: Sequence[int], word: int) -> tuple[int, ...]:
    circle = [word]
    while heads[circle[-1] - 1] != word:
        circle.append(heads[circle[-1] - 1])
    lowest = circle.index(min(circle))
    return (*circle[lowest:], *circle[:lowest])
