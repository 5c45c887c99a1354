"""What stands for several that were spoken of: *both*, *neither*, *each*, *the two*.

counted           the expression that one of these is, if it stands alone
stands_alone      whether one is heard where noun phrases do not stand: *neither* has replied
reciprocal        the expression that *each other* and *one another* are
begins_each_other whether two words are a reciprocal
needs_several     whether what is said of a pronoun needs several: *they* know each other
"""

from __future__ import annotations

from functools import lru_cache

from hearer.analysis import describe
from hearer.analysis.draft import Draft, short
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
        return reciprocal(tree, n)
    return short(tree, n, Kind.QUANTIFIED, describe.THEY)._replace(points=True)


def _number(tree: Tree, n: int) -> Draft | None:
    determiner = tree.firsts[n].get("det", 0)
    is_definite = determiner and tree.lemmas[determiner] in DEFINITE
    if not is_definite or tree.upos[n] != "NUM" or tree.has(n, *PARTITIVE):
        return None
    two = short(tree, n, Kind.QUANTIFIED, describe.THEY)
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
    if lemma != "neither" or n > over or tree.subject(over):
        return False
    is_predicate = tree.upos[over] in {"VERB", "AUX"} or tree.has(over, "cop")
    return is_predicate and "cc" not in tree.relations[n + 1 : over]


def reciprocal(tree: Tree, n: int) -> Draft:
    """*Each other*: both words, whichever is the head."""
    draft = short(tree, n, Kind.RECIPROCAL, describe.THEY)
    first = n - 1 if begins_each_other(tree, n - 1) else n
    if not begins_each_other(tree, first):
        return draft
    text = " ".join(tree.forms[first : first + 2]).lower()
    return draft._replace(text=text, first=first, last=first + 1)


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
    return _are_mutual(tree, over) or n in _subjects_of_reciprocals(tree)


def _are_mutual(tree: Tree, predicate: int) -> bool:
    """They became *friends*."""
    said = (predicate, *tree.exactly(predicate, "xcomp"))
    return any(tree.lemmas[m] in MUTUAL_NOUNS and tree.feature(m, "Number=Plur") for m in said)


@lru_cache(maxsize=4)
def _subjects_of_reciprocals(tree: Tree) -> frozenset[int]:
    """*They* know each other: found once for a tree, however many pronouns ask."""
    if "each" not in tree.lemmas and "one" not in tree.lemmas:
        return frozenset()
    found = ((m, _nearest_subject(tree, m)) for m in tree.words if begins_each_other(tree, m))
    return frozenset(subject for m, subject in found if subject < m)


def _nearest_subject(tree: Tree, n: int) -> int:
    return next((s for over in tree.ancestors(n) if (s := tree.subject(over))), 0)
