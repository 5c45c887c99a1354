"""Clauses, what their predicates govern, and subjects that are not said.

clause_of              the head of the clause a word stands in
elliptical_subject     the subject a finite second conjunct shares: the ε of Table 5
"""

from __future__ import annotations

from hearer.analysis.lexicon import entries
from hearer.model import ROOT, Clause, Level, Outline
from hearer.model.tree import CLAUSE_RELATIONS, SUBJECTS, Tree, base

MAY_HEAD_CLAUSES = CLAUSE_RELATIONS | {"conj"}


def outline(tree: Tree, heads: list[int], speech: tuple[bool, ...]) -> Outline:
    """The utterance divided into tensed clauses; untensed ones go with the clause above.

    `heads` are what clause_heads gives.
    """
    clauses: dict[int, Clause] = {}
    for n in tree.downwards:
        if heads[n] != n and tree.heads[n] != ROOT:
            continue
        level = _level(tree, n, speech)
        above = clauses.get(heads[tree.heads[n]])
        parent = above.head if above else ROOT
        full = n if above is None or _is_full_clause(tree, n, level) else above.full
        clauses[n] = Clause(n, parent, level if above else Level.TOP, full)
    return Outline(tree, tuple(clauses[n] for n in sorted(clauses)))


def _level(tree: Tree, n: int, speech: tuple[bool, ...]) -> Level:
    """How the tensed clause of `n` stands to the one above."""
    relation, governor = tree.relations[n], tree.heads[n]
    if governor == ROOT:
        return Level.TOP
    if speech[n] and not speech[governor]:
        return Level.INACCESSIBLE
    if base(relation) in {"conj", "parataxis"} or relation == "advcl":
        return Level.SAME
    is_report = base(relation) == "ccomp" and tree.lemmas[governor] in entries("report_verbs")
    return Level.INACCESSIBLE if is_report else Level.ACCESSIBLE


def _is_full_clause(tree: Tree, n: int, level: Level) -> bool:
    """A full clause of a compound sentence: coordinated at the top, with its own subject."""
    return (
        level is Level.SAME
        and tree.bases[n] in {"conj", "parataxis"}
        and tree.has(n, "nsubj", "csubj", "expl")
        and tree.bases[tree.heads[n]] in {"root", "conj", "parataxis"}
    )


def clause_heads(tree: Tree) -> list[int]:
    """For every word the head of the tensed clause it belongs to, found from the top down."""
    heads = [ROOT] * (len(tree) + 1)
    for n in tree.downwards:
        may_head = tree.bases[n] in MAY_HEAD_CLAUSES
        heads[n] = n if may_head and heads_clause(tree, n) else heads[tree.heads[n]]
    return heads


def heads_clause(tree: Tree, n: int) -> bool:
    """Whether `n` heads a tensed clause of its own; the root always does."""
    if tree.heads[n] == ROOT:
        return True
    relation = tree.bases[n]
    if relation == "conj":
        return tree.is_finite(n) and is_predicate(tree, n) and is_predicate(tree, tree.heads[n])
    return relation in CLAUSE_RELATIONS and tree.is_finite(n)


def is_predicate(tree: Tree, n: int) -> bool:
    """Whether `n` says something of a subject: a verb, or whatever has a copula or a subject."""
    return tree.upos[n] in {"VERB", "AUX"} or tree.has(n, "cop", "nsubj", "csubj")


def elliptical_subject(tree: Tree, n: int) -> int:
    """The subject that clause `n` shares with its first conjunct, or 0.

    Finite clauses only: the paper shows no ε before "to see" or "to re-examine".
    """
    if tree.bases[n] != "conj" or not tree.is_finite(n):
        return 0
    if tree.has(n, "nsubj", "csubj", "expl") or not is_predicate(tree, n):
        return 0
    first = tree.heads[n]
    shared = next(tree.exactly(first, *SUBJECTS), 0)
    return shared if shared and shared < n else 0
