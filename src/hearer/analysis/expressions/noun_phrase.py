"""The noun phrase of a head: where it begins and where it ends.

noun_phrase     its first and its last word
coordination    the same of noun phrases that are coordinated
without_edges   a stretch of words without punctuation at its ends
reach           how far a phrase reaches on one side of its head
belongs_to      whether a word that hangs on the head is part of its phrase

A head has more below it than its phrase. *Ada was the first mayor of Leeds after the war*: *mayor*
heads the clause, and so *Ada*, *was* and *after the war* hang on it. The tables say which relations
make a phrase; they were counted in the mentions of GUM's train part, whose conventions these are:
relative clauses, the 's of a possessor, and *Baghdad, Iraq* are parts of it, appositives are not.
Only the names of persons and places end with the name, whatever is said of them behind it. A phrase
has no gap: what stands behind something that is no part of it is none either.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from hearer.analysis.constraints import sorts
from hearer.analysis.expressions.names import name_of
from hearer.lexicon import entries
from hearer.model import Sort
from hearer.model.tree import Tree
from hearer.names import joined

Belongs = Callable[[Tree, int, int], bool]  # the tree, the head, and what hangs on it


class NounPhrase(NamedTuple):
    """The first and the last word of a phrase."""

    first: int
    last: int


def noun_phrase(tree: Tree, n: int, conjuncts: Container[int] = ()) -> NounPhrase:
    """The noun phrase that `n` heads; with `conjuncts`, these belong to it.

    >>> from hearer.model import Utterance
    >>> words = "Then/ADV/advmod/5 Ada/PROPN/nsubj/5 was/AUX/cop/5 the/DET/det/5 mayor/NOUN/root/0"
    >>> noun_phrase(Tree(Utterance.of(words)), 5)
    NounPhrase(first=4, last=5)
    """
    children = tree.children[n]
    if not children:
        return NounPhrase(n, n)
    before = [child for child in reversed(children) if child < n]
    after = [child for child in children if child > n]
    first = reach(tree, n, before, conjuncts, step=-1) if before else n
    last = reach(tree, n, after, conjuncts, step=1) if after else n
    return without_edges(tree, NounPhrase(first, last), n)


def coordination(
    tree: Tree, n: int, conjuncts: Container[int], members: Iterable[NounPhrase]
) -> NounPhrase:
    """Coordinated noun phrases, `n` the first: the mayor and the council *of Leeds*."""
    phrases = (noun_phrase(tree, n, conjuncts), *members)
    return NounPhrase(min(one.first for one in phrases), max(one.last for one in phrases))


def reach(  # noqa: PLR0913 - a place, and which way to go from it
    tree: Tree,
    n: int,
    children: Iterable[int],
    conjuncts: Container[int] = (),
    *,
    step: int,
    belongs: Belongs | None = None,
) -> int:
    """How far a phrase reaches on one side of its head; of the children there the nearest first."""
    stretches, reached, edge = _stretches(tree), n, n
    is_part = belongs or belongs_to
    near, far = (0, 1) if step > 0 else (1, 0)
    for child in children:
        stretch = stretches[child]
        if stretch[near] != edge + step:
            break  # other words stand between
        edge = stretch[far]
        if child in conjuncts or is_part(tree, n, child):
            reached = edge
        elif tree.bases[child] not in COVERED:
            break
    return reached


def belongs_to(tree: Tree, n: int, child: int) -> bool:
    """Whether what `child` heads is a part of the noun phrase of `n`."""
    rule = RULES.get(tree.relations[child]) or RULES.get(tree.bases[child])
    return rule is not None and rule(tree, n, child)


@lru_cache(maxsize=4)
def _stretches(tree: Tree) -> list[tuple[int, int]]:
    """For every word the stretch of words below it that has no gap, found from the leaves up."""
    heads, sizes = tree.heads, [1] * len(tree.forms)
    found = [*tree.edges]
    for n in reversed(tree.downwards):
        first, last = found[n]
        size = sizes[n]
        if last - first + 1 != size:  # "a *man* came who limped"
            found[n] = _without_gap(tree.children[n], n, found)
        sizes[heads[n]] += size
    return found


def _without_gap(
    children: Sequence[int], n: int, stretches: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    first = last = n
    for child in reversed(children):
        if child < n and stretches[child][1] == first - 1:
            first = stretches[child][0]
    for child in children:
        if child > n and stretches[child][0] == last + 1:
            last = stretches[child][1]
    return first, last


# What belongs to a phrase -----------------------------------------------------------------------


def _always(_tree: Tree, _n: int, _child: int) -> bool:
    return True


def _is_behind(_: Tree, n: int, child: int) -> bool:
    """The 's of a possessor; a preposition stands before."""
    return child > n


def _is_before(_: Tree, n: int, child: int) -> bool:
    return child < n


def _joins(tree: Tree, n: int, child: int) -> bool:
    """Mr. *and* Mrs. Novak."""
    return child in joined(tree, n)


