"""Demonstratives: *this*, *that*, *these*, *those* that stand alone, and *so*.

demonstrative    the expression that one is
so               the same of *so*, and of *which* for a clause
is_of_a_clause   whether *which* stands for a clause
is_identified    whether its predicate says who it is: *This* is Anna
is_described     whether it says itself what it means: *those who came*
stands_for       whether a *so* stands for a clause: she thinks *so*
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement, sorts
from hearer.analysis.expressions.draft import Draft, short
from hearer.analysis.expressions.names import name_of
from hearer.analysis.expressions.noun_phrase import noun_phrase
from hearer.analysis.expressions.told import moves, spellings
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import ANY_GENDER, Agreement, Gender, Kind, Sort
from hearer.model.tree import Tree

POINTERS = frozenset({"this", "that", "these", "those"})
MANY = frozenset({"these", "those"})
# Those *who came*, those *in the room*, those *present*: what says who or what is meant.
DESCRIBING = ("acl", "acl:relcl", "nmod", "amod")


def demonstrative(tree: Tree, n: int, options: AnalysisOptions) -> Draft:
    """The expression that a demonstrative is; whether it is to be resolved, options say."""
    form = tree.forms[n].lower()
    number = agreement.PLURAL if form in MANY else agreement.SINGULAR
    points = options.pointing and form in POINTERS
    draft = short(tree, n, Kind.DEMONSTRATIVE, Agreement(number, _gender(tree, n, options)))
    if is_described(tree, n):
        draft = draft._replace(**noun_phrase(tree, n)._asdict())
    return draft._replace(points=points)


def _gender(tree: Tree, n: int, options: AnalysisOptions) -> frozenset[Gender]:
    """*This* is a thing, unless it is somebody; *these* may be anything."""
    if options.strictness is Strictness.STRICT:
        return agreement.NEUTER
    if not options.pointing:
        return ANY_GENDER
    if is_identified(tree, n):
        return agreement.HUMAN
    return ANY_GENDER if tree.forms[n].lower() in MANY else agreement.NEUTER


def so(tree: Tree, n: int) -> Draft:
    """The *so* or *which* that stands for a clause, as an expression."""
    return short(tree, n, Kind.DEMONSTRATIVE, agreement.IT)._replace(points=True)


def is_somebody(tree: Tree, n: int) -> bool:
    """Whether this is a demonstrative, and a person as its predicate says."""
    return tree.forms[n].lower() in POINTERS and is_identified(tree, n)


def is_identified(tree: Tree, n: int) -> bool:
    """*This* is Anna; *that* was my brother: it may be a person, as its predicate says."""
    predicate = tree.heads[n]
    if not tree.has(predicate, "cop") or tree.has(predicate, "case"):
        return False
    if tree.upos[predicate] == "PROPN":
        return Sort.PERSON in sorts.of_name(tree, predicate, name_of(tree, predicate))
    return tree.upos[predicate] == "NOUN" and Sort.PERSON in sorts.of_noun(tree, predicate)


def is_of_a_clause(tree: Tree, n: int) -> bool:
    """He arrived late, *which* was rude: a relative pronoun for all that was said."""
    over = tree.heads[n]
    if tree.forms[n].lower() != "which":
        return False
    if tree.relations[over] == "advcl:relcl":
        return True
    is_felt = tree.upos[over] == "VERB" and tree.relations[n] == "nsubj"
    is_beside = tree.relations[over] == "acl:relcl" and tree.forms[n - 1] == ","
    return is_felt and is_beside and moves(spellings(tree.lemmas[over], tree.forms[over].lower()))


def is_described(tree: Tree, n: int) -> bool:
    """*Those who came*: it stands for nothing said before."""
    return tree.forms[n].lower() in {"that", "those"} and tree.has(n, *DESCRIBING)


def stands_for(tree: Tree, n: int) -> bool:
    """She thinks *so*; he did *so*; if *so*; *so* did he: a clause, not a degree."""
    if tree.lemmas[n] != "so":
        return False
    over, before = tree.heads[n], tree.lemmas[n - 1]
    if over == n + 1:  # *so* did he
        is_auxiliary = tree.upos[over] == "AUX" or tree.lemmas[over] == "do"
        return is_auxiliary and tree.bases[over] not in {"aux", "cop"} and not tree.has(over, "obj")
    if over < n and tree.lemmas[over] in SO_VERBS:
        return not _goes_on(tree, n)
    return before in {"if", "why"} and tree.upos[over] not in {"ADJ", "ADV"}


SO_VERBS = frozenset(
    "afraid assume believe do expect fear gather guess hear hope imagine presume say suppose "
    "suspect tell think".split()
)


def _goes_on(tree: Tree, so: int) -> bool:
    """He did it *so* that she could sleep; he thinks *so* highly of her: it begins what comes."""
    following = so + 1
    if following > len(tree):
        return False
    is_degree = tree.upos[following] in {"ADJ", "ADV"} and tree.heads[so] == following
    return is_degree or tree.lemmas[following] in {"as", "far", "long", "many", "much", "that"}
