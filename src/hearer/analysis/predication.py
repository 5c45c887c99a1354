"""Predication: what a noun phrase after a copula is said of.

    predicated    the subject whose entity a predicate noun phrase realizes again

*Byron is a poet*: the paper leaves the predicate out (the footnote to section 3.3). GUM has it
in the chain of its subject, and an entity that began with *this* or *it* gets its noun from
there: "*This* is *a solemn occasion*". Counted in GUM train, a determined predicate corefers
with its subject in 87 of 100 cases; what is denied, asked or only possible does not.
"""

from __future__ import annotations

from hearer.analysis.trees import Tree

DENIALS = frozenset("barely hardly neither never no not n't".split())
POSSIBILITIES = frozenset("can could may might must shall should will would".split())
NOUNS = frozenset({"NOUN", "PROPN"})


def predicated(tree: Tree, n: int) -> int:
    """The head of the subject that word `n` says what it is, or 0.

    >>> from hearer.model import Utterance
    >>> words = "This/PRON/nsubj/4 is/AUX/cop/4 a/DET/det/4 joke/NOUN/root/0"
    >>> predicated(Tree(Utterance.of(words)), 4)
    1
    """
    if tree.upos[n] not in NOUNS or not tree.has(n, "cop") or tree.has(n, "case"):
        return 0
    subject = tree.child(n, "nsubj")
    if not subject or not _identifies(tree, n) or not _is_asserted(tree, n):
        return 0
    return subject


def _identifies(tree: Tree, n: int) -> bool:
    """Whether `n` is determined, a name, or in the plural: *he is president* says a property."""
    return tree.is_determined(n) or tree.upos[n] == "PROPN" or tree.feature(n, "Number=Plur")


def _is_asserted(tree: Tree, n: int) -> bool:
    """Whether it is said to be so: not denied, not asked, not only possible."""
    if tree.forms[len(tree)] == "?":
        return False
    return not any(
        tree.lemmas[child] in DENIALS or _is_modal(tree, child) for child in tree.children[n]
    )


def _is_modal(tree: Tree, n: int) -> bool:
    return tree.bases[n] == "aux" and tree.lemmas[n] in POSSIBILITIES
