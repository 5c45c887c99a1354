"""What stands for several that were spoken of: *both*, *neither*, *each*, *the two*."""

from __future__ import annotations

from hearer.analysis import describe
from hearer.analysis.draft import Draft, short
from hearer.model import Kind, Tree
from hearer.model.lexicon import words

QUANTIFIERS, NUMBERS, DEFINITE, PARTITIVE, FLOATING = words(
    "counted", "quantifiers numbers definite partitive floating"
)
COUNTED = QUANTIFIERS | NUMBERS  # what may stand for several
RECIPROCALS = frozenset({("each", "other"), ("one", "another")})


def counted(tree: Tree, n: int) -> Draft | None:
    """*Both* have a point; after the storm *the two* became friends."""
    if tree.has(n, *PARTITIVE):
        return None
    if begins_each_other(tree, n):
        return reciprocal(tree, n)
    several = short(tree, n, Kind.QUANTIFIED, describe.THEY)._replace(points=True)
    if tree.lemmas[n] in QUANTIFIERS:
        return several
    determiner = tree.child(n, "det")
    is_definite = tree.lemmas[determiner] in DEFINITE and tree.upos[n] == "NUM"
    return several._replace(first=determiner) if is_definite else None


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
    return tree.lemmas[n] in {"each", "one"} and tree.lemmas[n : n + 2] in RECIPROCALS


def needs_several(tree: Tree, n: int) -> bool:
    """*They* know each other, *they* both left."""
    if tree.relations[n] not in {"nsubj", "nsubj:pass"}:
        return False
    over = tree.heads[n]
    floating = (tree.lemmas[m] for m in tree.children[over] if m != n and tree.upos[m] in FLOATING)
    if not {"both", "together"}.isdisjoint(floating):
        return True
    last = 0 if {"other", "another"}.isdisjoint(tree.lemmas) else len(tree)
    reciprocals = (m for m in range(n + 1, last) if begins_each_other(tree, m))
    subjects = (filter(None, map(tree.subject, tree.ancestors(m))) for m in reciprocals)
    return any(n == next(found, 0) for found in subjects)
