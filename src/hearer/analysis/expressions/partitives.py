"""Partitives: *a crowd of tourists*, *a number of letters*, *one of the boys*.

    described      sorts and agreement of a quantity: those of what it is a quantity of
    counted_by     the noun that is counted
    of_phrase      what stands after *of*: the *boys* in "one of the boys"
    is_measured    whether a noun is only what is counted: *tourists* in "a crowd of tourists"

"A lot of people" is one entity, headed by *lot*; GUM has *people* apart in 14 of 88 cases, and
hardly ever after *group*, *couple*, *bunch* or *million*. Where the of-phrase is determined ("some
of the books"), the books are an entity of their own, except after *all* and *both*.
"""

from __future__ import annotations

from collections.abc import Callable

from hearer.analysis.constraints import agreement
from hearer.analysis.constraints.collectives import A_GROUP, ORGANIZATION, Described
from hearer.analysis.constraints.sorts import PERSON
from hearer.lexicon import table
from hearer.model import ANY_SORT, Agreement
from hearer.model.tree import Tree

FIGURES = frozenset("amount number percentage total".split())  # *the* number of letters is a figure
WHOLLY = frozenset({"all", "both"})
Describe = Callable[[int], Described]  # what a noun shows by itself


def described(tree: Tree, n: int, counted: int, describe: Describe) -> Described:
    """Sorts and agreement of a quantity: those of what it is a quantity of."""
    return QUANTITIES[_quantity(tree, n)](describe(n), _of(tree, counted, describe))


def is_measured(tree: Tree, n: int) -> bool:
    """Whether `n` is no entity apart from the quantity: *people* in "a lot of people"."""
    n = tree.first_conjunct(n)
    over = tree.heads[n]
    if tree.relations[n] != "nmod" or tree.upos[n] != "NOUN" or counted_by(tree, over) != n:
        return False
    if tree.lemmas[over] in WHOLLY:
        return True
    return not (tree.is_determined(n) or _is_apart(tree, over))


def counted_by(tree: Tree, n: int) -> int:
    """What `n` is a quantity of, or 0."""
    if "nmod" not in tree.firsts[n] or tree.upos[n] == "PROPN" or not _quantity(tree, n):
        return 0
    if tree.lemmas[n] in FIGURES and tree.lemmas[tree.child(n, "det")] not in {"a", "an", ""}:
        return 0
    return of_phrase(tree, n)


def of_phrase(tree: Tree, n: int) -> int:
    """What stands after the *of* that belongs to `n`, or 0."""
    phrases = tree.exactly(n, "nmod") if "nmod" in tree.firsts[n] else ()
    return next((phrase for phrase in phrases if tree.preposition(phrase) == "of"), 0)


def _quantity(tree: Tree, n: int) -> str:
    """Which kind of quantity a noun is, if it is one: of many, of a group, one, or a kind."""
    return next(iter(table("quantities").get(tree.lemmas[n], ())), "")


def _is_apart(tree: Tree, n: int) -> bool:
    """Whether what is counted is often an entity of its own: *an amount of money*."""
    return table("quantities")[tree.lemmas[n]][-1] in {"apart", "one"}


def _of(tree: Tree, n: int, describe: Describe) -> Described:
    form = tree.forms[n].lower()
    if speaker := agreement.SPEAKERS.get(form):
        return PERSON, speaker
    pronoun = agreement.of_pronoun(form)
    return (ANY_SORT, pronoun) if pronoun else describe(n)


# Kinds of quantities ----------------------------------------------------------------------------


def _many(_: Described, of: Described) -> Described:
    """*A lot of people*, *half of the cake*."""
    which, agrees = of
    return which, Agreement(agrees.number, agrees.gender)


def _group(strict: Described, of: Described) -> Described:
    """*A crowd of tourists*, *a pile of letters*: it or they."""
    which, agrees = of
    if agrees.number != agreement.PLURAL or strict[1].number == agreement.PLURAL:
        return strict
    return (which | ORGANIZATION if which >= PERSON else which), A_GROUP


def _one(_: Described, of: Described) -> Described:
    """*One of the boys*, *each of them*."""
    which, agrees = of
    return which, Agreement(agreement.SINGULAR, agrees.gender)


def _kind(strict: Described, of: Described) -> Described:
    """*A kind of bird*, *these sorts of questions*: as many kinds as are said."""
    return of[0], Agreement(strict[1].number, of[1].gender)


QUANTITIES = {"many": _many, "group": _group, "one": _one, "kind": _kind}
