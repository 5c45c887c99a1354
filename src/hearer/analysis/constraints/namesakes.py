"""Things and places that bear a person's name: *the Chianti*, a *Mercedes*, in *Victoria*.

is_with_article    whether a name has an article, and nothing that tells persons apart
is_one_of_many     whether it is surely a thing: a *Lincoln*, the *Chianti*
is_place           whether it is where somebody lives or travels
"""

from __future__ import annotations

from hearer.model.tree import Tree

INDEFINITE = frozenset({"a", "an"})
ARTICLES = INDEFINITE | {"the", "this", "that"}
DRINKS = frozenset(
    "bordeaux burgundy chablis champagne chardonnay chianti cognac merlot riesling sherry".split()
)
# A name with anything else may tell persons apart: the *young* Mary, the Anna *I knew*.
BESIDE_AN_ARTICLE = frozenset("case cc conj cop det nsubj punct".split())
WITHIN = frozenset("in into inside".split())
ALONG = frozenset("to from through around outside near".split())
# Who goes, comes or returns to a name, or sits near it, may be with somebody; not so these.
TRAVEL = frozenset(
    "commute drive emigrate fly immigrate migrate move relocate sail ship tour travel".split()
)
# What is in persons, and what one does with it: "They believed in Mary", "her faith in Tom".
MINDFUL = frozenset(
    """
    arouse awaken belief believe change confide confidence delight detect difference evoke faith
    fear feel find have hope inspire instill interest invest joy kindle love notice observe perceive
    pleasure pride provoke quality recognize rejoice see sense spark stir strength talent trust
    """.split()
)
HEADS = frozenset({"VERB", "NOUN", "PROPN"})


def is_with_article(tree: Tree, n: int, *, is_given: bool) -> bool:
    """*A Ferrari* hit Susan; but not the *Smiths*, nor the Anna *I knew*.

    What has *the* and is no given name may be what somebody is called: *the Undertaker*.
    """
    return (
        _article(tree, n) in (ARTICLES if is_given else INDEFINITE)
        and not tree.feature(n, "Number=Plur")
        and BESIDE_AN_ARTICLE.issuperset(tree.bases[child] for child in tree.children[n])
    )


def is_one_of_many(tree: Tree, n: int, *, is_given: bool) -> bool:
    """A *Lincoln*, if that is a given name, or the *Chianti*."""
    is_drink = tree.forms[n].lower() in DRINKS
    is_thing = is_drink or (is_given and _article(tree, n) in INDEFINITE)
    return is_thing and is_with_article(tree, n, is_given=is_drink or is_given)


def is_place(tree: Tree, n: int, *, is_told: bool) -> bool:
    """The judge lived *in Victoria*, drove *from Austin to Georgia*, bought a house *in Verona*.

    Who is told that it is a place needs no verb of travelling: went *to Georgia*.
    """
    preposition, head = tree.preposition(n), tree.heads[n]
    if tree.relations[n] == "nmod:poss" or tree.bases[n] not in {"obl", "nmod"}:
        return False
    if preposition in ALONG:
        return is_told or tree.lemmas[head] in TRAVEL
    is_there = tree.upos[head] in HEADS and tree.lemmas[head] not in MINDFUL
    return preposition in WITHIN and (is_told or is_there)


def _article(tree: Tree, n: int) -> str:
    return tree.lemmas[tree.firsts[n].get("det", 0)]