def _describes(tree: Tree, n: int, child: int) -> bool:
    """A woman *born in Leeds*, the man *who fell*; but Oskar | , who fell."""
    return child > n and not _is_whole_name(tree, n)


def _qualifies(tree: Tree, n: int, child: int) -> bool:
    """The judge *in Baku*, the Duke *of York*; but Lev Malenko | in Baku, our judge | , in Baku."""
    preposition = tree.preposition(child)
    if child < n or (_is_set_off(tree, child) and preposition not in SET_OFF):
        return False
    return preposition == "of" or not _is_whole_name(tree, n)


def _is_whole_name(tree: Tree, n: int) -> bool:
    """The name of a person or a place, which says by itself who or where: nothing qualifies it."""
    if tree.upos[n] != "PROPN" or tree.has(n, "det"):
        return False
    return not WITH_PLACES.isdisjoint(sorts.of_name(tree, n, name_of(tree, n)))


def _continues(tree: Tree, n: int, child: int) -> bool:
    """Baghdad, *Iraq*; December *2008*; but Chambers | (2017), Athens | today."""
    if tree.upos[n] == "NUM" or tree.lemmas[n] in entries("time_nouns"):
        return True
    if tree.upos[n] == "PROPN" and tree.lemmas[child] in entries("time_nouns"):
        return False
    return tree.upos[child] != "NUM"


def _measures(tree: Tree, n: int, child: int) -> bool:
    """*Almost* a mile; the water *here*; what else there is, is said of the clause."""
    return tree.lemmas[child] in (APPROXIMATE if child < n else SITUATING)


def _completes(tree: Tree, n: int, child: int) -> bool:
    """The highest *in the county*: what an adjective that stands for a noun has below it."""
    return tree.upos[n] == "ADJ" and not _is_set_off(tree, child)


def _is_set_off(tree: Tree, child: int) -> bool:
    """Whether a comma, a dash or a bracket stands before what `child` heads."""
    first, _ = _stretches(tree)[child]
    return tree.upos[first] == "PUNCT" or tree.upos[first - 1] == "PUNCT"


RULES: Mapping[str, Belongs] = {
    **dict.fromkeys(
        """amod ccomp compound det fixed flat goeswith iobj nmod:desc nmod:poss nummod obj
        xcomp""".split(),
        _always,
    ),
    "acl": _describes,
    "advcl:relcl": _is_behind,
    "advmod": _measures,
    "case": _is_behind,
    "cc": _joins,
    "dep": _is_before,
    "nmod": _qualifies,
    "nmod:unmarked": _continues,
    "obl": _completes,
    "obl:unmarked": _completes,
}
# What may stand in a phrase and neither begins nor ends one.
COVERED = frozenset("advmod discourse punct reparandum".split())
SET_OFF = frozenset("as by like of such".split())
WITH_PLACES = frozenset({Sort.PERSON, Sort.PLACE})
APPROXIMATE = frozenset("about almost approximately around most nearly over roughly".split())
SITUATING = frozenset(
    "abroad alone away downstairs else here inside nearby online outside upstairs".split()
)

# Punctuation at the ends ------------------------------------------------------------------------

OPENS = {")": "(", "]": "[", "}": "{", "”": "“", "’": "‘", '"': '"', "'": "'", "''": "``"}
CLOSES = {opening: closing for closing, opening in OPENS.items()}


def without_edges(tree: Tree, phrase: NounPhrase, n: int) -> NounPhrase:
    """A stretch around `n` without punctuation at its ends, unless its other half is inside.

    *The song “Rain”* is whole, and in *“the song”* no mark is part of it.
    """
    first, last = phrase
    while last > n and tree.upos[last] == "PUNCT":
        last -= 1
    while first < n and tree.upos[first] == "PUNCT":
        first += 1
    if "PUNCT" not in tree.upos[first : last + 1]:
        return NounPhrase(first, last)
    return _balanced(tree, first, last)


def _balanced(tree: Tree, first: int, last: int) -> NounPhrase:
    """The stretch with what opens or closes a pair that is only half inside, if that is next."""
    opened, closed = list[str](), list[str]()
    for mark in (tree.forms[n] for n in range(first, last + 1) if tree.upos[n] == "PUNCT"):
        if opened and CLOSES[opened[-1]] == mark:
            opened.pop()
        elif mark in CLOSES:
            opened.append(mark)
        elif mark in OPENS:
            closed.append(mark)
    if closed and tree.forms[first - 1] == OPENS[closed[0]]:
        first -= 1
    for mark in reversed(opened):
        last = _closed(tree, last, CLOSES[mark])
    return NounPhrase(first, last)


def _closed(tree: Tree, last: int, closing: str) -> int:
    """Where the closing mark stands: next, or behind one other mark (*an “episode,”*)."""
    following = tree.forms[last + 1 : last + 3]
    if closing not in following:
        return last
    after = last + 1 + following.index(closing)
    return after if all(tree.upos[n] == "PUNCT" for n in range(last + 1, after)) else last
