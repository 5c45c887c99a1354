"""What stands for several that were spoken of: *both*, *neither*, *each*, *the two*.

counted           the expression that one of these is, if it stands alone
stands_alone      whether one is heard where noun phrases do not stand: *neither* has replied
begins_each_other whether two words are a reciprocal: *each other*, *one another*
needs_several     whether what is said of a pronoun needs several: *they* know each other
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import Draft, short
from hearer.model import Kind
from hearer.model.tree import Tree

QUANTIFIERS = frozenset({"both", "each", "either", "neither"})
NUMBERS = frozenset("two three four five six seven eight nine ten".split())
COUNTED = QUANTIFIERS | NUMBERS  # what may stand for several
DEFINITE = frozenset({"all", "the", "these", "those"})
PARTITIVE = ("nmod", "acl", "amod", "nmod:poss")  # the two *of them*, the two *who left*
ADVERBIAL = frozenset({"advmod", "cc", "cc:preconj", "discourse", "det"})
RECIPROCALS = frozenset({("each", "other"), ("one", "another")})
TOGETHER = frozenset({"both", "together"})
FLOATING = frozenset({"ADV", "DET", "PRON"})
# What two do to each other, where nobody is named to whom it is done.
MUTUAL_VERBS = frozenset(
    "collide divorce embrace hug kiss marry meet part quarrel separate".split()
)
MUTUAL_NOUNS = frozenset(
    "ally colleague couple enemy friend lover neighbour neighbor pair partner rival sibling sister "
    "brother team twin".split()
)


def counted(tree: Tree, n: int) -> Draft | None:
    """*Both* have a point; after the storm *the two* became friends."""
    lemma = tree.lemmas[n]
    if lemma in NUMBERS:
        return _number(tree, n)
    if lemma not in QUANTIFIERS or tree.has(n, *PARTITIVE):
        return None
    if begins_each_other(tree, n):
        return short(tree, n, Kind.RECIPROCAL, agreement.THEY)
    return short(tree, n, Kind.QUANTIFIED, agreement.THEY)._replace(points=True)


def _number(tree: Tree, n: int) -> Draft | None:
    determiner = tree.firsts[n].get("det", 0)
    is_definite = determiner and tree.lemmas[determiner] in DEFINITE
    if not is_definite or tree.upos[n] != "NUM" or tree.has(n, *PARTITIVE):
        return None
    two = short(tree, n, Kind.QUANTIFIED, agreement.THEY)
    return two._replace(first=determiner, points=True)


def stands_alone(tree: Tree, n: int) -> bool:
    """*Neither* has replied: whatever a parser calls it, the clause has no other subject.

    Nor is *each* a determiner of several: write *each* other letters.
    """
    lemma, over = tree.lemmas[n], tree.heads[n]
    if lemma not in QUANTIFIERS or tree.relations[n] not in ADVERBIAL:
        return False
    if lemma == "each":
        is_several = tree.feature(over, "Number=Plur")
        return is_several and begins_each_other(tree, n)
    is_first = n < over and not any(tree.relations[m] == "cc" for m in range(n + 1, over))
    is_predicate = tree.upos[over] in {"VERB", "AUX"} or tree.has(over, "cop")
    return lemma == "neither" and is_first and is_predicate and not tree.subject(over)


def begins_each_other(tree: Tree, n: int) -> bool:
    """*Each* other, *one* another."""
    return tuple(tree.lemmas[n : n + 2]) in RECIPROCALS


def needs_several(tree: Tree, n: int) -> bool:
    """*They* know each other, *they* both left, *they* married, *they* became friends."""
    if tree.relations[n] not in {"nsubj", "nsubj:pass"}:
        return False
    over = tree.heads[n]
    below = tree.children[over]
    lemmas = tree.lemmas
    if any(m != n and lemmas[m] in TOGETHER and tree.upos[m] in FLOATING for m in below):
        return True
    if lemmas[over] in MUTUAL_VERBS and not tree.has(over, "obj", "iobj", "aux:pass"):
        return tree.relations[n] == "nsubj"
    return _are_mutual(tree, over) or _binds_a_reciprocal(tree, n)


def _are_mutual(tree: Tree, predicate: int) -> bool:
    """They became *friends*."""
    said = (predicate, *tree.exactly(predicate, "xcomp"))
    return any(tree.lemmas[m] in MUTUAL_NOUNS and tree.feature(m, "Number=Plur") for m in said)


def _binds_a_reciprocal(tree: Tree, n: int) -> bool:
    """*They* know each other."""
    if "each" not in tree.lemmas and "one" not in tree.lemmas:
        return False
    return any(_binds(tree, n, m) for m in range(n + 1, len(tree)))


def _binds(tree: Tree, n: int, m: int) -> bool:
    """Whether word `m` begins a reciprocal whose nearest subject is `n`."""
    if not begins_each_other(tree, m):
        return False
    return next((s for over in tree.ancestors(m) if (s := tree.subject(over))), 0) == n
