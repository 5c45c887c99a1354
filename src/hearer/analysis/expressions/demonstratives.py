"""Demonstratives: *this*, *that*, *these*, *those* that stand alone, and *so*.

demonstrative    the expression that one is
so               the same of *so*
is_described     whether it says itself what it means: *those who came*
is_partitive     whether it has an *of*: *that* of silver
stands_for       whether a *so* stands for a clause: she thinks *so*
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import Draft, short
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import ANY_GENDER, Agreement, Kind
from hearer.model.tree import Tree

POINTERS = frozenset({"this", "that", "these", "those"})
MANY = frozenset({"these", "those"})
# Those *who came*, those *in the room*, those *present*: what says who or what is meant.
DESCRIBING = ("acl", "acl:relcl", "nmod", "amod")
PERSONS_OR_THINGS = frozenset({"NOUN", "PROPN"})


def demonstrative(tree: Tree, n: int, options: AnalysisOptions) -> Draft:
    """The expression that a demonstrative is; whether it is to be resolved, options say."""
    form = tree.forms[n].lower()
    number = agreement.PLURAL if form in MANY else agreement.SINGULAR
    points = options.pointing and form in POINTERS
    is_thing = points and form not in MANY and not _is_identified(tree, n)
    is_neuter = is_thing or options.strictness is Strictness.STRICT
    gender = agreement.NEUTER if is_neuter else ANY_GENDER
    draft = short(tree, n, Kind.DEMONSTRATIVE, Agreement(number, gender))
    return draft._replace(points=points)


def so(tree: Tree, n: int) -> Draft:
    """The *so* that stands for a clause, as an expression."""
    return short(tree, n, Kind.DEMONSTRATIVE, agreement.IT)._replace(points=True)


def _is_identified(tree: Tree, n: int) -> bool:
    """*This* is Anna; *that* was my brother: it may be a person, as its predicate says."""
    predicate = tree.heads[n]
    return tree.has(predicate, "cop") and tree.upos[predicate] in PERSONS_OR_THINGS


def is_described(tree: Tree, n: int) -> bool:
    """*Those who came*: it stands for nothing said before."""
    return tree.forms[n].lower() in {"that", "those"} and tree.has(n, *DESCRIBING)


def is_partitive(tree: Tree, n: int) -> bool:
    """*One* of the boys; *that* of silver."""
    return any(tree.preposition(child) == "of" for child in tree.exactly(n, "nmod"))


def stands_for(tree: Tree, n: int) -> bool:
    """She thinks *so*; he did *so*; if *so*; *so* did he: a clause, not a degree."""
    if tree.lemmas[n] != "so":
        return False
    over, before = tree.heads[n], tree.lemmas[n - 1]
    if n == 1:  # *so* did he
        return tree.upos[over] == "AUX" and over == n + 1
    if over < n and tree.lemmas[over] in SO_VERBS:
        return not _has_clause(tree, over, n)
    return before in {"if", "why"} and tree.upos[over] not in {"ADJ", "ADV"}


SO_VERBS = frozenset(
    "assume believe do expect fear gather guess hear hope imagine presume say suppose suspect tell "
    "think".split()
)


def _has_clause(tree: Tree, verb: int, so: int) -> bool:
    """He did it *so* that she could sleep: *so* introduces what comes."""
    return any(
        child > so and tree.bases[child] in {"ccomp", "advcl"} for child in tree.children[verb]
    )
