"""Binding as it is counted: who is coindexed with whom in annotated text, and who never is.

GAPS_AND_CONTROL    the theory of the default profile
EXCLUSIONS          what excludes a place, one rule after the other, and the same in words

Lappin & Leass (binding.py) exclude too much and too little. A pronoun in a phrase beside its noun
is often that noun (*a woman in her sixties*), and one after a preposition of place is often the
subject (*She put the bag beside her*); who acts may only be understood (*a chance to defend
himself*: control.py), and what a relative clause is about is an argument of it, too (*the boats
they built*).

Counted in GUM's training part (the genres that may be learnt from), how many are coindexed. Of all
pairs: a possessor of the noun 1 of 766; an argument of a relative clause 0 of 112 with the noun it
modifies. Of pairs that agree: a complement of it 0 of 30, a possessor in an of-phrase 0 of 28,
but in phrases with *in*, *with*, *at* and *on* 8 of 11, below participles and infinitives 13 of 29;
with the subject, after *behind*, *with* (brought it with them), *to* (has a feel to it) and *in* 8
of 10, all other arguments of one predicate 4 of 111.
"""

from __future__ import annotations

from itertools import islice

from hearer.model.binding import (
    BOUND,
    BindingTheory,
    Question,
    TreePlace,
    as_bound,
    is_possessor_beside,
    place_of,
    role_at,
    the_same,
)
from hearer.model.control import acting, gap_of
from hearer.model.expression import ReferringExpression
from hearer.model.grammar import Kind
from hearer.model.principle_c import comes_below
from hearer.model.tree import DEEPEST, SUBJECTS, Tree, base

# Where something is: *She saw a snake near her*.
SPATIAL = frozenset(
    """above ahead alongside around before behind below beneath beside between beyond inside near
    next outside over round under underneath""".split()
)
# What one has *with* one, or *on* one, or *about* one.
HAVING = frozenset("bring carry drag feel get have hold keep leave lead pull push take".split())
# A woman of *her* age, a room of *its* own: these phrases say what somebody is like.
KINDS = frozenset(
    """age calibre class day era generation kind like own rank size sort stature time type word
    year""".split()
)
BESIDE = frozenset({"at", "beyond", "in", "on", "with", "within", "without"})
ISLANDS = frozenset({"acl:relcl", "advcl", "appos", "conj", "orphan", "parataxis", "reparandum"})
SAME_CLAUSE = frozenset({"xcomp", "conj"})
RESULTS = frozenset(
    "allow bring cause cost earn enable force give help lead leave let make prompt render".split()
)


