"""Clauses, what their predicates govern, and subjects that are not said.

clause_of              the head of the clause a word stands in
elliptical_subject     the subject a finite second conjunct shares: the ε of Table 5
implicit_subject       the controller of an infinitive, participle or reduced relative
"""

from __future__ import annotations

from hearer.analysis.trees import CLAUSE_RELATIONS, SUBJECTS, Tree, base

PREDICATES = frozenset({"VERB", "AUX", "ADJ", "NOUN", "PROPN", "ADV", "PRON", "NUM"})


def clause_of(tree: Tree, n: int) -> int:
    """The head of the clause that word `n` stands in; a clause head stands in its own.

    A controlled infinitive (`xcomp`) belongs to its governor's clause.
    """
    while not heads_clause(tree, n):
        n = tree.heads[n]
    return n


def heads_clause(tree: Tree, n: int) -> bool:
    """Whether `n` heads a clause that is not a controlled infinitive."""
    relation = base(tree.relations[n])
    if relation in CLAUSE_RELATIONS or tree.heads[n] == 0:
        return True
    return relation == "conj" and is_predicate(tree, n) and is_predicate(tree, tree.heads[n])


def is_predicate(tree: Tree, n: int) -> bool:
    """Whether `n` says something of a subject: a verb, or whatever has a copula or a subject."""
    return tree.upos[n] in {"VERB", "AUX"} or tree.has(n, "cop", "nsubj", "csubj")


def elliptical_subject(tree: Tree, n: int) -> int:
    """The subject that clause `n` shares with its first conjunct, or 0.

    Finite clauses only: the paper shows no ε before "to see" or "to re-examine".
    """
    if base(tree.relations[n]) != "conj" or not tree.is_finite(n):
        return 0
    if tree.has(n, "nsubj", "csubj", "expl") or not is_predicate(tree, n):
        return 0
    first = tree.heads[n]
    shared = next(tree.exactly(first, *SUBJECTS), 0)
    return shared if shared and shared < n else 0


def implicit_subject(tree: Tree, n: int) -> int:
    """Who is understood as the subject of clause `n`, which has none of its own, or 0.

    "John seems to want to see [him]": John. "The man seeing [him]": the man. "Seeing him,
    John left": John.
    """
    seen = 0
    while not tree.subject(n) and seen < 8:
        controller = _controller(tree, n)
        if controller:
            return controller
        if base(tree.relations[n]) not in {"xcomp", "advcl", "conj"}:
            return 0
        n, seen = tree.heads[n], seen + 1
    return tree.subject(n) if seen else 0


def _controller(tree: Tree, n: int) -> int:
    relation, governor = tree.relations[n], tree.heads[n]
    if relation == "acl":
        return governor
    if base(relation) == "xcomp":
        return tree.child(governor, "obj", "iobj") or tree.subject(governor)
    if relation == "advcl" and not tree.is_finite(n):
        return tree.subject(governor)
    return 0
