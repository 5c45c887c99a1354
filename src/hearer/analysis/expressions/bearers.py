"""Bearers: whose name a name is said to be.

    bearer    the noun or pronoun that a name is told of, or 0

*A nurse named Ines*, *the boy was called Finn*, *they named the baby Ruth*, *a man by the name of
Perkins*, *her name was Vera*: noun and name stand for one, and either takes it up later.
"""

from __future__ import annotations

from collections.abc import Callable

from hearer.model.tree import Tree

NAMING = frozenset("baptize call christen dub name nickname title".split())
NAMING_AS = frozenset("call know".split())  # *known as* Zara
NAMES = frozenset("name nickname pseudonym surname".split())
COMPLEMENTS = frozenset("xcomp obj obl dep ccomp appos".split())  # as parsers have the name
NAMED_BY = frozenset({"by", "under", "with"})


def bearer(tree: Tree, n: int) -> int:
    """The head of the noun or pronoun whose name the name `n` is said to be, or 0.

    >>> from hearer.model import Utterance
    >>> words = "A/DET/det/2 nurse/NOUN/root/0 named/VERB/acl/2/name Ines/PROPN/xcomp/3"
    >>> bearer(Tree(Utterance.of(words)), 4)
    2
    """
    if tree.upos[n] != "PROPN" or tree.is_determined(n):
        return 0
    for said in SAYINGS:
        if who := said(tree, n):
            return who
    return 0


def _by_verb(tree: Tree, n: int) -> int:
    """A nurse *named* Ines; the boy *was called* Finn; they *named* the baby Ruth."""
    verb = tree.heads[n]
    if tree.bases[n] not in COMPLEMENTS or tree.upos[verb] != "VERB" or verb > n:
        return 0
    names = NAMING_AS if tree.preposition(n) == "as" else NAMING
    if tree.lemmas[verb] not in names or (tree.has(n, "case") and tree.preposition(n) != "as"):
        return 0
    if tree.relations[verb] == "acl" and not tree.has(verb, "nsubj"):
        whoever = tree.heads[verb]  # who has a name makes a call: *Viktor in Baku called Irina*
        return 0 if tree.upos[whoever] == "PROPN" else whoever
    if passive := tree.firsts[verb].get("nsubj:pass", 0):
        return passive
    named = tree.child(verb, "obj", "iobj")
    return named if named != n and tree.bases[n] != "obl" else 0


def _by_noun(tree: Tree, n: int) -> int:
    """A man *by the name of* Perkins."""
    name = tree.heads[n]
    if tree.lemmas[name] not in NAMES or tree.preposition(n) != "of":
        return 0
    return tree.heads[name] if tree.preposition(name) in NAMED_BY else 0


def _by_predicate(tree: Tree, n: int) -> int:
    """*Her name was* Vera; *the name of the dog is* Rusty."""
    subject = tree.child(n, "nsubj") if tree.has(n, "cop") else 0
    if tree.lemmas[subject] not in NAMES:
        return 0
    whose = tree.possessor(subject) or tree.child(subject, "nmod")
    return whose if whose == tree.possessor(subject) or tree.preposition(whose) == "of" else 0


SAYINGS: tuple[Callable[[Tree, int], int], ...] = (_by_verb, _by_noun, _by_predicate)