def excludes(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """Whether coindexing `pronoun` with what stands at `place` is excluded."""
    if pronoun.kind in BOUND:
        return not binds(tree, place, pronoun)
    for holds, _ in EXCLUSIONS:  # noqa: SIM110 - any() costs a generator per place
        if holds(tree, pronoun, place):
            return True
    return False


def clash(tree: Tree, pronoun: ReferringExpression, place: TreePlace | None) -> str:
    """What excludes `place`, to follow the name of what stands there."""
    here = place_of(tree, pronoun)
    if place is None or here.kind in BOUND:
        return f"does not bind “{pronoun.text}” in its clause"
    words = (words for holds, words in EXCLUSIONS if holds(tree, here, place))
    return next(words, "stands in the binding domain of “{pronoun}”").format(
        pronoun=pronoun.text,
        role=role_at(tree, place) or "argument",
        same=the_same(tree, here.governor) if here.governor <= len(tree) else "the same clause",
        governor=tree.forms[here.governor] if here.governor <= len(tree) else "",
    )


# What excludes --------------------------------------------------------------------------------


def _is_argument_beside(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*She* likes *her*; but *she* put the bag beside *her*, and brought *it* with *her*."""
    if not (pronoun.is_argument and place.is_argument and place.governor == pronoun.governor):
        return False
    if place.relation == pronoun.relation and _is_said_again(tree, pronoun, place):
        return False
    return not (place.relation in SUBJECTS and _is_free(tree, pronoun))


def _is_said_again(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*It*, *it* looks fine."""
    words = (tree.forms[n].lower() for n in (pronoun.head, place.head) if 0 < n <= len(tree))
    return len(set(words)) == 1


def _acts(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*He* had a chance to defend *him*; but he left, making *him* sad: that he left did."""
    if not (pronoun.is_argument and place.head) or _is_free(tree, pronoun):
        return False
    n = pronoun.governor
    is_result = tree.lemmas[n] in RESULTS and tree.bases[n] == "advcl" and n > tree.heads[n]
    return not is_result and acting(tree, n) == place.head


def _is_free(tree: Tree, pronoun: TreePlace) -> bool:
    """Whether a pronoun says where something is, or what somebody has with them."""
    if base(pronoun.relation) != "obl" or not 0 < pronoun.head <= len(tree):
        return False
    verb, preposition = pronoun.governor, tree.preposition(pronoun.head)
    if preposition in SPATIAL:
        return True
    return tree.lemmas[verb] in HAVING and tree.has(verb, "obj")


def _leaves_a_gap(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """The boats *they* built: the boats are built, so they do not build."""
    if not (pronoun.is_argument and place.head) or place.kind is Kind.RELATIVE:
        return False
    n = pronoun.governor
    while 0 < n <= len(tree) and tree.bases[n] in SAME_CLAUSE and not tree.has(n, "nsubj"):
        n = tree.heads[n]
    return 0 < n <= len(tree) and gap_of(tree, n) == place.head


def _possesses(_: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """*John's* portrait of *him*."""
    return is_possessor_beside(place, pronoun)


def _contains(tree: Tree, pronoun: TreePlace, place: TreePlace) -> bool:
    """A friend of *his*, *her* mother; but a woman in *her* sixties, a man losing *his* way."""
    if not place.head or place.kind in {Kind.RELATIVE, Kind.ELLIPSIS}:
        return False
    if place.head < len(tree.edges):
        first, last = tree.edges[place.head]
        if not first <= pronoun.head <= last:
            return False  # what does not reach so far is not above it
    for n in islice(tree.path(pronoun.head), DEEPEST + 1):
        if n == place.head:
            return True
        if tree.relations[n] in ISLANDS or _is_beside_the_noun(tree, n):
            return tree.heads[n] != place.head and _is_told_of(tree, n, place.head)
    return False


def _is_beside_the_noun(tree: Tree, n: int) -> bool:
    """In *her sixties*, of *her age*; *losing* his way: what a pronoun in it may have for whole."""
    if tree.bases[n] == "acl":
        return not tree.has(n, "mark")
    if tree.bases[n] not in {"nmod", "obl"} or not tree.possessor(n):
        return False
    return tree.preposition(n) in BESIDE or tree.lemmas[n] in KINDS


def _is_told_of(tree: Tree, n: int, whole: int) -> bool:
    """*The number* of hermits living in it: what the noun beside is a part of, is none either."""
    noun = tree.heads[n]
    return tree.preposition(noun) == "of" and tree.heads[noun] == whole


EXCLUSIONS: tuple[tuple[Question, str], ...] = (
    (_is_argument_beside, "is the {role} of {same}"),
    (_possesses, "is the possessor of {same}"),
    (_contains, "contains “{pronoun}”"),
    (_leaves_a_gap, "is understood as an argument of “{governor}” itself"),
    (_acts, "is the understood subject of “{governor}”"),
    (comes_below, "is named in the domain of “{pronoun}”, which “{governor}” has for its own"),
)

# What binds -----------------------------------------------------------------------------------


def binds(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """Principle A, with gaps and whoever acts: *he* had a chance to defend *himself*."""
    if _is_stressed(tree, place, reflexive):
        return True
    reflexive = as_bound(tree, reflexive)
    governor, relation = reflexive.governor, reflexive.relation
    if place.head and place.head == governor:
        return False  # nothing is a picture of itself
    while 0 < governor <= len(tree) and base(relation) in {"nmod", "conj"}:
        if tree.possessor(governor):  # a possessor closes the domain
            return place.governor == governor and place.relation == "nmod:poss"
        governor, relation = tree.heads[governor], tree.relations[governor]
    if not 0 < governor <= len(tree):
        return place.governor == reflexive.head and place.relation in SUBJECTS
    if place.is_argument and place.governor == governor:
        return place.slot < reflexive.slot or place.relation in SUBJECTS | {"obl"}
    return bool(place.head) and place.head in {acting(tree, governor), gap_of(tree, governor)}


def _is_stressed(tree: Tree, place: TreePlace, reflexive: TreePlace) -> bool:
    """The judge *himself*."""
    if base(reflexive.relation) not in {"appos", "nmod", "advmod", "obl"} or not place.head:
        return False
    return reflexive.governor == place.head and not tree.has(reflexive.head, "case")


GAPS_AND_CONTROL = BindingTheory(excludes, binds, clash)
