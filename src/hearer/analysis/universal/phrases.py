"""The noun phrase of a head in any language: by relations alone.

    noun_phrase    its first and its last word

What hangs on a noun belongs to its phrase, but not what makes it a predicate (a copula, a subject),
not its adposition and not what is set off from it. A phrase has no gap.
"""

from __future__ import annotations

from hearer.analysis.noun_phrase import NounPhrase, reach, without_edges
from hearer.model.tree import Tree

PARTS = frozenset(
    "acl amod clf compound det fixed flat goeswith nmod nummod obl xcomp ccomp".split()
)
ALSO_VERBAL = frozenset({"obl", "xcomp", "ccomp"})  # of a noun that heads no clause only


def noun_phrase(tree: Tree, n: int) -> NounPhrase:
    """The noun phrase that `n` heads."""
    children = tree.children[n]
    if not children:
        return NounPhrase(n, n)
    before = [child for child in reversed(children) if child < n]
    after = [child for child in children if child > n]
    first = reach(tree, n, before, step=-1, belongs=_belongs) if before else n
    last = reach(tree, n, after, step=1, belongs=_belongs) if after else n
    return without_edges(tree, NounPhrase(first, last), n)


def _belongs(tree: Tree, n: int, child: int) -> bool:
    relation = tree.bases[child]
    if relation in ALSO_VERBAL and tree.has(n, "nsubj", "cop"):
        return False
    return relation in PARTS
