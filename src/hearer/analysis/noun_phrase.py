"""The noun phrase of a head: where it begins and where it ends.

A head has more below it than its phrase. *Ada was the first mayor of Leeds after the war*: *mayor*
heads the clause, and so *Ada*, *was* and *after the war* depend on it. RULES has the relations that
make a phrase, counted in the mentions of GUM's train part, whose conventions these are: relative
clauses, the 's of a possessor, and *Baghdad, Iraq* are parts of it, appositives are not. Only the
names of persons and places end with the name. A phrase has no gap.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Container, Mapping

from hearer.analysis.describe import PERSON, PLACE, name_of, sorts_of
from hearer.model.lexicon import data, entries, words
from hearer.model.tree import Tree
from hearer.names import joined

Belongs = Callable[[Tree, int, int], bool]  # the tree, the head, and a child of it
NounPhrase = tuple[int, int]  # the first and the last word


def noun_phrase(tree: Tree, n: int, conjuncts: Container[int] = ()) -> NounPhrase:
    """Return the noun phrase that `n` heads; `conjuncts` are children that belong to it."""
    children = tree.children[n]
    if not children:
        return n, n
    middle = bisect(children, n)
    first = _reach(tree, n, children[:middle][::-1], conjuncts) if middle else n
    last = _reach(tree, n, children[middle:], conjuncts) if middle < len(children) else n
    return without_edges(tree, (first, last), n)


def _reach(tree: Tree, n: int, children: list[int], conjuncts: Container[int]) -> int:
    """Return how far a phrase reaches on the side of its head where these children are."""
    reached = edge = n
    for child in children:
        is_part = child in conjuncts or _belongs(tree, n, child)
        if not is_part and tree.bases[child] not in COVERED:
            break
        first, last = _stretch(tree, child) if tree.children[child] else (child, child)
        if first != edge + 1 and last != edge - 1:
            break  # other words stand between
        edge = last if child > n else first
        reached = edge if is_part else reached
    return reached


def _belongs(tree: Tree, n: int, child: int) -> bool:
    """Return True if the subtree of `child` is a part of the noun phrase of `n`."""
    relation = tree.bases[child]
    if tree.utterance.language:
        is_of_clause = relation in VERBAL and tree.has(n, "nsubj", "cop")
        return relation in PARTS and not is_of_clause
    if relation in ALWAYS or tree.relations[child] in ALWAYS:
        return True
    rule = RULES.get(tree.relations[child]) or RULES.get(relation)
    return rule is not None and rule(tree, n, child)


def _stretch(tree: Tree, n: int) -> NounPhrase:
    """Return the edges of the subtree of `n`, or the word alone if that has a gap."""
    words = sorted(tree.downwards([n]))
    first, last = words[0], words[-1]
    return (first, last) if last - first < len(words) else (n, n)


# What belongs to a phrase ---------------------------------------------------------------------


def _qualifies(tree: Tree, n: int, child: int) -> bool:
    """The judge *in Baku*, the Duke *of York*; but Lev Malenko | in Baku, our judge | , in Baku."""
    preposition = tree.preposition(child)
    if child < n or (preposition not in SET_OFF and _is_set_off(tree, child)):
        return False
    return preposition == "of" or not _is_whole_name(tree, n)


def _is_whole_name(tree: Tree, n: int) -> bool:
    """Return True for the name of a person or a place: nothing behind it qualifies it."""
    if tree.upos[n] != "PROPN" or "det" in tree.firsts[n]:
        return False
    return not (PERSON | PLACE).isdisjoint(sorts_of(tree, n, name_of(tree, n)))


def _continues(tree: Tree, n: int, child: int) -> bool:
    """Baghdad, *Iraq*; December *2008*; but Chambers | (2017), Athens | today."""
    times = entries("time_nouns")
    if tree.upos[n] == "NUM" or tree.lemmas[n] in times:
        return True
    is_dated = tree.upos[n] == "PROPN" and tree.lemmas[child] in times
    return tree.upos[child] != "NUM" and not is_dated


def _is_set_off(tree: Tree, child: int) -> bool:
    """Return True if a comma, a dash or a bracket stands before the subtree of `child`."""
    first, _ = _stretch(tree, child)
    return "PUNCT" in tree.upos[first - 1 : first + 1]


PARTS, VERBAL = words("other languages", "parts verbal")
APPROXIMATE, SITUATING, SET_OFF, ALWAYS, COVERED = words(
    "noun_phrase", "approximate situating set_off always covered"
)
RULES: Mapping[str, Belongs] = {
    # A woman *born in Leeds*, the man *who fell*; but Oskar | , who fell.
    "acl": lambda tree, n, child: child > n and not _is_whole_name(tree, n),
    "advcl:relcl": lambda _, n, child: child > n,
    # *Almost* a mile; the water *here*; other adverbs belong to the clause.
    "advmod": lambda tree, n, child: (
        tree.lemmas[child] in (APPROXIMATE if child < n else SITUATING)
    ),
    "case": lambda _, n, child: child > n,  # the 's of a possessor
    "cc": lambda tree, n, child: child in joined(tree, n),  # Mr. *and* Mrs. Novak
    "dep": lambda _, n, child: child < n,
    "nmod": _qualifies,
    "nmod:unmarked": _continues,
}

# Punctuation at the ends ----------------------------------------------------------------------

OPENS = data("words")["pairs of marks"]
CLOSES = {opening: closing for closing, opening in OPENS.items()}


def without_edges(tree: Tree, phrase: NounPhrase, n: int) -> NounPhrase:
    """Drop punctuation at the ends of a stretch around `n`, except halves of a pair inside it.

    *The song “Rain”* is whole, and in *“the song”* no mark is part of it.
    """
    first, last = phrase
    while last > n and tree.upos[last] == "PUNCT":
        last -= 1
    while first < n and tree.upos[first] == "PUNCT":
        first += 1
    if "PUNCT" not in tree.upos[first : last + 1]:
        return first, last
    inside = tree.forms[first : last + 1]
    before, after = tree.forms[first - 1], "".join(tree.forms[last + 1 : last + 2])
    if before in CLOSES and inside.count(CLOSES[before]) > inside.count(before):
        first -= 1
    opening, closed = OPENS.get(after, after), inside.count(after)
    is_half = closed % 2 if opening == after else inside.count(opening) > closed
    return first, last + bool(after in OPENS and is_half)
