"""Coordinated noun phrases: which words are conjuncts of one set.

    conjuncts    the further conjuncts of a coordination headed by a word

"Coordinated NPs are collected in a set" (footnote to section 3.3). A disjunction ("he or she")
is no set: one of its members is meant, not all.
"""

from __future__ import annotations

from hearer.model.tree import Tree

DISJUNCTIONS = frozenset({"or", "nor", "but", "/"})


def conjuncts(tree: Tree, n: int) -> tuple[int, ...]:
    """The conjuncts that `n` is coordinated with by "and", or by nothing; () if there are none."""
    others = tuple(tree.exactly(n, "conj"))
    if any(is_disjoined(tree, other) for other in others):
        return ()
    return others


def is_disjoined(tree: Tree, n: int) -> bool:
    """Whether a conjunct is introduced by "or" or the like."""
    return any(tree.lemmas[cc] in DISJUNCTIONS for cc in tree.exactly(n, "cc"))
